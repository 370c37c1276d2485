//! A world of any shapes, its gaps bridged or not, baked for any body: an error, or a sound mesh, the
//! same however many threads there are and when the mesh of fewer shapes is brought up to date, on
//! which both engines say the same of two places.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rayon::{ThreadPool, ThreadPoolBuilder};
use walkmesh::bake::{BakeError, BakeOptions, Baked, Changed, bake, bake_like, update};
use walkmesh::parameters::Parameters;
use walkmesh::soup::Soup;
use walkmesh::store;
use walkmesh_fuzz::{SHAPE, agree, bridged, parameters, paths, unit, world};

/// Pools of one thread and of two.
static POOLS: LazyLock<[ThreadPool; 2]> = LazyLock::new(|| {
    [1, 2].map(|n| ThreadPoolBuilder::new().num_threads(n).build().expect("threads"))
});

fuzz_target!(|bytes: &[u8]| {
    let Some((head, shapes)) = bytes.split_first_chunk::<8>() else { return };
    let unit = unit(head[0]);
    let parameters = parameters(head, unit);
    let world = |shapes| bridged(self::world(shapes, unit), head[0], unit, &parameters);
    let (before, world) = (world(&shapes[..shapes.len().saturating_sub(SHAPE)]), world(shapes));
    let bake = || bake(&world, &parameters, &BakeOptions::default());
    let [one, two] = POOLS
        .each_ref()
        .map(|pool| pool.install(bake).map(|baked| baked.mesh).map_err(|e| e.to_string()));
    assert_eq!(one.as_ref().map(store::content_hash), two.as_ref().map(store::content_hash));
    if let Ok(mesh) = one {
        assert_eq!(mesh.validate(), []);
        paths(&mesh).iter().for_each(agree);
    }
    update_is_a_bake(&before, &world, &parameters);
});

/// The mesh of a world that changed is that of a bake, byte for byte.
fn update_is_a_bake(before: &Soup, after: &Soup, parameters: &Parameters) {
    let options = BakeOptions::default();
    let Ok(Baked { mesh: old, .. }) = bake(before, parameters, &options) else { return };
    let stored = |baked: Result<Baked, BakeError>| {
        let mut bytes = Vec::new();
        store::write(&baked.ok()?.mesh, &mut bytes).expect("a vector takes all");
        Some(bytes)
    };
    let updated = update(&old, after, Changed::ByHash, &options).map(|updated| updated.baked);
    assert!(stored(updated) == stored(bake_like(&old, after, &options)), "not as a bake");
}

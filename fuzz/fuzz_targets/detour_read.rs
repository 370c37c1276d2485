//! A Detour tile set of any bytes: an error, or a mesh that can be stored and looked through.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walkmesh::store::{self, LoadOptions, detour};

fuzz_target!(|bytes: &[u8]| {
    let Ok(imported) = detour::read(bytes) else { return };
    let mesh = imported.mesh;
    let mut file = Vec::new();
    store::write(&mesh, &mut file).expect("writing to memory");
    let back = store::read(&file, LoadOptions::default()).expect("reading what was written");
    assert_eq!(store::content_hash(&back), store::content_hash(&mesh));
    assert_eq!(mesh.validate(), []);
});

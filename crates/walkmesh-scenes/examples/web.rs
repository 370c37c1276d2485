//! What a page does without a thread of its own or a clock: bakes scenes by both surveys, whole and
//! in tiles, edits the meshes and looks for paths.
//!
//! It prints a digest of all that comes out. `cargo xtask web` builds it for WebAssembly as well, with
//! the digest of this machine in `WALKMESH_DIGEST`, and there any other ends it.

use std::error::Error;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, Survey, TileSize};
use walkmesh::query::{Engine, PathOptions, Scratch, Status, path};
use walkmesh::store;
use walkmesh_scenes::{Generated, SceneOptions, generate};

/// An FNV-1a hash of bytes, one after the other.
struct Digest(u64);

impl Digest {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_mesh(&mut self, mesh: &NavMesh) -> Result<(), Box<dyn Error>> {
        let mut bytes = Vec::new();
        store::write(mesh, &mut bytes)?;
        self.add(&bytes);
        Ok(())
    }
}

/// A mesh as it is baked and with a blocker halfway, and the paths across both.
fn add(scene: &Generated, parameters: &Parameters, to: &mut Digest) -> Result<(), Box<dyn Error>> {
    let options = BakeOptions { threads: Some(1), ..BakeOptions::default() };
    let baked = bake(&scene.soup, parameters, &options)?;
    let mut edits = Edits::new(baked.mesh)?;
    to.add_mesh(edits.base())?;
    let mut scratch = Scratch::new();
    for round in 0..2 {
        let mut halfway = scene.from;
        for engine in [Engine::Funnel, Engine::Optimal] {
            let options = PathOptions { engine, ..PathOptions::default() };
            let found = path(edits.mesh(), &mut scratch, scene.from, scene.to, &options);
            if round == 0 && found.status != Status::Complete {
                return Err(format!("no way: {:?}", found.reason).into());
            }
            to.add(&found.length.to_bits().to_le_bytes());
            halfway = found.points[found.points.len() / 2];
        }
        let change = Change {
            shape: Footprint::Circle { center: [halfway.x, halfway.z], radius: 0.4 },
            heights: (halfway.y - 1.0, halfway.y + 1.0),
            payload: Payload::Block { kind: KindId(0) },
            grown: false,
        };
        edits.apply(&[Edit::Add { id: ChangeId(round), change }])?;
        to.add_mesh(edits.mesh())?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    for name in ["building", "stairs", "terrain", "pillars"] {
        let scene = generate(name, &SceneOptions::default())?;
        for survey in [Survey::Voxel, Survey::Exact] {
            for tile_size in [TileSize::Solo, TileSize::Metres(6.4)] {
                let parameters = Parameters { survey, tile_size, ..scene.preset.parameters() };
                add(&scene, &parameters, &mut digest)?;
            }
        }
    }
    let digest = format!("{:016x}", digest.0);
    println!("{digest}");
    match option_env!("WALKMESH_DIGEST") {
        Some(expected) if expected != digest => Err(format!("elsewhere it is {expected}").into()),
        _ => Ok(()),
    }
}

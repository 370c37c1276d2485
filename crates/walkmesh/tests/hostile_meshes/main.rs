//! Hostile files for every reader of meshes: what is damaged loads as a sound mesh that answers
//! questions, or is refused in a sentence; memory stays in proportion to the file.
//!
//! A thousand damaged copies for each format; `WALKMESH_MORE` is how many times as many.

mod detour;
mod own;
mod questions;
mod texts;
mod triangles;

use std::fmt::Display;

use walkmesh::mesh::NavMesh;
use walkmesh_testkit::{Random, models, more};

/// How many copies of the files of a format are tried.
const COPIES: u64 = 1000;
/// Most memory that reading may take at once: a part that every mesh needs, and so many bytes
/// for each of the file. A count that lies asks for gigabytes.
const MEMORY: (usize, usize) = (1 << 20, 600);

/// A way of damaging a file.
type Damage = fn(&[u8], &mut Random) -> Vec<u8>;

/// Real files of the folder of models, where it is there.
fn real(names: &[&str]) -> Vec<Vec<u8>> {
    let Some(folder) = models::folder() else { return Vec::new() };
    names.iter().map(|name| std::fs::read(folder.join(name)).expect("the model")).collect()
}

/// Damaged copies: of small files mostly, every `each`th of a real one.
fn copies(
    small: &[Vec<u8>],
    real: &[Vec<u8>],
    each: u64,
    damage: Damage,
    seed: u64,
) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random::new(seed);
    (0..COPIES * more()).map(move |i| {
        let from = if i % each == 0 && !real.is_empty() { real } else { small };
        damage(&from[random.below(from.len())], &mut random)
    })
}

/// What became of damaged files.
#[derive(Debug, Default)]
struct Outcome {
    loaded: u64,
    /// Those among the loaded that have ground.
    walked: u64,
    refused: u64,
}

impl Outcome {
    /// Reads a file and asks the mesh that comes of it.
    fn read<E: Display>(
        &mut self,
        name: &str,
        bytes: usize,
        read: impl FnOnce() -> Result<NavMesh, E>,
    ) -> Option<NavMesh> {
        let number = self.loaded + self.refused;
        let mut result = None;
        let taken = allocation_counter::measure(|| result = Some(read()));
        let most = MEMORY.0 + MEMORY.1 * bytes;
        let peak = usize::try_from(taken.bytes_max).expect("a count of bytes");
        assert!(peak <= most, "{name}, copy {number}: {peak} bytes for a file of {bytes}");
        match result.expect("read") {
            Ok(mesh) => {
                self.loaded += 1;
                self.walked += u64::from(mesh.polygon_count() > 0);
                Some(mesh)
            }
            Err(error) => {
                self.refused += 1;
                let sentence = error.to_string();
                let is_one = sentence.len() > 20 && !sentence.contains('\n');
                assert!(is_one, "{name}, copy {number}: {sentence:?}");
                None
            }
        }
    }

    /// As [`Outcome::read`]; the mesh has to be sound and to answer.
    fn check<E: Display>(
        &mut self,
        name: &str,
        bytes: usize,
        read: impl FnOnce() -> Result<NavMesh, E>,
    ) {
        let number = self.loaded + self.refused;
        if let Some(mesh) = self.read(name, bytes, read) {
            assert_eq!(mesh.validate(), [], "{name}, copy {number}");
            questions::ask(&mesh, &format!("{name}, copy {number}"));
        }
    }

    /// Both must have been tried.
    fn end(&self, name: &str) {
        println!("{name}: {self:?}");
        assert!(self.walked > 100 && self.refused > 100, "{name}: {self:?}");
    }
}

//! The own format.

use walkmesh::mesh::NavMesh;
use walkmesh::store::{self, LoadOptions};
use walkmesh_testkit::Random;
use walkmesh_testkit::caves::{Cave, cave};
use walkmesh_testkit::damage::damaged;
use walkmesh_testkit::links::with_point_links;

use super::{COPIES, Outcome, copies, more, questions, real};

fn bytes_of(mesh: &NavMesh) -> Vec<u8> {
    let mut bytes = Vec::new();
    store::write(mesh, &mut bytes).expect("writing to memory");
    bytes
}

/// A cave of one tile with links, and a grid of tiles where the models are there.
fn files() -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let form = Cave { columns: 4, rows: 4, storeys: 2, free: 75, ramps: 1, warp: 1, join: 1 };
    let small = with_point_links(&cave(&mut Random::new(1), form), &mut Random::new(2), 3);
    let tiled = real(&["navmesh/tile_dungeon.bin"]);
    let tiled = tiled.iter().map(|b| store::detour::read(b).expect("a tile set").mesh);
    (vec![bytes_of(&small)], tiled.map(|mesh| bytes_of(&mesh)).collect())
}

/// A damaged file is found out by its hashes, unless nothing of it changed.
#[test]
fn files_as_they_are() {
    let (small, large) = files();
    let hashes: Vec<_> = small.iter().chain(&large).map(|b| hash_of(b)).collect();
    let mut outcome = Outcome::default();
    for bytes in copies(&small, &large, 10, damaged, 7) {
        let read = || store::read(&bytes, LoadOptions { ground: true });
        if let Some(mesh) = outcome.read("walkmesh", bytes.len(), read) {
            assert!(hashes.contains(&store::content_hash(&mesh)));
        }
    }
    println!("walkmesh: {outcome:?}");
    assert!(outcome.refused > COPIES * more() / 2 && outcome.loaded < COPIES * more() / 5);
}

fn hash_of(bytes: &[u8]) -> [u8; 32] {
    store::content_hash(&store::read(bytes, LoadOptions::default()).expect("a sound file"))
}

/// Payloads damaged under right hashes, as nobody but a liar writes them: what queries rely on
/// is checked, so a mesh that loads answers them.
#[test]
fn payloads_under_right_hashes() {
    let (small, large) = files();
    let mut random = Random::new(8);
    let mut outcome = Outcome::default();
    for i in 0..COPIES * more() {
        let from = if i % 20 == 0 && !large.is_empty() { &large } else { &small };
        let mut sections = sections(&from[random.below(from.len())]);
        let which = random.below(sections.len());
        sections[which].1 = damaged(&sections[which].1, &mut random);
        let borrowed: Vec<_> = sections.iter().map(|(kind, p)| (*kind, p.as_slice())).collect();
        let bytes = store::file_of_sections(&borrowed);
        let read = || store::read(&bytes, LoadOptions { ground: true });
        if let Some(mesh) = outcome.read("payloads", bytes.len(), read) {
            let _ = mesh.validate();
            questions::ask(&mesh, &format!("payloads {i}"));
        }
    }
    outcome.end("payloads");
}

/// Takes a file apart into kinds and payloads.
fn sections(file: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let mut sections = Vec::new();
    let mut rest = &file[16..];
    while let Some((head, more)) = rest.split_at_checked(48) {
        let length = u64::from_le_bytes(*head[8..].first_chunk().expect("eight bytes"));
        let (payload, next) = more.split_at(usize::try_from(length).expect("a length"));
        sections.push((*head.first_chunk().expect("four bytes"), payload.to_vec()));
        rest = next;
    }
    sections.retain(|(kind, _)| kind != b"DONE");
    sections
}

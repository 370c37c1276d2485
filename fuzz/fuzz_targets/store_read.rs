//! A mesh file of any bytes: an error, or a mesh that goes there and back.
//!
//! Hashes stop almost every mutation, so the input is also taken as the payloads of a file whose
//! hashes are right: `xx kind length payload`, repeated.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walkmesh::store::{self, LoadOptions};

fuzz_target!(|bytes: &[u8]| {
    for file in [bytes.to_vec(), store::file_of_sections(&sections(bytes))] {
        for ground in [false, true] {
            let Ok(mesh) = store::read(&file, LoadOptions { ground }) else { continue };
            let mut again = Vec::new();
            store::write(&mesh, &mut again).expect("writing to memory");
            let back =
                store::read(&again, LoadOptions { ground }).expect("reading what was written");
            assert_eq!(store::content_hash(&back), store::content_hash(&mesh));
            let _ = mesh.validate();
        }
    }
});

/// Cuts the input into sections: a byte for the kind, two for the length.
fn sections(mut bytes: &[u8]) -> Vec<([u8; 4], &[u8])> {
    // All but `DONE`, which the file gets anyway; kinds that came later are last, as inputs name
    // them by number.
    const KINDS: [[u8; 4]; 7] =
        [*b"META", *b"TILE", *b"LINK", *b"GRND", *b"COST", *b"SHUT", *b"SRCE"];
    let mut sections = Vec::new();
    while let [kind, low, high, rest @ ..] = bytes {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
        let (payload, next) = rest.split_at(length);
        sections.push((KINDS[usize::from(*kind) % KINDS.len()], payload));
        bytes = next;
    }
    sections
}

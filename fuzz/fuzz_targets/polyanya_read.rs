//! A `.mesh` of any bytes: an error, or a mesh that goes out and comes back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walkmesh::store::{Placement, polyanya};

fuzz_target!(|bytes: &[u8]| {
    let Ok(imported) = polyanya::read(bytes, &Placement::default()) else { return };
    let text = polyanya::write(&imported.mesh);
    let back = polyanya::read(text.as_bytes(), &Placement::default()).expect("reading it back");
    assert_eq!(back.mesh.polygon_count(), imported.mesh.polygon_count());
    assert_eq!(imported.mesh.validate(), []);
});

//! A `.map` of any bytes: an error, or a sound mesh over its free cells.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walkmesh::store::{Placement, movingai};

fuzz_target!(|bytes: &[u8]| {
    let Ok(mesh) = movingai::read(bytes, &Placement::default()) else { return };
    assert_eq!(mesh.validate(), []);
    let free = bytes.iter().filter(|b| b".GS".contains(b)).count();
    assert!(mesh.polygon_count() > 0 && mesh.polygon_count() <= free);
});

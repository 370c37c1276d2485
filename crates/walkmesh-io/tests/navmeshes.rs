//! Meshes that other tools keep as models, where the folder of models is there.

use walkmesh::store::detour::{self, WriteOptions};
use walkmesh::store::triangles::{WeldOptions, read};
use walkmesh_io::{ReadOptions, UpAxis, read_model};
use walkmesh_testkit::models;

#[test]
fn models_that_are_meshes_become_meshes() {
    let Some(folder) = models::folder() else { return };
    // Triangles, and how many pieces of ground they are.
    for (file, up, triangles) in [
        ("threepathfinding_level.nav.obj", UpAxis::Y, 552),
        ("threepathfinding_level.nav.glb", UpAxis::Y, 552),
        ("landmass_nav_mesh.glb", UpAxis::Z, 56),
        ("vleue_navmesh.glb", UpAxis::Y, 17_141),
    ] {
        let options = ReadOptions { up: Some(up), ..ReadOptions::default() };
        let soup = read_model(&folder.join("navmesh").join(file), &options).expect(file).soup;
        assert_eq!(soup.triangles.len(), triangles, "{file}");
        let imported = read(&soup, &WeldOptions::default()).expect(file);
        let mesh = &imported.mesh;
        println!(
            "{file}: {triangles} triangles, {} polygons, {:.2} m2, {} components; {}",
            mesh.polygon_count(),
            mesh.area_m2(),
            mesh.components().len(),
            imported.report.messages().join("; ")
        );
        assert_eq!(mesh.validate(), [], "{file}");
        assert!(mesh.polygon_count() * 3 < triangles * 2, "{file}: hardly merged");
        // Everything that covers ground in plan is still there.
        let area: f64 = soup
            .triangles
            .iter()
            .filter_map(|t| soup.corners(t))
            .map(|[a, b, c]| ((b.x - a.x) * (c.z - a.z) - (c.x - a.x) * (b.z - a.z)).abs() / 2.0)
            .sum();
        assert!((mesh.area_m2() - area).abs() < area * 1e-4, "{file}: {area} m2 of triangles");
        // A tile set holds together what was together, however narrow.
        let written = detour::write(mesh, &WriteOptions::default()).expect(file);
        let back = detour::read(&written.bytes).expect(file);
        let (ours, theirs) = (mesh.components().len(), back.mesh.components().len());
        assert_eq!(theirs, ours, "{file}: {}", back.report.messages().join("; "));
    }
}

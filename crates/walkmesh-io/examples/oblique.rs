//! Draws storeys, their stairs and a path from the side, the model's walls as glass:
//! `cargo run -p walkmesh-io --example oblique` writes `docs/img/oblique.svg`.

use std::error::Error;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::query::{PathOptions, Scratch, path};
use walkmesh::report::drawing::{self, Drawing, MeshView, SoupView};
use walkmesh_io::render::{Projection, RenderOptions, save};
use walkmesh_scenes::Generated;

/// How the picture is looked at.
pub(crate) fn options() -> RenderOptions {
    let projection = Projection::Oblique { heading: 60.0, elevation: 25.0 };
    RenderOptions { projection, ..RenderOptions::default() }
}

/// The scene's model and mesh, both following the ground, and the path between its two points.
pub(crate) fn draw(scene: &Generated) -> Result<Drawing, Box<dyn Error>> {
    let mesh = bake(&scene.soup, &scene.preset.parameters(), &BakeOptions::default())?.mesh;
    let mut scratch = Scratch::new();
    let found = path(&mesh, &mut scratch, scene.from, scene.to, &PathOptions::default());
    if let Some(reason) = found.reason {
        return Err(reason.to_string().into());
    }
    let mut picture = drawing::mesh(&mesh, MeshView { relief: true, ..MeshView::default() });
    picture.title = format!("stairs: {:.2} m from storey to storey", found.length);
    picture.add(drawing::soup(&scene.soup, SoupView { relief: true, ..SoupView::default() }));
    picture.add(drawing::path(&found.points));
    Ok(picture)
}

fn main() -> Result<(), Box<dyn Error>> {
    let scene = walkmesh_scenes::generate("stairs", &walkmesh_scenes::SceneOptions::default())?;
    Ok(save(&draw(&scene)?, &options(), "docs/img/oblique.svg".as_ref())?)
}

//! From the model of a factory to a path, a picture a step:
//! `cargo run -p walkmesh-io --example building` writes `docs/img/building_*.svg`.

use std::error::Error;
use std::path::Path;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::parameters::{Parameters, Survey, TileSize};
use walkmesh::partition::{
    MergeOptions, Order, Partition, fewest, merge, merge_adjacent, merge_central_points,
    merge_three_to_two,
};
use walkmesh::query::{PathOptions, Scratch, path};
use walkmesh::report::drawing::{self, Drawing, MeshView, SoupView};
use walkmesh::survey::exact;
use walkmesh_io::render::{RenderOptions, save};
use walkmesh_scenes::Generated;

/// The pictures with the names of their files.
pub(crate) fn draw(scene: &Generated) -> Result<Vec<(&'static str, Drawing)>, Box<dyn Error>> {
    let parameters = Parameters {
        survey: Survey::Exact,
        arc_tolerance: 0.05,
        tile_size: TileSize::Solo,
        ..scene.preset.parameters()
    };
    let mut pictures = Vec::new();
    let mut model = drawing::soup(&scene.soup, SoupView::default());
    model.title = format!("the model: {} triangles", scene.soup.triangles.len());
    pictures.push(("model", model));

    let (low, high) = scene.soup.bounds().ok_or("no triangles")?;
    let resolved = parameters.resolve(low, high)?;
    let all = 0..scene.soup.triangles.len();
    let clip = resolved.tile_box(0, 0);
    let surveyed = exact::survey_tile(&scene.soup, all, &parameters, &resolved, clip, false)?;
    let mut surface = drawing::surface(&surveyed.surface);
    surface.title = "the surface: where the agent's centre may be".into();
    pictures.push(("surface", surface));

    let unmerged = MergeOptions { order: Order::None, ..MergeOptions::default() };
    let mut partition = merge(&surveyed.surface, &unmerged)?;
    let draw = |partition: &Partition, what: &str| {
        let mut picture = drawing::pieces(partition, &resolved.frame);
        picture.title = format!("{what}: {} pieces", partition.pieces.len());
        picture
    };
    pictures.push(("triangles", draw(&partition, "triangulated")));
    merge_adjacent(&mut partition, Order::LongestEdge);
    pictures.push(("adjacent", draw(&partition, "adjacent pieces merged")));
    merge_three_to_two(&mut partition, &surveyed.surface);
    merge_central_points(&mut partition);
    let bound = fewest(&partition).bound;
    let what = format!("three into two and around points (no fewer than {bound} are possible)");
    pictures.push(("merged", draw(&partition, &what)));

    let mesh = bake(&scene.soup, &parameters, &BakeOptions::default())?.mesh;
    let mut scratch = Scratch::new();
    let found = path(&mesh, &mut scratch, scene.from, scene.to, &PathOptions::default());
    let mut picture = drawing::mesh(&mesh, MeshView::default());
    picture.title = format!("the mesh, and {:.2} m from the yard into the last room", found.length);
    picture.add(drawing::path(&found.points));
    pictures.push(("path", picture));
    Ok(pictures)
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = walkmesh_scenes::SceneOptions { size: 1, seed: 0 };
    let scene = walkmesh_scenes::generate("soap_factory", &options)?;
    for (name, picture) in draw(&scene)? {
        let file = format!("docs/img/building_{name}.svg");
        save(&picture, &RenderOptions::default(), Path::new(&file))?;
    }
    Ok(())
}

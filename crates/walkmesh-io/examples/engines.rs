//! Draws the shortest path beside the one that a corridor of polygons gives, between the two of
//! many random places where they differ most:
//! `cargo run --release -p walkmesh-io --example engines` writes `docs/img/engines.svg`.

use std::error::Error;

use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::NavMesh;
use walkmesh::query::{Engine, PathOptions, RandomPoints, Scratch, path};
use walkmesh::report::Color;
use walkmesh::report::drawing::{self, Drawing, MeshView, Shape, Stroke};
use walkmesh_io::render::{RenderOptions, save};
use walkmesh_testkit::Random;

const PAIRS: u32 = 500;
const SHORTEST: Color = Color::rgb(20, 140, 40);
const CORRIDOR: Color = Color::rgb(214, 24, 72);

/// A path as an engine found it.
struct Found {
    length: f64,
    points: Vec<Point>,
}

/// The mesh with both paths of the pair for which the corridor's is the longest in proportion.
pub(crate) fn draw(mesh: &NavMesh) -> Result<Drawing, Box<dyn Error>> {
    let [shortest, corridor] = widest_gap(mesh).ok_or("no pair has paths")?;
    let mut picture = drawing::mesh(mesh, MeshView::default());
    let more = 100.0 * (corridor.length / shortest.length - 1.0);
    picture.title = format!("of {PAIRS} pairs the one that differs most: {more:.1} % longer");
    for (found, color, name) in
        [(corridor, CORRIDOR, "Engine::Funnel"), (shortest, SHORTEST, "Engine::Optimal")]
    {
        picture.explain(color, format!("{name}: {:.2} m", found.length));
        let stroke = Stroke::pixels(color, 4.0);
        picture.push_over(Shape::Line { points: found.points, closed: false, stroke });
    }
    Ok(picture)
}

/// Of random pairs the one whose two paths differ most.
fn widest_gap(mesh: &NavMesh) -> Option<[Found; 2]> {
    let (mut scratch, mut random) = (Scratch::new(), Random::new(1));
    let places = RandomPoints::new(mesh, |_| true);
    let mut place = || Some(places.point(mesh, || random.bits())?.point);
    let mut pair = || {
        let (from, to) = (place()?, place()?);
        let mut find = |engine| {
            let options = PathOptions { engine, ..PathOptions::default() };
            let found = path(mesh, &mut scratch, from, to, &options);
            let points = found.points.to_vec();
            found.reason.is_none().then_some(Found { length: found.length, points })
        };
        Some([find(Engine::Optimal)?, find(Engine::Funnel)?])
    };
    let share = |[shortest, corridor]: &[Found; 2]| corridor.length / shortest.length;
    (0..PAIRS).filter_map(|_| pair()).max_by(|a, b| share(a).total_cmp(&share(b)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let scene = walkmesh_scenes::generate("building", &walkmesh_scenes::SceneOptions::default())?;
    let baked = bake(&scene.soup, &scene.preset.parameters(), &BakeOptions::default())?;
    Ok(save(&draw(&baked.mesh)?, &RenderOptions::default(), "docs/img/engines.svg".as_ref())?)
}

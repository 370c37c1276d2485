//! Draws what the questions to a mesh answer: `cargo run -p walkmesh-io --example queries`.

use std::error::Error;

use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::{NavMesh, SearchBox};
use walkmesh::query::{DistanceField, FieldOptions, Filter, Scratch};
use walkmesh::query::{distance_to_wall, move_along, raycast};
use walkmesh::report::drawing::{self, Drawing, MarkForm, MeshView, Shape, Stroke, Width, ramp};
use walkmesh::report::{Color, drawing::MarkForm::Disc};
use walkmesh_io::render::{RenderOptions, save};

const RED: Color = Color::rgb(214, 24, 72);
const GREEN: Color = Color::rgb(20, 140, 40);

/// From the middle of a mesh: distances to everywhere, what is in sight, the nearest wall, and
/// where a body ends that walks at a wall and slides along it.
pub(crate) fn draw(mesh: &NavMesh) -> Result<Drawing, Box<dyn Error>> {
    let (filter, mut scratch) = (Filter::default(), Scratch::new());
    let (low, high) = mesh.bounds().ok_or("an empty mesh")?;
    let middle = Point::new((low.x + high.x) / 2.0, low.y, (low.z + high.z) / 2.0);
    let place = mesh.nearest(middle, &SearchBox::default(), |_| true).ok_or("off the mesh")?;
    let mut picture = drawing::mesh(mesh, MeshView::default());
    picture.title = "distances along the ground, what is in sight, the nearest wall".into();
    let mark = |at, form, size, color| Shape::Mark { at, form, size, color };
    let line = |to, color, width| Shape::Line {
        points: vec![place.point, to],
        closed: false,
        stroke: Stroke::pixels(color, width),
    };

    let mut field = DistanceField::default();
    field.fill(mesh, &[place], &FieldOptions::default())?;
    for (i, j) in (0..70).flat_map(|i| (0..70).map(move |j| (f64::from(i), f64::from(j)))) {
        let dot = Point::new(low.x + 0.2 + 0.45 * i, low.y, low.z + 0.2 + 0.45 * j);
        let Some(ground) = mesh.locate(dot, 0.5) else { continue };
        if let Some(metres) = field.distance(&ground)? {
            let (size, color) = (Width::Metres(0.25), ramp(1.0 - metres / 20.0));
            picture.push_over(mark(ground.point, MarkForm::Square, size, color));
        }
    }
    for i in 0..72 {
        let (sine, cosine) = (f64::from(i) / 36.0 * std::f64::consts::PI).sin_cos();
        let target = Point::new(middle.x + 20.0 * cosine, middle.y, middle.z + 20.0 * sine);
        let ray = raycast(mesh, &mut scratch, &place, target, &filter)?;
        picture.push_over(line(ray.point, Color::WHITE, 1.5));
    }
    if let Some(wall) = distance_to_wall(mesh, &mut scratch, &place, 10.0, &filter)? {
        picture.push_over(line(wall.point, Color::BLACK, 4.0));
    }
    let target = Point::new(middle.x + 3.0, middle.y, middle.z + 1.6);
    let slid = move_along(mesh, &mut scratch, &place, target, &filter)?.place.point;
    for (at, color) in [(target, Color::WHITE), (slid, RED), (place.point, GREEN)] {
        picture.push_over(line(at, color, 3.0));
        picture.push_over(mark(at, Disc, Width::Pixels(13.0), color));
    }
    Ok(picture)
}

fn main() -> Result<(), Box<dyn Error>> {
    let scene = walkmesh_scenes::generate("building", &walkmesh_scenes::SceneOptions::default())?;
    let baked = bake(&scene.soup, &scene.preset.parameters(), &BakeOptions::default())?;
    Ok(save(&draw(&baked.mesh)?, &RenderOptions::default(), "docs/img/queries.svg".as_ref())?)
}

//! What an hour looks like.

use walkmesh::Point;
use walkmesh::edit::{
    Edits, Footprint, Ground, OutlineOptions, Payload, PlanPolygon, ground_outlines,
};
use walkmesh::mesh::{CostFactor, NavMesh};
use walkmesh::report::Color;
use walkmesh::report::drawing::{Drawing, MarkForm, Shape, Stroke, Width};
use walkmesh::soup::HeightField;

use super::day::{HOUSES, PALISADE, RIVER, ROCKS, WRECKS};
use super::walkers::Crowd;

const LOW: Color = Color::rgb(203, 214, 180);
const HIGH: Color = Color::rgb(246, 243, 226);
const SEAM: Color = Color::rgb(150, 160, 130);
const WALL: Color = Color::rgb(70, 74, 66);
const CHEAP: Color = Color::rgb(214, 190, 140);
const WATER: Color = Color::rgb(120, 170, 214);
const ROCK: Color = Color::rgb(160, 152, 146);
const WOOD: Color = Color::rgb(120, 84, 52);
const ROOF: Color = Color::rgb(176, 76, 52);
const RUIN: Color = Color::rgb(96, 90, 88);
const WALKER: Color = Color::rgb(30, 70, 160);
const WAITING: Color = Color::rgb(214, 24, 72);

/// The land in bands of height, so many metres to the right.
fn land(picture: &mut Drawing, heights: &HeightField, shift: f64) {
    let bands = [-9.0, -1.0, -0.2, 0.6, 2.0, 4.0, 6.0, 8.0];
    let options = OutlineOptions { max_error: 0.2, min_area: 0.5 };
    for (i, band) in (0_u8..).zip(bands) {
        let Ok(shape) = ground_outlines(heights, Ground::Above(band), &options) else { continue };
        fill(picture, &shape, LOW.mix(HIGH, i * 36), shift);
    }
}

/// A footprint filled.
fn fill(picture: &mut Drawing, shape: &Footprint, fill: Color, shift: f64) {
    let flat = |ring: &[[f64; 2]]| -> Vec<Point> {
        ring.iter().map(|&[x, z]| Point::new(x + shift, 0.0, z)).collect()
    };
    let polygons = match shape {
        Footprint::Polygons(polygons) => polygons.clone(),
        Footprint::Box { center: [x, z], half: [a, b], turned } => {
            let (s, c) = turned.to_radians().sin_cos();
            let corner = |u: f64, v: f64| [x + u * c - v * s, z + u * s + v * c];
            let outer = vec![corner(-a, -b), corner(*a, -b), corner(*a, *b), corner(-a, *b)];
            vec![PlanPolygon { outer, holes: Vec::new() }]
        }
        Footprint::Circle { .. } | Footprint::Triangles(_) => Vec::new(),
    };
    for polygon in polygons {
        let rings =
            std::iter::once(&polygon.outer).chain(&polygon.holes).map(|r| flat(r)).collect();
        picture.push_over(Shape::Polygon { rings, fill, stroke: None });
    }
}

/// The edges of a mesh, so many metres to the right: walls thick, ground that costs less tinted.
fn edges(picture: &mut Drawing, mesh: &NavMesh, shift: f64) {
    let world = |corner| {
        let p = mesh.frame().to_world(corner);
        Point::new(p.x + shift, 0.0, p.z)
    };
    let mut lines = [Vec::new(), Vec::new()];
    for r in mesh.polygons() {
        let ring: Vec<Point> = mesh.corners(r).map(world).collect();
        if mesh.polygon(r).factor < CostFactor::ONE {
            let (rings, fill) = (vec![ring.clone()], CHEAP);
            picture.push_over(Shape::Polygon { rings, fill, stroke: None });
        }
        for (i, edge) in mesh.edges(r).iter().enumerate() {
            let line = vec![ring[i], ring[(i + 1) % ring.len()]];
            match edge.neighbour() {
                Some(other) if other < r => {}
                Some(_) => lines[0].push(line),
                None => lines[1].push(line),
            }
        }
    }
    for (lines, (color, width)) in lines.into_iter().zip([(SEAM, 0.6), (WALL, 1.6)]) {
        for points in lines {
            let stroke = Stroke::pixels(color, width);
            picture.push_over(Shape::Line { points, closed: false, stroke });
        }
    }
}

/// The mesh of the bare land beside that with water and rocks taken out.
pub(crate) fn before_and_after(heights: &HeightField, edits: &Edits) -> Drawing {
    let mut picture = Drawing::new("the mesh of the land, and without water and steep ground");
    for (mesh, shift) in [(edits.base(), 0.0), (edits.mesh(), super::land::SIDE + 4.0)] {
        land(&mut picture, heights, shift);
        for (id, change, _) in edits.changes().filter(|_| shift > 0.0) {
            let color = if id == RIVER { WATER } else { ROCK };
            fill(&mut picture, &change.shape, color, shift);
        }
        edges(&mut picture, mesh, shift);
    }
    picture
}

/// An hour: the land, what stands on it, its mesh, and who walks there.
pub(crate) fn hour(title: String, heights: &HeightField, edits: &Edits, crowd: &Crowd) -> Drawing {
    let mut picture = Drawing::new(title);
    land(&mut picture, heights, 0.0);
    for (id, change, active) in edits.changes().filter(|(.., active)| *active) {
        let color = match (id, &change.payload) {
            (RIVER, _) => WATER,
            (ROCKS, _) => ROCK,
            (PALISADE, _) | (_, Payload::Open { .. }) => WOOD,
            (id, _) if id.0 >= WRECKS && active => RUIN,
            (id, _) if id.0 >= HOUSES => ROOF,
            _ => continue,
        };
        fill(&mut picture, &change.shape, color, 0.0);
    }
    edges(&mut picture, edits.mesh(), 0.0);
    for walker in &crowd.walkers {
        let color = if walker.arrives { WALKER } else { WAITING };
        let ahead = walker.ahead.iter().rev().copied();
        let points = std::iter::once(walker.at).chain(ahead).collect();
        let stroke = Stroke::pixels(color.alpha(130), 1.2).dashed();
        picture.push_over(Shape::Line { points, closed: false, stroke });
        let (points, stroke) = (walker.trail.clone(), Stroke::pixels(color, 2.0));
        picture.push_over(Shape::Line { points, closed: false, stroke });
        let (at, form, size) = (walker.at, MarkForm::Disc, Width::Pixels(8.0));
        picture.push_over(Shape::Mark { at, form, size, color });
    }
    picture.explain(WALKER, "on the way");
    picture.explain(WAITING, "cannot get there");
    picture
}

//! Shapes that SDF describes itself, as triangles.

use std::f64::consts::TAU;

use roxmltree::Node;
use walkmesh::Point;
use walkmesh::geom::cast;

use super::pose::numbers;
use crate::read::assembly::Part;
use crate::read::transform::Transform;
use crate::read::xml::text_of;

/// Sides of what is round.
const SIDES: u32 = 32;
/// Rings of a sphere, poles included.
const RINGS: u32 = 16;

/// A shape that SDF describes itself, around its own origin; or why there is none.
pub(super) fn part(form: Node<'_, '_>) -> Result<Part, String> {
    let kind = form.tag_name().name();
    let sizes = |name: &str| -> Result<f64, String> {
        let text = text_of(form, name).ok_or_else(|| format!("is a {kind} without {name}"))?;
        let [size] = checked(text, kind, name)?;
        Ok(size)
    };
    match kind {
        "box" => {
            let text = text_of(form, "size").ok_or("is a box without size")?;
            Ok(cuboid(checked(text, kind, "size")?))
        }
        "cylinder" => Ok(lathe(&cylinder(sizes("radius")?, sizes("length")?))),
        "cone" => {
            let (radius, half) = (sizes("radius")?, sizes("length")? / 2.0);
            Ok(lathe(&[[0.0, -half], [radius, -half], [0.0, half]]))
        }
        "sphere" => Ok(lathe(&ball(sizes("radius")?, 0.0))),
        "capsule" => Ok(lathe(&ball(sizes("radius")?, sizes("length")?))),
        "ellipsoid" => {
            let text = text_of(form, "radii").ok_or("is an ellipsoid without radii")?;
            let scale = Transform::scale(checked(text, kind, "radii")?);
            let mut part = lathe(&ball(1.0, 0.0));
            part.points.iter_mut().for_each(|p| *p = scale.apply(*p));
            Ok(part)
        }
        "plane" => plane(form),
        "empty" => Ok(Part::default()),
        _ => Err(format!("is a {kind}, which is not read")),
    }
}

/// So many numbers above 0.
fn checked<const N: usize>(text: &str, kind: &str, name: &str) -> Result<[f64; N], String> {
    let found = numbers::<N>(text).filter(|all| all.iter().all(|v| v.is_finite() && *v > 0.0));
    found.ok_or_else(|| format!("is a {kind} whose {name} is `{}`", text.trim()))
}

fn cuboid(size: [f64; 3]) -> Part {
    let sign = |i: usize, bit: usize| if i & bit == 0 { -0.5 } else { 0.5 };
    let points = (0..8)
        .map(|i| Point::new(size[0] * sign(i, 1), size[1] * sign(i, 2), size[2] * sign(i, 4)));
    let faces: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Part { points: points.collect(), triangles }
}

/// A plane as far as its size says (Gazebo takes it as endless), facing along its normal.
fn plane(form: Node<'_, '_>) -> Result<Part, String> {
    let normal = text_of(form, "normal").map_or(Some([0.0, 0.0, 1.0]), numbers::<3>);
    let normal = normal
        .filter(|n| n.iter().all(|v| v.is_finite()) && n.iter().any(|v| *v != 0.0))
        .ok_or("is a plane whose normal is no direction")?;
    let [w, d] = match text_of(form, "size") {
        Some(text) => checked(text, "plane", "size")?,
        None => [1.0, 1.0],
    };
    let length = normal.iter().map(|v| v * v).sum::<f64>().sqrt();
    // The turn that brings z to the normal: halfway between both, half a turn.
    let half = [normal[0] / length, normal[1] / length, normal[2] / length + 1.0];
    let flipped = half.iter().map(|v| v * v).sum::<f64>() < 1e-24;
    let turn = if flipped {
        Transform::rotation([1.0, 0.0, 0.0], 180.0)
    } else {
        Transform::quaternion([-half[1], half[0], 0.0, half[2]])
    };
    let corner = |x: f64, y: f64| turn.apply(Point::new(x * w / 2.0, y * d / 2.0, 0.0));
    let points = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    Ok(Part { points, triangles: vec![[0, 1, 2], [0, 2, 3]] })
}

/// Radius and height of a cylinder's outline, from the bottom up.
fn cylinder(radius: f64, length: f64) -> [[f64; 2]; 4] {
    let half = length / 2.0;
    [[0.0, -half], [radius, -half], [radius, half], [0.0, half]]
}

/// The outline of a ball whose halves are pulled apart by a length.
fn ball(radius: f64, length: f64) -> Vec<[f64; 2]> {
    let ring = |i: u32| {
        let angle = f64::from(i) / f64::from(RINGS) * TAU / 2.0;
        [radius * libm::sin(angle), -radius * libm::cos(angle)]
    };
    let low = (0..=RINGS / 2).map(ring).map(|[r, h]| [r, h - length / 2.0]);
    let from = if length > 0.0 { RINGS / 2 } else { RINGS / 2 + 1 };
    let high = (from..=RINGS).map(ring).map(|[r, h]| [r, h + length / 2.0]);
    low.chain(high).collect()
}

/// An outline (radius, height; from the bottom up) turned about z. The corners of the prism lie
/// on the round surface.
fn lathe(outline: &[[f64; 2]]) -> Part {
    let mut part = Part::default();
    for &[radius, height] in outline {
        part.points.extend((0..SIDES).map(|i| {
            let angle = f64::from(i) / f64::from(SIDES) * TAU;
            Point::new(radius * libm::cos(angle), radius * libm::sin(angle), height)
        }));
    }
    let last = cast::count(outline.len().saturating_sub(1));
    for ring in 0..last {
        for i in 0..SIDES {
            let next = (i + 1) % SIDES;
            let [a, b] = [ring * SIDES + i, ring * SIDES + next];
            let [c, d] = [a + SIDES, b + SIDES];
            // A ring that is a point has no triangle on its side.
            if outline[cast::index(ring)][0].abs() > 1e-12 {
                part.triangles.push([a, b, d]);
            }
            if outline[cast::index(ring + 1)][0].abs() > 1e-12 {
                part.triangles.push([a, d, c]);
            }
        }
    }
    part
}

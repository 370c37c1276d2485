//! Parts of soups made by hand.

use walkmesh::Point;
use walkmesh::geom::cast;
use walkmesh::soup::{ObjectId, Soup, Triangle};

/// Adds a quad to an object, its front where its corners are counter-clockwise.
pub fn quad(soup: &mut Soup, object: ObjectId, corners: [[f64; 3]; 4]) {
    let first = cast::count(soup.vertices.len());
    soup.vertices.extend(corners.map(Point::from));
    for corners in [[first, first + 1, first + 2], [first, first + 2, first + 3]] {
        soup.triangles.push(Triangle { corners, object });
    }
}

/// The corners of a level quad over a rectangle in plan, `[x, z]` to `[x, z]`, its front up.
#[must_use]
pub fn level([x0, z0, x1, z1]: [f64; 4], y: f64) -> [[f64; 3]; 4] {
    [[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]]
}

/// Adds a quad that is an object of its own.
pub fn lone_quad(soup: &mut Soup, corners: [[f64; 3]; 4]) {
    let object = soup.add_object("quad");
    quad(soup, object, corners);
}

/// Adds a box between two corners that is an object of its own; its faces look outwards.
pub fn cuboid(soup: &mut Soup, [low, high]: [[f64; 3]; 2]) {
    let object = soup.add_object("box");
    let first = cast::count(soup.vertices.len());
    soup.vertices.extend((0..8).map(|i| {
        let corner = [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { low[axis] } else { high[axis] });
        Point::from(corner)
    }));
    for [a, b, c, d] in
        [[2, 6, 7, 3], [0, 1, 5, 4], [1, 3, 7, 5], [0, 4, 6, 2], [4, 5, 7, 6], [0, 2, 3, 1]]
    {
        for corners in [[a, b, c], [a, c, d]] {
            soup.triangles.push(Triangle { corners: corners.map(|i| first + i), object });
        }
    }
}

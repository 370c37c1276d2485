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

/// Adds a quad that is an object of its own.
pub fn lone_quad(soup: &mut Soup, corners: [[f64; 3]; 4]) {
    let object = soup.add_object("quad");
    quad(soup, object, corners);
}

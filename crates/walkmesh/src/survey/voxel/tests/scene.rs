//! Worlds of quads for tests.

use super::super::{VoxelTile, survey_tile};
use crate::geom::{Point, cast};
use crate::parameters::{Parameters, Resolved, TileSize};
use crate::soup::{Area, ObjectId, Soup, Triangle};

#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub(super) soup: Soup,
    pub(super) parameters: Parameters,
    /// Area tag of what is added next.
    pub(super) area: u8,
    /// The world's box, when it is not that of the soup.
    pub(super) bounds: Option<([f64; 3], [f64; 3])>,
}

impl Scene {
    /// A quad, its front where its corners are counter-clockwise.
    pub(super) fn quad(&mut self, corners: [[f64; 3]; 4]) {
        let object = match self.soup.objects.iter().position(|o| o.area.0 == self.area) {
            Some(i) => ObjectId(cast::count(i)),
            None => {
                let id = self.soup.add_object("");
                self.soup.objects.last_mut().unwrap().area = Area(self.area);
                id
            }
        };
        let first = cast::count(self.soup.vertices.len());
        self.soup.vertices.extend(corners.map(Point::from));
        for corners in [[first, first + 1, first + 2], [first, first + 2, first + 3]] {
            self.soup.triangles.push(Triangle { corners, object });
        }
    }

    /// A level floor over `[x, z]` corners.
    pub(super) fn floor(&mut self, min: [f64; 2], max: [f64; 2], y: f64) {
        self.quad([
            [min[0], y, min[1]],
            [min[0], y, max[1]],
            [max[0], y, max[1]],
            [max[0], y, min[1]],
        ]);
    }

    /// A closed box, fronts outwards.
    pub(super) fn block(&mut self, min: [f64; 3], max: [f64; 3]) {
        let ([x0, y0, z0], [x1, y1, z1]) = (min, max);
        self.quad([[x0, y1, z0], [x0, y1, z1], [x1, y1, z1], [x1, y1, z0]]);
        self.quad([[x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]]);
        self.quad([[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]]);
        self.quad([[x0, y0, z0], [x0, y1, z0], [x1, y1, z0], [x1, y0, z0]]);
        self.quad([[x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]]);
        self.quad([[x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]]);
    }

    /// A spiral ramp around the origin: `turns`, rise of a turn, outer radius.
    pub(super) fn helix(&mut self, turns: f64, rise: f64, outer: f64) {
        let steps = 48.0;
        let mut k = 0.0;
        while k < turns * steps {
            let corner = |k: f64, r: f64| {
                let angle = k / steps * std::f64::consts::TAU;
                [r * libm::cos(angle), k / steps * rise, -r * libm::sin(angle)]
            };
            let inner = outer / 3.0;
            self.quad([
                corner(k, inner),
                corner(k, outer),
                corner(k + 1.0, outer),
                corner(k + 1.0, inner),
            ]);
            k += 1.0;
        }
    }

    pub(super) fn resolved(&self) -> Resolved {
        let (min, max) = self.bounds.map_or_else(
            || self.soup.bounds().unwrap(),
            |(min, max)| (Point::from(min), Point::from(max)),
        );
        self.parameters.resolve(min, max).unwrap()
    }

    /// The world as one tile.
    pub(super) fn survey(&self) -> VoxelTile {
        let solo = Self {
            parameters: Parameters { tile_size: TileSize::Solo, ..self.parameters },
            ..self.clone()
        };
        let resolved = solo.resolved();
        let all = 0..self.soup.triangles.len();
        let tile = resolved.tile_box(0, 0);
        survey_tile(&self.soup, all, &self.parameters, &resolved, tile, false).unwrap()
    }
}

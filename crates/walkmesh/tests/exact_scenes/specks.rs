//! What is about as small as the lattice, surveyed in one piece and in tiles.

use super::parameters;
use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::soup::{Soup, Triangle};
use walkmesh_testkit::Random;

/// Triangles of the world, of one object.
fn soup(triangles: &[[[f64; 3]; 3]]) -> Soup {
    let mut soup = Soup::default();
    let object = soup.add_object("");
    for triangle in triangles {
        let first = u32::try_from(soup.vertices.len()).expect("few vertices");
        soup.vertices.extend(triangle.map(|[x, y, z]| Point::new(x, y, z)));
        soup.triangles.push(Triangle { corners: [first, first + 1, first + 2], object });
    }
    soup
}

/// The corners of a level rectangle from `low` to `high` (x, z), as two triangles.
fn plate(low: [f64; 2], high: [f64; 2], y: f64) -> [[[f64; 3]; 3]; 2] {
    let at = |x, z| [x, y, z];
    let [a, b, c, d] =
        [at(low[0], low[1]), at(low[0], high[1]), at(high[0], high[1]), at(high[0], low[1])];
    [[a, b, c], [a, c, d]]
}

/// Areas in one piece and in tiles, square metres.
fn areas(soup: &Soup, p: &Parameters) -> [f64; 2] {
    [TileSize::Solo, TileSize::Metres(1.3)].map(|tile_size| {
        let parameters = Parameters { tile_size, ..*p };
        let baked = bake(soup, &parameters, &BakeOptions::default()).expect("baked");
        assert_eq!(baked.mesh.validate(), []);
        baked.mesh.area_m2()
    })
}

/// What hovers over a floor and is about as small as the lattice keeps the agent away like a post.
#[test]
fn specks_keep_bodies_away() {
    let mut p = parameters();
    (p.agent.radius, p.cell_size) = (0.25, 0.2);
    let free = 2.5 * 2.5 - std::f64::consts::PI * 0.25 * 0.25;
    let mut random = Random::new(5);
    for size in [2, 3, 6, 10, 40] {
        for _ in 0..6 {
            let at = [0.0; 2].map(|_| f64::from(random.between(1000, 2000)) / 1000.0);
            let mut off = || f64::from(random.between(-size, size)) / 10_000.0;
            let speck = [0.0; 3].map(|_| [at[0] + off(), 0.6 + off(), at[1] + off()]);
            let [floor, other] = plate([0.0, 0.0], [3.0, 3.0], 0.0);
            for area in areas(&soup(&[floor, other, speck]), &p) {
                assert!((area - free).abs() < 0.03, "{speck:?}: {area} for {free}");
            }
        }
    }
}

/// A body without radius walks up to the edges, which are rounded to the lattice.
#[test]
fn floors_over_each_other_stay_for_bodies_without_radius() {
    let mut p = parameters();
    (p.agent.radius, p.agent.max_climb) = (0.0, 0.2);
    let (low, high) = (plate([0.0, -2.0], [2.0, 0.0], 0.0), plate([0.0, -0.5], [2.0, 2.0], 0.5));
    for area in areas(&soup(&[low, high].concat()), &p) {
        assert!((area - 8.0).abs() < 0.02, "{area}");
    }
    // Beside slopes too steep, down to a slit; specks on them.
    let mut random = Random::new(8);
    for _ in 0..20 {
        let mut all =
            [plate([0.0, -2.5], [6.0, -0.02], 0.0), plate([0.0, -0.11], [6.0, 2.4], 0.25)].concat();
        for x in 0..6 {
            let [x0, x1] = [f64::from(x), f64::from(x + 1)];
            let profile = [[-0.31, -0.13], [-0.216, 0.001], [-0.11, 0.25]];
            for pair in profile.windows(2) {
                let [[z0, y0], [z1, y1]] = [pair[0], pair[1]];
                let [a, b, c, d] = [[x0, y0, z0], [x0, y1, z1], [x1, y1, z1], [x1, y0, z0]];
                all.extend([[a, b, c], [a, c, d]]);
            }
        }
        let mut off = || f64::from(random.between(-5, 5)) / 10_000.0;
        all.push([0.0; 3].map(|_| [5.95 + off(), -0.127 + off(), -0.287 + off()]));
        let [whole, tiled] = areas(&soup(&all), &p);
        assert!((whole - tiled).abs() < 0.02, "{whole}, {tiled}");
    }
}

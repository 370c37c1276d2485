//! Winding stairs over slopes.

use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::soup::{Soup, Triangle};
use walkmesh_testkit::{Random, more};

use crate::truth::agrees_with_the_triangles;
use crate::{MILLIMETRE, area, parameters, scene, surveyed};

/// Treads around a pole, each a slab, over a floor that slopes up to 0.6 m: they lie on some of it
/// by less than a climb and stand on more of it by more.
fn winders(random: &mut Random) -> Soup {
    let mut soup = Soup::default();
    let object = soup.add_object("winders");
    let mut quad = |corners: [[f64; 3]; 4]| {
        let first = u32::try_from(soup.vertices.len()).expect("few");
        soup.vertices.extend(corners.map(Point::from));
        for corners in [[0, 1, 2], [0, 2, 3]] {
            soup.triangles.push(Triangle { corners: corners.map(|c| first + c), object });
        }
    };
    let high = random.metres(0.3, 0.6);
    quad([[0.0, 0.0, 6.0], [6.0, high, 6.0], [6.0, high, 0.0], [0.0, 0.0, 0.0]]);
    let (x, z, inner) = (random.metres(2.0, 4.0), random.metres(2.0, 4.0), random.metres(0.5, 0.8));
    let (rise, turn, phase) =
        (random.metres(0.12, 0.2), random.metres(0.3, 0.5), random.metres(0.0, 6.0));
    for k in 0..10 {
        let at = |k: i32, radius: f64, y: f64| {
            let (sin, cos) = (phase + turn * f64::from(k)).sin_cos();
            [x + radius * cos, y, z - radius * sin]
        };
        let y = rise * f64::from(k + 1);
        let outer = inner + 1.0;
        let ring = |y| [at(k, inner, y), at(k, outer, y), at(k + 1, outer, y), at(k + 1, inner, y)];
        let (top, bottom) = (ring(y), ring(y - 0.05));
        quad(top);
        let [a, b, c, d] = bottom;
        quad([d, c, b, a]);
        for i in 0..4 {
            let j = (i + 1) % 4;
            quad([bottom[i], bottom[j], top[j], top[i]]);
        }
    }
    soup
}

#[test]
fn winders_over_slopes_are_true_to_a_step_of_height() {
    // Heights are rounded to the lattice and a climb may be a step more: so much farther down the
    // least slope.
    let most = MILLIMETRE + 3.0 / 4096.0 / 0.05;
    for seed in 0..12 * more() {
        println!("winders {seed}");
        agrees_with_the_triangles(&winders(&mut Random::new(seed)), &parameters(), 400, most);
    }
}

/// Ground over itself is taken apart along lines that change nothing.
#[test]
fn tiles_part_no_winders() {
    for seed in 0..12 * more() {
        let soup = winders(&mut Random::new(seed));
        let baked = [TileSize::Solo, TileSize::Metres(2.4)].map(|tile_size| {
            let parameters = Parameters { tile_size, ..parameters() };
            let mesh = bake(&soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh;
            assert_eq!(mesh.validate(), [], "{seed}");
            mesh
        });
        let [solo, tiled] = &baked;
        assert!(tiled.tiles().len() > solo.tiles().len(), "{seed}");
        assert_eq!(tiled.components().len(), solo.components().len(), "{seed}");
        let share = area(tiled) / area(solo) - 1.0;
        assert!(share.abs() < 1e-3, "{seed}: area off by {share}");
    }
}

/// Whether ground is kept or not, whether it lies over itself or not.
#[test]
fn what_is_walked_is_the_same_without_kept_ground() {
    let winders = (0..4 * more()).map(|seed| winders(&mut Random::new(seed)));
    for soup in winders.chain([scene("dining_room", 1), scene("stairs", 2), scene("building", 3)]) {
        let [kept, dropped] = [true, false].map(|keep_ground| {
            let (_, mut tile) = surveyed(&soup, &Parameters { keep_ground, ..parameters() });
            tile.surface.layers.retain(|layer| !layer.patches.is_empty());
            tile
        });
        assert!(kept.ground.is_some() && dropped.ground.is_none());
        assert!(!kept.surface.layers.is_empty());
        // Height grids are too long to print.
        assert!(kept.surface == dropped.surface);
        assert_eq!(kept.counts, dropped.counts);
    }
}

//! Links on the sides of tiles that are made again.

use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, Changed, Updated, bake, update};
use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{Nearest, TileId};
use walkmesh::parameters::{Parameters, Survey, TileSize};
use walkmesh::soup::Soup;
use walkmesh_testkit::links::point_link;
use walkmesh_testkit::soups::{level, lone_quad};

/// An end on the side of its tile, which loses its ground there, is on that of the tile beside it.
#[test]
fn a_link_on_the_side_of_a_tile_keeps_the_ground_beyond() {
    let agent = Agent { radius: 0.0, ..Agent::default() };
    let options = BakeOptions::default();
    for survey in [Survey::Voxel, Survey::Exact] {
        let (tile_size, region_min_area) = (TileSize::Metres(4.0), 0.0);
        let base =
            Parameters { agent, survey, tile_size, region_min_area, ..Parameters::default() };
        let parameters = Parameters { filter_ledges: false, ..base };
        let floors = |some: &[[f64; 4]]| {
            let mut soup = Soup::default();
            // The first two are far off: the box of the world stays as it is.
            let ends = [[-8.0, -8.0, -7.0, -7.0], [7.0, 7.0, 8.0, 8.0]];
            ends.iter().chain(some).for_each(|&floor| lone_quad(&mut soup, level(floor, 0.0)));
            soup
        };
        let whole = bake(&floors(&[[-5.0, -5.0, 5.0, 5.0]]), &parameters, &options);
        let whole = whole.expect("a mesh").mesh;
        // The sides of a tile near the middle.
        let clip = whole.tile(TileId(5)).clip;
        let corner = |at: PlanPoint| whole.frame().to_world(at.at(0));
        let [low, high] = [corner(clip.min), corner(clip.max)];
        let (x, z) = (high.x, 0.5 * (low.z + high.z));
        for (at, rest) in [
            ([x, z], [[x, -5.0, 5.0, 5.0]].as_slice()),
            ([x, high.z], &[[x, -5.0, 5.0, high.z]]),
            ([x, z], &[]),
        ] {
            let places = [[at[0], 0.0, at[1]], [x + 0.3, 0.0, high.z - 0.3]];
            let [from, to] = places.map(|place| whole.locate(place, 0.5).expect("ground"));
            let all = whole.polygons().filter(|r| whole.tile(r.tile).holds(r.polygon, from.plan));
            for polygon in all {
                let link = point_link(&whole, &Nearest { polygon, ..from }, &to);
                let mesh = whole.with_links(vec![link]);
                let updated = update(&mesh, &floors(rest), Changed::ByHash, &options);
                let Updated { baked, lost_links, .. } = updated.expect("a mesh");
                assert_eq!(
                    (baked.mesh.links().len(), lost_links.len()),
                    match rest {
                        [] => (0, 1),
                        _ => (1, 0),
                    }
                );
                assert_eq!(baked.mesh.validate(), []);
            }
        }
    }
}

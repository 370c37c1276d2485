//! Stairs that lie over themselves, and floors over stairs: an exact survey joins in plan, and
//! must not join what lies on different storeys.

use walkmesh::Point;
use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::cast;
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, Preset, Survey, TileSize};
use walkmesh::query::{Filter, Scratch, sees};
use walkmesh::soup::Soup;
use walkmesh_testkit::soups::{level, lone_quad};
use walkmesh_testkit::{Random, more};

/// An upward sheet over `[x, z]` to `[x, z]`.
fn sheet(soup: &mut Soup, [x0, z0]: [f64; 2], [x1, z1]: [f64; 2], y: f64) {
    if x0 < x1 && z0 < z1 {
        lone_quad(soup, level([x0, z0, x1, z1], y));
    }
}

/// Two floors of a house and a straight flight of treads between them, in a hole of the upper one.
/// Both its ends are on the floors, with room around, and there is a way past it on one side.
fn house(random: &mut Random) -> Soup {
    let mut soup = Soup::default();
    let (rise, tread) = (random.metres(0.16, 0.2), random.metres(0.25, 0.3));
    let steps = random.between(14, 20);
    let (height, length) = (rise * f64::from(steps), tread * f64::from(steps));
    let width = random.metres(0.9, 1.6);
    let (x, z) = (random.metres(1.2, 3.0), random.metres(0.0, 4.0));
    let (far, deep) = (x + length + random.metres(1.2, 4.0), z + width + random.metres(0.8, 4.0));
    sheet(&mut soup, [0.0, 0.0], [far, deep], 0.0);
    let hole = [x - random.metres(0.0, 0.2), x + length];
    sheet(&mut soup, [0.0, 0.0], [hole[0], deep], height);
    sheet(&mut soup, [hole[1], 0.0], [far, deep], height);
    sheet(&mut soup, [hole[0], 0.0], [hole[1], z], height);
    sheet(&mut soup, [hole[0], z + width], [hole[1], deep], height);
    for k in 0..steps {
        let (k, y) = (f64::from(k), rise * f64::from(k + 1));
        let (near, far) = (x + tread * k, x + tread * (k + 1.0));
        sheet(&mut soup, [near, z], [far, z + width], y);
        // Its front, and a bottom below.
        let low = y - rise;
        lone_quad(
            &mut soup,
            [[near, low, z], [near, low, z + width], [near, y, z + width], [near, y, z]],
        );
    }
    soup
}

/// A ramp that winds up around a well, `turns` times.
fn helix(random: &mut Random, turns: f64) -> Soup {
    let mut soup = Soup::default();
    let sectors = random.between(24, 64);
    let (inner, phase) = (random.metres(1.0, 2.5), random.metres(0.0, 6.0));
    let (outer, rise) = (inner + random.metres(1.2, 3.0), random.metres(2.6, 4.0));
    let shift = [random.metres(-1.0, 1.0), random.metres(-1.0, 1.0)];
    let at = |k: i32, radius: f64| {
        let turned = f64::from(k) / f64::from(sectors);
        let (sin, cos) = (turned * std::f64::consts::TAU + phase).sin_cos();
        [shift[0] + radius * cos, rise * turned, shift[1] - radius * sin]
    };
    for k in 0..cast::ceil_i32(turns * f64::from(sectors)) {
        lone_quad(&mut soup, [at(k, inner), at(k, outer), at(k + 1, outer), at(k + 1, inner)]);
    }
    soup
}

fn baked(soup: &Soup, survey: Survey, tile_size: TileSize) -> NavMesh {
    let parameters =
        Parameters { survey, tile_size, cell_size: 0.05, ..Preset::Human.parameters() };
    let mesh = bake(soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
    assert_eq!(mesh.validate(), []);
    mesh
}

/// How much more an edge of a polygon rises than a slope of `rise` for a metre and a climb allow.
fn beyond(mesh: &NavMesh, rise: f64) -> f64 {
    let climb = mesh.parameters().agent.max_climb;
    let edges = mesh.polygons().flat_map(|polygon| {
        let corners: Vec<Point> =
            mesh.corners(polygon).map(|corner| mesh.frame().to_world(corner)).collect();
        let next = corners.clone().into_iter().cycle().skip(1);
        corners.into_iter().zip(next)
    });
    let beyond = edges.map(|(a, b)| (a.y - b.y).abs() - climb - rise * a.plan_distance(b));
    beyond.fold(f64::NEG_INFINITY, f64::max)
}

/// The exact survey agrees with the voxels on what hangs together, and no polygon of it leaves
/// the ground.
fn hangs_together(soup: &Soup, rise: f64, told: &str) {
    let voxels = baked(soup, Survey::Voxel, TileSize::Solo);
    assert_eq!(voxels.components().len(), 1, "{told}");
    for tile_size in [TileSize::Solo, TileSize::Metres(5.0)] {
        let mesh = baked(soup, Survey::Exact, tile_size);
        assert_eq!(mesh.components().len(), 1, "{told} {tile_size:?}");
        assert!(mesh.area_m2() >= voxels.area_m2(), "{told} {tile_size:?}");
        let beyond = beyond(&mesh, rise);
        assert!(beyond <= 0.0, "{told} {tile_size:?}: {beyond} m");
    }
}

#[test]
fn a_flight_joins_the_floor_below_and_the_floor_around_it() {
    for seed in 0..30 * more() {
        let soup = house(&mut Random::new(seed));
        hangs_together(&soup, 0.2 / 0.25, &format!("house {seed}"));
    }
}

#[test]
fn a_helix_over_itself_is_one_way_up() {
    for seed in 0..12 * more() {
        let mut random = Random::new(seed);
        let turns = f64::from(random.between(6, 18)) / 5.0;
        // The inner edge is the steepest: four metres in a turn of a metre's radius.
        let soup = helix(&mut random, turns);
        hangs_together(&soup, 4.0 / std::f64::consts::TAU, &format!("helix {seed}"));
    }
}

/// A floor, a ledge on its side `deep` metres wide and 0.3 m up, and a floor 0.55 m up beyond that.
fn ledge(deep: f64) -> Soup {
    let mut soup = Soup::default();
    sheet(&mut soup, [0.0, 0.0], [4.0, 3.0], 0.0);
    sheet(&mut soup, [4.0, 0.0], [4.0 + deep, 3.0], 0.3);
    sheet(&mut soup, [4.0 + deep, 0.0], [8.0, 3.0], 0.55);
    soup
}

#[test]
fn a_ledge_is_a_tread_where_it_is_as_deep_as_a_cell() {
    for (deep, parts) in [(0.003, 2), (0.02, 2), (0.049, 2), (0.051, 1), (0.1, 1), (0.4, 1)] {
        for tile_size in [TileSize::Solo, TileSize::Metres(1.7)] {
            let mesh = baked(&ledge(deep), Survey::Exact, tile_size);
            assert_eq!(mesh.components().len(), parts, "{deep} m deep, {tile_size:?}");
        }
    }
}

/// Winding treads: narrow at the inner end, where one does not go up, and deep at the outer.
#[test]
fn winding_treads_lead_up_where_they_are_deep() {
    let mut soup = Soup::default();
    let at = |k: i32, radius: f64| {
        let turned = f64::from(k) * std::f64::consts::TAU / 40.0;
        [radius * turned.cos(), radius * turned.sin()]
    };
    for k in 0..10 {
        let y = 0.25 * f64::from(k);
        let [a, b, c, d] = [at(k, 0.1), at(k, 2.0), at(k + 1, 2.0), at(k + 1, 0.1)];
        let up = |[x, z]: [f64; 2]| [x, y, z];
        lone_quad(&mut soup, [up(a), up(d), up(c), up(b)]);
    }
    let mesh = baked(&soup, Survey::Exact, TileSize::Solo);
    let heights = mesh.polygons().flat_map(|r| mesh.corners(r).map(|c| mesh.frame().to_world(c).y));
    let highest = heights.fold(f64::NEG_INFINITY, f64::max);
    assert!((1.9..2.3).contains(&highest), "{highest}");
    assert_eq!(mesh.components().len(), 1);
}

/// A ramp along x beside floors: its side is open as far as it is less than a climb high, however
/// high it goes on, also where the floors meet in a seam.
#[test]
fn the_side_of_a_ramp_is_open_up_to_a_climb() {
    let climb = 0.3;
    let tops = [(15.0_f64, 0.25), (15.0, 0.305), (15.0, 0.5), (15.0, 2.0), (8.0, 0.5), (5.0, 0.5)];
    let seams = [(0.0, 0.0), (0.5, 0.01), (0.8, -0.01), (0.9, 0.02), (0.3, 0.02)];
    for ((degrees, top), (seam, up)) in
        tops.into_iter().flat_map(|top| seams.map(|seam| (top, seam)))
    {
        let told = format!("{degrees} degrees to {top} m, seam {seam} {up}");
        let slope = degrees.to_radians().tan();
        let reach = f64::min(climb, top) / slope;
        let mut soup = Soup::default();
        let seam = 4.0 + reach * seam;
        sheet(&mut soup, [0.0, 0.0], [seam, 8.0], 0.0);
        sheet(&mut soup, [seam, 0.0], [20.0, 8.0], up);
        let (far, ramp) = (4.0 + top / slope, |x, y, z| [x, y, z]);
        let high = [ramp(far, top, 3.0), ramp(far, top, 1.0)];
        lone_quad(&mut soup, [ramp(4.0, 0.0, 1.0), ramp(4.0, 0.0, 3.0), high[0], high[1]]);
        let parameters = Parameters {
            survey: Survey::Exact,
            tile_size: TileSize::Solo,
            ..Preset::Human.parameters()
        };
        let agent = Agent { max_climb: climb, radius: 0.3, ..parameters.agent };
        let parameters = Parameters { agent, ..parameters };
        let mesh = bake(&soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
        // From so far on a foot is surely up to where the side is open, and past where it is not.
        let open = reach - agent.radius - 0.15 - up.abs() / slope;
        let crossed = |share: f64| {
            let x = 4.0 + open * share;
            let [from, to] =
                [[x, 0.0, 3.4], [x, (x - 4.0) * slope, 2.6]].map(|p| mesh.locate(p, 0.3));
            let both = from.zip(to).expect("both are on the mesh");
            sees(&mesh, &mut Scratch::new(), &both.0, &both.1, &Filter::default())
                .expect("both are")
        };
        for share in [0.05, 0.2, 0.4, 0.6, 0.8, 0.95] {
            assert!(open < 0.0 || crossed(share), "{told}: {share} of {open} m");
        }
    }
}

/// A wide ramp over its own floor, which it meets in a slanted line: it is cut where it lies over
/// the floor beside that line, and nowhere else in the line's box, however narrow the body is.
#[test]
fn a_ramp_that_starts_aslant_is_cut_along_its_start() {
    let mut soup = Soup::default();
    sheet(&mut soup, [0.0, 0.0], [15.0, 15.0], 0.0);
    lone_quad(&mut soup, [[3.0, 0.0, 3.0], [7.0, 0.0, 11.0], [12.0, 2.5, 8.5], [8.0, 2.5, 0.5]]);
    for radius in [0.0, 0.05] {
        let agent = Agent { height: 0.25, radius, max_climb: 0.1, max_slope: 45.0 };
        let parameters = Parameters { survey: Survey::Exact, agent, ..Preset::Human.parameters() };
        let mesh = bake(&soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
        assert_eq!(mesh.validate(), []);
        assert_eq!(mesh.components().len(), 1, "radius {radius}");
        assert!(mesh.polygon_count() < 60, "radius {radius}: {}", mesh.polygon_count());
    }
}

/// Ground goes on from cell to cell as its plane does, also for who steps no higher than a threshold:
/// heights are the plane's everywhere, along tile sides too.
#[test]
fn the_ground_of_a_ramp_is_its_plane_however_low_the_climb() {
    let slope = 25.0_f64.to_radians().tan();
    let mut soup = Soup::default();
    let at = |x: f64, z: f64| [x, slope * (0.8 * x + 0.6 * z), z];
    lone_quad(&mut soup, [at(0.0, 0.0), at(0.0, 9.0), at(14.0, 9.0), at(14.0, 0.0)]);
    let agent = Agent { height: 1.5, radius: 0.2, max_climb: 0.02, max_slope: 30.0 };
    let parameters = Parameters {
        survey: Survey::Exact,
        agent,
        cell_size: 0.3,
        cell_height: 0.02,
        detail_max_error: 0.02,
        tile_size: TileSize::Metres(3.0),
        ..Preset::Human.parameters()
    };
    let mesh = bake(&soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
    assert_eq!(mesh.validate(), []);
    for (i, k) in (0..60).flat_map(|i| (0..40).map(move |k| (i, k))) {
        let [x, y, z] = at(0.5 + 13.0 * f64::from(i) / 60.0, 0.5 + 8.0 * f64::from(k) / 40.0);
        let found = mesh.locate([x, y, z], 1.0).expect("on the ramp").point.y;
        assert!((found - y).abs() <= 0.02, "{found} at {x} {z}, where the ramp is {y} high");
    }
}

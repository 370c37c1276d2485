use super::*;
use crate::agent::Agent;

#[test]
fn recast_numbers_come_out() {
    let r = Parameters::default().resolve([0.0, 0.0, 0.0], [60.0, 5.0, 30.0]).unwrap();
    assert_eq!((r.walkable_height, r.walkable_climb), (10, 4));
    assert_eq!((r.cell, r.cell_height), (1229, 819));
    assert_eq!((r.columns, r.rows), (1, 1));
    assert_eq!(r.region_min_cells, 64);
}

#[test]
fn tiles_cover_the_world_exactly() {
    let p = Parameters { tile_size: TileSize::Metres(9.6), ..Parameters::default() };
    let r = p.resolve([0.0, 0.0, 0.0], [60.0, 5.0, 30.0]).unwrap();
    assert_eq!(r.tile_cells, 32);
    assert_eq!(r.tile_box(0, 0).min, r.clip.min);
    assert_eq!(r.tile_box(r.columns - 1, r.rows - 1).max, r.clip.max);
}

#[test]
fn a_stray_vertex_far_away_is_an_error_that_says_so() {
    let low = [0.0, -757_769_000.0, 0.0];
    let error = Parameters::default().resolve(low, [60.0, 5.0, 30.0]).unwrap_err();
    assert!(matches!(error, ParameterError::TooCoarse { name: "cell_size", .. }), "{error}");
    assert!(error.to_string().contains("stray"), "{error}");
}

#[test]
fn the_bad_value_is_named() {
    let with = |f: &dyn Fn(&mut Parameters)| {
        let mut p = Parameters::default();
        f(&mut p);
        p.validate().unwrap_err().to_string()
    };
    assert!(with(&|p| p.cell_size = f64::NAN).contains("cell_size"));
    assert!(with(&|p| p.agent.radius = -1.0).contains("agent_radius"));
    assert!(with(&|p| p.agent.max_slope = 90.0).contains("agent_max_slope"));
    assert!(with(&|p| p.agent.max_climb = 3.0).contains("agent_max_climb"));
}

/// Lengths from far below what a lattice can tell to far above what it reaches.
#[test]
fn no_length_is_too_small_or_too_large_for_an_answer() {
    type Set = fn(&mut Parameters, f64);
    let lengths: [Set; 12] = [
        |p, v| p.cell_size = v,
        |p, v| p.cell_height = v,
        |p, v| (p.cell_size, p.cell_height) = (v, v),
        |p, v| p.agent.height = v,
        |p, v| p.agent.radius = v,
        |p, v| (p.agent.height, p.agent.max_climb) = (2.0 * v, v),
        |p, v| p.border_size = v,
        |p, v| p.edge_max_error = v,
        |p, v| p.arc_tolerance = v,
        |p, v| (p.detail_sample_distance, p.detail_max_error) = (v, v),
        |p, v| (p.region_min_area, p.region_merge_area) = (v, v),
        |p, v| p.tile_size = TileSize::Metres(v),
    ];
    let (mut resolved, mut refused) = (0, 0);
    for set in lengths {
        for digits in -18..=18 {
            let mut parameters = Parameters::default();
            set(&mut parameters, 10_f64.powi(digits));
            for side in [-12, -9, -3, 0, 2, 5, 9, 15].map(|digits| 10_f64.powi(digits)) {
                match parameters.resolve([-side, 0.0, 0.0], [side, side / 3.0, side]) {
                    Ok(made) => {
                        resolved += 1;
                        let all = [made.cell, made.tile_cells, made.columns, made.rows];
                        assert!(all.iter().all(|&v| v > 0), "{made:?}");
                        assert!(made.clip.min.x < made.clip.max.x, "{made:?}");
                        assert!(made.radius >= 0 && made.border_cells >= 3, "{made:?}");
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(!error.to_string().is_empty());
                    }
                }
            }
        }
    }
    assert!(resolved > 500 && refused > 500, "{resolved} {refused}");
}

#[test]
fn a_length_beyond_the_lattice_is_named() {
    let with = |f: &dyn Fn(&mut Parameters)| {
        let mut p = Parameters::default();
        f(&mut p);
        p.resolve([0.0; 3], [12.0, 3.0, 9.0]).unwrap_err().to_string()
    };
    for (name, error) in [
        ("cell_size", with(&|p| p.cell_size = 1e6)),
        ("agent_radius", with(&|p| p.agent.radius = 1e9)),
        ("border_size", with(&|p| p.border_size = 1e9)),
    ] {
        assert!(error.contains(name) && error.contains("12 m across"), "{error}");
    }
}

#[test]
fn a_border_that_is_too_wide_is_named_and_not_the_cells() {
    for (name, parameters) in [
        ("border_size", Parameters { border_size: 1e4, ..Parameters::default() }),
        ("agent_radius", {
            let agent = Agent { radius: 1e4, ..Parameters::default().agent };
            Parameters { agent, ..Parameters::default() }
        }),
    ] {
        for tile_size in [TileSize::Solo, TileSize::Metres(6.0)] {
            let parameters = Parameters { tile_size, ..parameters };
            let error = parameters.resolve([0.0; 3], [60.0, 5.0, 30.0]).unwrap_err().to_string();
            let is_named = error.starts_with(&format!("{name} is 10000 m"));
            assert!(is_named && error.ends_with(&format!("lower {name}")), "{error}");
        }
    }
    let exact = Parameters { border_size: 1e9, survey: Survey::Exact, ..Parameters::default() };
    assert!(exact.resolve([0.0; 3], [60.0, 5.0, 30.0]).is_ok(), "it has no use for a border");
    // A radius alone makes no border that is too wide.
    for (cell_size, tile_size) in [(1e-3, TileSize::Solo), (2.5e-4, TileSize::Metres(3.0))] {
        let fine = Parameters { cell_size, tile_size, ..Parameters::default() };
        let error = fine.resolve([0.0; 3], [60.0, 5.0, 30.0]).unwrap_err().to_string();
        assert!(error.contains("raise cell_size"), "{error}");
    }
}

#[test]
fn corners_may_come_in_any_order() {
    for tile_size in [TileSize::Auto, TileSize::Metres(6.0)] {
        let p = Parameters { tile_size, ..Parameters::default() };
        let (low, high) = ([-4.0, 0.0, 2.0], [60.0, 5.0, 30.0]);
        assert_eq!(p.resolve(high, low), p.resolve(low, high));
        assert_eq!(p.resolve([-4.0, 5.0, 30.0], [60.0, 0.0, 2.0]), p.resolve(low, high));
        let frame = |e| matches!(e, Err(ParameterError::Frame(_)));
        assert!(frame(p.resolve([f64::NAN, 0.0, 0.0], high)));
        assert!(frame(p.resolve(low, [f64::NAN, 0.0, 0.0])));
    }
}

#[test]
fn a_world_of_too_many_tiles_is_refused() {
    let p = Parameters { tile_size: TileSize::Metres(0.6), ..Parameters::default() };
    let (low, high) = ([0.0; 3], [4000.0, 3.0, 4000.0]);
    let error = p.resolve(low, high).unwrap_err().to_string();
    assert!(error.contains("tiles of 0.6") && error.contains("tile_size"), "{error}");
    assert!(Parameters { tile_size: TileSize::Metres(6.0), ..p }.resolve(low, high).is_ok());
}

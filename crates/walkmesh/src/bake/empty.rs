//! Why nothing is left to walk on: the first rule that brought the count of what is left to zero.

use crate::parameters::{Parameters, Survey};
use crate::survey::voxel::Counts;

/// One sentence: which rule removed the last walkable ground, with its figures, and which
/// parameter to change; and which one before it took much. The soup has so many `triangles`;
/// `pieces` are left of its islands after culling.
pub(super) fn why(
    counts: &Counts,
    (triangles, pieces): (usize, usize),
    parameters: &Parameters,
) -> String {
    let last = last(counts, (triangles, pieces), parameters);
    let all = counts.low_hanging.max(counts.rasterised);
    // Of an exact survey triangles are counted, in every tile again.
    if parameters.survey == Survey::Exact || counts.ledges == 0 || counts.low_height == 0 {
        return last;
    }
    let before = [
        (all.saturating_sub(counts.ledges), "the ledge filter", "agent_max_climb, filter_ledges"),
        (counts.ledges.saturating_sub(counts.low_height), "missing head room", "agent_height"),
    ];
    match before.into_iter().max() {
        Some((taken, what, knobs)) if taken > all / 4 => {
            format!("{last}; before it {what} ({knobs}) took {taken} of {all} walkable cells")
        }
        _ => last,
    }
}

/// What took the last of it.
fn last(counts: &Counts, (triangles, pieces): (usize, usize), parameters: &Parameters) -> String {
    let agent = &parameters.agent;
    let is_exact = parameters.survey == Survey::Exact;
    // The exact survey counts triangles, then what of their ground hangs together, and both again
    // for each tile that they come near.
    let (surfaces, ground) =
        if is_exact { ("triangles", "pieces of ground") } else { ("cells", "cells") };
    let left = |count: usize, what: &str| match is_exact {
        true => format!("the last walkable {what}"),
        false => format!("the last {count} walkable {what}"),
    };
    if counts.rasterised == 0 {
        return format!(
            "no triangle of {triangles} faces up within agent_max_slope ({} degrees): is another axis up (--up), or is the winding reversed (--winding two-sided)?",
            agent.max_slope
        );
    }
    if counts.ledges == 0 {
        return format!(
            "the ledge filter removed {}, each beside a drop deeper than agent_max_climb ({} m): raise it, or do without the filter (filter_ledges)",
            left(counts.low_hanging.max(counts.rasterised), surfaces),
            agent.max_climb
        );
    }
    if counts.low_height == 0 {
        return format!(
            "{} have less head room than agent_height ({} m): lower it",
            left(counts.ledges, surfaces),
            agent.height
        );
    }
    let islands = |count: usize| {
        let area = parameters.region_min_area;
        let last = left(count, ground);
        format!("{last} form islands smaller than region_min_area ({area:.3} m²): lower it")
    };
    // The exact survey drops islands before the radius is kept away as well.
    if is_exact && counts.large_enough == 0 {
        return islands(counts.low_height);
    }
    if counts.eroded == 0 {
        let before = if is_exact { counts.large_enough } else { counts.low_height };
        return format!(
            "{} are nearer to a wall or an edge than agent_radius ({} m): lower it",
            left(before, ground),
            agent.radius
        );
    }
    if counts.islands > 0 && pieces == 0 {
        let area = parameters.polygon_min_area;
        return format!(
            "all polygons are smaller than polygon_min_area ({area:.3} m²) and lead nowhere: lower it"
        );
    }
    islands(counts.eroded)
}

/// One sentence for so many triangles of which none is where the mesh was first baked: an update
/// looks nowhere else.
pub(super) fn elsewhere(triangles: usize) -> String {
    format!(
        "no triangle of {triangles} is in the box of the first bake: if the world has moved, bake the whole again"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bake::{BakeOptions, bake};
    use crate::geom::Point;
    use crate::parameters::TileSize;
    use crate::soup::{Soup, Triangle};

    #[test]
    fn the_first_rule_that_left_nothing_is_named() {
        let full = Counts {
            triangles: 9,
            rasterised: 8,
            low_hanging: 8,
            ledges: 7,
            low_height: 6,
            eroded: 5,
            ..Counts::default()
        };
        let said = |counts: Counts| why(&counts, (9, 0), &Parameters::default());
        assert!(said(full).contains("region_min_area"));
        let narrow = said(Counts { eroded: 0, ..full });
        assert!(narrow.contains("the last 6 walkable cells") && narrow.contains("agent_radius"));
        assert!(said(Counts { eroded: 0, low_height: 0, ..full }).contains("agent_height"));
        let ledges = Counts { eroded: 0, low_height: 0, ledges: 0, ..full };
        assert!(said(ledges).contains("agent_max_climb"));
        // What took most is named beside what took the last.
        let steep = said(Counts { rasterised: 90, low_hanging: 90, ..full });
        assert!(steep.contains("region_min_area"), "{steep}");
        assert!(steep.contains("the ledge filter (agent_max_climb, filter_ledges) took 83 of 90"));
        let low = said(Counts { rasterised: 90, low_hanging: 90, ledges: 80, ..full });
        assert!(low.contains("missing head room (agent_height) took 74 of 90"), "{low}");
        assert!(!narrow.contains("before it"), "{narrow}");
        // Tiles count a triangle each for itself.
        let none = Counts { triangles: 36, ..Counts::default() };
        assert!(said(none).contains("no triangle of 9 faces up within agent_max_slope"));
    }

    #[test]
    fn the_exact_survey_drops_islands_before_it_erodes() {
        let parameters = Parameters { survey: Survey::Exact, ..Parameters::default() };
        let said = |counts: Counts| why(&counts, (9, 0), &parameters);
        let free = Counts { triangles: 9, rasterised: 8, ledges: 8, ..Counts::default() };
        assert!(said(free).contains("last walkable triangles have less head room"));
        let islands = Counts { low_height: 6, ..free };
        assert!(said(islands).contains("last walkable pieces of ground form islands"));
        assert!(said(islands).contains("region_min_area"));
        let narrow = Counts { large_enough: 5, ..islands };
        assert!(said(narrow).contains("last walkable pieces of ground are nearer"));
        assert!(said(narrow).contains("agent_radius"));
        assert!(said(Counts { eroded: 4, ..narrow }).contains("region_min_area"));
    }

    /// What a bake of a floor of 4 m by 3 m says.
    fn of_a_floor(parameters: &Parameters, triangles: [[u32; 3]; 2]) -> String {
        let mut soup = Soup::default();
        let object = soup.add_object("floor");
        let corners = [[0.0, 0.0], [0.0, 3.0], [4.0, 3.0], [4.0, 0.0]];
        soup.vertices.extend(corners.map(|[x, z]| Point::new(x, 0.0, z)));
        soup.triangles.extend(triangles.map(|corners| Triangle { corners, object }));
        bake(&soup, parameters, &BakeOptions::default()).unwrap_err().to_string()
    }

    #[test]
    fn triangles_are_counted_once_however_many_tiles_they_reach() {
        for survey in [Survey::Voxel, Survey::Exact] {
            let tile_size = TileSize::Metres(1.0);
            let parameters = Parameters { survey, tile_size, ..Parameters::default() };
            let said = of_a_floor(&parameters, [[0, 2, 1], [0, 3, 2]]);
            assert!(said.contains("no triangle of 2 faces up"), "{said}");
        }
    }

    #[test]
    fn an_exact_bake_names_what_took_its_ground() {
        let of_a_floor = |change: fn(&mut Parameters)| {
            let mut parameters = Parameters { survey: Survey::Exact, ..Parameters::default() };
            change(&mut parameters);
            of_a_floor(&parameters, [[0, 1, 2], [0, 2, 3]])
        };
        let small = of_a_floor(|p| p.region_min_area = 1e5);
        assert!(small.contains("region_min_area"), "{small}");
        let narrow = of_a_floor(|p| (p.region_min_area, p.agent.radius) = (0.0, 2.0));
        assert!(narrow.contains("agent_radius"), "{narrow}");
        let culled = of_a_floor(|p| (p.region_min_area, p.polygon_min_area) = (0.0, 1e9));
        assert!(culled.contains("polygon_min_area"), "{culled}");
        let worn = of_a_floor(|p| (p.region_min_area, p.agent.radius) = (11.0, 1.0));
        assert!(worn.contains("region_min_area"), "{worn}");
    }
}

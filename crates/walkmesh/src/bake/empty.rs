//! Why nothing is left to walk on: the first rule that brought the count of cells to zero.

use crate::parameters::Parameters;
use crate::survey::voxel::Counts;

/// One sentence: which rule removed the last walkable cell, with its figures, and which
/// parameter to change.
pub(super) fn why(counts: &Counts, parameters: &Parameters) -> String {
    let agent = &parameters.agent;
    let left = |cells: usize| format!("the last {cells} walkable cells");
    if counts.rasterised == 0 {
        return format!(
            "none of the {} triangles faces up within agent_max_slope ({} degrees): is another axis up (--up), or is the winding reversed (--winding two-sided)?",
            counts.triangles, agent.max_slope
        );
    }
    if counts.ledges == 0 {
        let cells = left(counts.low_hanging.max(counts.rasterised));
        return format!(
            "the ledge filter removed {cells}, each beside a drop deeper than agent_max_climb ({} m): raise it, or turn filter_ledges off",
            agent.max_climb
        );
    }
    if counts.low_height == 0 {
        return format!(
            "{} have less head room than agent_height ({} m): lower it",
            left(counts.ledges),
            agent.height
        );
    }
    if counts.eroded == 0 {
        return format!(
            "{} are nearer to a wall or an edge than agent_radius ({} m): lower it",
            left(counts.low_height),
            agent.radius
        );
    }
    format!(
        "{} form islands smaller than region_min_area ({:.3} m2): lower it",
        left(counts.eroded),
        parameters.region_min_area
    )
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let said = |counts: Counts| why(&counts, &Parameters::default());
        assert!(said(full).contains("region_min_area"));
        assert!(said(Counts { eroded: 0, ..full }).contains("agent_radius"));
        assert!(said(Counts { eroded: 0, low_height: 0, ..full }).contains("agent_height"));
        let ledges = Counts { eroded: 0, low_height: 0, ledges: 0, ..full };
        assert!(said(ledges).contains("agent_max_climb"));
        let none = Counts { triangles: 9, ..Counts::default() };
        assert!(said(none).contains("agent_max_slope"));
    }
}

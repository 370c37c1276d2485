//! Plans that are refused, and those that only look odd.

use super::*;

fn corners(plan: &[(f64, f64)]) -> Vec<Point> {
    plan.iter().map(|&(x, z)| Point::new(x, 0.0, z)).collect()
}

/// Each plan from every corner on and both ways round.
#[test]
fn a_plan_that_crosses_itself_is_refused() {
    let mesh = tower(&[0.0, 3.0]);
    let bow_ties: [&[(f64, f64)]; 6] = [
        &[(2.0, 2.0), (6.0, 6.0), (6.0, 2.0), (2.0, 6.0)],
        &[(2.0, 2.0), (6.0, 6.0), (6.0, 2.0), (2.0, 5.0)],
        // A corner where it crosses.
        &[(2.0, 2.0), (4.0, 4.0), (6.0, 6.0), (6.0, 2.0), (4.0, 4.0), (2.0, 6.0)],
        // A corner on an edge.
        &[(2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (4.0, 2.0), (2.0, 6.0)],
        // A spike without width.
        &[(2.0, 2.0), (6.0, 2.0), (4.0, 2.0), (4.0, 6.0)],
        // Twice around.
        &[(2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0)],
    ];
    for plan in bow_ties {
        for turn in 0..2 * plan.len() {
            let mut plan = corners(plan);
            plan.rotate_left(turn / 2);
            if turn % 2 == 1 {
                plan.reverse();
            }
            let error = declare(&mesh, &[Way::Elevator(elevator(plan.clone()))]).unwrap_err();
            let LinkProblem::CrossedPlan { edges, ends } = error.problem else {
                panic!("{plan:?}: {error}");
            };
            for (edge, ends) in edges.into_iter().zip(*ends) {
                assert_eq!(ends, [plan[edge], plan[(edge + 1) % plan.len()]], "{plan:?}");
            }
        }
    }
    let error = declare(&mesh, &[Way::Elevator(elevator(corners(bow_ties[1])))]).unwrap_err();
    let words = "way 0: the elevator's plan crosses itself: edge 0 (x and z 2, 2 to 6, 6) meets \
                 edge 2 (6, 2 to 2, 5), counted from 0: give the corners in their order around the \
                 plan";
    assert_eq!(error.to_string(), words);
}

#[test]
fn a_corner_given_twice_is_one_corner() {
    let mesh = tower(&[0.0, 3.0]);
    let stops = |plan: &[(f64, f64)]| {
        let (_, built) = declare(&mesh, &[Way::Elevator(elevator(corners(plan)))]).unwrap();
        built[0].stops.clone()
    };
    let plain = stops(&[(2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0)]);
    let closed = stops(&[(2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0), (2.0, 2.0)]);
    assert_eq!(plain, closed);
    let twice =
        [(2.0, 2.0), (2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (6.0, 6.0), (6.0, 6.0), (2.0, 6.0)];
    assert_eq!(plain, stops(&twice));

    let few: [&[(f64, f64)]; 5] = [
        &[],
        &[(2.0, 2.0); 5],
        &[(2.0, 2.0), (6.0, 6.0), (2.0, 2.0)],
        &[(2.0, 2.0), (6.0, 6.0), (4.0, 4.0), (3.0, 3.0)],
        &[(2.0, 2.0), (6.0, 6.0), (6.0, 6.0), (2.0, 2.0)],
    ];
    for plan in few {
        let error = declare(&mesh, &[Way::Elevator(elevator(corners(plan)))]).unwrap_err();
        assert_eq!(error.problem, LinkProblem::FlatPlan { corners: plan.len() }, "{plan:?}");
    }
}

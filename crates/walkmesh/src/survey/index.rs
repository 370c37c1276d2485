//! Which triangles may reach a box of the plan.

use crate::geom::{Frame, PlanBox, Point, WorldBox};
use crate::soup::{Soup, Triangle};

/// Triangles in a run: models list triangles of a place together, so a box over this many is
/// tight, and the boxes cost a sixth of the triangles.
const RUN: usize = 8;

/// Runs in a group, which are passed over together: a box over as many lists a tile's share of
/// runs in a time that does not count beside the tile's other work.
const GROUP: usize = 32;

/// Plan boxes over runs of 8 consecutive triangles of a [`Soup`], or one over all.
///
/// It holds no triangle and no vertex, only 20 bytes a run, so that a tiled bake needs memory
/// for a tile and not for a second copy of the world.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoupIndex {
    runs: Vec<Option<PlanBox>>,
    /// Boxes over the runs of each group.
    groups: Vec<Option<PlanBox>>,
    /// Triangles of a run; the last may have fewer.
    each: usize,
    triangles: usize,
}

impl SoupIndex {
    /// Boxes of the soup on the lattice of `frame`; linear in the triangles. Triangles with an
    /// index out of range, or a corner that is not finite or out of the lattice's reach, count
    /// as nowhere.
    #[must_use]
    pub fn new(soup: &Soup, frame: &Frame) -> Self {
        let plan = |p: Point| Some(frame.to_lattice(p)?.plan);
        let run_box = |run: &[Triangle]| {
            let usable = run.iter().filter_map(|triangle| soup.finite_corners(triangle));
            let (low, high) = WorldBox::around(usable.clone().flatten()).corners()?;
            if let (Some(low), Some(high)) = (plan(low), plan(high)) {
                // It reaches all that is between, in the same order.
                return PlanBox::around([low, high]);
            }
            let on_lattice = usable.filter_map(|[a, b, c]| Some([plan(a)?, plan(b)?, plan(c)?]));
            PlanBox::around(on_lattice.flatten())
        };
        let runs: Vec<_> = soup.triangles.chunks(RUN).map(run_box).collect();
        let group_box = |group: &[Option<PlanBox>]| {
            PlanBox::around(group.iter().flatten().flat_map(|run| [run.min, run.max]))
        };
        let groups = runs.chunks(GROUP).map(group_box).collect();
        Self { runs, groups, each: RUN, triangles: soup.triangles.len() }
    }

    /// For a world that is looked at in one piece: every triangle is near everything.
    #[must_use]
    pub fn whole(soup: &Soup) -> Self {
        let triangles = soup.triangles.len();
        let everywhere = vec![Some(PlanBox::EVERYWHERE)];
        Self { runs: everywhere.clone(), groups: everywhere, each: triangles, triangles }
    }

    /// Indices of the triangles whose run meets `area`, in order: all that meet it and some
    /// that do not. Linear in the groups and in the runs of those that meet it.
    pub fn near(&self, area: PlanBox) -> impl Iterator<Item = usize> + '_ {
        let meets = move |bounds: &Option<PlanBox>| bounds.is_some_and(|b| b.meets(&area));
        self.runs
            .chunks(GROUP)
            .zip(&self.groups)
            .enumerate()
            .filter(move |(_, (_, bounds))| meets(bounds))
            .flat_map(|(group, (runs, _))| (group * GROUP..).zip(runs))
            .filter(move |(_, bounds)| meets(bounds))
            .flat_map(|(run, _)| run * self.each..((run + 1) * self.each).min(self.triangles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{PlanPoint, Point};
    use crate::soup::{ObjectId, Triangle};

    #[test]
    fn every_triangle_that_meets_the_box_is_listed() {
        let mut soup = Soup::default();
        for i in 0..300_u32 {
            let x = f64::from(i);
            for (dx, dz) in [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5)] {
                soup.vertices.push(Point::new(x + dx, 0.0, dz));
            }
            soup.triangles
                .push(Triangle { corners: [3 * i, 3 * i + 1, 3 * i + 2], object: ObjectId(0) });
        }
        soup.triangles.push(Triangle { corners: [0, 1, 9999], object: ObjectId(0) });
        let frame = Frame::new([0.0, 0.0, 0.0], -12).unwrap();
        let index = SoupIndex::new(&soup, &frame);
        let area =
            PlanBox::new(PlanPoint::new(100 * 4096, -4096), PlanPoint::new(110 * 4096, 4096));
        let all: Vec<_> = SoupIndex::whole(&soup).near(area).collect();
        assert_eq!(all, (0..soup.triangles.len()).collect::<Vec<_>>());
        let near: Vec<_> = index.near(area).collect();
        assert!((100..=110).all(|i| near.contains(&i)));
        assert!(near.len() <= 2 * RUN);
    }

    #[test]
    fn what_the_lattice_does_not_reach_is_nowhere() {
        let mut soup = Soup::default();
        for (i, x) in (0..).zip([0.0, 1.0, 1e30, f64::NAN, 2.0]) {
            let corners = [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5)];
            soup.vertices.extend(corners.map(|(dx, dz)| Point::new(x + dx, 0.0, dz)));
            let corners = [3 * i, 3 * i + 1, 3 * i + 2];
            soup.triangles.push(Triangle { corners, object: ObjectId(0) });
        }
        let frame = Frame::new([0.0, 0.0, 0.0], -12).unwrap();
        let run = PlanBox::new(PlanPoint::new(0, -2048), PlanPoint::new(2 * 4096 + 2048, 0));
        assert_eq!(SoupIndex::new(&soup, &frame).runs, [Some(run)]);
        soup.triangles.drain(..2);
        soup.triangles.truncate(2);
        assert_eq!(SoupIndex::new(&soup, &frame).runs, [None]);
    }

    #[test]
    fn triangles_in_any_order_are_all_found() {
        let mut random = walkmesh_testkit::Random::new(3);
        let frame = Frame::new([0.0, 0.0, 0.0], -12).unwrap();
        for count in [1, 7, 8, 9, 64, 65, 513, 1000] {
            let mut soup = Soup::default();
            let mut at = || f64::from(random.between(0, 200));
            for i in 0..count {
                let (x, z) = (at(), at());
                for (dx, dz) in [(0.0, 0.0), (3.0, 0.0), (0.0, 3.0)] {
                    soup.vertices.push(Point::new(x + dx, 0.0, z + dz));
                }
                soup.triangles
                    .push(Triangle { corners: [3 * i, 3 * i + 1, 3 * i + 2], object: ObjectId(0) });
            }
            let index = SoupIndex::new(&soup, &frame);
            for _ in 0..20 {
                let corner = frame.to_lattice([at(), 0.0, at()]).unwrap().plan;
                let area = PlanBox::new(corner, corner).grown(20 * 4096);
                let near: Vec<_> = index.near(area).collect();
                assert!(near.is_sorted());
                for (i, triangle) in soup.triangles.iter().enumerate() {
                    let corners = soup.corners(triangle).unwrap();
                    let plan = corners.map(|p| frame.to_lattice(p).unwrap().plan);
                    let meets = PlanBox::around(plan).unwrap().meets(&area);
                    assert!(!meets || near.contains(&i), "triangle {i} of {count}");
                }
            }
        }
    }
}

//! How far it is to everywhere.
//!
//! Continuous Dijkstra (Mitchell, Mount, Papadimitriou: *The Discrete Geodesic Problem*, 1987): a
//! wave runs from the sources through windows, which are parts of edges in sight of an origin - a
//! source, or a corner where shortest ways turn. Windows that an end of their edge outdoes are
//! dropped (Xin, Wang: *Improving Chen and Han's Algorithm on the Discrete Geodesic Problem*,
//! 2009). It differs from both:
//!
//! - Ground is flat in plan, so windows are unfolded as they are: their ends are rays through
//!   lattice points, and what is in sight is an exact orientation. Only lengths are floating
//!   point. Windows are never cut where two waves meet, as that would be a rounded point; the
//!   lesser of the distances counts.
//! - Polygons have any number of corners; edges may be one-way; corners are told apart by the
//!   fan of polygons around them, so storeys may lie over each other.

mod wave;
mod window;

use std::sync::Arc;

use self::wave::Wave;
use super::error::QueryError;
use super::filter::Filter;
use super::walk::Walk;
use crate::geom::{Point, cast};
use crate::mesh::half_edges::{HalfEdges, NONE};
use crate::mesh::{NavMesh, Nearest, PolyRef};

/// Which way the distances of a field are walked. It matters where edges are one-way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heading {
    /// From the sources to a place.
    #[default]
    FromSources,
    /// From a place to the sources: how far is it to the nearest exit.
    ToSources,
}

/// How a field is made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FieldOptions<'f> {
    /// Which ground may be entered; its costs do not count. `None` for all of it.
    pub filter: Option<&'f Filter>,
    /// Which way distances are walked.
    pub heading: Heading,
    /// Distances over this are not looked for, metres; `None` for no limit.
    pub max_distance: Option<f64>,
}

/// A way from a place to the source that is nearest to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldStep {
    /// Length in plan of the shortest way, metres.
    pub distance: f64,
    /// Where that way turns first, seen from the place, or the source: straight ahead from here.
    pub towards: Point,
    /// Index of the source.
    pub source: usize,
}

/// The distance in plan of every place of a mesh from the nearest of some sources, over the
/// ground: exact, as [`path`](super::path) finds it for one pair.
///
/// Habitat-sim's `geodesic_distance` to many ends, asked from many starts; Unity, Godot and
/// Detour have no such question (Detour's `findPolysAroundCircle` guesses by the middles of
/// edges).
#[derive(Clone, Debug, Default)]
pub struct DistanceField {
    made: Option<Made>,
    wave: Wave,
    sources: Vec<Nearest>,
    limit: f64,
    standing: Vec<u32>,
}

/// What a field was made for.
#[derive(Clone, Debug)]
struct Made {
    mesh: NavMesh,
    edges: Arc<HalfEdges>,
    filter: Filter,
}

impl DistanceField {
    /// Makes the field of these sources, in place of what was there; its memory is used again.
    /// Links are not taken. Without sources everything is out of reach.
    ///
    /// With n edges O(n² log n) time and O(n²) space at worst, on ordinary meshes about linear:
    /// some windows an edge.
    ///
    /// # Errors
    /// When a source is not on this mesh, or on ground that the filter blocks; the field is empty
    /// then.
    pub fn fill(
        &mut self,
        mesh: &NavMesh,
        sources: &[Nearest],
        options: &FieldOptions<'_>,
    ) -> Result<(), QueryError> {
        self.made = None;
        let filter = options.filter.cloned().unwrap_or_default();
        let edges = mesh.half_edges_for(&filter.access);
        let walk = Walk::new(mesh, &edges, &filter);
        self.wave.begin(&edges, options.heading == Heading::ToSources);
        self.sources.clear();
        self.sources.extend_from_slice(sources);
        for (number, source) in (0_u32..).zip(sources) {
            walk.stand(source, &mut self.standing)?;
            self.wave.start(&edges, source.plan, number, &self.standing);
        }
        let limit = options.max_distance.map_or(f64::INFINITY, |metres| metres.max(0.0));
        self.limit = limit / mesh.frame().step();
        self.wave.run(&edges, self.limit);
        let edges = edges.keep();
        self.made = Some(Made { mesh: mesh.clone(), edges, filter });
        Ok(())
    }

    /// How many windows it keeps: what its memory and the time of its making grow with.
    #[must_use]
    pub fn windows(&self) -> usize {
        self.wave.kept.len()
    }

    /// The distance of a place, metres; `None` when no source is joined with it, or none within
    /// the limit. Looks at the windows of the polygons that hold the place; allocates only for
    /// places on edges and corners.
    ///
    /// # Errors
    /// When the place is not on the mesh of this field, or on ground that the filter blocks.
    pub fn distance(&self, place: &Nearest) -> Result<Option<f64>, QueryError> {
        Ok(self.step(place)?.map(|step| step.distance))
    }

    /// The same with the first step of the way from the place to the source. (With
    /// [`Heading::FromSources`] that way is walked the other way round.)
    ///
    /// # Errors
    /// As [`DistanceField::distance`].
    pub fn step(&self, place: &Nearest) -> Result<Option<FieldStep>, QueryError> {
        let Some(made) = &self.made else { return Ok(None) };
        Ok(self.look(made, place)?.map(|(distance, origin)| {
            let from = &self.wave.origins[cast::index(origin)];
            FieldStep {
                distance: made.mesh.frame().metres(distance),
                towards: self.point_of(made, origin),
                source: cast::index(from.source),
            }
        }))
    }

    /// The whole way from the place to the source: `points` is cleared and filled with the place,
    /// the corners where it turns, and the source; on the ground, metres.
    ///
    /// # Errors
    /// As [`DistanceField::distance`].
    pub fn way(
        &self,
        place: &Nearest,
        points: &mut Vec<Point>,
    ) -> Result<Option<FieldStep>, QueryError> {
        points.clear();
        let Some(made) = &self.made else { return Ok(None) };
        let Some((_, mut origin)) = self.look(made, place)? else { return Ok(None) };
        points.push(place.point);
        while origin != NONE {
            points.push(self.point_of(made, origin));
            origin = self.wave.origins[cast::index(origin)].before;
        }
        self.step(place)
    }

    /// The distance of a corner of a polygon, by its index in [`NavMesh::corners`], metres: that
    /// of the place there. `None` too for what is not of the mesh of this field. A few steps a
    /// corner, so all of a mesh can be read.
    #[must_use]
    pub fn corner(&self, polygon: PolyRef, corner: usize) -> Option<f64> {
        let Made { mesh, edges, .. } = self.made.as_ref()?;
        mesh.get(polygon)?;
        let around = edges.around(edges.number(polygon));
        let h = around.start + u32::try_from(corner).ok()?;
        let least = around.contains(&h).then(|| {
            let label = |h: u32| self.wave.labels[cast::index(edges.get(h).fan)].g;
            joined_at(edges, h).map(label).fold(f64::INFINITY, f64::min)
        })?;
        (least <= self.limit && least.is_finite()).then(|| mesh.frame().metres(least))
    }

    /// The distance of a place in steps, and the origin that it is straight from.
    fn look(&self, made: &Made, place: &Nearest) -> Result<Option<(f64, u32)>, QueryError> {
        let walk = Walk::new(&made.mesh, &made.edges, &made.filter);
        let mut standing = Vec::new();
        let inner = walk.is_inside(place)?;
        let own = [made.edges.number(place.polygon)];
        let polygons: &[u32] = if inner {
            &own
        } else {
            walk.stand(place, &mut standing)?;
            &standing
        };
        let mut best = (f64::INFINITY, NONE);
        let mut offer = |g: f64, origin: u32| {
            if g < best.0 {
                best = (g, origin);
            }
        };
        let at = place.plan;
        for &polygon in polygons {
            let p = cast::index(polygon);
            let (from, to) = (self.wave.first[p], self.wave.first[p + 1]);
            for window in &self.wave.kept[cast::index(from)..cast::index(to)] {
                let origin = &self.wave.origins[cast::index(window.origin)];
                if window.holds(origin.at, at) {
                    offer(origin.g + origin.at.distance(at), window.origin);
                }
            }
        }
        // A corner where ways do not turn lies on the straight way from its own origin if it
        // counts at all.
        for h in polygons.iter().flat_map(|&polygon| made.edges.around(polygon)) {
            let label = &self.wave.labels[cast::index(made.edges.get(h).fan)];
            let corner = made.edges.at(h);
            let turns = corner != at && label.turned != NONE;
            let origin = if turns { label.turned } else { label.origin };
            offer(label.g + corner.distance(at), origin);
        }
        Ok((best.0 <= self.limit && best.1 != NONE).then_some(best))
    }

    fn point_of(&self, made: &Made, origin: u32) -> Point {
        let origin = &self.wave.origins[cast::index(origin)];
        if origin.corner == NONE {
            return self.sources[cast::index(origin.source)].point;
        }
        let walk = Walk::new(&made.mesh, &made.edges, &made.filter);
        made.mesh.frame().to_world(walk.edges.ground_at(origin.corner))
    }
}

/// The half-edges that begin at the corner of `h` in polygons that are joined around it, over
/// one-way edges as well; some perhaps twice.
fn joined_at(edges: &HalfEdges, h: u32) -> impl Iterator<Item = u32> + '_ {
    let twin = |k: u32| Some(edges.get(k).twin).filter(|&twin| twin != NONE);
    let right = std::iter::successors(Some(h), move |&k| {
        twin(k).map(|twin| edges.next(twin)).filter(|&k| k != h)
    });
    let left = std::iter::successors(Some(h), move |&k| twin(edges.prev(k)).filter(|&k| k != h));
    right.chain(left)
}

//! What can be done to a mesh, as plain data in world units.

use crate::geom::Point;
use crate::soup::Area;

/// The caller's name for a change; a set of [`Edits`](super::Edits) has each once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChangeId(pub u64);

/// What kind of thing blocks (a fence, water, a house), so that one opener opens all of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub u32);

/// A polygon of the plan with holes: world x and z, metres, in any orientation. Rings may cross
/// themselves and each other: inside an outline is what it winds around at least once either way,
/// without what a hole winds around. Repeated and collinear points are fine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanPolygon {
    /// The outline.
    pub outer: Vec<[f64; 2]>,
    /// The holes.
    pub holes: Vec<Vec<[f64; 2]>>,
}

/// Where in plan a change acts.
#[derive(Clone, Debug, PartialEq)]
pub enum Footprint {
    /// What is in at least one polygon.
    Polygons(Vec<PlanPolygon>),
    /// A circle, as a polygon around it that is at most a 32nd of the radius wider.
    Circle {
        /// World x and z of the middle.
        center: [f64; 2],
        /// Metres.
        radius: f64,
    },
    /// A box that may be turned.
    Box {
        /// World x and z of the middle.
        center: [f64; 2],
        /// Half its size along its own two axes, metres.
        half: [f64; 2],
        /// Degrees that the first axis is turned from world x towards world z.
        turned: f64,
    },
    /// An object of triangles in the world. As a blocker it acts by height, where `heights` of the
    /// [`Change`] say of the object what counts: ground is blocked below what is higher above it
    /// than the agent's climb and lower than the agent, so that an arch lets through who fits
    /// under it, a table does not, a sill is stepped over, and the ground on a bridge stays.
    /// Nothing of it becomes ground, and what is closed all around stays open inside, as in a
    /// bake. With any other payload it is the shadow, straight down.
    ///
    /// On level ground the outline is that of the triangles' parts, to two steps of the lattice.
    /// On a slope the head counts as high as the ground rises over the radius, and uneven ground
    /// that is within half a voxel of a plane as lowest and highest off that; other uneven ground
    /// goes by its height triangles, each continued in its box by the radius. What is blocked in
    /// excess is what a body so much taller, on ground so much lower, would meet.
    ///
    /// Upright triangles have no width: they count once they are grown.
    Triangles(Vec<[Point; 3]>),
}

/// What a change does to the ground that it covers.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// Nobody passes, unless every blocker there is opened.
    Block {
        /// What it is to openers.
        kind: KindId,
    },
    /// The same, but it waits: it does nothing before [`Edit::Activate`].
    PassiveBlock {
        /// What it is to openers.
        kind: KindId,
    },
    /// Leads through blockers (a stair over a fence, a bridge over water), and only through
    /// those named.
    Open {
        /// Blockers by name.
        ids: Vec<ChangeId>,
        /// Blockers by kind.
        kinds: Vec<KindId>,
    },
    /// A metre costs so many times as much: below 1 for a road, above for a swamp. Where several
    /// lie over each other they multiply. From 1e-37 to 1e38, where products end as well; kept to
    /// seven digits.
    Cost(f64),
    /// A value of the caller's own; of several of one layer the one of the highest id counts.
    Data {
        /// Which layer of data.
        layer: u32,
        /// The value there.
        value: f64,
        /// True to keep it beside the mesh: it cuts nothing, and [`Edits::data_at`](super::Edits::data_at)
        /// finds it by place all the same.
        beside: bool,
    },
    /// Another kind of ground; where several lie over each other that of the highest id counts.
    Area(Area),
}

impl Payload {
    /// True for what keeps bodies out.
    pub(super) const fn blocks(&self) -> bool {
        matches!(self, Self::Block { .. } | Self::PassiveBlock { .. })
    }

    /// True for what leaves the mesh as it is.
    pub(super) const fn is_beside(&self) -> bool {
        matches!(self, Self::Data { beside: true, .. })
    }
}

/// A shape and what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Where it acts in plan.
    pub shape: Footprint,
    /// Lowest and highest world height, metres; infinite for everywhere. It acts on ground where
    /// a body that stands on it would meet this range.
    pub heights: (f64, f64),
    /// What it does.
    pub payload: Payload,
    /// True when a blocker has been grown by the agent's radius already (the mesh is where the
    /// agent's centre may go). Other payloads are never grown. What is grown here keeps outside the
    /// arcs around its corners, by at most [`Parameters::arc_tolerance`], or on a mesh of a voxel
    /// survey a quarter of a cell where that is more.
    ///
    /// [`Parameters::arc_tolerance`]: crate::parameters::Parameters::arc_tolerance
    pub grown: bool,
}

/// One step of a batch.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Puts a change in place.
    Add {
        /// A name that no change has.
        id: ChangeId,
        /// What to put there.
        change: Change,
    },
    /// Replaces shape and heights of a change; its payload and whether it is active stay.
    Move {
        /// Its name.
        id: ChangeId,
        /// Where it is now.
        shape: Footprint,
        /// Its heights now.
        heights: (f64, f64),
    },
    /// Takes a change away, outline and all.
    Remove {
        /// Its name.
        id: ChangeId,
    },
    /// Turns a change on: a passive blocker blocks from now on.
    Activate {
        /// Its name.
        id: ChangeId,
    },
    /// Turns a change off and keeps its outline cut in, so that turning it on again touches no
    /// geometry.
    Deactivate {
        /// Its name.
        id: ChangeId,
    },
}

impl Edit {
    /// The change that it is about.
    #[must_use]
    pub const fn id(&self) -> ChangeId {
        match self {
            Self::Add { id, .. }
            | Self::Move { id, .. }
            | Self::Remove { id }
            | Self::Activate { id }
            | Self::Deactivate { id } => *id,
        }
    }
}

//! How a mesh is made: one struct of world units, its presets, and the whole numbers it becomes.

mod error;
mod preset;
mod resolve;

pub use error::ParameterError;
pub use preset::Preset;
pub use resolve::Resolved;

use crate::agent::Agent;

/// How the surface is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Survey {
    /// By voxels, as Recast does: forgiving, within a cell.
    #[default]
    Voxel,
    /// From the triangles themselves, to the millimetre.
    Exact,
}

/// How the walkable cells of a tile are grouped before their outlines are traced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Regions {
    /// As few layers as the plan allows: a layer ends only where ground would lie over ground.
    #[default]
    Layers,
    /// Recast's watershed basins, for people who tune it; `region_merge_area` acts here.
    Watershed,
}

/// Which triangles count as floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Winding {
    /// Only those whose front, by vertex order, faces up. Recast's rule.
    #[default]
    Trust,
    /// Both faces: for models whose vertex order means nothing.
    TwoSided,
}

/// What polygons are merged for. The ground is the same with all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MergeGoal {
    /// A short bake: diagonals are taken away, the longest first, where they can be, and two give way
    /// to one where one does.
    #[default]
    Quick,
    /// As few polygons as a search finds; of equally many, those with shorter edges between them.
    Fewest,
    /// Fast searches for shortest paths, which look at an edge between polygons as often as it is
    /// in sight: short edges where ways lead through. Ground that leads nowhere is cut off where
    /// it begins, as a search never enters it in vain.
    Fastest,
}

/// How the world is cut into tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TileSize {
    /// One tile while the world is at most 1,024 cells each way, tiles of 256 cells beyond.
    #[default]
    Auto,
    /// One tile whatever the size.
    Solo,
    /// Square tiles of this many metres, rounded to whole cells.
    Metres(f64),
}

/// Everything that shapes a bake, in metres, square metres and degrees. Names and meaning are
/// Recast's; [`Parameters::resolve`] gives the quantised values that are really used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Who walks.
    pub agent: Agent,
    /// How the surface is found.
    pub survey: Survey,
    /// How far the exact survey's polygons, and what edits grow, may leave the arcs around corners,
    /// metres.
    pub arc_tolerance: f64,
    /// Width of a voxel cell in plan, metres, above 0.
    pub cell_size: f64,
    /// Height of a voxel, metres, above 0.
    pub cell_height: f64,
    /// Islands smaller than this are removed, square metres; 0 keeps all.
    pub region_min_area: f64,
    /// Watershed regions smaller than this are merged into a neighbour, square metres.
    pub region_merge_area: f64,
    /// How cells are grouped.
    pub regions: Regions,
    /// What polygons are merged for.
    pub merge_goal: MergeGoal,
    /// How far an outline may leave the cells it simplifies, metres.
    pub edge_max_error: f64,
    /// Polygons smaller than this that lead nowhere, and are on no side of their tile, are removed,
    /// square metres; 0 keeps all. See [`cull`](crate::partition::cull).
    pub polygon_min_area: f64,
    /// Most corners of a polygon in exports that have a limit ([`detour`](crate::store::detour)),
    /// 3 or more; 0 for as many as the format has room for.
    pub verts_per_poly: u32,
    /// Spacing of height samples, metres; 0 for no height detail.
    pub detail_sample_distance: f64,
    /// How far the mesh may be off the sampled ground, metres; 0 for no height detail.
    pub detail_max_error: f64,
    /// How the world is cut.
    pub tile_size: TileSize,
    /// How far a tile looks beyond its sides, metres; 0 chooses what the radius needs. An exact
    /// survey has no use for it.
    pub border_size: f64,
    /// Which triangles count as floor.
    pub winding: Winding,
    /// Let the agent step onto low obstacles beside ground (kerbs, stair treads).
    pub filter_low_hanging: bool,
    /// Take away ground beside a drop deeper than the climb, and slopes that rise by more than the
    /// climb within two cells.
    pub filter_ledges: bool,
    /// Take away ground with too little head room.
    pub filter_low_height: bool,
    /// Keep the ground as it is before the radius is kept from walls
    /// ([`NavMesh::ground`](crate::mesh::NavMesh::ground)). A level that is baked once and shown
    /// needs none: without, a bake takes about a tenth less time.
    pub keep_ground: bool,
}

impl Default for Parameters {
    /// [`Preset::Recast`].
    fn default() -> Self {
        Preset::Recast.parameters()
    }
}

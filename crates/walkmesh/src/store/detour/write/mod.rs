//! Our meshes as Detour tile sets.

mod cut;
mod rounded;
mod tile;
mod tree;

use super::container::{MAGIC, RECAST, Reference};
use crate::geom::cast;
use crate::mesh::{CostFactor, NavMesh, Polygon};
use cut::Shape;

/// How a tile set is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// References of 64 bits, for a Detour that was built with `DT_POLYREF64`.
    pub wide_references: bool,
    /// Most corners of a polygon, 3 to 6: Detour has room for 6.
    pub corners: usize,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { wide_references: false, corners: super::tile::CORNERS }
    }
}

impl WriteOptions {
    /// The default with as many corners as a mesh's
    /// [`verts_per_poly`](crate::parameters::Parameters::verts_per_poly) allows.
    #[must_use]
    pub fn asked_by(mesh: &NavMesh) -> Self {
        let most = cast::index(mesh.parameters().verts_per_poly);
        let room = super::tile::CORNERS;
        Self { corners: if most == 0 { room } else { most.min(room) }, ..Self::default() }
    }
}

/// A tile set, and what it does not hold of the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Polygons with too many corners, which were cut.
    pub cut: usize,
    /// Polygons whose ground has more points or triangles than Detour can count: they are flat
    /// between their corners now.
    pub flattened: usize,
    /// One-way edges between tiles, which Detour does not have: they are walls from both sides.
    pub one_way: usize,
    /// Polygons, and links that are written, whose area is above 63 or that have flags above the
    /// sixteenth: only the lower bits are written.
    pub narrowed: usize,
    /// Polygons, and links that are written, that have no flag of the first sixteen: Detour's default
    /// filter never passes them.
    pub shut: usize,
    /// Links that are no two points, or are switched off, or have an end off the mesh.
    pub links_dropped: usize,
    /// Links between tiles that are not beside each other: they are written, but Detour looks for
    /// the far end in the tiles around only, and does not join them.
    pub links_far: usize,
    /// Polygons that edits gave a cost beside that of their area: Detour has none.
    pub costs: usize,
    /// Links, whose costs Detour works out by itself.
    pub link_costs: usize,
    /// How far rounding to `f32` moved a corner or a height point at most, metres.
    pub moved: f64,
    /// Polygons of the file that, on coordinates rounded to `f32`, turn over, touch or cross
    /// themselves, or have no area; decided exactly. Those that are a hair off convex stand.
    pub turned: usize,
    /// Edges to a neighbour whose two ends are one place when they are rounded to `f32`; whoever reads
    /// the file back finds none there.
    pub shrunk: usize,
}

/// Corners that moved by less than this are where they were, metres.
const TELLING_MOVE: f64 = 0.001;

impl Written {
    /// What was lost, a sentence each.
    #[must_use]
    pub fn messages(&self) -> Vec<String> {
        let all = [
            (self.cut, "polygons cut, as they have too many corners for Detour"),
            (self.flattened, "polygons without their height points, of which Detour can count 255"),
            (self.one_way, "one-way edges between tiles that became walls"),
            (
                self.narrowed,
                "polygons or links with areas above 63 or flags above 16 bits, cut off now",
            ),
            (
                self.shut,
                "polygons or links without flags, which Detour's default filter never passes",
            ),
            (
                self.links_dropped,
                "links left out, as they are stretches, switched off, or off the mesh",
            ),
            (
                self.links_far,
                "links that Detour will not join, as their tiles are not beside each other",
            ),
            (self.costs, "polygons without the costs of edits, as Detour has those of areas"),
            (
                self.link_costs,
                "links without their costs, as Detour takes the distance of their ends",
            ),
            (
                self.turned,
                "polygons that turn over, cross themselves or have no area when rounded to single \
                 precision, which Detour has",
            ),
            (
                self.shrunk,
                "edges to neighbours that become a point when rounded to single precision, which \
                 Detour has",
            ),
        ];
        let mut messages: Vec<String> =
            all.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{what}: {n}")).collect();
        if self.moved > TELLING_MOVE {
            messages.push(format!(
                "corners moved by up to {:.1e} m, as Detour has coordinates in single precision and \
                 the mesh is far from the origin",
                self.moved
            ));
        }
        messages
    }
}

/// Why a mesh does not fit a tile set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The options are none that Detour can do.
    #[error("polygons of {corners} corners cannot be written: Detour takes 3 to 6")]
    Corners {
        /// The corners asked for.
        corners: usize,
    },
    /// Detour counts with 16 bits inside a tile.
    #[error(
        "tile {tile} has {count} {what}, Detour takes {limit} in a tile: bake in smaller tiles"
    )]
    TileTooLarge {
        /// The tile, in the order of the mesh.
        tile: usize,
        /// What there are too many of.
        what: &'static str,
        /// How many.
        count: usize,
        /// The most there may be.
        limit: usize,
    },
    /// References have too few bits for tiles and polygons.
    #[error(
        "{tiles} tiles of up to {polygons} polygons do not fit references of 32 bits: write wide \
         references (DT_POLYREF64), or bake in larger tiles"
    )]
    TooMany {
        /// How many tiles.
        tiles: usize,
        /// The most polygons of one.
        polygons: usize,
    },
}

/// Bits of a reference that count salts, and in all.
const LEAST_SALT_BITS: u32 = 10;
const NARROW: u32 = 32;
/// Detour's own split of 64 bits.
const WIDE_POLYGON_BITS: u32 = 20;

/// The mesh as a tile set (MSET, version 1) that Detour, RecastDemo and recast-navigation-js
/// load: a tile of the file for each of ours, rows counted the other way. Polygons of more than
/// six corners are cut; height triangles become detail meshes, with the edge flags and the tree
/// of boxes that Detour's own builder makes; links between two points become off-mesh
/// connections, whose cost Detour works out by itself. Coordinates are rounded to `f32`: far from
/// the origin that moves corners, and slivers turn over, which is counted.
/// [`read`](super::read) gives the same polygons back but for those cuts and that rounding. Linear
/// but for sorting.
///
/// # Errors
/// When a tile or the whole has more than the format can count.
pub fn write(mesh: &NavMesh, options: &WriteOptions) -> Result<Written, WriteError> {
    let corners = options.corners;
    if !(3..=super::tile::CORNERS).contains(&corners) {
        return Err(WriteError::Corners { corners });
    }
    let mut written = Written::default();
    let shapes: Vec<Vec<Shape>> = (0..mesh.tiles().len())
        .map(|t| cut::shapes(mesh, cast::count(t), corners, &mut written))
        .collect();
    rounded::note(mesh, &shapes, &mut written);
    for r in mesh.polygons() {
        let Polygon { area, flags, factor, .. } = *mesh.polygon(r);
        written.narrowed += usize::from(tile::is_narrowed(area, flags));
        written.shut += usize::from(tile::is_shut(flags));
        written.costs += usize::from(factor != CostFactor::ONE);
    }
    let rows = mesh.resolved().rows;
    let reference = if options.wide_references { Reference::Bits64 } else { Reference::Bits32 };
    let tiles = tile::tiles(mesh, &shapes, rows, reference, &mut written)?;
    let most = tiles.iter().map(|tile| tile.polygons).max().unwrap_or(0);
    let bits = |n: usize| n.max(2).next_power_of_two().ilog2();
    let (tile_bits, polygon_bits) = (bits(tiles.len()), bits(most));
    if !options.wide_references && tile_bits + polygon_bits + LEAST_SALT_BITS > NARROW {
        return Err(WriteError::TooMany { tiles: tiles.len(), polygons: most });
    }
    let mut out = Out(MAGIC.to_vec());
    out.i32(RECAST);
    out.count(tiles.len());
    let frame = mesh.frame();
    let [width, depth] = tile::size(mesh);
    let low = frame.to_world(mesh.resolved().clip.min.at(0));
    // The grid begins at the least z: where our last row would end if it was whole.
    out.f32s([low.x, low.y, low.z - depth * f64::from(rows)]);
    out.f32s([width, depth]);
    out.count(1 << tile_bits);
    out.count(1 << polygon_bits);
    for (index, tile) in (0_u64..).zip(&tiles) {
        if options.wide_references {
            // The first salt, the tile, no polygon.
            out.0.extend(
                ((1 << (WIDE_POLYGON_BITS + 28)) | (index << WIDE_POLYGON_BITS)).to_le_bytes(),
            );
            out.count(tile.bytes.len());
            out.i32(0);
        } else {
            let reference = (1 << (tile_bits + polygon_bits)) | (index << polygon_bits);
            out.u32(u32::try_from(reference).unwrap_or(u32::MAX));
            out.count(tile.bytes.len());
        }
        out.0.extend(&tile.bytes);
    }
    written.link_costs = mesh.links().len() - written.links_dropped;
    written.bytes = out.0;
    Ok(written)
}

/// Little-endian bytes.
#[derive(Debug, Default)]
struct Out(Vec<u8>);

impl Out {
    fn i32(&mut self, v: i32) {
        self.0.extend(v.to_le_bytes());
    }

    fn u32(&mut self, v: u32) {
        self.0.extend(v.to_le_bytes());
    }

    fn u16(&mut self, v: u16) {
        self.0.extend(v.to_le_bytes());
    }

    /// A count that fits, as the limits before it see to.
    fn count(&mut self, n: usize) {
        self.i32(i32::try_from(n).unwrap_or(i32::MAX));
    }

    fn f32s<const N: usize>(&mut self, values: [f64; N]) {
        for v in values {
            self.0.extend(cast::single(v).to_le_bytes());
        }
    }

    /// Fills up to whole words.
    fn pad(&mut self) {
        self.0.resize(self.0.len().next_multiple_of(4), 0);
    }
}

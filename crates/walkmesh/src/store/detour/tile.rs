//! One tile's bytes.

use super::bytes::Input;
use super::container::Reference;
use super::error::DetourError;

/// How a tile starts: 'DNAV' as a little-endian number, and the version.
pub(super) const MAGIC: &[u8; 4] = b"VAND";
pub(super) const VERSION: i32 = 7;
/// Bytes of the header.
const HEADER: u64 = 100;
/// Most corners of a polygon.
pub(super) const CORNERS: usize = 6;
/// Set in a neighbour that is a side of the tile; the low byte says which.
pub(super) const EXTERNAL: u16 = 0x8000;

/// A tile as it is in the file: every index is in range, every coordinate finite.
#[derive(Clone, Debug, Default)]
pub(super) struct Tile {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) layer: i32,
    /// Agent height, radius and climb, metres, 0 or more.
    pub(super) agent: [f32; 3],
    /// Lower and upper corner.
    pub(super) bounds: [[f32; 3]; 2],
    /// Cells to a metre, where the tile has a tree of boxes.
    pub(super) quantisation: f32,
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) polygons: Vec<Polygon>,
    pub(super) details: Vec<Detail>,
    pub(super) detail_vertices: Vec<[f32; 3]>,
    pub(super) detail_triangles: Vec<[u8; 4]>,
    pub(super) connections: Vec<Connection>,
}

/// A polygon, or the line of an off-mesh connection.
#[derive(Clone, Debug, Default)]
pub(super) struct Polygon {
    pub(super) corners: Vec<u16>,
    /// As many as corners: 0 a wall, below [`EXTERNAL`] a neighbour and 1, else a side.
    pub(super) neighbours: Vec<u16>,
    pub(super) flags: u16,
    pub(super) area: u8,
    pub(super) is_ground: bool,
}

/// The height triangles of the polygon with the same index, as ranges.
#[derive(Clone, Debug, Default)]
pub(super) struct Detail {
    pub(super) vertices: std::ops::Range<usize>,
    pub(super) triangles: std::ops::Range<usize>,
}

/// An off-mesh connection.
#[derive(Clone, Debug, Default)]
pub(super) struct Connection {
    pub(super) ends: [[f32; 3]; 2],
    pub(super) radius: f32,
    pub(super) polygon: usize,
    pub(super) both_ways: bool,
    pub(super) user_id: u32,
}

/// Where values of a tile are, for errors.
#[derive(Clone, Copy)]
struct Place(usize);

impl Place {
    fn range(
        self,
        offset: usize,
        what: &'static str,
        value: impl Into<i64>,
        (least, most): (i64, i64),
    ) -> Result<usize, DetourError> {
        let value = value.into();
        let error = DetourError::Range { tile: self.0, offset, what, value, least, most };
        if value < least || value > most {
            return Err(error);
        }
        usize::try_from(value).map_err(|_| error)
    }

    fn length(self, input: &mut Input<'_>, what: &'static str) -> Result<f32, DetourError> {
        let offset = input.offset();
        let value = input.f32()?;
        if value >= 0.0 && value.is_finite() {
            return Ok(value);
        }
        Err(DetourError::Number { tile: self.0, offset, what, value })
    }

    fn point(self, input: &mut Input<'_>) -> Result<[f32; 3], DetourError> {
        let offset = input.offset();
        let point: [f32; 3] = input.many(Input::f32)?;
        match point.iter().find(|v| !v.is_finite()) {
            None => Ok(point),
            Some(&value) => {
                let what = "a coordinate";
                Err(DetourError::Number { tile: self.0, offset, what, value })
            }
        }
    }
}

/// How many of each there are.
struct Counts {
    polygons: usize,
    vertices: usize,
    links: usize,
    details: usize,
    detail_vertices: usize,
    detail_triangles: usize,
    nodes: usize,
    connections: usize,
}

pub(super) fn read(
    mut input: Input<'_>,
    index: usize,
    size: Reference,
) -> Result<Tile, DetourError> {
    let place = Place(index);
    let offset = input.offset();
    let mut head = input.part(HEADER, "the header of a tile")?;
    let magic: [u8; 4] = head.many(Input::u8)?;
    if magic != *MAGIC || head.i32()? != VERSION {
        return Err(DetourError::NotTile { tile: index, offset });
    }
    let (x, y, layer) = (head.i32()?, head.i32()?, head.i32()?);
    head.u32()?;
    let counts = read_counts(&mut head, place)?;
    head.i32()?;
    let mut tile = Tile { x, y, layer, ..Tile::default() };
    for length in &mut tile.agent {
        *length = place.length(&mut head, "a measure of the agent, which must be 0 or more,")?;
    }
    tile.bounds = [place.point(&mut head)?, place.point(&mut head)?];
    tile.quantisation = head.f32()?;
    read_sections(&mut tile, &mut input, &counts, place, size)?;
    Ok(tile)
}

fn read_counts(head: &mut Input<'_>, place: Place) -> Result<Counts, DetourError> {
    let mut count = |what| {
        let offset = head.offset();
        place.range(offset, what, head.i32()?, (0, i32::MAX.into()))
    };
    Ok(Counts {
        polygons: count("the count of polygons")?,
        vertices: count("the count of vertices")?,
        links: count("the count of links")?,
        details: count("the count of detail meshes")?,
        detail_vertices: count("the count of detail vertices")?,
        detail_triangles: count("the count of detail triangles")?,
        nodes: count("the count of tree nodes")?,
        connections: count("the count of off-mesh connections")?,
    })
}

/// A section of `count` things of `size` bytes; too many for the file is an error here, before
/// anything is allocated.
fn section<'a>(
    input: &mut Input<'a>,
    count: usize,
    size: u64,
    what: &'static str,
) -> Result<Input<'a>, DetourError> {
    let bytes = u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(size);
    input.part(bytes, what)
}

fn read_sections(
    tile: &mut Tile,
    input: &mut Input<'_>,
    counts: &Counts,
    place: Place,
    size: Reference,
) -> Result<(), DetourError> {
    let mut vertices = section(input, counts.vertices, 12, "the vertices of a tile")?;
    let mut polygons = section(input, counts.polygons, 32, "the polygons of a tile")?;
    section(input, counts.links, size.link_size(), "the links of a tile")?;
    let mut details = section(input, counts.details, 12, "the detail meshes of a tile")?;
    let mut extra = section(input, counts.detail_vertices, 12, "the detail vertices of a tile")?;
    let mut triangles =
        section(input, counts.detail_triangles, 4, "the detail triangles of a tile")?;
    section(input, counts.nodes, 16, "the tree of a tile")?;
    let mut connections =
        section(input, counts.connections, 36, "the off-mesh connections of a tile")?;

    if input.left() > 0 {
        let (tile, offset, left) = (place.0, input.offset(), input.left());
        return Err(DetourError::Spare { tile, offset, left });
    }

    tile.vertices = list(counts.vertices, || place.point(&mut vertices))?;
    tile.polygons = list(counts.polygons, || read_polygon(&mut polygons, counts, place))?;
    tile.details = list(counts.details, || read_detail(&mut details, counts, place))?;
    tile.detail_vertices = list(counts.detail_vertices, || place.point(&mut extra))?;
    let offset = triangles.offset();
    tile.detail_triangles = list(counts.detail_triangles, || triangles.many(Input::u8))?;
    tile.connections = list(counts.connections, || {
        let offset = connections.offset();
        let connection = read_connection(&mut connections, counts, place)?;
        let is_ground = tile.polygons[connection.polygon].is_ground;
        place.range(offset, "the kind of an off-mesh connection's polygon", !is_ground, (1, 1))?;
        Ok(connection)
    })?;
    check_neighbours(tile, polygons.offset(), place)?;
    check_detail(tile, offset, place)
}

fn list<T>(
    count: usize,
    one: impl FnMut() -> Result<T, DetourError>,
) -> Result<Vec<T>, DetourError> {
    std::iter::repeat_with(one).take(count).collect()
}

fn read_polygon(
    input: &mut Input<'_>,
    counts: &Counts,
    place: Place,
) -> Result<Polygon, DetourError> {
    let offset = input.offset();
    input.u32()?;
    let corners: [u16; CORNERS] = input.many(Input::u16)?;
    let neighbours: [u16; CORNERS] = input.many(Input::u16)?;
    let flags = input.u16()?;
    let (count, area_and_kind) = (input.u8()?, input.u8()?);
    let kind = place.range(offset + 31, "the kind of a polygon", area_and_kind >> 6, (0, 1))?;
    let is_ground = kind == 0;
    let corners_of = if is_ground { (3, 6) } else { (2, 2) };
    let count = place.range(offset + 30, "the count of a polygon's corners", count, corners_of)?;
    let last = i64::try_from(counts.vertices).unwrap_or(i64::MAX) - 1;
    for (i, &corner) in corners[..count].iter().enumerate() {
        place.range(offset + 4 + 2 * i, "a corner of a polygon", corner, (0, last))?;
    }
    Ok(Polygon {
        corners: corners[..count].to_vec(),
        neighbours: neighbours[..count].to_vec(),
        flags,
        area: area_and_kind & 0x3f,
        is_ground,
    })
}

fn read_detail(
    input: &mut Input<'_>,
    counts: &Counts,
    place: Place,
) -> Result<Detail, DetourError> {
    let offset = input.offset();
    let (first_vertex, first_triangle) = (input.u32()?, input.u32()?);
    let (vertices, triangles) = (input.u8()?, input.u8()?);
    input.u16()?;
    let range = |at: usize, what, first: u32, n: u8, of: usize| {
        let most = i64::try_from(of).unwrap_or(i64::MAX) - i64::from(n);
        // A list without entries may start anywhere.
        let first = if n == 0 { 0 } else { place.range(offset + at, what, first, (0, most))? };
        Ok::<_, DetourError>(first..first + usize::from(n))
    };
    Ok(Detail {
        vertices: range(
            0,
            "the first detail vertex of a polygon",
            first_vertex,
            vertices,
            counts.detail_vertices,
        )?,
        triangles: range(
            4,
            "the first detail triangle of a polygon",
            first_triangle,
            triangles,
            counts.detail_triangles,
        )?,
    })
}

fn read_connection(
    input: &mut Input<'_>,
    counts: &Counts,
    place: Place,
) -> Result<Connection, DetourError> {
    let ends = [place.point(input)?, place.point(input)?];
    let radius = place.length(input, "the radius of an off-mesh connection, 0 or more,")?;
    let offset = input.offset();
    let polygon = input.u16()?;
    let last = i64::try_from(counts.polygons).unwrap_or(i64::MAX) - 1;
    let polygon =
        place.range(offset, "the polygon of an off-mesh connection", polygon, (0, last))?;
    let (flags, _side) = (input.u8()?, input.u8()?);
    let user_id = input.u32()?;
    Ok(Connection { ends, radius, polygon, both_ways: flags & 1 != 0, user_id })
}

/// Neighbours inside the tile are ground polygons of it. `end` is where the polygons end.
fn check_neighbours(tile: &Tile, end: usize, place: Place) -> Result<(), DetourError> {
    let start = end - 32 * tile.polygons.len();
    let most = i64::try_from(tile.polygons.len()).unwrap_or(i64::MAX);
    for (p, polygon) in tile.polygons.iter().enumerate().filter(|(_, p)| p.is_ground) {
        for (i, &neighbour) in polygon.neighbours.iter().enumerate() {
            if neighbour & EXTERNAL == 0 {
                let offset = start + 32 * p + 16 + 2 * i;
                place.range(offset, "the neighbour of a polygon", neighbour, (0, most))?;
            }
        }
    }
    Ok(())
}

/// Detail triangles name corners, then detail vertices of their polygon.
fn check_detail(tile: &Tile, start: usize, place: Place) -> Result<(), DetourError> {
    let both = tile.polygons.iter().zip(&tile.details);
    for (polygon, detail) in both.filter(|(polygon, _)| polygon.is_ground) {
        let points = polygon.corners.len() + detail.vertices.len();
        let last = i64::try_from(points).unwrap_or(i64::MAX) - 1;
        for t in detail.triangles.clone() {
            for (i, &v) in tile.detail_triangles[t][..3].iter().enumerate() {
                let what = "a corner of a detail triangle";
                place.range(start + 4 * t + i, what, v, (0, last))?;
            }
        }
    }
    Ok(())
}

//! Words to faces.

use super::error::PolyanyaError;
use crate::geom::{GroundPoint, Point};
use crate::store::import::{Face, ImportReport, Imported, Next, Placement, frame_for, solo};

/// The fewest bytes that a vertex and a polygon take.
const VERTEX_BYTES: usize = 6;
const POLYGON_BYTES: usize = 14;
/// How much of a word an error shows.
const SHOWN: usize = 24;

/// What a file holds, in range.
struct Plain {
    corners: Vec<[f64; 2]>,
    rings: Vec<Ring>,
}

struct Ring {
    corners: Vec<usize>,
    /// Entry `i` lies across the edge from corner `i` to corner `i + 1`.
    beyond: Vec<Option<u32>>,
}

pub(super) fn read(bytes: &[u8], placement: &Placement) -> Result<Imported, PolyanyaError> {
    placement.check()?;
    let plain = parse(bytes)?;
    let world: Vec<Point> = plain.corners.iter().map(|&[x, y]| placement.world(x, -y)).collect();
    let used = plain.rings.iter().flat_map(|ring| &ring.corners);
    let frame = frame_for(used.map(|&v| world[v]))?;
    let mut report = ImportReport { tiles: 1, polygons: plain.rings.len(), ..Default::default() };
    // Corners that no polygon uses may lie beyond the lattice.
    let lattice: Vec<Option<GroundPoint>> = world.iter().map(|&p| frame.to_lattice(p)).collect();
    let mut faces = Vec::with_capacity(plain.rings.len());
    for ring in &plain.rings {
        for (&v, p) in ring.corners.iter().filter_map(|v| Some((v, lattice[*v]?))) {
            report.moved = report.moved.max(frame.to_world(p).distance(world[v]));
        }
        let corners: Option<Vec<GroundPoint>> = ring.corners.iter().map(|&v| lattice[v]).collect();
        let next = |beyond: &Option<u32>| beyond.map_or(Next::Wall, Next::Face);
        faces.push(Face {
            corners: corners.unwrap_or_default(),
            next: ring.beyond.iter().map(next).collect(),
            flags: crate::partition::WALK,
            ..Face::default()
        });
    }
    Ok(Imported { mesh: solo(frame, &faces, &mut report)?, report })
}

fn parse(bytes: &[u8]) -> Result<Plain, PolyanyaError> {
    let mut words = Words { bytes, at: 0, line: 1 };
    if words.next().is_none_or(|word| word != b"mesh") {
        return Err(PolyanyaError::NotMesh);
    }
    let version = words.need("the version")?;
    if version != b"2" {
        return Err(PolyanyaError::Version { line: words.line, found: shown(version) });
    }
    let vertices = words.count_of("the count of vertices", 0, VERTEX_BYTES)?;
    let polygons = words.count_of("the count of polygons", 0, POLYGON_BYTES)?;
    if polygons > 0 && vertices == 0 {
        return Err(PolyanyaError::NoVertices { line: words.line, polygons });
    }
    let last = |n: usize| i64::try_from(n).unwrap_or(i64::MAX) - 1;
    let mut corners = Vec::new();
    for _ in 0..vertices {
        corners.push([words.float("an x")?, words.float("a y")?]);
        let around = words.count_of("the count of polygons around a vertex", 0, 2)?;
        for _ in 0..around {
            words.integer("a polygon around a vertex", (-1, last(polygons)))?;
        }
    }
    let mut rings = Vec::new();
    for _ in 0..polygons {
        let count = words.count_of("the count of corners of a polygon", 3, 4)?;
        let mut ring = Ring { corners: Vec::new(), beyond: Vec::new() };
        for _ in 0..count {
            ring.corners.push(words.count("a corner of a polygon", (0, last(vertices)))?);
        }
        for _ in 0..count {
            let other = words.integer("a neighbour of a polygon", (-1, last(polygons)))?;
            ring.beyond.push(u32::try_from(other).ok());
        }
        // The file has first what lies across the edge that ends at the first corner.
        ring.beyond.rotate_left(1);
        rings.push(ring);
    }
    match words.next() {
        None => Ok(Plain { corners, rings }),
        Some(word) => Err(PolyanyaError::LeftOver { line: words.line, found: shown(word) }),
    }
}

fn shown(word: &[u8]) -> String {
    String::from_utf8_lossy(&word[..word.len().min(SHOWN)]).into_owned()
}

/// The words of a text, with the line that they stand on.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        while let Some(blank) = self.bytes.get(self.at).filter(|b| b.is_ascii_whitespace()) {
            self.line += usize::from(*blank == b'\n');
            self.at += 1;
        }
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then_some(&rest[..length])
    }

    fn need(&mut self, what: &'static str) -> Result<&'a [u8], PolyanyaError> {
        self.next().ok_or(PolyanyaError::CutOff { line: self.line, what })
    }

    /// How many things of at least so many bytes the rest can hold.
    fn room(&self, bytes: usize) -> i64 {
        i64::try_from((self.bytes.len() - self.at) / bytes).unwrap_or(i64::MAX)
    }

    /// A count of things of at least so many bytes each, which the rest of the file has to hold.
    fn count_of(
        &mut self,
        what: &'static str,
        least: i64,
        bytes: usize,
    ) -> Result<usize, PolyanyaError> {
        let (value, room) = (self.parsed(what)?, self.room(bytes));
        let line = self.line;
        match value {
            _ if value < least => Err(PolyanyaError::TooFew { line, what, value, least }),
            _ if value > room => Err(PolyanyaError::Room { line, what, value, room }),
            _ => Ok(usize::try_from(value).unwrap_or(0)),
        }
    }

    fn parsed<T: std::str::FromStr>(&mut self, what: &'static str) -> Result<T, PolyanyaError> {
        let word = self.need(what)?;
        let value = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        value.ok_or_else(|| PolyanyaError::Number { line: self.line, what, found: shown(word) })
    }

    fn float(&mut self, what: &'static str) -> Result<f64, PolyanyaError> {
        let value: f64 = self.parsed(what)?;
        if value.is_finite() {
            return Ok(value);
        }
        Err(PolyanyaError::Number { line: self.line, what, found: value.to_string() })
    }

    fn integer(&mut self, what: &'static str, range: (i64, i64)) -> Result<i64, PolyanyaError> {
        let value = self.parsed(what)?;
        let (least, most) = range;
        if value < least || value > most {
            return Err(PolyanyaError::Range { line: self.line, what, value, least, most });
        }
        Ok(value)
    }

    /// A number that is 0 or more.
    fn count(&mut self, what: &'static str, range: (i64, i64)) -> Result<usize, PolyanyaError> {
        self.integer(what, range).map(|value| usize::try_from(value).unwrap_or(0))
    }
}

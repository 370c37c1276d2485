//! Grid maps of the MovingAI benchmarks, `.map`.
//!
//! ```text
//! type octile
//! height H
//! width W
//! map
//! H lines of W cells
//! ```
//!
//! `.` and `G` are ground, `S` is swamp ([`SWAMP`]), everything else is blocked. Rows go from
//! north to south, so cell (x, y) of the file covers `[x, x + 1]` east and `[y, y + 1]` south
//! (world z) of the origin. Two cells that touch in a corner are not connected. Defined by
//! N. Sturtevant, "Benchmarks for grid-based pathfinding" (2012).

use super::import::{Placement, SoloError, frame_for};
use crate::geom::{Frame, FrameError, GroundPoint, cast};
use crate::mesh::{ConvexPolygon, MeshError, NavMesh};
use crate::partition::WALK;
use crate::soup::Area;

/// The kind of ground that swamp becomes: the first that RecastDemo gives no name.
pub const SWAMP: Area = Area(6);

/// Most cells of a map.
const MOST_CELLS: usize = 1 << 28;

/// Why bytes are no map.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// A line of the head is not what it should be.
    #[error(
        "line {line} of the map is \"{found}\" where {wanted} should be: is it a MovingAI .map?"
    )]
    Head {
        /// The line, from 1.
        line: usize,
        /// What it says.
        found: String,
        /// What it should say.
        wanted: &'static str,
    },
    /// The size is none that can be.
    #[error(
        "a map of {width} x {height} cells cannot be read: at least 1 and at most {MOST_CELLS} in all"
    )]
    Size {
        /// Cells along x.
        width: usize,
        /// Cells along y.
        height: usize,
    },
    /// A row is missing, or shorter or longer than the head says.
    #[error("row {row} of {height} has {cells} cells, not {width}: the map was cut off or changed")]
    Row {
        /// The row, from 0.
        row: usize,
        /// How many there should be.
        height: usize,
        /// Its cells.
        cells: usize,
        /// How many it should have.
        width: usize,
    },
    /// Something stands behind the last row.
    #[error(
        "line {line} of the map, \"{found}\", comes after the {height} rows that its head names: the \
         height was changed"
    )]
    LeftOver {
        /// The line, from 1.
        line: usize,
        /// How it begins.
        found: String,
        /// How many rows there should be.
        height: usize,
    },
    /// A character that no map has.
    #[error("cell {x} of row {row} is \"{found}\": use one of . G @ O T S W")]
    Cell {
        /// The column, from 0.
        x: usize,
        /// The row, from 0.
        row: usize,
        /// What it is.
        found: char,
    },
    /// Nothing can be walked on.
    #[error("all {cells} cells of the map are blocked")]
    Blocked {
        /// How many there are.
        cells: usize,
    },
    /// The map does not fit a lattice where it is put.
    #[error("the map does not fit: {0}")]
    Frame(#[from] FrameError),
    /// Its polygons do not fit a mesh.
    #[error(transparent)]
    Mesh(#[from] SoloError),
}

impl From<MeshError> for MapError {
    fn from(error: MeshError) -> Self {
        Self::Mesh(error.into())
    }
}

/// True for bytes that start as such a map does.
#[must_use]
pub fn is_map(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    start
        .strip_prefix(b"type")
        .is_some_and(|rest| rest.first().is_some_and(|b| b.is_ascii_whitespace()))
}

/// A mesh of the free cells, in as few rectangles as two greedy ways of joining cells give.
/// Corners of cells become lattice points, exactly where the placement's scale and origin allow.
/// Lines may end either way, and blank ones may follow. O(cells).
///
/// # Errors
/// When the bytes are no map, are cut off, or have no free cell, or the placement's scale is not
/// above 0.
pub fn read(bytes: &[u8], placement: &Placement) -> Result<NavMesh, MapError> {
    placement.check()?;
    let map = Map::read(bytes)?;
    let rows = map.rectangles(false);
    let columns = map.rectangles(true);
    let rectangles = if columns.len() < rows.len() { columns } else { rows };
    if rectangles.is_empty() {
        return Err(MapError::Blocked { cells: map.cells.len() });
    }
    let float = |cells: usize| f64::from(cast::count(cells));
    let at = |x: usize, y: usize| placement.world(float(x), float(y));
    let frame = frame_for([at(0, 0), at(map.width, map.height)].into_iter())?;
    let polygons: Vec<ConvexPolygon> = rectangles
        .iter()
        .map(|r| r.polygon(&frame, &at))
        .collect::<Option<_>>()
        .unwrap_or_default();
    Ok(NavMesh::from_polygons(frame, &polygons)?)
}

/// The cells: the kind of ground, or none.
struct Map {
    width: usize,
    height: usize,
    cells: Vec<Option<Area>>,
}

impl Map {
    fn read(bytes: &[u8]) -> Result<Self, MapError> {
        let mut lines = bytes
            .split(|&b| b == b'\n')
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
            .enumerate();
        let mut head = |wanted: &'static str, key: &str| -> Result<String, MapError> {
            let (line, text) = lines.next().unwrap_or((0, b""));
            let text = shown(text);
            match text.strip_prefix(key) {
                Some(rest) => Ok(rest.trim().to_owned()),
                None => Err(MapError::Head { line: line + 1, found: text, wanted }),
            }
        };
        head("\"type octile\"", "type")?;
        let mut size = |wanted: &'static str, key: &str, line: usize| {
            let found = head(wanted, key)?;
            found.parse::<usize>().map_err(|_| MapError::Head { line, found, wanted })
        };
        let height = size("\"height\" and a number", "height", 2)?;
        let width = size("\"width\" and a number", "width", 3)?;
        head("\"map\"", "map")?;
        if width == 0 || height == 0 || width.checked_mul(height).is_none_or(|n| n > MOST_CELLS) {
            return Err(MapError::Size { width, height });
        }
        let mut cells = Vec::new();
        for row in 0..height {
            let line = lines.next().map_or(&b""[..], |(_, line)| line);
            let line = if line.len() > width { line.trim_ascii_end() } else { line };
            if line.len() != width {
                return Err(MapError::Row { row, height, cells: line.len(), width });
            }
            for (x, &cell) in line.iter().enumerate() {
                cells.push(match cell {
                    b'.' | b'G' => Some(Area::GROUND),
                    b'S' => Some(SWAMP),
                    b'@' | b'O' | b'T' | b'W' => None,
                    other => return Err(MapError::Cell { x, row, found: char::from(other) }),
                });
            }
        }
        match lines.find(|(_, line)| !line.trim_ascii().is_empty()) {
            None => Ok(Self { width, height, cells }),
            Some((line, text)) => {
                Err(MapError::LeftOver { line: line + 1, found: shown(text), height })
            }
        }
    }

    /// The free cells as rectangles: runs along rows, joined with equal ones of the next row; or
    /// the same along columns.
    fn rectangles(&self, by_columns: bool) -> Vec<Rectangle> {
        let (along, across) =
            if by_columns { (self.height, self.width) } else { (self.width, self.height) };
        let cell = |a: usize, b: usize| {
            let (x, y) = if by_columns { (b, a) } else { (a, b) };
            self.cells[y * self.width + x]
        };
        let mut out: Vec<Rectangle> = Vec::new();
        // The rectangles that the line before ended with, in order.
        let mut open: Vec<usize> = Vec::new();
        for b in 0..across {
            let mut next = Vec::new();
            let mut candidates = open.into_iter().peekable();
            let mut a = 0;
            while a < along {
                let kind = cell(a, b);
                let start = a;
                while a < along && cell(a, b) == kind {
                    a += 1;
                }
                let Some(area) = kind else { continue };
                while candidates.next_if(|&i| out[i].along.0 < start).is_some() {}
                let same = |i: usize| out[i].along == (start, a) && out[i].area == area;
                let index = match candidates.peek() {
                    Some(&i) if same(i) => {
                        out[i].across.1 = b + 1;
                        i
                    }
                    _ => {
                        let across = (b, b + 1);
                        out.push(Rectangle { along: (start, a), across, by_columns, area });
                        out.len() - 1
                    }
                };
                next.push(index);
            }
            open = next;
        }
        out
    }
}

/// The beginning of a line, for an error.
fn shown(line: &[u8]) -> String {
    String::from_utf8_lossy(line.get(..80).unwrap_or(line)).trim().to_owned()
}

/// Cells in a rectangle.
struct Rectangle {
    along: (usize, usize),
    across: (usize, usize),
    by_columns: bool,
    area: Area,
}

impl Rectangle {
    fn polygon(
        &self,
        frame: &Frame,
        at: &impl Fn(usize, usize) -> crate::geom::Point,
    ) -> Option<ConvexPolygon> {
        let (x, y) =
            if self.by_columns { (self.across, self.along) } else { (self.along, self.across) };
        // Rows go south: counter-clockwise from above is south-west, south-east, north-east.
        let corners = [(x.0, y.1), (x.1, y.1), (x.1, y.0), (x.0, y.0)]
            .map(|(x, y)| frame.to_lattice(at(x, y)))
            .into_iter()
            .collect::<Option<Vec<GroundPoint>>>()?;
        Some(ConvexPolygon { corners, area: self.area, flags: WALK, layer: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::SearchBox;

    fn map(rows: &[&str]) -> String {
        let width = rows.first().map_or(0, |r| r.len());
        format!("type octile\nheight {}\nwidth {width}\nmap\n{}\n", rows.len(), rows.join("\n"))
    }

    #[test]
    fn cells_become_ground_where_they_are() {
        let text = map(&["..@", ".SG", "@W."]);
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let mesh = read(text.as_bytes(), &Placement::default()).unwrap();
            assert!((mesh.area_m2() - 6.0).abs() < 1e-12);
            assert_eq!(mesh.validate(), []);
            assert_eq!(mesh.components().len(), 1, "all free cells hang together by sides");
            let area = |x: f64, z: f64| {
                let exact = SearchBox { x: 0.0, y: 1.0, z: 0.0 };
                mesh.nearest([x, 0.0, z], &exact, |_| true).map(|n| mesh.polygon(n.polygon).area)
            };
            assert_eq!(area(1.5, 1.5), Some(SWAMP));
            assert_eq!(area(2.5, 1.5), Some(Area::GROUND));
            assert_eq!(area(2.5, 2.5), Some(Area::GROUND));
            assert_eq!((area(2.5, 0.5), area(0.5, 2.5), area(1.5, 2.5)), (None, None, None));
        }
    }

    #[test]
    fn cells_that_touch_in_a_corner_are_apart() {
        let mesh = read(map(&[".@", "@."]).as_bytes(), &Placement::default()).unwrap();
        assert_eq!((mesh.components().len(), mesh.polygon_count()), (2, 2));
        assert_eq!(mesh.validate(), []);
    }

    #[test]
    fn the_better_way_of_joining_is_taken() {
        let mesh = read(map(&[".@.", ".@.", "..."]).as_bytes(), &Placement::default()).unwrap();
        assert_eq!(mesh.polygon_count(), 3);
        let big = map(&["....", "....", "....", "...."]);
        assert_eq!(read(big.as_bytes(), &Placement::default()).unwrap().polygon_count(), 1);
    }

    #[test]
    fn what_is_no_map_is_refused_in_a_sentence() {
        let refused =
            |text: &str| read(text.as_bytes(), &Placement::default()).unwrap_err().to_string();
        let good = map(&["...", ".@.", "..."]);
        assert!(refused("").contains("line 1"));
        assert!(refused(&good.replace("height", "depth")).contains("line 2"));
        assert!(refused(&good.replace("width 3", "width three")).contains("three"));
        assert!(
            refused(&good.replace("width 3", "width 4")).contains("row 0 of 3 has 3 cells, not 4")
        );
        assert!(refused(&good.replace("height 3", "height 9")).contains("row 3 of 9"));
        let more = refused(&good.replace("height 3", "height 2"));
        assert!(more.contains("line 7 of the map, \"...\", comes after the 2 rows"), "{more}");
        assert!(read((good.clone() + " \r\n\n").as_bytes(), &Placement::default()).is_ok());
        assert!(refused(&good.replace(".@.", ".X.")).contains("\"X\""));
        assert!(refused(&good.replace("height 3", "height 99999999999")).contains("99999999999"));
        assert!(refused(&map(&["@@"])).contains("all 2 cells"));
        let far = Placement { scale: f64::MAX, ..Placement::default() };
        assert!(read(good.as_bytes(), &far).is_err());
        for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let placement = Placement { scale, ..Placement::default() };
            let error = read(good.as_bytes(), &placement).unwrap_err().to_string();
            assert!(error.starts_with(&format!("the scale {scale} is not usable")), "{error}");
        }
    }
}

//! One `<mesh>`: its sources, and its faces in all the ways that COLLADA can say them.

use std::collections::HashMap;
use std::path::Path;

use roxmltree::{Node, NodeId};
use walkmesh::Point;
use walkmesh::geom::cast;

use super::super::assembly::{Assembly, LOOSE_CORNERS, Part};
use super::super::bridge::bridge;
use super::{ReadError, child, children, number, text};

type Ids<'d> = HashMap<&'d str, Node<'d, 'd>>;

/// What is wrong in a mesh; the file and the geometry are added where they are known.
pub(super) struct Problem(String);

impl Problem {
    pub(super) fn in_file(self, path: &Path, geometry: &str) -> ReadError {
        let part = format!("geometry \"{geometry}\"");
        ReadError::Reference { path: path.to_owned(), part, what: self.0 }
    }
}

pub(super) fn read<'d>(
    mesh: Node<'d, 'd>,
    ids: &Ids<'d>,
    assembly: &mut Assembly,
) -> Result<Part, Problem> {
    let mut part = Part::default();
    // Several primitives of a mesh usually share one source.
    let mut sources: HashMap<NodeId, Range> = HashMap::new();
    for primitive in mesh.children().filter(Node::is_element) {
        let kind = primitive.tag_name().name();
        match kind {
            "lines" | "linestrips" => assembly.skipped("line sets", 1),
            "triangles" | "polylist" | "polygons" | "tristrips" | "trifans" => {
                let Some((layout, source)) = layout(primitive, ids)? else { continue };
                let range = match sources.get(&source.id()) {
                    Some(range) => *range,
                    None => {
                        let range = positions(source, ids, &mut part)?;
                        sources.insert(source.id(), range);
                        range
                    }
                };
                let assembly = &mut *assembly;
                Faces { layout, range, part: &mut part, assembly }.primitive(primitive, kind)?;
            }
            _ => {}
        }
    }
    Ok(part)
}

/// Where a primitive's index lists hold the position.
#[derive(Clone, Copy)]
struct Layout {
    offset: usize,
    stride: usize,
}

/// Where a source's points are in the part.
#[derive(Clone, Copy)]
struct Range {
    first: u32,
    count: u32,
}

/// The layout of a primitive and the source of its positions; `None` when it has no faces to say.
fn layout<'d>(
    primitive: Node<'d, 'd>,
    ids: &Ids<'d>,
) -> Result<Option<(Layout, Node<'d, 'd>)>, Problem> {
    let kind = primitive.tag_name().name();
    let mut stride = 0;
    let mut found = None;
    for input in children(primitive, "input") {
        // An input without offset is the only one.
        let offset = match input.attribute("offset").map(|text| text.trim().parse::<u16>()) {
            None => 0,
            Some(Ok(offset)) => usize::from(offset),
            Some(Err(_)) => {
                return Err(Problem(format!("has an input of <{kind}> without a usable offset")));
            }
        };
        stride = stride.max(offset + 1);
        let is_position = matches!(input.attribute("semantic"), Some("VERTEX" | "POSITION"));
        if is_position && found.is_none() {
            found = Some((offset, target(input, ids)?));
        }
    }
    let Some((offset, mut source)) = found else {
        if child(primitive, "p").is_none() {
            return Ok(None);
        }
        return Err(Problem(format!("has <{kind}> without a VERTEX input")));
    };
    if source.tag_name().name() == "vertices" {
        let is_position = |input: &Node<'_, '_>| input.attribute("semantic") == Some("POSITION");
        let Some(input) = children(source, "input").find(is_position) else {
            return Err(Problem("has <vertices> without a POSITION input".to_owned()));
        };
        source = target(input, ids)?;
    }
    Ok(Some((Layout { offset, stride }, source)))
}

fn target<'d>(input: Node<'d, 'd>, ids: &Ids<'d>) -> Result<Node<'d, 'd>, Problem> {
    let url = input.attribute("source").unwrap_or_default();
    let id = url.trim().strip_prefix('#').unwrap_or_default();
    ids.get(id).copied().ok_or_else(|| Problem(format!("refers to \"{url}\", which is not there")))
}

/// Adds the points of a `<source>` as its accessor describes them.
fn positions<'d>(source: Node<'d, 'd>, ids: &Ids<'d>, part: &mut Part) -> Result<Range, Problem> {
    let accessor = child(source, "technique_common").and_then(|common| child(common, "accessor"));
    let array = accessor
        .and_then(|accessor| target(accessor, ids).ok())
        .or_else(|| child(source, "float_array"));
    let Some(array) = array else {
        return Err(Problem("has a source without a float_array".to_owned()));
    };
    let values = floats(array)?;
    let setting = |name: &str, usual: usize| {
        let text = accessor.and_then(|accessor| accessor.attribute(name));
        text.and_then(|text| text.trim().parse().ok()).unwrap_or(usual)
    };
    let (offset, stride) = (setting("offset", 0), setting("stride", 3));
    let axes = axes(accessor);
    let after = axes.iter().max().map_or(3, |last| last + 1);
    if stride < after {
        return Err(Problem(format!("has a source of stride {stride} for {after} values")));
    }
    let first = part.points.len();
    let values = values.get(offset..).unwrap_or_default();
    // The last point may lack what it does not use.
    let points = values.chunks(stride).filter(|point| point.len() >= after);
    let most = setting("count", usize::MAX);
    part.points.extend(points.take(most).map(|p| Point::new(p[axes[0]], p[axes[1]], p[axes[2]])));
    let too_many = || Problem("has more points than a u32 can count".to_owned());
    let first_index = u32::try_from(first).map_err(|_| too_many())?;
    u32::try_from(part.points.len()).map_err(|_| too_many())?;
    Ok(Range { first: first_index, count: cast::count(part.points.len() - first) })
}

/// Which of an element's values are x, y and z: by the names of its parameters, else the first.
fn axes(accessor: Option<Node<'_, '_>>) -> [usize; 3] {
    let named = |axis: &str| {
        let mut parameters = children(accessor?, "param");
        parameters.position(|parameter| parameter.attribute("name") == Some(axis))
    };
    match (named("X"), named("Y"), named("Z")) {
        (Some(x), Some(y), Some(z)) => [x, y, z],
        _ => [0, 1, 2],
    }
}

fn floats(array: Node<'_, '_>) -> Result<Vec<f64>, Problem> {
    let id = array.attribute("id").unwrap_or_default();
    let text = text(array);
    let words = text.split_ascii_whitespace().enumerate();
    let value = |(i, word): (usize, &str)| {
        number::parse_with_comma(word)
            .ok_or_else(|| Problem(format!("has \"{word}\" as number {i} of \"{id}\"")))
    };
    words.map(value).collect()
}

fn integers(list: Node<'_, '_>) -> Result<Vec<i64>, Problem> {
    let tag = list.tag_name().name();
    let text = text(list);
    let words = text.split_ascii_whitespace().enumerate();
    let value = |(i, word): (usize, &str)| {
        word.parse().map_err(|_| Problem(format!("has \"{word}\" as number {i} of a <{tag}>")))
    };
    words.map(value).collect()
}

/// The faces of one primitive on their way into the part.
struct Faces<'a> {
    layout: Layout,
    range: Range,
    part: &'a mut Part,
    assembly: &'a mut Assembly,
}

impl Faces<'_> {
    fn primitive(&mut self, primitive: Node<'_, '_>, kind: &str) -> Result<(), Problem> {
        if kind == "polylist" {
            return self.polylist(primitive);
        }
        for list in primitive.children().filter(Node::is_element) {
            match (list.tag_name().name(), kind) {
                ("p", _) => {
                    let corners = self.corners(list)?;
                    self.list(kind, &corners);
                }
                ("ph", "polygons") => self.with_holes(list)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn list(&mut self, kind: &str, corners: &[u32]) {
        let triangles = &mut self.part.triangles;
        match (kind, corners) {
            ("triangles", _) => {
                let whole = corners.chunks_exact(3);
                self.assembly.skipped(LOOSE_CORNERS, whole.remainder().len());
                triangles.extend(whole.map(|t| [t[0], t[1], t[2]]));
            }
            ("tristrips", _) => triangles.extend(
                corners
                    .windows(3)
                    .enumerate()
                    .map(|(i, t)| if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[0], t[2], t[1]] }),
            ),
            ("trifans", [hub, rim @ ..]) => {
                triangles.extend(rim.windows(2).map(|t| [*hub, t[0], t[1]]));
            }
            _ => self.polygon(corners),
        }
    }

    fn polylist(&mut self, primitive: Node<'_, '_>) -> Result<(), Problem> {
        let Some(list) = child(primitive, "p") else { return Ok(()) };
        let corners = self.corners(list)?;
        let counts = child(primitive, "vcount").map_or(Ok(Vec::new()), integers)?;
        let mut rest = corners.as_slice();
        for (i, count) in counts.into_iter().enumerate() {
            let cut = usize::try_from(count).ok().and_then(|count| rest.split_at_checked(count));
            let Some((polygon, after)) = cut else {
                let left = rest.len();
                return Err(Problem(format!(
                    "has a <polylist> whose polygon {i} has {count} corners where {left} are left"
                )));
            };
            rest = after;
            self.polygon(polygon);
        }
        self.assembly.skipped("corners of a <polylist> that its <vcount> leaves over", rest.len());
        Ok(())
    }

    /// A `<ph>`: an outline `<p>` and holes `<h>`, bridged to one outline.
    fn with_holes(&mut self, list: Node<'_, '_>) -> Result<(), Problem> {
        let Some(outline) = child(list, "p") else { return Ok(()) };
        let outline = self.corners(outline)?;
        let mut holes = Vec::new();
        for hole in children(list, "h") {
            holes.push(self.corners(hole)?);
        }
        let bridged = bridge(&self.part.points, outline, holes);
        self.polygon(&bridged);
        Ok(())
    }

    /// As many triangles as corners less two; fewer than three corners are nothing.
    fn polygon(&mut self, corners: &[u32]) {
        if corners.len() >= 3 {
            let Part { points, triangles } = &mut *self.part;
            self.assembly.cutter.cut(points, corners, |triangle| triangles.push(triangle));
        } else if !corners.is_empty() {
            self.assembly.skipped("faces of fewer than three corners", 1);
        }
    }

    /// The position of each corner of an index list, checked.
    fn corners(&self, list: Node<'_, '_>) -> Result<Vec<u32>, Problem> {
        let Layout { offset, stride } = self.layout;
        let Range { first, count } = self.range;
        let indices = integers(list)?;
        let corner = |(i, index): (usize, &i64)| {
            let index = u32::try_from(*index).ok().filter(|index| *index < count);
            index.map(|index| first + index).ok_or_else(|| {
                let (at, value) = (i * stride + offset, indices[i * stride + offset]);
                Problem(format!("refers to point {value} at number {at}, but has {count} points"))
            })
        };
        indices.iter().skip(offset).step_by(stride).enumerate().map(corner).collect()
    }
}

//! PLY: text, and binary of both byte orders.
//!
//! Read are the corners of `vertex`, the lists `vertex_indices` or `vertex_index` of `face`, and
//! triangle strips; everything else is stepped over by what the header says of it. Nothing is said
//! about a unit or an axis; the tools that write it (scanners, Blender) take Z as up.

mod header;
mod values;

use std::path::Path;

use walkmesh::Point;
use walkmesh::geom::cast;
use walkmesh::soup::ObjectId;

use super::assembly::Assembly;
use super::{Conventions, Note, ReadError, UpAxis};
use header::{Element, Kind, Property};
use values::Values;

pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<(Assembly, Conventions), ReadError> {
    let conventions = Conventions { up: UpAxis::Z, scale: 1.0 };
    let syntax = |what: String| ReadError::Syntax { path: path.to_owned(), format: "PLY", what };
    let (header, body) = header::parse(bytes).map_err(syntax)?;
    let mut assembly = Assembly::default();
    let object = assembly.soup.add_object("");
    let mut body = Body { path, values: Values::new(header.encoding, body), points: 0 };
    let mut faces = Faces::default();
    for element in &header.elements {
        match element.name.as_str() {
            "vertex" => body.vertices(element, &mut assembly)?,
            "face" => body.lists(element, &["vertex_indices", "vertex_index"], &mut faces.faces)?,
            "tristrips" => {
                body.lists(element, &["vertex_indices", "vertex_index"], &mut faces.strips)?;
            }
            _ => body.pass_over(element)?,
        }
    }
    faces.into_assembly(&mut assembly, object, path)?;
    let left = body.values.left();
    if left > 0 {
        let counts: Vec<String> =
            header.elements.iter().map(|e| format!("{} {}", e.count, e.name)).collect();
        let what = format!(
            "counts {}, after which the file has {left} bytes more: they are left out",
            counts.join(", ")
        );
        assembly.notes.push(Note::Part { part: "the header".to_owned(), what });
    }
    assembly.emptiness = Some(format!("no faces; points: {}", body.points));
    Ok((assembly, conventions))
}

/// Lists of signed corner indices, which may come before the points.
#[derive(Default)]
struct Lists {
    corners: Vec<i64>,
    /// Where each list ends.
    ends: Vec<usize>,
}

impl Lists {
    fn iter(&self) -> impl Iterator<Item = &[i64]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&from, &to)| &self.corners[from..to])
    }
}

#[derive(Default)]
struct Faces {
    faces: Lists,
    strips: Lists,
}

impl Faces {
    fn into_assembly(
        self,
        assembly: &mut Assembly,
        object: ObjectId,
        path: &Path,
    ) -> Result<(), ReadError> {
        let count = assembly.soup.vertices.len();
        let checked = |what: &str, i: usize, corner: i64| {
            let vertex = u32::try_from(corner).ok().filter(|&c| cast::index(c) < count);
            vertex.ok_or_else(|| ReadError::Reference {
                path: path.to_owned(),
                part: format!("{what} {i}"),
                what: format!("has corner {corner}, which is none of the {count} vertices"),
            })
        };
        let mut short = 0;
        let mut corners = Vec::new();
        for (i, face) in self.faces.iter().enumerate() {
            corners.clear();
            for &corner in face {
                corners.push(checked("face", i, corner)?);
            }
            if corners.len() < 3 {
                short += 1;
            } else {
                assembly.polygon(object, &corners);
            }
        }
        // One list holds many strips, parted by -1; every other triangle turns the other way.
        for (i, list) in self.strips.iter().enumerate() {
            for strip in list.split(|&corner| corner == -1) {
                for (k, three) in strip.windows(3).enumerate() {
                    let [a, b, c] = [three[k % 2], three[1 - k % 2], three[2]];
                    let corners =
                        [checked("strip", i, a)?, checked("strip", i, b)?, checked("strip", i, c)?];
                    assembly.polygon(object, &corners);
                }
            }
        }
        assembly.skipped("faces of fewer than three corners", short);
        Ok(())
    }
}

/// A whole number.
fn whole(value: f64) -> Option<i64> {
    (value.fract() == 0.0).then(|| cast::round_i64(value))
}

struct Body<'b> {
    path: &'b Path,
    values: Values<'b>,
    points: usize,
}

impl Body<'_> {
    fn vertices(&mut self, element: &Element, assembly: &mut Assembly) -> Result<(), ReadError> {
        let axis = |name: &str| match name {
            "x" => Some(0),
            "y" => Some(1),
            "z" => Some(2),
            _ => None,
        };
        let axes: Vec<Option<usize>> = element.properties.iter().map(|p| axis(&p.name)).collect();
        for wanted in 0..3 {
            if !axes.contains(&Some(wanted)) {
                return Err(ReadError::Syntax {
                    path: self.path.to_owned(),
                    format: "PLY",
                    what: format!("its vertices have no {}", ["x", "y", "z"][wanted]),
                });
            }
        }
        for row in 0..element.count {
            let mut at = [0.0; 3];
            for (property, axis) in element.properties.iter().zip(&axes) {
                let value = self.value(element, row, property)?;
                if let Some(axis) = axis {
                    at[*axis] = value;
                }
            }
            assembly.vertices([Point::from(at)], self.path)?;
            self.points += 1;
        }
        Ok(())
    }

    /// A scalar; of a list its length, with the values stepped over.
    fn value(
        &mut self,
        element: &Element,
        row: u64,
        property: &Property,
    ) -> Result<f64, ReadError> {
        match property.kind {
            Kind::Scalar(scalar) => self.next(element, row, scalar),
            Kind::List { length, item } => {
                let count = self.length(element, row, length)?;
                for _ in 0..count {
                    self.next(element, row, item)?;
                }
                Ok(f64::from(count))
            }
        }
    }

    fn lists(
        &mut self,
        element: &Element,
        names: &[&str],
        into: &mut Lists,
    ) -> Result<(), ReadError> {
        for row in 0..element.count {
            for property in &element.properties {
                match property.kind {
                    Kind::List { length, item } if names.contains(&property.name.as_str()) => {
                        for _ in 0..self.length(element, row, length)? {
                            let corner = self.next(element, row, item)?;
                            // What is no index is out of range.
                            into.corners.push(whole(corner).unwrap_or(i64::MIN));
                        }
                        into.ends.push(into.corners.len());
                    }
                    _ => {
                        self.value(element, row, property)?;
                    }
                }
            }
            if element.properties.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn pass_over(&mut self, element: &Element) -> Result<(), ReadError> {
        if element.properties.is_empty() {
            return Ok(());
        }
        for row in 0..element.count {
            for property in &element.properties {
                self.value(element, row, property)?;
            }
        }
        Ok(())
    }

    fn length(
        &mut self,
        element: &Element,
        row: u64,
        scalar: header::Scalar,
    ) -> Result<u32, ReadError> {
        let length = self.next(element, row, scalar)?;
        whole(length)
            .and_then(|length| u32::try_from(length).ok())
            .ok_or_else(|| self.bad(element, row, &format!("has a list of {length} values")))
    }

    fn next(
        &mut self,
        element: &Element,
        row: u64,
        scalar: header::Scalar,
    ) -> Result<f64, ReadError> {
        match self.values.next(scalar) {
            Ok(value) => Ok(value),
            Err(what) => Err(self.bad(element, row, &what)),
        }
    }

    fn bad(&self, element: &Element, row: u64, what: &str) -> ReadError {
        ReadError::Reference {
            path: self.path.to_owned(),
            part: format!("{} {row} of {}", element.name, element.count),
            what: what.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;

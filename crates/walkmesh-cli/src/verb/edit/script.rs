//! What a script of edits says.

mod keys;
mod openers;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use serde::Deserialize;
use toml::Spanned;
use walkmesh::edit::{
    Change, ChangeId, Edit, Footprint, Ground, KindId, OutlineOptions, Payload, PlanPolygon,
    ground_outlines,
};
use walkmesh::soup::Area;
use walkmesh_io::{HeightMap, read_height_map};

use super::model::{Model, Models};
use crate::exactly::Exactly;

/// What a script says.
#[derive(Debug, PartialEq)]
pub(super) struct Script {
    /// In order.
    pub(super) edits: Vec<Edit>,
    /// The line in which each edit begins, from 1.
    pub(super) lines: Vec<usize>,
    /// What is to be known of the models that it names.
    pub(super) notes: Vec<String>,
}

/// A whole TOML file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    edit: Vec<Spanned<Row>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Add,
    Move,
    Remove,
    Activate,
    Deactivate,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Circle {
    center: Exactly<f64, 2>,
    radius: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Box {
    center: Exactly<f64, 2>,
    half: Exactly<f64, 2>,
    #[serde(default)]
    turned: f64,
}

/// Some of the ground of a height map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Terrain {
    file: PathBuf,
    #[serde(default)]
    origin: Exactly<f64, 2>,
    spacing: f64,
    black: f64,
    white: f64,
    steeper: Option<f64>,
    below: Option<f64>,
    above: Option<f64>,
    max_error: Option<f64>,
    min_area: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    layer: u32,
    value: f64,
    #[serde(default)]
    beside: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    #[serde(rename = "do")]
    what: What,
    id: u64,
    polygon: Option<Vec<Exactly<f64, 2>>>,
    holes: Option<Vec<Vec<Exactly<f64, 2>>>>,
    circle: Option<Circle>,
    r#box: Option<Box>,
    model: Option<Model>,
    terrain: Option<Terrain>,
    heights: Option<Exactly<f64, 2>>,
    block: Option<String>,
    passive: Option<bool>,
    grown: Option<bool>,
    opens: Option<Vec<String>>,
    opens_ids: Option<Vec<u64>>,
    cost: Option<f64>,
    area: Option<u8>,
    data: Option<Data>,
}

/// The edits of a script of JSON lines, in order: an object a line, empty lines between them.
/// Files that it names are looked for from `folder`.
pub(super) fn read_lines(text: &str, folder: &Path) -> Result<Script> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let rows = lines.map(|(line, at)| {
        let row: Row = serde_json::from_str(line).map_err(|error| {
            let message = error.to_string();
            let what = message.split(" at line ").next().unwrap_or(&message);
            anyhow!("line {at}, column {}: {what}", error.column())
        })?;
        Ok((at, row))
    });
    Script::of(rows, folder)
}

/// The edits of a TOML script, in order.
pub(super) fn read(text: &str, folder: &Path) -> Result<Script> {
    // Edits come in order: of the text before one, what was before the last is not counted again.
    let mut known = (0, 1);
    let mut line = |at: usize| {
        let (from, line) = if at < known.0 { (0, 1) } else { known };
        known = (at, line + text.get(from..at).unwrap_or_default().matches('\n').count());
        known.1
    };
    let table: Table = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(1, |span| line(span.start));
        anyhow!("line {at}: {}", error.message().trim().replace('\n', " "))
    })?;
    let rows = table.edit.into_iter().map(|row| Ok((line(row.span().start), row.into_inner())));
    Script::of(rows, folder)
}

impl Script {
    fn of(rows: impl Iterator<Item = Result<(usize, Row)>>, folder: &Path) -> Result<Self> {
        let (mut kinds, mut models) = (Kinds::default(), Models::of(folder));
        let mut script = Self { edits: Vec::new(), lines: Vec::new(), notes: Vec::new() };
        for row in rows {
            let (at, row) = row?;
            let edit = row.edit(&mut kinds, &mut models);
            script.edits.push(edit.map_err(|error| anyhow!("line {at}: {error}"))?);
            script.lines.push(at);
        }
        script.notes = models.notes;
        script.check_openers(&kinds)?;
        Ok(script)
    }
}

/// Kinds of blockers by name, numbered by first use.
#[derive(Default)]
struct Kinds(BTreeMap<String, KindId>);

impl Kinds {
    fn of(&mut self, name: String) -> KindId {
        let next = KindId(u32::try_from(self.0.len()).unwrap_or(u32::MAX));
        *self.0.entry(name).or_insert(next)
    }
}

impl Row {
    fn edit(self, kinds: &mut Kinds, models: &mut Models<'_>) -> Result<Edit> {
        self.check_keys()?;
        let id = ChangeId(self.id);
        Ok(match self.what {
            What::Remove => Edit::Remove { id },
            What::Activate => Edit::Activate { id },
            What::Deactivate => Edit::Deactivate { id },
            What::Move => {
                let (shape, heights, _) = self.place(models)?;
                Edit::Move { id, shape, heights }
            }
            What::Add => {
                let grown = self.grown.unwrap_or(false);
                let (shape, heights, rest) = self.place(models)?;
                let payload = rest.payload(kinds)?;
                Edit::Add { id, change: Change { shape, heights, payload, grown } }
            }
        })
    }

    fn place(mut self, models: &mut Models<'_>) -> Result<(Footprint, (f64, f64), Self)> {
        let ring = |ring: Vec<Exactly<f64, 2>>| ring.into_iter().map(|corner| corner.0).collect();
        let holes = self.holes.take().unwrap_or_default().into_iter().map(ring).collect();
        let mut shapes = Vec::new();
        shapes.extend(
            self.polygon
                .take()
                .map(|outer| Footprint::Polygons(vec![PlanPolygon { outer: ring(outer), holes }])),
        );
        shapes.extend(
            self.circle
                .take()
                .map(|Circle { center, radius }| Footprint::Circle { center: center.0, radius }),
        );
        shapes.extend(self.r#box.take().map(|Box { center, half, turned }| Footprint::Box {
            center: center.0,
            half: half.0,
            turned,
        }));
        if let Some(model) = self.model.take() {
            shapes.push(model.shape(models)?);
        }
        if let Some(terrain) = self.terrain.take() {
            shapes.push(terrain.shape(models.folder)?);
        }
        let (Some(shape), true) = (shapes.pop(), shapes.is_empty()) else {
            bail!("give one shape: polygon, circle, box, model or terrain");
        };
        let any = (f64::NEG_INFINITY, f64::INFINITY);
        let heights = self.heights.map_or(any, |Exactly([low, high])| (low, high));
        Ok((shape, heights, self))
    }

    fn payload(self, kinds: &mut Kinds) -> Result<Payload> {
        let mut found = Vec::new();
        if let Some(name) = self.block {
            let kind = kinds.of(name);
            found.push(match self.passive {
                Some(true) => Payload::PassiveBlock { kind },
                _ => Payload::Block { kind },
            });
        }
        if self.opens.is_some() || self.opens_ids.is_some() {
            let ids = self.opens_ids.unwrap_or_default().into_iter().map(ChangeId).collect();
            let names = self.opens.unwrap_or_default().into_iter();
            found.push(Payload::Open { ids, kinds: names.map(|name| kinds.of(name)).collect() });
        }
        found.extend(self.cost.map(Payload::Cost));
        found.extend(self.area.map(|area| Payload::Area(Area(area))));
        found.extend(self.data.map(|Data { layer, value, beside }| Payload::Data {
            layer,
            value,
            beside,
        }));
        let last = found.pop();
        match last {
            Some(payload) if found.is_empty() => Ok(payload),
            _ => {
                bail!("say one thing that it does: block, opens (or opens_ids), cost, area or data")
            }
        }
    }
}

impl Terrain {
    fn shape(self, folder: &Path) -> Result<Footprint> {
        let grounds = [
            self.steeper.map(Ground::Steeper),
            self.below.map(Ground::Below),
            self.above.map(Ground::Above),
        ];
        let mut grounds = grounds.into_iter().flatten();
        let (Some(ground), None) = (grounds.next(), grounds.next()) else {
            bail!("say which ground of the terrain: steeper, below or above");
        };
        let heights = [self.black, self.white];
        let map = HeightMap { origin: self.origin.0, spacing: self.spacing, heights };
        let field = read_height_map(&folder.join(self.file), &map)?;
        let plain = OutlineOptions::default();
        let options = OutlineOptions {
            max_error: self.max_error.unwrap_or(plain.max_error),
            min_area: self.min_area.unwrap_or(plain.min_area),
        };
        Ok(ground_outlines(&field, ground, &options)?)
    }
}

#[cfg(test)]
mod tests;

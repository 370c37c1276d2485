//! What the colours of polygons say.

use super::clearance::clearances;
use super::{Color, Drawing, area_color, area_name, distinct, ramp};
use crate::mesh::{Component, NavMesh, PolyRef};
use std::collections::BTreeSet;

/// Entries of a legend of many colours.
const LEGEND: usize = 6;

/// What the colour of a polygon says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColorBy {
    /// The kind of ground, in RecastDemo's colours.
    #[default]
    Area,
    /// The component.
    Component,
    /// The tile.
    Tile,
    /// The surface layer.
    Layer,
    /// How far its middle is from the nearest wall of its storey.
    Clearance,
    /// What a metre costs on it.
    Cost,
    /// The height of its middle.
    Height,
}

impl ColorBy {
    /// All of them, for listings.
    pub const ALL: [Self; 7] = [
        Self::Area,
        Self::Component,
        Self::Tile,
        Self::Layer,
        Self::Clearance,
        Self::Cost,
        Self::Height,
    ];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Area => "area",
            Self::Component => "component",
            Self::Tile => "tile",
            Self::Layer => "layer",
            Self::Clearance => "clearance",
            Self::Cost => "cost",
            Self::Height => "height",
        }
    }

    /// The choice of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.name() == name)
    }
}

/// The colours of all polygons of a mesh.
pub(super) enum Colors {
    ByArea,
    ByComponent,
    ByTile,
    ByLayer,
    /// A number for each polygon on a ramp between two values.
    Ramp {
        values: Vec<f64>,
        low: f64,
        high: f64,
    },
}

impl Colors {
    /// By `by`, costs of a metre by area; those of the polygons shown are explained in the drawing's
    /// legend.
    pub(super) fn new(
        mesh: &NavMesh,
        (by, costs): (ColorBy, &[f64]),
        shown: &[PolyRef],
        drawing: &mut Drawing,
    ) -> Self {
        let colors = match by {
            ColorBy::Area => Self::ByArea,
            ColorBy::Component => Self::ByComponent,
            ColorBy::Tile => Self::ByTile,
            ColorBy::Layer => Self::ByLayer,
            ColorBy::Clearance => Self::ramp(mesh, &clearances(mesh)),
            ColorBy::Cost => {
                let cost = |r| {
                    let polygon = mesh.polygon(r);
                    let area = usize::from(polygon.area.0);
                    costs.get(area).copied().unwrap_or(1.0) * polygon.factor.get()
                };
                Self::ramp(mesh, &mesh.polygons().map(cost).collect::<Vec<_>>())
            }
            ColorBy::Height => {
                let step = mesh.frame().step();
                let middle = |r| {
                    let (low, high) = mesh.polygon(r).heights;
                    mesh.frame().origin().y + (f64::from(low) + f64::from(high)) / 2.0 * step
                };
                Self::ramp(mesh, &mesh.polygons().map(middle).collect::<Vec<_>>())
            }
        };
        colors.explain(mesh, by, shown, drawing);
        colors
    }

    /// Of the values of all polygons in order.
    fn ramp(mesh: &NavMesh, of_polygons: &[f64]) -> Self {
        let mut values = vec![f64::NAN; mesh.index_count()];
        for (r, &value) in mesh.polygons().zip(of_polygons) {
            values[mesh.index(r)] = value;
        }
        let finite = || values.iter().copied().filter(|v| v.is_finite());
        let low = finite().fold(f64::INFINITY, f64::min);
        let high = finite().fold(f64::NEG_INFINITY, f64::max);
        Self::Ramp { values, low, high }
    }

    pub(super) fn of(&self, mesh: &NavMesh, r: PolyRef) -> Color {
        match self {
            Self::ByArea => area_color(mesh.polygon(r).area),
            Self::ByComponent => distinct(mesh.component(r).0),
            Self::ByTile => distinct(r.tile.0),
            Self::ByLayer => distinct(mesh.polygon(r).layer),
            Self::Ramp { values, low, high } => {
                let v = values.get(mesh.index(r)).copied().unwrap_or(*low);
                ramp(if high > low { (v - low) / (high - low) } else { 1.0 })
            }
        }
    }

    fn explain(&self, mesh: &NavMesh, by: ColorBy, shown: &[PolyRef], drawing: &mut Drawing) {
        match self {
            Self::ByArea => {
                let areas: BTreeSet<_> = shown.iter().map(|&r| mesh.polygon(r).area).collect();
                for area in areas {
                    drawing.explain(area_color(area), area_name(area));
                }
            }
            Self::ByComponent => {
                let of_shown: BTreeSet<_> = shown.iter().map(|&r| mesh.component(r)).collect();
                let is_shown = |c: &&Component| of_shown.contains(&c.id);
                for component in mesh.components().iter().filter(is_shown).take(LEGEND) {
                    let (name, area) = (component.id.0, component.area_m2(mesh.frame()));
                    drawing.explain(distinct(name), format!("component {name}, {area:.1} m²"));
                }
            }
            Self::ByTile | Self::ByLayer => {}
            Self::Ramp { low, high, .. } if low <= high => {
                let unit = if by == ColorBy::Cost { "" } else { " m" };
                for t in [0.0, 0.25, 0.5, 0.75, 1.0] {
                    let text = format!("{} {:.2}{unit}", by.name(), low + (high - low) * t);
                    drawing.explain(ramp(if high > low { t } else { 1.0 }), text);
                }
            }
            Self::Ramp { .. } => {}
        }
    }
}

//! Shapes from a height field: what is too steep, under water, or above the snow line, with
//! smooth outlines instead of those of cells.

mod thin;
mod trace;

use super::change::{Footprint, PlanPolygon};
use crate::geom::cast;
use crate::soup::HeightField;

/// Which ground of a height field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// That rises by more than so many degrees, above 0 and below 90. The slope at a sample is
    /// taken over the samples around it, and changes evenly in between.
    Steeper(f64),
    /// That lies lower than a height, metres: exactly where its triangles do.
    Below(f64),
    /// That lies higher than a height, metres.
    Above(f64),
}

/// How outlines of a height field are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlineOptions {
    /// How far an outline may leave its place for the sake of fewer corners, metres.
    pub max_error: f64,
    /// Patches smaller than this are left out, and gaps in them filled, square metres.
    pub min_area: f64,
}

impl Default for OutlineOptions {
    /// A quarter of a metre, and nothing left out.
    fn default() -> Self {
        Self { max_error: 0.25, min_area: 0.0 }
    }
}

/// Why there are no outlines.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum OutlineError {
    /// No height or slope.
    #[error(
        "{0} is no limit for ground: give a finite height, or a slope above 0 and below 90 degrees"
    )]
    Limit(f64),
    /// No error or area.
    #[error(
        "outlines within {max_error} m of patches from {min_area} m²: both have to be finite and 0 or more"
    )]
    Options {
        /// The error.
        max_error: f64,
        /// The area.
        min_area: f64,
    },
}

/// The footprint of some of the ground of a height field: one polygon, with holes, a patch. It
/// covers nothing when there is no such ground, and ends where the field does.
///
/// Outlines run through the sides of the field's triangles where the value crosses its limit (the
/// slope or height changes evenly along each), so they follow the ground at any angle; then
/// corners are left out as far as `max_error` allows. Linear in the samples.
///
/// # Errors
/// When the limit, the error or the area is not a number that can be meant.
pub fn ground_outlines(
    field: &HeightField,
    ground: Ground,
    options: &OutlineOptions,
) -> Result<Footprint, OutlineError> {
    let OutlineOptions { max_error, min_area } = *options;
    let is_length = |v: f64| v.is_finite() && v >= 0.0;
    if !(is_length(max_error) && is_length(min_area)) {
        return Err(OutlineError::Options { max_error, min_area });
    }
    let loops = trace::trace(field, &values(field, ground)?);
    let mut polygons: Vec<Option<PlanPolygon>> = Vec::new();
    let mut holes = Vec::new();
    for traced in &loops {
        let area = trace::area(&traced.ring);
        if area.abs() < min_area {
            continue;
        }
        let ring = thin::ring(&traced.ring, max_error);
        let patch = cast::index(traced.patch);
        polygons.resize(polygons.len().max(patch + 1), None);
        if area > 0.0 {
            polygons[patch] = Some(PlanPolygon { outer: ring, holes: Vec::new() });
        } else {
            holes.push((patch, ring));
        }
    }
    for (patch, hole) in holes {
        // The gaps of a patch that was left out go with it.
        if let Some(polygon) = &mut polygons[patch] {
            polygon.holes.push(hole);
        }
    }
    Ok(Footprint::Polygons(polygons.into_iter().flatten().collect()))
}

/// How far each sample is over the limit: above 0 where the ground is of the kind.
fn values(field: &HeightField, ground: Ground) -> Result<Vec<f64>, OutlineError> {
    let (limit, is_meant) = match ground {
        Ground::Steeper(degrees) => (degrees, degrees > 0.0 && degrees < 90.0),
        Ground::Below(height) | Ground::Above(height) => (height, height.is_finite()),
    };
    if !is_meant {
        return Err(OutlineError::Limit(limit));
    }
    let steepest = libm::tan(limit.to_radians());
    let value = |(column, row): (usize, usize)| match ground {
        Ground::Steeper(_) => field.rise(column, row).map(|rise| rise - steepest),
        Ground::Below(_) => field.sample(column, row).map(|p| limit - p.y),
        Ground::Above(_) => field.sample(column, row).map(|p| p.y - limit),
    };
    let samples = (0..field.rows()).flat_map(|r| (0..field.columns()).map(move |c| (c, r)));
    Ok(samples.filter_map(value).collect())
}

#[cfg(test)]
mod tests;

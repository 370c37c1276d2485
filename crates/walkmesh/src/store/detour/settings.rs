//! What Habitat keeps in front of the tiles.

use super::bytes::Input;
use super::error::DetourError;
use crate::parameters::Parameters;

/// Habitat's `NavMeshSettings`: one C structure of 13 `f32` and 4 `bool`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Settings {
    /// Cell size and height, agent height, radius, climb and slope, region sizes (cells along a
    /// side), longest edge and its error (cells), corners, spacing of height samples (cells) and
    /// their error (voxels).
    pub(super) lengths: [f32; 13],
    /// Low-hanging obstacles, ledges, low height; static objects.
    pub(super) flags: [bool; 4],
}

pub(super) fn read(input: &mut Input<'_>) -> Result<Settings, DetourError> {
    let mut part = input.part(13 * 4 + 4, "Habitat's settings")?;
    let lengths = part.many(Input::f32)?;
    let flags: [u8; 4] = part.many(Input::u8)?;
    Ok(Settings { lengths, flags: flags.map(|flag| flag != 0) })
}

impl Settings {
    /// The parameters that they stand for, in world units; those that make no sense stay as
    /// they are.
    pub(super) fn apply(&self, parameters: &mut Parameters) {
        let [
            cell_size,
            cell_height,
            height,
            radius,
            climb,
            slope,
            region_min,
            region_merge,
            _,
            edge_error,
            corners,
            sample_distance,
            sample_error,
        ] = self.lengths.map(f64::from);
        let before = *parameters;
        let agent = &mut parameters.agent;
        (agent.height, agent.radius) = (height, radius);
        (agent.max_climb, agent.max_slope) = (climb, slope);
        parameters.cell_size = cell_size;
        parameters.cell_height = cell_height;
        parameters.region_min_area = region_min * region_min * cell_size * cell_size;
        parameters.region_merge_area = region_merge * region_merge * cell_size * cell_size;
        parameters.edge_max_error = edge_error * cell_size;
        parameters.detail_sample_distance = sample_distance * cell_size;
        parameters.detail_max_error = sample_error * cell_height;
        let corners = crate::geom::cast::round_i32(corners);
        parameters.verts_per_poly = u32::try_from(corners).unwrap_or(before.verts_per_poly);
        [
            parameters.filter_low_hanging,
            parameters.filter_ledges,
            parameters.filter_low_height,
            _,
        ] = self.flags;
        if parameters.validate().is_err() {
            *parameters = before;
        }
    }
}

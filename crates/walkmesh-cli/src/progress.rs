//! What is said on stderr of a bake: flags without a use, a word before a long one, and a bar while
//! tiles are built, where stderr is a terminal.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use walkmesh::bake::Progress;
use walkmesh::parameters::{Parameters, Survey};
use walkmesh::soup::Soup;

use crate::answer::metres;
use crate::parameters::ParameterFlags;

/// So many cells take some ten seconds.
const MANY_CELLS: i64 = 100_000_000;

/// Says before a bake which of the flags given an exact survey has no use for, and when a survey by
/// voxels looks at very many cells.
pub(crate) fn announce(soup: &Soup, parameters: &Parameters, given: &ParameterFlags) {
    let idle = given.of_voxels_alone();
    if parameters.survey == Survey::Exact && !idle.is_empty() {
        say(&format!("an exact survey has no use for {}", idle.join(", ")));
    }
    if parameters.survey == Survey::Voxel && given.merges_no_regions(parameters) {
        say("--region-merge-area has no use without --regions watershed");
    }
    if let Some(note) = many_cells(soup, parameters) {
        say(&note);
    }
}

fn say(note: &str) {
    // Without a stderr there is nowhere to say it.
    let _ = writeln!(io::stderr(), "note: {note}");
}

fn many_cells(soup: &Soup, parameters: &Parameters) -> Option<String> {
    if parameters.survey == Survey::Exact {
        return None;
    }
    let (low, high) = soup.bounds()?;
    // What cannot be resolved is for the bake to refuse.
    let resolved = parameters.resolve(low, high).ok()?;
    let (columns, rows) = (i64::from(resolved.columns), i64::from(resolved.rows));
    let side = i64::from(resolved.tile_cells) + 2 * i64::from(resolved.border_cells);
    let cells = (columns * rows).saturating_mul(side * side);
    let millions = cells / 1_000_000;
    // A border as wide as a tile is most of the work.
    let is_wide = resolved.border_cells >= resolved.tile_cells
        && parameters.border_size > parameters.agent.radius;
    let remedy = if is_wide { "smaller --border-size" } else { "larger --cell-size" };
    (cells > MANY_CELLS).then(|| {
        format!(
            "this takes a while: {millions} million cells of {} m in {columns} x {rows} tiles and \
             their borders; a {remedy} makes fewer",
            metres(parameters.cell_size)
        )
    })
}

/// The bar of one bake.
pub(crate) struct TileBar(ProgressBar);

impl TileBar {
    /// A bar that shows once the first tile is done.
    pub(crate) fn new() -> Self {
        // indicatif draws on stderr, and only where that is a terminal.
        let bar = ProgressBar::no_length();
        let template = "{spinner} {bar:30} {pos}/{len} tiles  {per_sec}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Self(bar)
    }

    /// Moves the bar; may be called from any thread and out of order.
    pub(crate) fn show(&self, progress: Progress) {
        self.0.set_length(u64::try_from(progress.tiles).unwrap_or(u64::MAX));
        let done = u64::try_from(progress.done).unwrap_or(u64::MAX);
        self.0.set_position(self.0.position().max(done));
    }
}

impl Drop for TileBar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh::Point;

    #[test]
    fn very_many_cells_are_announced() {
        let vertices = [0.0, 40.0].map(|v| Point::new(v, 0.0, v)).to_vec();
        let soup = Soup { vertices, ..Soup::default() };
        let of = |cell_size| many_cells(&soup, &Parameters { cell_size, ..Parameters::default() });
        assert_eq!(of(0.3), None);
        let note = of(0.002).unwrap();
        assert!(note.contains("million cells of 2.000e-3 m in 78 x 78 tiles"), "{note}");
        let exact = Parameters { survey: Survey::Exact, cell_size: 0.002, ..Parameters::default() };
        assert_eq!(many_cells(&soup, &exact), None);
    }
}

//! What is said on stderr of a bake: flags without a use, a word before a long one, and a bar while
//! tiles are built, where stderr is a terminal.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use walkmesh::bake::Progress;
use walkmesh::parameters::{Parameters, Resolved, Survey};
use walkmesh::soup::Soup;

use crate::answer::metres;
use crate::parameters::ParameterFlags;

/// So many cells take some ten seconds, and so do so many triangles surveyed exactly.
const MANY_CELLS: i64 = 100_000_000;
const MANY_TRIANGLES: i64 = 400_000;

/// An exact survey spends on a tile of its own what this many triangles take.
const TRIANGLES_OF_A_TILE: i64 = 40;

/// Says before a bake which of the flags given its survey has no use for, and when it takes a while;
/// then also what is odd about the model, which may be why.
pub(crate) fn announce(
    soup: &Soup,
    parameters: &Parameters,
    given: &ParameterFlags,
    notes: &[String],
) {
    let idle = given.of_voxels_alone();
    if parameters.survey == Survey::Exact && !idle.is_empty() {
        say(&format!("an exact survey has no use for {}", idle.join(", ")));
    }
    if parameters.survey == Survey::Voxel && given.merges_no_regions(parameters) {
        say("--region-merge-area has no use without --regions watershed");
    }
    if parameters.survey == Survey::Voxel && given.rounds_arcs() {
        say(ARCS_OF_VOXELS);
    }
    if let Some(long) = long_work(soup, parameters) {
        say(&long);
        notes.iter().for_each(|note| say(note));
    }
}

const ARCS_OF_VOXELS: &str = "a survey by voxels has no use for --arc-tolerance, which only edits of its mesh take, where it \
     is more than a quarter of a cell";

fn say(note: &str) {
    // Without a stderr there is nowhere to say it.
    let _ = writeln!(io::stderr(), "note: {note}");
}

/// What to say of a bake that takes more than some ten seconds.
fn long_work(soup: &Soup, parameters: &Parameters) -> Option<String> {
    let (low, high) = soup.bounds()?;
    // What cannot be resolved is for the bake to refuse.
    let resolved = parameters.resolve(low, high).ok()?;
    match parameters.survey {
        Survey::Exact => many_triangles(soup.triangles.len(), &resolved),
        Survey::Voxel => many_cells(parameters, &resolved),
    }
}

fn many_triangles(triangles: usize, resolved: &Resolved) -> Option<String> {
    let (columns, rows) = (i64::from(resolved.columns), i64::from(resolved.rows));
    let of_tiles = (columns * rows).saturating_mul(TRIANGLES_OF_A_TILE);
    let of_soup = i64::try_from(triangles).unwrap_or(i64::MAX);
    let remedy = if of_tiles > of_soup { "; a larger --tile-size makes fewer tiles" } else { "" };
    (of_soup.saturating_add(of_tiles) > MANY_TRIANGLES).then(|| {
        format!(
            "this takes a while: an exact survey of {triangles} triangles in {columns} x {rows} \
             tiles{remedy}"
        )
    })
}

fn many_cells(parameters: &Parameters, resolved: &Resolved) -> Option<String> {
    let (columns, rows) = (i64::from(resolved.columns), i64::from(resolved.rows));
    let side = i64::from(resolved.tile_cells) + 2 * i64::from(resolved.border_cells);
    let cells = (columns * rows).saturating_mul(side * side);
    let millions = cells / 1_000_000;
    // A border as wide as a tile is most of the work.
    let remedy = if resolved.border_cells < resolved.tile_cells {
        "larger --cell-size"
    } else if parameters.border_size > parameters.agent.radius {
        "smaller --border-size"
    } else {
        "larger --tile-size"
    };
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
    use walkmesh::parameters::TileSize;
    use walkmesh::soup::{ObjectId, Triangle};

    #[test]
    fn long_work_is_announced() {
        let vertices = [0.0, 40.0].map(|v| Point::new(v, 0.0, v)).to_vec();
        let mut soup = Soup { vertices, ..Soup::default() };
        let of = |soup: &Soup, survey, cell_size, tile_size| {
            let tile_size = TileSize::Metres(tile_size);
            long_work(soup, &Parameters { survey, cell_size, tile_size, ..Parameters::default() })
        };
        assert_eq!(of(&soup, Survey::Voxel, 0.3, 10.0), None);
        let note = of(&soup, Survey::Voxel, 0.002, 0.512).unwrap();
        assert!(note.contains("million cells of 2.000e-3 m in 78 x 78 tiles"), "{note}");
        // 256 cells and 300 on either side, which the radius needs.
        assert!(note.ends_with("a larger --tile-size makes fewer"), "{note}");
        let note = of(&soup, Survey::Voxel, 0.002, 4.0).unwrap();
        assert!(note.ends_with("a larger --cell-size makes fewer"), "{note}");
        assert_eq!(of(&soup, Survey::Exact, 0.002, 0.512), None);
        let note = of(&soup, Survey::Exact, 0.1, 0.3).unwrap();
        assert!(note.contains("0 triangles in 134 x 134 tiles; a larger --tile-size"), "{note}");
        let triangle = Triangle { corners: [0, 1, 1], object: ObjectId(0) };
        soup.triangles = vec![triangle; 500_000];
        let note = of(&soup, Survey::Exact, 0.3, 10.0).unwrap();
        assert!(note.ends_with("an exact survey of 500000 triangles in 5 x 5 tiles"), "{note}");
    }
}

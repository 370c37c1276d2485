//! A bar on stderr while tiles are built; nothing where stderr is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use walkmesh::bake::Progress;

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

//! What an import did.

/// What had to be done to the polygons of a file, and what could not be kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportReport {
    /// Tiles of the file.
    pub tiles: usize,
    /// Ground polygons of the file, before anything was repaired.
    pub polygons: usize,
    /// Polygons that were not convex on the lattice (mostly as rounding pushed a corner in) and
    /// were cut into convex ones.
    pub split: usize,
    /// Polygons whose corners ran clockwise from above and were turned.
    pub turned: usize,
    /// Polygons without area, dropped.
    pub flat: usize,
    /// Polygons whose border crosses itself, dropped.
    pub crossed: usize,
    /// Edges that name a neighbour which does not share them, or continue in another tile and do
    /// not lie on its border: walls now.
    pub unmatched: usize,
    /// Polygons whose height triangles did not tile them and were made anew from the same points.
    pub ground_remade: usize,
    /// Height points that had no place on the lattice, dropped.
    pub ground_dropped: usize,
    /// Links of the file.
    pub links: usize,
    /// Links with an end that no polygon is near enough to, dropped.
    pub links_dropped: usize,
    /// How far rounding moved a corner at most, metres.
    pub moved: f64,
    /// The tiles of the file do not form a grid of squares, or have walls between them where the
    /// ground goes on, and became one tile.
    pub tiles_merged: bool,
    /// Vertices that were welded with others in the same place.
    pub welded: usize,
    /// Bytes after the last tile of the file, not read.
    pub unread: usize,
}

impl ImportReport {
    /// What is worth saying, a sentence each; nothing when the file came in as it is.
    #[must_use]
    pub fn messages(&self) -> Vec<String> {
        let counted = [
            (self.split, "not convex, cut into convex ones"),
            (self.turned, "clockwise from above, turned"),
            (self.flat, "without area, dropped"),
            (self.crossed, "with a border that crosses itself, dropped"),
            (self.ground_remade, "whose height triangles do not tile them, triangulated anew"),
        ];
        let mut messages: Vec<String> = counted
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} of {} polygons: {what}", self.polygons))
            .collect();
        if self.unmatched > 0 {
            let n = self.unmatched;
            messages
                .push(format!("edges with a neighbour that does not share them: {n}, walls now"));
        }
        if self.ground_dropped > 0 {
            messages
                .push(format!("height points without a place: dropped {}", self.ground_dropped));
        }
        if self.links_dropped > 0 {
            let (n, of) = (self.links_dropped, self.links);
            messages.push(format!("{n} of {of} links: with an end off the mesh, dropped"));
        }
        if self.moved > 0.0 {
            messages.push(format!("corners moved by up to {:.1e} m to the lattice", self.moved));
        }
        if self.tiles_merged {
            let why = "are no grid of squares or have walls between them on level ground";
            messages.push(format!("the tiles {why}: they became one tile"));
        }
        if self.welded > 0 {
            messages.push(format!("vertices welded with others: {}", self.welded));
        }
        if self.unread > 0 {
            messages.push(format!("bytes after the last tile, not read: {}", self.unread));
        }
        messages
    }
}

//! Paths as they are printed and drawn.

use std::time::Instant;

use serde::Serialize;
use walkmesh::Point;
use walkmesh::mesh::NavMesh;
use walkmesh::query::{self, PathOptions, Scratch, Status};
use walkmesh::report::drawing::{self, Drawing};

use crate::answer::{Table, metres, seconds};

/// One answer to "how do I get there?".
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Route {
    /// `complete`, `partial` or `not_found`.
    pub(crate) status: &'static str,
    /// Why it is not complete.
    pub(crate) reason: Option<String>,
    /// In plan, metres; this is what is shortest.
    pub(crate) length: Option<f64>,
    /// In space, metres.
    pub(crate) length_3d: Option<f64>,
    pub(crate) cost: Option<f64>,
    /// Left out where nobody asked for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) points: Option<Vec<[f64; 3]>>,
    /// How many polygons it crosses.
    pub(crate) polygons: usize,
    /// The links that it takes, in order, by index.
    pub(crate) links: Vec<u32>,
    /// Time of the search.
    pub(crate) micros: f64,
}

/// Finds paths on one mesh, reusing its memory.
pub(crate) struct Finder<'m> {
    mesh: &'m NavMesh,
    options: PathOptions<'m>,
    scratch: Scratch,
    warm: bool,
}

impl<'m> Finder<'m> {
    pub(crate) fn new(mesh: &'m NavMesh, options: PathOptions<'m>) -> Self {
        let options = PathOptions { length_3d: true, ..options };
        Self { mesh, options, scratch: Scratch::default(), warm: false }
    }

    /// The shortest path. The first search on a mesh builds what all searches walk; it is made
    /// twice, so that the time told is that of a search.
    pub(crate) fn find(&mut self, from: Point, to: Point) -> Route {
        if !self.warm {
            query::path(self.mesh, &mut self.scratch, from, to, &self.options);
            self.warm = true;
        }
        let start = Instant::now();
        let path = query::path(self.mesh, &mut self.scratch, from, to, &self.options);
        let micros = start.elapsed().as_secs_f64() * 1e6;
        let found = path.status != Status::NotFound;
        Route {
            status: match path.status {
                Status::Complete => "complete",
                Status::Partial => "partial",
                Status::NotFound => "not_found",
            },
            reason: path.reason.map(|reason| {
                let stays =
                    if found && stays(path) { "; the path stays where it starts" } else { "" };
                format!("{reason}{stays}")
            }),
            length: found.then_some(path.length),
            length_3d: path.length_3d,
            cost: found.then_some(path.cost),
            // Both zeros are one.
            points: Some(path.points.iter().map(|p| [p.x + 0.0, p.y + 0.0, p.z + 0.0]).collect()),
            polygons: path.polygons.len(),
            links: path.links.iter().map(|taken| taken.link).collect(),
            micros,
        }
    }

    /// A picture of that path, on the ground all along.
    pub(crate) fn draw(&mut self, from: Point, to: Point) -> Drawing {
        let path = query::path(self.mesh, &mut self.scratch, from, to, &self.options);
        drawing::path_on(self.mesh, path)
    }
}

/// True for a path that leads to its own start: no other place that it may lead to is nearer to the
/// goal, or a search that a limit stops has come no closer.
fn stays(path: &query::Path) -> bool {
    path.links.is_empty() && path.points.windows(2).all(|pair| pair[0] == pair[1])
}

impl Route {
    /// The corners, start and end included; none when nothing was found.
    pub(crate) fn world_points(&self) -> Vec<Point> {
        self.points.iter().flatten().map(|&point| point.into()).collect()
    }

    /// The same without its points.
    pub(crate) fn without_points(self) -> Self {
        Self { points: None, ..self }
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let mut table = Table::default();
        table.row("status", self.status);
        if let Some(reason) = &self.reason {
            table.row("reason", reason.as_str());
        }
        if let (Some(plan), Some(space)) = (self.length, self.length_3d) {
            table
                .row("length", format!("{} m in plan, {} m in space", metres(plan), metres(space)));
        }
        if let (Some(cost), Some(length)) = (self.cost, self.length)
            && (cost - length).abs() > 1e-9
        {
            table.row("cost", metres(cost));
        }
        if !self.links.is_empty() {
            let links: Vec<String> = self.links.iter().map(u32::to_string).collect();
            table.row("links", links.join(", "));
        }
        let points = self.points.iter().flatten();
        for (i, &[x, y, z]) in points.enumerate() {
            let name = if i == 0 { "points" } else { "" };
            table.row(name, format!("{},{},{}", metres(x), metres(y), metres(z)));
        }
        table
            .row("polygons", self.polygons.to_string())
            .row("found in", seconds(self.micros * 1e-6));
        table.text()
    }
}

//! What kinds of ground may be entered.

use std::collections::BTreeSet;

use super::HalfEdges;
use crate::mesh::{Access, CostFactor, NavMesh};
use crate::soup::Area;

impl HalfEdges {
    /// The kinds of ground of the polygons that may be entered, with how much dearer or cheaper
    /// they are, each once, in order: `mesh` and `access` are those that it was made for. Linear in
    /// the polygons when it is asked for the first time.
    pub(crate) fn kinds(&self, mesh: &NavMesh, access: &Access) -> &[(Area, CostFactor)] {
        self.kinds.get_or_init(|| {
            let mut kinds = BTreeSet::new();
            // Most polygons next to each other are of one kind.
            let mut last = None;
            for polygon in mesh.polygons().map(|r| mesh.polygon(r)) {
                let kind = (polygon.area, polygon.factor);
                if last != Some(kind) && access.enters(polygon) {
                    kinds.insert(kind);
                    last = Some(kind);
                }
            }
            kinds.into_iter().collect()
        })
    }
}

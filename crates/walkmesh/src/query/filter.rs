//! What an agent may enter, and how dear it is.

use super::path::reason::Reason;
use crate::geom::cast;
use crate::mesh::{Access, CostFactor, NavMesh, Polygon};
use crate::soup::Area;

/// Which ground an agent may enter and what a metre on it costs: Detour's `dtQueryFilter`,
/// Unity's area mask and costs, Godot's navigation layers and travel costs. [`Default`] enters
/// everything at a cost of 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// Which ground may be entered.
    pub access: Access,
    costs: [f64; 256],
    /// What all costs are, where they are equal.
    even: Option<f64>,
}

/// Why a cost was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FilterError {
    /// The cost would make distances meaningless.
    #[error("the cost {cost} of area {} is not above 0 and finite; block the area instead", .area.0)]
    Cost {
        /// The kind of ground.
        area: Area,
        /// The cost asked for.
        cost: f64,
    },
}

impl Default for Filter {
    fn default() -> Self {
        Self { access: Access::default(), costs: [1.0; 256], even: Some(1.0) }
    }
}

impl Filter {
    /// Sets what a metre on a kind of ground costs, metres.
    ///
    /// # Errors
    /// When the cost is not above 0 and finite.
    pub fn set_cost(&mut self, area: Area, cost: f64) -> Result<(), FilterError> {
        if !(cost.is_finite() && cost > 0.0) {
            return Err(FilterError::Cost { area, cost });
        }
        self.costs[cast::index(area.0.into())] = cost;
        let same = self.costs.iter().all(|other| other.to_bits() == cost.to_bits());
        self.even = same.then_some(cost);
        Ok(())
    }

    /// What a metre on a kind of ground costs, blocked or not.
    #[inline]
    #[must_use]
    pub fn cost(&self, area: Area) -> f64 {
        self.costs[cast::index(area.0.into())]
    }

    /// True when a polygon that is not closed may be entered.
    #[inline]
    #[must_use]
    pub fn enters(&self, polygon: &Polygon) -> bool {
        self.access.enters(polygon)
    }

    /// The cheapest and the dearest kind of ground among those of the mesh that are not
    /// blocked, of equals the first; `None` when all are.
    fn extremes(&self, mesh: &NavMesh) -> Option<[Area; 2]> {
        mesh.areas().filter(|&area| !self.access.is_blocked(area)).fold(None, |found, area| {
            let [mut cheapest, mut dearest] = found.unwrap_or([area; 2]);
            if self.cost(area) < self.cost(cheapest) {
                cheapest = area;
            }
            if self.cost(area) > self.cost(dearest) {
                dearest = area;
            }
            Some([cheapest, dearest])
        })
    }

    /// The least that a metre costs anywhere on the mesh, or less.
    pub(super) fn least_cost(&self, mesh: &NavMesh) -> f64 {
        let [least, _] = mesh.cost_factors();
        self.extremes(mesh).map_or(1.0, |[cheapest, _]| self.cost(cheapest) * least.get())
    }

    /// What a metre costs wherever the mesh may be walked, or the two kinds of ground that say
    /// that there is no such cost.
    pub(super) fn even_cost(&self, mesh: &NavMesh) -> Result<f64, Reason> {
        let factors = mesh.cost_factors();
        if let Some(cost) = self.even
            && factors == [CostFactor::ONE; 2]
        {
            return Ok(cost);
        }
        let Some([cheapest, dearest]) = self.extremes(mesh) else { return Ok(1.0) };
        let [least, most] = factors.map(CostFactor::get);
        let costs = [self.cost(cheapest) * least, self.cost(dearest) * most];
        if costs[0] < costs[1] {
            return Err(Reason::UnequalCosts { areas: [cheapest, dearest], costs });
        }
        Ok(costs[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_of_one_area() {
        let mut filter = Filter::default();
        filter.set_cost(Area(7), 2.5).unwrap();
        let is = |area, cost: f64| (filter.cost(area) - cost).abs() < f64::EPSILON;
        assert!(is(Area(7), 2.5) && is(Area(8), 1.0));
        assert_eq!((Filter::default().even, filter.even), (Some(1.0), None));
        for cost in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let mut same = filter.clone();
            let refused = same.set_cost(Area(7), cost).unwrap_err();
            assert!(refused.to_string().contains("area 7"), "{refused}");
            assert_eq!(same, filter);
        }
    }
}

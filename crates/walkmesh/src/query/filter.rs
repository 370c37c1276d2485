//! What an agent may enter, and how dear it is.

use super::path::reason::Reason;
use crate::geom::cast;
use crate::mesh::{Access, CostFactor, MOST_COST, NavMesh, Polygon};
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
    #[error("the cost {cost} of area {} is not from 1e-100 to 1e100; block the area instead", .area.0)]
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
    /// When the cost is not from 1e-100 to 1e100.
    pub fn set_cost(&mut self, area: Area, cost: f64) -> Result<(), FilterError> {
        if !(1.0 / MOST_COST..=MOST_COST).contains(&cost) {
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

    /// The least and the most that a kind of ground of the mesh costs that is not blocked; `None`
    /// when all are.
    fn extremes(&self, mesh: &NavMesh) -> Option<[f64; 2]> {
        let costs = mesh.areas().filter(|&area| !self.access.is_blocked(area));
        costs.map(|area| self.cost(area)).fold(None, |found, cost| {
            let [least, most] = found.unwrap_or([cost; 2]);
            Some([least.min(cost), most.max(cost)])
        })
    }

    /// The least that a metre costs anywhere on the mesh, or less.
    pub(super) fn least_cost(&self, mesh: &NavMesh) -> f64 {
        let [factor, _] = mesh.cost_factors();
        self.extremes(mesh).map_or(1.0, |[least, _]| least * factor.get())
    }

    /// What a metre costs wherever the mesh may be walked; `None` where that differs or may differ,
    /// by what is told at once of the mesh as a whole.
    pub(super) fn even_cost(&self, mesh: &NavMesh) -> Option<f64> {
        let factors = mesh.cost_factors();
        if let Some(cost) = self.even
            && factors == [CostFactor::ONE; 2]
        {
            return Some(cost);
        }
        let Some([least, most]) = self.extremes(mesh) else { return Some(1.0) };
        let costs = [least * factors[0].get(), most * factors[1].get()];
        (costs[0] >= costs[1]).then_some(costs[0])
    }

    /// The same of the kinds of ground that are entered, exactly: or the two that say that there is
    /// no such cost, of equals the first.
    pub(super) fn even_cost_of(&self, kinds: &[(Area, CostFactor)]) -> Result<f64, Reason> {
        let costs = kinds.iter().map(|&(area, factor)| (area, self.cost(area) * factor.get()));
        let by_cost = |a: &(Area, f64), b: &(Area, f64)| a.1.total_cmp(&b.1);
        let Some(cheapest) = costs.clone().min_by(by_cost) else { return Ok(1.0) };
        let dearest = costs.rev().max_by(by_cost).unwrap_or(cheapest);
        if cheapest.1 < dearest.1 {
            let (areas, costs) = ([cheapest.0, dearest.0], [cheapest.1, dearest.1]);
            return Err(Reason::UnequalCosts { areas, costs });
        }
        Ok(cheapest.1)
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
        for cost in [0.0, -1.0, f64::NAN, f64::INFINITY, 5e-324, 1e101] {
            let mut same = filter.clone();
            let refused = same.set_cost(Area(7), cost).unwrap_err();
            assert!(refused.to_string().contains("area 7"), "{refused}");
            assert_eq!(same, filter);
        }
    }
}

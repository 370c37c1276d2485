//! What happens in the village, hour by hour.

use std::error::Error;

use walkmesh::edit::{
    Change, ChangeId, Edit, Footprint, Ground, KindId, OutlineOptions, Payload, PlanPolygon,
    ground_outlines,
};
use walkmesh::soup::HeightField;

use super::land::{ROCK, WATER_LEVEL, river};

/// What blocks, to openers.
const NATURE: KindId = KindId(0);
const WATER: KindId = KindId(1);
const FENCE: KindId = KindId(2);
const HOUSE: KindId = KindId(3);

pub(crate) const RIVER: ChangeId = ChangeId(1);
pub(crate) const ROCKS: ChangeId = ChangeId(2);
pub(crate) const PALISADE: ChangeId = ChangeId(3);
const GATE: ChangeId = ChangeId(4);
pub(crate) const ROAD: ChangeId = ChangeId(5);
pub(crate) const BRIDGE: ChangeId = ChangeId(6);
/// Houses have these numbers and up, what is left of them a hundred more.
pub(crate) const HOUSES: u64 = 10;
pub(crate) const WRECKS: u64 = 110;

/// Something that happens.
pub(crate) struct Event {
    pub(crate) hour: u32,
    pub(crate) what: &'static str,
    pub(crate) edits: Vec<Edit>,
}

fn add(id: ChangeId, shape: Footprint, payload: Payload) -> Edit {
    let heights = (f64::NEG_INFINITY, f64::INFINITY);
    Edit::Add { id, change: Change { shape, heights, payload, grown: false } }
}

fn boxed(center: [f64; 2], half: [f64; 2], turned: f64) -> Footprint {
    Footprint::Box { center, half, turned }
}

fn rectangle([l, t]: [f64; 2], [r, b]: [f64; 2]) -> Vec<[f64; 2]> {
    vec![[l, t], [r, t], [r, b], [l, b]]
}

/// What is there from the start: water and rocks from the heights of the land, and a palisade
/// whose gate is shut.
pub(crate) fn dawn(heights: &HeightField) -> Result<Event, Box<dyn Error>> {
    let options = OutlineOptions { max_error: 0.15, min_area: 4.0 };
    let water = ground_outlines(heights, Ground::Below(WATER_LEVEL), &options)?;
    let rocks = ground_outlines(heights, Ground::Steeper(ROCK), &options)?;
    let ring = PlanPolygon {
        outer: rectangle([8.0, 9.0], [30.0, 33.0]),
        holes: vec![rectangle([8.4, 9.4], [29.6, 32.6])],
    };
    let gate = Payload::Open { ids: Vec::new(), kinds: vec![FENCE] };
    let edits = vec![
        add(RIVER, water, Payload::Block { kind: WATER }),
        add(ROCKS, rocks, Payload::Block { kind: NATURE }),
        add(PALISADE, Footprint::Polygons(vec![ring]), Payload::Block { kind: FENCE }),
        // Wider than the palisade and what it is grown by, narrower than the gap is long.
        add(GATE, boxed([29.8, 21.0], [1.2, 1.6], 0.0), gate),
        Edit::Deactivate { id: GATE },
    ];
    Ok(Event { hour: 6, what: "water, rocks and a palisade", edits })
}

/// A house, and what will be left of it when it burns down: more than it stood on.
fn house(number: u64, center: [f64; 2], turned: f64) -> [Edit; 2] {
    let (own, wreck) = (ChangeId(HOUSES + number), ChangeId(WRECKS + number));
    [
        add(own, boxed(center, [2.2, 1.6], turned), Payload::Block { kind: HOUSE }),
        add(wreck, boxed(center, [3.0, 2.3], turned), Payload::PassiveBlock { kind: HOUSE }),
    ]
}

/// The rest of the day.
pub(crate) fn day() -> Vec<Event> {
    let event = |hour, what, edits| Event { hour, what, edits };
    let road = [[26.0, 19.8], [62.0, 19.8], [62.0, 22.2], [26.0, 22.2]];
    let road = PlanPolygon { outer: road.to_vec(), holes: Vec::new() };
    let bridge = boxed([river(21.0), 21.0], [6.5, 1.8], 0.0);
    let opens_water = Payload::Open { ids: Vec::new(), kinds: vec![WATER] };
    vec![
        event(7, "the gate opens", vec![Edit::Activate { id: GATE }]),
        event(8, "a house", house(0, [14.0, 14.0], 10.0).into()),
        event(
            9,
            "two houses",
            [house(1, [22.0, 13.5], -15.0), house(2, [13.5, 27.0], 80.0)].concat(),
        ),
        event(10, "a house beyond the river", house(3, [54.0, 14.0], 30.0).into()),
        event(11, "a bridge", vec![add(BRIDGE, bridge, opens_water)]),
        event(12, "a road", vec![add(ROAD, Footprint::Polygons(vec![road]), Payload::Cost(0.4))]),
        event(
            14,
            "a house burns down",
            vec![
                Edit::Remove { id: ChangeId(HOUSES + 1) },
                Edit::Activate { id: ChangeId(WRECKS + 1) },
            ],
        ),
        event(16, "its ruins are cleared", vec![Edit::Remove { id: ChangeId(WRECKS + 1) }]),
        event(18, "the river takes the bridge", vec![Edit::Remove { id: BRIDGE }]),
        event(20, "the gate is shut", vec![Edit::Deactivate { id: GATE }]),
    ]
}

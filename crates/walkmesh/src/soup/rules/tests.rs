use super::*;
use crate::geom::WorldBox;
use crate::parameters::Preset;
use crate::soup::Triangle;
use walkmesh_testkit::Random;

/// An upward sheet between two plan corners `[x, z]`, in its own object.
fn sheet(soup: &mut Soup, name: &str, min: [f64; 2], max: [f64; 2], y: f64) -> ObjectId {
    let object = soup.add_object(name);
    let first = cast::count(soup.vertices.len());
    for (x, z) in [(min[0], min[1]), (min[0], max[1]), (max[0], max[1]), (max[0], min[1])] {
        soup.vertices.push(Point::new(x, y, z));
    }
    for corners in [[first, first + 1, first + 2], [first, first + 2, first + 3]] {
        soup.triangles.push(Triangle { corners, object });
    }
    object
}

/// A closed box in its own object.
fn block(soup: &mut Soup, name: &str, min: [f64; 3], max: [f64; 3]) -> ObjectId {
    let object = soup.add_object(name);
    let corners = [Point::from(min), Point::from(max)];
    let cuboid = Cuboid::around(&corners, CoverShape::AxisAligned).unwrap();
    cuboid.add_to(soup, object, f64::INFINITY);
    object
}

/// A floor of 8 x 6 m with two chairs of four legs, a table, a lamp that hangs, and a tree
/// outside.
fn room() -> Soup {
    let mut soup = Soup::default();
    sheet(&mut soup, "Floor", [0.0, 0.0], [8.0, 6.0], 0.0);
    for (name, x) in [("Chair_1", 1.0), ("Chair_2", 3.0)] {
        let chair = block(&mut soup, name, [x, 0.4, 1.0], [x + 0.5, 0.5, 1.5]);
        for (dx, dz) in [(0.0, 0.0), (0.45, 0.0), (0.0, 0.45), (0.45, 0.45)] {
            let leg =
                [Point::new(x + dx, 0.0, 1.0 + dz), Point::new(x + dx + 0.05, 0.4, 1.05 + dz)];
            let leg = Cuboid::around(&leg, CoverShape::AxisAligned).unwrap();
            leg.add_to(&mut soup, chair, f64::INFINITY);
        }
    }
    block(&mut soup, "Table", [2.0, 0.0, 3.0], [4.0, 0.75, 4.0]);
    block(&mut soup, "lamp", [5.0, 2.5, 3.0], [5.3, 2.6, 3.3]);
    block(&mut soup, "Tree", [20.0, 0.0, 3.0], [21.0, 5.0, 4.0]);
    soup
}

fn named(names: &[&str]) -> Choice {
    Choice { names: names.iter().map(|&n| n.to_owned()).collect(), ..Choice::default() }
}

fn apply(soup: Soup, list: &[(Choice, Action)]) -> Result<(Soup, RulesReport), RuleError> {
    let rule =
        |(choice, action): &(Choice, Action)| Rule { choice: choice.clone(), action: *action };
    let rules = Rules { list: list.iter().map(rule).collect(), ..Rules::default() };
    rules.apply(soup, &Preset::Human.parameters())
}

/// Names that a choice drops of the room.
fn dropped(choice: Choice) -> Vec<String> {
    let soup = room();
    let (_, report) = apply(soup.clone(), &[(choice, Action::Drop)]).unwrap();
    let name = |o: &ObjectId| soup.objects[cast::index(o.0)].name.clone();
    report.rules[0].objects.iter().map(name).collect()
}

fn problem(choice: Choice, action: Action) -> String {
    let error = apply(room(), &[(Choice::default(), Action::Obstacle), (choice, action)]);
    let error = error.unwrap_err();
    assert_eq!(error.rule, 1);
    error.to_string()
}

#[test]
fn objects_are_chosen_by_name_size_and_place() {
    assert_eq!(dropped(named(&["Chair_?"])), ["Chair_1", "Chair_2"]);
    assert_eq!(dropped(named(&["T*", "lamp"])), ["Table", "lamp", "Tree"]);
    assert_eq!(dropped(Choice::default()).len(), 6);
    let extent = |min, max| Choice { extent: Limits { min, max }, ..Choice::default() };
    assert_eq!(dropped(extent(2.0, 5.0)), ["Table", "Tree"], "both ends count");
    assert_eq!(dropped(extent(0.0, 0.5)), ["Chair_1", "Chair_2", "lamp"]);
    let height = Limits { min: 0.6, max: 1.0 };
    assert_eq!(dropped(Choice { height, ..Choice::default() }), ["Table"]);
    let volume = Limits { min: 1.5, max: f64::INFINITY };
    assert_eq!(dropped(Choice { volume, ..Choice::default() }), ["Table", "Tree"]);
    let area = WorldBox { min: Point::new(0.0, -1.0, 0.0), max: Point::new(8.0, 3.0, 3.5) };
    let inside = Choice { inside: Some(area), ..Choice::default() };
    assert_eq!(dropped(inside), ["Chair_1", "Chair_2", "lamp"], "floor and table reach out");
    let outside = Choice { outside: Some(area), ..Choice::default() };
    assert_eq!(dropped(outside), ["Tree"]);
    let rank = |rank| Choice { rank: Some(rank), ..Choice::default() };
    assert_eq!(dropped(rank(Rank::Largest(2))), ["Table", "Tree"]);
    assert_eq!(dropped(rank(Rank::Smallest(2))), ["Floor", "lamp"]);
    let chair = Choice { rank: Some(Rank::Largest(1)), ..named(&["Chair*"]) };
    assert_eq!(dropped(chair), ["Chair_1"], "the first of equal ones");
    let both = Choice { extent: Limits { min: 0.0, max: 1.0 }, ..named(&["*a*"]) };
    assert_eq!(dropped(both), ["Chair_1", "Chair_2", "lamp"]);
}

#[test]
fn dropping_leaves_the_ids_and_takes_triangles_and_vertices() {
    let before = room();
    let (soup, report) = apply(room(), &[(named(&["Chair*"]), Action::Drop)]).unwrap();
    let matched = &report.rules[0];
    assert_eq!((matched.triangles_before, matched.triangles_after), (120, 0));
    assert_eq!(soup.triangles.len(), before.triangles.len() - 120);
    assert_eq!(soup.vertices.len(), before.vertices.len() - 80);
    assert_eq!(soup.objects, before.objects);
    assert!(soup.triangles.iter().all(|t| soup.corners(t).is_some()));
}

#[test]
fn a_cover_takes_the_place_of_one_or_of_a_group() {
    let cover = |group| Action::Cover { shape: CoverShape::Oriented, group };
    let (soup, report) = apply(room(), &[(named(&["Chair*"]), cover(false))]).unwrap();
    let matched = &report.rules[0];
    assert_eq!((matched.objects.len(), matched.triangles_before), (2, 120));
    assert_eq!(matched.triangles_after, 24);
    let parts = parts::measure(&soup);
    for (i, x) in [(1, 1.0), (2, 3.0)] {
        assert_eq!(soup.objects[i].class, Class::Obstacle);
        let bounds = parts[i].unwrap().bounds;
        assert_eq!(
            (bounds.min, bounds.max),
            (Point::new(x, 0.0, 1.0), Point::new(x + 0.5, 0.5, 1.5))
        );
    }

    let set = [(named(&["Chair*", "Table"]), cover(true)), (named(&["Table"]), Action::Drop)];
    let (soup, report) = apply(room(), &set[..1]).unwrap();
    assert_eq!((report.rules[0].triangles_before, report.rules[0].triangles_after), (132, 12));
    let parts = parts::measure(&soup);
    let bounds = parts[1].unwrap().bounds;
    assert_eq!((bounds.min.x, bounds.max.x, bounds.max.y), (1.0, 4.0, 0.75));
    assert!(parts[2].is_none() && parts[3].is_none());
    let gone = apply(room(), &set).unwrap_err();
    assert!(gone.to_string().contains("`Table` has no triangles"), "{gone}");
}

#[test]
fn the_last_rule_says_what_an_object_is() {
    let (soup, report) = apply(
        room(),
        &[
            (named(&["Chair*"]), Action::SmallObstacle { leave_out_below: 0.0 }),
            (named(&["Chair_1"]), Action::Cover { shape: CoverShape::AxisAligned, group: false }),
            (named(&["Table"]), Action::Obstacle),
            (named(&["Floor"]), Action::Ground { area: Some(Area(4)), force: false, only: true }),
            (named(&["lamp"]), Action::Ground { area: None, force: true, only: false }),
        ],
    )
    .unwrap();
    let classes: Vec<Class> = soup.objects.iter().map(|o| o.class).collect();
    let (small, obstacle) = (Class::SmallObstacle, Class::Obstacle);
    assert_eq!(classes, [Class::BySlope, small, small, obstacle, Class::Ground, obstacle]);
    assert_eq!(soup.objects[0].area, Area(4));
    assert_eq!(report.rules[3].others, 2, "the lamp and the tree");
    assert_eq!(report.sheets, []);
}

#[test]
fn tiny_obstacles_are_left_out() {
    let action = Action::SmallObstacle { leave_out_below: 0.5 };
    let (soup, report) = apply(room(), &[(named(&["Chair*", "lamp"]), action)]).unwrap();
    let matched = &report.rules[0];
    assert_eq!((matched.triangles_before, matched.triangles_after), (132, 120), "the lamp");
    assert_eq!(soup.objects[4].class, Class::SmallObstacle);
}

#[test]
fn what_cannot_be_followed_says_why() {
    let drop = |choice| problem(choice, Action::Drop);
    let unknown = drop(named(&["Floor", "chair_2"]));
    assert!(unknown.starts_with("rule 2: no object is named `chair_2`, of 6"), "{unknown}");
    assert!(unknown.contains("did you mean `Chair_2`?"), "{unknown}");
    let nothing = Choice { height: Limits { min: 0.0, max: 0.45 }, ..named(&["T*", "lamp"]) };
    let nothing = Choice { inside: Some(WorldBox::around([Point::default()])), ..nothing };
    let nothing = drop(nothing);
    assert!(nothing.contains("3 objects have such a name, 1 of them such a size"), "{nothing}");
    for (min, max) in [(2.0, 1.0), (f64::NAN, 1.0), (0.0, -1.0), (0.0, f64::NAN)] {
        let limits = Limits { min, max };
        assert!(drop(Choice { extent: limits, ..Choice::default() }).contains("no extent is"));
        assert!(drop(Choice { height: limits, ..Choice::default() }).contains("no height is"));
        assert!(drop(Choice { volume: limits, ..Choice::default() }).contains("no volume is"));
    }
    let turned = WorldBox { min: Point::new(1.0, 0.0, 0.0), max: Point::default() };
    assert!(drop(Choice { outside: Some(turned), ..Choice::default() }).contains("outside"));
    let none = Choice { rank: Some(Rank::Smallest(0)), ..Choice::default() };
    assert!(drop(none).contains("0 smallest"));
    for below in [-1.0, f64::NAN, f64::INFINITY] {
        let small = Action::SmallObstacle { leave_out_below: below };
        assert!(problem(Choice::default(), small).contains("left out"));
    }
    for width in [0.0, -1.0, 1.01, f64::NAN, f64::INFINITY] {
        let bridge = Action::Bridge { width };
        assert!(problem(Choice::default(), bridge).contains("cannot be bridged"));
    }
}

#[test]
fn bridges_are_objects_that_later_rules_choose() {
    let mut soup = Soup::default();
    sheet(&mut soup, "west", [0.0, 0.0], [1.0, 1.0], 0.0);
    sheet(&mut soup, "east", [1.02, 0.0], [2.0, 1.0], 0.0);
    let bridge = (named(&["west", "east"]), Action::Bridge { width: 0.05 });
    let mud = Action::Ground { area: Some(Area(4)), force: false, only: false };
    let (bridged, report) =
        apply(soup.clone(), &[bridge.clone(), (named(&[BRIDGES]), mud)]).unwrap();
    let [first, second] = &report.rules[..] else { panic!("two rules") };
    assert_eq!((first.triangles_before, first.triangles_after), (4, 6));
    assert_eq!(second.objects, [ObjectId(2)]);
    assert_eq!((&bridged.objects[2].name[..], bridged.objects[2].area), (BRIDGES, Area(4)));
    assert_eq!((bridged.triangles.len(), bridged.objects.len()), (6, 3));
    assert_eq!(bridged.triangles[..4], soup.triangles[..]);
    // Nothing to bridge is no error, and adds no object.
    let narrow = (bridge.0, Action::Bridge { width: 0.01 });
    let (same, report) = apply(soup.clone(), &[narrow]).unwrap();
    assert_eq!((same, report.rules[0].triangles_after), (soup, 4));
}

#[test]
fn unusable_triangles_are_no_reason_to_panic() {
    let mut random = Random::new(5);
    for _ in 0..300 {
        let mut soup = room();
        for _ in 0..20 {
            let i = random.below(soup.triangles.len());
            match random.below(3) {
                0 => soup.triangles[i].corners[random.below(3)] = u32::MAX,
                1 => soup.triangles[i].object = ObjectId(u32::MAX),
                _ => {
                    let vertex = random.below(soup.vertices.len());
                    soup.vertices[vertex].y = [f64::NAN, 1e300, f64::INFINITY][random.below(3)];
                }
            }
        }
        let cover = Action::Cover { shape: CoverShape::Oriented, group: random.chance(50) };
        let all = Choice::default();
        let rules = [Action::Bridge { width: 1.0 }, cover, Action::Obstacle];
        let (soup, _) = apply(soup, &rules.map(|action| (all.clone(), action))).unwrap();
        let bridges = soup.objects.iter().filter(|object| object.name == BRIDGES).count();
        assert_eq!(soup.objects.len(), 6 + bridges);
    }
}

/// The room's floor with one more object, and whether that is taken for a sheet.
fn is_sheet(add: impl Fn(&mut Soup) -> ObjectId) -> bool {
    let mut soup = room();
    let added = add(&mut soup);
    let (after, report) = apply(soup.clone(), &[]).unwrap();
    let found = report.sheets.contains(&added);
    assert!(report.sheets.iter().all(|&s| s == added), "{:?}", report.sheets);
    assert_eq!(after.objects[cast::index(added.0)].class == Class::Ground, found);
    assert_eq!((after.vertices, after.triangles), (soup.vertices, soup.triangles));
    found
}

#[test]
fn a_carpet_is_recognised_and_a_table_is_none() {
    let rug = |min, max| move |soup: &mut Soup| block(soup, "Rug", min, max);
    assert!(is_sheet(rug([5.0, 0.0, 1.0], [7.0, 0.02, 4.0])));
    assert!(is_sheet(rug([5.0, -0.01, 1.0], [7.0, 0.01, 4.0])), "sunk a little");
    assert!(is_sheet(rug([5.0, 0.25, 1.0], [7.0, 0.3, 4.0])), "a stage, just the climb high");
    assert!(!is_sheet(rug([5.0, 0.25, 1.0], [7.0, 0.31, 4.0])), "above the climb");
    assert!(!is_sheet(rug([5.0, 0.0, 1.0], [7.0, 0.21, 3.0])), "too thick");
    assert!(!is_sheet(rug([7.0, 0.0, 1.0], [8.5, 0.02, 4.0])), "beyond the floor");
    assert!(!is_sheet(rug([5.0, -0.05, 1.0], [7.0, 0.01, 4.0])), "nothing below its underside");
    for y in [0.0, 0.01, 0.3] {
        assert!(is_sheet(|soup| sheet(soup, "Rug", [5.0, 1.0], [7.0, 4.0], y)));
        assert!(is_sheet(|soup| {
            let rug = sheet(soup, "Rug", [5.0, 1.0], [7.0, 4.0], y);
            let own = soup.triangles.iter_mut().filter(|t| t.object == rug);
            own.for_each(|t| t.corners.reverse());
            rug
        }));
    }
    assert!(!is_sheet(|soup| sheet(soup, "Rug", [5.0, 1.0], [7.0, 4.0], 0.31)));
    assert!(!is_sheet(|soup| sheet(soup, "Cloth", [2.0, 3.0], [4.1, 4.0], 0.76)), "hangs over");
}

#[test]
fn holes_below_a_sheet_count_and_seams_do_not() {
    let on = |gap: f64| {
        let mut soup = Soup::default();
        sheet(&mut soup, "East", [0.0, 0.0], [3.0, 6.0], 0.0);
        sheet(&mut soup, "West", [3.0 + gap, 0.0], [8.0, 6.0], 0.05);
        let rug = sheet(&mut soup, "Rug", [1.0, 1.0], [5.0, 4.0], 0.06);
        let (_, report) = apply(soup, &[]).unwrap();
        report.sheets.contains(&rug)
    };
    assert!(on(0.0) && on(0.01));
    assert!(!on(0.1));
}

#[test]
fn a_sheet_follows_a_ramp() {
    let slanted = |soup: &mut Soup, name: &str, span: [f64; 2], lift: f64| {
        let object = sheet(soup, name, [span[0]; 2], [span[1]; 2], 0.0);
        let first = soup.vertices.len() - 4;
        soup.vertices[first..].iter_mut().for_each(|p| p.y = lift + 0.5 * p.x);
        object
    };
    let mut soup = Soup::default();
    slanted(&mut soup, "Ramp", [0.0, 6.0], 0.0);
    let rug = slanted(&mut soup, "Rug", [1.0, 3.0], 0.02);
    let level = sheet(&mut soup, "Shelf", [4.0, 4.0], [5.0, 5.0], 2.52);
    let (_, report) = apply(soup, &[]).unwrap();
    assert!(report.sheets.contains(&rug) && !report.sheets.contains(&level), "{report:?}");
}

#[test]
fn sheets_yield_to_rules() {
    let carpeted = || {
        let mut soup = room();
        block(&mut soup, "Rug", [5.0, 0.0, 1.0], [7.0, 0.02, 4.0]);
        soup
    };
    let only = Action::Ground { area: None, force: false, only: true };
    let (soup, report) = apply(carpeted(), &[(named(&["Floor"]), only)]).unwrap();
    assert_eq!(report.sheets, [ObjectId(6)], "no rule has named it");
    assert_eq!((soup.objects[6].class, report.rules[0].others), (Class::Ground, 6));
    let (soup, report) = apply(carpeted(), &[(named(&["Rug"]), Action::Obstacle)]).unwrap();
    assert_eq!((soup.objects[6].class, report.sheets), (Class::Obstacle, Vec::new()));
    let (_, report) = apply(carpeted(), &[(named(&["Floor"]), Action::Obstacle)]).unwrap();
    assert_eq!(report.sheets, [], "what it lies on is no ground");
    let left = Rules { sheets: false, ..Rules::default() };
    let (soup, report) = left.apply(carpeted(), &Preset::Human.parameters()).unwrap();
    assert_eq!((soup, report), (carpeted(), RulesReport::default()));
}

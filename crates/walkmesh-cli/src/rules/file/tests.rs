use super::*;

#[test]
fn every_key_is_read() {
    let read = parse(
        r#"
sheets = false

[[rule]]
name = ["Chair_?", "Bed*"]
extent = { max = 2 }
height = { min = 0.5, max = 1.5 }
volume = { min = 0.1 }
inside = [[0, 0, 0], [1, 2.5, 3]]
outside = [[4, 4, 4], [5, 5, 5]]
largest = 3
action = "cover"
box = "axis-aligned"
group = true
  # one more
[[rule]]
name = "Floor"
action = "ground"
area = 7
force = true
only = true
[[rule]]
smallest = 2
action = "small-obstacle"
leave-out-below = 0.25
[[rule]]
name = "Floor"
action = "bridge"
width = 0.05
"#,
    )
    .unwrap();
    let begins: Vec<usize> = read.lines.iter().map(|lines| lines.begins).collect();
    assert_eq!(begins, [4, 16, 22, 26]);
    assert!(!read.rules.sheets);
    let [cover, ground, small, bridge] = &read.rules.list[..] else { panic!("four rules") };
    let corner = |x, y, z| Point::new(x, y, z);
    let choice = Choice {
        names: vec!["Chair_?".to_owned(), "Bed*".to_owned()],
        extent: Limits { min: 0.0, max: 2.0 },
        height: Limits { min: 0.5, max: 1.5 },
        volume: Limits { min: 0.1, max: f64::INFINITY },
        inside: Some(WorldBox { min: corner(0.0, 0.0, 0.0), max: corner(1.0, 2.5, 3.0) }),
        outside: Some(WorldBox { min: corner(4.0, 4.0, 4.0), max: corner(5.0, 5.0, 5.0) }),
        rank: Some(Rank::Largest(3)),
    };
    let action = Action::Cover { shape: CoverShape::AxisAligned, group: true };
    assert_eq!(*cover, Rule { choice, action });
    let only = Action::Ground { area: Some(Area(7)), force: true, only: true };
    assert_eq!((&ground.action, &ground.choice.names[..]), (&only, &["Floor".to_owned()][..]));
    assert_eq!(small.action, Action::SmallObstacle { leave_out_below: 0.25 });
    assert_eq!(small.choice.rank, Some(Rank::Smallest(2)));
    assert_eq!(bridge.action, Action::Bridge { width: 0.05 });
    let oriented = parse("[[rule]]\nname = \"a\"\naction = \"cover\"").unwrap();
    let action = Action::Cover { shape: CoverShape::Oriented, group: false };
    assert_eq!(oriented.rules.list[0].action, action);
    assert!(parse("").unwrap().rules.list.is_empty());
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let rule = "# a comment\n[[rule]]\nname = \"a\"\n";
    for (text, line, words) in [
        ("[[rule]\n", 1, ""),
        ("\n[rule]\n", 2, "as in `[[rule]]`"),
        ("[elevator]\nplan = []\n", 1, "two brackets"),
        (&format!("{rule}action = 3"), 4, "one of `drop`"),
        (&format!("{rule}box = 3\naction = \"cover\""), 4, ""),
        ("\n[[rules]]\n", 2, "unknown field `rules`"),
        (&format!("{rule}actoin = \"drop\""), 4, "unknown field `actoin`"),
        (&format!("{rule}action = \"dorp\""), 4, "unknown variant `dorp`"),
        (rule, 2, "missing field `action`"),
        (&format!("{rule}action = \"drop\"\narea = 3"), 5, "`area` goes with"),
        (&format!("{rule}action = \"obstacle\"\nbox = \"oriented\""), 5, "`box` goes with"),
        (&format!("{rule}action = \"ground\"\narea = 300"), 5, "300"),
        (&format!("{rule}action = \"bridge\""), 4, "`width`, which is missing"),
        (&format!("{rule}action = \"drop\"\nwidth = 0.1"), 5, "`width` goes with"),
        (&format!("{rule}action = \"drop\"\nextent = 3"), 5, ""),
        (&format!("{rule}action = \"drop\"\nextent = {{ mim = 3 }}"), 5, "`mim`"),
        (&format!("{rule}action = \"drop\"\ninside = [[0, 0, 0]]"), 5, "a list of 2"),
        (&format!("{rule}action = \"drop\"\ninside = [[0, 0, 0], [1, 1, 1, 1]]"), 5, "of 3"),
        (&format!("{rule}action = \"drop\"\noutside = [[0], [1], [2]]"), 5, "a list of"),
        (&format!("{rule}action = \"drop\"\nlargest = -1"), 5, "-1"),
        (&format!("{rule}action = \"drop\"\nlargest = 1\nsmallest = 1"), 6, "together"),
        ("\n\n[[rule]]\nname = 3\naction = \"drop\"", 4, "a name or a list"),
        ("[[rule]]\nname = []\naction = \"drop\"", 2, "empty"),
        ("\n[[rule]]\naction = \"drop\"", 2, "name = \"*\""),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.problem.contains(words), "{text}: {}", error.problem);
        assert_eq!(error.line, line, "{text}: {}", error.problem);
        assert!(!error.problem.is_empty() && !error.problem.contains('\n'));
    }
}

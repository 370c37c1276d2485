//! Scripts made for the test.

use super::*;

fn here() -> &'static Path {
    Path::new(".")
}

#[test]
fn a_row_is_an_edit() {
    let text = r#"
[[edit]]
do = "add"
id = 1
polygon = [[0, 0], [4.5, 0], [4, 4]]
heights = [0, 2]
block = "house"

[[edit]]
do = "add"
id = 2
circle = { center = [1, 2], radius = 3 }
opens = ["fence", "house"]

[[edit]]
do = "remove"
id = 1
[[edit]]
do = "add"
id = 1
circle = { center = [1, 2], radius = 3 }
block = "fence"
passive = true
"#;
    let Script { edits, lines, .. } = read(text, here()).unwrap();
    assert_eq!(lines, [2, 9, 15, 18]);
    let outer = vec![[0.0, 0.0], [4.5, 0.0], [4.0, 4.0]];
    let shape = Footprint::Polygons(vec![PlanPolygon { outer, holes: Vec::new() }]);
    let payload = Payload::Block { kind: KindId(0) };
    let change = Change { shape, heights: (0.0, 2.0), payload, grown: false };
    assert_eq!(edits[0], Edit::Add { id: ChangeId(1), change });
    let Edit::Add { change, .. } = &edits[1] else { panic!("{edits:?}") };
    let kinds = vec![KindId(1), KindId(0)];
    assert_eq!(change.payload, Payload::Open { ids: Vec::new(), kinds });
    assert_eq!(edits[2], Edit::Remove { id: ChangeId(1) });
}

#[test]
fn json_lines_say_the_same() {
    let toml = r#"
[[edit]]
do = "add"
id = 1
box = { center = [6, 0.15], half = [1, 2], turned = 30 }
heights = [0, 1.2]
opens = ["fence"]
opens_ids = [4]
[[edit]]
do = "add"
id = 4
circle = { center = [1, 2], radius = 3 }
block = "fence"

[[edit]]
do = "deactivate"
id = 1
"#;
    let lines = r#"{"do": "add", "id": 1, "box": {"center": [6, 0.15], "half": [1, 2], "turned": 30},\
 "heights": [0, 1.2], "opens": ["fence"], "opens_ids": [4]}
{"do": "add", "id": 4, "circle": {"center": [1, 2], "radius": 3}, "block": "fence"}

{"do": "deactivate", "id": 1}
"#;
    let lines = lines.replace("\\\n", "");
    let of_lines = read_lines(&lines, here()).unwrap();
    assert_eq!(of_lines.edits, read(toml, here()).unwrap().edits);
    assert_eq!(of_lines.lines, [1, 2, 4]);
    let cases = [
        (
            "{\"do\": \"remove\", \"id\": 1}\n\n{\"do\": \"dig\", \"id\": 1}",
            "line 3, column 12: unknown",
        ),
        ("\n{\"do\": \"remove\"}", "line 2, column 16: missing field `id`"),
        ("{\"do\": \"add\", \"id\": 1, \"block\": \"house\"}", "line 1: give one shape"),
    ];
    for (text, problem) in cases {
        let error = read_lines(text, here()).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn what_is_no_edit_is_named_with_its_line() {
    let cases = [
        ("[[edit]]\ndo = \"dig\"\nid = 1\n", "line 2"),
        ("\n[[edit]]\ndo = \"add\"\nid = 1\nblock = \"house\"\n", "line 2: give one shape"),
        (
            "[[edit]]\ndo = \"add\"\nid = 1\nterrain = { file = \"a.png\", spacing = 1, black = 0, \
             white = 9 }\nblock = \"water\"\n",
            "line 1: say which ground",
        ),
        (
            "[[edit]]\ndo = \"add\"\nid = 1\ncost = 2\narea = 3\npolygon = [[0, 0], [1, 0], [0, 1]]\n",
            "line 1: say one thing",
        ),
        ("[[edit]]\ndo = \"remove\"\nid = 1\ncolour = 3\n", "line 4"),
        (
            "[[edit]]\ndo = \"add\"\nid = 1\ncost = 2\npolygon = [[0, 0, 0], [1, 0, 0], [0, 0, 1]]\n",
            "line 5: invalid length 3, expected a list of 2",
        ),
    ];
    for (text, problem) in cases {
        let error = read(text, here()).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

/// What is said of a row of JSON after `do` and `id`.
fn said(what: &str, keys: &str) -> String {
    let line = format!(r#"{{"do": "{what}", "id": 1{keys}}}"#);
    read_lines(&line, here()).map_or_else(|error| error.to_string(), |_| "read".to_owned())
}

const CIRCLE: &str = r#", "circle": {"center": [1, 2], "radius": 3}"#;
const POLYGON: &str = r#", "polygon": [[0, 0], [4, 0], [4, 4]]"#;

#[test]
fn keys_that_a_verb_makes_nothing_of_are_refused() {
    for key in [
        r#""block": "a""#,
        r#""passive": true"#,
        r#""grown": true"#,
        r#""opens": ["a"]"#,
        r#""opens_ids": [1]"#,
        r#""cost": 2"#,
        r#""area": 2"#,
        r#""data": {"layer": 1, "value": 2}"#,
    ] {
        let name = key.split('"').nth(1).unwrap();
        let error = said("move", &format!("{CIRCLE}, {key}"));
        assert!(
            error.starts_with(&format!("line 1: `{name}`")) && error.contains("move"),
            "{error}"
        );
        for verb in ["remove", "activate", "deactivate"] {
            let error = said(verb, &format!(", {key}"));
            assert!(error.contains(&format!("`{name}`")) && error.contains(verb), "{error}");
        }
    }
    for key in [CIRCLE, POLYGON, r#", "heights": [0, 1]"#, r#", "holes": []"#] {
        assert!(said("remove", key).contains("remove"), "{key}");
    }
    assert_eq!(said("move", &format!(r#"{CIRCLE}, "heights": [0, 1]"#)), "read");
    assert_eq!(said("activate", ""), "read");
}

#[test]
fn keys_that_go_with_others_are_refused_alone() {
    let hole = r#", "holes": [[[1, 1], [2, 1], [2, 2]]]"#;
    let block = r#", "block": "a""#;
    for (keys, key) in [
        (format!("{CIRCLE}{block}{hole}"), "holes"),
        (format!(r#"{CIRCLE}, "cost": 2, "passive": true"#), "passive"),
        (format!(r#"{CIRCLE}, "opens": ["a"], "passive": false"#), "passive"),
        (format!(r#"{CIRCLE}, "cost": 2, "grown": true"#), "grown"),
    ] {
        let error = said("add", &keys);
        assert!(error.starts_with(&format!("line 1: `{key}`")), "{error}");
    }
    assert!(said("move", &format!("{CIRCLE}{hole}")).contains("`holes`"));
    assert_eq!(said("move", &format!("{POLYGON}{hole}")), "read");
    let all = format!(r#"{POLYGON}{hole}{block}, "passive": true, "grown": true"#);
    assert_eq!(said("add", &all), "read");
    let toml = "\n[[edit]]\ndo = \"move\"\nid = 1\ncost = 3\n";
    let error = read(toml, here()).unwrap_err().to_string();
    assert!(error.starts_with("line 2: `cost`"), "{error}");
}

#[test]
fn rings_have_three_corners() {
    let add = |keys: &str| said("add", &format!(r#"{keys}, "block": "a""#));
    for (ring, corners) in [("[]", 0), ("[[0, 0], [1, 1]]", 2)] {
        let error = add(&format!(r#", "polygon": {ring}"#));
        assert!(error.contains("`polygon`") && error.contains(&format!("{corners} corners")));
        let error = add(&format!(r#"{POLYGON}, "holes": [[[0, 0], [1, 0], [0, 1]], {ring}]"#));
        assert!(error.contains("1 of `holes`") && error.contains(&format!("{corners} corners")));
    }
    assert_eq!(add(&format!(r#"{POLYGON}, "holes": []"#)), "read");
}

#[test]
fn openers_name_what_blocks_here() {
    let fence = format!(r#"{{"do": "add", "id": 2{CIRCLE}, "block": "fence"}}"#);
    let told = |keys: &str| {
        let opener = format!(r#"{{"do": "add", "id": 3{CIRCLE}, {keys}}}"#);
        let text = format!("{opener}\n{fence}\n");
        read_lines(&text, here()).map_or_else(|error| error.to_string(), |_| "read".to_owned())
    };
    assert_eq!(told(r#""opens": ["fence"], "opens_ids": [2]"#), "read");
    let error = told(r#""opens": ["fence", "fense"]"#);
    assert!(error.starts_with("line 1: `opens`") && error.contains("\"fense\""), "{error}");
    for id in [3, 4] {
        let error = told(&format!(r#""opens_ids": [2, {id}]"#));
        assert!(error.starts_with(&format!("line 1: `opens_ids` names {id}")), "{error}");
    }
}

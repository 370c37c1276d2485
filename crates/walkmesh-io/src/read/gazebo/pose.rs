//! Poses: where a part stands in the one around it.

use std::collections::HashMap;

use roxmltree::Node;

use crate::read::number;
use crate::read::transform::Transform;
use crate::read::xml::{child, text, text_of};

/// Frames may stand relative to each other this deep; more is a ring.
const DEEPEST: u32 = 32;

/// The poses of what stands in one element, which may refer to each other by name.
#[derive(Default)]
pub(super) struct Poses {
    named: HashMap<String, Stand>,
}

impl Poses {
    pub(super) fn of(parent: Node<'_, '_>) -> Self {
        Self::below(parent, 0)
    }

    fn below(parent: Node<'_, '_>, depth: u32) -> Self {
        let mut poses = Self::default();
        for node in parent.children().filter(Node::is_element) {
            if let Some(name) = name_of(node) {
                poses.named.entry(name.to_owned()).or_insert_with(|| Stand::below(node, depth));
            }
        }
        poses
    }

    /// Takes this for what the child of a name says.
    pub(super) fn insert(&mut self, name: String, stand: Stand) {
        self.named.insert(name, stand);
    }

    pub(super) fn knows(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    /// Where a part stands in the parent, and what is wrong with its pose.
    pub(super) fn place(&self, stand: &Stand) -> (Transform, Option<String>) {
        self.place_below(stand, 0)
    }

    fn place_below(&self, stand: &Stand, depth: u32) -> (Transform, Option<String>) {
        let Stand { own, frame, wrong } = stand;
        let Some(frame) = frame else { return (*own, wrong.clone()) };
        match self.frame(frame, depth) {
            Some(of_frame) => (of_frame.then_inner(own), wrong.clone()),
            None => {
                let what = "which is not there or has no good pose; its parent was taken";
                (*own, Some(format!("stands relative to `{frame}`, {what}")))
            }
        }
    }

    /// Where the child of a name, or the parent itself, stands in the parent.
    fn frame(&self, name: &str, depth: u32) -> Option<Transform> {
        // The parent itself goes by several names.
        if matches!(name, "world" | "__model__") {
            return Some(Transform::IDENTITY);
        }
        let stand = self.named.get(name).filter(|_| depth <= DEEPEST)?;
        let (place, wrong) = self.place_below(stand, depth + 1);
        wrong.is_none().then_some(place)
    }
}

/// How a part says where it stands.
pub(super) struct Stand {
    own: Transform,
    /// What it is relative to, where that is not the parent.
    frame: Option<String>,
    /// What is wrong with it, in words that follow its name.
    wrong: Option<String>,
}

impl Stand {
    pub(super) fn of(node: Node<'_, '_>) -> Self {
        Self::below(node, 0)
    }

    fn below(node: Node<'_, '_>, depth: u32) -> Self {
        let stand = Self::of_pose(node);
        match filled(node, "placement_frame") {
            Some(frame) => stand.by_frame(frame, node, depth),
            None => stand,
        }
    }

    /// Of a model that an element includes: the pose there, and the frame that it places, replace
    /// those that the model gives.
    pub(super) fn of_include(include: Node<'_, '_>, model: Node<'_, '_>) -> Self {
        let posed = if child(include, "pose").is_some() { include } else { model };
        let stand = Self::of_pose(posed);
        match text_of(include, "placement_frame").or(filled(model, "placement_frame")) {
            Some(frame) => stand.by_frame(frame, model, 0),
            None => stand,
        }
    }

    /// By its pose alone; in its parent where that is none.
    fn of_pose(node: Node<'_, '_>) -> Self {
        let pose = child(node, "pose");
        let own = match pose.map_or(Ok(Transform::IDENTITY), transform) {
            Ok(own) => own,
            Err(wrong) => {
                return Self { own: Transform::IDENTITY, frame: None, wrong: Some(wrong) };
            }
        };
        let named =
            pose.and_then(|pose| filled(pose, "relative_to").or_else(|| filled(pose, "frame")));
        let frame = named.or_else(|| default_frame(node)).map(str::to_owned);
        Self { own, frame, wrong: None }
    }

    /// That of a model whose pose places this frame in it instead of its origin.
    fn by_frame(mut self, frame: &str, model: Node<'_, '_>, depth: u32) -> Self {
        let poses = (depth < DEEPEST).then(|| Poses::below(model, depth + 1));
        match poses.and_then(|poses| poses.frame(frame, 0)) {
            Some(place) => self.own = self.own.then_inner(&place.inverse_of_rigid()),
            None => {
                let what = "which is not there or has no good pose; its origin was taken";
                let wrong = || format!("is placed by its frame `{frame}`, {what}");
                self.wrong = self.wrong.or_else(|| Some(wrong()));
            }
        }
        self
    }
}

/// The frame of a pose that names none: a frame stands where it is attached, a joint on its child.
fn default_frame<'n>(node: Node<'n, '_>) -> Option<&'n str> {
    match node.tag_name().name() {
        "joint" => text_of(node, "child"),
        _ => filled(node, "attached_to"),
    }
}

/// An attribute unless it is empty, which is as good as none.
fn filled<'n>(node: Node<'n, '_>, name: &str) -> Option<&'n str> {
    node.attribute(name).filter(|value| !value.is_empty())
}

/// The name of a part; that of an include is in an element.
pub(super) fn name_of<'n>(node: Node<'n, '_>) -> Option<&'n str> {
    node.attribute("name").or_else(|| text_of(node, "name"))
}

/// `x y z roll pitch yaw`: turned about the fixed x, then y, then z axis, then moved. Also with
/// angles in degrees or as a quaternion. Without any text it is none; of other text, what is wrong.
fn transform(pose: Node<'_, '_>) -> Result<Transform, String> {
    let text = text(pose);
    let text = text.trim();
    if text.is_empty() {
        return Ok(Transform::IDENTITY);
    }
    let turned = if pose.attribute("rotation_format") == Some("quat_xyzw") {
        numbers::<7>(text)
            .map(|[x, y, z, qx, qy, qz, qw]| ([x, y, z], Transform::quaternion([qx, qy, qz, qw])))
    } else {
        numbers::<6>(text).map(|[x, y, z, roll, pitch, yaw]| {
            let degrees = pose.attribute("degrees").is_some_and(|d| matches!(d, "true" | "1"));
            let unit = |angle: f64| if degrees { angle } else { angle.to_degrees() };
            let about = |axis, angle| Transform::rotation(axis, unit(angle));
            let turn = about([0.0, 0.0, 1.0], yaw)
                .then_inner(&about([0.0, 1.0, 0.0], pitch))
                .then_inner(&about([1.0, 0.0, 0.0], roll));
            ([x, y, z], turn)
        })
    };
    let (at, turn) = turned.ok_or_else(|| {
        let needed = "which takes six numbers, or seven with a quaternion";
        format!("has `{text}` for a pose, {needed}; it was left out")
    })?;
    Ok(Transform::translation(at).then_inner(&turn))
}

/// So many numbers, neither more nor fewer.
pub(super) fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let mut words = text.split_whitespace();
    let mut out = [0.0; N];
    for value in &mut out {
        *value = number::parse(words.next()?)?;
    }
    words.next().is_none().then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh::Point;

    fn at(xml: &str, p: [f64; 3]) -> Point {
        let document = roxmltree::Document::parse(xml).unwrap();
        let root = document.root_element();
        let last = root.last_element_child().unwrap();
        let (transform, unknown) = Poses::of(root).place(&Stand::of(last));
        assert_eq!(unknown, None);
        transform.apply(p.into())
    }

    fn near(p: Point, q: [f64; 3]) -> bool {
        p.distance(q.into()) < 1e-12
    }

    #[test]
    fn angles_turn_about_fixed_axes_x_first() {
        let half = std::f64::consts::FRAC_PI_2;
        let pose = format!("<m><l><pose>1 2 3 {half} 0 {half}</pose></l></m>");
        // x: y to z; then z: x to y, y to -x.
        assert!(near(at(&pose, [0.0, 1.0, 0.0]), [1.0, 2.0, 4.0]));
        assert!(near(at(&pose, [0.0, 0.0, 1.0]), [2.0, 2.0, 3.0]));
        assert!(near(at(&pose, [1.0, 0.0, 0.0]), [1.0, 3.0, 3.0]));
        let degrees = "<m><l><pose degrees='true'>1 2 3 90 0 90</pose></l></m>";
        assert!(near(at(degrees, [0.0, 0.0, 1.0]), [2.0, 2.0, 3.0]));
        let remarked = "<m><l><pose><!-- to the wall -->1 2 3 <!-- turned --> 0 0 0</pose></l></m>";
        assert!(near(at(remarked, [0.0; 3]), [1.0, 2.0, 3.0]));
        let quat = "<m><l><pose rotation_format='quat_xyzw'>0 0 0 0 0 1 0</pose></l></m>";
        assert!(near(at(quat, [1.0, 0.0, 0.0]), [-1.0, 0.0, 0.0]));
    }

    #[test]
    fn frames_stand_on_frames() {
        let xml = "<m><frame name='a'><pose>1 0 0 0 0 0</pose></frame>\
            <frame name='b' attached_to='a'/>\
            <link name='c'><pose relative_to='b'>0 1 0 0 0 0</pose></link></m>";
        assert!(near(at(xml, [0.0; 3]), [1.0, 1.0, 0.0]));
    }

    #[test]
    fn joints_stand_on_their_child() {
        let links = "<link name='a'><pose>5 0 0 0 0 0</pose></link>\
            <link name='b'><pose>1 0 0 0 0 0</pose></link>";
        for (pose, place) in [
            ("", [1.0, 1.0, 0.0]),
            ("<pose>0 0 2 0 0 0</pose>", [1.0, 1.0, 2.0]),
            ("<pose relative_to=''>0 0 2 0 0 0</pose>", [1.0, 1.0, 2.0]),
            ("<pose relative_to='a'>0 0 2 0 0 0</pose>", [5.0, 1.0, 2.0]),
            ("<pose relative_to='__model__'/>", [0.0, 1.0, 0.0]),
        ] {
            let xml = format!(
                "<m>{links}<joint name='j'>{pose}<parent>a</parent><child>b</child></joint>\
                 <link name='c'><pose relative_to='j'>0 1 0 0 0 0</pose></link></m>"
            );
            assert!(near(at(&xml, [0.0; 3]), place), "{pose}");
        }
    }

    #[test]
    fn rings_and_unknown_frames_are_told() {
        for xml in [
            "<m><link name='c'><pose relative_to='c'>0 1 0 0 0 0</pose></link></m>",
            "<m><link name='c'><pose relative_to='moon'>0 1 0 0 0 0</pose></link></m>",
            "<m><link name='c'><pose relative_to='j'/></link><joint name='j'><child>c</child></joint></m>",
        ] {
            let document = roxmltree::Document::parse(xml).unwrap();
            let root = document.root_element();
            let link = root.first_element_child().unwrap();
            let (_, unknown) = Poses::of(root).place(&Stand::of(link));
            assert!(unknown.is_some(), "{xml}");
        }
    }

    #[test]
    fn what_is_no_pose_stands_still_and_is_told() {
        assert!(near(at("<m><l><pose> </pose></l></m>", [1.0; 3]), [1.0; 3]));
        for text in ["1 2 3", "1 2 3 4 5 six", "1 2 3 4 5 6 7", "1,2,3,0,0,0"] {
            let xml = format!("<m><l><pose>{text}</pose></l></m>");
            let document = roxmltree::Document::parse(&xml).unwrap();
            let root = document.root_element();
            let stand = Stand::of(root.first_element_child().unwrap());
            let (place, wrong) = Poses::of(root).place(&stand);
            assert!(near(place.apply([1.0; 3].into()), [1.0; 3]));
            assert!(wrong.is_some_and(|wrong| wrong.contains(text)));
        }
        assert_eq!(numbers::<2>(" 1\n-2e1 "), Some([1.0, -20.0]));
    }
}

//! Elements of XML by name, whatever their namespace.

use roxmltree::Node;

pub(crate) fn children<'a, 'd>(
    node: Node<'a, 'd>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'd>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

pub(crate) fn child<'a, 'd>(node: Node<'a, 'd>, name: &'static str) -> Option<Node<'a, 'd>> {
    children(node, name).next()
}

/// The text of a child without the blanks around it, unless it is empty.
pub(crate) fn text_of<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let child = node.children().find(|child| child.tag_name().name() == name)?;
    Some(child.text()?.trim()).filter(|text| !text.is_empty())
}

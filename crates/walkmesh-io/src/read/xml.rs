//! Elements of XML by name, whatever their namespace, and what text they hold. Comments are no
//! text, wherever they stand in it.

use std::borrow::Cow;

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

/// All text of an element, for lists: where comments part it the parts are joined.
pub(crate) fn text<'a>(node: Node<'a, '_>) -> Cow<'a, str> {
    let mut parts = texts(node);
    let mut whole = Cow::Borrowed(parts.next().unwrap_or_default());
    parts.for_each(|part| whole.to_mut().push_str(part));
    whole
}

/// The first text of an element that is more than blanks, without those around it.
pub(crate) fn word<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    texts(node).map(str::trim).find(|text| !text.is_empty())
}

/// The same of a child.
pub(crate) fn text_of<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    word(node.children().find(|child| child.tag_name().name() == name)?)
}

fn texts<'a>(node: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    node.children().filter(Node::is_text).filter_map(|text| text.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_text() {
        let document = "<a><b><!-- first --> 1 2<!-- of -->3 <![CDATA[4]]></b><c> <!-- --></c></a>";
        let document = roxmltree::Document::parse(document).unwrap();
        let root = document.root_element();
        let of = |name| child(root, name).unwrap();
        assert_eq!(text(of("b")), " 1 23 4");
        assert_eq!((text_of(root, "b"), text_of(root, "c")), (Some("1 2"), None));
        assert_eq!((text(of("c")), text(root)), (" ".into(), "".into()));
    }
}

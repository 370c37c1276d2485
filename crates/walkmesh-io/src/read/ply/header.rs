//! What the header says is in the file.

use crate::read::{encoding, line};

/// How the values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    Little,
    Big,
}

/// The type of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "char" | "int8" => Self::I8,
            "uchar" | "uint8" => Self::U8,
            "short" | "int16" => Self::I16,
            "ushort" | "uint16" => Self::U16,
            "int" | "int32" => Self::I32,
            "uint" | "uint32" => Self::U32,
            "float" | "float32" => Self::F32,
            "double" | "float64" => Self::F64,
            _ => return None,
        })
    }
}

/// One value a row, or a list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Scalar(Scalar),
    List { length: Scalar, item: Scalar },
}

/// A column of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// A table of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
}

/// The header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) encoding: Encoding,
    pub(super) elements: Vec<Element>,
}

/// The header and what follows it. Lines that PLY does not know are passed over: exporters write
/// comments without the word.
pub(super) fn parse(bytes: &[u8]) -> Result<(Header, &[u8]), String> {
    let (first, mut rest) = line(encoding::unmarked(bytes));
    if first != "ply" {
        return Err("it does not begin with \"ply\"".to_owned());
    }
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    while !rest.is_empty() {
        let (text, after) = line(rest);
        rest = after;
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["end_header", ..] => {
                let encoding = encoding.ok_or("its header names no format")?;
                return Ok((Header { encoding, elements }, rest));
            }
            ["format", name, ..] => {
                encoding = Some(match name {
                    "ascii" => Encoding::Text,
                    "binary_little_endian" => Encoding::Little,
                    "binary_big_endian" => Encoding::Big,
                    _ => return Err(format!("its format `{name}` is not known")),
                });
            }
            ["element", name, count, ..] => {
                let count = count.parse().map_err(|_| format!("it has `{count}` of {name}"))?;
                elements.push(Element { name: name.to_owned(), count, properties: Vec::new() });
            }
            ["property", ..] => {
                let property =
                    property(&words).ok_or(format!("`{}` is no property", text.trim()))?;
                let last = elements.last_mut().ok_or("a property comes before any element")?;
                last.properties.push(property);
            }
            _ => {}
        }
    }
    Err("its header has no end".to_owned())
}

fn property(words: &[&str]) -> Option<Property> {
    let (kind, name) = match words {
        ["property", "list", length, item, name, ..] => {
            let (length, item) = (Scalar::from_name(length)?, Scalar::from_name(item)?);
            (Kind::List { length, item }, name)
        }
        ["property", scalar, name, ..] => (Kind::Scalar(Scalar::from_name(scalar)?), name),
        _ => return None,
    };
    Some(Property { name: (*name).to_owned(), kind })
}

/// One line, without what is around it, and what follows.
fn line(bytes: &[u8]) -> (String, &[u8]) {
    let (line, rest) = line::split(bytes);
    (String::from_utf8_lossy(line).trim().to_owned(), rest)
}

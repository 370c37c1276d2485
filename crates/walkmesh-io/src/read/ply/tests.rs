use super::*;

fn count(bytes: &[u8]) -> Result<usize, String> {
    let read = read(bytes, Path::new("a.ply")).map_err(|error| error.to_string());
    read.map(|(assembly, _)| assembly.soup.triangles.len())
}

const TEXT: &str = "ply\nformat ascii 1.0\nA remark without the word\nelement vertex 4\n\
    property float x\nproperty list uchar float extra\nproperty float y\nproperty float z\n\
    element face 2\nproperty uchar shade\nproperty list uchar int vertex_index\nend_header\n\
    0 0 0 0\n1 2 7 7 0 0\n1 0 1 0\n0 0 1 0\n9 4 0 1 2 3\n9 2 0 1\n";

#[test]
fn text_with_lists_between() {
    let (assembly, _) = read(TEXT.as_bytes(), Path::new("a.ply")).unwrap();
    assert_eq!(assembly.soup.triangles.len(), 2);
    assert_eq!(assembly.soup.vertices[2], Point::new(1.0, 1.0, 0.0));
    assert_eq!(assembly.notes.len(), 1, "a face of two corners");
    assert_eq!(count(TEXT.replace('\n', "\r\n").as_bytes()), Ok(2));
    assert_eq!(count(format!("\u{feff}{TEXT}").as_bytes()), Ok(2), "marked as UTF-8");
}

/// A triangle in binary, faces before points; numbers of every width.
fn triangle(big: bool) -> Vec<u8> {
    let name = if big { "big" } else { "little" };
    let mut bytes = format!(
        "ply\nformat binary_{name}_endian 1.0\nelement face 1\n\
         property list short ushort vertex_indices\nelement other 1\nproperty char a\n\
         property double b\nelement vertex 3\nproperty float x\nproperty double y\n\
         property int z\nend_header\n"
    )
    .into_bytes();
    let mut put = |number: &[u8]| {
        let mut number = number.to_vec();
        if big {
            number.reverse();
        }
        bytes.extend(number);
    };
    put(&3_i16.to_le_bytes());
    for corner in [0_u16, 1, 2] {
        put(&corner.to_le_bytes());
    }
    put(&(-5_i8).to_le_bytes());
    put(&1e9_f64.to_le_bytes());
    for (x, y, z) in [(0.0_f32, 0.5_f64, -1_i32), (1.0, 0.5, 2), (1.0, 1.5, 3)] {
        put(&x.to_le_bytes());
        put(&y.to_le_bytes());
        put(&z.to_le_bytes());
    }
    bytes
}

#[test]
fn binary_of_both_orders() {
    let of = |big| read(&triangle(big), Path::new("a.ply")).unwrap().0.soup;
    assert_eq!(of(true), of(false));
    assert_eq!(of(true).vertices[2], Point::new(1.0, 1.5, 3.0));
    assert_eq!(of(true).triangles.len(), 1);
}

#[test]
fn strips_turn_every_other_triangle() {
    let text = "ply\nformat ascii 1.0\nelement vertex 5\nproperty int x\nproperty int y\n\
        property int z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n\
        0 0 0 1 0 0 0 1 0 1 1 0 2 2 0\n8 0 1 2 3 -1 1 3 4";
    let (assembly, _) = read(text.as_bytes(), Path::new("a.ply")).unwrap();
    let corners: Vec<_> = assembly.soup.triangles.iter().map(|t| t.corners).collect();
    assert_eq!(corners, [[0, 1, 2], [2, 1, 3], [1, 3, 4]]);
}

/// A count that is too small would leave out faces without a word.
#[test]
fn what_follows_the_counted_elements_is_told() {
    let said = |bytes: &[u8]| {
        let (assembly, _) = read(bytes, Path::new("a.ply")).unwrap();
        assembly.notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let one = TEXT.replacen("element face 2", "element face 1", 1);
    assert_eq!(
        said(one.as_bytes()),
        [
            "the header counts 4 vertex, 1 face, after which the file has 7 bytes more: they are left \
             out"
        ]
    );
    let mut long = triangle(true);
    assert_eq!(said(&long), [""; 0]);
    long.extend([0; 3]);
    assert!(said(&long)[0].contains("3 vertex, after which the file has 3 bytes more"));
}

#[test]
fn what_is_wrong_is_named() {
    let with = |from: &str, to: &str| count(TEXT.replacen(from, to, 1).as_bytes()).unwrap_err();
    assert!(with("ply", "plx").contains("begin with"));
    assert!(with("ascii", "gzip").contains("`gzip`"));
    assert!(with("format", "form").contains("names no format"));
    assert!(with("end_header", "").contains("no end"));
    assert!(with("element vertex 4", "element vertex four").contains("`four`"));
    assert!(with("element vertex 4", "element vertex 9").contains("of 9"));
    assert!(with("float y", "real y").contains("property real y"));
    assert!(with("float y", "float w").contains("no y"));
    assert!(with("9 4 0 1 2 3", "9 4 0 1 2 4").contains("face 0"));
    assert!(with("9 4 0 1 2 3", "9 4 0 1 2 -1").contains("has corner -1, which is none of the 4"));
    assert!(with("9 4 0 1 2 3", "9 4 0 one 2 3").contains("\"one\""));
    assert!(with("9 4 0 1 2 3", "9 -4 0 1 2 3").contains("-4"));
    assert!(count(b"ply\nproperty float x\n").unwrap_err().contains("before any element"));
    let huge = "ply\nformat ascii 1.0\nelement face 18446744073709551615\nend_header\n";
    assert_eq!(count(huge.as_bytes()), Ok(0));
    let mut cut = triangle(false);
    cut.pop();
    assert!(count(&cut).unwrap_err().contains("vertex 2 of 3"));
}

//! Height fields from grey pictures, as terrain tools write them.

use std::io::Cursor;
use std::path::Path;

use walkmesh::soup::HeightField;

use super::{ReadError, bytes_of};

/// Most samples of a picture: 16,384 each way.
const MAX_SAMPLES: u64 = 1 << 28;

/// Where the samples of a picture lie in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightMap {
    /// World x and z of the sample in the upper left, metres. x grows to the right in the picture,
    /// z downwards.
    pub origin: [f64; 2],
    /// Metres from a pixel to the next.
    pub spacing: f64,
    /// Heights of black and of white, metres; black may be the higher one.
    pub heights: [f64; 2],
}

/// Reads a grey PNG of 8 or 16 bits as a height field: a sample a pixel.
///
/// # Errors
/// When the file cannot be read or is no grey PNG, or its place in the world is none.
pub fn read_height_map(path: &Path, map: &HeightMap) -> Result<HeightField, ReadError> {
    let format = "PNG";
    let syntax = |what: String| ReadError::Syntax { path: path.to_owned(), format, what };
    let bytes = bytes_of(path)?;
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(|e| syntax(e.to_string()))?;
    let (width, height) = (reader.info().width, reader.info().height);
    if u64::from(width) * u64::from(height) > MAX_SAMPLES {
        let limit = MAX_SAMPLES;
        return Err(ReadError::TooMany { path: path.to_owned(), what: "pixels", limit });
    }
    let (color, depth) = reader.output_color_type();
    if color != png::ColorType::Grayscale {
        return Err(ReadError::Unsupported {
            path: path.to_owned(),
            feature: format!("pixels of the kind {color:?}"),
            remedy: "export the heights as grey without transparency, 16 bits at best",
        });
    }
    let size = reader.output_buffer_size().ok_or_else(|| syntax("too large".into()))?;
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(|e| syntax(e.to_string()))?;
    let [black, white] = map.heights;
    let height_of = |share: f64| black + (white - black) * share;
    let wide = depth == png::BitDepth::Sixteen;
    let rows = pixels[..frame.buffer_size()].chunks_exact(frame.line_size);
    let values = rows.flat_map(|row| -> Vec<f64> {
        if wide {
            let pairs = row.chunks_exact(2);
            let value = |p: &[u8]| f64::from(u16::from_be_bytes([p[0], p[1]]));
            pairs.map(|p| height_of(value(p) / f64::from(u16::MAX))).collect()
        } else {
            row.iter().map(|&p| height_of(f64::from(p) / f64::from(u8::MAX))).collect()
        }
    });
    let columns = usize::try_from(width).unwrap_or(usize::MAX);
    HeightField::new(map.origin, map.spacing, columns, values.collect())
        .map_err(|error| ReadError::HeightField { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(color: png::ColorType, depth: png::BitDepth, data: &[u8]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let file = std::fs::File::create(folder.path().join("heights.png")).unwrap();
        let mut encoder = png::Encoder::new(file, 3, 2);
        encoder.set_color(color);
        encoder.set_depth(depth);
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        folder
    }

    const MAP: HeightMap = HeightMap { origin: [10.0, 20.0], spacing: 0.5, heights: [-5.0, 5.0] };

    fn read(folder: &tempfile::TempDir) -> Result<HeightField, ReadError> {
        read_height_map(&folder.path().join("heights.png"), &MAP)
    }

    #[test]
    fn pixels_are_heights_in_both_depths() {
        let bytes = [0, 51, 255, 255, 102, 0];
        let narrow = picture(png::ColorType::Grayscale, png::BitDepth::Eight, &bytes);
        let wide: Vec<u8> = bytes.iter().flat_map(|&b| [b, b]).collect();
        let wide = picture(png::ColorType::Grayscale, png::BitDepth::Sixteen, &wide);
        for folder in [narrow, wide] {
            let field = read(&folder).unwrap();
            assert_eq!((field.columns(), field.rows()), (3, 2));
            let sample = field.sample(1, 0).unwrap();
            assert_eq!((sample.x, sample.z), (10.5, 20.0));
            assert!((sample.y + 3.0).abs() < 1e-12);
            assert!((field.sample(0, 1).unwrap().y - 5.0).abs() < 1e-12);
        }
    }

    #[test]
    fn other_pictures_are_refused() {
        let colour = picture(png::ColorType::Rgb, png::BitDepth::Eight, &[0; 18]);
        let error = read(&colour).unwrap_err().to_string();
        assert!(error.contains("Rgb") && error.contains("as grey"), "{error}");
        std::fs::write(colour.path().join("heights.png"), b"no picture").unwrap();
        assert!(matches!(read(&colour), Err(ReadError::Syntax { .. })));
        let flat = picture(png::ColorType::Grayscale, png::BitDepth::Eight, &[0; 6]);
        let nowhere = HeightMap { spacing: 0.0, ..MAP };
        let error = read_height_map(&flat.path().join("heights.png"), &nowhere).unwrap_err();
        let said = error.to_string();
        assert!(said.contains("spacing above 0") && !said.contains("export again"), "{said}");
    }
}

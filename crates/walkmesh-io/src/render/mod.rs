//! Pictures of a [`Drawing`]: SVG and PNG, in plan with north (world -z) up, or obliquely from
//! above.
//!
//! Both formats go through the same page: layout and drawing order are decided once, the format
//! only turns polygons, lines and texts into its own.

mod canvas;
mod depth;
mod font;
mod layout;
mod page;
mod png;
mod projection;
mod svg;

pub use projection::Projection;

use std::io;
use std::path::{Path, PathBuf};
use walkmesh::report::{Color, Drawing};
use walkmesh::{Point, store};

/// Widest and highest picture, pixels: 16,384 each way is a gigabyte of memory.
const MAX_SIDE: u32 = 1 << 14;
const MIN_SIDE: u32 = 64;

/// How a picture is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderOptions {
    /// Width of the picture, pixels, 64 to 16,384. The height follows from what is drawn, and a
    /// drawing over three times as high as wide is made narrower inside this width, as is one that would
    /// be higher than 16,384.
    pub width_px: u32,
    /// Empty rim, pixels.
    pub margin_px: u32,
    /// What is behind everything.
    pub background: Color,
    /// Draw only what has a part between these two heights, metres: one storey.
    pub heights: Option<(f64, f64)>,
    /// From where to look.
    pub projection: Projection,
    /// Show this part of the world only (two opposite corners; in plan their heights are
    /// ignored), instead of all that is drawn.
    pub view: Option<(Point, Point)>,
    /// Write title, scale bar and legend.
    pub captions: bool,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            width_px: 1200,
            margin_px: 24,
            background: Color::WHITE,
            heights: None,
            projection: Projection::Plan,
            view: None,
            captions: true,
        }
    }
}

/// The picture formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PictureFormat {
    /// Scalable, text.
    Svg,
    /// Pixels.
    Png,
}

impl PictureFormat {
    /// The format of a file name, by its extension in any case.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The width is out of range.
    #[error("a picture of {width} pixels wide cannot be made: use {MIN_SIDE} to {MAX_SIDE}")]
    Width {
        /// The width asked for.
        width: u32,
    },
    /// The margins leave nothing.
    #[error("margins of {margin} pixels leave no room in a width of {width}")]
    Margin {
        /// The margin asked for.
        margin: u32,
        /// The width asked for.
        width: u32,
    },
    /// The view or the height range is not finite, or the wrong way round.
    #[error("the {what} to show must be finite and in order, lower first")]
    View {
        /// "view" or "heights".
        what: &'static str,
    },
    /// The eye cannot stand there.
    #[error(
        "no picture looks along {heading} degrees and {elevation} degrees down: the heading must be \
         finite and the elevation above 0, at most 90"
    )]
    Projection {
        /// The heading asked for.
        heading: f64,
        /// The elevation asked for.
        elevation: f64,
    },
    /// There is nothing to show one after the other, or no time for it.
    #[error(
        "{frames} drawings for {seconds} seconds each make no animation: give at least one, and a time above 0"
    )]
    Frames {
        /// How many.
        frames: usize,
        /// For how long.
        seconds: f64,
    },
    /// The name says no known format.
    #[error("{path} is no picture that can be written: use a name ending in .svg or .png")]
    Format {
        /// The file asked for.
        path: PathBuf,
    },
    /// The pixels could not be encoded.
    #[error("the PNG could not be encoded: {0}")]
    Encode(String),
    /// The file could not be written.
    #[error("{path} could not be written: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// The drawing as a whole SVG document.
///
/// # Errors
/// When an option is out of range.
pub fn to_svg(drawing: &Drawing, options: &RenderOptions) -> Result<String, RenderError> {
    let layout = layout::Layout::new(drawing, options)?;
    let mut canvas = svg::SvgCanvas::new(layout.width, layout.height, &drawing.title);
    page::paint(drawing, options, &layout, &mut canvas);
    Ok(canvas.finish())
}

/// Drawings one after the other, each for so many seconds and then from the start again, as one
/// SVG document. The first one decides the size of the page: give all the same
/// [`RenderOptions::view`], or they jump.
///
/// # Errors
/// When an option is out of range, there is no drawing, or the time is not above 0.
pub fn to_animated_svg(
    frames: &[Drawing],
    seconds: f64,
    options: &RenderOptions,
) -> Result<String, RenderError> {
    let first = frames.first().ok_or(RenderError::Frames { frames: 0, seconds })?;
    if !(seconds.is_finite() && seconds > 0.0) {
        return Err(RenderError::Frames { frames: frames.len(), seconds });
    }
    let page = layout::Layout::new(first, options)?;
    let mut canvas = svg::SvgCanvas::new(page.width, page.height, &first.title);
    for (k, frame) in frames.iter().enumerate() {
        let layout = layout::Layout::new(frame, options)?;
        canvas.begin_frame(k, frames.len(), seconds);
        page::paint(frame, options, &layout, &mut canvas);
        canvas.end_frame();
    }
    Ok(canvas.finish())
}

/// The drawing as the bytes of a PNG file. The same bytes on every machine of one kind; text is
/// drawn with a small line font of its own.
///
/// # Errors
/// When an option is out of range.
pub fn to_png(drawing: &Drawing, options: &RenderOptions) -> Result<Vec<u8>, RenderError> {
    let layout = layout::Layout::new(drawing, options)?;
    let mut canvas = png::PngCanvas::new(layout.width, layout.height)?;
    page::paint(drawing, options, &layout, &mut canvas);
    canvas.finish()
}

/// Writes the picture to a file whose extension says the format; the file is whole or not there.
///
/// # Errors
/// When an option is out of range, the extension is neither `svg` nor `png`, or the file cannot
/// be written.
pub fn save(drawing: &Drawing, options: &RenderOptions, path: &Path) -> Result<(), RenderError> {
    let bytes = match PictureFormat::from_path(path) {
        Some(PictureFormat::Svg) => to_svg(drawing, options)?.into_bytes(),
        Some(PictureFormat::Png) => to_png(drawing, options)?,
        None => return Err(RenderError::Format { path: path.to_owned() }),
    };
    store::write_atomically(path, |w| w.write_all(&bytes))
        .map_err(|source| RenderError::Write { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests;

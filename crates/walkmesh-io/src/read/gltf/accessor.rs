//! Typed numbers out of buffers, every offset checked.

use std::path::{Path, PathBuf};

use walkmesh::Point;

use super::buffers::Buffers;
use super::document::{Accessor, Document, Extensions};
use super::{ReadError, UNCOMPRESSED};

/// Accessors that have no bytes of their own (all zero but their sparse values) may have no more
/// elements in all, however often they are used: nothing in the file pays for the memory.
const MOST_WITHOUT_BYTES: usize = 1 << 20;

/// A component type by its number in the file.
#[derive(Clone, Copy)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn from_number(number: u32) -> Option<Self> {
        Some(match number {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// An unsigned number; `None` for other types.
    fn index(self, b: &[u8]) -> Option<u32> {
        Some(match (self, b) {
            (Self::U8, &[a]) => a.into(),
            (Self::U16, &[a, b]) => u16::from_le_bytes([a, b]).into(),
            (Self::U32, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
            _ => return None,
        })
    }

    /// A coordinate: a float, or an integer as quantisation stores it, normalised to ±1 or not.
    fn coordinate(self, b: &[u8], normalized: bool) -> Option<f64> {
        let (value, unit): (f64, f64) = match (self, b) {
            (Self::F32, &[a, b, c, d]) => return Some(f32::from_le_bytes([a, b, c, d]).into()),
            (Self::I8, &[a]) => (i8::from_le_bytes([a]).into(), 127.0),
            (Self::U8, &[a]) => (a.into(), 255.0),
            (Self::I16, &[a, b]) => (i16::from_le_bytes([a, b]).into(), 32_767.0),
            (Self::U16, &[a, b]) => (u16::from_le_bytes([a, b]).into(), 65_535.0),
            _ => return None,
        };
        Some(if normalized { (value / unit).max(-1.0) } else { value })
    }
}

/// The accessors of a document with the buffers behind them.
pub(super) struct Accessors<'a> {
    document: &'a Document,
    buffers: Buffers<'a>,
    path: &'a Path,
    /// Elements without bytes that were asked for, in all.
    without_bytes: usize,
}

/// Elements of a view: `count` of `size` bytes, `stride` apart.
struct Elements<'b> {
    bytes: &'b [u8],
    size: usize,
    stride: usize,
    count: usize,
}

impl<'b> Elements<'b> {
    fn iter(&self) -> impl Iterator<Item = &'b [u8]> {
        let (bytes, size, stride) = (self.bytes, self.size, self.stride);
        (0..self.count).map(move |i| &bytes[i * stride..i * stride + size])
    }
}

impl<'a> Accessors<'a> {
    pub(super) fn new(document: &'a Document, buffers: Buffers<'a>, path: &'a Path) -> Self {
        Self { document, buffers, path, without_bytes: 0 }
    }

    /// The files that were read for them.
    pub(super) fn into_files(self) -> Vec<PathBuf> {
        self.buffers.into_files()
    }

    /// Positions of a `VEC3` accessor, in the units of the file.
    pub(super) fn positions(&mut self, index: usize, user: &str) -> Result<Vec<Point>, ReadError> {
        let accessor = self.accessor(index, user)?;
        let component = Component::from_number(accessor.component_type)
            .filter(|component| accessor.kind == "VEC3" && !matches!(component, Component::U32))
            .ok_or_else(|| self.wrong_kind(index, accessor, "VEC3 of floats"))?;
        let size = component.size();
        let point = |bytes: &[u8]| {
            let mut axes = bytes.chunks_exact(size);
            let mut axis = || component.coordinate(axes.next()?, accessor.normalized);
            Some(Point::new(axis()?, axis()?, axis()?))
        };
        let name = format!("accessor {index}");
        let mut points: Vec<Point> = match accessor.buffer_view {
            None => {
                self.without_bytes = self.without_bytes.saturating_add(accessor.count);
                if self.without_bytes > MOST_WITHOUT_BYTES {
                    let what = "has too many elements without bytes".to_owned();
                    return Err(self.wrong(name, what));
                }
                vec![Point::default(); accessor.count]
            }
            Some(view) => {
                let at = (accessor.byte_offset, 3 * size, accessor.count);
                self.elements(view, at, &name)?.iter().filter_map(point).collect()
            }
        };
        if let Some(sparse) = &accessor.sparse {
            let own = &sparse.indices;
            let places = self.numbers(
                own.buffer_view,
                own.byte_offset,
                own.component_type,
                sparse.count,
                &name,
            )?;
            let at = (sparse.values.byte_offset, 3 * size, sparse.count);
            let path = self.path;
            let values = self.elements(sparse.values.buffer_view, at, &name)?;
            for (place, value) in places.into_iter().zip(values.iter().filter_map(point)) {
                let count = points.len();
                let slot = points.get_mut(walkmesh::geom::cast::index(place)).ok_or_else(|| {
                    let what = format!("has a sparse value at {place} of {count} elements");
                    ReadError::Reference { path: path.to_owned(), part: name.clone(), what }
                })?;
                *slot = value;
            }
        }
        Ok(points)
    }

    /// The numbers of a `SCALAR` accessor of unsigned integers.
    pub(super) fn indices(&mut self, index: usize, user: &str) -> Result<Vec<u32>, ReadError> {
        let accessor = self.accessor(index, user)?;
        let view = accessor.buffer_view.filter(|_| accessor.kind == "SCALAR");
        let view = view.ok_or_else(|| self.wrong_kind(index, accessor, "SCALAR with a view"))?;
        let name = format!("accessor {index}");
        self.numbers(view, accessor.byte_offset, accessor.component_type, accessor.count, &name)
    }

    fn numbers(
        &mut self,
        view: usize,
        offset: usize,
        component: u32,
        count: usize,
        name: &str,
    ) -> Result<Vec<u32>, ReadError> {
        let unsigned = Component::from_number(component)
            .filter(|c| matches!(c, Component::U8 | Component::U16 | Component::U32));
        let Some(unsigned) = unsigned else {
            let what = format!("has component type {component}, not an unsigned integer");
            return Err(self.wrong(name.to_owned(), what));
        };
        let elements = self.elements(view, (offset, unsigned.size(), count), name)?;
        Ok(elements.iter().filter_map(|bytes| unsigned.index(bytes)).collect())
    }

    /// Elements of a view from an offset on: (offset, size, count), all in bytes but the count.
    fn elements(
        &mut self,
        index: usize,
        (offset, size, count): (usize, usize, usize),
        name: &str,
    ) -> Result<Elements<'_>, ReadError> {
        let Some(view) = self.document.buffer_views.get(index) else {
            let what = format!("refers to buffer view {index}, which does not exist");
            return Err(self.wrong(name.to_owned(), what));
        };
        for compression in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
            refuse(self.path, &view.extensions, compression, UNCOMPRESSED)?;
        }
        let path = self.path;
        let buffer = self.buffers.get(view.buffer)?;
        let stride = view.byte_stride.filter(|stride| *stride > 0).unwrap_or(size);
        if stride < size && count > 1 {
            return Err(ReadError::Reference {
                path: path.to_owned(),
                part: name.to_owned(),
                what: format!(
                    "has elements of {size} bytes, but buffer view {index} puts them {stride} bytes \
                     apart"
                ),
            });
        }
        let fits = || {
            let end = view.byte_offset.checked_add(view.byte_length)?;
            let bytes = buffer.get(view.byte_offset..end)?.get(offset..)?;
            let needed = match count {
                0 => 0,
                more => (more - 1).checked_mul(stride)?.checked_add(size)?,
            };
            (needed <= bytes.len()).then_some(bytes)
        };
        let bytes = fits().ok_or_else(|| ReadError::Reference {
            path: path.to_owned(),
            part: name.to_owned(),
            what: format!(
                "needs {count} elements of {stride} bytes from byte {offset} of buffer view \
                 {index}, whose {} bytes from byte {} end before or lie outside a buffer of {}",
                view.byte_length,
                view.byte_offset,
                buffer.len()
            ),
        })?;
        Ok(Elements { bytes, size, stride, count })
    }

    fn accessor(&self, index: usize, user: &str) -> Result<&'a Accessor, ReadError> {
        self.document.accessors.get(index).ok_or_else(|| {
            let what = format!("refers to accessor {index}, which does not exist");
            self.wrong(user.to_owned(), what)
        })
    }

    fn wrong_kind(&self, index: usize, accessor: &Accessor, needed: &str) -> ReadError {
        let Accessor { kind, component_type, .. } = accessor;
        let what = format!("is {kind} of component type {component_type}, not {needed}");
        self.wrong(format!("accessor {index}"), what)
    }

    fn wrong(&self, part: String, what: String) -> ReadError {
        ReadError::Reference { path: self.path.to_owned(), part, what }
    }
}

/// An error when this extension is used here.
pub(super) fn refuse(
    path: &Path,
    extensions: &Extensions,
    name: &str,
    remedy: &'static str,
) -> Result<(), ReadError> {
    if extensions.contains_key(name) {
        let feature = name.to_owned();
        return Err(ReadError::Unsupported { path: path.to_owned(), feature, remedy });
    }
    Ok(())
}

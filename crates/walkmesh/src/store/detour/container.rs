//! The file around the tiles.

use std::collections::BTreeSet;

use super::bytes::Input;
use super::error::DetourError;
use super::settings::{self, Settings};
use super::tile::{self, Tile};

/// How a file starts: 'MSET' as a little-endian number.
pub(super) const MAGIC: &[u8; 4] = b"TESM";
const BIG_ENDIAN: &[u8; 4] = b"MSET";

/// Versions of the container.
pub(super) const RECAST: i32 = 1;
pub(super) const HABITAT: i32 = 2;

/// A tile set as it is in the file, with everything in range.
#[derive(Clone, Debug, Default)]
pub(super) struct TileSet {
    /// Lower corner of tile (0, 0).
    pub(super) origin: [f32; 3],
    /// Width (along x) and height (along z) of a tile.
    pub(super) tile_size: [f32; 2],
    /// Habitat's settings.
    pub(super) settings: Option<Settings>,
    pub(super) tiles: Vec<Tile>,
    /// Bytes after the last tile.
    pub(super) unread: usize,
}

/// How long references to polygons are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    Bits32,
    Bits64,
}

impl Reference {
    /// Bytes of a link in a tile.
    pub(super) const fn link_size(self) -> u64 {
        match self {
            Self::Bits32 => 12,
            Self::Bits64 => 16,
        }
    }
}

/// Reads a tile set; whether references are short or long is found out by trying both.
pub(super) fn read(bytes: &[u8]) -> Result<TileSet, DetourError> {
    if bytes.starts_with(BIG_ENDIAN) {
        return Err(DetourError::BigEndian);
    }
    if !bytes.starts_with(MAGIC) {
        return Err(DetourError::NotTileSet);
    }
    let mut input = Input::new(&bytes[MAGIC.len()..], MAGIC.len(), "the header of the tile set");
    let version = input.i32()?;
    let count = input.i32()?;
    let mut set = TileSet {
        origin: input.many(Input::f32)?,
        tile_size: input.many(Input::f32)?,
        ..TileSet::default()
    };
    // The most tiles and polygons that Detour makes room for: nothing here depends on them.
    let _: [i32; 2] = input.many(Input::i32)?;
    match version {
        RECAST => {}
        HABITAT => set.settings = Some(settings::read(&mut input)?),
        found => return Err(DetourError::Version { found }),
    }
    let short = read_tiles(input, count, Reference::Bits32);
    let list = if short.error.is_none() {
        short
    } else {
        // The reading that gets farther is what the file was meant to be.
        let long = read_tiles(input, count, Reference::Bits64);
        let rank = |list: &List| (list.error.is_none(), list.tiles.len());
        if rank(&long) > rank(&short) { long } else { short }
    };
    if let Some(error) = list.error {
        return Err(error);
    }
    (set.tiles, set.unread) = (list.tiles, list.unread);
    check_places(&set.tiles)?;
    Ok(set)
}

/// The tiles up to the end of the list or the first that cannot be read.
struct List {
    tiles: Vec<Tile>,
    /// Bytes behind them.
    unread: usize,
    /// Why not all could be read.
    error: Option<DetourError>,
}

fn read_tiles(mut input: Input<'_>, count: i32, size: Reference) -> List {
    let mut tiles = Vec::new();
    let mut error = None;
    if count < 0 {
        let (offset, value) = (MAGIC.len() + 4, i64::from(count));
        let (what, most) = ("the count of tiles", i32::MAX.into());
        error = Some(DetourError::Range { tile: 0, offset, what, value, least: 0, most });
    }
    for _ in 0..count {
        match read_tile(&mut input, tiles.len(), size) {
            Ok(Some(tile)) => tiles.push(tile),
            // Detour stops here too; in a sound file nothing follows.
            Ok(None) if input.left() == 0 => break,
            Ok(None) => {
                let (found, left) = (tiles.len(), input.left());
                error = Some(DetourError::Ended { found, count, left });
                break;
            }
            Err(e) => {
                error = Some(e);
                break;
            }
        }
    }
    List { tiles, unread: input.left(), error }
}

/// The next tile, or `None` at the end of the list.
fn read_tile(
    input: &mut Input<'_>,
    index: usize,
    size: Reference,
) -> Result<Option<Tile>, DetourError> {
    let mut head =
        input.part(if size == Reference::Bits32 { 8 } else { 16 }, "the head of a tile")?;
    let reference = match size {
        Reference::Bits32 => u64::from(head.u32()?),
        Reference::Bits64 => head.u64()?,
    };
    let offset = head.offset();
    let length = head.i32()?;
    if reference == 0 || length == 0 {
        return Ok(None);
    }
    let length = u64::try_from(length).map_err(|_| DetourError::Range {
        tile: index,
        offset,
        what: "the size of the tile",
        value: length.into(),
        least: 0,
        most: i32::MAX.into(),
    })?;
    tile::read(input.part(length, "a tile")?, index, size).map(Some)
}

/// Every place and layer once.
fn check_places(tiles: &[Tile]) -> Result<(), DetourError> {
    let mut places = BTreeSet::new();
    for (tile, &Tile { x, y, layer, .. }) in tiles.iter().enumerate() {
        if !places.insert((x, y, layer)) {
            return Err(DetourError::TileTwice { tile, x, y, layer });
        }
    }
    Ok(())
}

//! Just enough of a Detour tile set (MSET v1, 32-bit references) to compare a mesh with Recast's:
//! polygons, plan area, and connected pieces. Strict and unforgiving: a bad file is an error.

/// What a Detour tile set holds, as far as comparisons need it.
#[derive(Clone, Debug, Default)]
pub struct DetourSummary {
    /// Ground polygons over all tiles.
    pub polygons: usize,
    /// Area in plan, square metres.
    pub area: f64,
    /// Area of each connected piece, largest first. Solo sets only: links between tiles are not
    /// followed, so for tiled sets these are the pieces of single tiles.
    pub components: Vec<f64>,
}

/// Reads the summary of a tile set.
///
/// # Errors
/// Says what did not fit, with the offset.
pub fn read(bytes: &[u8]) -> Result<DetourSummary, String> {
    let mut at = Reader { bytes, at: 0 };
    if at.u32()? != u32::from_be_bytes(*b"MSET") || at.u32()? != 1 {
        return Err("not an MSET file of version 1".to_owned());
    }
    let tiles = at.u32()?;
    at.skip(28)?;
    let mut summary = DetourSummary::default();
    for _ in 0..tiles {
        let (reference, size) = (at.u32()?, at.u32()?);
        if reference == 0 || size == 0 {
            break;
        }
        let blob = at.take(size)?;
        read_tile(blob, &mut summary)?;
    }
    summary.components.sort_by(|a, b| b.total_cmp(a));
    Ok(summary)
}

/// Adds one tile's blob to the summary.
fn read_tile(blob: &[u8], summary: &mut DetourSummary) -> Result<(), String> {
    let mut at = Reader { bytes: blob, at: 0 };
    if at.u32()? != u32::from_be_bytes(*b"DNAV") || at.u32()? != 7 {
        return Err("not a Detour tile of version 7".to_owned());
    }
    at.skip(16)?;
    let (polygons, vertices) = (at.u32()? as usize, at.u32()? as usize);
    at.skip(100 - 32)?;
    let mut plan = Vec::with_capacity(vertices);
    for _ in 0..vertices {
        let (x, _, z) = (at.f32()?, at.f32()?, at.f32()?);
        plan.push((f64::from(x), f64::from(z)));
    }
    let mut piece: Vec<usize> = (0..polygons).collect();
    let mut areas = vec![0.0; polygons];
    for (p, area) in areas.iter_mut().enumerate() {
        at.skip(4)?;
        let corners: Vec<usize> =
            (0..6).map(|_| at.u16().map(usize::from)).collect::<Result<_, _>>()?;
        let neighbours: Vec<u16> = (0..6).map(|_| at.u16()).collect::<Result<_, _>>()?;
        at.skip(2)?;
        let (count, kind) = (usize::from(at.u8()?), at.u8()? >> 6);
        if kind != 0 {
            continue;
        }
        summary.polygons += 1;
        for (i, &n) in neighbours.iter().take(count).enumerate() {
            let corner =
                |i: usize| plan.get(corners[i % count]).copied().ok_or("a corner is out of range");
            let ((ax, ay), (bx, by)) = (corner(i)?, corner(i + 1)?);
            *area += (ax * by - ay * bx) / 2.0;
            if n != 0 && n & 0x8000 == 0 {
                let (a, b) = (root(&mut piece, p), root(&mut piece, usize::from(n) - 1));
                piece[a] = b;
            }
        }
        *area = area.abs();
        summary.area += *area;
    }
    let mut sums = vec![0.0; polygons];
    for (p, area) in areas.iter().enumerate() {
        sums[root(&mut piece, p)] += area;
    }
    summary.components.extend(sums.into_iter().filter(|&a| a > 0.0));
    Ok(())
}

/// The representative of `p`, halving paths on the way.
fn root(piece: &mut [usize], mut p: usize) -> usize {
    while piece[p] != p {
        piece[p] = piece[piece[p]];
        p = piece[p];
    }
    p
}

/// Little-endian reading with every bound checked.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: u32) -> Result<&'a [u8], String> {
        let end = self.at.checked_add(n as usize).ok_or("length overflows")?;
        let taken = self.bytes.get(self.at..end).ok_or(format!("ends before byte {end}"))?;
        self.at = end;
        Ok(taken)
    }

    fn skip(&mut self, n: u32) -> Result<(), String> {
        self.take(n).map(|_| ())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let n = u32::try_from(N).map_err(|e| e.to_string())?;
        self.take(n)?.try_into().map_err(|_| "short read".to_owned())
    }

    fn u32(&mut self) -> Result<u32, String> {
        self.array().map(u32::from_le_bytes)
    }

    fn u16(&mut self) -> Result<u16, String> {
        self.array().map(u16::from_le_bytes)
    }

    fn u8(&mut self) -> Result<u8, String> {
        self.array::<1>().map(|[b]| b)
    }

    fn f32(&mut self) -> Result<f32, String> {
        self.array().map(f32::from_le_bytes)
    }
}

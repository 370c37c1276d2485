//! Detour tile sets written byte by byte.

/// How long references to polygons are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Detour as it comes.
    Bits32,
    /// Detour built with `DT_POLYREF64`.
    Bits64,
}

/// A polygon.
#[derive(Clone, Debug, Default)]
pub struct Ring {
    /// Indices of its vertices.
    pub corners: Vec<u16>,
    /// What is beyond each edge, as the file has it.
    pub beyond: Vec<u16>,
    /// Kind of ground.
    pub area: u8,
    /// Flags.
    pub flags: u16,
}

/// An off-mesh connection.
#[derive(Clone, Debug)]
pub struct Jump {
    /// From where to where.
    pub ends: [[f32; 3]; 2],
    /// How near the ground has to be.
    pub radius: f32,
    /// True when it can be taken back.
    pub both_ways: bool,
    /// The user's number.
    pub user_id: u32,
    /// Kind of ground.
    pub area: u8,
    /// Flags.
    pub flags: u16,
}

/// Extra points of a polygon, and its triangles.
pub type Ground = (Vec<[f32; 3]>, Vec<[u8; 3]>);

/// One tile.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Column, row, layer.
    pub at: (i32, i32, i32),
    /// Corners of polygons.
    pub vertices: Vec<[f32; 3]>,
    /// Ground polygons.
    pub rings: Vec<Ring>,
    /// Off-mesh connections.
    pub jumps: Vec<Jump>,
    /// Extra points and triangles for each ring, or nothing for none at all.
    pub detail: Vec<Ground>,
}

/// A whole file.
#[derive(Clone, Debug)]
pub struct File {
    /// Version of the container.
    pub version: i32,
    /// How long references are.
    pub reference: Reference,
    /// Side of a tile.
    pub size: f32,
    /// Habitat's settings, for version 2.
    pub settings: Option<([f32; 13], [u8; 4])>,
    /// The tiles.
    pub cells: Vec<Cell>,
}

impl File {
    /// A file of version 1 whose tiles are 8 m wide.
    #[must_use]
    pub const fn new(cells: Vec<Cell>) -> Self {
        Self { version: 1, reference: Reference::Bits32, size: 8.0, settings: None, cells }
    }

    /// The file as it is on disk.
    ///
    /// # Panics
    /// When a count is over what its field can hold.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Out(b"TESM".to_vec());
        out.i32(self.version);
        out.i32(i32::try_from(self.cells.len()).expect("a small count"));
        out.f32s(&[0.0, 0.0, 0.0, self.size, self.size]);
        out.i32(16);
        out.i32(256);
        if let Some((lengths, flags)) = self.settings {
            out.f32s(&lengths);
            out.0.extend(flags);
        }
        for (i, cell) in (1_u8..).zip(&self.cells) {
            let blob = cell.bytes(self.reference);
            let size = i32::try_from(blob.len()).expect("a small count");
            match self.reference {
                Reference::Bits32 => {
                    out.u32(u32::from(i) << 8);
                    out.i32(size);
                }
                Reference::Bits64 => {
                    out.0.extend((u64::from(i) << 40).to_le_bytes());
                    out.i32(size);
                    out.i32(0);
                }
            }
            out.0.extend(blob);
        }
        out.0
    }
}

impl Cell {
    fn bytes(&self, reference: Reference) -> Vec<u8> {
        let mut out = Out(b"VAND".to_vec());
        let count = |n: usize| i32::try_from(n).expect("a small count");
        let extra: usize = self.detail.iter().map(|(points, _)| points.len()).sum();
        let triangles: usize = self.detail.iter().map(|(_, triangles)| triangles.len()).sum();
        let links = 3;
        for v in [7, self.at.0, self.at.1, self.at.2, 0] {
            out.i32(v);
        }
        let (rings, jumps) = (count(self.rings.len()), count(self.jumps.len()));
        for v in [
            rings + jumps,
            count(self.vertices.len()) + 2 * jumps,
            links,
            count(self.detail.len()),
            count(extra),
            count(triangles),
            1,
            jumps,
            rings,
        ] {
            out.i32(v);
        }
        out.f32s(&[2.0, 0.5, 0.75, 0.0, -1.0, 0.0, 8.0, 5.0, 8.0, 4.0]);
        assert_eq!(out.0.len(), 100);
        for v in &self.vertices {
            out.f32s(v);
        }
        for jump in &self.jumps {
            out.f32s(&jump.ends[0]);
            out.f32s(&jump.ends[1]);
        }
        for ring in &self.rings {
            out.polygon(ring, 0);
        }
        for (i, jump) in self.jumps.iter().enumerate() {
            let first = u16::try_from(self.vertices.len() + 2 * i).expect("a small count");
            let (area, flags) = (jump.area, jump.flags);
            let ring = Ring { corners: vec![first, first + 1], beyond: vec![0; 2], area, flags };
            out.polygon(&ring, 1);
        }
        out.0.extend(vec![0xee; 3 * if reference == Reference::Bits32 { 12 } else { 16 }]);
        let (mut vertex, mut triangle) = (0, 0);
        for (points, triangles) in &self.detail {
            out.u32(vertex);
            out.u32(triangle);
            out.0.extend([u8::try_from(points.len()).expect("a small count")]);
            out.0.extend([u8::try_from(triangles.len()).expect("a small count"), 0, 0]);
            vertex += u32::try_from(points.len()).expect("a small count");
            triangle += u32::try_from(triangles.len()).expect("a small count");
        }
        for point in self.detail.iter().flat_map(|(points, _)| points) {
            out.f32s(point);
        }
        for [a, b, c] in self.detail.iter().flat_map(|(_, triangles)| triangles) {
            out.0.extend([*a, *b, *c, 0]);
        }
        out.0.extend([0; 16]);
        for (i, jump) in (0..).zip(&self.jumps) {
            out.f32s(&jump.ends[0]);
            out.f32s(&jump.ends[1]);
            out.f32s(&[jump.radius]);
            out.u16(u16::try_from(rings).expect("a small count") + i);
            out.0.extend([u8::from(jump.both_ways), 0xff]);
            out.u32(jump.user_id);
        }
        out.0
    }
}

struct Out(Vec<u8>);

impl Out {
    fn i32(&mut self, v: i32) {
        self.0.extend(v.to_le_bytes());
    }

    fn u32(&mut self, v: u32) {
        self.0.extend(v.to_le_bytes());
    }

    fn u16(&mut self, v: u16) {
        self.0.extend(v.to_le_bytes());
    }

    fn f32s(&mut self, values: &[f32]) {
        for v in values {
            self.0.extend(v.to_le_bytes());
        }
    }

    fn polygon(&mut self, ring: &Ring, kind: u8) {
        self.u32(0xffff_ffff);
        for list in [&ring.corners, &ring.beyond] {
            for i in 0..6 {
                self.u16(list.get(i).copied().unwrap_or(0));
            }
        }
        self.u16(ring.flags);
        self.0.extend([
            u8::try_from(ring.corners.len()).expect("a small count"),
            ring.area | kind << 6,
        ]);
    }
}

/// A ground polygon of area 5 and flags 3 that is walled in, but for the edges given as
/// (edge, what is beyond).
#[must_use]
pub fn ring(corners: &[u16], beyond: &[(usize, u16)]) -> Ring {
    let mut all = vec![0; corners.len()];
    for &(edge, what) in beyond {
        all[edge] = what;
    }
    Ring { corners: corners.to_vec(), beyond: all, area: 5, flags: 3 }
}

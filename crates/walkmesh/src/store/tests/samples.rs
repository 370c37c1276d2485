//! Meshes to store, and files taken apart and put together.

use super::*;

/// A small generator of numbers, so that a failure can be repeated.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n.max(1)
    }

    pub(super) fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).unwrap()
    }
}

/// A floor of unit squares of 8 steps with a hole and a second floor, in one tile.
pub(super) fn floors() -> NavMesh {
    let square = |x: i32, y: i32, h: i32, layer: u32| {
        let corners = [(x, y), (x + 8, y), (x + 8, y + 8), (x, y + 8)];
        let corners = corners.map(|(x, y)| GroundPoint::new(x, y, h + x / 4)).to_vec();
        let area = Area(u8::try_from(x % 3).unwrap());
        ConvexPolygon { corners, area, flags: 3, layer }
    };
    let mut polygons = vec![square(0, 0, 900, 1)];
    for x in 0..3 {
        for y in 0..3 {
            if (x, y) != (1, 1) {
                polygons.push(square(x * 8, y * 8, 0, 0));
            }
        }
    }
    NavMesh::from_polygons(Frame::new([3.0, -1.0, 7.5], -4).unwrap(), &polygons).unwrap()
}

/// A tile of one square of 10 steps, with the polygon beyond its east or west side.
pub(super) fn half(x: i32, beyond: Option<(usize, u32)>, passage: Passage) -> Tile {
    let at = |dx: i32, dy: i32| GroundPoint::new(x * 10 + dx, dy, dx);
    let clip = PlanBox::new(PlanPoint::new(x * 10, 0), PlanPoint::new(x * 10 + 10, 10));
    let mut edges: Vec<Edge> =
        (0..4).map(|vertex| Edge::new(vertex, None, Passage::Open)).collect();
    if let Some((edge, tile)) = beyond {
        edges[edge].lead(Some(PolyRef { tile: TileId(tile), polygon: 0 }), passage);
    }
    let polygon = Polygon {
        first_edge: 0,
        first_triangle: 0,
        area: Area(4),
        factor: CostFactor::new(2.5).unwrap(),
        flags: 1 << 20,
        layer: 2,
        base: 0,
        piece: 0,
        generation: 0,
        bounds: clip,
        heights: (0, 10),
    };
    Tile {
        coord: TileCoord { x, y: -3 },
        clip,
        vertices: vec![at(0, 0), at(10, 0), at(10, 10), at(0, 10)].into(),
        edges,
        polygons: vec![polygon].into(),
        triangles: vec![[0, 1, 2], [0, 2, 3]].into(),
        labels: vec![0].into(),
        label_count: 1,
        source: None,
    }
}

pub(super) fn surface(frame: Frame) -> Surface {
    let ring = |points: &[(i32, i32)], border: &dyn Fn(u32) -> Border| Ring {
        points: points.iter().map(|&(x, y)| GroundPoint::new(x, y, x + y)).collect(),
        borders: (0..u32::try_from(points.len()).unwrap()).map(border).collect(),
    };
    let outer = ring(&[(0, 0), (10, 0), (10, 10), (0, 10)], &|i| match i {
        0 => Border::Wall,
        1 => Border::Tile(TileSide::East),
        2 => Border::Leave(SeamId(300)),
        _ => Border::Blocked(SeamId(0)),
    });
    let hole = ring(&[(2, 2), (2, 4), (4, 2)], &|i| Border::Seam(SeamId(i)));
    let mut grid = HeightGrid::new(PlanPoint::new(-5, 2), 4, 5, 3);
    grid.set(0, 0, 70_000);
    grid.set(3, 1, -12);
    grid.set(4, 2, i32::MAX);
    let patch = Patch { outer, holes: vec![hole], area: Area(5) };
    let clip = PlanBox::new(PlanPoint::new(0, 0), PlanPoint::new(10, 10));
    let layers =
        vec![Layer { patches: vec![patch], heights: Heights::Grid(grid) }, Layer::default()];
    Surface { frame, clip, layers }
}

/// Two tiles with a one-way edge between them, a link, and ground in the second tile.
pub(super) fn two_tiles() -> NavMesh {
    let floors = floors();
    let tiles = vec![
        Arc::new(half(0, Some((1, 1)), Passage::Open)),
        Arc::new(half(1, Some((3, 0)), Passage::Closed)),
    ];
    let end = |x: i32, generation: u32| {
        let polygon = PolyId { tile: TileCoord { x, y: -3 }, base: 0, piece: 0, generation };
        LinkEnd { polygon, from: GroundPoint::new(1, 2, 3), to: GroundPoint::new(-1, 2, 4) }
    };
    let link = Link {
        kind: 7,
        user_id: 900,
        area: Area(5),
        flags: 8,
        from: end(0, 0),
        to: end(1, 1),
        width: f64::INFINITY,
        cost: 2.5,
        both_ways: true,
        enabled: false,
    };
    let grounds = vec![None, Some(Arc::new(surface(*floors.frame())))];
    let mesh = NavMesh::from_tiles(
        floors.parameters(),
        floors.resolved(),
        [9; 32],
        tiles,
        grounds,
        vec![link],
    );
    mesh.unwrap()
}

pub(super) fn bytes_of(mesh: &NavMesh) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(mesh, &mut bytes).unwrap();
    bytes
}

/// Takes a file apart into kinds and payloads.
pub(super) fn parts(file: &[u8]) -> Vec<(section::Kind, Vec<u8>)> {
    let mut parts = Vec::new();
    let mut at = 16;
    while at < file.len() {
        let kind = section::Kind(file[at..at + 4].try_into().unwrap());
        let length = u64::from_le_bytes(file[at + 8..at + 16].try_into().unwrap());
        let end = at + 48 + usize::try_from(length).unwrap();
        parts.push((kind, file[at + 48..end].to_vec()));
        at = end;
    }
    parts
}

/// A file of these sections, with right hashes and a right end.
pub(super) fn build(parts: &[(section::Kind, Vec<u8>)]) -> Vec<u8> {
    let sections: Vec<_> = parts.iter().map(|(kind, p)| (kind.0, p.as_slice())).collect();
    file_of_sections(&sections)
}

/// Whatever loads can be walked, drawn and saved again.
pub(super) fn use_it(mesh: &NavMesh) {
    check::check(mesh).unwrap();
    for r in mesh.polygons() {
        assert_eq!(mesh.resolve(mesh.id(r)), Some(r));
        let _ = (mesh.component(r), mesh.polygon_area_m2(r));
    }
    let _ = (mesh.bounds(), mesh.area_m2(), mesh.vertex_count());
    let _ = mesh.resolved().tile_box(mesh.resolved().columns, mesh.resolved().rows);
    let again = read(&bytes_of(mesh), ALL).unwrap();
    assert_eq!(content_hash(&again), content_hash(mesh));
}

//! Kinds of ground: each place is of that of the highest ground there.

use crate::{area, parameters};
use std::collections::BTreeMap;
use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::soup::{Area, Soup, Triangle};
use walkmesh_testkit::Random;

/// Places this near to a line between kinds may be of either, metres.
const NEAR: f64 = 0.005;
/// Heights that are nearer than this are one, metres.
const SAME: f64 = 5e-4;

/// A convex sheet in a plane, counter-clockwise from above.
struct Sheet {
    /// x and z.
    ring: Vec<[f64; 2]>,
    /// At the origin, and how much it rises along x.
    height: [f64; 2],
    kind: u8,
}

impl Sheet {
    fn level([x0, z0, x1, z1]: [f64; 4], height: f64, kind: u8) -> Self {
        let ring = vec![[x0, z0], [x0, z1], [x1, z1], [x1, z0]];
        Self { ring, height: [height, 0.0], kind }
    }

    fn height_at(&self, x: f64) -> f64 {
        self.height[0] + self.height[1] * x
    }

    /// How far inside of it a place is.
    fn depth(&self, [x, z]: [f64; 2]) -> f64 {
        let next = self.ring.iter().cycle().skip(1);
        let sides = self.ring.iter().zip(next).map(|([ax, az], [bx, bz])| {
            let (dx, dz) = (bx - ax, bz - az);
            (dz * (x - ax) - dx * (z - az)) / dx.hypot(dz)
        });
        sides.fold(f64::INFINITY, f64::min)
    }
}

fn soup(sheets: &[Sheet]) -> Soup {
    let mut soup = Soup::default();
    for sheet in sheets {
        let object = soup.add_object("sheet");
        soup.objects[usize::try_from(object.0).expect("few")].area = Area(sheet.kind);
        let count = |n: usize| u32::try_from(n).expect("few");
        let first = count(soup.vertices.len());
        let corner = |&[x, z]: &[f64; 2]| Point::new(x, sheet.height_at(x), z);
        soup.vertices.extend(sheet.ring.iter().map(corner));
        for k in 2..count(sheet.ring.len()) {
            let corners = [0, k - 1, k].map(|i| first + i);
            soup.triangles.push(Triangle { corners, object });
        }
    }
    soup
}

fn baked(sheets: &[Sheet], tile_size: TileSize) -> NavMesh {
    let parameters = Parameters { tile_size, ..parameters() };
    let mesh = bake(&soup(sheets), &parameters, &BakeOptions::default()).expect("it bakes").mesh;
    assert_eq!(mesh.validate(), []);
    mesh
}

/// Square metres of each kind.
fn by_kind(mesh: &NavMesh) -> BTreeMap<u8, f64> {
    let mut areas = BTreeMap::new();
    let square = mesh.frame().step() * mesh.frame().step() / 2.0;
    for polygon in mesh.polygons() {
        let corners: Vec<[f64; 2]> =
            mesh.corners(polygon).map(|c| [f64::from(c.plan.x), f64::from(c.plan.y)]).collect();
        let next = corners.iter().cycle().skip(1);
        let doubled: f64 = corners.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum();
        *areas.entry(mesh.polygon(polygon).area.0).or_default() += doubled * square;
    }
    areas
}

#[test]
fn a_patch_on_a_floor_keeps_its_kind() {
    let floor = || Sheet::level([0.0, 0.0, 8.0, 6.0], 0.0, 0);
    let whole = area(&baked(&[floor()], TileSize::Solo));
    // Twelve square metres, two of which are too near to where the floor ends.
    for (height, kind, expected) in
        [(0.0, 3, true), (0.0002, 3, true), (0.01, 3, true), (0.2, 3, true), (-0.01, 3, false)]
    {
        for first in [false, true] {
            let mut sheets = vec![floor(), Sheet::level([1.0, 1.0, 4.0, 5.0], height, kind)];
            sheets.rotate_left(usize::from(first));
            for tile_size in [TileSize::Solo, TileSize::Metres(3.2)] {
                let mesh = baked(&sheets, tile_size);
                assert_eq!(mesh.components().len(), 1, "{height}");
                assert!((area(&mesh) - whole).abs() < 0.01, "{height}: {}", area(&mesh));
                let patch = by_kind(&mesh).get(&kind).copied().unwrap_or_default();
                let true_area = if expected { 12.0 } else { 0.0 };
                assert!((patch - true_area).abs() < 0.02, "{height}: {patch} m²");
            }
        }
    }
}

#[test]
fn a_whole_floor_of_another_kind_counts_once() {
    let ring = vec![[0.0, 0.0], [0.0, 6.0], [8.0, 0.0]];
    for rise in [0.0, 0.4] {
        let sheet = |kind| Sheet { ring: ring.clone(), height: [0.0, rise], kind };
        let once = area(&baked(&[sheet(0)], TileSize::Solo));
        for kinds in [[0, 3], [3, 0]] {
            let mesh = baked(&kinds.map(sheet), TileSize::Solo);
            assert!((area(&mesh) - once).abs() < 1e-3, "{rise}: {} and {once}", area(&mesh));
            assert_eq!(by_kind(&mesh).into_keys().collect::<Vec<_>>(), [3], "{rise}");
        }
    }
}

/// A floor with up to six sheets on it, level and slanted.
fn random_sheets(random: &mut Random) -> Vec<Sheet> {
    let mut sheets = vec![Sheet::level([0.0, 0.0, 8.0, 6.0], 0.0, 1)];
    for _ in 0..random.below(6) + 1 {
        let (x, z) = (random.metres(0.5, 5.0), random.metres(0.5, 4.0));
        let (wide, deep) = (random.metres(0.5, 4.0), random.metres(0.5, 4.0));
        let height = random.one_of(&[0.0, 0.001, 0.01, 0.03, 0.1]);
        let kind = u8::try_from(random.below(4)).expect("few");
        let mut sheet = Sheet::level([x, z, x + wide, z + deep], height, kind);
        if random.chance(50) {
            sheet.ring.remove(random.below(4));
        }
        if random.chance(30) {
            sheet.height[1] = random.one_of(&[0.01, -0.01, 0.02]);
        }
        sheets.push(sheet);
    }
    sheets
}

#[test]
fn places_are_of_the_kind_of_the_highest_ground() {
    let mut random = Random::new(31);
    let mut asked = BTreeMap::new();
    for world in 0..40 {
        let sheets = random_sheets(&mut random);
        let size = random.one_of(&[TileSize::Solo, TileSize::Metres(2.4)]);
        let mesh = baked(&sheets, size);
        for _ in 0..100 {
            let at = [random.metres(0.5, 7.5), random.metres(0.5, 5.5)];
            if sheets.iter().any(|sheet| sheet.depth(at).abs() < NEAR) {
                continue;
            }
            let over = sheets.iter().filter(|sheet| sheet.depth(at) > 0.0);
            let mut over: Vec<(f64, u8)> = over.map(|s| (s.height_at(at[0]), s.kind)).collect();
            over.sort_by(|a, b| b.partial_cmp(a).expect("finite"));
            let Some(&(height, kind)) = over.first() else { continue };
            let is_near = |h: f64| h < height && height - h < SAME;
            if over.iter().any(|other| other.1 != kind && is_near(other.0)) {
                continue;
            }
            let place = Point::new(at[0], height, at[1]);
            let found = mesh.locate(place, 0.3).map(|found| mesh.polygon(found.polygon).area.0);
            assert_eq!(found.unwrap_or(kind), kind, "world {world} at {at:?}: {over:?}");
            *asked.entry(kind).or_insert(0) += usize::from(found.is_some());
        }
    }
    assert!(asked.len() == 4 && asked.values().all(|&n| n > 100), "{asked:?}");
}

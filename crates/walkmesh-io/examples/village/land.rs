//! The land that the village stands on: a river, a steep hill, gentle ground.

use std::error::Error;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, Preset, TileSize};
use walkmesh::soup::{HeightField, Soup};

/// Side of the land, metres.
pub(crate) const SIDE: f64 = 64.0;
/// Where the water stands, metres.
pub(crate) const WATER_LEVEL: f64 = -0.9;
/// Steeper ground is rock, degrees.
pub(crate) const ROCK: f64 = 30.0;

/// World x of the middle of the river.
pub(crate) fn river(z: f64) -> f64 {
    40.0 + 5.0 * (z / 11.0).sin()
}

fn height(x: f64, z: f64) -> f64 {
    let bed = -2.2 * (-((x - river(z)) / 4.0).powi(2)).exp();
    let hill = 9.0 * (-((x - 11.0).powi(2) + (z - 52.0).powi(2)) / 50.0).exp();
    bed + hill + 0.5 * (x / 9.0).sin() + 0.4 * (z / 13.0).cos()
}

/// Its heights, a sample a metre.
pub(crate) fn heights() -> Result<HeightField, Box<dyn Error>> {
    let samples = (0..65).flat_map(|z| (0..65).map(move |x| (f64::from(x), f64::from(z))));
    Ok(HeightField::new([0.0; 2], 1.0, 65, samples.map(|(x, z)| height(x, z)).collect())?)
}

/// The mesh of the bare land: the bed of the river is ground like any other.
pub(crate) fn mesh(heights: &HeightField) -> Result<NavMesh, Box<dyn Error>> {
    let mut soup = Soup::default();
    let ground = soup.add_object("ground");
    heights.add_to(&mut soup, ground);
    let tile_size = TileSize::Metres(16.0);
    let parameters = Parameters { tile_size, ..Preset::Recast.parameters() };
    Ok(bake(&soup, &parameters, &BakeOptions::default())?.mesh)
}

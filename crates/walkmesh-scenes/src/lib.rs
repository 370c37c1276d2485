//! Generated scenes: closed solids and floors in world metres, Y up, the same for the same seed.
//!
//! ```
//! use walkmesh_scenes::{SceneOptions, generate};
//!
//! let scene = generate("maze", &SceneOptions { size: 8, seed: 1 })?;
//! assert!(!scene.soup.triangles.is_empty());
//! # Ok::<(), walkmesh_scenes::SceneError>(())
//! ```
//!
//! Every solid is a box with its faces outward; a floor is a slab or an upward sheet, terrain a sheet
//! of hills. Each scene names its parts, gives a pair of points worth walking between, and the preset it is made for.

mod building;
mod city;
mod dining_room;
mod furniture;
mod hospital;
mod maze;
mod pillars;
mod random;
mod shapes;
mod soap_factory;
mod stairs;
mod storeys;
mod terrain;

use thiserror::Error;
use walkmesh::Point;
use walkmesh::parameters::Preset;
use walkmesh::soup::Soup;

/// A scene that can be generated.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, one sentence.
    pub about: &'static str,
    /// What its size counts.
    pub size_is: &'static str,
    /// The size it takes when none is asked for.
    pub default_size: u32,
    /// The largest size, which keeps vertex indices far inside `u32`.
    pub max_size: u32,
    build: fn(u32, u64) -> Generated,
}

/// How large, and which one of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneOptions {
    /// See [`Scene::size_is`]; 0 takes [`Scene::default_size`].
    pub size: u32,
    /// What is random follows from this alone.
    pub seed: u64,
}

/// A finished scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The triangles, with named objects.
    pub soup: Soup,
    /// A point on its floor to start from.
    pub from: Point,
    /// A point on its floor that a walker of [`Generated::preset`] can reach from there.
    pub to: Point,
    /// The parameters it is made for.
    pub preset: Preset,
}

/// Why a scene could not be generated.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SceneError {
    /// There is no scene of that name.
    #[error("there is no scene \"{name}\": choose one of {}", names())]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The scene would be larger than its limit.
    #[error("scene \"{name}\" of size {size} is over its limit: use 1 to {limit}")]
    TooLarge {
        /// The scene.
        name: &'static str,
        /// The size asked for.
        size: u32,
        /// Its limit.
        limit: u32,
    },
}

const SCENES: [Scene; 11] = [
    Scene {
        name: "dining_room",
        about: "a room with a table, six chairs and a carpet, entered from a hallway",
        size_is: "tables each way",
        default_size: 1,
        max_size: 200,
        build: dining_room::build,
    },
    Scene {
        name: "maze",
        about: "a perfect maze: one way between any two cells",
        size_is: "cells each way",
        default_size: 16,
        max_size: 1000,
        build: maze::build,
    },
    Scene {
        name: "building",
        about: "one level of an office: rooms along corridors, doors, pillars",
        size_is: "rooms on each side of a corridor; one more corridor every fourth",
        default_size: 6,
        max_size: 400,
        build: building::build,
    },
    Scene {
        name: "stairs",
        about: "storeys joined by stair flights through openings in the floors",
        size_is: "flights of stairs",
        default_size: 1,
        max_size: 1000,
        build: stairs::build,
    },
    Scene {
        name: "pillar",
        about: "a square room with one pillar in the middle",
        size_is: "metres each way, at least 4",
        default_size: 10,
        max_size: 10_000,
        build: pillars::one,
    },
    Scene {
        name: "pillars",
        about: "a hall with a row of pillars",
        size_is: "pillars",
        default_size: 5,
        max_size: 100_000,
        build: pillars::row,
    },
    Scene {
        name: "nested",
        about: "rooms in rooms, each with a door on another side",
        size_is: "rooms",
        default_size: 3,
        max_size: 10_000,
        build: pillars::nested,
    },
    Scene {
        name: "terrain",
        about: "rolling hills with rocks",
        size_is: "patches of 25 m each way",
        default_size: 1,
        max_size: 400,
        build: terrain::build,
    },
    Scene {
        name: "city",
        about: "blocks of houses and parks, streets with parked cars",
        size_is: "blocks of 60 m each way",
        default_size: 1,
        max_size: 200,
        build: city::build,
    },
    Scene {
        name: "soap_factory",
        about: "halls with kettles, conveyors and pallets, rooms with open doors, a yard outside",
        size_is: "halls",
        default_size: 2,
        max_size: 1000,
        build: soap_factory::build,
    },
    Scene {
        name: "hospital",
        about: "storeys with stairs and an elevator shaft, wards with beds, chairs and tables",
        size_is: "beds, chairs, tables and cupboards",
        default_size: 240,
        max_size: 100_000,
        build: hospital::build,
    },
];

/// All scenes, the demonstration scene first.
#[must_use]
pub fn list() -> &'static [Scene] {
    &SCENES
}

/// Builds the scene of that name; linear in its size (square where the size counts both ways).
///
/// # Errors
/// When there is no such scene, or the size is over [`Scene::max_size`].
pub fn generate(name: &str, options: &SceneOptions) -> Result<Generated, SceneError> {
    let scene = SCENES
        .iter()
        .find(|scene| scene.name == name)
        .ok_or_else(|| SceneError::Unknown { name: name.to_owned() })?;
    let size = if options.size == 0 { scene.default_size } else { options.size };
    if size > scene.max_size {
        return Err(SceneError::TooLarge { name: scene.name, size, limit: scene.max_size });
    }
    Ok((scene.build)(size, options.seed))
}

fn names() -> String {
    SCENES.map(|scene| scene.name).join(", ")
}

#[cfg(test)]
mod tests;

//! A day in a village: `cargo run -p walkmesh-io --example village [FOLDER]`.
//!
//! The land is a height field whose river and rocks are taken out of the mesh; then a gate opens,
//! houses are built and burn down, a road is laid, a bridge comes and goes, and a crowd plans
//! anew wherever its way is gone. Draws an animated picture for the documentation, and a PNG an
//! hour into a folder that is named.

mod day;
mod land;
mod picture;
mod walkers;

use std::error::Error;
use std::path::Path;

use walkmesh::edit::Edits;
use walkmesh::report::drawing::Drawing;
use walkmesh::{Point, store};
use walkmesh_io::render::{RenderOptions, save, to_animated_svg};

/// The land before anything stands on it, and a picture for each hour.
pub(crate) struct Pictures {
    pub(crate) ground: Drawing,
    pub(crate) hours: Vec<Drawing>,
}

/// How they are drawn: all of them show the same part of the world.
pub(crate) fn options() -> RenderOptions {
    let corner = |v| Point::new(v, 0.0, v);
    let view = Some((corner(0.0), corner(land::SIDE)));
    RenderOptions { width_px: 720, view, ..RenderOptions::default() }
}

/// Lives the day. Says what happened when `tells`.
pub(crate) fn draw(tells: bool) -> Result<Pictures, Box<dyn Error>> {
    let heights = land::heights()?;
    let mut edits = Edits::new(land::mesh(&heights)?)?;
    let mut dawn = day::dawn(&heights)?;
    let built = dawn.edits.split_off(2);
    edits.apply(&dawn.edits)?;
    let ground = picture::before_and_after(&heights, &edits);
    edits.apply(&built)?;

    let mut crowd = walkers::Crowd::new(edits.mesh(), 40);
    let mut events = day::day().into_iter().peekable();
    let mut hours = Vec::new();
    let mut last = dawn.what;
    for hour in dawn.hour..=21 {
        while let Some(event) = events.next_if(|event| event.hour == hour) {
            last = event.what;
            let applied = edits.apply(&event.edits)?;
            let before = crowd.planned_anew;
            crowd.hear(edits.mesh(), &applied);
            if tells {
                println!(
                    "{hour:02}:00 {last}: {} polygons gone, {} plan anew, {} now in {} pieces",
                    applied.invalidated.len(),
                    crowd.planned_anew - before,
                    edits.mesh().polygon_count(),
                    edits.mesh().components().len(),
                );
            }
        }
        crowd.walk(edits.mesh());
        hours.push(picture::hour(format!("{hour:02}:00  {last}"), &heights, &edits, &crowd));
    }
    Ok(Pictures { ground, hours })
}

fn main() -> Result<(), Box<dyn Error>> {
    let Pictures { ground, hours } = draw(true)?;
    let wide = RenderOptions::default();
    save(&ground, &wide, "docs/img/village_ground.svg".as_ref())?;
    let svg = to_animated_svg(&hours, 1.5, &options())?;
    store::write_atomically("docs/img/village.svg".as_ref(), |w| w.write_all(svg.as_bytes()))?;
    if let Some(folder) = std::env::args().nth(1) {
        for (hour, frame) in hours.iter().enumerate() {
            save(frame, &options(), &Path::new(&folder).join(format!("{hour:02}.png")))?;
        }
        save(&ground, &wide, &Path::new(&folder).join("ground.png"))?;
    }
    Ok(())
}

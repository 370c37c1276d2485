//! `walkmesh scene`: a generated model to try things on.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::json;
use walkmesh_scenes::{SceneOptions, generate, list};

use crate::answer::{Answer, command, counted, metres, shown};
use crate::output::{self, quoted};

/// Write a generated scene as OBJ, GLB or COLLADA; without NAME, list the scenes
#[derive(Args)]
pub(crate) struct Scene {
    /// Which scene
    name: Option<String>,
    /// How large; the list says what it counts
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..),
        allow_negative_numbers = true,
        requires = "name"
    )]
    size: Option<u32>,
    /// Which one of its kind, where something is random
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        allow_negative_numbers = true,
        requires = "name"
    )]
    seed: u64,
    /// Where to write it (.obj, .glb, .dae) [default: NAME.obj]
    #[arg(short, long, value_name = "FILE", requires = "name")]
    output: Option<PathBuf>,
}

impl Scene {
    pub(crate) fn run(&self) -> Result<Answer> {
        match &self.name {
            Some(name) => self.write(name),
            None => listing(),
        }
    }

    fn write(&self, name: &str) -> Result<Answer> {
        let options = SceneOptions { size: self.size.unwrap_or(0), seed: self.seed };
        let scene = generate(name, &options)?;
        let file = self.output.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.obj")));
        output::check_folder(&file)?;
        walkmesh_io::write_model(&file, &scene.soup)?;

        let (from, to) = (<[f64; 3]>::from(scene.from), <[f64; 3]>::from(scene.to));
        let flag = |point: [f64; 3]| point.map(metres).join(",");
        let mesh = file.with_extension("walkmesh");
        let (walkmesh, model, preset) = (command(), quoted(&file), scene.preset.name());
        let text = format!(
            "{name}: {} in {}, written to {model}\n\n\
             next:\n  {walkmesh} bake {model} --preset {preset}\n  \
             {walkmesh} path {} --from {} --to {}\n",
            counted(scene.soup.triangles.len(), "triangle"),
            counted(scene.soup.objects.len(), "object"),
            quoted(&mesh),
            flag(from),
            flag(to),
        );
        let usual = list().iter().find(|scene| scene.name == name).map(|scene| scene.default_size);
        let object = json!({
            "scene": name,
            "file": shown(&file),
            "size": self.size.or(usual),
            "seed": self.seed,
            "triangles": scene.soup.triangles.len(),
            "vertices": scene.soup.vertices.len(),
            "objects": scene.soup.objects.len(),
            "from": from,
            "to": to,
            "preset": preset,
        });
        Answer::new(text, &object)
    }
}

fn listing() -> Result<Answer> {
    let width = list().iter().map(|scene| scene.name.len()).max().unwrap_or(0);
    let mut text = "scenes:\n".to_owned();
    for scene in list() {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "  {:width$}  {}\n  {:width$}  --size: {} ({} unless given, {} at most)",
            scene.name, scene.about, "", scene.size_is, scene.default_size, scene.max_size
        );
    }
    let _ = writeln!(text, "\nnext:\n  {} scene maze --size 20 -o maze.glb", command());
    let scenes: Vec<_> = list()
        .iter()
        .map(|scene| {
            json!({
                "name": scene.name,
                "about": scene.about,
                "size_is": scene.size_is,
                "default_size": scene.default_size,
                "max_size": scene.max_size,
            })
        })
        .collect();
    Answer::new(text, &json!({ "scenes": scenes }))
}

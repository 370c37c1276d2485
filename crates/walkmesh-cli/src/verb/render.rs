//! `walkmesh render`: a plan view of a mesh, of a model, or of a stage between them.

use std::iter;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;
use walkmesh::Point;
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::Preset;
use walkmesh::query::PathOptions;
use walkmesh::report::drawing::{self, ColorBy, Drawing, MeshView, SoupView};
use walkmesh_io::render::{PictureFormat, Projection, RenderOptions, save};

use crate::answer::{self, Answer, Noted, metres, shown};
use crate::input::{self, ModelFlags};
use crate::output;
use crate::parameters::ParameterFlags;
use crate::point;
use crate::progress;
use crate::route::{Finder, Route};
use crate::stage;

/// Draw a mesh, a model, or one stage of a bake in plan, as SVG or PNG
#[derive(Args)]
// Only a stage bakes.
#[command(mut_group("ParameterFlags", |flags| flags.requires("stage")))]
pub(crate) struct Render {
    /// A mesh (.walkmesh, .bin, .navmesh, .mesh, .map) or a model
    file: PathBuf,
    /// The picture (.svg or .png)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    // Its help names all stages.
    #[arg(long, value_name = "NAME", help = stage_help())]
    stage: Option<String>,
    /// Find this path and draw it
    #[arg(long, value_name = "X,Y,Z:X,Y,Z", value_parser = point::parse_pair, allow_hyphen_values = true)]
    path: Option<[Point; 2]>,
    /// What the colours of the polygons say [default: area]
    #[arg(long, value_name = "WHAT", value_parser = color_parser())]
    color_by: Option<ColorBy>,
    /// Draw this model under the mesh
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Draw only what has a part between these heights, metres: one storey; paths and links are cut
    /// there
    #[arg(long, value_name = "LOW,HIGH", value_parser = parse_heights, allow_hyphen_values = true)]
    heights: Option<(f64, f64)>,
    /// Look from the side and above: the way that the eye looks, degrees clockwise from north,
    /// and how far down, up to 90
    #[arg(
        long,
        value_name = "HEADING,ELEVATION",
        value_parser = parse_oblique,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "30,40",
        allow_hyphen_values = true
    )]
    oblique: Option<Projection>,
    /// Width of the picture, pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = RenderOptions::default().width_px,
        allow_negative_numbers = true
    )]
    width: u32,
    #[command(flatten)]
    import: ModelFlags,
    #[command(flatten)]
    parameters: ParameterFlags,
}

/// What is to be drawn, and what is known of it.
struct Drawn {
    picture: Drawing,
    /// Where paths go.
    mesh: Option<NavMesh>,
    /// Of all that could be drawn.
    bounds: Option<(Point, Point)>,
    /// On the model.
    notes: Vec<String>,
}

impl Render {
    pub(crate) fn run(&self) -> Result<Answer> {
        if PictureFormat::from_path(&self.output).is_none() {
            bail!("{} is no picture: name a file ending in .svg or .png", self.output.display());
        }
        let read: Vec<&Path> =
            iter::once(&self.file).chain(&self.model).map(PathBuf::as_path).collect();
        output::check_new(&self.output, &read)?;
        let Drawn { mut picture, mesh, bounds, notes } =
            if input::is_mesh(&self.file) { self.of_mesh()? } else { self.of_model()? };
        let found = match (self.path, &mesh) {
            (Some([from, to]), Some(mesh)) => {
                let mut finder = Finder::new(mesh, PathOptions::default());
                Some((finder.find(from, to), finder.draw(from, to)))
            }
            (Some(_), None) => bail!("a path needs a mesh: give a .walkmesh file, or a --stage"),
            (None, _) => None,
        };
        if let Some(heights) = self.heights {
            only_between(&mut picture, heights, bounds)?;
        }
        let route = found.map(|(route, path)| {
            // Its legend goes with it where it is on other storeys all along.
            if !path.in_order(self.heights).is_empty() {
                picture.add(path);
            }
            route
        });
        let options = RenderOptions {
            width_px: self.width,
            heights: self.heights,
            projection: self.oblique.unwrap_or_default(),
            ..RenderOptions::default()
        };
        save(&picture, &options, &self.output)?;
        self.answer(&picture, route.as_ref(), &notes)
    }

    fn of_mesh(&self) -> Result<Drawn> {
        if self.stage.is_some() {
            bail!("--stage needs a model to bake; {} is a finished mesh", self.file.display());
        }
        if let Some(flag) = self.import.first().filter(|_| self.model.is_none()) {
            bail!(input::says_nothing(&self.file, flag));
        }
        let mesh = input::load_mesh(&self.file, false)?;
        let mut picture = drawing::mesh(&mesh, self.view());
        let mut notes = Vec::new();
        if let Some(model) = &self.model {
            let input = input::read(std::slice::from_ref(model), &self.import)?;
            let model = drawing::soup(&input.soup, self.soup_view());
            notes = input.notes;
            // From the side the model stands among the polygons, not under them.
            picture.add(if self.oblique.is_some() { model } else { model.as_backdrop() });
        }
        let bounds = mesh.bounds();
        Ok(Drawn { picture, mesh: Some(mesh), bounds, notes })
    }

    fn of_model(&self) -> Result<Drawn> {
        if self.model.is_some() {
            let file = self.file.display();
            bail!("--model goes under a mesh, and {file} is a model itself: leave it out");
        }
        if self.color_by.is_some() && self.stage.as_deref() != Some("mesh") {
            bail!("--color-by is for the polygons of a mesh: give a mesh, or --stage mesh");
        }
        let parameters = self.parameters.parameters(Preset::Recast);
        if let Some(name) = &self.stage {
            stage::check_name(name, &parameters)?;
        }
        let input = input::read(std::slice::from_ref(&self.file), &self.import)?;
        let mut notes = input.notes;
        let Some(name) = &self.stage else {
            let picture = drawing::soup(&input.soup, self.soup_view());
            return Ok(Drawn { picture, mesh: None, bounds: input.soup.bounds(), notes });
        };
        progress::announce(&input.soup, &parameters, &self.parameters, &notes);
        let baked = stage::bake_recorded(&input.soup, &parameters);
        let (baked, nothing_left) = baked.map_err(|error| Noted::add(error, &notes))?;
        notes.extend(nothing_left);
        let picture = stage::picture(name, &input.soup, &baked, self.view())?;
        let bounds = input.soup.bounds();
        Ok(Drawn { picture, mesh: Some(baked.mesh), bounds, notes })
    }

    fn view(&self) -> MeshView<'static> {
        let relief = self.oblique.is_some();
        let plain = MeshView::default();
        let color_by = self.color_by.unwrap_or(plain.color_by);
        MeshView { color_by, relief, heights: self.heights, ..plain }
    }

    fn soup_view(&self) -> SoupView {
        SoupView { heights: self.heights, relief: self.oblique.is_some(), ..SoupView::default() }
    }

    fn answer(&self, picture: &Drawing, route: Option<&Route>, notes: &[String]) -> Result<Answer> {
        let mut text = format!("{}: {}\n", self.output.display(), picture.title);
        if let Some(route) = route {
            text.push_str(&route.text());
        }
        text.push_str(&answer::notes_text(notes));
        let object = json!({
            "file": shown(&self.output),
            "title": picture.title,
            "shapes": picture.items.len(),
            "path": route,
            "notes": notes,
        });
        Answer::new(text, &object)
    }
}

fn stage_help() -> String {
    format!("Bake the model and draw this stage: {}", stage::listing())
}

/// Says in the title which heights are shown; refuses those between which there is nothing.
fn only_between(
    picture: &mut Drawing,
    (low, high): (f64, f64),
    bounds: Option<(Point, Point)>,
) -> Result<()> {
    if picture.in_order(Some((low, high))).is_empty()
        && let Some((lowest, highest)) = bounds
    {
        bail!(
            "nothing lies between the --heights {} and {} m: what could be drawn is from {} to {} m",
            metres(low),
            metres(high),
            metres(lowest.y),
            metres(highest.y)
        );
    }
    picture.title += &format!(", from {} to {} m", metres(low), metres(high));
    Ok(())
}

fn color_parser() -> impl TypedValueParser<Value = ColorBy> {
    PossibleValuesParser::new(ColorBy::ALL.map(ColorBy::name)).try_map(|name| {
        ColorBy::from_name(&name).ok_or_else(|| format!("there is no colouring `{name}`"))
    })
}

pub(crate) fn parse_oblique(text: &str) -> Result<Projection, String> {
    let wrong = || "a view is written HEADING,ELEVATION in degrees, as 30,40".to_owned();
    let (heading, elevation) = text.split_once(',').ok_or_else(wrong)?;
    match (heading.trim().parse(), elevation.trim().parse()) {
        (Ok(heading), Ok(elevation)) => Ok(Projection::Oblique { heading, elevation }),
        _ => Err(wrong()),
    }
}

fn parse_heights(text: &str) -> Result<(f64, f64), String> {
    let wrong = || "two heights are written LOW,HIGH in metres, the lower first".to_owned();
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    match (low.trim().parse(), high.trim().parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok((low, high)),
        _ => Err(wrong()),
    }
}

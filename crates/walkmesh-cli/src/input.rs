//! Models and meshes from files, with what is worth saying about them.

mod kind;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use walkmesh::mesh::NavMesh;
use walkmesh::report::drawing::area_named;
use walkmesh::soup::{CleanOptions, ObjectId, Soup};
use walkmesh::store::triangles::{self, WeldOptions};
use walkmesh::store::{self, LoadError, LoadOptions, Placement, detour, movingai, polyanya};
use walkmesh_io::{ReadError, ReadOptions, UpAxis, read_model};

use crate::answer::{command, metres};
use crate::output::{self, quoted};
use kind::{WORLDS, check_is_file, is_foreign, is_model, is_named, start_of};
pub(crate) use kind::{is_habitat, is_mesh};

/// What overrides a model's own conventions.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct ImportFlags {
    /// The model's axis that points up [default: what the file says, else y]
    #[arg(long, value_name = "AXIS")]
    up: Option<UpFlag>,
    /// Metres of one unit of the model [default: what the file says, else 1]
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    scale: Option<f64>,
    /// Of a Gazebo world, take what is seen instead of what is bumped into
    #[arg(long)]
    visuals: bool,
}

/// What is said of models that are triangles to find ground on.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct ModelFlags {
    #[command(flatten)]
    import: ImportFlags,
    /// Keep what lies absurdly far from the rest of the model
    #[arg(long)]
    keep_outliers: bool,
}

/// The longer side of a model in plan, metres: what is smaller is no place to walk in, and what is larger
/// is a landscape or in millimetres.
const USUAL_SIZES: RangeInclusive<f64> = 1.0..=2000.0;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum UpFlag {
    X,
    Y,
    Z,
}

/// Models joined to one world.
pub(crate) struct Input {
    pub(crate) soup: Soup,
    /// What was dropped, assumed, or looks wrong; sentences.
    pub(crate) notes: Vec<String>,
}

/// A mesh from any file that holds one.
pub(crate) struct Import {
    pub(crate) mesh: NavMesh,
    /// What had to be repaired; sentences.
    pub(crate) notes: Vec<String>,
    /// The files that were read beside the one that was named.
    pub(crate) beside: Vec<PathBuf>,
}

impl ImportFlags {
    /// How to read these models; refuses what says nothing of any of them.
    fn options<'p>(&self, mut paths: impl Iterator<Item = &'p Path>) -> Result<ReadOptions> {
        if self.visuals && !paths.any(|path| is_named(path, &WORLDS)) {
            bail!("--visuals is for worlds and models of Gazebo (.world, .sdf): leave it out");
        }
        Ok(ReadOptions {
            up: self.up.map(|up| match up {
                UpFlag::X => UpAxis::X,
                UpFlag::Y => UpAxis::Y,
                UpFlag::Z => UpAxis::Z,
            }),
            scale: self.scale,
            visuals: self.visuals,
        })
    }

    /// Each flag, and whether it is given.
    const fn given(&self) -> [(&'static str, bool); 3] {
        let (up, scale) = (self.up.is_some(), self.scale.is_some());
        [("--up", up), ("--scale", scale), ("--visuals", self.visuals)]
    }

    /// Refuses what says nothing of a mesh: all know their axes, and all but flat maps are in
    /// metres.
    fn check_for_mesh(&self, path: &Path, is_flat: bool) -> Result<()> {
        let mut given = self.given().into_iter().filter(|(_, given)| *given);
        match given.find(|(flag, _)| !(is_flat && *flag == "--scale")) {
            Some((flag, _)) => bail!(says_nothing(path, flag)),
            None => Ok(()),
        }
    }
}

impl ModelFlags {
    /// The first flag that is given.
    pub(crate) fn first(&self) -> Option<&'static str> {
        let given =
            self.import.given().into_iter().chain([("--keep-outliers", self.keep_outliers)]);
        given.filter(|(_, given)| *given).map(|(flag, _)| flag).next()
    }
}

/// What is wrong with a flag of models that is given with a mesh.
pub(crate) fn says_nothing(mesh: &Path, flag: &str) -> String {
    format!("{} is a mesh, of which {flag} says nothing: leave {flag} out", mesh.display())
}

/// Fails early where a mesh or a folder is given in place of a model.
pub(crate) fn check_models(paths: &[PathBuf]) -> Result<()> {
    if let Some(folder) = paths.iter().find(|path| path.is_dir()) {
        bail!("{} is a folder: name the models in it", folder.display());
    }
    paths.iter().try_for_each(|path| check_is_file(path))?;
    match paths.iter().find(|path| is_mesh(path)) {
        Some(path) => bail!("{} is a mesh already: give the model it is made from", path.display()),
        None => Ok(()),
    }
}

/// Reads the models and joins them, cleaned.
pub(crate) fn read(paths: &[PathBuf], flags: &ModelFlags) -> Result<Input> {
    check_models(paths)?;
    let options = flags.import.options(paths.iter().map(PathBuf::as_path))?;
    let mut input = Input { soup: Soup::default(), notes: Vec::new() };
    let mut ups = Vec::new();
    for path in paths {
        let loaded = read_model(path, &options)?;
        ups.push(loaded.read_up());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        input.notes.extend(loaded.notes.iter().map(|note| format!("{name}: {note}")));
        input.soup = joined(input.soup, loaded.soup)?;
    }
    // Of files with different axes up nothing is right for all.
    let is_one = ups.windows(2).all(|pair| pair[0] == pair[1]);
    let read_up = ups.first().copied().filter(|_| is_one).unwrap_or_default();
    let options = CleanOptions { keep_outliers: flags.keep_outliers, read_up };
    input.notes.extend(input.soup.clean(&options).messages());
    input.notes.extend(size_note(&input.soup));
    Ok(input)
}

/// A word on a model that is so small or so large that its unit may be another one.
fn size_note(soup: &Soup) -> Option<String> {
    let (low, high) = soup.bounds()?;
    let [long, high, wide] = [high.x - low.x, high.y - low.y, high.z - low.z];
    let is_odd = !USUAL_SIZES.contains(&long.max(wide));
    is_odd.then(|| {
        let [long, high, wide] = [long, high, wide].map(metres);
        format!(
            "the model is {long} x {wide} m in plan and {high} m high: if that is not its size, read it \
             with another --scale"
        )
    })
}

/// A text without the mark that some editors begin it with.
pub(crate) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Loads a mesh, ours or of another program; `ground` asks for the un-eroded surfaces as well.
pub(crate) fn load_mesh(path: &Path, ground: bool) -> Result<NavMesh> {
    check_is_file(path)?;
    if let Some((mesh, _)) = foreign(path, &ImportFlags::default())? {
        return Ok(mesh);
    }
    store::load(path, LoadOptions { ground }).map_err(|error| match error {
        LoadError::Open { .. } => anyhow::Error::new(error),
        LoadError::NotWalkmesh if is_model(path) => anyhow!(
            "{}: {error}; a model has to be baked first: {} bake {}",
            path.display(),
            command(),
            quoted(path)
        ),
        LoadError::NotWalkmesh if start_of(path).is_empty() => {
            anyhow!("{}: the file is empty: make or download it again", path.display())
        }
        LoadError::NotWalkmesh => anyhow!(
            "{}: this is no mesh: it starts neither as a .walkmesh does nor as a tile set of Detour, \
             a .mesh of Polyanya or a .map of MovingAI",
            path.display()
        ),
        _ => anyhow::Error::new(error).context(path.display().to_string()),
    })
}

/// A mesh that another program wrote, with what had to be repaired; `None` when it is not one of
/// theirs. What it is follows from how it begins.
fn foreign(path: &Path, flags: &ImportFlags) -> Result<Option<(NavMesh, Vec<String>)>> {
    let start = start_of(path);
    if !is_foreign(&start) {
        return Ok(None);
    }
    let is_detour = detour::is_tile_set(&start);
    flags.check_for_mesh(path, !is_detour)?;
    let placement = Placement { scale: flags.scale.unwrap_or(1.0), ..Placement::default() };
    let named = || path.display().to_string();
    let bytes = std::fs::read(path).with_context(named)?;
    if movingai::is_map(&start) {
        let mesh = movingai::read(&bytes, &placement).with_context(named)?;
        return Ok(Some((mesh, Vec::new())));
    }
    let imported = if is_detour {
        detour::read(&bytes).with_context(named)?
    } else {
        polyanya::read(&bytes, &placement).with_context(named)?
    };
    Ok(Some((imported.mesh, imported.report.messages())))
}

/// A mesh from any file that holds one, models of meshes too.
pub(crate) fn import_mesh(path: &Path, flags: &ImportFlags, weld: Option<f64>) -> Result<Import> {
    check_is_file(path)?;
    if weld.is_some() && is_mesh(path) {
        bail!(says_nothing(path, "--weld"));
    }
    if let Some((mesh, notes)) = foreign(path, flags)? {
        return Ok(Import { mesh, notes, beside: Vec::new() });
    }
    if is_mesh(path) {
        flags.check_for_mesh(path, false)?;
        let mesh = load_mesh(path, true)?;
        return Ok(Import { mesh, notes: Vec::new(), beside: Vec::new() });
    }
    let mut loaded = read_model(path, &flags.options(std::iter::once(path))?).map_err(|error| {
        let is_unknown = matches!(error, ReadError::Extension { .. });
        let error = anyhow::Error::new(error);
        let meshes = "or a mesh: .walkmesh, .bin, .navmesh, .mesh or .map";
        if is_unknown { anyhow!("{error}, {meshes}") } else { error }
    })?;
    // What is written from a mesh names its kinds of ground.
    for object in &mut loaded.soup.objects {
        object.area = area_named(&object.name).unwrap_or(object.area);
    }
    let plain = WeldOptions::default();
    let options = WeldOptions { distance: weld.unwrap_or(plain.distance) };
    let imported =
        triangles::read(&loaded.soup, &options).with_context(|| path.display().to_string())?;
    let report = imported.report;
    let mut notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
    notes.extend(report.messages());
    if report.flat > report.polygons / 2 {
        notes.push(format!(
            "most triangles stand upright, so this looks like a model to find ground on: {} bake {}",
            command(),
            quoted(path)
        ));
    }
    Ok(Import { mesh: imported.mesh, notes, beside: loaded.beside })
}

/// Saves a mesh and gives the size of its file in bytes.
pub(crate) fn save_mesh(mesh: &NavMesh, path: &Path) -> Result<u64> {
    output::check_folder(path)?;
    store::save(mesh, path)?;
    Ok(std::fs::metadata(path).map_or(0, |file| file.len()))
}

/// The second soup's triangles and objects behind those of the first.
fn joined(mut soup: Soup, other: Soup) -> Result<Soup> {
    if soup.vertices.is_empty() && soup.objects.is_empty() {
        return Ok(other);
    }
    let over = |what: &str| format!("the models together have more than {} {what}", u32::MAX);
    let vertices = u32::try_from(soup.vertices.len()).with_context(|| over("vertices"))?;
    let objects = u32::try_from(soup.objects.len()).with_context(|| over("objects"))?;
    for mut triangle in other.triangles {
        for corner in &mut triangle.corners {
            *corner = corner.checked_add(vertices).with_context(|| over("vertices"))?;
        }
        let object = triangle.object.0.checked_add(objects).with_context(|| over("objects"))?;
        triangle.object = ObjectId(object);
        soup.triangles.push(triangle);
    }
    soup.vertices.extend(other.vertices);
    soup.objects.extend(other.objects);
    Ok(soup)
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh::Point;
    use walkmesh::soup::Triangle;

    #[test]
    fn joining_keeps_what_each_triangle_names() {
        let mut soup = Soup::default();
        let object = soup.add_object("a");
        soup.vertices = vec![Point::new(1.0, 2.0, 3.0); 3];
        soup.triangles.push(Triangle { corners: [0, 1, 2], object });
        let both = joined(joined(Soup::default(), soup.clone()).unwrap(), soup.clone()).unwrap();
        assert_eq!(both.vertices.len(), 6);
        assert_eq!(both.triangles[1], Triangle { corners: [3, 4, 5], object: ObjectId(1) });
        assert_eq!(both.objects.len(), 2);
    }
}

//! Every stage drawn, from the model to the path, and the mesh there and back through its file.
//!
//! With `WALKMESH_KEEP_PICTURES` set to a folder the pictures are left there to look at; models
//! named in `WALKMESH_DRAW` (paths, separated by `:`) are drawn as well.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::path::{Path, PathBuf};
use walkmesh::mesh::{NavMesh, TileCoord, TileParts};
use walkmesh::parameters::{Parameters, Preset, TileSize};
use walkmesh::partition::{MergeOptions, merge, refine_heights};
use walkmesh::report::drawing::{self, ColorBy, Drawing, MeshView, SoupView};
use walkmesh::soup::Soup;
use walkmesh::store::{self, LoadOptions};
use walkmesh::survey::index::SoupIndex;
use walkmesh::survey::voxel::{Stage, VoxelTile, looked_at, survey_tile};
use walkmesh_io::render::{RenderOptions, save, to_png, to_svg};
use walkmesh_io::{ReadOptions, read_model};

/// A survey of each tile, and the mesh of them.
fn build(soup: &Soup, parameters: &Parameters) -> (Vec<VoxelTile>, NavMesh) {
    let (low, high) = soup.bounds().unwrap();
    let resolved = parameters.resolve(low, high).unwrap();
    let index = SoupIndex::new(soup, &resolved.frame);
    let (mut tiles, mut parts) = (Vec::new(), Vec::new());
    for y in 0..resolved.rows {
        for x in 0..resolved.columns {
            let clip = resolved.tile_box(x, y);
            let near = index.near(looked_at(&resolved, clip));
            let tile = survey_tile(soup, near, parameters, &resolved, clip, true).unwrap();
            let mut partition = merge(&tile.surface, &MergeOptions::default()).unwrap();
            let (distance, error) = (resolved.detail_sample_distance, resolved.detail_max_error);
            refine_heights(&mut partition, &tile.surface, distance, error).unwrap();
            let ground = tile.ground.clone();
            parts.push(TileParts {
                coord: TileCoord { x, y },
                clip,
                partition,
                ground,
                input: None,
            });
            tiles.push(tile);
        }
    }
    let mesh = NavMesh::assemble(parameters, &resolved, [0; 32], parts).unwrap();
    (tiles, mesh)
}

fn all_drawings(soup: &Soup, tiles: &[VoxelTile], mesh: &NavMesh) -> Vec<(String, Drawing)> {
    let mut all = vec![("model".into(), drawing::soup(soup, SoupView::default()))];
    let resolved = mesh.resolved();
    let traces = || tiles.iter().filter_map(|t| t.trace.as_ref());
    let mut gather = |name: String, parts: Vec<Drawing>| {
        let mut whole = Drawing::new(parts.first().map_or("", |d| &d.title));
        parts.into_iter().for_each(|part| whole.add(part));
        all.push((name, whole));
    };
    for stage in [
        Stage::Rasterise,
        Stage::LowHanging,
        Stage::Ledges,
        Stage::LowHeight,
        Stage::Erode,
        Stage::Islands,
    ] {
        let drawn = traces().map(|t| drawing::stage(t, stage, resolved)).collect();
        gather(drawing::stage_name(stage).to_owned(), drawn);
    }
    gather("distances".into(), traces().map(|t| drawing::distances(t, resolved)).collect());
    gather("layers".into(), traces().map(|t| drawing::layers(t, resolved)).collect());
    gather("outlines".into(), traces().map(|t| drawing::outlines(t, resolved)).collect());
    gather("surface".into(), tiles.iter().map(|t| drawing::surface(&t.surface)).collect());
    let grounds = tiles.iter().filter_map(|t| t.ground.as_ref());
    gather("ground".into(), grounds.map(drawing::surface).collect());
    for color_by in ColorBy::ALL {
        let view = MeshView { color_by, ..MeshView::default() };
        let mut drawn = drawing::mesh(mesh, view);
        drawn.add(drawing::soup(soup, SoupView::default()).as_backdrop());
        all.push((format!("mesh-{}", color_by.name()), drawn));
    }
    all
}

fn keep() -> Option<PathBuf> {
    std::env::var_os("WALKMESH_KEEP_PICTURES").map(PathBuf::from)
}

fn draw(name: &str, soup: &Soup, parameters: &Parameters) {
    let (tiles, mesh) = build(soup, parameters);
    let mut bytes = Vec::new();
    store::write(&mesh, &mut bytes).unwrap();
    let back = store::read(&bytes, LoadOptions { ground: true }).unwrap();
    assert!(back == mesh, "{name} is another mesh after its file");
    println!("{name}: {} polygons, {} bytes", mesh.polygon_count(), bytes.len());
    for (stage, drawing) in all_drawings(soup, &tiles, &mesh) {
        assert!(!drawing.items.is_empty(), "{name}: nothing to see of {stage}");
        match keep() {
            Some(folder) => {
                let file = folder.join(format!("{name}-{stage}.png"));
                save(&drawing, &RenderOptions::default(), &file).unwrap();
            }
            None => {
                let options = RenderOptions { width_px: 300, ..RenderOptions::default() };
                assert!(!to_png(&drawing, &options).unwrap().is_empty());
            }
        }
        let svg = to_svg(&drawing, &RenderOptions::default()).unwrap();
        roxmltree::Document::parse(&svg).unwrap();
    }
}

#[test]
fn generated_scenes_are_drawn_stage_by_stage() {
    for name in ["dining-room", "stairs"] {
        let found = walkmesh_scenes::list().iter().find(|s| s.name.replace('_', "-") == name);
        let scene = walkmesh_scenes::generate(found.unwrap().name, &Default::default()).unwrap();
        draw(name, &scene.soup, &scene.preset.parameters());
        let tiled = Parameters { tile_size: TileSize::Metres(3.0), ..scene.preset.parameters() };
        draw(&format!("{name}-tiled"), &scene.soup, &tiled);
    }
}

#[test]
fn named_models_are_drawn() {
    let Some(paths) = std::env::var_os("WALKMESH_DRAW") else {
        println!("skipped: no models named in WALKMESH_DRAW");
        return;
    };
    for path in std::env::split_paths(&paths) {
        let soup = read_model(&path, &ReadOptions::default()).unwrap().soup;
        let stem = Path::new(path.file_stem().unwrap()).display().to_string();
        draw(&stem, &soup, &Preset::Recast.parameters());
    }
}

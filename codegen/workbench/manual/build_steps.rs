//! The tables in `docs/paddle.md`: which steps of the framework's build opgen replaces.
//!
//! Each table stands between the lines `<!-- build of PROFILE -->` and `<!-- end of build -->`. With
//! `<!-- build of PROFILE since BASE -->`, it has only the steps that differ from those of another profile.

use profile::{BuildFolder, BuildStep, Profile, built_in};

use crate::tables;

/// The page with its tables brought up to date. `target_of` returns the target that generates the file at a path.
///
/// # Errors
/// A profile does not exist, or a table has no end; the error is its name.
pub fn renew(page: &str, target_of: impl Fn(&Profile, &str) -> Option<&'static str>) -> Result<String, String> {
    tables::renew(page, "build of", "end of build", |name| {
        let (name, base) = name.split_once(" since ").map_or((name, None), |(name, base)| (name, Some(base)));
        let rows_of = |name: &str| built_in(name).map(|profile| rows(profile, |path| target_of(profile, path)));
        let (rows, base) = (rows_of(name)?, base.map_or(Some(Vec::new()), rows_of)?);
        let shown = rows.into_iter().filter(|row| !base.contains(row));
        let head = "| CMake file | runs | makes | with opgen |\n| --- | --- | --- | --- |\n";
        Some(head.to_owned() + &shown.collect::<String>())
    })
}

fn rows(profile: &Profile, target_of: impl Fn(&str) -> Option<&'static str>) -> Vec<String> {
    let steps = profile.build.iter().flat_map(|build| build.steps.values());
    let row = |step: &BuildStep| {
        let scripts = list(step.scripts.iter().map(|script| file_name(script)));
        format!("| `{}` | {scripts} | {} | {} |\n", step.cmake, made(step), replaced(step, &target_of))
    };
    steps.map(row).collect()
}

/// The files that a step makes. A path that ends in `/` is a folder and stays whole; of other paths, only the file name is shown.
fn made(step: &BuildStep) -> String {
    let whole_folder = |path: &&String| path.ends_with('/');
    let folder = match step.folder {
        BuildFolder::Sources => "",
        BuildFolder::Build => " in the build folder",
    };
    let made = step.makes.iter().map(|path| if whole_folder(&path) { path.as_str() } else { file_name(path) });
    format!("{}{folder}", list(made))
}

/// The targets that generate the files of a step, or what the profile says instead.
fn replaced(step: &BuildStep, target_of: impl Fn(&str) -> Option<&'static str>) -> String {
    let mut targets: Vec<&str> = step.makes.iter().filter_map(|path| target_of(path)).collect();
    targets.dedup();
    let about = step.about.as_deref().unwrap_or_default();
    match targets.as_slice() {
        [] => about.to_owned(),
        targets if about.is_empty() => list(targets.iter().copied()),
        targets => format!("{}; {about}", list(targets.iter().copied())),
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

//! Which framework a project is of: the one whose profile its caller or its settings choose, or else the one that its files look
//! like.

use std::path::{Component, Path, PathBuf};

use crate::Root;
use crate::any::AnyFramework;
use crate::config;
use crate::folder::Folder;
use crate::framework::Tree;
use crate::settings::Options;

/// The framework of a root. Without a sign of any, it is the first.
///
/// # Panics
/// If there is no framework.
pub fn framework(all: &[&'static dyn AnyFramework], root: &Root, options: &Options) -> &'static dyn AnyFramework {
    let recognised = || all.iter().find(|framework| framework.recognises(root, options));
    let with_files = || all.iter().find(|framework| framework.has_operators(root, options));
    chosen(all, root, options).or_else(|| recognised().or_else(with_files).copied()).unwrap_or(all[0])
}

/// The framework that has the profile which the caller or the settings choose.
pub fn chosen(all: &[&'static dyn AnyFramework], root: &Root, options: &Options) -> Option<&'static dyn AnyFramework> {
    let with_profile = |name: &str| all.iter().find(|framework| framework.names().profiles.contains(&name)).copied();
    with_profile(&chosen_profile(root, options, |name| with_profile(name).is_some())?)
}

/// See [`nearest_root`](crate::nearest_root). Of the roots that frameworks find, the nearest.
pub fn nearest_root(all: &[&'static dyn AnyFramework], here: &Path, chosen: Option<&str>) -> Option<PathBuf> {
    let is_of = |framework: &&dyn AnyFramework| chosen.is_some_and(|name| framework.names().profiles.contains(&name));
    let of_profile = all.iter().copied().find(is_of);
    let frameworks = all.iter().filter(|_| of_profile.is_none()).copied().chain(of_profile);
    frameworks.filter_map(|framework| framework.nearest_root(here, chosen)).min_by_key(|root| height(root))
}

/// The number of folders that a path leads up.
fn height(root: &Path) -> usize {
    root.components().filter(|component| *component == Component::ParentDir).count()
}

/// The name of the built-in profile that the caller or the settings choose, or that the chosen one extends in the end.
fn chosen_profile(root: &Root, options: &Options, is_profile: impl Fn(&str) -> bool) -> Option<String> {
    let here = PathBuf::new();
    let (mut name, mut folder) = match &options.profile {
        Some(name) => (name.clone(), here),
        None => of_settings(root, options, is_profile)?,
    };
    // A profile that extends itself is reported when it is loaded.
    for _ in 0..MOST_STEPS {
        let path = folder.join(&name);
        let Ok(Some(bytes)) = options.unsaved.bytes(&path) else { break };
        let extends = table(&bytes).and_then(|table| Some(table.get("extends")?.as_str()?.to_owned()));
        (name, folder) = (extends?, path.parent().map_or_else(PathBuf::new, Path::to_owned));
    }
    Some(name)
}

/// The number of profiles that may extend each other.
const MOST_STEPS: usize = 16;

/// The profile that a project's settings name or extend, and the folder at which paths begin. A table that has the name of a profile
/// extends it.
fn of_settings(root: &Root, options: &Options, is_profile: impl Fn(&str) -> bool) -> Option<(String, PathBuf)> {
    let (bytes, folder) = match &options.config {
        Some(path) => (options.unsaved.bytes(path).ok()??, path.parent().map_or_else(PathBuf::new, Path::to_owned)),
        None => {
            let folder = root.folder()?.to_owned();
            let here = Root::Tree(folder.clone());
            let in_root = |root: &Root| Folder::open(root, &options.unsaved, &[]).ok()?.text(config::NAME);
            (in_root(root).or_else(|| in_root(&here))?.into_bytes(), folder)
        }
    };
    let mut settings = table(&bytes)?;
    if let Some(name) = settings.keys().find(|name| is_profile(name)) {
        return Some((name.clone(), folder));
    }
    let profile = settings.remove("profile")?;
    let extended = profile.get("extends").and_then(toml::Value::as_str);
    Some((profile.as_str().or(extended)?.to_owned(), folder))
}

fn table(bytes: &[u8]) -> Option<toml::Table> {
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

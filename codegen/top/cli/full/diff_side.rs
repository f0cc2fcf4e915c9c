//! One of the versions that are compared: where its operators are, and how messages name its files.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use opgen::driver;
use opgen::driver::frameworks::nearest_root;
use opgen::project::remote::Remote;
use opgen::project::{Review, Root, git};
use opgen::registry::Project;
use opgen::source::Diagnostic;
use opgen::source::path::with_slashes;

use super::super::progress;
use super::archive;
use opgen::emit::TemporaryFolder;

/// One of the versions.
pub struct Side {
    pub root: Root,
    /// Its name in messages.
    pub name: String,
    /// The prefix of its files' paths in messages.
    pub prefix: String,
    /// The folder that exists only for the comparison, if there is one.
    folder: Option<TemporaryFolder>,
}

/// The tree that contains the current folder or, if that has no operators now, the root of the repository.
pub fn default_tree() -> PathBuf {
    let here = Path::new(".");
    let top = || git::to_top(here).ok().filter(|top| !top.is_empty()).map(PathBuf::from);
    nearest_root(here, None).or_else(top).unwrap_or_else(|| here.to_owned())
}

/// The version that a text names. `tree` is the folder of the YAML in the working tree.
///
/// # Errors
/// If there is no such version, it cannot be read, or the text may mean two of them.
pub fn side(text: &str, tree: &Path) -> anyhow::Result<Side> {
    let path = Path::new(text);
    // Neither an absolute path nor one that begins with `.` can be a revision.
    let is_clearly_path = path.is_absolute() || text.starts_with('.');
    let is_revision =
        !(path.exists() && is_clearly_path) && git::has_revision(tree, text).map_err(anyhow::Error::msg)?;
    match (path.exists(), is_revision) {
        (true, true) => {
            bail!("`{text}` is both a path and a git revision: write `./{text}` or `refs/heads/{text}`")
        }
        (true, false) if archive::is_archive(path) => unpacked(text, path, tree),
        (true, false) => archive::refuse_others(path).map(|()| on_disk(text, path)),
        (false, true) => {
            let root = Root::Revision { folder: tree.to_owned(), revision: text.to_owned() };
            Ok(Side { root, name: text.to_owned(), prefix: below_name(text, tree), folder: None })
        }
        (false, false) => match Remote::parse(text) {
            Some(remote) => fetched(text, &remote.map_err(|reason| anyhow!("{text}: {reason}"))?, tree),
            None => bail!("`{text}` is neither a path nor a git revision in {}", tree.display()),
        },
    }
}

/// A revision of another repository: the folder in it that corresponds to `tree`.
fn fetched(text: &str, remote: &Remote, tree: &Path) -> anyhow::Result<Side> {
    progress::stage(&format!("fetching {text}"));
    let folder = TemporaryFolder::new().context("cannot create a temporary folder")?;
    let from_top = git::from_top(tree).unwrap_or_default();
    let revision = remote.fetch(folder.path(), &from_top).map_err(anyhow::Error::msg)?;
    let root = Root::Revision { folder: folder.path().to_owned(), revision };
    Ok(Side { root, name: text.to_owned(), prefix: below_name(text, tree), folder: Some(folder) })
}

/// An archive of a source tree: the folder in it that corresponds to `tree`, or the top if that has operators itself.
fn unpacked(text: &str, path: &Path, tree: &Path) -> anyhow::Result<Side> {
    progress::stage(&format!("unpacking {text}"));
    let folder = TemporaryFolder::new().context("cannot create a temporary folder")?;
    let only_folder = archive::unpack(path, &folder)?;
    let from_top = git::from_top(tree).unwrap_or_default();
    let tops: Vec<&Path> = [folder.path()].into_iter().chain(only_folder.as_deref()).collect();
    let places = [from_top.as_str(), ""].map(|below| tops.iter().map(move |top| (top.join(below), below)));
    let has_operators = |root: &Path| nearest_root(root, None).is_some_and(|nearest| nearest == Path::new("."));
    let found = places.into_iter().flatten().find(|(root, _)| root.is_dir() && has_operators(root));
    let (root, below) = found.unwrap_or_else(|| (folder.path().to_owned(), ""));
    let prefix = format!("{text}:{below}");
    Ok(Side { root: Root::Tree(root), name: text.to_owned(), prefix, folder: Some(folder) })
}

fn below_name(name: &str, tree: &Path) -> String {
    format!("{name}:{}", git::from_top(tree).unwrap_or_default())
}

fn on_disk(name: &str, path: &Path) -> Side {
    let root = Root::at(path.to_owned());
    let prefix = if matches!(root, Root::NormalForm(_)) { String::new() } else { below(path) };
    Side { root, name: name.to_owned(), prefix, folder: None }
}

pub fn working_tree(tree: &Path) -> Side {
    on_disk("the working tree", tree)
}

/// The prefix for paths below a folder.
fn below(folder: &Path) -> String {
    let folder = with_slashes(folder);
    match folder.trim_end_matches('/') {
        "." => String::new(),
        folder => format!("{}/", folder.trim_start_matches("./")),
    }
}

/// The path in its repository of a file of a side.
pub fn path_in_repository(name: &str, side: &Side) -> String {
    let in_side = name.strip_prefix(&side.name).and_then(|name| name.strip_prefix(':'));
    in_side.unwrap_or(name).to_owned()
}

pub fn load(side: &Side) -> Project {
    let mut project = driver::load(&side.root);
    rename(side, &mut project);
    project
}

/// Names files and the whole side as the user does.
pub fn rename(side: &Side, project: &mut Review) {
    let whole = side.root.to_string();
    // Findings about the whole side keep its name. Nobody knows a temporary folder.
    let shown = if side.folder.is_some() { &side.name } else { &whole };
    project.sources.rename(|name| if name == whole { shown.clone() } else { format!("{}{name}", side.prefix) });
    let diagnostics = std::mem::take(&mut project.diagnostics);
    project.diagnostics =
        diagnostics.filter_map(|found| Some(Diagnostic { message: found.message.replace(&whole, shown), ..found }));
}

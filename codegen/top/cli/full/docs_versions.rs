//! `opgen docs VERSION...`: the references of several versions, with links between the same pages.

use std::path::Path;
use std::time::Instant;

use anyhow::{anyhow, bail};
use opgen::driver::generate::GenerateError;
use opgen::driver::reference::{Version, render_versions};
use opgen::driver::{self, kernels};
use opgen::kernels::index::Index;
use opgen::reference::Origin;
use opgen::registry::Project;
use opgen::source::Level;

use super::super::outcome::Outcome;
use super::super::output;
use super::super::progress;
use super::diff_side::{self, Side};
use super::docs::{DocsArgs, finish, origin};

/// A version that was read.
struct Read {
    name: String,
    project: Project,
    index: Option<Index>,
    origin: Origin,
    /// Keeps the folder of an archive until the end.
    _side: Side,
}

pub fn run(args: &DocsArgs) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let detail = args.detail();
    let tree = args.tree().unwrap_or_else(diff_side::default_tree);
    let mut versions: Vec<Read> = Vec::new();
    for text in &args.versions {
        let version = progress::during(detail, &format!("reading {text}"), || read(text, &tree, args))?;
        if let Some(other) = args.versions.iter().zip(&versions).find(|(_, other)| other.name == version.name) {
            bail!("`{}` and `{text}` would both be written to the folder `{}`", other.0, version.name);
        }
        versions.push(version);
    }
    let all: Vec<Version> = versions
        .iter()
        .map(|Read { name, project, index, origin, .. }| Version { name, project, index: index.as_ref(), origin })
        .collect();
    match progress::during(detail, "writing the references", || render_versions(&all)) {
        Ok(files) => finish(args, &files, detail, start),
        Err((_, GenerateError::Render(error))) => Err(error.into()),
        Err((at, GenerateError::Findings(findings))) => {
            let mut project = versions.swap_remove(at).project;
            project.diagnostics.append(findings);
            output::print_error(&output::report(&project, detail)).map(|()| Outcome::Findings)
        }
    }
}

fn read(text: &str, tree: &Path, args: &DocsArgs) -> anyhow::Result<Read> {
    let side = diff_side::side(text, tree)?;
    let project = driver::load(&side.root);
    output::refuse_empty(&project)?;
    if !project.diagnostics.is_sound() {
        output::print_error(&output::findings_to(&project, Level::Error))?;
        bail!("`{text}` has errors");
    }
    let index = kernels::index(&side.root, None, &project).map_err(anyhow::Error::msg)?;
    let origin = origin(args, &side.root, &project)?;
    let name = folder_name(text).ok_or_else(|| anyhow!("`{text}` is not a name for a folder"))?;
    Ok(Read { name, project, index, origin, _side: side })
}

/// The name of a version's folder: the last name in the path, or that of the revision, with `-` in the place of other characters.
fn folder_name(text: &str) -> Option<String> {
    let last = |path: &Path| Some(path.file_name()?.to_str()?.to_owned());
    let path = Path::new(text);
    // A path such as `..` ends with no name.
    let real = || path.canonicalize().ok().as_deref().and_then(last);
    let of_path = path.exists().then(|| last(path).or_else(real)).flatten();
    let name = of_path.unwrap_or_else(|| text.to_owned());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    let name = name.trim_start_matches(['.', '-']);
    (!name.is_empty()).then(|| name.to_owned())
}

//! `opgen import`: from registrations that are written by hand to a package.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use opgen::cpp::custom_ops::{CustomOp, custom_ops};
use opgen::profile::PackageName;
use opgen::source::files;
use opgen::source::path::{normalised, refusal};

use super::super::outcome::Outcome;
use super::super::output;
use super::import_yaml::{Imported, line_starts, yaml};
use super::new;

/// Make a package of operators from existing registrations (`PD_BUILD_OP`) and their kernels
#[derive(Args)]
pub struct ImportArgs {
    /// The C++ sources with the registrations, and CUDA sources with their kernels
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Create the package in this folder, which must not exist or be empty; without it, only print the YAML
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The name of the package in Python; by default that of the folder
    #[arg(long, requires = "out")]
    name: Option<String>,
}

/// A source with its registrations.
struct Source {
    path: PathBuf,
    /// The name in the package.
    name: String,
    text: String,
    /// The starts of its lines.
    lines: Vec<usize>,
    ops: Vec<CustomOp>,
}

/// The folder of imported sources in the package.
const FOLDER: &str = "csrc";

pub fn run(args: &ImportArgs) -> anyhow::Result<Outcome> {
    let sources = args.files.iter().map(|path| read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    refuse_same_names(&sources)?;
    let ops: Vec<Imported> = sources
        .iter()
        .flat_map(|source| {
            let Source { path, text, lines, name, ops } = source;
            ops.iter().map(move |op| Imported { op, path, text, lines, source: format!("{FOLDER}/{name}") })
        })
        .collect();
    if ops.is_empty() {
        bail!("there is no registration, such as `PD_BUILD_OP(name)`, in these files");
    }
    let made = yaml(&ops);
    for warning in &made.warnings {
        output::print_error(&format!("{warning}\n"))?;
    }
    match &args.out {
        None => output::print(&format!("# yaml/ops.yaml\n{}\n# yaml/backward.yaml\n{}", made.ops, made.backward))?,
        Some(out) => {
            let name = args.name.clone().or_else(|| Some(out.file_name()?.to_str()?.to_owned())).unwrap_or_default();
            let name = PackageName::try_from(name).map_err(anyhow::Error::msg)?;
            let mut files = new::files_of(name.as_str(), &["paddle".to_owned()], "", |path| {
                !path.starts_with("kernels/") && !path.starts_with("yaml/")
            });
            let yaml = [("yaml/ops.yaml", made.ops), ("yaml/backward.yaml", made.backward)];
            // A file without operators would be a mistake.
            files.extend(
                yaml.into_iter().filter(|(_, text)| !text.is_empty()).map(|(path, text)| (path.to_owned(), text)),
            );
            files.extend(copies(&sources));
            new::create(out, &files)?;
            let (count, shown) = (ops.len(), out.display());
            output::print(&format!(
                "{count} registrations are now YAML in {shown}; next: `cd {shown} && pip install .`\n"
            ))?;
        }
    }
    Ok(Outcome::Fine)
}

fn read(path: &Path) -> anyhow::Result<Source> {
    let bytes = files::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let headers: Vec<String> = headers(path, &text).map(|(_, header)| header).collect();
    Ok(Source { path: path.to_owned(), name, ops: custom_ops(&text, &headers), lines: line_starts(&text), text })
}

fn refuse_same_names(sources: &[Source]) -> anyhow::Result<()> {
    let mut seen = BTreeSet::new();
    match sources.iter().find(|source| !seen.insert(source.name.as_str())) {
        Some(twice) => bail!("two of the files have the name {}", twice.name),
        None => Ok(()),
    }
}

/// The sources without their registrations, sources without any among the kernels, and the headers beside them.
fn copies(sources: &[Source]) -> Vec<(String, String)> {
    let mut copies = Vec::new();
    for source in sources {
        let folder = if source.ops.is_empty() { "kernels" } else { FOLDER };
        let mut text = source.text.clone();
        for op in source.ops.iter().rev() {
            text.replace_range(op.range.clone(), "");
        }
        copies.push((format!("{folder}/{}", source.name), format!("{}\n", text.trim_end())));
        let headers = headers(&source.path, &source.text);
        copies.extend(headers.map(|(header, text)| (format!("{folder}/{}", normalised(header)), text)));
    }
    copies
}

/// The headers in the folder of a source, with their texts. Other headers are found by the compiler, or are the author's to copy.
fn headers<'t>(path: &Path, text: &'t str) -> impl Iterator<Item = (&'t str, String)> {
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    included(text).filter_map(move |header| Some((header, files::read_text(&folder.join(header)).ok()?)))
}

/// The headers that a source includes by names in quotes, and that are in its folder.
fn included(text: &str) -> impl Iterator<Item = &str> {
    let lines =
        text.lines().filter_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include"));
    let quoted = lines.filter_map(|line| line.trim_start().strip_prefix('"')?.split('"').next());
    quoted.filter(|path| refusal(&normalised(path)).is_none())
}

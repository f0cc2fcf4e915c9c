//! `opgen fmt`: formats operator YAML.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use opgen::project::{Inputs, Root, nearest_root};
use opgen::source::{FileId, count};
use opgen::spec::keys;
use opgen::{driver, layout};

use super::super::detail::Detail;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::patch;
use super::super::root_args::{RootArgs, path_in};

/// Format operator YAML as the framework's files are
#[derive(Args)]
#[command(after_help = "Exit codes: 0 success, 1 with --check or --diff if a file would change, 2 the command failed.")]
pub struct FmtArgs {
    /// The files to format, or folders with them; by default, all files of the project
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    root: RootArgs,
    /// Also move entries to their places, in files in which nine of ten entries are in order
    #[arg(long)]
    sort: bool,
    /// Write nothing; list the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Write nothing; print what would change, and exit with 1 if anything would
    #[arg(long)]
    diff: bool,
    /// Print nothing about files that do not change
    #[arg(short, long)]
    quiet: bool,
}

/// A file with its text before and after.
struct Formatted {
    path: String,
    old: String,
    new: String,
}

pub fn run(args: &FmtArgs) -> anyhow::Result<Outcome> {
    let root = root(args)?;
    let inputs = driver::read(&root, &args.root.options());
    let files = chosen(args, &root, &inputs)?;
    let all = files.len();
    let changed: Vec<Formatted> = files.into_iter().filter(|file| file.old != file.new).collect();
    let writes = !args.check && !args.diff;
    if writes {
        let files: Vec<_> = changed.iter().map(|file| (Path::new(&file.path), file.new.as_str())).collect();
        output::write_files_of(&root, &files)?;
    }
    for file in &changed {
        if args.diff {
            output::print(&difference(file))?;
        }
        if args.check || writes && !args.quiet {
            output::print(&format!("{}\n", file.path))?;
        }
    }
    if !args.quiet {
        let (number, what) = (changed.len(), if writes { "formatted" } else { "would change" });
        output::print_error(&format!("{} {what}, {} unchanged\n", count(number, "file"), all - number))?;
    }
    Ok(if writes || changed.is_empty() { Outcome::Fine } else { Outcome::Findings })
}

/// The project's root: without `--root`, that of the first path, or else of the current folder.
fn root(args: &FmtArgs) -> anyhow::Result<Root> {
    let detail = Detail::unless_quiet(args.quiet);
    let Some(first) = args.paths.first().filter(|_| args.root.root.is_none() && !args.root.built_in) else {
        return args.root.root(detail);
    };
    let folder = if first.is_dir() { first.as_path() } else { first.parent().unwrap_or(Path::new("")) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match nearest_root(folder, args.root.profile.as_deref()) {
        Some(up) => Ok(Root::Tree(opgen::source::path::tidy(&folder.join(up)))),
        None => bail!("{} is not in a project with operator YAML; `--root` names the folder of one", first.display()),
    }
}

/// The project's files that the paths name, formatted.
fn chosen(args: &FmtArgs, root: &Root, inputs: &Inputs) -> anyhow::Result<Vec<Formatted>> {
    let Some(_) = root.folder().filter(|_| matches!(root, Root::Tree(_))) else {
        bail!("only files in a folder can be formatted: `--root` names it");
    };
    let files = inputs.entry_files();
    let path_of = |file: FileId| path_in(root, inputs.sources().file(file).name());
    let names = |path: &Path, file: FileId| {
        let (path, file) = (fs::canonicalize(path).ok(), fs::canonicalize(path_of(file)).ok());
        path.zip(file).is_some_and(|(path, file)| file.starts_with(path))
    };
    for path in &args.paths {
        if !path.exists() {
            bail!("there is no file or folder {}", path.display());
        }
        if !files.iter().any(|(file, _)| names(path, *file)) {
            bail!("{} is not one of the project's files with operators", path.display());
        }
    }
    let is_chosen = |file: FileId| args.paths.is_empty() || args.paths.iter().any(|path| names(path, file));
    let format = |(file, holds)| {
        let old = inputs.sources().file(file).text().to_owned();
        let new = layout::formatted(&old, keys::leading(holds));
        let new = if args.sort { layout::sorted(&new).unwrap_or(new) } else { new };
        Formatted { path: path_of(file), old, new }
    };
    Ok(files.into_iter().filter(|(file, _)| is_chosen(*file)).map(format).collect())
}

fn difference(file: &Formatted) -> String {
    patch::unified(&file.path, Some(&file.old), &file.new)
}

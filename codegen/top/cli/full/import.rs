//! `opgen import`: from registrations that are written by hand to a package.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use opgen::cpp::custom_ops::{CustomOp, custom_ops};
use opgen::cpp::handlers::{Handler, handlers};
use opgen::cpp::tokens::is_macro;
use opgen::cpp::torch_library::{TorchLibrary, torch_libraries};
use opgen::package_tools::import::handlers::ImportedHandler;
use opgen::package_tools::import::torch::{self, TorchEntries, TorchSource};
use opgen::package_tools::import::yaml::{Imported, line_starts, yaml};
use opgen::profile::PackageName;
use opgen::source::path::{normalised, refusal};
use opgen::source::{count, files};

use super::super::outcome::Outcome;
use super::super::output;
use super::new;

/// Make a package of operators from existing registrations (`PD_BUILD_OP`, `TORCH_LIBRARY`, `XLA_FFI_DEFINE_HANDLER_SYMBOL`) and
/// their kernels
#[derive(Args)]
pub struct ImportArgs {
    /// The C++ sources with the registrations, and CUDA sources with their kernels
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Create the package in this folder, which must not exist or be empty; without it, only print the YAML
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The name of the package in Python; by default the namespace of PyTorch's operators, or the name of the folder
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
    /// The handlers for JAX.
    handlers: Vec<Handler>,
    /// The blocks of registrations with `PyTorch`.
    libraries: Vec<TorchLibrary>,
    /// The texts of the headers beside it.
    headers: Vec<String>,
}

/// The folder of imported sources in the package.
const FOLDER: &str = "csrc";

pub fn run(args: &ImportArgs) -> anyhow::Result<Outcome> {
    let sources = args.files.iter().map(|path| read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    refuse_same_names(&sources)?;
    let ops: Vec<Imported> = sources
        .iter()
        .flat_map(|source| {
            let Source { path, text, lines, name, ops, .. } = source;
            ops.iter().map(move |op| Imported { op, path, text, lines, source: format!("{FOLDER}/{name}") })
        })
        .collect();
    let handlers: Vec<ImportedHandler> = sources
        .iter()
        .flat_map(|Source { path, text, lines, handlers, .. }| {
            handlers.iter().map(move |handler| ImportedHandler { handler, path, text, lines })
        })
        .collect();
    let of_torch: Vec<TorchSource> = sources
        .iter()
        .map(|Source { path, text, lines, libraries, headers, .. }| TorchSource {
            libraries,
            path,
            text,
            lines,
            headers,
        })
        .collect();
    let schemas = torch::count(&of_torch);
    if ops.is_empty() && handlers.is_empty() && schemas == 0 {
        bail!(
            "there is no registration, such as `PD_BUILD_OP(name)`, `TORCH_LIBRARY(name, m)` or \
             `XLA_FFI_DEFINE_HANDLER_SYMBOL(name, ...)`, in these files"
        );
    }
    let name = package_name(args, torch::namespace(&of_torch).filter(|_| schemas > 0));
    let torch = torch::entries(&of_torch, &name);
    let mut made = yaml(&ops);
    made.warnings.extend(torch.warnings.iter().cloned());
    let of_handlers: Vec<String> = handlers.iter().map(|handler| handler.entry(&mut made.warnings)).collect();
    for entry in torch.entries.iter().chain(&of_handlers) {
        if !made.ops.is_empty() {
            made.ops.push('\n');
        }
        made.ops.push_str(entry);
    }
    for warning in &made.warnings {
        output::print_error(&format!("{warning}\n"))?;
    }
    match &args.out {
        None => output::print(&format!("# yaml/ops.yaml\n{}\n# yaml/backward.yaml\n{}", made.ops, made.backward))?,
        Some(out) => {
            let number = ops.len() + handlers.len() + torch.entries.len();
            if number == 0 {
                bail!("no registration became YAML, so there is no package");
            }
            let name = PackageName::try_from(name).map_err(anyhow::Error::msg)?;
            let frameworks = [("paddle", !ops.is_empty()), ("torch", schemas > 0), ("jax", !handlers.is_empty())];
            let frameworks: Vec<String> =
                frameworks.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name.to_owned()).collect();
            let mut files = new::files_of(name.as_str(), &frameworks, "", |path| {
                // Those of the sample.
                !["examples/", "kernels/", "yaml/"].iter().any(|folder| path.starts_with(folder))
            });
            let yaml = [("yaml/ops.yaml", made.ops), ("yaml/backward.yaml", made.backward)];
            // A file without operators would be a mistake.
            files.extend(
                yaml.into_iter().filter(|(_, text)| !text.is_empty()).map(|(path, text)| (path.to_owned(), text)),
            );
            files.extend(copies(&sources, &torch));
            new::create(out, &files)?;
            let (made, are, shown) =
                (count(number, "registration"), if number == 1 { "is" } else { "are" }, out.display());
            output::print(&format!("{made} {are} now YAML in {shown}; next: `cd {shown} && pip install .`\n"))?;
        }
    }
    Ok(Outcome::Fine)
}

/// The name of the package. PyTorch's callers know the namespace of its operators, unless it is a macro.
fn package_name(args: &ImportArgs, namespace: Option<&str>) -> String {
    let of_torch = namespace.filter(|name| !name.contains('(') && !is_macro(name)).map(str::to_owned);
    let of_folder = || Some(args.out.as_ref()?.file_name()?.to_str()?.to_owned());
    args.name.clone().or(of_torch).or_else(of_folder).unwrap_or_else(|| "my_ops".to_owned())
}

fn read(path: &Path) -> anyhow::Result<Source> {
    let bytes = files::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let headers: Vec<String> = headers(path, &text).map(|(_, header)| header).collect();
    Ok(Source {
        path: path.to_owned(),
        name,
        ops: custom_ops(&text, &headers),
        handlers: handlers(&text),
        libraries: torch_libraries(&text),
        headers,
        lines: line_starts(&text),
        text,
    })
}

fn refuse_same_names(sources: &[Source]) -> anyhow::Result<()> {
    let mut seen = BTreeSet::new();
    match sources.iter().find(|source| !seen.insert(source.name.as_str())) {
        Some(twice) => bail!("two of the files have the name {}", twice.name),
        None => Ok(()),
    }
}

/// The sources without their registrations, sources without any among the kernels, and the headers beside them.
fn copies(sources: &[Source], torch: &TorchEntries) -> Vec<(String, String)> {
    let mut copies = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let folder = match (source.ops.is_empty(), source.libraries.is_empty(), source.handlers.is_empty()) {
            (false, ..) => FOLDER,
            (true, false, _) => "kernels/torch",
            (true, true, false) => "kernels/jax",
            (true, true, true) => "kernels",
        };
        let of_paddle = source.ops.iter().map(|op| (op.range.clone(), String::new()));
        let of_torch = torch.replaced.iter().filter(|(of, ..)| *of == at);
        let of_torch = of_torch.map(|(_, range, text)| (range.clone(), text.clone()));
        let mut replaced: Vec<_> = of_paddle.chain(of_torch).collect();
        replaced.sort_by_key(|(range, _)| range.start);
        let (mut text, mut copied) = (String::new(), 0);
        for (range, with) in replaced {
            text.push_str(source.text.get(copied..range.start).unwrap_or_default());
            text.push_str(&with);
            copied = copied.max(range.end);
        }
        text.push_str(&source.text[copied..]);
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

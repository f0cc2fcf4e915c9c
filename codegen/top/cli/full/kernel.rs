//! `opgen kernel`: the kernels of an operator in C++; and `opgen check` with C++.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use opgen::driver::{self, kernels as driver_kernels};
use opgen::kernels::{self, skeleton, table};
use opgen::package_tools::kernels::{Files, skeleton as of_package};
use opgen::project::Root;
use opgen::project::any::{AnyInputs, AnyProject};
use opgen::registry::Project;
use opgen::source::suggest::Known;
use serde_json::json;

use super::super::detail::Detail;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::progress;
use super::super::root_args::RootArgs;

/// Print the declaration that an operator's kernel must have, and where the kernel is registered
#[derive(Args)]
pub struct KernelArgs {
    /// The operator's name
    #[arg(required_unless_present = "list")]
    op: Option<String>,
    #[command(flatten)]
    root: RootArgs,
    /// The folder with C++ headers: `paddle/include` of an installed framework
    #[arg(long, value_name = "DIR")]
    include: Option<PathBuf>,
    /// Also print the header, the CPU source and the registration of a new kernel
    #[arg(long)]
    skeleton: bool,
    /// Instead, print all functions and registrations that were read from C++, as JSON
    #[arg(long, conflicts_with_all = ["op", "skeleton"])]
    list: bool,
}

pub fn run(args: &KernelArgs) -> anyhow::Result<Outcome> {
    check_folder(args.include.as_deref())?;
    let root = args.root.root_of_first(Detail::Brief)?;
    let project = progress::during(Detail::Brief, "reading", || driver::read(&root, &args.root.options()).analyse());
    let index = progress::during(Detail::Brief, "reading C++", || {
        driver_kernels::index(&root, args.include.as_deref(), &project)
    });
    let index = index.map_err(anyhow::Error::msg)?;
    let package = root.folder().and_then(|folder| Files::read(&project, folder));
    let Some(name) = &args.op else {
        if package.is_some() {
            bail!("`--list` is for trees of a framework: name an operator of this package");
        }
        let Some(index) = index else { bail!("there is no C++ here; `--include` names a folder with headers") };
        output::print(&(serde_json::to_string_pretty(&listed(&index))? + "\n"))?;
        return Ok(Outcome::Fine);
    };
    output::print_error(&output::report(&project, Detail::Quiet))?;
    let ops: Vec<_> = project.registry.ops().filter(|(_, op)| op.name.value == *name || op.stem() == name).collect();
    if ops.is_empty() {
        let known = project.registry.ops().map(|(_, op)| op.name.value.as_str());
        let near = Known::new(known).nearest(name).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        bail!("there is no operator `{name}`{near}");
    }
    let new: Vec<_> = match project.profile.package {
        Some(_) => ops.iter().flat_map(|&(id, _)| of_package::of(id, &project)).collect(),
        None => ops.iter().flat_map(|(_, op)| skeleton::of(op, &project)).collect(),
    };
    if new.is_empty() {
        bail!("`{name}` calls no kernel");
    }
    let texts = new.iter().map(|kernel| {
        let places = package.as_ref().map_or_else(
            || places(kernel, index.as_ref(), &project),
            |files| listed_functions(of_package::functions(kernel, files)),
        );
        text(kernel, &places, args.skeleton, package.is_some())
    });
    output::print(&texts.collect::<Vec<_>>().join("\n"))?;
    Ok(Outcome::Fine)
}

/// What is printed of a kernel. A source of a package contains the declaration.
fn text(kernel: &skeleton::NewKernel, places: &str, with_files: bool, is_of_package: bool) -> String {
    let mut text = match with_files && is_of_package && !kernel.files.is_empty() {
        true => String::new(),
        false => format!("{}\n{places}", kernel.declaration),
    };
    for (path, file) in kernel.files.iter().filter(|_| with_files) {
        let is_python = Path::new(path).extension().is_some_and(|extension| extension == "py");
        let comment = if is_python { "#" } else { "//" };
        _ = writeln!(text, "\n{comment} {path}\n{file}");
    }
    text.trim_start().to_owned()
}

/// Functions that could be a kernel: each file, and the declaration in it.
fn listed_functions(functions: Vec<(String, String)>) -> String {
    functions.into_iter().map(|(file, declaration)| format!("\nin {file}: {declaration}\n")).collect()
}

/// Where the C++ of a tree has functions that could be a kernel, and registrations of it.
fn places(kernel: &skeleton::NewKernel, index: Option<&kernels::Index>, project: &Project) -> String {
    let mut text = String::new();
    if let (Some(index), Some(settings)) = (index, &project.profile.cpp_sources) {
        let functions = kernels::kernel_functions(index, settings, &kernel.kernel).into_iter();
        let of = |function: &kernels::Declared| {
            (index.shown_name(index.file(&function.place)).clone(), function.declaration())
        };
        text += &listed_functions(functions.map(of).collect());
        for table::Row { backend, layout, data_types, places } in table::of(index, settings, &kernel.kernel) {
            let types = data_types.map_or("every type".to_owned(), |types| Vec::from_iter(types).join(", "));
            let files: BTreeSet<String> = places.iter().map(|place| index.shown_name(index.file(place))).collect();
            _ = writeln!(text, "{backend} {layout}: {types} ({})", Vec::from_iter(files).join(", "));
        }
    }
    text
}

/// Everything that was read.
fn listed(index: &kernels::Index) -> serde_json::Value {
    let function = |function: &kernels::Declared| {
        let types: Vec<&str> = function.parameters.iter().map(|parameter| parameter.ty.as_str()).collect();
        json!({ "name": function.name, "types": types, "file": index.file(&function.place) })
    };
    let registration = |of: &kernels::Registration| {
        json!({
            "kernel": of.kernel, "backends": of.backends, "layout": of.layout, "function": of.function,
            "data_types": of.data_types, "file": index.file(&of.place),
        })
    };
    json!({
        "functions": index.functions().map(function).collect::<Vec<_>>(),
        "registrations": index.registrations().map(registration).collect::<Vec<_>>(),
        "unread": index.unread().map(|(name, place)| json!([name, index.file(place)])).collect::<Vec<_>>(),
    })
}

/// Checks a project, and compares it with its C++ if there is some.
pub fn analyse(inputs: Box<dyn AnyInputs>, root: &Root, include: Option<&Path>) -> anyhow::Result<Box<dyn AnyProject>> {
    check_folder(include)?;
    Ok(inputs.analyse_with_cpp(root, include))
}

/// Fails if a command's folder with C++ does not exist.
pub fn check_include(include: Option<&Path>, _command: &str) -> anyhow::Result<()> {
    check_folder(include)
}

fn check_folder(folder: Option<&Path>) -> anyhow::Result<()> {
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => bail!("there is no folder {}", folder.display()),
        None => Ok(()),
    }
}

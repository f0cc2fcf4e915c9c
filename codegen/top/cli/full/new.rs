//! `opgen new`: writes a small package of operators that builds and passes its tests as it is.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use opgen::emit::{Folder, is_temporary, single_file};
use opgen::profile::{Framework, PackageName};
use opgen::source::{files, keywords};

use super::super::outcome::Outcome;
use super::super::output;

/// Create a package of operators: YAML, a kernel with its gradient, a build and tests
#[derive(Args)]
pub struct NewArgs {
    /// The name of the package in Python; its folder is created here
    name: String,
    /// The frameworks that the package is for, separated by commas
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = ["paddle", "torch", "jax"], default_values = ["paddle", "torch", "jax"])]
    framework: Vec<String>,
    /// Create the package in this folder, which must not exist or be empty
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
}

/// The name of the package in the files below, which the new one replaces.
const NAME: &str = "my_ops";

/// The files of a package.
const FILES: &[(&str, &str)] = &[
    ("opgen.toml", include_str!("new/opgen.toml")),
    ("pyproject.toml", include_str!("new/pyproject.toml")),
    ("MANIFEST.in", include_str!("new/MANIFEST.in")),
    ("setup.py", include_str!("new/setup.py")),
    ("CMakeLists.txt", include_str!("new/CMakeLists.txt")),
    ("package_build.py", include_str!("new/package_build.py")),
    ("README.md", include_str!("new/README.md")),
    (".gitignore", include_str!("new/gitignore")),
    ("yaml/ops.yaml", include_str!("new/yaml/ops.yaml")),
    ("yaml/backward.yaml", include_str!("new/yaml/backward.yaml")),
    ("kernels/swiglu.cc", include_str!("new/kernels/swiglu.cc")),
    ("src/my_ops/__init__.py", include_str!("new/src/my_ops/__init__.py")),
    ("tests/test_ops.py", include_str!("new/tests/test_ops.py")),
    ("examples/train.py", include_str!("new/examples/train.py")),
];

/// Namespaces of the frameworks and of C++, where a package would meet other names.
const NAMESPACES: &[&str] = &[
    "ATen",
    "_c10d_functional",
    "aten",
    "at",
    "c10",
    "caffe2",
    "common",
    "cpu",
    "debugprims",
    "gpu",
    "phi",
    "pir",
    "prim",
    "prims",
    "quantized",
    "rngprims",
    "std",
    "xla",
];

/// Modules that a package, or its build, imports.
const MODULES: &[&str] = &[
    "builtins",
    "ctypes",
    "glob",
    "hashlib",
    "importlib",
    "inspect",
    "jaxlib",
    "json",
    "numpy",
    "operator",
    "os",
    "package_build",
    "pip",
    "re",
    "setup",
    "setuptools",
    "shlex",
    "shutil",
    "struct",
    "subprocess",
    "sys",
    "tests",
    "typing",
    "unittest",
    "wheel",
];

/// The meaning that the name of a package already has.
fn other_meaning(name: &str) -> Option<&'static str> {
    if Framework::ALL.iter().any(|framework| framework.name() == name) {
        Some("the name of a framework")
    } else if keywords::is_cpp(name) || keywords::is_python(name) {
        Some("a keyword of C++ or Python")
    } else if NAMESPACES.contains(&name) {
        Some("a namespace of C++ or of a framework")
    } else {
        MODULES.contains(&name).then_some("a module that the package itself imports")
    }
}

pub fn run(args: &NewArgs) -> anyhow::Result<Outcome> {
    let name = PackageName::try_from(args.name.clone()).map_err(anyhow::Error::msg)?;
    let name = name.as_str();
    if let Some(meaning) = other_meaning(name) {
        bail!("`{name}` is {meaning}; choose another name");
    }
    let folder = args.path.clone().unwrap_or_else(|| PathBuf::from(name));
    create(&folder, &files_of(name, &args.framework, &format!("{name}_"), |_| true))?;
    let shown = folder.display();
    output::print(&format!(
        "created {shown}; next: `cd {shown} && pip install .`, then `python -m unittest discover tests`\n"
    ))?;
    Ok(Outcome::Fine)
}

/// The files of a package that are `wanted`: their paths and texts. `prefix` is that of its operators.
pub fn files_of(
    name: &str,
    frameworks: &[String],
    prefix: &str,
    wanted: impl Fn(&str) -> bool,
) -> Vec<(String, String)> {
    let frameworks: Vec<String> = frameworks.iter().map(|framework| format!("{framework:?}")).collect();
    let file = |(path, text): &(&str, &str)| {
        let text = text.replace("FRAMEWORKS", &frameworks.join(", ")).replace("\"my_ops_\"", &format!("{prefix:?}"));
        let text = text.replace(&NAME.to_uppercase(), &name.to_uppercase()).replace(NAME, name);
        (path.replace(NAME, name), text)
    };
    FILES.iter().filter(|(path, _)| wanted(path)).map(file).collect()
}

/// Writes the files of a package, each atomically. A folder that an interrupted run left incomplete is completed; files that
/// somebody has changed since are kept.
///
/// # Errors
/// If the folder contains anything but an incomplete package, or a file cannot be written.
pub fn create(folder: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
    let within = Folder::at(folder);
    let mut states = Vec::new();
    for (name, text) in files {
        let path = within.file(name)?;
        states.push((FileState::of(&path, text)?, name, path, text));
    }
    // A run that was killed at once leaves nothing but a temporary file.
    let is_other =
        |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|entry| !is_temporary(&entry.file_name().to_string_lossy()));
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.any(is_other)) {
        let is_begun = states.first().is_some_and(|(state, ..)| matches!(state, FileState::Same | FileState::Empty));
        let is_complete = states.iter().all(|(state, ..)| matches!(state, FileState::Same | FileState::Changed));
        if !is_begun || is_complete {
            bail!("{} already exists and is not empty", folder.display());
        }
    }
    for (state, name, path, text) in states {
        match state {
            FileState::Same => {}
            FileState::Changed => output::print_error(&format!("kept {name}, which has been changed\n"))?,
            FileState::Missing | FileState::Empty => {
                let incomplete = |error| anyhow!("{error}; the same command completes {}", folder.display());
                single_file::write_file(&within, &path, text.as_bytes()).map_err(incomplete)?;
            }
        }
    }
    Ok(())
}

/// The state of a file of a package.
#[derive(Clone, Copy)]
enum FileState {
    Missing,
    /// Of 0 bytes, which a run that was killed may have left.
    Empty,
    Same,
    Changed,
}

impl FileState {
    fn of(path: &Path, text: &str) -> anyhow::Result<Self> {
        match files::read(path) {
            Ok(bytes) if bytes.is_empty() => Ok(FileState::Empty),
            Ok(bytes) if bytes == text.as_bytes() => Ok(FileState::Same),
            Ok(_) => Ok(FileState::Changed),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(FileState::Missing),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }
}

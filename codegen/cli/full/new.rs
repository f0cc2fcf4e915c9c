//! `opgen new`: writes a small package of operators that builds and passes its tests as it is.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use opgen::profile::{Framework, PackageName};

use super::super::outcome::Outcome;
use super::super::output;

/// Create a package of operators: YAML, a kernel with its gradient, a build and tests
#[derive(Args)]
pub struct NewArgs {
    /// The name of the package in Python; its folder is created here
    name: String,
    /// The frameworks that the package is for, separated by commas
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = ["paddle", "torch"], default_values = ["paddle", "torch"])]
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
];

pub fn run(args: &NewArgs) -> anyhow::Result<Outcome> {
    let name = PackageName::try_from(args.name.clone()).map_err(anyhow::Error::msg)?;
    let name = name.as_str();
    if Framework::ALL.iter().any(|framework| framework.name() == name) {
        bail!("`{name}` is the name of a framework; choose another name");
    }
    let folder = args.path.clone().unwrap_or_else(|| PathBuf::from(name));
    create(&folder, name, &args.framework, &format!("{name}_"), |_| true)?;
    let shown = folder.display();
    output::print(&format!(
        "created {shown}; next: `cd {shown} && pip install .`, then `python -m unittest discover tests`\n"
    ))?;
    Ok(Outcome::Fine)
}

/// Writes the files of a package that are `wanted`. `prefix` is that of its operators.
pub fn create(
    folder: &Path,
    name: &str,
    frameworks: &[String],
    prefix: &str,
    wanted: impl Fn(&str) -> bool,
) -> anyhow::Result<()> {
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("{} already exists and is not empty", folder.display());
    }
    let frameworks: Vec<String> = frameworks.iter().map(|framework| format!("{framework:?}")).collect();
    for (path, text) in FILES.iter().filter(|(path, _)| wanted(path)) {
        let text = text.replace("FRAMEWORKS", &frameworks.join(", ")).replace("\"my_ops_\"", &format!("{prefix:?}"));
        let text = text.replace(&NAME.to_uppercase(), &name.to_uppercase()).replace(NAME, name);
        write(&folder.join(path.replace(NAME, name)), &text)?;
    }
    Ok(())
}

/// Writes a file, and makes its folder.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

//! The options for where the operators are.

use std::path::{Path, PathBuf};

use clap::Args;
use opgen::project::settings::Options;
use opgen::project::{Root, nearest_root};
use opgen::source::path::{tidy, with_slashes};

use super::detail::Detail;
use super::output;

/// The options for the source of the operators.
#[derive(Args)]
pub struct RootArgs {
    /// The folder with the YAML, or a file in normal form; by default, the nearest folder with operator YAML from the current
    /// one up to the root of the repository, or else the built-in operators
    #[arg(long, value_name = "TREE")]
    pub root: Option<PathBuf>,
    /// Use the built-in operators
    #[arg(long, conflicts_with = "root")]
    pub built_in: bool,
    /// The file with the project's settings; by default, `opgen.toml` in the root
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The version of the framework: the name of a profile, or its file; by default, the one set in opgen.toml, or else the one
    /// recognised by the files in the tree
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
}

const NO_YAML_HERE: &str = "using the built-in operators, because neither this folder nor its repository has operator \
                            YAML; `--root` names a folder\n";

impl RootArgs {
    /// The root that the user chose, or else the one that is found. A message says which, if that may be a surprise.
    pub fn root(&self, detail: Detail) -> anyhow::Result<Root> {
        let root = match &self.root {
            Some(path) => return Ok(Root::at(path.clone())),
            None if self.built_in => return Ok(Root::BuiltIn),
            None => nearest_root(Path::new("."), self.profile.as_deref()).map_or(Root::BuiltIn, Root::Tree),
        };
        let message = match &root {
            Root::Tree(folder) if self.is_above(folder) => format!("using the operators in {}\n", folder.display()),
            Root::Tree(_) => String::new(),
            _ => NO_YAML_HERE.to_owned(),
        };
        if detail != Detail::Quiet {
            output::print_error(&message)?;
        }
        Ok(root)
    }

    /// Whether a root that was not given as an argument is above the current folder.
    pub fn is_above(&self, folder: &Path) -> bool {
        self.root.is_none() && folder != Path::new(".")
    }

    /// The project's own settings.
    pub fn options(&self) -> Options {
        Options { config: self.config.clone(), profile: self.profile.clone(), ..Options::default() }
    }
}

/// The path from the current folder to the file that diagnostics refer to as `name`.
pub fn path_in(root: &Root, name: &str) -> String {
    match root {
        Root::Tree(folder) => with_slashes(&tidy(&folder.join(name))),
        Root::BuiltIn | Root::Revision { .. } | Root::NormalForm(_) => name.to_owned(),
    }
}

//! `[build]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The steps of the framework's own build that opgen replaces.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// Folders of generators, which steps refer to.
    pub generators: IndexMap<String, String>,
    /// The steps, by name.
    pub steps: IndexMap<String, BuildStep>,
}

/// Commands in one `CMake` file.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BuildStep {
    /// The `CMake` file.
    pub cmake: String,
    /// The scripts that the commands run.
    pub scripts: Vec<String>,
    /// The files that they write; a folder ends with `/`.
    pub makes: Vec<String>,
    /// The folder that the paths start at.
    #[serde(default)]
    pub folder: BuildFolder,
    /// A remark for the documentation.
    #[serde(default)]
    pub about: Option<String>,
}

/// Where the files of a step are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BuildFolder {
    /// Beside the sources.
    #[default]
    Sources,
    /// In the folder of the build.
    Build,
}

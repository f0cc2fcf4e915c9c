//! `[build]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// How the framework's own build makes what opgen generates.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// Folders of generators, which steps refer to.
    pub generators: IndexMap<String, String>,
    pub steps: IndexMap<String, BuildStep>,
}

/// Commands in one CMake file.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BuildStep {
    pub cmake: String,
    /// The scripts that it runs.
    pub scripts: Vec<String>,
    /// What they make; a folder ends with `/`.
    pub makes: Vec<String>,
    /// It is made in the folder of the build, and not in that of the sources.
    #[serde(default)]
    pub in_build_folder: bool,
    /// What is to be known of it.
    #[serde(default)]
    pub about: Option<String>,
}

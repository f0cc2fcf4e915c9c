//! Profiles: what differs between versions of the framework, as data.

mod overlay;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use spec::Home;
use targets::{compat, cpp_api, dygraph, extra_info, operants, prim, rust, static_graph, stubs};

/// The text of the profile, which distinguishes it from others.
pub const PADDLE_2_6: &str = include_str!("profiles/paddle-2.6.toml");

/// The names of all profiles.
pub const NAMES: &[&str] = &["paddle-2.6"];

/// The file names of one version of the framework, and the lists that the framework decides by name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    pub name: String,
    /// The places below the root where a kind of input may be, by kind.
    pub inputs: BTreeMap<String, Vec<String>>,
    /// Operators that no file defines because the framework implements them by hand.
    #[serde(default)]
    pub hand_written: Vec<String>,
    pub cpp_api: CppApi,
    pub python_c: PythonC,
    pub dygraph: dygraph::Settings,
    pub stubs: stubs::Settings,
    pub operants: operants::Settings,
    pub prim: prim::Settings,
    pub static_graph: static_graph::Settings,
    pub extra_info: extra_info::Settings,
    pub compat: compat::Settings,
    pub rust: rust::Settings,
}

/// The outputs of the target `cpp_api`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CppApi {
    pub runtime: String,
    pub infermeta_header: String,
    pub infermeta_source: String,
    pub internal_headers: Vec<String>,
    pub stride_kernels: Vec<String>,
    pub infermeta_includes: Vec<String>,
    pub distributed: cpp_api::distributed::Settings,
    #[serde(rename = "file")]
    pub files: Vec<ApiFile>,
}

/// Additional things that can be generated, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// C++ API functions that take distributed tensors.
    Distributed,
}

impl Feature {
    pub const ALL: [Feature; 1] = [Feature::Distributed];

    pub fn name(self) -> &'static str {
        match self {
            Feature::Distributed => "distributed",
        }
    }
}

/// A header and a source file of API functions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiFile {
    pub groups: Vec<Group>,
    /// The functions that also return intermediate outputs, for operators that have some.
    #[serde(default)]
    pub intermediate: bool,
    pub header: String,
    pub source: String,
    /// Headers of functions that `invoke` may call.
    #[serde(default)]
    pub calls: Vec<String>,
    pub infermeta: Vec<String>,
    #[serde(default)]
    pub linked: Vec<String>,
    #[serde(default)]
    pub linked_distributed: Vec<String>,
}

/// The outputs of the target `python_c`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PythonC {
    pub runtime: String,
    pub header: String,
    pub source: String,
    /// Headers of the functions that are called.
    pub called_headers: Vec<String>,
    /// The header of functions for Python that do not belong to an operator.
    pub hand_written_header: String,
    /// Their table of methods.
    pub hand_written_methods: String,
    /// Tables that Python may read, each through a function `get_TABLE`.
    pub info_tables: Vec<String>,
    /// The operators that Python can call, in the order of the functions.
    #[serde(rename = "group")]
    pub groups: Vec<Group>,
}

/// Kinds of file whose functions share a C++ namespace, which is also the prefix of their names in Python.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub homes: Vec<Home>,
    #[serde(default)]
    pub namespace: Option<String>,
}

impl Profile {
    /// The profile for PaddlePaddle 2.6.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn paddle_2_6() -> Self {
        static PROFILE: LazyLock<Profile> =
            LazyLock::new(|| toml::from_str(PADDLE_2_6).expect("the built-in profile is valid"));
        PROFILE.clone()
    }

    /// Enables a feature.
    pub fn enable(&mut self, feature: Feature) {
        match feature {
            Feature::Distributed => self.cpp_api.distributed.enabled = true,
        }
    }

    /// The places below the root where an input of a kind may be.
    pub fn places(&self, kind: &str) -> &[String] {
        self.inputs.get(kind).map_or(&[], Vec::as_slice)
    }
}

impl Default for Profile {
    fn default() -> Self {
        Profile::paddle_2_6()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use project::InputKind;

    #[test]
    fn the_built_in_profile_names_every_kind_of_input_and_no_other() {
        let profile = Profile::paddle_2_6();
        let mut named: Vec<_> = profile.inputs.keys().map(String::as_str).collect();
        let mut kinds: Vec<_> = InputKind::all().map(InputKind::key).collect();
        named.sort_unstable();
        kinds.sort_unstable();
        assert_eq!(named, kinds);
    }
}

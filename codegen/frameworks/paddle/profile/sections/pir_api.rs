//! `[pir_api]`.

use serde::{Deserialize, Serialize};

use crate::{OpMap, OpNames};

/// The outputs of the target `pir_api`: functions that add one operator to a program.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirApi {
    /// What callers of the functions see.
    pub form: PirApiForm,
    /// The dialect whose operators have functions.
    pub dialect: String,
    /// The header of the functions.
    pub header: String,
    /// The source of the functions.
    pub source: String,
    /// The header that every source includes.
    pub runtime: String,
    /// The source that defines what this header declares. Its headers need as much memory as all functions.
    pub runtime_source: String,
    /// Functions that are written by hand.
    pub hand_written: OpNames,
    /// The kinds of tensor that functions with several kernels distinguish.
    pub kinds: Vec<String>,
    /// Which functions check data types.
    pub checks: PirApiChecks,
    /// The state of the dynamic graph that functions respect, if they do.
    #[serde(default)]
    pub modes: Option<PirApiModes>,
    /// The headers that the outputs include.
    pub includes: PirApiIncludes,
}

/// What callers of the functions see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PirApiForm {
    /// Gradients return all of their outputs. The data types of an operator's only kernel are looked up by the name of the
    /// operator.
    Complete,
    /// Outputs of gradients are optional where the YAML says so. The data types of an operator's only kernel are looked up by
    /// the name of the kernel.
    Optional,
}

/// Which functions check that a kernel supports the data type.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirApiChecks {
    /// Functions that check nothing.
    pub without: OpNames,
    /// Suffixes of the names of further functions that check nothing.
    #[serde(default)]
    pub without_endings: Vec<String>,
}

/// The state of the dynamic graph that functions respect.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirApiModes {
    /// Functions whose inputs AMP does not cast.
    pub no_amp: OpNames,
    /// Suffixes of the names of further such functions.
    pub no_amp_endings: Vec<String>,
    /// For each function, the two inputs that are promoted to a common data type.
    pub promotions: OpMap<[String; 2]>,
    /// For each function, the input that is cast to a floating-point type if it holds integers.
    #[serde(default)]
    pub type_autocast: OpMap<[String; 1]>,
    /// Functions of `type_autocast` whose cast is differentiable.
    #[serde(default)]
    pub type_autocast_gradients: OpNames,
}

/// The headers that the outputs of `pir_api` include, by output.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirApiIncludes {
    /// Headers for the header of the functions.
    pub header: Vec<String>,
    /// Headers for the runtime.
    pub runtime: Vec<String>,
    /// Headers for the runtime's source.
    pub runtime_source: Vec<String>,
}

//! `[pir_python]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::OpNames;

use super::Cast;

/// The outputs of the target `pir_python`: functions that Python calls to add operators to a program.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirPython {
    /// What functions record and accept.
    pub form: PirPythonForm,
    /// The header of the functions.
    pub header: String,
    /// The source of the functions.
    pub source: String,
    /// The header that every source includes.
    pub runtime: String,
    /// The header that the first source includes instead.
    pub runtime_impl: String,
    /// Operators without a function: it is written by hand, or Python does not need it.
    pub without: OpNames,
    /// Suffixes of the names of further operators without a function.
    #[serde(default)]
    pub without_endings: Vec<String>,
    /// The methods of the Python module.
    pub methods: PirMethods,
    /// The headers that the outputs include.
    pub includes: PirPythonIncludes,
    /// Whether a list may hold both values and integers where an attribute is a value of the program.
    #[serde(default)]
    pub mixed_lists: bool,
    /// For the type of an attribute, or of the number for a scalar, the function that reads it.
    pub casts: IndexMap<String, Cast>,
}

/// What the functions of Python record and accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PirPythonForm {
    /// Operators do not know which line of Python created them.
    Untraced,
    /// Operators record the Python call stack that created them. Readers of values take a flag that says whether `None` is a
    /// value.
    Traced,
}

/// The methods of the Python module. A method calls the function of the current mode, or that of static programs if the
/// dynamic graph has none.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirMethods {
    /// The source of the methods.
    pub source: String,
    /// The name of the table of methods that are written by hand.
    pub hand_written: String,
    /// The source with the methods that are written by hand.
    pub hand_written_source: String,
    /// Operators without a method.
    pub without: OpNames,
    /// Suffixes of the names of further operators without a method.
    pub without_endings: Vec<String>,
    /// The end of the names of gradients that are treated like the operators that the rest names: left out, or only in programs.
    #[serde(default)]
    pub gradient_ending: Option<String>,
    /// Methods that only add to programs, although the dynamic graph has functions of their names.
    pub only_programs: OpNames,
    /// The prefix of the names of operators over sparse tensors, which is also the namespace of their functions.
    pub sparse: String,
}

impl PirMethods {
    /// Whether a function is not among the methods.
    pub fn is_left_out(&self, name: &str) -> bool {
        self.without_endings.iter().any(|ending| name.ends_with(ending.as_str())) || self.is_in(&self.without, name)
    }

    /// Whether a method only adds to programs, although the dynamic graph has a function of its name.
    pub fn is_only_in_programs(&self, name: &str) -> bool {
        self.is_in(&self.only_programs, name)
    }

    fn is_in(&self, list: &[String], name: &str) -> bool {
        let forward = self.gradient_ending.as_ref().and_then(|ending| name.strip_suffix(ending.as_str()));
        list.iter().any(|listed| listed == name || Some(listed.as_str()) == forward)
    }
}

/// The headers that the outputs of `pir_python` include, by output.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirPythonIncludes {
    /// Headers for the runtime.
    pub runtime: Vec<String>,
    /// Headers for the runtime of the first source.
    pub runtime_impl: Vec<String>,
    /// Headers for the source of the methods.
    pub methods: Vec<String>,
    /// Headers for the function that adds the methods to the Python module.
    pub binding: Vec<String>,
    /// Headers for the source with the methods that are written by hand. One of them defines these, so nothing else can include
    /// it.
    pub hand_written: Vec<String>,
}

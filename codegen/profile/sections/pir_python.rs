//! `[pir_python]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The outputs of the target `pir_python`: functions that Python calls to add operators to a program.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirPython {
    pub header: String,
    pub source: String,
    /// What all functions share: a header for each of their sources, and one that the first of them includes instead.
    pub runtime: String,
    pub runtime_impl: String,
    /// Functions that are written by hand, or that Python has no need of.
    pub without: Vec<String>,
    /// What the names of further ones end with.
    #[serde(default)]
    pub without_endings: Vec<String>,
    /// Whether readers of values take a flag that says if `None` is a value.
    #[serde(default)]
    pub dispensable: bool,
    /// Whether operators remember from where in Python they come.
    #[serde(default)]
    pub call_stacks: bool,
    pub methods: PirMethods,
    /// Headers by the output that includes them.
    pub includes: PirPythonIncludes,
    /// The type of an attribute, or of the number that a scalar is given as, to what reads it.
    pub casts: IndexMap<String, PirCast>,
}

/// The methods that Python finds: each is a function of programs or one of the dynamic graph, whichever is on. Without a
/// function of the dynamic graph, it is always that of programs.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirMethods {
    pub source: String,
    /// A table of methods that are written by hand.
    pub hand_written: String,
    /// Operators that are not among the methods.
    pub without: Vec<String>,
    /// What the names of further ones end with.
    pub without_endings: Vec<String>,
    /// The end of the names of gradients that are treated like the operators that the rest names: left out, or only in programs.
    #[serde(default)]
    pub gradient_ending: Option<String>,
    /// Methods that only add to programs, although the dynamic graph has functions of their names.
    pub only_programs: Vec<String>,
    /// What stands before the names of operators over sparse tensors; it is also the namespace of their functions.
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

/// The headers that the outputs of `pir_python` include.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirPythonIncludes {
    pub runtime: Vec<String>,
    pub runtime_impl: Vec<String>,
    pub methods: Vec<String>,
    /// What adds the methods to Python's module: one of the headers has those that are written by hand, and can be included
    /// once.
    pub binding: Vec<String>,
}

/// A C++ function that reads an attribute from a Python object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirCast {
    pub reader: String,
    /// What it returns, in C++.
    pub returns: String,
    /// The data type of an operand that is made of it.
    #[serde(default)]
    pub data_type: Option<String>,
    /// Whether the generated runtime defines it, because the framework does not.
    #[serde(default)]
    pub generated: bool,
}

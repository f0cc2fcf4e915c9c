//! A version of the framework as a value: which kinds of file there are and how they belong together, which keys and data
//! types they may have, which targets there are, and what these are called and written to.
//!
//! Knows nothing of operators. A profile is a TOML file; `paddle-2.6.toml` says what each key is for.

mod home;
mod load;
mod merge;
mod recognise;
mod rows;
mod sections;
mod written;

use std::path::PathBuf;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use source::{Span, Spanned};

pub use home::{Family, FamilyFacts, Graph, Home, HomeFacts, Tensors};
pub use load::{BUILT_IN, Choice, DEFAULT, Loaded, TRANSLATION_FACTS, built_in, built_in_profiles, load};
pub use recognise::{Recognised, UnsupportedVersion, recognised, unsupported};
pub use sections::*;

/// Expands the rows of sections and targets to the profile, and to the lists of their names.
macro_rules! define_profile {
    ($($section:ident: $type:ident { $($target:ident as $variant:ident = $title:literal,)* })*) => {
        /// A version of a framework.
        #[derive(Debug, Clone)]
        pub struct Profile {
            pub name: String,
            /// Files that a tree of this version has.
            pub recognised_by: Vec<String>,
            /// Folders of templates that come before the common ones, nearest first.
            pub templates: Vec<TemplateFolder>,
            pub families: Vec<Family>,
            /// In the order in which files are read.
            pub inputs: Vec<Input>,
            /// Whether `infer_meta` says of which outputs devices are given the shape of their own part.
            pub local_shapes: bool,
            /// Keys of operators beside those that readers know.
            pub keys: IndexMap<String, ExtraKey>,
            /// The enumerators of `DataType` and of `DataLayout`.
            pub data_types: Vec<String>,
            pub data_layouts: Vec<String>,
            /// The C++ classes whose values a `Place` may have.
            pub places: Vec<String>,
            /// What may follow the dot behind an argument in C++, by the argument's type.
            pub members: IndexMap<String, Vec<String>>,
            /// What `traits` and `interfaces` may name; any name if empty.
            pub traits: Vec<String>,
            pub interfaces: Vec<String>,
            /// Codes of rules that are only warnings, because the framework's own files of this version break them.
            pub tolerated: Vec<Spanned<String>>,
            /// Operators that no file defines because the framework implements them by hand.
            pub hand_written: Vec<String>,
            /// Per target, operators that its outputs need whatever operators they are for.
            pub needed_operators: IndexMap<String, Vec<String>>,
            pub cpp: Cpp,
            pub type_tables: TypeTables,
            $(pub $section: Option<$type>,)*
        }

        /// The names of the targets, in the order in which they are generated.
        pub const TARGETS: &[&str] = &[$($(stringify!($target),)*)*];

        /// The names of the sections.
        pub(crate) const SECTIONS: &[&str] = &[$(stringify!($section),)*];

        impl Profile {
            /// The names of the targets that this version has, in the order in which they are generated.
            pub fn targets(&self) -> impl Iterator<Item = &'static str> {
                let named = [$($((stringify!($target), self.$section.is_some()),)*)*];
                named.into_iter().filter(|(_, has_section)| *has_section).map(|(name, _)| name)
            }
        }
    };
}

for_each_section!(define_profile);

/// Templates that come before the common ones of the same names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateFolder {
    /// Among those that are part of opgen.
    BuiltIn(String),
    Disk(PathBuf),
}

/// A kind of file that is read.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    pub key: String,
    pub holds: Holds,
    /// Where it may be below the root; the first that exists is read.
    pub paths: Vec<String>,
}

/// What a kind of file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    Operators(Home),
    /// What operators and their parts are called in saved programs.
    Compat,
    /// What changed in the saved form of operators.
    Versions,
    /// What a kind of device adds to operators.
    Additions,
    /// A list of operators' names.
    Names,
    /// Operators as a framework has registered them.
    Registered,
}

/// A key of operators that no reader needs: it is checked, kept, and handed to the templates of a project.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraKey {
    pub shape: ExtraShape,
    /// One line of documentation.
    pub about: String,
}

/// What is under an [`ExtraKey`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraShape {
    /// Text on one line or several.
    Text,
    /// `true` or `false`.
    Flag,
    /// Names separated by commas, or a list of names.
    Names,
}

/// What things are called in C++, for every template.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Cpp {
    #[serde(default)]
    pub namespaces: IndexMap<String, String>,
    #[serde(default)]
    pub macros: IndexMap<String, String>,
    /// Tables of types: YAML type to C++ type, by the layer that spells it so.
    #[serde(default)]
    pub types: IndexMap<String, IndexMap<String, String>>,
    /// Tables of functions: what is wanted to the function that does it, by what the table is for.
    #[serde(default)]
    pub functions: IndexMap<String, IndexMap<String, String>>,
}

/// Where a profile has its tables of types.
#[derive(Debug, Clone, Default)]
pub struct TypeTables {
    /// `[cpp.types]`.
    pub all: Option<Span>,
    /// Each table, by its name.
    pub tables: IndexMap<String, Span>,
}

/// Additional things that can be generated, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// C++ API functions that take distributed tensors, and operations of PIR over them.
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

impl Profile {
    /// The profile for PaddlePaddle 2.6.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn paddle_2_6() -> Self {
        load::built_in("paddle-2.6").expect("the built-in profile is valid").clone()
    }

    /// Enables a feature.
    pub fn enable(&mut self, feature: Feature) {
        match feature {
            Feature::Distributed => {
                if let Some(cpp_api) = &mut self.cpp_api {
                    cpp_api.distributed.enabled = true;
                }
                if let Some(pir) = &mut self.pir {
                    let distributed = &mut pir.build.distributed;
                    distributed.enabled = !distributed.dialects.is_empty();
                }
            }
        }
    }

    /// A kind of file by its key.
    pub fn input(&self, key: &str) -> Option<&Input> {
        self.inputs.iter().find(|input| input.key == key)
    }

    /// The kinds of file that define operators, in the order in which they are read.
    pub fn homes(&self) -> impl Iterator<Item = Home> {
        self.inputs.iter().filter_map(|input| match input.holds {
            Holds::Operators(home) => Some(home),
            _ => None,
        })
    }

    /// The kind of operator file of a key.
    pub fn home(&self, key: &str) -> Option<Home> {
        self.homes().find(|home| home.key() == key)
    }

    /// Whether the operators of a kind of file are registered for static programs under their own names, together with what
    /// makes their gradients.
    pub fn registers(&self, home: Home) -> bool {
        let mut groups = self.static_graph.iter().flat_map(|graph| graph.groups.values());
        groups
            .any(|group| group.gradients && group.prefix.is_empty() && group.homes.iter().any(|key| key == home.key()))
    }

    /// The family of a key.
    pub fn family(&self, key: &str) -> Option<Family> {
        self.families.iter().copied().find(|family| family.key() == key)
    }

    /// The keys of the kinds of file that are lists of names.
    pub fn lists(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().filter(|input| input.holds == Holds::Names).map(|input| input.key.as_str())
    }
}

impl Default for Profile {
    fn default() -> Self {
        Profile::paddle_2_6()
    }
}

//! A version of the framework as a value: the kinds of file that it has and how they belong together, their keys and data
//! types, its targets, and the names and paths of their outputs.
//!
//! Knows nothing of operators. A profile is a TOML file; `paddle-2.6.toml` explains each key.

#![deny(missing_docs)]

mod home;
pub mod keys;
mod load;
mod merge;
mod named_operators;
mod op_names;
mod owner;
mod recognise;
mod rows;
mod sections;
mod written;

use indexmap::IndexMap;
use project::framework::{Format, Kind, Target, TemplateFolder, Version};
use serde::{Deserialize, Serialize};
use source::{Span, Spanned};

pub use home::{Family, FamilyFacts, Graph, Home, HomeFacts, Tensors};
pub use load::{
    BREAK_CLASSES, BUILT_IN, DEFAULT, OWNER, TRANSLATION_FACTS, built_in, built_in_profiles, extended_by, load,
    resolved_tables,
};
pub use op_names::{ListedOp, OpList, OpMap, OpNames};
pub use owner::{Owner, Syntax};
pub use recognise::{has_marks, recognised, unsupported};
pub use sections::*;

/// Expands the rows of sections and targets to the profile, and to the lists of their names.
macro_rules! define_profile {
    ($($section:ident: $type:ident { $($target:ident as $variant:ident = $title:literal,)* })*) => {
        /// A version of a framework.
        #[derive(Debug, Clone)]
        pub struct Profile {
            /// The framework that it is of.
            pub owner: &'static Owner,
            /// The name, as `--profile` knows it.
            pub name: String,
            /// The marks of a tree of this version.
            pub recognised_by: Vec<String>,
            /// True if nobody chose this profile: the tree looks like this version, and may be of one nearby.
            pub is_nearest: bool,
            /// Folders of templates that come before the common ones, nearest first.
            pub templates: Vec<TemplateFolder>,
            /// The families of operators. Others look operators up in the first.
            pub families: Vec<Family>,
            /// In the order in which files are read.
            pub inputs: Vec<Input>,
            /// Where the shapes of distributed results are stated.
            pub part_shapes: PartShapes,
            /// Additional keys of operators, which no reader needs.
            pub keys: IndexMap<String, ExtraKey>,
            /// The enumerators of `DataType`.
            pub data_types: Vec<String>,
            /// The enumerators of `DataLayout`.
            pub data_layouts: Vec<String>,
            /// The C++ classes that a default value of type `Place` may construct.
            pub places: Vec<String>,
            /// For the type of an argument, the members that a C++ expression may use.
            pub members: IndexMap<String, Vec<String>>,
            /// The names that `traits` may list; any name if empty.
            pub traits: Vec<String>,
            /// The names that `interfaces` may list; any name if empty.
            pub interfaces: Vec<String>,
            /// Codes of rules that are only warnings, because the framework's own files of this version break them.
            pub tolerated: Vec<Spanned<String>>,
            /// Operators that no file defines because the framework implements them by hand.
            pub hand_written: Vec<String>,
            /// For each target, the operators that its outputs need whichever operators are generated.
            pub needed_operators: IndexMap<String, Vec<String>>,
            /// The operators that the sections list by name.
            pub op_lists: Vec<OpList>,
            /// The names of things in C++.
            pub cpp: Cpp,
            /// The positions of the tables of types.
            pub type_tables: TypeTables,
            $(
                #[doc = concat!("The section `[", stringify!($section), "]`.")]
                pub $section: Option<$type>,
            )*
        }

        /// The names of the targets, in the order in which they are generated.
        pub const TARGETS: &[&str] = &[$($(stringify!($target),)*)*];

        /// The names of the sections.
        pub(crate) const SECTIONS: &[&str] = &[$(stringify!($section),)*];

        impl Profile {
            /// The targets that this version has, in the order in which they are generated.
            pub fn targets(&self) -> impl Iterator<Item = Target> {
                let all = [$($((Target { name: stringify!($target), title: $title }, self.$section.is_some()),)*)*];
                let of_sections = all.into_iter().filter(|(_, has_section)| *has_section).map(|(target, _)| target);
                of_sections.chain(self.owner.targets.iter().copied())
            }
        }
    };
}

for_each_section!(define_profile);

/// A kind of file that is read.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// The name of the kind.
    pub key: String,
    /// The content of the file.
    pub holds: Holds,
    /// The possible paths below the root; the first that exists is read.
    pub paths: Vec<String>,
}

impl Input {
    fn kind(&self) -> Kind<'_> {
        let Input { key, holds, paths } = self;
        Kind { key, paths, has_operators: matches!(holds, Holds::Operators(_)), format: Format::Yaml }
    }
}

/// Where it is stated that an attribute is the shape of a result. If the result is distributed, each process needs the shape of
/// its own part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartShapes {
    /// In `cpp_api.distributed.shape_attrs` of the profile.
    #[default]
    Profile,
    /// In the YAML, under the keys `local_shape` and `global_shape` of `infer_meta`.
    InferMeta,
}

/// The content of a kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Operators.
    Operators(Home),
    /// The names of operators and their parts in saved programs.
    Compat,
    /// The changes to the saved form of operators.
    Versions,
    /// The attributes and traits that a kind of device adds to operators.
    Additions,
    /// How Python calls operators.
    PythonApis,
    /// A list of the names of operators.
    Names,
    /// Operators as a framework has registered them.
    Registered,
}

/// A key of operators that no reader needs: it is checked, kept, and passed to the templates of a project.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraKey {
    /// The form of its value.
    pub shape: ExtraShape,
    /// One line of documentation.
    pub about: String,
}

/// The form of the value of an [`ExtraKey`].
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

/// The names of things in C++, for every template.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Cpp {
    /// The namespaces, by the name that templates use.
    #[serde(default)]
    pub namespaces: IndexMap<String, String>,
    /// The macros, by the name that templates use.
    #[serde(default)]
    pub macros: IndexMap<String, String>,
    /// Tables of types: YAML type to C++ type, by the layer that uses this spelling.
    #[serde(default)]
    pub types: IndexMap<String, IndexMap<String, String>>,
    /// Tables of functions, by their purpose. Each table maps what is needed to the function that does it.
    #[serde(default)]
    pub functions: IndexMap<String, IndexMap<String, String>>,
}

/// The positions of a profile's tables of types.
#[derive(Debug, Clone, Default)]
pub struct TypeTables {
    /// The position of `[cpp.types]`.
    pub all: Option<Span>,
    /// The position of each table, by its name.
    pub tables: IndexMap<String, Span>,
}

/// Optional outputs, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// C++ API functions that take distributed tensors, and operations of PIR over them.
    Distributed,
}

impl Feature {
    /// All features.
    pub const ALL: [Feature; 1] = [Feature::Distributed];

    /// Their names.
    pub const NAMES: [&str; 1] = [Feature::Distributed.name()];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Distributed => "distributed",
        }
    }
}

impl Profile {
    /// The profile for `PaddlePaddle` 2.6.
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

    /// Whether the operators of a kind of file are registered for static programs under their own names, together with
    /// their grad op makers.
    pub fn registers(&self, home: Home) -> bool {
        let mut groups = self.static_graph.iter().flat_map(|graph| graph.groups.values());
        groups.any(|group| {
            group.has_grad_makers() && group.prefix.is_empty() && group.homes.iter().any(|key| key == home.key())
        })
    }

    /// Whether files may add to the operators of a family for a kind of device: those of a dialect of a device.
    pub fn takes_additions(&self, family: Family) -> bool {
        let dialects = self.pir.iter().flat_map(|pir| pir.dialects.values());
        let mut keys = dialects
            .filter(|dialect| dialect.kind.is_of_device())
            .flat_map(|dialect| dialect.homes.iter().chain(&dialect.only));
        keys.any(|key| self.home(key).is_some_and(|home| home.family() == family))
    }

    /// Whether a kind of file, and a key of operators, say how Python calls operators.
    pub fn has_python_apis(&self) -> bool {
        self.inputs.iter().any(|input| input.holds == Holds::PythonApis)
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

impl Version for Profile {
    fn name(&self) -> &str {
        &self.name
    }

    fn marks(&self) -> &[String] {
        &self.recognised_by
    }

    fn set_nearest(&mut self) {
        self.is_nearest = true;
    }

    fn is_of_tree(&self) -> bool {
        self.owner.has_trees
    }

    fn may_be_empty(&self, key: &str) -> bool {
        self.owner.may_lack_gradients && self.home(key).is_some_and(|home| home.is_backward())
    }

    fn kinds(&self) -> Vec<Kind<'_>> {
        self.inputs.iter().map(Input::kind).collect()
    }

    fn templates(&self) -> &[TemplateFolder] {
        &self.templates
    }

    fn tolerated(&self) -> &[Spanned<String>] {
        &self.tolerated
    }

    fn targets(&self) -> Vec<Target> {
        Profile::targets(self).collect()
    }

    fn reads_cpp(&self, path: &str) -> bool {
        let is_source = path.rsplit_once('.').is_some_and(|(_, extension)| self.owner.sources.contains(&extension));
        is_source || self.cpp_sources.as_ref().is_some_and(|settings| settings.reads(path))
    }

    fn paths_follow_operators(&self) -> bool {
        self.owner.paths_follow_operators
    }

    fn enable(&mut self, feature: &str) {
        for known in Feature::ALL.into_iter().filter(|known| known.name() == feature) {
            Profile::enable(self, known);
        }
    }
}

impl Default for Profile {
    fn default() -> Self {
        Profile::paddle_2_6()
    }
}

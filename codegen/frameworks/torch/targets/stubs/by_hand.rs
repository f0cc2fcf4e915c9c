//! Files that the profile describes rather than the YAML.

use render::{FilePlan, Item};
use serde::Serialize;
use torch_profile::{HandHints, Profile};
use torch_python::docstrings::Docstrings;
use torch_registry::Registry;

use super::functions::by_hand;
use super::{ALL, HINT, NAME, all, enums, items};

/// The template of an import.
const IMPORT: &str = "torch/stubs/import.pyi.j2";
/// The template of the type that indexes a tensor.
const INDEX: &str = "torch/stubs/index.pyi.j2";
/// The template of a class without members.
const CLASS: &str = "torch/stubs/class.pyi.j2";

/// Lines for names.
#[derive(Serialize)]
struct Names<'a, T> {
    names: &'a [T],
    /// What follows each name.
    is: &'a str,
}

/// A line for each name.
fn lines<T: Serialize>(names: &[T], is: &str) -> Vec<Item> {
    vec![Item::new("names", [Names { names, is }])]
}

/// A class without members.
#[derive(Serialize)]
struct Class<'a> {
    name: &'a str,
    base: Option<&'a str>,
}

/// The stub of `torch._C`, without the methods of tensors.
pub fn init(registry: &Registry, profile: &Profile) -> FilePlan {
    let hints = &profile.hints;
    let class = |name: &String| Item::new(name, [Class { name, base: Some("Tensor") }]);
    let index = Item::new("_Index", [Index { types: &hints.index_types, nested: &hints.nested_index_types }]);
    super::file("torch/_C/__init__.pyi", "_C/__init__.pyi.in")
        .with_part("dtype_class_hints", NAME, lines(&hints.dtypes, ": dtype = ..."))
        .with_part("tag_attributes", NAME, lines(&enums::tags(registry), ""))
        .with_part("dispatch_key_hints", NAME, lines(&profile.names.all_dispatch_keys, " = ..."))
        .with_part("torch_dispatch_mode_key_hints", NAME, lines(&hints.dispatch_modes, " = ..."))
        .with_part(
            "legacy_storage_base_hints",
            CLASS,
            vec![Item::new("StorageBase", [Class { name: "StorageBase", base: None }])],
        )
        .with_part("legacy_class_hints", CLASS, hints.legacy_classes.iter().map(class).collect())
        .with_part("index_type_def", INDEX, vec![index])
}

/// The type that indexes a tensor.
#[derive(Serialize)]
struct Index<'a> {
    types: &'a [String],
    nested: &'a [String],
}

/// The stub of `torch._C._nn`.
pub fn nn(profile: &Profile) -> FilePlan {
    let part = functions(&profile.hints.nn);
    super::file("torch/_C/_nn.pyi", "_C/_nn.pyi.in").with_part("c_nn_function_hints", HINT, part)
}

fn functions(written: &HandHints) -> Vec<Item> {
    items(&by_hand(written), "", &Docstrings::default())
}

/// An import in a template.
#[derive(Serialize)]
struct Import<'a> {
    module: &'a str,
    /// The names in the module and here, sorted.
    names: Vec<(&'a str, &'a str)>,
}

/// The stub of `torch.nn.functional`.
pub fn functional(profile: &Profile) -> FilePlan {
    let hints = &profile.hints;
    let import = |(module, names): (&String, &Vec<String>)| {
        let mut names: Vec<(&str, &str)> = names.iter().map(|name| imported(name)).collect();
        names.sort_unstable();
        Item::new(module, [Import { module, names }])
    };
    let imported_names = hints.functional_imports.values().flatten().map(|name| imported(name).1);
    let written = hints.functional.iter().filter(|(_, hints)| !hints.is_empty()).map(|(name, _)| name.as_str());
    let names: Vec<&str> = imported_names.chain(written).collect();
    super::file("torch/nn/functional.pyi", "nn/functional.pyi.in")
        .with_part("imported_hints", IMPORT, hints.functional_imports.iter().map(import).collect())
        .with_part("dispatched_hints", HINT, functions(&hints.functional))
        .with_part("extra_nn_functional___all__", ALL, vec![all("__all__ +=", &names)])
}

/// The names of an import: in its module, and here.
fn imported(name: &str) -> (&str, &str) {
    name.split_once(" as ").unwrap_or((name, name))
}

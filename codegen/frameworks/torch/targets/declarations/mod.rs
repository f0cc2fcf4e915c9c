//! Descriptions of all operators that other programs read: `Declarations.yaml` for bindings of other languages, and
//! `annotated_fn_args.py` for tests that override functions.

mod annotated;
mod argument;
mod declaration;
mod scalar;

use parallel::prelude::*;
use render::{FilePlan, Item};
use torch_profile::Profile;
use torch_registry::{Function, Registry};

/// The template of a file whose parts are everything in it.
const FILE: &str = "torch/declarations/file.j2";
/// The template of an overload.
const DECLARATION: &str = "torch/declarations/declaration.yaml.j2";

/// The files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let functions: Vec<&Function> = registry.functions().map(|(_, function)| function).collect();
    let item = |function: &&Function| Item::new(&function.name().to_string(), [declaration::of(function)]);
    let items: Vec<Item> = functions.par_iter().with_min_len(16).map(item).collect();
    let declarations = FilePlan::new("build/aten/src/ATen/Declarations.yaml", FILE, ());
    vec![declarations.with_items(DECLARATION, items), annotated::plan(registry, profile)]
}

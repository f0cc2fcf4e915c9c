//! The nodes of the graph: their classes, and their attributes in Python.

use std::collections::BTreeSet;

use render::torchgen_shards::shard_of;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_autograd::{Gradients, Node};
use torch_profile::Profile;
use torch_registry::Registry;

use super::node_class::NodeClass;
use crate::frame::{File, in_autograd};
use crate::reframed::{FrameKind, Reframed};

/// The sources into which attributes for Python are divided.
const SHARDS: usize = 5;
const HEADER: &str = "Functions.h";
const SOURCE: &str = "Functions.cpp";
/// The header that the source includes.
const RUNTIME: &str = "nodes.h";
/// The header with definitions of what that declares.
pub const RUNTIME_DEFINITIONS: &str = "nodes_impl.h";
const PYTHON_HEADER: &str = "python_functions.h";
/// The header that sources for Python include.
const PYTHON_RUNTIME: &str = "python_node_attributes.h";

/// A part of the attributes for Python.
#[derive(Debug, Serialize)]
struct Shard {
    number: usize,
}

/// The types that compiled autograd sees.
#[derive(Debug, Serialize)]
struct Types {
    /// The types of members that are values.
    values: BTreeSet<String>,
    /// The types of values that are not members, or not always the same.
    arguments: [&'static str; 2],
    /// All types of packed arguments.
    packed: BTreeSet<String>,
}

impl Types {
    fn new<'a>(classes: impl Iterator<Item = &'a NodeClass>) -> Types {
        let (mut values, mut packed) = (BTreeSet::new(), BTreeSet::new());
        let arguments = ["bool", "size_t"];
        packed.extend(arguments.map(str::to_owned));
        for (ty, is_value) in classes.flat_map(NodeClass::seen_types) {
            // A type that is spelled in two ways would be compiled twice.
            let ty = ty.replace("::std::", "std::");
            if is_value {
                values.insert(ty.clone());
            }
            packed.insert(ty);
        }
        Types { values, arguments, packed }
    }
}

/// The outputs.
pub fn plan(registry: &Registry, profile: &Profile, gradients: &Gradients) -> Vec<FilePlan> {
    let classes: Vec<(&str, NodeClass)> = classes(profile, gradients.nodes()).collect();
    let types = Types::new(classes.iter().map(|(_, class)| class));
    let items: Vec<Item> = classes.iter().map(|(name, class)| Item::new(name, [class])).collect();
    let header = File::in_autograd(profile, HEADER, HEADER).plan();
    let header = header.with_whole("autograd_function_declarations", "torch/autograd/node_class.j2", items.clone());
    let source = FilePlan::new(&in_autograd(profile, SOURCE), "torch/autograd/functions.cpp.j2", ());
    let source = source.with_whole("autograd_function_definitions", "torch/autograd/node_definition.j2", items);
    let mut plans = vec![header, source];
    plans.extend(python(registry, profile, gradients));
    for name in [RUNTIME, PYTHON_RUNTIME] {
        plans.push(FilePlan::new(&in_autograd(profile, name), format!("torch/autograd/{name}.j2"), ()));
    }
    plans.push(FilePlan::new(&in_autograd(profile, RUNTIME_DEFINITIONS), "torch/autograd/nodes_impl.h.j2", types));
    plans
}

fn reframed<'a>(file: &'a str, frame: &'a str, header: &'a &'a str, values: &'a [(&'a str, &'a str)]) -> Reframed<'a> {
    let headers = std::slice::from_ref(header);
    Reframed { file, frame, kind: FrameKind::AfterHeaders, headers, operators: Vec::new(), values }
}

fn classes<'a>(
    profile: &Profile,
    nodes: impl Iterator<Item = (&'a str, &'a Node)>,
) -> impl Iterator<Item = (&'a str, NodeClass)> {
    let is_view = |name: &String| {
        profile.view_functions.contains_key(name) || profile.names.views_with_metadata_change.contains(name)
    };
    nodes.filter_map(move |(name, node)| Some((name, NodeClass::new(node, is_view(&node.name))?)))
}

/// The attributes of nodes for Python.
fn python(registry: &Registry, profile: &Profile, gradients: &Gradients) -> Vec<FilePlan> {
    let mut shards: Vec<Vec<(&str, &Node)>> = vec![Vec::new(); SHARDS];
    for (name, node) in gradients.written_nodes() {
        // PyTorch's build lists the files, so each node must be in the one that it expects. Names are ASCII.
        shards[shard_of(&node.name, SHARDS).unwrap_or_default()].push((name, node));
    }
    let numbers = || (0..SHARDS).map(|number| Shard { number });
    let header = File::in_autograd(profile, PYTHON_HEADER, PYTHON_HEADER)
        .with_texts("shard_forward_declare", "torch/autograd/python_shard.j2", "shard_forward_declare", numbers())
        .with_texts("shard_call", "torch/autograd/python_shard_call.j2", "shard_call", numbers());
    let source = |(number, nodes): (usize, Vec<(&str, &Node)>)| {
        let (file, shard) = (format!("python_functions_{number}.cpp"), format!("_{number}"));
        let values = [("shard_id", shard.as_str())];
        let items: Vec<Item> =
            classes(profile, nodes.into_iter()).map(|(name, class)| Item::new(name, [class])).collect();
        reframed(&file, "python_functions.cpp", &PYTHON_RUNTIME, &values)
            .plan(registry, profile)
            .with_whole("py_function_props_and_getters", "torch/autograd/python_attributes.j2", items.clone())
            .with_whole("py_function_initializers", "torch/autograd/python_class.j2", items)
    };
    std::iter::once(header.plan()).chain(shards.into_iter().enumerate().map(source)).collect()
}

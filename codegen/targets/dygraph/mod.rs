//! Target `dygraph`: the functions of the dynamic graph, their grad nodes, and the runtime they share.

mod cpp_types;
mod creation;
mod forward;
mod layout;
mod node;
mod node_names;
mod slots;
mod tails;

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{BANNER, FilePlan, Item, cpp};
pub use cpp_types::ad_function;
use forward::ForwardPlan;
use node::{Context, NodePlan};
use profile::{Group, Profile};
use registry::{OpId, Registry};
use slots::Pairing;
use spec::{Op, Signature};

/// What the profile says of this target.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub functions_header: String,
    pub functions_source: String,
    pub nodes_header: String,
    pub nodes_source: String,
    pub runtime: String,
    /// Operators that are written by hand, whole chains of gradients included.
    pub hand_written: Vec<String>,
    /// Gradients whose absent inputs are filled with zeros.
    pub fill_zero: Vec<String>,
    /// Composite functions without a kernel beside them.
    pub prim_only: Vec<String>,
    /// Operators that take strided tensors as they are.
    pub strided_ops: Vec<String>,
    /// Operators whose two inputs are brought to one data type.
    pub type_promotion: BTreeMap<String, [String; 2]>,
    pub no_amp: Vec<String>,
    pub never_inplace: Vec<String>,
    pub unchecked_inplace: Vec<String>,
    pub counted_inplace: Vec<String>,
    pub dimension_attrs: Vec<String>,
    pub layout_attrs: Vec<String>,
    pub pruned: Vec<Pruned>,
    #[serde(rename = "group")]
    pub groups: Vec<Group>,
}

/// Gradients that are wanted only if another output's is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pruned {
    pub forward: String,
    /// Input to the output that decides.
    pub inputs: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    runtime: &'a str,
    functions_header: &'a str,
    nodes_header: &'a str,
}

/// What Python is told of a function: names, and `tensor` or `list` for arguments that are. Each has a comma behind it.
#[derive(Serialize)]
struct InfoPlan {
    name: String,
    args: String,
    arg_types: String,
    returns: String,
}

/// Plans every file of the target.
pub fn plan<'a>(registry: &'a Registry, profile: &'a Profile) -> Vec<FilePlan<'a>> {
    let settings = &profile.dygraph;
    let chains: Vec<Chain> = settings.groups.iter().flat_map(|group| chains(registry, group, settings)).collect();
    let functions = |chain: &Chain<'a>| chain.item(|chain| functions(&chain, settings));
    let functions: Vec<Item> = chains.iter().map(functions).collect();
    let nodes = |chain: &Chain<'a>| chain.item(|chain| nodes(registry, &chain, settings));
    let nodes: Vec<Item> = chains.iter().map(nodes).collect();
    let files = FilesPlan {
        banner: BANNER,
        runtime: &settings.runtime,
        functions_header: &settings.functions_header,
        nodes_header: &settings.nodes_header,
    };
    let file = |path: &str, template, item, items: &[Item<'a>]| {
        FilePlan::new(path, template, &files).with_items(item, items.to_vec())
    };
    vec![
        file(&settings.functions_header, "dygraph/functions.h.j2", "dygraph/declaration.h.j2", &functions),
        file(&settings.functions_source, "dygraph/functions.cc.j2", "dygraph/function.cc.j2", &functions).with_part(
            "info",
            "dygraph/info.cc.j2",
            info(&chains, settings),
        ),
        file(&settings.nodes_header, "dygraph/nodes.h.j2", "dygraph/node.h.j2", &nodes),
        file(&settings.nodes_source, "dygraph/nodes.cc.j2", "dygraph/node.cc.j2", &nodes),
        FilePlan::new(&settings.runtime, "dygraph/runtime.h.j2", &files),
    ]
}

/// A forward operator and its chain of gradients.
#[derive(Clone, Copy)]
struct Chain<'a> {
    group: &'a Group,
    /// The forward operator.
    id: OpId,
    forward: &'a Op,
    /// Its own gradient.
    backward: Option<&'a Op>,
}

impl<'a> Chain<'a> {
    fn pairing(&self) -> Pairing<'a> {
        Pairing::new(self.forward, self.backward)
    }

    fn namespace(&self) -> Option<&'a str> {
        self.group.namespace.as_deref()
    }

    /// All that is made of a chain belongs to its forward operator: a gradient decides on what is made of its neighbours.
    fn item<P: Serialize>(&self, make: impl FnOnce(Chain<'a>) -> Vec<P> + Send + 'a) -> Item<'a> {
        let chain = *self;
        Item::new(self.id, &self.forward.name.value, move || make(chain))
    }
}

/// The chains of a group that are generated.
fn chains<'a>(registry: &'a Registry, group: &'a Group, settings: &'a Settings) -> impl Iterator<Item = Chain<'a>> {
    let wanted = move |op: &Op| op.is_in_dygraph() && !settings.hand_written.contains(&op.name.value);
    registry.ops_of(&group.homes).filter(move |(_, op)| wanted(op)).map(move |(id, op)| {
        let backward = registry.links(id).backward.map(|id| registry.op(id));
        Chain { group, id, forward: op, backward }
    })
}

/// The declarations of the functions that the dynamic graph has of an operator, defaults included.
pub fn declarations(registry: &Registry, id: OpId, settings: &Settings) -> Vec<String> {
    let Some(chain) = chain_of(registry, id, settings) else { return Vec::new() };
    let scope = cpp::prefix(chain.namespace());
    let shown = |plan: ForwardPlan| format!("{} {scope}{}({})", plan.returns, plan.function, plan.declared);
    functions(&chain, settings).into_iter().map(shown).collect()
}

/// The classes of the grad nodes behind an operator, one for each of the gradients in its chain.
pub fn node_classes(registry: &Registry, id: OpId, settings: &Settings) -> Vec<String> {
    chain_of(registry, id, settings)
        .map_or(Vec::new(), |chain| nodes(registry, &chain, settings).into_iter().map(|plan| plan.class).collect())
}

fn chain_of<'a>(registry: &'a Registry, id: OpId, settings: &'a Settings) -> Option<Chain<'a>> {
    settings.groups.iter().flat_map(|group| chains(registry, group, settings)).find(|chain| chain.id == id)
}

fn functions(chain: &Chain, settings: &Settings) -> Vec<ForwardPlan> {
    forward::plan(&chain.pairing(), chain.namespace(), settings)
}

fn nodes(registry: &Registry, chain: &Chain, settings: &Settings) -> Vec<NodePlan> {
    let group = chain.group;
    let is_forward = |name: &str| {
        group.homes.iter().any(|&home| {
            registry.find(home.family(), name).is_some_and(|id| group.homes.contains(&registry.op(id).home))
        })
    };
    let context = Context { namespace: chain.namespace(), settings, is_forward: &is_forward };
    let ids = registry.grad_chain(chain.id);
    let pairs = ids.iter().zip(ids.iter().skip(1)).enumerate();
    let plan = |(i, (&forward, &backward))| {
        let next = ids.get(i + 2).map(|&id| registry.op(id));
        node::plan(registry.op(forward), registry.op(backward), next, &context)
    };
    pairs.map(plan).collect()
}

/// Of several functions of one name, the last counts: the framework has one table for all namespaces.
fn info<'a>(chains: &[Chain<'a>], settings: &Settings) -> Vec<Item<'a>> {
    let mut table: IndexMap<String, Item> = IndexMap::new();
    for chain in chains {
        let op = chain.forward;
        let name = &op.name.value;
        let inplace = !op.inplace.is_empty() && !op.is_inplace_only() && !settings.never_inplace.contains(name);
        let variants = [Some(("plain", name.clone())), inplace.then(|| ("inplace", op.function_name(true)))];
        for (role, name) in variants.into_iter().flatten() {
            let of = name.clone();
            let item = chain.item(|chain| vec![info_of(of, slots::names(chain.forward, chain.backward))]);
            table.insert(name, Item { role: role.into(), ..item });
        }
    }
    table.into_values().collect()
}

fn info_of(function: String, names: &Signature) -> InfoPlan {
    let listed = |name: &str| format!("{name},");
    let types = names.inputs.iter().map(|input| listed(if input.ty.is_list() { "list" } else { "tensor" }));
    let args = names.input_names().chain(names.attrs.iter().map(|attr| attr.name.as_str()));
    InfoPlan {
        name: function,
        args: args.map(listed).collect(),
        arg_types: types.chain(names.attrs.iter().map(|_| listed(""))).collect(),
        returns: names.output_names().map(listed).collect(),
    }
}

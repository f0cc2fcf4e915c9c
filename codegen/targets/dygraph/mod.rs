//! Target `dygraph`: the functions of the dynamic graph, their grad nodes, and the runtime they share.

mod cpp_types;
mod creation;
mod forward;
mod layout;
mod node;
mod node_names;
mod slots;
mod tails;

use indexmap::IndexMap;
use serde::Serialize;

use super::{BANNER, FilePlan, Item, cpp, items};
pub use cpp_types::ad_function;
use forward::ForwardPlan;
use node::{Context, NodePlan};
use profile::{Dygraph, Group, Profile};
use registry::{OpId, Registry};
use slots::Pairing;
use spec::{Op, Signature};

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
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(settings) = &profile.dygraph else { return Vec::new() };
    let chains: Vec<Chain> = all_chains(registry, settings).collect();
    let functions = items(&chains, |chain| chain.item(functions(chain, settings)));
    let nodes = items(&chains, |chain| chain.item(nodes(registry, chain, settings)));
    let files = FilesPlan {
        banner: BANNER,
        runtime: &settings.runtime,
        functions_header: &settings.functions_header,
        nodes_header: &settings.nodes_header,
    };
    let file = |path: &str, template, item, items: &[Item]| {
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
    fn item<P: Serialize>(&self, plans: impl IntoIterator<Item = P>) -> Item {
        Item::new(&self.forward.name.value, plans)
    }
}

/// The chains of all groups, in their order.
fn all_chains<'a>(registry: &'a Registry, settings: &'a Dygraph) -> impl Iterator<Item = Chain<'a>> {
    settings.groups.values().flat_map(|group| chains(registry, group, settings))
}

/// The chains of a group that are generated.
fn chains<'a>(registry: &'a Registry, group: &'a Group, settings: &'a Dygraph) -> impl Iterator<Item = Chain<'a>> {
    let wanted = move |op: &Op| op.is_in_dygraph() && !settings.hand_written.contains(&op.name.value);
    registry.ops_of(&group.homes).filter(move |(_, op)| wanted(op)).map(move |(id, op)| {
        let backward = registry.links(id).backward.map(|id| registry.op(id));
        Chain { group, id, forward: op, backward }
    })
}

/// The declarations of the functions that the dynamic graph has of an operator, defaults included.
pub fn declarations(registry: &Registry, id: OpId, profile: &Profile) -> Vec<String> {
    let Some(settings) = &profile.dygraph else { return Vec::new() };
    let Some(chain) = all_chains(registry, settings).find(|chain| chain.id == id) else { return Vec::new() };
    let scope = cpp::prefix(chain.namespace());
    let shown = |plan: ForwardPlan| format!("{} {scope}{}({})", plan.returns, plan.function, plan.declared);
    functions(&chain, settings).into_iter().map(shown).collect()
}

/// The classes of the grad nodes behind an operator, one for each of the gradients in its chain.
pub fn node_classes(registry: &Registry, id: OpId, profile: &Profile) -> Vec<String> {
    let Some(settings) = &profile.dygraph else { return Vec::new() };
    let chain = all_chains(registry, settings).find(|chain| chain.id == id);
    let nodes = chain.map_or(Vec::new(), |chain| nodes(registry, &chain, settings));
    nodes.into_iter().map(|plan| plan.class).collect()
}

fn functions(chain: &Chain, settings: &Dygraph) -> Vec<ForwardPlan> {
    forward::plan(&chain.pairing(), chain.namespace(), settings)
}

fn nodes(registry: &Registry, chain: &Chain, settings: &Dygraph) -> Vec<NodePlan> {
    let group = chain.group;
    let is_forward = |name: &str| {
        let is_here = |id| group.homes.iter().any(|home| home == registry.op(id).home.key());
        registry.find(chain.forward.home.family(), name).is_some_and(is_here)
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
fn info(chains: &[Chain], settings: &Dygraph) -> Vec<Item> {
    let mut table: IndexMap<String, Item> = IndexMap::new();
    for chain in chains {
        let op = chain.forward;
        let name = &op.name.value;
        let inplace = !op.inplace.is_empty() && !op.is_inplace_only() && !settings.never_inplace.contains(name);
        let names = [Some(name.clone()), inplace.then(|| op.function_name(true))];
        for name in names.into_iter().flatten() {
            let plan = info_of(name.clone(), slots::names(chain.forward, chain.backward));
            table.insert(name, chain.item([plan]));
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

//! Target `dygraph`: the functions of the dynamic graph, their grad nodes, and their shared runtime.

mod creation;
mod flags;
mod forward;
mod layout;
mod locals;
mod node;
mod node_names;
#[cfg(test)]
mod tests;

use indexmap::{IndexMap, IndexSet};
use parallel::prelude::*;
use serde::Serialize;

use super::{BANNER, FilePlan, Item};
use forms::dygraph::{Chain, Maker, all_chains, argument_names, chains, functions, gradient_chains, node_chains};
use forward::ForwardPlan;
use node::{Context, NodePlan};
use profile::{Dygraph, DygraphFeature, DygraphForm, GradientFiles, Profile};
use registry::Registry;
use spec::{AttrType, Signature, stem};

#[derive(Clone, Copy, Serialize)]
struct FileContext<'a> {
    banner: &'a str,
    /// The header of a source.
    header: &'a str,
    includes: &'a [String],
    /// The headers to include instead if a source needs only declarations.
    declarations: &'a [String],
    /// Whether the file has the tables of names that Python reads.
    tables: bool,
}

/// Further facts for the headers of the runtime and of nodes.
#[derive(Clone, Copy, Serialize)]
struct RuntimeHeaderContext<'a> {
    #[serde(flatten)]
    file: FileContext<'a>,
    /// Some functions cast integers.
    autocasts: bool,
    /// Inputs that nodes keep may stay views.
    stride_computes: bool,
    /// Calls have names.
    debugging: bool,
}

/// Further facts for the runtime.
#[derive(Serialize)]
struct RuntimeContext<'a> {
    #[serde(flatten)]
    file: FileContext<'a>,
    promotes_by_shape: bool,
    /// Whether inplace functions promote the caller's tensor.
    promotes_inplace: bool,
    /// Some functions cast integers.
    autocasts: bool,
    /// Inputs that nodes keep may stay views.
    stride_computes: bool,
    needs_strides: bool,
    /// Whether gradients can be in another stage of a pipeline.
    pipelines: bool,
    records_grad_nodes: bool,
    composites_may_be_skipped: bool,
    /// Nodes bring their tensors to the mesh of the incoming gradients.
    meshes: bool,
    post_hooks: bool,
    debugging: bool,
    /// Errors may show where a node was made.
    call_stacks: bool,
    /// The framework is told which nodes are made.
    recorded_nodes: bool,
    /// The types of attributes that depend on the layout, for each function that has any.
    layout_attributes: IndexSet<Vec<&'a str>>,
    /// The types of the attributes of gradients.
    attribute_types: IndexSet<&'a str>,
    /// The nodes whose gradients are composed of primitive operators.
    composites: Vec<&'a NodePlan>,
}

/// A function in the tables of names that Python reads.
#[derive(Serialize)]
struct InfoPlan {
    name: String,
    args: Vec<String>,
    /// `tensor` or `list`; empty for attributes.
    arg_types: Vec<&'static str>,
    returns: Vec<String>,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(section) = &profile.dygraph else { return Vec::new() };
    let chains: Vec<Chain> = all_chains(registry, section).collect();
    let functions = plans(&chains, |chain| forward_plans(chain, profile, section));
    let with_nodes: Vec<Chain> = node_chains(registry, section).collect();
    let nodes = plans(&with_nodes, |chain| nodes(registry, chain, section));
    let gradients: Vec<Chain> = gradient_chains(registry, section).collect();
    let gradient_plans = plans(&gradients, |chain| forward_plans(chain, profile, section));
    let runtime = runtime(functions.iter().chain(&gradient_plans).flatten(), &nodes, profile, section);
    let runtime_header = RuntimeHeaderContext {
        file: context(&section.runtime, &section.includes.runtime),
        autocasts: runtime.autocasts,
        stride_computes: runtime.stride_computes,
        debugging: runtime.debugging,
    };
    let node_base =
        RuntimeHeaderContext { file: context(&section.node_base, &section.includes.node_base), ..runtime_header };
    let runtime = FilePlan::new(&section.runtime_source, "dygraph/runtime.cc.j2", runtime);
    let mut functions = items(&chains, functions, item);
    let gradient_items = items(&gradients, gradient_plans, item);
    let mut plans = match section.gradient_functions.as_ref().and_then(|functions| functions.files.as_ref()) {
        Some(files) => gradient_files(files, gradient_items, section).into(),
        None => {
            functions.extend(gradient_items);
            Vec::new()
        }
    };
    let functions_source =
        FileContext { tables: true, ..context(&section.functions_header, &section.includes.functions_source) };
    let nodes = items(&with_nodes, nodes, |chain, nodes| nodes_item(chain, nodes, section));
    let includes = &section.includes;
    let file = |path: &str, template, header, includes| FilePlan::new(path, template, context(header, includes));
    let (functions_header, nodes_header) = (&section.functions_header, &section.nodes_header);
    let functions_header_context = FileContext {
        declarations: &includes.declarations,
        tables: true,
        ..context(functions_header, &includes.functions_header)
    };
    plans.extend([
        FilePlan::new(functions_header, "dygraph/functions.h.j2", functions_header_context)
            .with_items("dygraph/declaration.h.j2", functions.clone()),
        FilePlan::new(&section.functions_source, "dygraph/functions.cc.j2", functions_source)
            .with_items("dygraph/function.cc.j2", functions)
            .with_part("info", "dygraph/info.cc.j2", info(chains.iter().chain(&gradients), section)),
        file(nodes_header, "dygraph/nodes.h.j2", nodes_header, &includes.nodes_header)
            .with_items("dygraph/node.h.j2", nodes.clone()),
        file(&section.nodes_source, "dygraph/nodes.cc.j2", functions_header, &includes.nodes_source)
            .with_items("dygraph/node.cc.j2", nodes),
        FilePlan::new(&section.runtime, "dygraph/runtime.h.j2", runtime_header),
        FilePlan::new(&section.node_base, "dygraph/node_base.h.j2", node_base),
        runtime,
    ]);
    plans
}

/// The files with only the functions of gradients.
fn gradient_files(files: &GradientFiles, functions: Vec<Item>, section: &Dygraph) -> [FilePlan; 2] {
    let header = FileContext {
        declarations: &section.includes.declarations,
        ..context(&files.header, &section.includes.functions_header)
    };
    [
        FilePlan::new(&files.header, "dygraph/functions.h.j2", header)
            .with_items("dygraph/declaration.h.j2", functions.clone()),
        FilePlan::new(&files.source, "dygraph/functions.cc.j2", context(&files.header, &files.includes))
            .with_items("dygraph/function.cc.j2", functions),
    ]
}

/// The plans for each chain, computed in parallel.
fn plans<P: Send>(chains: &[Chain], plan: impl Fn(&Chain) -> Vec<P> + Sync + Send) -> Vec<Vec<P>> {
    chains.par_iter().with_min_len(16).map(plan).collect()
}

/// An item with the plans for each chain, computed in parallel.
fn items<P: Send>(
    chains: &[Chain],
    plans: Vec<Vec<P>>,
    make: impl Fn(&Chain, Vec<P>) -> Item + Sync + Send,
) -> Vec<Item> {
    chains.par_iter().zip(plans).with_min_len(16).map(|(chain, plans)| make(chain, plans)).collect()
}

/// The item of a chain's nodes, with the headers of the functions that they call.
fn nodes_item(chain: &Chain, nodes: Vec<NodePlan>, section: &Dygraph) -> Item {
    let calls_hand_written = nodes
        .iter()
        .filter_map(NodePlan::forward_function)
        .any(|function| section.hand_written.iter().any(|op| stem(op) == stem(function)));
    let includes = if calls_hand_written { section.includes.hand_written.clone() } else { Vec::new() };
    Item { includes, ..item(chain, nodes) }
}

fn context<'a>(header: &'a str, includes: &'a [String]) -> FileContext<'a> {
    FileContext { banner: BANNER, header, includes, declarations: &[], tables: false }
}

/// The parts of the runtime that functions and nodes need.
fn runtime<'a>(
    functions: impl Iterator<Item = &'a ForwardPlan>,
    nodes: &'a [Vec<NodePlan>],
    profile: &'a Profile,
    section: &'a Dygraph,
) -> RuntimeContext<'a> {
    let types = profile.cpp.types.get("eager");
    let spelled = |ty: AttrType| types.and_then(|types| types.get(&ty.to_string())).map_or("", String::as_str);
    let layout_attributes = functions.map(|plan| plan.layout_types().map(spelled).collect());
    let nodes = nodes.iter().flatten();
    let is_pipelined = section.form == DygraphForm::Pipelined;
    RuntimeContext {
        file: context(&section.runtime, &section.includes.runtime_source),
        promotes_by_shape: is_pipelined,
        promotes_inplace: section.type_promotion.keys().any(|function| stem(function) != function),
        autocasts: !section.type_autocast.is_empty(),
        stride_computes: !section.stride_compute_ops.is_empty(),
        needs_strides: !section.needs_strides.is_empty(),
        pipelines: is_pipelined,
        records_grad_nodes: is_pipelined,
        composites_may_be_skipped: is_pipelined,
        meshes: section.features.contains(&DygraphFeature::Meshes),
        post_hooks: section.features.contains(&DygraphFeature::PostHooks),
        debugging: section.features.contains(&DygraphFeature::Debugging),
        call_stacks: section.features.contains(&DygraphFeature::CallStacks),
        recorded_nodes: section.features.contains(&DygraphFeature::RecordedNodes),
        layout_attributes: layout_attributes.filter(|types: &Vec<_>| !types.is_empty()).collect(),
        attribute_types: nodes.clone().flat_map(NodePlan::attribute_types).map(spelled).collect(),
        composites: nodes.filter(|node| node.composite.is_some()).collect(),
    }
}

/// Declarations of the functions that are written by hand.
pub fn hand_written_functions(registry: &Registry, profile: &Profile) -> Vec<Item> {
    let Some(section) = &profile.dygraph else { return Vec::new() };
    let chains = section.groups.values().flat_map(|group| chains(registry, group, section, Maker::Hand));
    chains.map(|chain| item(&chain, forward_plans(&chain, profile, section))).collect()
}

/// A chain is one item, because a gradient affects the code of the operators before and after it.
fn item<P: Serialize>(chain: &Chain, plans: impl IntoIterator<Item = P>) -> Item {
    Item::new(&chain.forward.name.value, plans)
}

fn forward_plans(chain: &Chain, profile: &Profile, section: &Dygraph) -> Vec<ForwardPlan> {
    let pairing = chain.pairing();
    functions(chain, section, profile.cpp_api.as_ref())
        .into_iter()
        .map(|function| forward::plan(function, &pairing, section))
        .collect()
}

fn nodes(registry: &Registry, chain: &Chain, section: &Dygraph) -> Vec<NodePlan> {
    let group = chain.group;
    let is_forward = |name: &str| {
        let is_here = |id| group.homes.iter().any(|home| home == registry.op(id).home.key());
        registry.find(chain.forward.home.family(), name).is_some_and(is_here)
    };
    let context = Context { namespace: chain.namespace(), section, is_forward: &is_forward };
    let ids = registry.grad_chain(chain.id);
    let pairs = ids.iter().zip(ids.iter().skip(1)).enumerate();
    let plan = |(i, (&forward, &backward))| {
        let next = ids.get(i + 2).map(|&id| registry.op(id));
        node::plan(registry.op(forward), registry.op(backward), next, &context)
    };
    pairs.map(plan).collect()
}

/// The rows of the framework's table, which is shared by all namespaces. Of several functions with one name, the last is used.
fn info<'a>(chains: impl Iterator<Item = &'a Chain<'a>>, section: &Dygraph) -> Vec<Item> {
    let mut table: IndexMap<String, Item> = IndexMap::new();
    for chain in chains {
        let op = chain.forward;
        let name = &op.name.value;
        let inplace = !op.inplace.is_empty() && !op.is_inplace_only() && !chain.never_inplace(section);
        let names = [Some(name.clone()), inplace.then(|| op.function_name(true))];
        for name in names.into_iter().flatten() {
            let plan = info_of(name.clone(), argument_names(chain.forward, chain.backward));
            table.insert(name, item(chain, [plan]));
        }
    }
    table.into_values().collect()
}

fn info_of(function: String, names: &Signature) -> InfoPlan {
    let inputs = names.inputs.iter().map(|input| if input.ty.is_list() { "list" } else { "tensor" });
    let args = names.input_names().chain(names.attrs.iter().map(|attr| attr.name.as_str()));
    InfoPlan {
        name: function,
        args: args.map(str::to_owned).collect(),
        arg_types: inputs.chain(names.attrs.iter().map(|_| "")).collect(),
        returns: names.output_names().map(str::to_owned).collect(),
    }
}

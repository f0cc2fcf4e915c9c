//! Target `static_op`: the operators of static programs, with their makers, kernel selection, shape inference and gradients.

mod composite;
mod kernel_key;
mod version;

use serde::Serialize;

use super::{BANNER, FilePlan, Item, items, spread};
use composite::CompositePlan;
use forms::static_graph::{
    GradMaker, OpGroup, OpMaker, StaticOp, TensorName, grad_maker, inplace, no_need_buffer, op_maker,
};
use kernel_key::KernelKeyPlan;
use profile::{Profile, StaticGraph, StaticGroup, VarType};
use registry::{OpId, Registry};
use version::CheckpointPlan;

#[derive(Serialize)]
struct SourceContext<'a> {
    banner: &'a str,
    runtime: &'a str,
    includes: &'a [String],
}

#[derive(Serialize)]
struct RuntimeContext<'a> {
    banner: &'a str,
    includes: &'a [String],
    runtime_source: &'a str,
}

#[derive(Serialize)]
struct RuntimeSourceContext<'a> {
    banner: &'a str,
    runtime: &'a str,
    includes: &'a [String],
    force_cpu_attr: &'a str,
}

/// An operator and its chain of gradients, which are registered together.
#[derive(Debug, Serialize)]
struct ChainPlan {
    members: Vec<MemberPlan>,
}

/// A grad op maker that composes primitive operators.
#[derive(Debug, Serialize)]
struct ComposedPlan {
    maker: CompositePlan,
}

#[derive(Debug, Serialize)]
struct MemberPlan {
    grad_maker: Option<GradMaker>,
    composite: Option<CompositePlan>,
    operator: Option<OperatorPlan>,
}

/// The registration of a type of operator.
#[derive(Debug, Serialize)]
struct OperatorPlan {
    op: String,
    /// The first part of the names of its classes.
    class: String,
    /// Whether it has a class of its own that selects its kernel. Otherwise, it uses the common class.
    has_class: bool,
    /// `None` for gradients, whose arguments are set by the grad op maker.
    maker: Option<OpMaker>,
    key: KernelKeyPlan,
    infer_meta: String,
    inplace: Option<InplacePlan>,
    /// The inputs whose data is not read.
    no_need_buffer: Vec<TensorName>,
    var_type: Option<VarType>,
    gradient_maker: Option<GradientMaker>,
    /// The first part of the name of the class that composes the gradient of primitive operators.
    composite: Option<String>,
    checkpoints: Vec<CheckpointPlan>,
}

/// An output and the input that it can overwrite.
#[derive(Debug, Serialize)]
struct InplacePlan {
    input: TensorName,
    output: TensorName,
}

/// The maker of the gradient, in programs and in imperative mode.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum GradientMaker {
    /// The maker class of a gradient, without the suffix of its name.
    Of { class: String },
    /// Declares that a forward operator has no gradient.
    Empty,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(graph) = &profile.static_graph else { return Vec::new() };
    let mut plans: Vec<FilePlan> = graph.groups.values().flat_map(|group| sources(registry, graph, group)).collect();
    plans.extend([composites(registry, graph)]);
    plans.extend(runtimes(graph));
    plans
}

/// The files that do not depend on the operators.
fn runtimes(graph: &StaticGraph) -> [FilePlan; 4] {
    let StaticGraph { runtime, runtime_source, version_source, composite_runtime, includes, force_cpu_attr, .. } =
        graph;
    let header = RuntimeContext { banner: BANNER, includes: &includes.runtime, runtime_source };
    let source = RuntimeSourceContext { banner: BANNER, runtime, includes: &includes.runtime_source, force_cpu_attr };
    let version = SourceContext { banner: BANNER, runtime, includes: &includes.version };
    let composite = SourceContext { banner: BANNER, runtime, includes: &includes.composite };
    [
        FilePlan::new(runtime, "static_op/runtime.h.j2", header),
        FilePlan::new(runtime_source, "static_op/runtime.cc.j2", source),
        FilePlan::new(version_source, "static_op/version.cc.j2", version),
        FilePlan::new(composite_runtime, "static_op/composite_runtime.h.j2", composite),
    ]
}

/// The grad op makers that compose primitive operators. They are apart from the operators, because their headers are heavy.
fn composites(registry: &Registry, graph: &StaticGraph) -> FilePlan {
    let makers = graph.groups.values().flat_map(|group| {
        let builder = Builder::new(registry, graph, group);
        let heads: Vec<OpId> = builder.ops.forward().collect();
        heads
            .into_iter()
            .filter_map(|head| {
                let chain = builder.ops.chain(head).into_iter();
                let plans: Vec<_> =
                    chain.filter_map(|op| Some(ComposedPlan { maker: builder.composite(op)? })).collect();
                (!plans.is_empty()).then(|| Item::new(&registry.op(head).name.value, plans))
            })
            .collect::<Vec<_>>()
    });
    let context = SourceContext { banner: BANNER, runtime: &graph.composite_runtime, includes: &[] };
    FilePlan::new(&graph.composite_source, "static_op/composite_source.cc.j2", context)
        .with_items("static_op/composite.cc.j2", makers.collect())
}

fn sources(registry: &Registry, graph: &StaticGraph, group: &StaticGroup) -> Vec<FilePlan> {
    let builder = Builder::new(registry, graph, group);
    let context = SourceContext { banner: BANNER, runtime: &graph.runtime, includes: &group.includes };
    let mut heads: Vec<Vec<OpId>> = group.sources.iter().map(|_| Vec::new()).collect();
    for head in builder.ops.forward() {
        if let Some(source) = heads.get_mut(source_of(&registry.op(head).name.value, group)) {
            source.push(head);
        }
    }
    let chain = |&head: &OpId| Item::new(&registry.op(head).name.value, [builder.chain(head)]);
    let file = |(source, heads): (&String, Vec<OpId>)| {
        FilePlan::new(source, "static_op/source.cc.j2", &context)
            .with_items("static_op/chain.cc.j2", items(&heads, chain))
    };
    group.sources.iter().zip(heads).map(file).collect()
}

/// The index of an operator's source in its group. It does not depend on other operators, so no operator moves because of a
/// change to another; nor on the operator's shard, so the shards of every source are of similar size.
fn source_of(op: &str, group: &StaticGroup) -> usize {
    spread(&format!("the source of {op}"), group.sources.len())
}

struct Builder<'a> {
    registry: &'a Registry,
    graph: &'a StaticGraph,
    group: &'a StaticGroup,
    ops: OpGroup<'a>,
}

impl<'a> Builder<'a> {
    fn new(registry: &'a Registry, graph: &'a StaticGraph, group: &'a StaticGroup) -> Self {
        Builder { registry, graph, group, ops: OpGroup::new(registry, graph, group) }
    }

    fn chain(&self, head: OpId) -> ChainPlan {
        ChainPlan { members: self.ops.chain(head).into_iter().map(|op| self.member(op)).collect() }
    }

    fn member(&self, op: &StaticOp<'a>) -> MemberPlan {
        MemberPlan {
            grad_maker: self.forward(op).and_then(|forward| grad_maker(op, forward, &self.ops)),
            composite: self.composite(op),
            operator: op.has_kernel().then(|| self.operator(op)),
        }
    }

    fn composite(&self, op: &StaticOp<'a>) -> Option<CompositePlan> {
        composite::plan(op, self.forward(op)?)
    }

    /// The forward operator of a gradient, if its registration names the gradient.
    fn forward(&self, op: &StaticOp<'a>) -> Option<&StaticOp<'a>> {
        self.ops.forward_of(op).filter(|_| op.op.is_backward() && self.group.has_grad_makers())
    }

    fn operator(&self, op: &StaticOp<'a>) -> OperatorPlan {
        let infer_meta = op.op.infer_meta.as_ref().map_or("", |infer_meta| infer_meta.func.as_str());
        let key = kernel_key::plan(op, self.graph);
        OperatorPlan {
            op: op.ty.clone(),
            class: op.class(),
            has_class: !key.is_default(),
            maker: (!op.op.is_backward()).then(|| op_maker(op)),
            key,
            infer_meta: infer_meta.to_owned(),
            inplace: inplace(op).map(|(input, output)| InplacePlan { input, output }),
            no_need_buffer: no_need_buffer(op),
            var_type: self.graph.var_types.iter().find(|var_type| var_type.op == op.ty).cloned(),
            gradient_maker: self.gradient_maker(op),
            composite: self.gradient(op).filter(|gradient| gradient.op.composite.is_some()).map(composite::class),
            checkpoints: version::plan(self.registry, op),
        }
    }

    /// The gradient of an operator, if it is registered.
    fn gradient(&self, op: &StaticOp<'a>) -> Option<&StaticOp<'a>> {
        self.ops.gradient(op).filter(|_| self.group.has_grad_makers())
    }

    fn gradient_maker(&self, op: &StaticOp<'a>) -> Option<GradientMaker> {
        match self.gradient(op).filter(|gradient| !gradient.is_only_composite()) {
            Some(gradient) => Some(GradientMaker::Of { class: gradient.class() }),
            None => (!op.op.is_backward()).then_some(GradientMaker::Empty),
        }
    }
}

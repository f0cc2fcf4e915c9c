//! Target `static_op`: what a program's operators are: their makers, kernel choice, shape inference and gradients.

mod composite;
mod grad;
mod kernel_key;
mod maker;
mod version;

use serde::Serialize;

use super::cpp::joined;
use super::static_graph::{StaticOp, World, maker_name};
use super::{BANNER, FilePlan, Item, items, spread};
use composite::CompositePlan;
use grad::GradMakerPlan;
use kernel_key::KernelKeyPlan;
use maker::MakerPlan;
use profile::{Profile, StaticGraph, StaticGroup, VarType};
use registry::{OpId, Registry};
use version::CheckpointPlan;

#[derive(Serialize)]
struct SourceContext<'a> {
    banner: &'a str,
    runtime: &'a str,
    infermeta: &'a [String],
}

#[derive(Serialize)]
struct RuntimeContext<'a> {
    banner: &'a str,
}

/// An operator and the gradients behind it, which are registered together.
#[derive(Debug, Serialize)]
struct ChainPlan {
    members: Vec<MemberPlan>,
}

#[derive(Debug, Serialize)]
struct MemberPlan {
    grad_maker: Option<GradMakerPlan>,
    composite: Option<CompositePlan>,
    operator: Option<OperatorPlan>,
}

/// Everything that is registered for one type of operator.
#[derive(Debug, Serialize)]
struct OperatorPlan {
    ty: String,
    /// The stem of its classes.
    class: String,
    /// Gradients have none: what makes them knows their arguments.
    maker: Option<MakerPlan>,
    key: KernelKeyPlan,
    infer_meta: String,
    /// An output and the input that it may overwrite.
    inplace: Option<String>,
    no_need_buffer: Option<String>,
    var_type: Option<VarType>,
    /// The classes, as they are registered.
    components: String,
    checkpoints: Vec<CheckpointPlan>,
}

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(graph) = &profile.static_graph else { return Vec::new() };
    let mut plans: Vec<FilePlan> = graph.groups.values().flat_map(|group| sources(registry, graph, group)).collect();
    plans.push(FilePlan::new(&graph.runtime, "static_op/runtime.h.j2", RuntimeContext { banner: BANNER }));
    plans
}

fn sources(registry: &Registry, graph: &StaticGraph, group: &StaticGroup) -> Vec<FilePlan> {
    let builder = Builder { registry, graph, group, world: World::new(registry, &group.homes, &group.prefix) };
    let context = SourceContext { banner: BANNER, runtime: &graph.runtime, infermeta: &group.infermeta };
    let mut heads: Vec<Vec<OpId>> = group.sources.iter().map(|_| Vec::new()).collect();
    for head in builder.world.forward() {
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

/// Which of its group's sources an operator is in. No operator moves because another comes or goes; and the choice is
/// another than that of a shard, so that the shards of each source are as even as those of one source would be.
fn source_of(op: &str, group: &StaticGroup) -> usize {
    spread(&format!("the source of {op}"), group.sources.len())
}

struct Builder<'a> {
    registry: &'a Registry,
    graph: &'a StaticGraph,
    group: &'a StaticGroup,
    world: World<'a>,
}

impl<'a> Builder<'a> {
    fn chain(&self, head: OpId) -> ChainPlan {
        ChainPlan { members: self.world.chain(head).into_iter().map(|op| self.member(op)).collect() }
    }

    fn member(&self, op: &StaticOp<'a>) -> MemberPlan {
        let forward = self.world.forward_of(op).filter(|_| op.op.is_backward() && self.group.gradients);
        MemberPlan {
            grad_maker: forward.and_then(|forward| grad::plan(op, forward, &self.world)),
            composite: forward.and_then(|forward| composite::plan(op, forward)),
            operator: op.has_kernel().then(|| self.operator(op)),
        }
    }

    fn operator(&self, op: &StaticOp<'a>) -> OperatorPlan {
        let infer_meta = op.op.infer_meta.as_ref().map_or("", |infer_meta| infer_meta.func.as_str());
        let key = kernel_key::plan(op);
        let inplace = inplace(op);
        let no_need_buffer = no_need_buffer(op);
        let var_type = self.graph.var_types.iter().find(|var_type| var_type.op == op.ty).cloned();
        let class = op.class();
        let own = |part: &str| format!("ops::{class}{part}");
        let mut components = vec![if key.is_default() { "ops::GeneratedOp".to_owned() } else { own("Op") }];
        components.extend((!op.op.is_backward()).then(|| own("OpMaker")));
        components.extend(self.gradient_makers(op));
        components.extend(inplace.as_ref().map(|_| own("InplaceInferer")));
        components.extend(var_type.as_ref().map(|_| own("InferVarType")));
        components.extend(self.composite_maker(op));
        components.extend(no_need_buffer.as_ref().map(|_| own("NoNeedBufferVarInferer")));
        components.push(own("InferShapeFunctor"));
        OperatorPlan {
            ty: op.ty.clone(),
            maker: (!op.op.is_backward()).then(|| maker::plan(op)),
            key,
            infer_meta: infer_meta.to_owned(),
            inplace,
            no_need_buffer,
            var_type,
            components: joined(components),
            checkpoints: version::plan(self.registry, op),
            class,
        }
    }

    /// What makes the gradient, in programs and in imperative mode. A forward operator without one says so.
    fn gradient_makers(&self, op: &StaticOp<'a>) -> Option<String> {
        let gradient = self.world.gradient(op).filter(|_| self.group.gradients);
        let maker = match gradient {
            Some(gradient) if gradient.is_only_composite() => None,
            Some(gradient) => Some(format!("ops::{}OpMaker", gradient.class())),
            None => None,
        };
        let maker = match maker {
            Some(maker) => maker,
            None if op.op.is_backward() => return None,
            None => "ops::EmptyGradOpMaker".to_owned(),
        };
        Some(format!("{maker}<ops::OpDesc>, {maker}<ops::OpBase>"))
    }

    fn composite_maker(&self, op: &StaticOp<'a>) -> Option<String> {
        let gradient =
            self.world.gradient(op).filter(|gradient| self.group.gradients && gradient.op.composite.is_some());
        gradient.map(|gradient| format!("ops::{}", composite::class(gradient)))
    }
}

/// The framework can infer only one pair.
fn inplace(op: &StaticOp) -> Option<String> {
    let [pair] = op.op.inplace.as_slice() else { return None };
    let name = |name: &str| maker_name(&op.parts.any(name));
    Some(format!("{}, {}", name(&pair.input.value), name(&pair.output.value)))
}

fn no_need_buffer(op: &StaticOp) -> Option<String> {
    let unread = op.op.signature.inputs.iter().filter(|input| input.no_need_buffer);
    let names: Vec<_> = unread.map(|input| maker_name(&op.parts.input(&input.name.value))).collect();
    (!names.is_empty()).then(|| joined(names))
}

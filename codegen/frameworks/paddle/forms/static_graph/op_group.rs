//! The operators of a group of the profile, and the links between them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::attr::{AttrCompat, StaticAttr};
use super::names::{ProgramNames, TensorName, pascal_case};
use indexmap::IndexMap;
use profile::{StaticGraph, StaticGroup};
use registry::{OpId, Registry};
use spec::{Attr, Compat, Op, stem};

/// An operator of the static graph.
#[derive(Debug)]
pub struct StaticOp<'a> {
    /// The operator.
    pub id: OpId,
    /// The operator.
    pub op: &'a Op,
    /// The name under which kernels are registered, unless the entry names others.
    pub name: String,
    /// The operator's type in programs.
    pub ty: String,
    /// The names of its arguments in programs.
    pub names: ProgramNames<'a>,
    /// The attributes.
    pub attrs: Vec<StaticAttr<'a>>,
    /// The entry of `op_compat.yaml`.
    pub compat: Option<&'a Compat>,
}

impl StaticOp<'_> {
    /// Whether it has a kernel, so that it is an operator of its own in programs.
    pub fn has_kernel(&self) -> bool {
        self.op.kernel.is_some() && self.op.infer_meta.is_some() && self.op.invoke.is_none()
    }

    /// Whether it is only composed of primitive operators.
    pub fn is_only_composite(&self) -> bool {
        self.op.composite.is_some() && self.op.kernel.is_none() && self.op.invoke.is_none()
    }

    /// The prefix of the names of its C++ classes.
    pub fn class(&self) -> String {
        pascal_case(&self.ty)
    }
}

/// The operators of a group of the profile, which can refer to each other.
#[derive(Debug)]
pub struct OpGroup<'a> {
    registry: &'a Registry,
    graph: &'a StaticGraph,
    /// The prefix of every name.
    prefix: &'a str,
    /// Names of attributes in programs, by operator.
    attr_names: Option<&'a IndexMap<String, IndexMap<String, String>>>,
    members: BTreeMap<OpId, Member<'a>>,
    by_stem: BTreeMap<&'a str, OpId>,
    /// Maps an operator to the first gradient whose `forward` it is.
    gradients: BTreeMap<OpId, OpId>,
    /// For each operator, the forward operator at the start of its chain, and the number of steps to it. Created on first use.
    roots: OnceLock<BTreeMap<OpId, (OpId, usize)>>,
}

#[derive(Debug)]
struct Member<'a> {
    op: &'a Op,
    /// Created on first use.
    made: OnceLock<StaticOp<'a>>,
}

impl<'a> OpGroup<'a> {
    /// Collects the operators of a group of the profile.
    pub fn new(registry: &'a Registry, graph: &'a StaticGraph, group: &'a StaticGroup) -> Self {
        let ops = registry.ops_of(&group.homes).filter(|(id, _)| !registry.is_excluded(*id));
        OpGroup { prefix: &group.prefix, attr_names: Some(&group.attr_names), ..OpGroup::of(registry, graph, ops) }
    }

    /// Collects the operators whose op makers are written by hand.
    pub fn hand_written(registry: &'a Registry, graph: &'a StaticGraph) -> Self {
        let is_in = |op: &Op| graph.hand_written_makers.iter().any(|home| home == op.home.key());
        OpGroup::of(registry, graph, registry.ops().filter(|(id, op)| is_in(op) || registry.is_excluded(*id)))
    }

    fn of(registry: &'a Registry, graph: &'a StaticGraph, ops: impl Iterator<Item = (OpId, &'a Op)>) -> Self {
        let member = |op| Member { op, made: OnceLock::new() };
        let members: BTreeMap<OpId, Member> = ops.map(|(id, op)| (id, member(op))).collect();
        let gradients = members.keys().filter_map(|&id| Some((registry.links(id).forward?, id)));
        let forward = members.iter().filter(|(_, member)| !member.op.is_backward());
        OpGroup {
            registry,
            graph,
            prefix: "",
            attr_names: None,
            gradients: gradients.rev().collect(),
            by_stem: forward.map(|(&id, member)| (member.op.stem(), id)).collect(),
            members,
            roots: OnceLock::new(),
        }
    }

    /// The operator with this id, if the group has it.
    pub fn op(&self, id: OpId) -> Option<&StaticOp<'a>> {
        let member = self.members.get(&id)?;
        Some(member.made.get_or_init(|| self.make(id, member.op)))
    }

    /// Forward operators, then gradients, each in the order of definition.
    pub fn ids(&self) -> impl Iterator<Item = OpId> {
        let backward = self.members.iter().filter(|(_, member)| member.op.is_backward()).map(|(&id, _)| id);
        self.forward().chain(backward)
    }

    /// Forward operators in the order of definition.
    pub fn forward(&self) -> impl Iterator<Item = OpId> {
        self.members.iter().filter(|(_, member)| !member.op.is_backward()).map(|(&id, _)| id)
    }

    /// The forward operator of a gradient, if the group has it.
    pub fn forward_of(&self, gradient: &StaticOp<'a>) -> Option<&StaticOp<'a>> {
        self.forward_id(gradient.id).and_then(|id| self.op(id))
    }

    /// The gradient of an operator, if the group has it.
    pub fn gradient(&self, op: &StaticOp<'a>) -> Option<&StaticOp<'a>> {
        self.gradient_id(op).and_then(|id| self.op(id))
    }

    /// The forward operator at the start of an operator's chain of gradients, by its name in the YAML.
    pub fn origin(&self, id: OpId) -> &'a str {
        let mut seen = vec![id];
        loop {
            let last = seen[seen.len() - 1];
            let op = self.registry.op(last);
            let Some(forward) = &op.forward else { return &op.name.value };
            match self.forward_id(last).filter(|next| !seen.contains(next)) {
                Some(next) => seen.push(next),
                None => return &forward.name.value,
            }
        }
    }

    /// Whether the operator's chain of gradients starts with a forward operator of the group.
    pub fn begins_with_forward(&self, id: OpId) -> bool {
        let (root, _) = self.root(id);
        self.members.get(&root).is_some_and(|member| !member.op.is_backward())
    }

    /// An operator and all gradients after it.
    pub fn chain(&self, head: OpId) -> Vec<&StaticOp<'a>> {
        let mut chain: Vec<&StaticOp> = self.op(head).into_iter().collect();
        while let Some(next) = chain.last().and_then(|last| self.gradient(last)) {
            if chain.iter().any(|earlier| earlier.id == next.id) {
                break;
            }
            chain.push(next);
        }
        chain
    }

    /// The forward operator of this name, which another operator invokes.
    pub fn forward_named(&self, name: &str) -> Option<&StaticOp<'a>> {
        self.by_stem.get(stem(name)).and_then(|&id| self.op(id))
    }

    fn make(&self, id: OpId, op: &'a Op) -> StaticOp<'a> {
        let (root, depth) = self.root(id);
        let compat = self.registry.compat(root).filter(|compat| self.covers(compat, root, depth));
        let name = format!("{}{}", self.prefix, op.stem());
        let pair = compat.and_then(|compat| match depth.checked_sub(1) {
            None => Some(&compat.op),
            Some(step) => compat.backward.get(step),
        });
        let legacy = pair.and_then(|pair| pair.legacy.as_ref());
        let attr_names = self.attr_names.and_then(|names| names.get(op.stem()));
        let names = ProgramNames::new(compat, attr_names, depth > 0);
        let attr = |attr: &'a Attr| {
            let name = attr.name.value.as_str();
            StaticAttr::new(attr, names.attr(name), AttrCompat::new(compat, name), &self.graph.carrier_suffixes)
        };
        StaticOp {
            id,
            op,
            ty: legacy.map_or_else(|| name.clone(), |legacy| stem(&legacy.value).to_owned()),
            name,
            names,
            attrs: op.signature.attrs.iter().map(attr).collect(),
            compat,
        }
    }

    /// Whether a compat entry applies to the gradient at this depth: always to the first gradient, and to gradients of
    /// gradients if it lists them.
    fn covers(&self, compat: &Compat, root: OpId, depth: usize) -> bool {
        self.prefix.is_empty() && self.begins_with_forward(root) && (depth < 2 || depth <= compat.backward.len())
    }

    fn forward_id(&self, id: OpId) -> Option<OpId> {
        self.registry.links(id).forward.filter(|forward| *forward != id && self.members.contains_key(forward))
    }

    /// The gradient in `backward`. Without `backward`, it is the one whose `forward` is this operator.
    fn gradient_id(&self, op: &StaticOp<'a>) -> Option<OpId> {
        let named = self.registry.links(op.id).backward.filter(|backward| self.members.contains_key(backward));
        let by_forward = || self.gradients.get(&op.id).copied().filter(|gradient| *gradient != op.id);
        if op.op.backward.is_none() && op.op.is_backward() { by_forward() } else { named }
    }

    /// The forward operator of a gradient, and the number of steps to it.
    fn root(&self, id: OpId) -> (OpId, usize) {
        self.roots.get_or_init(|| self.find_roots()).get(&id).copied().unwrap_or((id, 0))
    }

    /// The roots of all operators. One in a circle is its own root, farther away than any other.
    fn find_roots(&self) -> BTreeMap<OpId, (OpId, usize)> {
        let mut roots: BTreeMap<OpId, (OpId, usize)> = BTreeMap::new();
        for &id in self.members.keys() {
            let mut path = Vec::new();
            let mut at = Some(id);
            while let Some(next) = at.filter(|next| !roots.contains_key(next) && path.len() <= self.members.len()) {
                path.push(next);
                at = self.forward_id(next);
            }
            let is_circle = path.len() > self.members.len();
            let mut known = at.and_then(|at| roots.get(&at).copied());
            for id in path.into_iter().rev() {
                let found = match known {
                    _ if is_circle => (id, self.members.len()),
                    Some((root, depth)) => (root, depth + 1),
                    None => (id, 0),
                };
                roots.insert(id, found);
                known = Some(found);
            }
        }
        roots
    }
}

/// The input and the output that can overwrite it. The framework can only infer one pair.
pub fn inplace(op: &StaticOp) -> Option<(TensorName, TensorName)> {
    let [pair] = &op.op.inplace[..] else { return None };
    let name = |name: &str| TensorName::new(&op.names.any(name));
    Some((name(&pair.input.value), name(&pair.output.value)))
}

/// The inputs whose data is not read.
pub fn no_need_buffer(op: &StaticOp) -> Vec<TensorName> {
    let unread = op.op.signature.inputs.iter().filter(|input| input.no_need_buffer);
    unread.map(|input| TensorName::new(&op.names.input(&input.name.value))).collect()
}

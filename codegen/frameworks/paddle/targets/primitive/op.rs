//! The operators that have primitive functions.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use profile::{Primitive, PrimitiveForm};
use registry::Registry;
use spec::{AttrType, Compat, Element, Input, Op, Output};

use forms::pir::sparse_name;

/// An operator, or its inplace variant.
#[derive(Debug, Clone)]
pub struct PrimitiveOp<'a> {
    pub op: &'a Op,
    /// The name of its functions.
    pub name: String,
    is_sparse: bool,
    /// Whether it is in the list of primitive operators.
    is_listed: bool,
    pub attrs: Vec<PrimitiveAttr<'a>>,
    outputs_may_be_absent: Absence,
}

#[derive(Debug, Clone)]
pub struct PrimitiveAttr<'a> {
    pub attr: &'a spec::Attr,
    /// Whether it may be passed as a tensor.
    pub is_mutable: bool,
    /// For a scalar, the C++ type of the number in programs. `None` for its own type.
    pub number: Option<&'a str>,
}

/// Which outputs may be absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Absence {
    /// Those that overwrite an optional input.
    OverOptional,
    /// Those that the YAML marks as optional.
    AsWritten,
    Never,
}

/// All operators by the names of their functions: first as defined, then the inplace variants.
#[derive(Debug)]
pub struct PrimitiveOps<'a>(IndexMap<String, PrimitiveOp<'a>>);

impl<'a> PrimitiveOps<'a> {
    pub fn new(registry: &'a Registry, section: &'a Primitive) -> Self {
        let listed: BTreeSet<&str> = registry.specs().list(&section.list).iter().map(|name| name.as_str()).collect();
        let mut ops = IndexMap::new();
        for (_, op) in registry.ops_of(&section.homes) {
            let op = PrimitiveOp::new(op, section, &listed);
            ops.insert(op.name.clone(), op);
        }
        let mut ops = PrimitiveOps(ops);
        for compat in &registry.specs().compat {
            ops.apply(compat, section);
        }
        let variants: Vec<PrimitiveOp> = ops.iter().filter_map(PrimitiveOp::inplace_variant).collect();
        for variant in variants {
            ops.0.entry(variant.name.clone()).or_insert(variant);
        }
        ops
    }

    pub fn iter(&self) -> impl Iterator<Item = &PrimitiveOp<'a>> {
        self.0.values()
    }

    pub fn get(&self, name: &str) -> Option<&PrimitiveOp<'a>> {
        self.0.get(name)
    }

    /// The gradient of an operator.
    pub fn gradient(&self, op: &PrimitiveOp) -> Option<&PrimitiveOp<'a>> {
        self.get(&op.backward()?)
    }

    /// Marks the attributes that an entry of `op_compat.yaml` describes, in its operator and in the chain of gradients.
    fn apply(&mut self, compat: &'a Compat, section: &Primitive) {
        for name in self.grad_chain(compat.op.name.as_str()) {
            let Some(op) = self.0.get_mut(&name) else { continue };
            op.attrs.iter_mut().for_each(|attr| attr.apply(compat, section));
        }
    }

    /// An operator, its gradient, and so on.
    fn grad_chain(&self, name: &str) -> Vec<String> {
        let mut chain = Vec::new();
        let mut next = Some(name.to_owned());
        while let Some(name) = next.filter(|name| !chain.contains(name)) {
            next = self.get(&name).and_then(PrimitiveOp::backward);
            chain.push(name);
        }
        chain
    }
}

impl<'a> PrimitiveOp<'a> {
    fn new(op: &'a Op, section: &Primitive, listed: &BTreeSet<&str>) -> Self {
        let is_sparse = section.sparse.iter().any(|home| home == op.home.key());
        let name = op.name.value.clone();
        let name = if is_sparse { sparse_name(name) } else { name };
        let outputs_may_be_absent = match op.is_backward() {
            false => Absence::OverOptional,
            true if section.form == PrimitiveForm::Named => Absence::AsWritten,
            true => Absence::Never,
        };
        let attrs = op.signature.attrs.iter();
        let attrs = attrs.map(|attr| PrimitiveAttr { attr, is_mutable: false, number: None }).collect();
        PrimitiveOp { op, is_sparse, is_listed: listed.contains(name.as_str()), name, attrs, outputs_may_be_absent }
    }

    fn inplace_variant(&self) -> Option<Self> {
        let works_in_place = self.has_own_kernel() && !self.op.inplace.is_empty() && !self.name.ends_with('_');
        works_in_place.then(|| PrimitiveOp { name: format!("{}_", self.name), ..self.clone() })
    }

    /// The name of its gradient's functions.
    fn backward(&self) -> Option<String> {
        Some(self.marked(self.op.backward.as_ref()?.value.clone()))
    }

    /// The name of another operator on the same kind of tensors.
    pub fn marked(&self, name: String) -> String {
        if self.is_sparse { sparse_name(name) } else { name }
    }

    /// Whether it has a kernel, instead of only invoking another operator or being composed of others.
    fn has_own_kernel(&self) -> bool {
        self.op.invoke.is_none() && !self.is_only_composite()
    }

    /// Whether it is only defined by its composition.
    pub fn is_only_composite(&self) -> bool {
        self.op.composite.is_some() && self.op.kernel.is_none() && self.op.invoke.is_none()
    }

    /// Whether it has functions that add it to a program.
    pub fn has_functions(&self, section: &Primitive) -> bool {
        let is_built = match &self.op.invoke {
            Some(_) => !self.op.is_backward(),
            None => !self.is_only_composite() && (self.op.infer_meta.is_some() || self.op.composite.is_some()),
        };
        is_built && !section.without.contains(&self.name)
    }

    /// Whether other operators are decomposed into it: it is listed and not written by hand.
    pub fn is_primitive(&self, section: &Primitive) -> bool {
        self.is_listed && !section.without.contains(&self.name) && !self.name.ends_with('_')
    }

    pub fn inputs(&self) -> &'a [Input] {
        &self.op.signature.inputs
    }

    /// The outputs that its functions return.
    pub fn returned(&self) -> impl Iterator<Item = &'a Output> {
        self.op.signature.outputs.iter().filter(|output| !output.intermediate)
    }

    /// Whether an output may be absent.
    pub fn is_optional(&self, output: &Output) -> bool {
        match self.outputs_may_be_absent {
            Absence::OverOptional => {
                let target = self.op.inplace_input(&output.name.value);
                target.and_then(|input| self.op.signature.input(input)).is_some_and(|input| input.optional)
            }
            Absence::AsWritten => output.optional,
            Absence::Never => false,
        }
    }

    pub fn mutable(&self) -> impl Iterator<Item = &PrimitiveAttr<'a>> {
        self.attrs.iter().filter(|attr| attr.is_mutable)
    }

    pub fn is_mutable(&self, name: &str) -> bool {
        self.mutable().any(|attr| attr.name() == name)
    }
}

impl<'a> PrimitiveAttr<'a> {
    pub fn name(&self) -> &'a str {
        self.attr.name.as_str()
    }

    pub fn ty(&self) -> AttrType {
        self.attr.ty
    }

    pub fn is_array(&self) -> bool {
        self.attr.ty.is(Element::IntArray)
    }

    fn apply(&mut self, compat: &'a Compat, section: &Primitive) {
        let name = self.name();
        let is_number = matches!(self.attr.ty.element, Element::Scalar(_));
        let listens = !section.immutable.contains(&compat.op.name.value);
        let scalar = compat.scalar.get(name).filter(|_| listens);
        let array = compat.int_array.get(name);
        let is_mutable = scalar.is_some_and(|entry| entry.support_tensor || entry.tensor_name.is_some())
            || array.is_some_and(|entry| entry.is_mutable());
        self.is_mutable |= is_mutable && (is_number || self.is_array());
        if let Some(ty) = scalar.and_then(|entry| entry.data_type.as_ref()).filter(|_| is_number) {
            self.number = Some(ty.as_str());
        }
    }
}

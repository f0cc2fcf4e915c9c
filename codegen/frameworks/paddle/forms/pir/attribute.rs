//! The attributes of operators in PIR, some of which are operands.

use profile::Pir;
use registry::{OpId, Registry};
use spec::{Addition, Attr, AttrType, Compat, Element, Op};

/// An attribute of an operator.
#[derive(Debug, Clone)]
pub struct PirAttr<'a> {
    /// The attribute in the YAML.
    pub attr: &'a Attr,
    /// Set if the attribute is an operand: given as a tensor, or as a value that the builder turns into one.
    pub mutable: Option<Mutable>,
    /// Whether `op_compat.yaml` names the operator and says that the attribute is an operand. Rewritten patterns and
    /// the shapes of gradients consider no other operands.
    pub is_described: bool,
    /// The type of the number for a scalar, as the YAML spells it.
    pub scalar: Option<String>,
    /// Whether a kind of device adds it.
    pub is_added: bool,
}

/// How an attribute's value becomes an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mutable {
    /// As a tensor with one number.
    Scalar,
    /// As a tensor with a list of integers.
    IntArray,
}

impl PirAttr<'_> {
    /// The name.
    pub fn name(&self) -> &str {
        self.attr.name.as_str()
    }

    /// The type in the YAML.
    pub fn ty(&self) -> AttrType {
        self.attr.ty
    }

    /// Whether it is an operand made of a list of integers.
    pub fn is_array_operand(&self) -> bool {
        self.mutable == Some(Mutable::IntArray)
    }

    /// Whether it is a list of integers that is one attribute.
    pub fn is_array(&self) -> bool {
        self.attr.ty.is(Element::IntArray)
    }
}

/// The entry of `op_compat.yaml` for an operator; for a gradient without an entry, that of the forward operator.
pub fn compat(registry: &Registry, id: OpId) -> Option<&Compat> {
    let op = registry.op(id);
    let of_forward = || {
        let forward = op.forward.as_ref().filter(|_| op.stem().ends_with("_grad"))?;
        registry.compat_of(&forward.name.value)
    };
    registry.compat(id).or_else(of_forward)
}

/// The attributes of an operator in the order of the YAML, then those that a kind of device adds.
pub fn attributes<'a>(
    registry: &'a Registry,
    pir: &'a Pir,
    id: OpId,
    compat: Option<&'a Compat>,
    addition: Option<&'a Addition>,
) -> Vec<PirAttr<'a>> {
    let op = registry.op(id);
    let is_named = registry.compat(id).is_some();
    let reader = Reader { registry, op, compat, pir, is_named };
    let own = op.signature.attrs.iter().map(|attr| reader.attr(attr));
    own.chain(addition.into_iter().flat_map(|addition| &addition.extra_args).map(added)).collect()
}

/// Decides which attributes of an operator are operands.
struct Reader<'a> {
    registry: &'a Registry,
    op: &'a Op,
    compat: Option<&'a Compat>,
    pir: &'a Pir,
    /// Whether `op_compat.yaml` has an entry for the operator itself.
    is_named: bool,
}

impl<'a> Reader<'a> {
    /// True if the attributes of the operator are never operands: the profile lists the operator, or one with the same entry in
    /// `op_compat.yaml`.
    fn is_immutable(&self) -> bool {
        let name = &self.op.name.value;
        let names_it = |compat: &Compat| compat.backward.iter().any(|pair| pair.name.value == *name);
        let mut listed = self.pir.rules.immutable.iter();
        listed.any(|other| other == name || self.registry.compat_of(other).is_some_and(names_it))
    }

    fn attr(&self, attr: &'a Attr) -> PirAttr<'a> {
        let described = self.is_named.then(|| self.described(attr)).flatten();
        PirAttr {
            attr,
            mutable: self.mutable(attr),
            is_described: described.is_some(),
            scalar: self.scalar(attr),
            is_added: false,
        }
    }

    /// `support_tensor` in the operator's own entry overrides everything in `op_compat.yaml`.
    fn mutable(&self, attr: &Attr) -> Option<Mutable> {
        if self.compat.is_some() && self.op.signature.attrs.iter().any(|attr| attr.support_tensor) {
            // The framework treats arrays as scalars here.
            let ty = attr.ty.is_scalar() || attr.ty.is(Element::IntArray);
            return (attr.support_tensor && ty).then_some(Mutable::Scalar);
        }
        self.described(attr)
    }

    /// The kind of operand by `op_compat.yaml` alone.
    fn described(&self, attr: &Attr) -> Option<Mutable> {
        self.scalar_operand(attr).or_else(|| self.array_operand(attr))
    }

    fn scalar_operand(&self, attr: &Attr) -> Option<Mutable> {
        if self.pir.rules.immutable_scalars.iter().any(|home| home == self.op.home.key()) {
            return None;
        }
        let compat = self.compat?;
        let names = self.pir.rules.mutable_names.get(self.op.name.as_str());
        let known_as = |key: &str| {
            names.and_then(|names| names.get(key)).map_or(key == attr.name.value, |name| *name == attr.name.value)
        };
        let (_, entry) = compat.scalar.iter().find(|(key, _)| known_as(key))?;
        (entry.is_mutable() && !self.is_immutable()).then_some(Mutable::Scalar)
    }

    fn array_operand(&self, attr: &Attr) -> Option<Mutable> {
        let entry = self.compat?.int_array.get(attr.name.as_str())?;
        (entry.is_mutable() && !self.is_immutable()).then_some(Mutable::IntArray)
    }

    /// The type of the number that is passed for a scalar.
    fn scalar(&self, attr: &Attr) -> Option<String> {
        if !attr.ty.is_scalar() {
            return None;
        }
        let keeps_type = !self.pir.form.is_typed() && attr.ty.element != Element::Scalar(None);
        let compat = self.compat.filter(|compat| {
            !keeps_type && !self.is_immutable() && !self.pir.rules.scalar_types.contains_key(compat.op.name.as_str())
        });
        let written = compat.and_then(|compat| compat.scalar.get(attr.name.as_str())?.data_type.as_ref());
        let written = written.and_then(|ty| number(&ty.value));
        Some(written.unwrap_or_else(|| stored(attr.ty)).to_owned())
    }
}

fn added(attr: &Attr) -> PirAttr<'_> {
    PirAttr { attr, mutable: None, is_described: false, scalar: None, is_added: true }
}

/// The type if it is one of numbers. Any other type in `op_compat.yaml` is ignored here, and reported by a check.
fn number(ty: &str) -> Option<&str> {
    matches!(ty, "bool" | "int" | "int64_t" | "float" | "double").then_some(ty)
}

/// The type of the number under which a scalar is stored, as spelled in the YAML.
fn stored(ty: AttrType) -> &'static str {
    use spec::ScalarElement::{Bool, Double, Int, Int64};
    match ty.element {
        Element::Scalar(Some(Bool)) => "bool",
        Element::Scalar(Some(Int)) => "int",
        Element::Scalar(Some(Int64)) => "int64_t",
        Element::Scalar(Some(Double)) => "double",
        _ => "float",
    }
}

//! The entry of an operator in `op_compat`: its names in saved programs, and the arguments that only saved programs have.

use indexmap::IndexMap;
use serde::Serialize;
use source::Spanned;
use spec::compat::MutableAttr;
use spec::{Attr, Compat, NamePair};

/// A name in the YAML and its counterpart in saved programs.
#[derive(Debug, Serialize)]
pub struct Renamed {
    pub what: NameKind,
    pub name: String,
    pub in_programs: String,
}

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NameKind {
    Operator,
    Gradient,
    Input,
    Output,
    Attribute,
}

/// An attribute that programs store under a different type, or that may be passed as a tensor.
#[derive(Debug, Serialize)]
pub struct Stored {
    pub name: String,
    pub data_type: Option<String>,
    /// The input that can carry it as one tensor.
    pub tensor: Option<String>,
    /// The input that can carry it as a list of tensors.
    pub tensors: Option<String>,
    pub support_tensor: bool,
}

/// An attribute that only programs have.
#[derive(Debug, Serialize)]
pub struct ExtraAttr {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: String,
    pub default: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct CompatNames {
    pub renamed: Vec<Renamed>,
    pub stored: Vec<Stored>,
    pub extra_inputs: Vec<String>,
    pub extra_outputs: Vec<String>,
    pub extra_attrs: Vec<ExtraAttr>,
}

pub fn of(compat: &Compat) -> CompatNames {
    let pairs = std::iter::once((NameKind::Operator, &compat.op));
    let pairs = pairs.chain(compat.backward.iter().map(|pair| (NameKind::Gradient, pair)));
    let mut renamed: Vec<Renamed> = pairs.map(|(what, pair)| of_pair(what, pair)).collect();
    for (what, names) in
        [(NameKind::Input, &compat.inputs), (NameKind::Output, &compat.outputs), (NameKind::Attribute, &compat.attrs)]
    {
        renamed.extend(names.iter().map(|(name, in_programs)| Renamed {
            what,
            name: name.clone(),
            in_programs: in_programs.value.clone(),
        }));
    }
    // Most gradients and arguments have the same name in programs.
    renamed.retain(|row| matches!(row.what, NameKind::Operator) || row.name != row.in_programs);
    CompatNames {
        renamed,
        stored: [&compat.scalar, &compat.int_array].into_iter().flat_map(stored).collect(),
        extra_inputs: names(&compat.extra.inputs),
        extra_outputs: names(&compat.extra.outputs),
        extra_attrs: compat.extra.attrs.iter().map(extra_attr).collect(),
    }
}

fn of_pair(what: NameKind, pair: &NamePair) -> Renamed {
    Renamed { what, name: pair.name.value.clone(), in_programs: pair.in_programs().to_owned() }
}

fn stored(attrs: &IndexMap<String, MutableAttr>) -> impl Iterator<Item = Stored> {
    let text = |name: &Option<Spanned<String>>| name.as_ref().map(|name| name.value.clone());
    attrs.iter().map(move |(name, attr)| Stored {
        name: name.clone(),
        data_type: text(&attr.data_type),
        tensor: text(&attr.tensor_name),
        tensors: text(&attr.tensors_name),
        support_tensor: attr.support_tensor,
    })
}

fn extra_attr(attr: &Attr) -> ExtraAttr {
    let default = attr.default.as_ref().map(|default| default.value.clone());
    ExtraAttr { name: attr.name.value.clone(), ty: attr.ty.to_string(), default }
}

fn names(names: &[Spanned<String>]) -> Vec<String> {
    names.iter().map(|name| name.value.clone()).collect()
}

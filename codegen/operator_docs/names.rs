//! What `op_compat` says of an operator: the names in saved programs, and what only saved programs have.

use indexmap::IndexMap;
use serde::Serialize;
use source::Spanned;
use spec::compat::MutableAttr;
use spec::{Attr, Compat, NamePair};

/// A name, and the one in saved programs.
#[derive(Debug, Serialize)]
pub struct Renamed {
    pub what: Named,
    pub name: String,
    pub in_programs: String,
}

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Named {
    Operator,
    Gradient,
    Input,
    Output,
    Attribute,
}

/// An attribute that programs store as another type, or that may be given as a tensor.
#[derive(Debug, Serialize)]
pub struct Stored {
    pub name: String,
    pub data_type: Option<String>,
    /// The inputs that may carry it: one tensor, a list of tensors.
    pub tensor: Option<String>,
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
    let pairs = std::iter::once((Named::Operator, &compat.op));
    let pairs = pairs.chain(compat.backward.iter().map(|pair| (Named::Gradient, pair)));
    let mut renamed: Vec<Renamed> = pairs.map(|(what, pair)| of_pair(what, pair)).collect();
    for (what, names) in
        [(Named::Input, &compat.inputs), (Named::Output, &compat.outputs), (Named::Attribute, &compat.attrs)]
    {
        renamed.extend(names.iter().map(|(name, in_programs)| Renamed {
            what,
            name: name.clone(),
            in_programs: in_programs.value.clone(),
        }));
    }
    // Of most gradients and arguments, the name in programs is the same.
    renamed.retain(|row| matches!(row.what, Named::Operator) || row.name != row.in_programs);
    CompatNames {
        renamed,
        stored: [&compat.scalar, &compat.int_array].into_iter().flat_map(stored).collect(),
        extra_inputs: names(&compat.extra.inputs),
        extra_outputs: names(&compat.extra.outputs),
        extra_attrs: compat.extra.attrs.iter().map(extra_attr).collect(),
    }
}

fn of_pair(what: Named, pair: &NamePair) -> Renamed {
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

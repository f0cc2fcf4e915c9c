//! Operations as programs of PIR have them.

use std::collections::BTreeMap;

use profile::Profile;
use registry::{OpId, Registry};
use serde::Serialize;
use spec::AttrType;

use super::dialect::DialectOps;
use super::entry::{Class, Entry, ValueType};
use super::gradient_inputs::GradientInputs;
use super::inheritance::Inheritance;

/// An operation of a dialect.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OperationForm {
    /// The name with the dialect: `pd_op.abs_`.
    pub operation: String,
    /// The C++ class, without its namespace.
    pub class: String,
    /// The operands, in order.
    pub operands: Vec<OperandForm>,
    /// The attributes, in order.
    pub attributes: Vec<AttributeForm>,
    /// The number of attributes that `op_compat` describes as tensors.
    #[serde(skip)]
    pub described: usize,
    /// The results, in order.
    pub results: Vec<ResultForm>,
    /// The interfaces that its class inherits.
    pub interfaces: Vec<String>,
    /// The traits that its class inherits.
    pub traits: Vec<String>,
    /// The function that builds its gradient.
    pub vjp: Option<String>,
}

/// An operand of an operation. Programs know only its position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OperandForm {
    /// The name in the YAML.
    pub name: String,
    /// The type of the value.
    #[serde(rename = "type")]
    pub ty: ValueType,
    /// Whether it may be absent.
    pub optional: bool,
    /// Whether it is an attribute in the YAML.
    pub mutable: bool,
    /// Whether the operator's gradient computes its gradient.
    #[serde(skip)]
    pub has_gradient: bool,
}

/// An attribute that an operation keeps.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AttributeForm {
    /// The name in programs.
    pub name: String,
    /// The type in the YAML.
    #[serde(rename = "type")]
    pub ty: AttrType,
}

/// A result of an operation. Programs know only its position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResultForm {
    /// The name in the YAML.
    pub name: String,
    /// The type of the value.
    #[serde(rename = "type")]
    pub ty: ValueType,
    /// Whether it may be absent.
    pub optional: bool,
}

/// All operations of a registry.
#[derive(Debug)]
pub struct OperationForms {
    forms: Vec<OperationForm>,
    /// Indices of the operations that an operator defines.
    by_op: BTreeMap<OpId, Vec<usize>>,
    by_name: BTreeMap<String, usize>,
}

impl OperationForms {
    /// The operations of all dialects of a profile.
    pub fn new(registry: &Registry, profile: &Profile) -> Self {
        OperationForms::of_ops(registry, profile, |_| true)
    }

    /// The operations that only some operators define.
    pub fn of_ops(registry: &Registry, profile: &Profile, is_wanted: impl Fn(OpId) -> bool) -> Self {
        let mut all = OperationForms { forms: Vec::new(), by_op: BTreeMap::new(), by_name: BTreeMap::new() };
        let Some(pir) = &profile.pir else { return all };
        for (name, section) in &pir.dialects {
            let ops = DialectOps::new(registry, pir, name, section);
            let inheritance = Inheritance { pir, ops: &ops };
            for entry in ops.entries().filter(|entry| is_wanted(entry.id)) {
                let gradients = GradientInputs::new(entry, &ops);
                for class in entry.classes(section) {
                    all.by_op.entry(entry.id).or_default().push(all.forms.len());
                    let form = form(inheritance, entry, &class, &gradients);
                    all.by_name.insert(form.operation.clone(), all.forms.len());
                    all.forms.push(form);
                }
            }
        }
        all
    }

    /// The operations that an operator defines, in any dialect.
    pub fn of(&self, id: OpId) -> impl Iterator<Item = &OperationForm> {
        self.by_op.get(&id).into_iter().flatten().map(|&at| &self.forms[at])
    }

    /// The operation of a name.
    pub fn named(&self, operation: &str) -> Option<&OperationForm> {
        self.by_name.get(operation).map(|&at| &self.forms[at])
    }
}

fn form(inheritance: Inheritance, entry: &Entry, class: &Class, gradients: &GradientInputs) -> OperationForm {
    let inputs = entry.inputs().iter().zip(&class.input_types).enumerate().map(|(index, (input, &ty))| OperandForm {
        name: input.name.value.clone(),
        ty,
        optional: input.optional,
        mutable: false,
        has_gradient: gradients.has_input(index),
    });
    let mutable = entry.mutable().map(|attr| OperandForm {
        name: attr.name().to_owned(),
        ty: ValueType::Dense,
        optional: false,
        mutable: true,
        has_gradient: gradients.has_attr(attr.name()),
    });
    let results = entry.outputs().iter().zip(&class.output_types).map(|(output, &ty)| ResultForm {
        name: output.name.value.clone(),
        ty,
        optional: entry.is_optional(output),
    });
    OperationForm {
        operation: format!("{}.{}", inheritance.ops.name, class.operation),
        class: class.name.clone(),
        operands: inputs.chain(mutable).collect(),
        attributes: entry
            .immutable()
            .map(|attr| AttributeForm { name: attr.name().to_owned(), ty: attr.ty() })
            .collect(),
        described: entry.described().count(),
        results: results.collect(),
        interfaces: inheritance.interfaces_of(entry, class),
        traits: inheritance.traits_of(entry, class),
        vjp: inheritance.vjp_of(entry),
    }
}

//! Plans a call of the framework's function that infers the types of results: its arguments, and what receives its results.

use std::collections::BTreeSet;

use profile::Profile;
use serde::Serialize;
use spec::Param;

use super::attribute_read::AttributeRead;
use crate::names::Locals;
use forms::pir::{Class, Entry, Mutable, PirAttr, ValueType};

/// A call of the framework's function.
#[derive(Debug, Clone, Serialize)]
pub struct CallPlan {
    /// The object that holds the operands and receives the results.
    pub local: String,
    pub function: String,
    /// Whether it is configured for compile time, when no kernel runs.
    pub configured: bool,
    /// Operands that are not passed, but whose types are checked.
    pub checked: Vec<TensorPlan>,
    /// The variables that C++ expressions use.
    pub locals: Vec<LocalPlan>,
    pub arguments: Vec<Argument>,
    pub results: Vec<ResultPlan>,
}

#[derive(Debug, Clone, Serialize)]
pub struct TensorPlan {
    pub operand: usize,
    #[serde(rename = "type")]
    pub ty: ValueType,
    pub optional: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct LocalPlan {
    pub name: String,
    pub value: LocalValue,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LocalValue {
    /// The type of an operand.
    Type(TensorPlan),
    Argument {
        value: Argument,
    },
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Argument {
    Tensor(TensorPlan),
    Attribute(AttributeRead),
    /// An attribute that is an operand.
    Mutable {
        operand: usize,
        #[serde(rename = "as")]
        read_as: MutableRead,
    },
    /// A name or a literal in C++.
    Expression {
        text: String,
    },
    Text {
        text: String,
    },
}

/// The form in which the framework's function takes an attribute that is an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MutableRead {
    Scalar,
    IntArray,
    Integers,
}

#[derive(Debug, Clone, Serialize)]
pub struct ResultPlan {
    pub index: usize,
    #[serde(rename = "type")]
    pub ty: ValueType,
    /// The length of a list, as a C++ expression.
    pub size: Option<String>,
    /// The index of the operand without which it is absent.
    pub absent_with: Option<usize>,
}

/// The location of attribute values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// All are C++ parameters.
    Parameters,
    /// The mutable ones are operands, the others C++ parameters.
    Operands,
    /// The mutable ones are operands, the others are in a map.
    Map,
}

impl CallPlan {
    pub fn new(entry: &Entry, class: &Class, values: Values, profile: &Profile) -> Option<Self> {
        let pir = profile.pir.as_ref()?;
        let function = entry.infer_meta()?.func.value.clone();
        let reader = ArgumentReader::new(entry, class, values, profile);
        let params = entry.infer_meta_params();
        let locals = reader.locals();
        let arguments = params.iter().map(|param| match param.name() {
            Some(name) if locals.iter().any(|local| local.is_attribute(name)) => Argument::named(name),
            _ => reader.argument(param),
        });
        let arguments = arguments.collect();
        let checked = if pir.form.is_typed() { reader.checked(&params) } else { Vec::new() };
        Some(CallPlan {
            local: Locals::new(entry.attrs.iter().map(PirAttr::name)).fresh("meta"),
            configured: pir.build.configured.contains(&function),
            function,
            checked,
            locals,
            arguments,
            results: reader.results(),
        })
    }
}

/// Determines the sources of a call's arguments.
pub struct ArgumentReader<'p, 'a> {
    entry: &'p Entry<'a>,
    class: &'p Class<'a>,
    values: Values,
    takes_integers: bool,
}

impl<'p, 'a> ArgumentReader<'p, 'a> {
    pub fn new(entry: &'p Entry<'a>, class: &'p Class<'a>, values: Values, profile: &Profile) -> Self {
        let plain = profile.pir.as_ref().map_or(&[][..], |pir| &pir.build.plain_arrays);
        let takes_integers = plain.iter().any(|variant| *variant == class.variant);
        ArgumentReader { entry, class, values, takes_integers }
    }

    pub fn tensor(&self, name: &str) -> Option<TensorPlan> {
        let operand = self.entry.inputs().iter().position(|input| input.name.value == name)?;
        let ty = *self.class.input_types.get(operand)?;
        Some(TensorPlan { operand, ty, optional: self.entry.inputs()[operand].optional })
    }

    pub fn argument(&self, param: &Param) -> Argument {
        let name = match param {
            Param::Text(text) => return Argument::Text { text: text.value.clone() },
            Param::Literal(text) | Param::Name(text) => &text.value,
        };
        let attribute = || self.entry.attrs.iter().find(|attr| attr.name() == name).map(|attr| self.attribute(attr));
        self.tensor(name).map(Argument::Tensor).or_else(attribute).unwrap_or_else(|| Argument::named(name))
    }

    fn attribute(&self, attr: &PirAttr) -> Argument {
        match (&attr.mutable, self.values) {
            (Some(mutable), Values::Operands | Values::Map) => {
                let read_as = match mutable {
                    Mutable::Scalar => MutableRead::Scalar,
                    Mutable::IntArray if self.takes_integers => MutableRead::Integers,
                    Mutable::IntArray => MutableRead::IntArray,
                };
                let operand = self.entry.operands().position(|name| name == attr.name()).unwrap_or_default();
                Argument::Mutable { operand, read_as }
            }
            (None, Values::Map) => Argument::Attribute(AttributeRead::new(attr)),
            (_, Values::Parameters | Values::Operands) => Argument::named(attr.name()),
        }
    }

    /// The variables that the lengths of lists use.
    fn locals(&self) -> Vec<LocalPlan> {
        let sizes = self.entry.outputs().iter().filter_map(|output| output.size.as_ref());
        let names: BTreeSet<&str> = sizes.flat_map(|size| names_in(&size.value)).collect();
        let local = |name: &str| {
            let value = match self.tensor(name) {
                Some(tensor) => LocalValue::Type(tensor),
                None => {
                    let attr = self.entry.attrs.iter().find(|attr| attr.name() == name)?;
                    let value = self.attribute(attr);
                    // There is already a parameter with that name.
                    if matches!(value, Argument::Expression { .. }) {
                        return None;
                    }
                    LocalValue::Argument { value }
                }
            };
            Some(LocalPlan { name: name.to_owned(), value })
        };
        names.into_iter().filter_map(local).collect()
    }

    /// The operands whose types the framework checks without passing them to the function.
    fn checked(&self, params: &[Param]) -> Vec<TensorPlan> {
        let outputs = self.entry.outputs().iter().map(|output| output.name.as_str());
        let gradients_of = outputs.clone().filter_map(|name| spec::stem(name).strip_suffix("_grad"));
        let overwritten = self.entry.op.inplace.iter().map(|mapping| mapping.input.value.as_str());
        let related: BTreeSet<&str> = outputs.clone().chain(gradients_of).chain(overwritten).collect();
        let is_passed = |name: &str| params.iter().any(|param| param.name() == Some(name));
        let names = self.entry.inputs().iter().map(|input| input.name.as_str());
        let unpassed = names.filter(|name| related.contains(name) && !is_passed(name));
        let tensors = unpassed.filter_map(|name| self.tensor(name));
        tensors.filter(|tensor| !tensor.optional && tensor.ty != ValueType::List).collect()
    }

    fn results(&self) -> Vec<ResultPlan> {
        let results = self.entry.outputs().iter().zip(&self.class.output_types).enumerate();
        let results = results.map(|(index, (output, &ty))| {
            let overwritten = self.entry.inplace_input(output).and_then(|input| self.tensor(&input.name.value));
            let absent_with = overwritten.filter(|tensor| tensor.optional && ty != ValueType::List);
            let size = output.size.as_ref().filter(|_| ty == ValueType::List).map(|size| size.value.clone());
            ResultPlan { index, ty, size, absent_with: absent_with.map(|tensor| tensor.operand) }
        });
        results.collect()
    }
}

impl Argument {
    pub fn named(name: &str) -> Self {
        Argument::Expression { text: name.to_owned() }
    }
}

impl LocalPlan {
    fn is_attribute(&self, name: &str) -> bool {
        self.name == name && matches!(self.value, LocalValue::Argument { .. })
    }
}

/// The names that a C++ expression uses, except those of members.
fn names_in(expression: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = expression;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(is_word)?;
            let before = rest[..start].trim_end();
            let is_member = [".", "->", "::"].iter().any(|access| before.ends_with(access));
            let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |length| start + length);
            let word = &rest[start..end];
            rest = &rest[end..];
            if !is_member && !word.starts_with(|c: char| c.is_ascii_digit()) {
                return Some(word);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::names_in;

    #[test]
    fn members_and_numbers_are_no_names() {
        let names = |text| names_in(text).collect::<Vec<_>>();
        assert_eq!(names("x.size()"), ["x"]);
        assert_eq!(names("a > b->c ? std::size(a) : 1.0f"), ["a", "b", "std", "a"]);
        assert_eq!(names("max_level - min_level + 1"), ["max_level", "min_level"]);
        assert_eq!(
            names("axis<0 ? x.dims()[x.dims().size()+axis]:x.dims()[axis]"),
            ["axis", "x", "x", "axis", "x", "axis"]
        );
    }
}

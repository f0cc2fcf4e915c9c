//! The inputs, attributes and outputs of an operator, with everything that the YAML says about each.

use std::collections::BTreeMap;

use forms::static_graph::program_form::{ProgramForm, ProgramTensor};
use serde::Serialize;
use spec::{Attr, Compat, Input, Op, Output};

use crate::book::Book;

/// An input, attribute or output. Fields that do not apply to its kind are empty.
#[derive(Debug, Default, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the YAML")]
pub struct Argument {
    pub name: String,
    /// The type as spelled in the YAML.
    #[serde(rename = "type")]
    pub ty: String,
    pub default: Option<String>,
    pub optional: bool,
    /// The name in saved programs, if it differs.
    pub in_programs: Option<String>,
    /// Whether the attribute may be passed as a tensor.
    pub mutable: bool,
    /// The inputs that can carry the attribute in programs.
    pub carriers: Vec<String>,
    pub no_need_buffer: bool,
    pub skip_transform: bool,
    pub support_trans_dtype: bool,
    /// The output of the inplace function that overwrites this input.
    pub overwritten_by: Option<String>,
    /// The input whose memory this output reuses in the inplace function.
    pub reuses: Option<String>,
    /// The input whose memory this output shares.
    pub view_of: Option<String>,
    pub intermediate: bool,
    /// The number of tensors in a list.
    pub size: Option<String>,
    pub class: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct Arguments {
    pub inputs: Vec<Argument>,
    pub attrs: Vec<Argument>,
    pub outputs: Vec<Argument>,
}

/// The arguments of an operator, in the order of its YAML.
pub fn of(book: &Book, at: usize) -> Arguments {
    let op = book.op(at);
    let program = book.shown[at].program.as_ref().map(InPrograms::of);
    let reader = ArgumentReader { book, at, op, compat: book.compat(at), program };
    let signature = &op.signature;
    Arguments {
        inputs: signature.inputs.iter().map(|input| reader.input(input)).collect(),
        attrs: signature.attrs.iter().map(|attr| reader.attribute(attr)).collect(),
        outputs: signature.outputs.iter().map(|output| reader.output(output)).collect(),
    }
}

struct ArgumentReader<'a> {
    book: &'a Book<'a>,
    at: usize,
    op: &'a Op,
    compat: Option<&'a Compat>,
    program: Option<InPrograms<'a>>,
}

/// The names that an operator's parts have in programs, by their names in the YAML.
struct InPrograms<'a> {
    inputs: BTreeMap<&'a str, Vec<&'a str>>,
    outputs: BTreeMap<&'a str, Vec<&'a str>>,
    attrs: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> InPrograms<'a> {
    fn of(form: &'a ProgramForm) -> Self {
        let tensors = |tensors: &'a [ProgramTensor]| by_name(tensors.iter().map(|tensor| (&*tensor.of, &*tensor.name)));
        let attrs = by_name(form.attrs.iter().map(|attr| (&*attr.of, &*attr.name)));
        InPrograms { inputs: tensors(&form.inputs), outputs: tensors(&form.outputs), attrs }
    }
}

fn by_name<'a>(names: impl Iterator<Item = (&'a str, &'a str)>) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    names.for_each(|(of, name)| by_name.entry(of).or_default().push(name));
    by_name
}

impl ArgumentReader<'_> {
    fn input(&self, input: &Input) -> Argument {
        let Input { name, ty, optional, no_need_buffer, skip_transform, support_trans_dtype } = input;
        let overwritten = self.op.inplace.iter().find(|mapping| mapping.input == *name);
        Argument {
            name: name.value.clone(),
            ty: ty.to_string(),
            optional: *optional,
            in_programs: self.in_programs(&name.value, |names| &names.inputs, Compat::input_in_programs),
            no_need_buffer: *no_need_buffer,
            skip_transform: *skip_transform,
            support_trans_dtype: *support_trans_dtype,
            overwritten_by: overwritten.map(|mapping| mapping.output.value.clone()),
            ..Argument::default()
        }
    }

    fn attribute(&self, attr: &Attr) -> Argument {
        let Attr { name, ty, default, optional, support_tensor } = attr;
        let carriers = self.carriers(&name.value);
        Argument {
            name: name.value.clone(),
            ty: ty.to_string(),
            default: default.as_ref().map(|default| default.value.clone()),
            optional: *optional,
            in_programs: self.in_programs(&name.value, |names| &names.attrs, Compat::attr_in_programs),
            mutable: *support_tensor || !carriers.is_empty() || self.is_mutable(&name.value),
            carriers,
            ..Argument::default()
        }
    }

    fn output(&self, output: &Output) -> Argument {
        let Output { name, ty, class, size, optional, intermediate } = output;
        Argument {
            name: name.value.clone(),
            ty: ty.to_string(),
            optional: *optional,
            in_programs: self.in_programs(&name.value, |names| &names.outputs, Compat::output_in_programs),
            reuses: self.op.inplace_input(&name.value).map(str::to_owned),
            view_of: self.op.view_input(&name.value).map(str::to_owned),
            intermediate: *intermediate,
            size: size.as_ref().map(|size| size.value.clone()),
            class: class.as_ref().map(|class| class.value.clone()),
            ..Argument::default()
        }
    }

    /// The name in programs, if it differs. It comes from the operator's form in programs, or else from `op_compat`.
    fn in_programs(
        &self,
        name: &str,
        named: for<'n> fn(&'n InPrograms<'n>) -> &'n BTreeMap<&'n str, Vec<&'n str>>,
        of: for<'n> fn(&'n Compat, &'n str) -> &'n str,
    ) -> Option<String> {
        let in_programs = match &self.program {
            Some(names) => named(names).get(name)?.first()?,
            None => of(self.compat?, name),
        };
        (in_programs != name).then(|| in_programs.to_owned())
    }

    /// The inputs of the operator in programs that may carry an attribute.
    fn carriers(&self, attr: &str) -> Vec<String> {
        let carriers = self.program.as_ref().and_then(|names| names.inputs.get(attr));
        let carriers = carriers.filter(|_| self.op.signature.input(attr).is_none());
        carriers.into_iter().flatten().map(|name| (*name).to_owned()).collect()
    }

    /// Whether `op_compat` or a PIR operation lets the attribute be passed as a tensor.
    fn is_mutable(&self, attr: &str) -> bool {
        let entries = self.compat.into_iter().flat_map(|compat| [&compat.scalar, &compat.int_array]);
        let in_compat = entries.filter_map(|entries| entries.get(attr)).any(|entry| entry.is_mutable());
        let mut operands = self.book.shown[self.at].operations.iter().flat_map(|form| &form.operands);
        in_compat || operands.any(|operand| operand.mutable && operand.name == attr)
    }
}

//! The inputs, attributes and outputs of an operator, with everything that the YAML says about each.

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
    let reader = ArgumentReader { book, at, op: book.op(at), compat: book.compat(at) };
    let signature = &reader.op.signature;
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
}

impl ArgumentReader<'_> {
    fn input(&self, input: &Input) -> Argument {
        let Input { name, ty, optional, no_need_buffer, skip_transform, support_trans_dtype } = input;
        let overwritten = self.op.inplace.iter().find(|mapping| mapping.input == *name);
        Argument {
            name: name.value.clone(),
            ty: ty.to_string(),
            optional: *optional,
            in_programs: self.in_programs(&name.value, |form| tensors(&form.inputs), Compat::input_in_programs),
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
            in_programs: self.in_programs(&name.value, attrs, Compat::attr_in_programs),
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
            in_programs: self.in_programs(&name.value, |form| tensors(&form.outputs), Compat::output_in_programs),
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
        named: fn(&ProgramForm) -> Vec<[&str; 2]>,
        of: for<'n> fn(&'n Compat, &'n str) -> &'n str,
    ) -> Option<String> {
        let in_programs = match &self.book.shown[self.at].program {
            Some(form) => named(form).into_iter().find(|[_, of]| *of == name).map(|[in_programs, _]| in_programs)?,
            None => of(self.compat?, name),
        };
        (in_programs != name).then(|| in_programs.to_owned())
    }

    /// The inputs of the operator in programs that may carry an attribute.
    fn carriers(&self, attr: &str) -> Vec<String> {
        let program = self.book.shown[self.at].program.as_ref();
        let inputs = program.into_iter().flat_map(|form| &form.inputs);
        let is_input = self.op.signature.input(attr).is_some();
        inputs.filter(|input| input.of == attr && !is_input).map(|input| input.name.clone()).collect()
    }

    /// Whether `op_compat` or a PIR operation lets the attribute be passed as a tensor.
    fn is_mutable(&self, attr: &str) -> bool {
        let entries = self.compat.into_iter().flat_map(|compat| [&compat.scalar, &compat.int_array]);
        let in_compat = entries.filter_map(|entries| entries.get(attr)).any(|entry| entry.is_mutable());
        let mut operands = self.book.shown[self.at].operations.iter().flat_map(|form| &form.operands);
        in_compat || operands.any(|operand| operand.mutable && operand.name == attr)
    }
}

/// Pairs of the name in programs and the name in the YAML.
fn tensors(tensors: &[ProgramTensor]) -> Vec<[&str; 2]> {
    tensors.iter().map(|tensor| [tensor.name.as_str(), &tensor.of]).collect()
}

fn attrs(form: &ProgramForm) -> Vec<[&str; 2]> {
    form.attrs.iter().map(|attr| [attr.name.as_str(), &attr.of]).collect()
}

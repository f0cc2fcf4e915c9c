//! Calls of kernels: the classes of their tensors, and the arguments of infer meta and of the kernel.

use serde::Serialize;

use super::argument::{Argument, LocalShape};
use super::distributed;
use super::kernel_trait::Trait;
use super::tensor_class::{self, TensorClass};
use super::variant::Variant;
use profile::CppApi;
use spec::{AttrType, Dispatch, Element, Input, Kernel, KernelFn, Named, Op, Output, Param};

/// A call of a kernel.
#[derive(Debug, Serialize)]
pub struct KernelCall {
    /// The name of the kernel.
    pub kernel: String,
    /// The classes of its inputs and outputs.
    pub classes: Classes,
    /// Whether it is the kernel for distributed tensors.
    pub distributed: bool,
    /// What the call must know of the kernel.
    pub traits: Vec<Trait>,
    /// The call of infer meta, if the operator has one.
    pub infer_meta: Option<InferMetaCall>,
    /// The parameters of the kernel after the context.
    pub parameters: Vec<KernelParameter>,
    /// The arguments of the kernel before the outputs.
    pub args: Vec<Argument>,
}

/// The call of infer meta before that of the kernel.
#[derive(Debug, Serialize)]
pub struct InferMetaCall {
    /// The C++ function.
    pub function: String,
    /// The arguments before the outputs.
    pub args: Vec<Argument>,
}

/// A parameter of a kernel.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum KernelParameter {
    /// A tensor, or a list of tensors.
    Input {
        /// The class of the tensor.
        class: TensorClass,
        /// Whether it is a list.
        list: bool,
        /// Whether it may be absent.
        optional: bool,
    },
    /// An attribute.
    Attribute {
        /// The type in the YAML.
        #[serde(rename = "type")]
        ty: AttrType,
        /// Whether it may be absent.
        optional: bool,
    },
    /// A pointer to a result, or a list of pointers.
    Output {
        /// The class of the tensor.
        class: TensorClass,
        /// Whether it is a list.
        list: bool,
    },
}

/// The calls of an operator's kernels, in the order of the YAML.
pub fn kernel_calls(variant: Variant, kernel: &Kernel, settings: &CppApi) -> Vec<KernelCall> {
    let for_parts = distributed::kernel(variant.op, kernel, &settings.distributed);
    let call = |function: &KernelFn| {
        let is_distributed = for_parts.is_some_and(|for_parts| for_parts.name == function.name);
        kernel_call(variant, function, is_distributed, settings)
    };
    kernel.functions.iter().map(call).collect()
}

fn kernel_call(variant: Variant, function: &KernelFn, distributed: bool, settings: &CppApi) -> KernelCall {
    let op = variant.op;
    let shapes = distributed.then(|| distributed::shapes(op, function, &settings.distributed));
    let unread = settings.unread_arguments.get(&function.name.value);
    let is_unread = |param: &Param| unread.is_some_and(|unread| unread.iter().any(|name| param.name() == Some(name)));
    let params: Vec<Param> = op.kernel_params().into_iter().filter(|param| !is_unread(param)).collect();
    let params = Named::from(params);
    let reader =
        Reader { op, shapes: shapes.unwrap_or_default(), dispatch: function.dispatch.as_ref(), params: &params };
    let writes_strided = tensor_class::is_dense(op.home.family())
        && variant.inplace
        && settings.stride_kernels.contains(&function.name.value);
    let traits = distributed.then(|| distributed::traits(variant, function, &settings.distributed));
    KernelCall {
        kernel: function.name.value.clone(),
        classes: reader.classes(),
        distributed,
        traits: writes_strided
            .then_some(Trait::WritesStrided)
            .into_iter()
            .chain(traits.into_iter().flatten())
            .collect(),
        infer_meta: reader.infer_meta(),
        parameters: reader.parameters(),
        args: params.iter().map(|param| reader.kernel_argument(param)).collect(),
    }
}

/// The facts that the parts of a call are derived from.
struct Reader<'a> {
    op: &'a Op,
    /// Attributes that infer meta, and perhaps the kernel, gets as the shape of a part.
    shapes: Vec<LocalShape>,
    dispatch: Option<&'a Dispatch>,
    params: &'a Named<Param>,
}

impl Reader<'_> {
    /// The index of an argument among the kernel's parameters.
    fn position(&self, name: &str) -> Option<usize> {
        self.params.position_of(name)
    }

    fn input_class(&self, name: &str) -> TensorClass {
        let kind = self.position(name).zip(self.dispatch).and_then(|(at, dispatch)| dispatch.inputs.get(at));
        TensorClass::of_input(self.op, kind.map(|kind| kind.value))
    }

    fn output_class(&self, index: usize, output: &Output) -> TensorClass {
        let kind = self.dispatch.and_then(|dispatch| dispatch.outputs.get(index));
        TensorClass::of_output(self.op, output, kind.map(|kind| kind.value))
    }

    fn classes(&self) -> Classes {
        let is_of_a_class = |input: &Input| self.position(&input.name.value).is_some() && !input.ty.is_list();
        let inputs = self.op.signature.inputs.iter();
        let inputs = inputs.map(|input| is_of_a_class(input).then(|| self.input_class(&input.name.value)));
        let outputs = self.op.signature.outputs.iter().enumerate();
        let outputs: Vec<_> = outputs.map(|(index, output)| self.output_class(index, output)).collect();
        Classes {
            inputs: inputs.collect(),
            makes_dense: outputs.iter().all(|class| *class == TensorClass::Dense),
            outputs,
        }
    }

    fn infer_meta(&self) -> Option<InferMetaCall> {
        let function = self.op.infer_meta.as_ref()?.func.value.clone();
        let params = self.op.infer_meta_params();
        let args = params.iter().map(|param| Argument::new(self.op, param).with_shapes(&self.shapes));
        Some(InferMetaCall { function, args: args.collect() })
    }

    fn kernel_argument(&self, param: &Param) -> Argument {
        match (param, Argument::new(self.op, param)) {
            // A name that is not an argument is only defined in C++.
            (Param::Name(_), Argument::Text { text }) => Argument::Expression { text },
            (_, Argument::Input { name, slot, list, optional, .. }) => {
                Argument::Input { class: self.input_class(&name), name, slot, list, optional }
            }
            (_, argument) => argument.with_shapes(self.shapes.iter().filter(|shape| shape.to_kernel)),
        }
    }

    fn parameters(&self) -> Vec<KernelParameter> {
        let params = self.params.iter().filter_map(|param| self.parameter(param));
        let outputs = self.op.signature.outputs.iter().enumerate();
        let outputs = outputs.map(|(index, output)| KernelParameter::Output {
            class: self.output_class(index, output),
            list: output.ty.is_list(),
        });
        params.chain(outputs).collect()
    }

    /// `None` for a name that is only defined in C++, because its type is unknown.
    fn parameter(&self, param: &Param) -> Option<KernelParameter> {
        let plain = |element| KernelParameter::Attribute { ty: AttrType::one(element), optional: false };
        let name = match param {
            Param::Name(name) => &name.value,
            Param::Literal(literal) => return Some(plain(literal_type(&literal.value))),
            Param::Text(_) => return Some(plain(Element::Str)),
        };
        if let Some(input) = self.op.signature.input(name) {
            let class = self.input_class(name);
            return Some(KernelParameter::Input { class, list: input.ty.is_list(), optional: input.optional });
        }
        let attr = self.op.signature.attr(name)?;
        // Kernels take these directly, even if the function's parameter is optional.
        let never_optional = attr.ty.list || attr.ty.is_scalar() || attr.ty.element == Element::IntArray;
        Some(KernelParameter::Attribute { ty: attr.ty, optional: attr.optional && !never_optional })
    }
}

/// The type of a literal that the YAML passes to a kernel.
fn literal_type(text: &str) -> Element {
    match text {
        "true" | "false" => Element::Bool,
        _ if text.parse::<i64>().is_ok() => Element::Int,
        _ => Element::Float,
    }
}

/// The classes of the inputs and outputs of a kernel.
#[derive(Debug, Serialize)]
pub struct Classes {
    /// The class of each input; `None` for lists and for inputs that the kernel does not take, where any class will do.
    pub inputs: Vec<Option<TensorClass>>,
    /// The class of each output.
    pub outputs: Vec<TensorClass>,
    /// Whether all outputs are dense.
    pub makes_dense: bool,
}

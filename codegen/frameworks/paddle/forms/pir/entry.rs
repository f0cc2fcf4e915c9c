//! Operators of the YAML in a PIR dialect: their operands, attributes, results and classes.

use std::borrow::Cow;

use profile::{Dialect, Pir, PirApi, PirRules};
use registry::{OpId, Registry};
use spec::{Addition, Compat, InferMeta, Input, Kernel, KernelFn, Op, Output, Param, TensorKind};

use super::attribute::{PirAttr, attributes, compat};
use crate::static_graph;

/// An operator of the YAML in a dialect. It has one class, or one for each kernel, and twice as many if it has an
/// inplace variant.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The operator.
    pub id: OpId,
    /// The operator.
    pub op: &'a Op,
    /// Its entry in `op_compat.yaml`, if the dialect uses that file.
    pub compat: Option<&'a Compat>,
    /// What a kind of device adds, if the dialect belongs to that device.
    pub addition: Option<&'a Addition>,
    /// Whether its tensors are sparse; its names then say so.
    pub is_sparse: bool,
    /// Whether no other dialect has it.
    pub is_only_here: bool,
    /// The attributes in the order of the YAML, then those of the addition. Operands are among them.
    pub attrs: Vec<PirAttr<'a>>,
    /// Whether a result that overwrites an optional input may be absent.
    is_absent_with_input: bool,
}

/// The type of an operand or a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueType {
    /// A dense tensor.
    Dense,
    /// A list of tensors.
    List,
    /// Some rows of a tensor.
    SelectedRows,
    /// A sparse tensor with coordinates.
    SparseCoo,
    /// A sparse tensor with compressed rows.
    SparseCsr,
}

/// A class of a dialect.
#[derive(Debug, Clone)]
pub struct Class<'a> {
    /// The name in C++: `Abs_Op`.
    pub name: String,
    /// The name after that of the dialect: `abs_`.
    pub operation: String,
    /// The operator's name in this variant, such as `abs` or `abs_`.
    pub variant: Cow<'a, str>,
    /// Whether it is the inplace variant.
    pub is_inplace: bool,
    /// The kernel that runs it.
    pub kernel: Option<&'a KernelFn>,
    /// The types of the inputs.
    pub input_types: Vec<ValueType>,
    /// The types of the outputs.
    pub output_types: Vec<ValueType>,
}

impl<'a> Entry<'a> {
    /// An operator in a dialect.
    pub fn new(
        registry: &'a Registry,
        dialect: &Dialect,
        pir: &'a Pir,
        id: OpId,
        addition: Option<&'a Addition>,
        is_only_here: bool,
    ) -> Self {
        let op = registry.op(id);
        let compat = if dialect.kind.has_kernels() { compat(registry, id) } else { None };
        let is_sparse = dialect.sparse.iter().any(|home| home == op.home.key());
        let attrs = attributes(registry, pir, id, compat, addition);
        let is_absent_with_input = pir.form.is_typed();
        Entry { id, op, compat, addition, is_sparse, is_only_here, attrs, is_absent_with_input }
    }

    /// The name in the YAML.
    pub fn name(&self) -> &'a str {
        self.op.name.as_str()
    }

    /// The inputs, without attributes that are operands.
    pub fn inputs(&self) -> &'a [Input] {
        &self.op.signature.inputs
    }

    /// The outputs.
    pub fn outputs(&self) -> &'a [Output] {
        &self.op.signature.outputs
    }

    /// The attributes that are operands, which come after the inputs.
    pub fn mutable(&self) -> impl Iterator<Item = &PirAttr<'a>> {
        self.attrs.iter().filter(|attr| attr.mutable.is_some())
    }

    /// The attributes that are operands by `op_compat.yaml`.
    pub fn described(&self) -> impl Iterator<Item = &PirAttr<'a>> {
        self.attrs.iter().filter(|attr| attr.is_described)
    }

    /// The attributes that are not operands.
    pub fn immutable(&self) -> impl Iterator<Item = &PirAttr<'a>> {
        self.attrs.iter().filter(|attr| attr.mutable.is_none())
    }

    /// Whether an attribute of this name is an operand.
    pub fn is_mutable(&self, name: &str) -> bool {
        self.mutable().any(|attr| attr.name() == name)
    }

    /// The names of all operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = &str> {
        self.inputs().iter().map(|input| input.name.as_str()).chain(self.mutable().map(PirAttr::name))
    }

    /// Whether the operator infers and computes its own results. For PIR, an operator that calls another or is only
    /// decomposed has no kernel, no infer meta and no inplace variant.
    pub fn is_base(&self) -> bool {
        self.op.invoke.is_none() && (self.op.composite.is_none() || self.op.kernel.is_some())
    }

    /// Its own infer meta.
    pub fn infer_meta(&self) -> Option<&'a InferMeta> {
        self.op.infer_meta.as_ref().filter(|_| self.is_base())
    }

    /// The parameters of infer meta: by default those of the kernel.
    pub fn infer_meta_params(&self) -> Vec<Param> {
        let written = self.infer_meta().and_then(|infer_meta| infer_meta.param.clone());
        written.unwrap_or_else(|| self.op.kernel_params())
    }

    /// Its own kernel.
    pub fn kernel(&self) -> Option<&'a Kernel> {
        self.op.kernel.as_ref().filter(|_| self.is_base())
    }

    /// The input that an output overwrites.
    pub fn inplace_input(&self, output: &Output) -> Option<&'a Input> {
        let input = self.op.inplace_input(&output.name.value).filter(|_| self.is_base())?;
        self.op.signature.input(input)
    }

    /// Whether a result may be absent: the YAML says so, only the gradient needs it, or, in some versions, it
    /// overwrites an optional input.
    pub fn is_optional(&self, output: &Output) -> bool {
        let target = self.inplace_input(output).filter(|_| self.is_absent_with_input);
        output.optional || output.intermediate || target.is_some_and(|input| input.optional)
    }

    /// The names of its variants: its own, and its own with an underscore if it can work in place.
    pub fn variants(&self) -> Vec<Cow<'a, str>> {
        let name = self.name();
        let works_in_place = self.is_base() && (!self.op.inplace.is_empty() || !self.op.view.is_empty());
        let mut variants = vec![Cow::Borrowed(name)];
        if works_in_place && !name.ends_with('_') {
            variants.push(Cow::Owned(format!("{name}_")));
        }
        variants
    }

    /// The variants for which the header of `api` declares functions that are not written by hand.
    pub fn declared_variants<'e>(
        &'e self,
        api: &'e PirApi,
        dialect: &'e Dialect,
    ) -> impl Iterator<Item = Cow<'a, str>> + use<'a, 'e> {
        let is_by_hand = |variant: &str| api.hand_written.iter().any(|name| name == variant);
        let variants = self.variants().into_iter();
        variants.filter(move |variant| !is_by_hand(variant) && self.is_buildable(variant, dialect))
    }

    /// The classes of all variants that are not written by hand.
    pub fn classes(&self, dialect: &Dialect) -> Vec<Class<'a>> {
        let variants = self.variants().into_iter().filter(|variant| !dialect.is_hand_written(variant));
        variants.flat_map(|variant| self.classes_of(variant)).collect()
    }

    /// The classes of a variant, one for each kernel.
    pub fn classes_of(&self, variant: Cow<'a, str>) -> Vec<Class<'a>> {
        let kernels = self.kernel().map_or(&[][..], |kernel| &kernel.functions);
        match kernels {
            [] => vec![self.class(variant, None, false)],
            [kernel] => vec![self.class(variant, Some(kernel), false)],
            several => several.iter().map(|kernel| self.class(variant.clone(), Some(kernel), true)).collect(),
        }
    }

    fn class(&self, variant: Cow<'a, str>, kernel: Option<&'a KernelFn>, by_kernel: bool) -> Class<'a> {
        let is_inplace = variant.ends_with('_');
        let sparse = if self.is_sparse { "Sp" } else { "" };
        let (name, operation) = match kernel {
            Some(kernel) if by_kernel => {
                let tail = if is_inplace { "_" } else { "" };
                (format!("{}{sparse}{tail}Op", pascal_case(&kernel.name.value)), format!("{}{tail}", kernel.name.value))
            }
            _ => (format!("{}{sparse}Op", pascal_case(&variant)), variant.clone().into_owned()),
        };
        Class {
            name,
            operation: self.marked(operation),
            variant,
            is_inplace,
            kernel,
            input_types: self.input_types(kernel),
            output_types: self.output_types(kernel),
        }
    }

    /// The name of an operation, which says whether its tensors are sparse.
    pub fn marked(&self, operation: String) -> String {
        if self.is_sparse { sparse_name(operation) } else { operation }
    }

    /// Whether its classes declare a vjp. They have the interface only if there is a gradient.
    pub fn may_have_vjp(&self, rules: &PirRules) -> bool {
        !rules.without_vjp.iter().any(|name| name == self.name())
    }

    /// Its name, which says whether its tensors are sparse; the name of its vjp begins with it.
    pub fn marked_name(&self) -> String {
        self.marked(self.name().to_owned())
    }

    /// Whether classes of a variant can be built: infer meta computes the types of results, or the class is written by
    /// hand.
    pub fn is_buildable(&self, variant: &str, dialect: &Dialect) -> bool {
        self.infer_meta().is_some() || dialect.is_hand_written(variant)
    }

    fn input_types(&self, kernel: Option<&KernelFn>) -> Vec<ValueType> {
        match kernel.and_then(|kernel| kernel.dispatch.as_ref()) {
            Some(dispatch) => dispatch.inputs.iter().map(|kind| ValueType::from(kind.value)).collect(),
            None => self.inputs().iter().map(|input| ValueType::of(input.ty.is_list())).collect(),
        }
    }

    fn output_types(&self, kernel: Option<&KernelFn>) -> Vec<ValueType> {
        match kernel.and_then(|kernel| kernel.dispatch.as_ref()) {
            Some(dispatch) => dispatch.outputs.iter().map(|kind| ValueType::from(kind.value)).collect(),
            None => self.outputs().iter().map(|output| ValueType::of(output.ty.is_list())).collect(),
        }
    }
}

impl Class<'_> {
    /// Whether it has no requirements because it belongs to a gradient. The framework decides this by the class's name.
    pub fn is_gradient(&self) -> bool {
        self.name.contains("GradOp") || self.name.contains("Grad_Op")
    }
}

impl ValueType {
    fn of(is_list: bool) -> Self {
        if is_list { ValueType::List } else { ValueType::Dense }
    }
}

impl From<TensorKind> for ValueType {
    fn from(kind: TensorKind) -> Self {
        match kind {
            TensorKind::Dense => ValueType::Dense,
            TensorKind::SelectedRows => ValueType::SelectedRows,
            TensorKind::SparseCoo => ValueType::SparseCoo,
            TensorKind::SparseCsr => ValueType::SparseCsr,
        }
    }
}

/// The name of an operation over sparse tensors.
pub fn sparse_name(operation: String) -> String {
    let tail = if operation.ends_with('_') { "sp_" } else { "_sp" };
    operation + tail
}

/// The class of an operation on dense tensors: `abs_` -> `Abs_Op`.
pub fn class_name(operation: &str) -> String {
    pascal_case(operation) + "Op"
}

/// `abs_` -> `Abs_`.
pub fn pascal_case(name: &str) -> String {
    let tail = if name.ends_with('_') { "_" } else { "" };
    static_graph::pascal_case(name) + tail
}

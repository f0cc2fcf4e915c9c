//! An operator of a package: the names under which it is registered, the types that its kernel takes, and the shapes and data
//! types of its outputs.

mod autocast;
mod batch;
mod condition;
mod each;
mod evaluate;
pub mod example;
mod frameworks;
mod kernel;
mod names;
mod python;
mod shape;
mod text;
pub mod variants;

use crate::entry::ANY_TYPE;
use profile::{Framework, Package};
use registry::{OpId, Registry};
use serde::Serialize;
use source::{Diagnostic, Rule, Spanned};
use spec::{ArgumentMarks, Attr, Op, PackageOp, ReturnedValue};

pub use autocast::{AutocastForm, AutocastType};
pub use batch::{BatchForm, BatchTensor};
pub use condition::{ConditionForm, RequireForm};
pub use each::{EachForm, Item, ItemsForm};
pub use kernel::{Element, KernelForm, ResultForm};
pub use names::{Order, RegisteredName, TensorNames};
pub use python::{Literals, PythonFunction, default_literal, has_literals, literal, spelling, triton_function};
pub use shape::{ItemForm, Resolver, ShapeForm, SizeForm};

/// The data type of a tensor, as its kernel knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case")]
pub enum TypeForm {
    /// The type for which the kernel is compiled.
    Common,
    /// A fixed type.
    Fixed(String),
    /// Any type, which the kernel looks at itself.
    Any,
}

/// An input.
#[derive(Debug, Clone, Serialize)]
pub struct InputForm {
    /// The name.
    pub name: String,
    /// The name in Paddle's registrations.
    pub registered: RegisteredName,
    /// Whether it is a list of tensors.
    pub list: bool,
    /// Whether callers may leave it out.
    pub optional: bool,
    /// Its data type.
    pub data_type: TypeForm,
    /// Whether an output overwrites it.
    pub written: bool,
    /// Whether the kernel needs only its shape and type.
    pub no_need_buffer: bool,
    /// Whether tensors of the list may be absent.
    pub absent_items: bool,
    /// The type in the schema for `PyTorch`, if the entry spells it: `Tensor(a!)?`.
    pub schema: Option<String>,
    /// Whether the default in that schema is `None`.
    pub none_by_default: bool,
}

/// An output.
#[derive(Debug, Clone, Serialize)]
pub struct OutputForm {
    /// The name, which differs from those of all inputs.
    pub name: String,
    /// The name in Paddle's registrations.
    pub registered: RegisteredName,
    /// Whether it is a list of tensors.
    pub list: bool,
    /// Whether the operator may leave it out, as it does if it overwrites an input that is absent.
    pub optional: bool,
    /// Whether only gradients need it.
    pub intermediate: bool,
    /// Whether the operator has a gradient that does not take the gradient of this output.
    pub without_gradient: bool,
    /// The input that it overwrites.
    pub overwrites: Option<String>,
    /// The shape. `None` if only the kernel knows it.
    pub shape: Option<ShapeForm>,
    /// Whether the entry says that only the kernel knows the shape, with the number of dimensions.
    pub unknown: bool,
    /// The number of sizes that only the kernel knows.
    pub unknown_sizes: usize,
    /// Whether it is zeros before the kernel runs.
    pub zeroed: bool,
    /// The data type in kernels.
    pub data_type: TypeForm,
    /// The input whose data type it has. `None` if the type is fixed.
    pub type_of: Option<String>,
    /// Whether it only stands for a marked argument, beside other results: frameworks that overwrite arguments do not return it.
    pub aside: bool,
}

/// An argument: the position of an input or an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "at", rename_all = "snake_case")]
pub enum ArgumentForm {
    /// An input.
    Input(usize),
    /// An attribute.
    Attr(usize),
}

/// The functions of the author's that tell shapes and data types.
#[derive(Debug, Clone, Default, Serialize)]
pub struct InferFunctions {
    /// The function for shapes.
    pub shape: Option<String>,
    /// The function for data types.
    pub data_type: Option<String>,
}

/// An operator of a package.
#[derive(Debug)]
pub struct PackageForm<'a> {
    /// The operator.
    pub op: &'a Op,
    /// The operator whose gradient it is, directly or not; itself if it is not a gradient.
    pub root: &'a Op,
    /// The order of its derivative.
    pub order: Order,
    /// The inputs.
    pub inputs: Vec<InputForm>,
    /// The attributes.
    pub attrs: Vec<&'a Attr>,
    /// All of them in the order of the entry.
    pub arguments: Vec<ArgumentForm>,
    /// The outputs.
    pub outputs: Vec<OutputForm>,
    /// The results that are no tensors.
    pub values: &'a [ReturnedValue],
    /// What callers must keep to.
    pub requires: Vec<RequireForm>,
    /// The dimensions over which it works one by one.
    pub batch: BatchForm,
    /// What frameworks convert while they cast automatically.
    pub autocast: Option<AutocastForm>,
    /// The only frameworks that get it; empty for all.
    pub only: Vec<Framework>,
    /// The data types for which the kernel is compiled, by name; empty if there is no common type.
    pub data_types: Vec<String>,
    /// The devices that the kernel is for, by name.
    pub backends: Vec<String>,
    /// The framework on whose tensors the kernel works. `None` for plain views.
    pub written_for: Option<Framework>,
    /// Whether the kernel is a function in Python that launches Triton kernels.
    pub is_triton: bool,
    /// The functions of the author's.
    pub functions: InferFunctions,
}

impl<'a> PackageForm<'a> {
    /// The form of an operator. Mistakes in shape rules are handed to `report`, with the rule `misuse` if an argument has the
    /// wrong type.
    pub fn of(
        registry: &'a Registry,
        package: &'a Package,
        id: OpId,
        misuse: Rule,
        mut report: impl FnMut(Diagnostic),
    ) -> Self {
        Self::reporting(registry, package, id, misuse, &mut report)
    }

    fn reporting(
        registry: &'a Registry,
        package: &'a Package,
        id: OpId,
        misuse: Rule,
        report: &mut dyn FnMut(Diagnostic),
    ) -> Self {
        let op = registry.op(id);
        let names = TensorNames::of(registry, id);
        let own = op.package.as_ref();
        let root_id = registry.grad_root(id);
        // Operators whose gradients form a circle, which is reported elsewhere, have no root.
        let has_root = root_id != id && registry.grad_root(root_id) == root_id;
        let forward = registry.links(id).forward.filter(|_| has_root);
        let quiet = |id| Self::reporting(registry, package, id, misuse, &mut |_| {});
        let forward = forward.map(|forward| (forward, quiet(forward)));
        let inputs: Vec<InputForm> = op
            .signature
            .inputs
            .iter()
            .map(|input| input_form(input, op, forward.as_ref().map(|(_, forward)| forward), &names))
            .collect();
        let types: Vec<&str> = package.data_types.keys().map(String::as_str).collect();
        let resolver = Resolver { signature: &op.signature, types: &types, misuse, item: None };
        let gradient = registry.links(id).backward.map(|gradient| registry.op(gradient));
        let rules = Rules { op, gradient, package, inputs: &inputs, resolver };
        let outputs: Vec<OutputForm> =
            op.signature.outputs.iter().map(|output| rules.output(output, &names, report)).collect();
        let requires = requires(own, &resolver, report);
        let root = has_root.then(|| match forward {
            Some((id, forward)) if id == root_id => forward,
            _ => quiet(root_id),
        });
        let has_common = inputs.iter().any(|input| input.data_type == TypeForm::Common);
        let listed = |candidates: Option<&spec::Candidates>, otherwise: Vec<String>| match candidates {
            Some(listed) => listed.names.iter().map(|candidate| candidate.name.value.clone()).collect(),
            None => otherwise,
        };
        let kernel = op.kernel.as_ref();
        let default_types = package.kernel_data_types.iter().map(|name| name.value.clone()).collect();
        let data_types = listed(kernel.and_then(|kernel| kernel.data_type.as_ref()), default_types);
        let first_backend: Vec<String> = package.backends.keys().take(1).cloned().collect();
        PackageForm {
            op,
            only: frameworks::listed(op, names.root),
            autocast: AutocastForm::of(op, &inputs),
            batch: BatchForm::of(op, root.as_ref(), &inputs, &outputs),
            requires,
            root: names.root,
            order: names.order,
            attrs: op.signature.attrs.iter().collect(),
            arguments: arguments(op),
            values: own.map_or(&[], |own| &own.values),
            outputs,
            data_types: if has_common { data_types } else { Vec::new() },
            backends: listed(kernel.and_then(|kernel| kernel.backend.as_ref()), first_backend),
            written_for: own.and_then(|own| own.written_for.as_ref()).map(|framework| framework.value),
            is_triton: own.is_some_and(|own| own.triton),
            functions: functions(op, own, package),
            inputs,
        }
    }

    /// The data type of an input or an output, or of the gradient of an output. `None` if there is no such tensor.
    pub fn type_of(&self, tensor: &str) -> Option<&TypeForm> {
        let output = |name: &str| {
            let at = self.op.signature.output_names().position(|output| output == name)?;
            Some(&self.outputs.get(at)?.data_type)
        };
        let input = self.inputs.iter().find(|input| input.name == tensor).map(|input| &input.data_type);
        input.or_else(|| output(tensor)).or_else(|| output(tensor.strip_suffix("_grad")?))
    }

    /// The name of the function that computes the outputs.
    pub fn kernel(&self) -> Option<&'a Spanned<String>> {
        Some(&self.op.kernel.as_ref()?.functions.first()?.name)
    }

    /// The outputs that a kernel for a framework's tensors returns: those that overwrite no input.
    pub fn returned(&self) -> impl Iterator<Item = &OutputForm> {
        self.outputs.iter().filter(|output| output.overwrites.is_none())
    }

    /// What an argument has beyond its type. `None` if it has nothing.
    pub fn marks(&self, argument: &str) -> Option<&'a ArgumentMarks> {
        self.op.package.as_ref()?.marks(argument)
    }

    /// The namespace of `PyTorch`'s operator.
    pub fn namespace<'s>(&self, package: &'s Package) -> &'s str
    where
        'a: 's,
    {
        let own = self.op.package.as_ref().and_then(|own| own.namespace.as_ref());
        own.map_or(package.name.as_str(), |own| own.as_str())
    }

    /// The arguments that are only given by name, in order.
    pub fn keywords(&self) -> Vec<&'a str> {
        let marks = self.op.package.iter().flat_map(|own| &own.arguments);
        marks.filter(|marks| marks.keyword_only).map(|marks| marks.name.as_str()).collect()
    }

    /// The positions of some inputs among the arguments.
    pub fn positions(&self, wanted: impl Fn(&InputForm) -> bool) -> Vec<usize> {
        let is_wanted = |argument: &ArgumentForm| match *argument {
            ArgumentForm::Input(at) => wanted(&self.inputs[at]),
            ArgumentForm::Attr(_) => false,
        };
        (0..self.arguments.len()).filter(|&at| is_wanted(&self.arguments[at])).collect()
    }
}

/// `forward` is the operator whose gradient this is: its tensors have the same types in the gradient.
fn input_form(input: &spec::Input, op: &Op, forward: Option<&PackageForm>, names: &TensorNames) -> InputForm {
    let name = input.name.value.clone();
    let stated = op.package.iter().flat_map(|own| &own.input_types).find(|stated| stated.name.value == name);
    let data_type = match stated.map(|stated| stated.text.as_str()) {
        None => forward.and_then(|forward| forward.type_of(&name)).cloned().unwrap_or(TypeForm::Common),
        Some(ANY_TYPE) => TypeForm::Any,
        Some(fixed) => TypeForm::Fixed(fixed.to_owned()),
    };
    let registered = names.input(&name);
    let written = op.writes_into(&name);
    let marks = op.package.as_ref().and_then(|own| own.marks(&name));
    InputForm {
        registered,
        list: input.ty.is_list(),
        optional: input.optional,
        data_type,
        written,
        no_need_buffer: input.no_need_buffer,
        absent_items: marks.is_some_and(|marks| marks.absent_items),
        schema: marks.map(|marks| marks.written.clone()),
        none_by_default: marks.is_some_and(|marks| marks.none_by_default),
        name,
    }
}

/// The arguments in the order in which the entry lists them.
fn arguments(op: &Op) -> Vec<ArgumentForm> {
    let inputs = op.signature.inputs.iter().enumerate().map(|(at, one)| (one.name.span, ArgumentForm::Input(at)));
    let attrs = op.signature.attrs.iter().enumerate().map(|(at, one)| (one.name.span, ArgumentForm::Attr(at)));
    let mut all: Vec<_> = inputs.chain(attrs).collect();
    all.sort_by_key(|(span, _)| span.start);
    all.into_iter().map(|(_, argument)| argument).collect()
}

fn requires(own: Option<&PackageOp>, resolver: &Resolver, report: &mut dyn FnMut(Diagnostic)) -> Vec<RequireForm> {
    let mut forms = Vec::new();
    for stated in own.iter().flat_map(|own| &own.requires) {
        match resolver.condition(&stated.name) {
            Err(problem) => report(*problem),
            Ok(condition) => forms.push(RequireForm {
                condition,
                text: stated.name.value.split_whitespace().collect::<Vec<_>>().join(" "),
                message: (!stated.text.value.is_empty()).then(|| stated.text.value.clone()),
                span: stated.name.span,
            }),
        }
    }
    forms
}

fn functions(op: &Op, own: Option<&PackageOp>, package: &Package) -> InferFunctions {
    let of = |inferred: Option<&spec::Inferred>| Some(inferred?.func.as_ref()?.value.clone());
    let infer_meta = op.infer_meta.as_ref().filter(|meta| !package.infer_meta.contains_key(&meta.func.value));
    let shape = own.and_then(|own| of(own.shape.as_ref()));
    let shape = shape.or_else(|| infer_meta.map(|meta| meta.func.value.clone()));
    InferFunctions { shape, data_type: own.and_then(|own| of(own.data_type.as_ref())) }
}

/// The rules for the outputs of an operator.
struct Rules<'a> {
    op: &'a Op,
    /// Its gradient.
    gradient: Option<&'a Op>,
    package: &'a Package,
    inputs: &'a [InputForm],
    resolver: Resolver<'a>,
}

impl Rules<'_> {
    fn output(&self, output: &spec::Output, names: &TensorNames, report: &mut dyn FnMut(Diagnostic)) -> OutputForm {
        let name = output.name.value.as_str();
        // Another name than that of an input has been reported.
        let is_input = |name: &&str| self.op.signature.input(name).is_some();
        let overwrites = self.op.inplace_input(name).filter(is_input).map(str::to_owned);
        let shape = self.shape_rule(name, output.ty.is_list(), overwrites.as_deref()).and_then(|rule| {
            let read = self.resolver.shape(&rule, output.ty.is_list());
            read.map_err(|problem| report(*problem)).ok()
        });
        let type_rule = self.type_rule(name, overwrites.as_deref());
        let of_input = type_rule.as_ref().and_then(|rule| self.inputs.iter().find(|input| input.name == *rule));
        let data_type = match (&type_rule, of_input) {
            (_, Some(input)) => input.data_type.clone(),
            (Some(fixed), None) => TypeForm::Fixed(fixed.clone()),
            (None, None) => TypeForm::Common,
        };
        let is_taken = self.op.signature.has_arg(name);
        let origin = overwrites.as_ref().and_then(|name| self.inputs.iter().find(|input| input.name == *name));
        let optional = output.optional || origin.is_some_and(|input| input.optional);
        let is_implied = |output: &spec::Output| {
            let input = self.op.signature.inputs.iter();
            input.into_iter().any(|input| input.name.span == output.name.span)
        };
        let has_others = self.op.package.as_ref().is_some_and(|own| !own.values.is_empty())
            || self.op.signature.outputs.iter().any(|output| !is_implied(output));
        OutputForm {
            name: if is_taken { format!("{name}_new") } else { name.to_owned() },
            registered: names.output(name),
            list: output.ty.is_list(),
            optional,
            intermediate: output.intermediate,
            without_gradient: overwrites.is_none() && self.is_without_gradient(name),
            overwrites,
            zeroed: self.op.package.iter().flat_map(|own| &own.zeroed).any(|zeroed| zeroed.value == name),
            unknown: shape == Some(ShapeForm::Unknown),
            unknown_sizes: shape.as_ref().map_or(0, ShapeForm::unknown_sizes),
            shape: shape.filter(|shape| *shape != ShapeForm::Unknown),
            data_type,
            type_of: of_input.map(|input| input.name.clone()),
            aside: is_implied(output) && has_others,
        }
    }

    /// Whether nothing flows back through an output. A gradient that takes those of no outputs, such as that of a loss, is the one
    /// of all of them.
    fn is_without_gradient(&self, output: &str) -> bool {
        let takes = |output: &str| {
            self.gradient.is_some_and(|gradient| gradient.signature.input(&format!("{output}_grad")).is_some())
        };
        !takes(output) && self.op.signature.output_names().any(takes)
    }

    /// The rule for the shape of an output: its own, that of a well-known infer meta function, or the one that is obvious.
    fn shape_rule(&self, output: &str, is_list: bool, overwrites: Option<&str>) -> Option<Spanned<String>> {
        let own = self.op.package.as_ref().and_then(|own| own.shape.as_ref());
        if let Some(own) = own {
            // A function decides all shapes; a rule for one output leaves those of others as they are.
            let rule = own.of(output).cloned();
            if rule.is_some() || own.func.is_some() {
                return rule;
            }
        }
        if let Some(rule) = self.infer_meta(|rules| &rules.shape) {
            return Some(rule);
        }
        let like = |name: &str| Spanned::new(format!("like {name}"), self.op.name.span);
        overwrites.map(like).or_else(|| self.source_of(output, is_list).map(|input| like(&input.name)))
    }

    /// The input or data type that decides the type of an output.
    fn type_rule(&self, output: &str, overwrites: Option<&str>) -> Option<String> {
        let own = self.op.package.as_ref().and_then(|own| own.data_type.as_ref());
        if let Some(rule) = own.and_then(|own| own.of(output)) {
            return Some(rule.value.clone());
        }
        let mut all = self.inputs.iter().filter(|input| input.data_type == TypeForm::Common);
        let common = || all.clone().find(|input| !input.optional).or_else(|| all.next());
        let meta = || self.infer_meta(|rules| &rules.data_type).map(|rule| rule.value);
        let origin = || self.inputs.iter().find(|input| output.strip_suffix("_grad") == Some(input.name.as_str()));
        let of = |input: &InputForm| input.name.clone();
        overwrites.map(str::to_owned).or_else(meta).or_else(|| origin().or_else(common).map(of))
    }

    /// A rule of a well-known infer meta function, with the names of its arguments.
    fn infer_meta(&self, of: impl Fn(&profile::InferMetaRules) -> &String) -> Option<Spanned<String>> {
        let meta = self.op.infer_meta.as_ref()?;
        let mut rule = of(self.package.infer_meta.get(&meta.func.value)?).clone();
        for (at, param) in self.op.infer_meta_params().iter().enumerate() {
            rule = rule.replace(&format!("${at}"), &param.to_string());
        }
        Some(Spanned::new(rule, meta.func.span))
    }

    /// The input whose shape an output obviously has: that of which it is the gradient, or the only one.
    fn source_of(&self, output: &str, is_list: bool) -> Option<&InputForm> {
        let is_same = |input: &&InputForm| input.list == is_list;
        let origin = output.strip_suffix("_grad");
        let gradient = self.inputs.iter().find(|input| origin == Some(input.name.as_str())).filter(is_same);
        let only = || match (self.inputs, self.op.signature.outputs.len()) {
            ([input], 1) => Some(input).filter(is_same),
            _ => None,
        };
        gradient.or_else(only)
    }
}

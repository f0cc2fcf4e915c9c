//! The plan of an operator of a package, for all templates.

use forms::defaults::{self, DefaultValue};
use forms::package::variants::Variant;
use forms::package::{
    Element, InferFunctions, InputForm, Order, OutputForm, PackageForm, PythonFunction, ShapeForm, TypeForm,
};
use profile::{Backend, Framework, Package, TensorDataType};
use serde::Serialize;
use spec::Attr;

use super::python;

/// An operator.
#[derive(Debug, Serialize)]
pub struct OpPlan<'a> {
    name: &'a str,
    /// The name under which it, or its forward operator, is registered with Paddle.
    registered: String,
    /// Follows the name if some inputs are absent, see `variants`.
    suffix: String,
    absent: Vec<&'a str>,
    /// The registrations for calls without some inputs, those without most of them first.
    variants: Vec<Variant<'a>>,
    /// The name in `PyTorch`'s schemas.
    order: Order,
    doc: Option<&'a str>,
    docstring: String,
    /// The function that computes the outputs.
    kernel: &'a str,
    /// Whether the kernel takes views.
    has_views: bool,
    functions: &'a InferFunctions,
    inputs: Vec<InputPlan<'a>>,
    attrs: Vec<AttrPlan<'a>>,
    /// In the order in which Paddle registers them. A function for shapes gets them by position, and in eager mode without those
    /// that are hidden from it, so these come last. Kernels for Paddle's tensors take them in the order of the YAML.
    registered_attrs: Vec<AttrPlan<'a>>,
    outputs: Vec<OutputPlan<'a>>,
    data_types: Vec<TypePlan<'a>>,
    /// The names of the devices.
    backends: &'a [String],
    devices: Vec<DevicePlan<'a>>,
    /// The input whose device the outputs have.
    first: Option<FirstPlan<'a>>,
    /// The inputs for whose data type the kernel is compiled: the first one that is there.
    common: Vec<FirstPlan<'a>>,
    in_place: Vec<PairPlan<'a>>,
    /// The number of outputs that the kernel returns, beside those that overwrite inputs.
    returned: usize,
    /// Whether all returned outputs are single tensors.
    returns_only_tensors: bool,
    /// Whether shapes are inferred by rules.
    infers_shape: bool,
    /// Whether data types are inferred by rules.
    infers_type: bool,
    /// Whether the shapes and data types of all outputs follow from the inputs.
    is_known: bool,
    /// Whether tests may call it in programs: they know the shapes, and it overwrites nothing.
    in_programs: bool,
    torch_schema: String,
    #[serde(flatten)]
    python: PythonFunction,
    gradient: Option<GradientPlan<'a>>,
    /// The inputs that have gradients.
    differentiable: Vec<&'a str>,
    /// Whether these gradients have gradients.
    differentiable_twice: bool,
    /// The frameworks that have it.
    frameworks: Vec<Framework>,
}

/// An input.
#[derive(Debug, Serialize)]
struct InputPlan<'a> {
    #[serde(flatten)]
    form: &'a InputForm,
    data_type: Element<'a>,
    /// The name in programs.
    variable: String,
    /// Whether this registration is for calls without it.
    absent: bool,
    /// Whether the gradient needs it.
    saved: bool,
    /// A shape for tests.
    example: Vec<u32>,
}

/// An output.
#[derive(Debug, Serialize)]
struct OutputPlan<'a> {
    #[serde(flatten)]
    form: &'a OutputForm,
    data_type: Element<'a>,
    variable: String,
    /// Whether it is the gradient of an input that this registration lacks.
    absent: bool,
    /// The inputs whose type it has: the first one that is there.
    types: Vec<FirstPlan<'a>>,
    /// The optional input whose gradient it is, or whose shape it has: if that input is absent, so is the output.
    absent_with: Option<&'a str>,
    /// The inputs that its shape follows from.
    shape_inputs: Vec<&'a InputForm>,
    /// The attributes that its shape follows from.
    shape_attrs: Vec<AttrPlan<'a>>,
    /// The arguments of the call of the shape rule in `calls`.
    shape_call: String,
    saved: bool,
    /// The position among the outputs that the kernel returns.
    returned_at: Option<usize>,
}

#[derive(Debug, Serialize)]
struct TypePlan<'a> {
    name: &'a str,
    #[serde(flatten)]
    of: &'a TensorDataType,
}

#[derive(Debug, Serialize)]
pub struct DevicePlan<'a> {
    name: &'a str,
    #[serde(flatten)]
    of: &'a Backend,
}

/// An attribute.
#[derive(Debug, Clone, Serialize)]
struct AttrPlan<'a> {
    name: &'a str,
    cpp: &'a str,
    paddle: &'a str,
    schema: &'a str,
    torch: &'a str,
    /// For a number or a list of numbers: its type in kernels, if `PyTorch` has more bits.
    narrowed: Option<&'a str>,
    saved: &'a str,
    load: &'a str,
    /// Whether Paddle passes it to functions for shapes.
    in_shapes: bool,
    /// Whether the value must be copied, item by item, for the kernel.
    list: bool,
    default: Option<DefaultValue<'a>>,
    /// A value for tests.
    example: String,
}

/// The input that decides something.
#[derive(Debug, Serialize)]
struct FirstPlan<'a> {
    name: &'a str,
    list: bool,
    optional: bool,
    /// Whether this registration is for calls without it.
    absent: bool,
}

/// An input and the output that overwrites it.
#[derive(Debug, Serialize)]
struct PairPlan<'a> {
    input: &'a InputForm,
    output: &'a OutputForm,
}

/// The call of a gradient from the backward function of `PyTorch`.
#[derive(Debug, Serialize)]
struct GradientPlan<'a> {
    name: &'a str,
    /// Where each of its inputs comes from.
    inputs: Vec<GradientInput<'a>>,
    attrs: Vec<&'a str>,
    /// For each input of the forward operator, the position among the gradient's outputs.
    outputs: Vec<Option<usize>>,
    /// The number of the gradient's outputs.
    count: usize,
}

#[derive(Debug, Serialize)]
struct GradientInput<'a> {
    name: &'a str,
    list: bool,
    optional: bool,
    /// For the gradient of an output: the output's position.
    grad_of: Option<usize>,
}

impl<'a> OpPlan<'a> {
    /// The plan of an operator, for the source of a framework. `variant`: the inputs that calls leave out.
    pub fn new(
        form: &'a PackageForm<'a>,
        [gradient, second]: [Option<&'a PackageForm<'a>>; 2],
        package: &'a Package,
        here: Option<Framework>,
        variant: &Variant<'a>,
    ) -> Self {
        let saved =
            |name: &str| gradient.is_some_and(|gradient| gradient.inputs.iter().any(|input| input.name == name));
        let attrs: Vec<AttrPlan> = form.attrs.iter().filter_map(|attr| attr_plan(attr, form, package)).collect();
        let mut registered_attrs = attrs.clone();
        if form.has_views() {
            registered_attrs.sort_by_key(|attr| !attr.in_shapes);
        }
        let plan = |output: &'a OutputForm| OutputPlan {
            saved: saved(&output.name),
            absent: form.order != Order::Forward && variant.lacks(&output.name, form),
            ..output_plan(output, form, &attrs, package, variant)
        };
        let outputs: Vec<OutputPlan> = form.outputs.iter().map(plan).collect();
        let input = |input: &'a InputForm| InputPlan {
            form: input,
            data_type: Element::of(&input.data_type, package),
            variable: variable(&input.registered.base, input.list, input.optional),
            absent: variant.lacks(&input.name, form),
            saved: saved(&input.name),
            example: python::example_shape(form, &input.name),
        };
        let pairs = outputs.iter().filter_map(|output| {
            let input = form.inputs.iter().find(|input| output.form.overwrites.as_ref() == Some(&input.name))?;
            Some(PairPlan { input, output: output.form })
        });
        let returned: Vec<_> = outputs.iter().filter(|output| output.is_returned()).map(|output| output.form).collect();
        let views = form.has_views();
        let knows_shapes = returned.iter().all(|output| output.shape.is_some());
        let knows_types =
            returned.iter().all(|output| output.type_of.is_some() || matches!(output.data_type, TypeForm::Fixed(_)));
        // Paddle derives the shapes of gradients itself, unless a rule says otherwise.
        let states =
            |of: fn(&spec::PackageOp) -> bool| form.op.package.as_ref().is_some_and(of) || form.op.infer_meta.is_some();
        // In programs, Paddle knows which gradients are absent only if it derives all of them.
        let derived = outputs.iter().any(|output| output.absent_with.is_some())
            && returned.iter().all(|output| is_derived(output, form));
        let wants =
            |stated: bool| !returned.is_empty() && (stated && !derived || form.order == Order::Forward && views);
        OpPlan {
            name: form.op.name.as_str(),
            registered: format!("{}{}{}", package.prefix.as_str(), form.root.name.as_str(), variant.suffix),
            suffix: variant.suffix.clone(),
            absent: variant.absent.clone(),
            variants: Vec::new(),
            order: form.order,
            doc: form.op.package.as_ref().and_then(|own| own.doc.as_ref()).map(|doc| doc.as_str()),
            docstring: python::docstring(form, package),
            kernel: form.kernel().map_or("", |kernel| kernel.as_str()),
            has_views: views,
            functions: &form.functions,
            inputs: form.inputs.iter().map(input).collect(),
            data_types: form
                .data_types
                .iter()
                .filter_map(|name| Some(TypePlan { name, of: package.data_types.get(name)? }))
                .collect(),
            backends: &form.backends,
            devices: devices(package, |name| form.backends.iter().any(|listed| listed == name)),
            first: form.inputs.iter().find(|input| !input.optional).map(|input| first(input, form, variant)),
            common: common(form).into_iter().map(|input| first(input, form, variant)).collect(),
            in_place: pairs.collect(),
            returned: returned.len(),
            returns_only_tensors: returned.iter().all(|output| !output.list),
            infers_shape: knows_shapes && form.functions.shape.is_none() && wants(states(|own| own.shape.is_some())),
            infers_type: knows_types
                && form.functions.data_type.is_none()
                && wants(states(|own| own.data_type.is_some())),
            is_known: knows_shapes && knows_types,
            in_programs: (knows_shapes && knows_types || form.functions.shape.is_some())
                && returned.len() == form.outputs.len(),
            torch_schema: python::torch_schema(form, package),
            python: PythonFunction::new(form, package),
            differentiable: gradient.map_or(Vec::new(), |gradient| differentiable(form, gradient)),
            differentiable_twice: second.is_some(),
            frameworks: form.frameworks(package).collect(),
            gradient: gradient
                .filter(|gradient| here.is_some_and(|here| gradient.is_for(here, package)))
                .map(|gradient| gradient_plan(form, gradient)),
            registered_attrs,
            attrs,
            outputs,
        }
    }
}

impl<'a> OpPlan<'a> {
    /// The same plan with registrations for calls that leave out inputs.
    pub fn with_variants(self, variants: Vec<Variant<'a>>) -> Self {
        OpPlan { variants, ..self }
    }

    /// Whether its shapes or data types follow from rules that generated functions state.
    pub fn has_rules(&self) -> bool {
        self.infers_shape || self.infers_type
    }
}

impl OutputPlan<'_> {
    /// Whether the registered kernel returns it.
    fn is_returned(&self) -> bool {
        self.form.overwrites.is_none() && !self.absent
    }
}

/// The devices that a package may have kernels for.
pub fn devices(package: &Package, wanted: impl Fn(&str) -> bool) -> Vec<DevicePlan<'_>> {
    let known = package.backends.iter().filter(|(name, _)| wanted(name));
    known.map(|(name, of)| DevicePlan { name, of }).collect()
}

fn first<'a>(input: &'a InputForm, form: &PackageForm, variant: &Variant) -> FirstPlan<'a> {
    let absent = variant.lacks(&input.name, form);
    FirstPlan { name: &input.name, list: input.list, optional: input.optional, absent }
}

/// The inputs for whose data type the kernel is compiled, up to the first one that is always there.
fn common<'a>(form: &'a PackageForm) -> Vec<&'a InputForm> {
    let all = || form.inputs.iter().filter(|input| input.data_type == TypeForm::Common);
    match all().find(|input| !input.optional) {
        Some(required) => vec![required],
        None => all().collect(),
    }
}

/// The name of a variable in programs.
fn variable(base: &str, list: bool, optional: bool) -> String {
    format!("{base}{}{}", if list { "@VECTOR" } else { "" }, if optional { "@OPTIONAL" } else { "" })
}

fn attr_plan<'a>(attr: &'a Attr, form: &PackageForm, package: &'a Package) -> Option<AttrPlan<'a>> {
    let spelling = package.attributes.get(&attr.ty.to_string())?;
    Some(AttrPlan {
        name: attr.name.as_str(),
        cpp: &spelling.cpp,
        paddle: &spelling.paddle,
        schema: &spelling.schema,
        torch: &spelling.torch,
        narrowed: spelling.narrowed.as_deref(),
        saved: &spelling.saved,
        load: &spelling.load,
        in_shapes: !spelling.hidden_from_shapes,
        list: attr.ty.list,
        default: defaults::default(attr),
        example: python::example_value(form, attr),
    })
}

fn output_plan<'a>(
    output: &'a OutputForm,
    form: &'a PackageForm,
    attrs: &[AttrPlan<'a>],
    package: &'a Package,
    variant: &Variant,
) -> OutputPlan<'a> {
    let names = output.shape.as_ref().map_or(Vec::new(), ShapeForm::names);
    let used = |name: &str| names.contains(&name);
    let shape_inputs: Vec<&InputForm> = form.inputs.iter().filter(|input| used(&input.name)).collect();
    let shape_attrs: Vec<AttrPlan> = attrs.iter().filter(|attr| used(attr.name)).cloned().collect();
    let arguments = shape_inputs.iter().map(|input| format!("shape({})", input.name));
    let shape_call =
        arguments.chain(shape_attrs.iter().map(|attr| attr.name.to_owned())).collect::<Vec<_>>().join(", ");
    let type_of = output.type_of.as_ref().and_then(|name| form.inputs.iter().find(|input| input.name == *name));
    OutputPlan {
        form: output,
        data_type: Element::of(&output.data_type, package),
        variable: variable(&output.registered.base, output.list, output.optional),
        absent: false,
        types: types(type_of, form).into_iter().map(|input| first(input, form, variant)).collect(),
        absent_with: absent_with(output, form),
        shape_inputs,
        shape_attrs,
        shape_call,
        saved: false,
        returned_at: form.returned().position(|of| of.name == output.name),
    }
}

/// Whether an output has the shape and the data type that Paddle gives to a gradient without being told.
fn is_derived(output: &OutputForm, form: &PackageForm) -> bool {
    let origin = output.name.strip_suffix("_grad");
    let is_like = matches!(&output.shape, Some(ShapeForm::Like { input }) if Some(input.as_str()) == origin);
    form.order != Order::Forward && is_like && output.type_of.as_deref() == origin
}

/// The inputs whose data type an output has, the stated one first: if it is absent, the type for which the kernel is compiled.
fn types<'a>(stated: Option<&'a InputForm>, form: &'a PackageForm) -> Vec<&'a InputForm> {
    let Some(stated) = stated else { return Vec::new() };
    if !stated.optional {
        return vec![stated];
    }
    let others = || form.inputs.iter().filter(|input| input.name != stated.name);
    let same = || others().filter(|input| input.data_type == stated.data_type);
    let required = same().find(|input| !input.optional);
    match required {
        Some(required) => vec![stated, required],
        None if stated.data_type == TypeForm::Common => [stated].into_iter().chain(same()).collect(),
        None => [stated].into_iter().chain(others().find(|input| !input.optional)).collect(),
    }
}

/// A list needs no such input: it has as many tensors as the list whose shapes it has.
fn absent_with<'a>(output: &OutputForm, form: &'a PackageForm) -> Option<&'a str> {
    let Some(ShapeForm::Like { input }) = &output.shape else { return None };
    let like = form.inputs.iter().find(|own| own.name == *input)?;
    (like.optional && !output.list && output.overwrites.is_none()).then_some(like.name.as_str())
}

fn gradient_plan<'a>(form: &'a PackageForm, gradient: &'a PackageForm) -> GradientPlan<'a> {
    let input = |input: &'a InputForm| {
        let own = form.inputs.iter().any(|own| own.name == input.name)
            || form.outputs.iter().any(|own| own.name == input.name);
        let of = input.name.strip_suffix("_grad").filter(|_| !own);
        let grad_of = of.and_then(|of| form.op.signature.outputs.iter().position(|output| output.name.value == of));
        GradientInput { name: &input.name, list: input.list, optional: input.optional, grad_of }
    };
    let position = |input: &InputForm| {
        let wanted = format!("{}_grad", input.name);
        gradient.op.signature.outputs.iter().position(|output| output.name.value == wanted)
    };
    GradientPlan {
        name: gradient.op.name.as_str(),
        inputs: gradient.inputs.iter().map(input).collect(),
        attrs: gradient.attrs.iter().map(|attr| attr.name.as_str()).collect(),
        outputs: form.inputs.iter().map(position).collect(),
        count: gradient.outputs.len(),
    }
}

/// The inputs that have gradients.
fn differentiable<'a>(form: &'a PackageForm, gradient: &PackageForm) -> Vec<&'a str> {
    let has = |name: &str| {
        gradient.op.signature.outputs.iter().any(|output| output.name.value.strip_suffix("_grad") == Some(name))
    };
    form.inputs.iter().map(|input| input.name.as_str()).filter(|name| has(name)).collect()
}

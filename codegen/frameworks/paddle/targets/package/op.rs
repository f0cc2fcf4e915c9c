//! The plan of an operator of a package, for all templates.

use forms::defaults::{self, DefaultValue};
use forms::package::variants::Variant;
use forms::package::{
    Element, InferFunctions, InputForm, Order, OutputForm, PackageForm, PythonFunction, RequireForm, ShapeForm,
    TypeForm,
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
    /// What callers must keep to.
    requires: Vec<RequirePlan<'a>>,
    in_place: Vec<PairPlan<'a>>,
    /// The positions of the inputs that it overwrites.
    overwritten: Vec<usize>,
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
    /// The operator whose gradient it is; itself if it is none.
    root: &'a str,
    /// Whether it is a gradient that has no gradient.
    has_no_gradient: bool,
    torch_schema: String,
    /// Whether `PyTorch`'s autograd calls a function of its own: it has a gradient, or what it overwrites has a history.
    autograd: bool,
    #[serde(flatten)]
    python: PythonFunction,
    /// The results that callers see with `PyTorch`, which returns nothing that it overwrites. `None` if they are those of the call.
    torch_picked: Option<String>,
    gradient: Option<GradientPlan<'a>>,
    /// How `torch.func` differentiates it.
    derivative: Option<DerivativePlan>,
    /// The inputs that have gradients.
    differentiable: Vec<&'a str>,
    /// The other inputs of an operator that has a gradient.
    detached: Vec<&'a str>,
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
    /// For a gradient that Paddle leaves out if nothing depends on the output: the shape of the zeros that take its place.
    zeros: Option<ZerosPlan<'a>>,
    /// A shape for tests.
    example: Vec<u32>,
    /// The data type in tests, if it is not that for which the kernel is compiled.
    example_type: Option<String>,
}

/// The shape of a tensor of zeros.
#[derive(Debug, Serialize)]
struct ZerosPlan<'a> {
    /// The call of a shape rule.
    call: Option<String>,
    /// Otherwise: gradients of the same shape, of which one is always there.
    like: Vec<&'a str>,
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
    /// Whether it is a size, which may be a symbol where `PyTorch` traces.
    symbolic: bool,
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

/// A condition on the arguments.
#[derive(Debug, Serialize)]
struct RequirePlan<'a> {
    #[serde(flatten)]
    form: &'a RequireForm,
    /// Its number, from 1.
    at: usize,
    has_types: bool,
    /// The inputs whose sizes it compares.
    sized: Vec<&'a InputForm>,
    /// The inputs whose types it compares.
    typed: Vec<&'a InputForm>,
    /// The inputs without which nothing is checked.
    optional: Vec<&'a str>,
    /// The attributes, lists first.
    attrs: Vec<AttrPlan<'a>>,
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
    /// The parameters and results of its function.
    signature: SignaturePlan<'a>,
    /// For each input of the forward operator, the position among the gradient's outputs.
    outputs: Vec<Option<usize>>,
    /// The number of the gradient's outputs.
    count: usize,
}

/// How `torch.func` differentiates an operator: in Python.
#[derive(Debug, Serialize)]
struct DerivativePlan {
    /// For each input of the gradient: where it comes from.
    taken: Vec<Taken>,
    /// The positions of the attributes that the gradient takes.
    attrs: Vec<usize>,
    /// Whether the gradient has such a derivative, too.
    has_derivative: bool,
}

/// An input, an output, or the gradient of an output.
#[derive(Debug, Serialize)]
struct Taken {
    of: &'static str,
    at: usize,
}

/// The parameters and results of a function.
#[derive(Debug, Serialize)]
struct SignaturePlan<'a> {
    inputs: &'a [InputForm],
    attrs: Vec<AttrPlan<'a>>,
    outputs: &'a [OutputForm],
}

#[derive(Debug, Serialize)]
struct GradientInput<'a> {
    name: &'a str,
    list: bool,
    optional: bool,
    /// For the gradient of an output: the output's position.
    grad_of: Option<usize>,
}

/// The relatives of an operator.
#[derive(Debug, Clone, Copy)]
pub struct Family<'a> {
    /// For a gradient: the operator whose gradient it is.
    pub forward: Option<&'a PackageForm<'a>>,
    /// The gradient.
    pub gradient: Option<&'a PackageForm<'a>>,
    /// The gradient of the gradient.
    pub second: Option<&'a PackageForm<'a>>,
}

impl<'a> OpPlan<'a> {
    /// The plan of an operator, for the source of a framework. `symbolic`: the attributes that are sizes. `variant`: the inputs
    /// that calls leave out.
    pub fn new(
        form: &'a PackageForm<'a>,
        Family { forward, gradient, second }: Family<'a>,
        symbolic: &[&str],
        package: &'a Package,
        here: Option<Framework>,
        variant: &Variant<'a>,
    ) -> Self {
        let saved =
            |name: &str| gradient.is_some_and(|gradient| gradient.inputs.iter().any(|input| input.name == name));
        let attrs: Vec<AttrPlan> =
            form.attrs.iter().filter_map(|attr| attr_plan(attr, form, symbolic, package)).collect();
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
            zeros: forward.and_then(|forward| zeros(input, form, forward)),
            example: python::example_shape(form, &input.name),
            example_type: python::example_type(form, input, package),
        };
        let pairs = outputs.iter().filter_map(|output| {
            let input = form.inputs.iter().find(|input| output.form.overwrites.as_ref() == Some(&input.name))?;
            Some(PairPlan { input, output: output.form })
        });
        let returned: Vec<_> = outputs.iter().filter(|output| output.is_returned()).map(|output| output.form).collect();
        let views = form.has_views();
        let gradient_here = gradient.filter(|gradient| here.is_some_and(|here| gradient.is_for(here, package)));
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
            requires: (1..).zip(&form.requires).map(|(at, require)| require_plan(at, require, form, &attrs)).collect(),
            in_place: pairs.collect(),
            overwritten: (0..form.inputs.len()).filter(|&at| form.inputs[at].written).collect(),
            returned: returned.len(),
            returns_only_tensors: returned.iter().all(|output| !output.list),
            infers_shape: knows_shapes && form.functions.shape.is_none() && wants(states(|own| own.shape.is_some())),
            infers_type: knows_types
                && form.functions.data_type.is_none()
                && wants(states(|own| own.data_type.is_some())),
            is_known: knows_shapes && knows_types,
            in_programs: (knows_shapes && knows_types || form.functions.shape.is_some())
                && returned.len() == form.outputs.len(),
            root: form.root.name.as_str(),
            has_no_gradient: views && form.order == Order::Grad && form.op.backward.is_none(),
            autograd: gradient_here.is_some() || views && form.outputs.iter().any(|output| output.overwrites.is_some()),
            torch_schema: python::torch_schema(form, symbolic, package),
            python: PythonFunction::new(form, package),
            differentiable: gradient.map_or(Vec::new(), |gradient| differentiable(form, gradient)),
            detached: gradient.map_or(Vec::new(), |gradient| detached(form, gradient)),
            differentiable_twice: second.is_some(),
            frameworks: form.frameworks(package).collect(),
            torch_picked: python::torch_picked(form),
            derivative: gradient_here.and_then(|gradient| derivative(form, gradient, second)),
            gradient: gradient_here.map(|gradient| gradient_plan(form, gradient, symbolic, package)),
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

fn attr_plan<'a>(attr: &'a Attr, form: &PackageForm, symbolic: &[&str], package: &'a Package) -> Option<AttrPlan<'a>> {
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
        symbolic: spelling.schema.starts_with("int") && symbolic.contains(&attr.name.as_str()),
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
    let shape_attrs: Vec<&AttrPlan> = attrs.iter().filter(|attr| used(attr.name)).collect();
    // Lists come first: templates deduce their types.
    let ordered_attrs =
        || shape_attrs.iter().filter(|attr| attr.list).chain(shape_attrs.iter().filter(|attr| !attr.list));
    let shape_attrs: Vec<AttrPlan> = ordered_attrs().map(|attr| (*attr).clone()).collect();
    let arguments = shape_inputs.iter().map(|input| format!("shape(arg_{})", input.name));
    let shape_call =
        arguments.chain(shape_attrs.iter().map(|attr| format!("arg_{}", attr.name))).collect::<Vec<_>>().join(", ");
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

/// The zeros for the gradient of an output on which nothing depends. `None` if the input is no such gradient, or the shape is not
/// known.
fn zeros<'a>(input: &InputForm, form: &'a PackageForm, forward: &'a PackageForm) -> Option<ZerosPlan<'a>> {
    let gradient_of = |input: &InputForm| {
        let output = input.name.strip_suffix("_grad").filter(|_| !input.list && !input.optional)?;
        let is_own = forward.inputs.iter().any(|own| own.name == input.name);
        forward.outputs.iter().find(|own| own.name == output && !own.list && !is_own)
    };
    let output = gradient_of(input)?;
    let shape = output.shape.as_ref()?;
    if forward.returned().count() < 2 {
        return None;
    }
    let has = |name: &&str| {
        form.attrs.iter().any(|attr| attr.name.value == *name)
            || form.inputs.iter().any(|input| input.name == *name && gradient_of(input).is_none())
    };
    let names = shape.names();
    if form.inputs.iter().any(|input| input.name == output.name && !input.list && !input.optional) {
        return Some(ZerosPlan { call: Some(format!("shape(arg_{})", output.name)), like: Vec::new() });
    }
    if names.iter().all(has) {
        let inputs = forward.inputs.iter().filter(|input| names.contains(&input.name.as_str()));
        let is_used = |attr: &&&Attr| names.contains(&attr.name.as_str());
        let mut attrs: Vec<_> = forward.attrs.iter().filter(is_used).collect();
        attrs.sort_by_key(|attr| !attr.ty.list);
        let arguments = inputs.map(|input| format!("shape(arg_{})", input.name));
        let arguments: Vec<String> =
            arguments.chain(attrs.iter().map(|attr| format!("arg_{}", attr.name.value))).collect();
        let function = format!("shapes::op_{}::of_{}<int64_t>", forward.op.name.value, output.name);
        return Some(ZerosPlan { call: Some(format!("{function}({})", arguments.join(", "))), like: Vec::new() });
    }
    let same = form.inputs.iter().filter(|other| gradient_of(other).is_some_and(|of| of.shape.as_ref() == Some(shape)));
    let like: Vec<&str> = same.map(|other| other.name.as_str()).collect();
    let all = form.inputs.iter().filter(|other| gradient_of(other).is_some()).count();
    (like.len() == all && all > 1).then_some(ZerosPlan { call: None, like })
}

fn require_plan<'a>(
    at: usize,
    require: &'a RequireForm,
    form: &'a PackageForm,
    attrs: &[AttrPlan<'a>],
) -> RequirePlan<'a> {
    let (names, typed) = (require.condition.names(), require.condition.typed());
    let inputs =
        |names: &[&str]| form.inputs.iter().filter(|input| names.contains(&input.name.as_str())).collect::<Vec<_>>();
    let mut attrs: Vec<AttrPlan> = attrs.iter().filter(|attr| names.contains(&attr.name)).cloned().collect();
    attrs.sort_by_key(|attr| !attr.list);
    RequirePlan {
        form: require,
        at,
        has_types: !typed.is_empty(),
        sized: inputs(&require.condition.sized()),
        typed: inputs(&typed),
        optional: inputs(&names).into_iter().filter(|input| input.optional).map(|input| input.name.as_str()).collect(),
        attrs,
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

fn gradient_plan<'a>(
    form: &'a PackageForm,
    gradient: &'a PackageForm,
    symbolic: &[&str],
    package: &'a Package,
) -> GradientPlan<'a> {
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
        signature: SignaturePlan {
            inputs: &gradient.inputs,
            attrs: gradient.attrs.iter().filter_map(|attr| attr_plan(attr, gradient, symbolic, package)).collect(),
            outputs: &gradient.outputs,
        },
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

/// The inputs without gradients that may be the same tensor as one with a gradient.
fn detached<'a>(form: &'a PackageForm, gradient: &PackageForm) -> Vec<&'a str> {
    let differentiable = differentiable(form, gradient);
    let others = form.inputs.iter().filter(|input| !input.list && !input.written);
    others.map(|input| input.name.as_str()).filter(|name| !differentiable.contains(name)).collect()
}

/// How `torch.func` differentiates an operator. `None` if only C++ can do it: it overwrites inputs, or there are lists of results.
fn derivative(form: &PackageForm, gradient: &PackageForm, second: Option<&PackageForm>) -> Option<DerivativePlan> {
    if form.outputs.iter().any(|output| output.list || output.overwrites.is_some()) {
        return None;
    }
    let taken = |input: &InputForm| {
        let at = form.inputs.iter().position(|own| own.name == input.name).map(|at| Taken { of: "input", at });
        let output = |name: &str| form.outputs.iter().position(|own| own.name == name);
        let grad = || output(input.name.strip_suffix("_grad")?).map(|at| Taken { of: "grad", at });
        at.or_else(|| output(&input.name).map(|at| Taken { of: "output", at })).or_else(grad)
    };
    let attr = |attr: &&Attr| form.attrs.iter().position(|own| own.name.value == attr.name.value);
    Some(DerivativePlan {
        taken: gradient.inputs.iter().map(taken).collect::<Option<_>>()?,
        attrs: gradient.attrs.iter().map(attr).collect::<Option<_>>()?,
        has_derivative: second.is_some_and(|second| derivative(gradient, second, None).is_some()),
    })
}

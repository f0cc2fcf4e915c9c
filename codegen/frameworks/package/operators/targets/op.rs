//! The plan of an operator of a package, for all templates.

use crate::forms::variants::Variant;
use crate::forms::{
    ArgumentForm, AutocastForm, AutocastType, BatchForm, Element, InferFunctions, InputForm, Order, OutputForm,
    PackageForm, PythonFunction, ResultForm, TypeForm,
};
use profile::{Backend, Framework, Package, TensorDataType};
use serde::Serialize;

use super::argument::{AttrPlan, FirstPlan, RequirePlan, attr_plan, common, first, require_plan, variable};
use super::gradient::{DerivativePlan, GradientPlan, derivative, detached, differentiable, gradient_plan};
use super::output::{OutputPlan, ZerosPlan, is_derived, output_plan, zeros};
use super::python;
use super::triton::{self, TritonPlan};

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
    pub kernel: &'a str,
    /// Whether the kernel takes views.
    pub has_views: bool,
    functions: &'a InferFunctions,
    pub inputs: Vec<InputPlan<'a>>,
    pub attrs: Vec<AttrPlan<'a>>,
    /// Inputs and attributes in the order of the entry.
    arguments: &'a [ArgumentForm],
    /// What a kernel for the tensors of `PyTorch` returns.
    results: Vec<ResultForm<'a>>,
    /// Whether some results are no tensors.
    returns_values: bool,
    /// The arguments that are only given by name.
    keywords: Vec<&'a str>,
    /// In the order in which Paddle registers them. A function for shapes gets them by position, and in eager mode without those
    /// that are hidden from it, so these come last. Kernels for Paddle's tensors take them in the order of the YAML.
    registered_attrs: Vec<AttrPlan<'a>>,
    pub outputs: Vec<OutputPlan<'a>>,
    pub data_types: Vec<TypePlan<'a>>,
    /// The namespace of `PyTorch`'s operator.
    namespace: &'a str,
    /// Whether nothing decides the device with `PyTorch`, because it takes no tensors.
    is_for_any_device: bool,
    /// Whether generated code registers a function for tensors without data, and one for autograd. The package's sources may do that.
    has_meta: bool,
    has_autograd: bool,
    /// Whether generated tests can call it.
    is_tested: bool,
    /// The names of the devices.
    pub backends: &'a [String],
    devices: Vec<DevicePlan<'a>>,
    /// Whether XLA may capture the kernel on GPUs.
    capturable: bool,
    /// The input whose device the outputs have.
    first: Option<FirstPlan<'a>>,
    /// The inputs for whose data type the kernel is compiled: the first one that is there.
    common: Vec<FirstPlan<'a>>,
    /// What callers must keep to.
    requires: Vec<RequirePlan<'a>>,
    /// The dimensions over which it works one by one.
    batch: &'a BatchForm,
    /// What frameworks convert while they cast automatically.
    autocast: Option<AutocastPlan<'a>>,
    is_cast_in_python: bool,
    in_place: Vec<PairPlan<'a>>,
    /// The positions of the arguments that it overwrites.
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
    /// The number of sizes that only the kernel knows, and the schema of the function that gets them where `PyTorch` traces.
    unknown_sizes: usize,
    torch_shapes_schema: String,
    /// Whether `PyTorch`'s autograd calls a function of its own: it has a gradient, or what it overwrites has a history.
    autograd: bool,
    #[serde(flatten)]
    python: PythonFunction,
    /// The results that callers see with `PyTorch`, which returns nothing that it overwrites. `None` if they are those of the call.
    torch_picked: Option<String>,
    gradient: Option<GradientPlan<'a>>,
    /// How `torch.func` differentiates it.
    derivative: Option<DerivativePlan>,
    /// Whether Python calls it through a function that is for `torch.func`, too.
    has_run: bool,
    /// The inputs that have gradients.
    differentiable: Vec<&'a str>,
    /// The other inputs of an operator that has a gradient.
    detached: Vec<&'a str>,
    /// The positions of the outputs without a gradient that callers see.
    constant: Vec<usize>,
    /// Whether these gradients have gradients.
    differentiable_twice: bool,
    /// The frameworks that have it.
    frameworks: Vec<Framework>,
    /// For a kernel that is a function in Python.
    triton: Option<TritonPlan>,
    /// Whether generated tests need a GPU or Triton's interpreter ("any"), or only the latter.
    triton_in_tests: Option<&'static str>,
    /// Whether Python calls it for each sample of `torch.vmap`.
    each_sample: bool,
}

/// What a framework converts while it casts automatically.
#[derive(Debug, Serialize)]
pub struct AutocastPlan<'a> {
    #[serde(flatten)]
    form: &'a AutocastForm,
    /// The type as the entry writes it.
    text: String,
    /// The only types to which inputs are converted: those for which the kernel is compiled. Empty for all types.
    known: Vec<TypePlan<'a>>,
    /// The spellings of the type, if it is fixed.
    of: Option<&'a TensorDataType>,
    /// The input whose type the others get, and its position among the arguments.
    like: Option<&'a InputForm>,
    at: Option<usize>,
    /// The positions of the arguments that are converted.
    positions: Vec<usize>,
}

impl<'a> AutocastPlan<'a> {
    fn of(form: &'a PackageForm, package: &'a Package) -> Option<Self> {
        let autocast = form.autocast.as_ref()?;
        let (of, like) = match &autocast.to {
            AutocastType::Lower => (None, None),
            AutocastType::Fixed(name) => (package.data_types.get(name), None),
            AutocastType::Like(name) => (None, form.inputs.iter().find(|input| input.name == *name)),
        };
        let at = like.and_then(|like| form.positions(|input| input.name == like.name).first().copied());
        let positions = form.positions(|input| autocast.inputs.contains(&input.name));
        let is_typed = form.has_views() || form.is_triton;
        let is_chosen_by_caller = autocast.to == AutocastType::Lower && is_typed;
        let known = if is_chosen_by_caller { data_types(form, package) } else { Vec::new() };
        Some(AutocastPlan { form: autocast, text: autocast.to.to_string(), known, of, like, at, positions })
    }
}

/// An input.
#[derive(Debug, Serialize)]
pub struct InputPlan<'a> {
    #[serde(flatten)]
    pub form: &'a InputForm,
    data_type: Element<'a>,
    /// The name in programs.
    variable: String,
    /// Whether this registration is for calls without it.
    absent: bool,
    /// Whether the gradient needs it.
    saved: bool,
    /// Whether the gradient needs only its shape and type.
    saved_shape: bool,
    /// For a gradient that Paddle leaves out if nothing depends on the output: the shape of the zeros that take its place.
    zeros: Option<ZerosPlan<'a>>,
    /// Shapes for tests: one, or those of the tensors of a list.
    examples: Vec<Vec<u32>>,
    /// The data type in tests, if it is not that for which the kernel is compiled.
    example_type: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct TypePlan<'a> {
    pub name: &'a str,
    #[serde(flatten)]
    of: &'a TensorDataType,
}

#[derive(Debug, Serialize)]
pub struct DevicePlan<'a> {
    name: &'a str,
    #[serde(flatten)]
    of: &'a Backend,
}

/// An input and the output that overwrites it.
#[derive(Debug, Serialize)]
struct PairPlan<'a> {
    input: &'a InputForm,
    output: &'a OutputForm,
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

/// The dispatch key of `PyTorch` for functions that call other operators, on every device and with their derivatives.
const COMPOSITE: &str = "CompositeImplicitAutograd";

impl<'a> OpPlan<'a> {
    /// The plan of an operator, for the source of a framework. `symbolic`: the attributes that are sizes. `variant`: the inputs
    /// that calls leave out.
    pub fn new(
        form: &'a PackageForm<'a>,
        family: Family<'a>,
        symbolic: &[&str],
        package: &'a Package,
        here: Option<Framework>,
        variant: &Variant<'a>,
    ) -> Self {
        let Family { gradient, second, .. } = family;
        let attrs: Vec<AttrPlan> =
            form.attrs.iter().filter_map(|attr| attr_plan(attr, form, symbolic, package)).collect();
        let mut registered_attrs = attrs.clone();
        if form.has_views() {
            registered_attrs.sort_by_key(|attr| !attr.in_shapes);
        }
        let plan = |output: &'a OutputForm| OutputPlan {
            saved: taken(&output.name, gradient).is_some(),
            saved_shape: taken(&output.name, gradient).is_some_and(|input| input.no_need_buffer),
            absent: form.order != Order::Forward && variant.lacks(&output.name, form),
            ..output_plan(output, form, &attrs, package, variant)
        };
        let outputs: Vec<OutputPlan> = form.outputs.iter().map(plan).collect();
        let returned: Vec<_> = outputs.iter().filter(|output| output.is_returned()).map(|output| output.form).collect();
        let views = form.has_views();
        let gradient_here = gradient.filter(|gradient| here.is_some_and(|here| gradient.is_for(here, package)));
        let derivative = gradient_here.and_then(|gradient| derivative(form, gradient, second));
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
        let (has_kernel, on_cpu) = (form.kernel().is_some(), form.backends.iter().any(|name| name == "CPU"));
        let is_known = knows_shapes && knows_types && form.values.is_empty();
        let registered = |keys: &[&str]| form.registered_for().iter().any(|key| keys.contains(&key.as_str()));
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
            inputs: form.inputs.iter().map(|input| input_plan(input, form, family, package, variant)).collect(),
            data_types: data_types(form, package),
            backends: &form.backends,
            arguments: &form.arguments,
            results: ResultForm::all(form, package),
            returns_values: !form.values.is_empty(),
            keywords: form.keywords(),
            namespace: form.namespace(package),
            is_for_any_device: form.inputs.is_empty(),
            has_meta: is_known && has_kernel && !registered(&["Meta", COMPOSITE]),
            has_autograd: !form.inputs.is_empty() && has_kernel && !registered(&["Autograd", COMPOSITE]),
            is_tested: form.has_views() || has_kernel && form.values.is_empty() && (on_cpu || form.is_triton),
            devices: devices(package, |name| form.backends.iter().any(|listed| listed == name)),
            capturable: form.is_capturable(),
            first: form.inputs.iter().find(|input| !input.optional).map(|input| first(input, form, variant)),
            common: common(form).into_iter().map(|input| first(input, form, variant)).collect(),
            requires: (1..).zip(&form.requires).map(|(at, require)| require_plan(at, require, form, &attrs)).collect(),
            autocast: AutocastPlan::of(form, package),
            is_cast_in_python: form.autocast.is_some() && (derivative.is_some() || form.is_triton),
            batch: &form.batch,
            in_place: pairs(form),
            overwritten: form.positions(|input| input.written),
            returned: returned.len(),
            returns_only_tensors: returned.iter().all(|output| !output.list),
            infers_shape: knows_shapes && form.functions.shape.is_none() && wants(states(|own| own.shape.is_some())),
            infers_type: knows_types
                && form.functions.data_type.is_none()
                && wants(states(|own| own.data_type.is_some())),
            is_known,
            in_programs: (knows_shapes && knows_types || form.functions.shape.is_some())
                && returned.len() == form.outputs.len(),
            root: form.root.name.as_str(),
            has_no_gradient: views && form.order == Order::Grad && form.op.backward.is_none(),
            autograd: gradient_here.is_some() || views && form.outputs.iter().any(|output| output.overwrites.is_some()),
            torch_schema: python::torch_schema(form, symbolic, package),
            unknown_sizes: form.outputs.iter().map(|output| output.unknown_sizes).sum(),
            torch_shapes_schema: python::torch_shapes_schema(form, symbolic, package),
            python: PythonFunction::new(form, package, here),
            differentiable: gradient.map_or(Vec::new(), |gradient| differentiable(form, gradient)),
            detached: gradient.map_or(Vec::new(), |gradient| detached(form, gradient)),
            constant: constant(form),
            differentiable_twice: second.is_some(),
            frameworks: form.frameworks(package).collect(),
            torch_picked: python::torch_picked(form),
            has_run: derivative.is_some() || form.is_triton && form.outputs.iter().all(|out| out.overwrites.is_none()),
            derivative,
            gradient: gradient_here.map(|gradient| gradient_plan(form, gradient, symbolic, package)),
            triton: triton::plan(form, package),
            triton_in_tests: triton::in_tests([Some(form), gradient, second]),
            each_sample: each_sample(form),
            registered_attrs,
            attrs,
            outputs,
        }
    }
}

/// The positions of the outputs without a gradient that callers see.
fn constant(form: &PackageForm) -> Vec<usize> {
    let is_constant = |&at: &usize| form.outputs[at].without_gradient && !form.outputs[at].intermediate;
    (0..form.outputs.len()).filter(is_constant).collect()
}

/// Whether PyTorch's own rule of `vmap` does not call an operator for each sample: it knows no lists, nothing in place and no
/// operators in Python.
fn each_sample(form: &PackageForm) -> bool {
    let has_lists = form.inputs.iter().any(|input| input.list) || form.outputs.iter().any(|output| output.list);
    let is_special = |output: &OutputForm| output.overwrites.is_some() || output.unknown_sizes > 0;
    form.is_triton || has_lists || form.outputs.iter().any(is_special)
}

/// The plan of an input, for calls that leave out some inputs.
fn input_plan<'a>(
    input: &'a InputForm,
    form: &'a PackageForm,
    Family { forward, gradient, .. }: Family<'a>,
    package: &'a Package,
    variant: &Variant,
) -> InputPlan<'a> {
    let taken = taken(&input.name, gradient);
    InputPlan {
        form: input,
        data_type: Element::of(&input.data_type, package),
        variable: variable(&input.registered.base, input.list, input.optional),
        absent: variant.lacks(&input.name, form),
        saved: taken.is_some(),
        saved_shape: taken.is_some_and(|input| input.no_need_buffer),
        zeros: forward.and_then(|forward| zeros(input, form, forward)),
        examples: form.example_shapes(&input.name),
        example_type: form.example_type(input),
    }
}

/// The input of a gradient that is an input or an output of its operator. `None` if the gradient does not take it.
fn taken<'a>(name: &str, gradient: Option<&'a PackageForm>) -> Option<&'a InputForm> {
    gradient?.inputs.iter().find(|input| input.name == name)
}

/// The data types of an operator's kernel.
fn data_types<'a>(form: &'a PackageForm<'a>, package: &'a Package) -> Vec<TypePlan<'a>> {
    let plan = |name: &'a String| Some(TypePlan { name, of: package.data_types.get(name)? });
    form.data_types.iter().filter_map(plan).collect()
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

/// The devices that a package may have kernels for.
pub fn devices(package: &Package, wanted: impl Fn(&str) -> bool) -> Vec<DevicePlan<'_>> {
    let known = package.backends.iter().filter(|(name, _)| wanted(name));
    known.map(|(name, of)| DevicePlan { name, of }).collect()
}

/// The namespaces of `PyTorch`'s operators, each once, that of the package first.
pub fn namespaces<'a>(ops: &[OpPlan<'a>], package: &'a str) -> Vec<&'a str> {
    let mut all = vec![package];
    for op in ops {
        if !all.contains(&op.namespace) {
            all.push(op.namespace);
        }
    }
    all
}

/// The inputs that outputs overwrite.
fn pairs<'a>(form: &'a PackageForm) -> Vec<PairPlan<'a>> {
    let pair = |output: &'a OutputForm| {
        let input = form.inputs.iter().find(|input| output.overwrites.as_ref() == Some(&input.name))?;
        Some(PairPlan { input, output })
    };
    form.outputs.iter().filter_map(pair).collect()
}

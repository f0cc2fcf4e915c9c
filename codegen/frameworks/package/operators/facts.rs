//! What is known of an operator of a package beyond Paddle's model.

use minijinja::context;
use profile::{Framework, Package};
use registry::own_facts::{Declaration, Fact, Facts, OwnFacts, Values};
use registry::{OpId, Registry};
use render::value;
use source::Spanned;
use spec::Op;

use crate::forms::{KernelForm, Order, OutputForm, PackageForm, PythonFunction, RegisteredName, RequireForm, TypeForm};
use crate::mentions;

/// What packages know of their operators.
#[derive(Debug)]
pub struct OfPackages;

impl OwnFacts for OfPackages {
    fn of(&self, registry: &Registry, id: OpId) -> Option<Facts> {
        let package = registry.profile().package.as_ref()?;
        let form = PackageForm::of(registry, package, id, crate::rules::SHAPE_RULE, |_| {});
        Some(Shown::of(&form, package).into_facts(&form, package))
    }

    fn function(&self, registry: &Registry, id: OpId) -> Option<Declaration> {
        let package = registry.profile().package.as_ref()?;
        function(&PackageForm::of(registry, package, id, crate::rules::SHAPE_RULE, |_| {}), package)
    }

    fn parts(&self, op: &Op) -> Vec<Spanned<String>> {
        op.package.as_ref().map_or_else(Vec::new, mentions::parts)
    }

    fn functions<'o>(&self, op: &'o Op) -> Vec<&'o Spanned<String>> {
        op.package.iter().flat_map(mentions::functions).collect()
    }
}

/// What the entry of an operator states, and what follows from it.
struct Shown {
    /// Its documentation in Python.
    doc: Option<String>,
    /// The frameworks that have it.
    frameworks: Vec<String>,
    /// The file that defines the kernel, if the entry names one.
    source: Option<String>,
    /// The data types for which the kernel is compiled.
    data_types: Vec<String>,
    /// The devices that it is for.
    devices: Vec<String>,
    /// Who may capture the kernel into a command buffer. `None` if nobody may.
    captured: Option<String>,
    /// The shapes of outputs: a rule, or a function of the author's.
    shapes: Vec<(String, String)>,
    /// What callers must keep to: conditions, with messages.
    requires: Vec<String>,
    /// The data types of outputs: an input, a type, or a function of the author's.
    types: Vec<(String, String)>,
    /// The outputs without a gradient, of an operator that has one.
    without_gradient: Vec<String>,
    /// The dimensions of which JAX passes any number in one call. `None` if nothing is known.
    batch: Option<String>,
    /// The type to which frameworks convert inputs while they cast automatically.
    autocast: Option<String>,
    /// The name in Paddle's registration.
    registered: Option<String>,
    /// Arguments and outputs whose names there differ from their own.
    registered_names: Vec<(String, String)>,
}

impl Shown {
    fn of(form: &PackageForm, package: &Package) -> Self {
        let own = form.op.package.as_ref();
        let frameworks: Vec<String> = form.frameworks(package).map(|framework| framework.name().to_owned()).collect();
        let is_registered = frameworks.iter().any(|framework| framework == Framework::Paddle.name());
        let has_no_gradient = |output: &&OutputForm| output.without_gradient;
        let is_in_jax = form.is_for(Framework::Jax, package);
        Shown {
            doc: own.and_then(|own| own.doc.as_ref()).map(|doc| doc.value.clone()),
            source: own.and_then(|own| own.source.as_ref()).map(|source| source.value.clone()),
            shapes: of_outputs(form, shape),
            requires: form.requires.iter().map(required).collect(),
            types: of_outputs(form, data_type),
            without_gradient: form.outputs.iter().filter(has_no_gradient).map(|output| output.name.clone()).collect(),
            batch: form.batch.is_known().then(|| form.batch.to_string()).filter(|_| is_in_jax),
            autocast: form.autocast.as_ref().map(|autocast| autocast.to.to_string()),
            registered: is_registered.then(|| format!("{}{}", package.prefix.as_str(), form.root.name.value)),
            registered_names: if is_registered { registered_names(form) } else { Vec::new() },
            data_types: if form.has_views() || form.is_triton { form.data_types.clone() } else { Vec::new() },
            devices: if form.has_views() { form.backends.clone() } else { Vec::new() },
            captured: form.is_capturable().then(|| "by XLA, on GPUs".to_owned()),
            frameworks,
        }
    }

    fn into_facts(self, form: &PackageForm, package: &Package) -> Facts {
        let (lines, summary) = (self.lines(), self.summary());
        let values = vec![
            ("doc", Fact::Text(self.doc)),
            ("frameworks", Fact::Texts(self.frameworks)),
            ("source", Fact::Text(self.source)),
            ("data_types", Fact::Texts(self.data_types)),
            ("devices", Fact::Texts(self.devices)),
            ("captured", Fact::Text(self.captured)),
            ("shapes", Fact::Named(self.shapes)),
            ("requires", Fact::Texts(self.requires)),
            ("types", Fact::Named(self.types)),
            ("without_gradient", Fact::Texts(self.without_gradient)),
            ("batch", Fact::Text(self.batch)),
            ("autocast", Fact::Text(self.autocast)),
            ("registered", Fact::Text(self.registered)),
            ("registered_names", Fact::Named(self.registered_names)),
        ];
        Facts {
            key: "package",
            values: Values(values),
            lines,
            summary,
            function: function(form, package),
            kernels: kernels(form, package),
        }
    }

    fn lines(&self) -> Vec<(&'static str, Vec<String>)> {
        let pairs = |pairs: &[(String, String)]| pairs.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let listed = |names: &[String]| if names.is_empty() { Vec::new() } else { vec![names.join(", ")] };
        let mut registered: Vec<String> = self.registered.iter().cloned().collect();
        registered.extend(self.registered_names.iter().map(|(name, there)| format!("  {name}: {there}")));
        vec![
            ("documentation", self.doc.iter().cloned().collect()),
            ("source", self.source.iter().cloned().collect()),
            ("frameworks", listed(&self.frameworks)),
            ("compiled for", listed(&self.data_types)),
            ("devices", listed(&self.devices)),
            ("captured", self.captured.iter().cloned().collect()),
            ("requires", self.requires.clone()),
            ("shapes", pairs(&self.shapes)),
            ("data types", pairs(&self.types)),
            ("no gradient for", listed(&self.without_gradient)),
            ("in one call", self.batch.iter().cloned().collect()),
            ("autocast", self.autocast.iter().cloned().collect()),
            ("in Paddle", registered),
        ]
    }

    fn summary(&self) -> Vec<String> {
        let doc = self.doc.iter().map(|doc| doc.lines().next().unwrap_or_default().to_owned());
        let rules: Vec<String> = self.shapes.iter().map(|(output, rule)| format!("`{output}` is `{rule}`")).collect();
        doc.chain((!rules.is_empty()).then(|| format!("shapes: {}", rules.join(", ")))).collect()
    }
}

/// The Python function. Gradients have none.
fn function(form: &PackageForm, package: &Package) -> Option<Declaration> {
    (form.order == Order::Forward).then(|| {
        let name = &form.op.name.value;
        let function = PythonFunction::new(form, package, None);
        let context = context! { tensor => "Tensor", op => context! { name, ..value(&function) } };
        Declaration { template: "package/signature.j2", context }
    })
}

/// The declarations of the kernel on each device.
fn kernels(form: &PackageForm, package: &Package) -> Vec<(String, Declaration)> {
    let Some((name, declared)) = form.kernel().zip(KernelForm::of(form, package)) else { return Vec::new() };
    let declaration = |scope: &str| (name.value.clone(), kernel(&declared, scope));
    let devices = form.backends.iter().filter_map(|device| package.backends.get(device));
    match form.has_views() {
        true => devices.map(|device| declaration(&format!("{}::", device.namespace))).collect(),
        false => vec![declaration("")],
    }
}

/// The declaration of a kernel. `scope` is what stands before its name.
pub fn kernel(kernel: &KernelForm, scope: &str) -> Declaration {
    Declaration { template: "package/kernel.j2", context: context! { scope, op => value(kernel) } }
}

fn of_outputs(form: &PackageForm, of: fn(&OutputForm, &PackageForm) -> Option<String>) -> Vec<(String, String)> {
    form.outputs.iter().filter_map(|output| Some((output.name.clone(), of(output, form)?))).collect()
}

fn required(require: &RequireForm) -> String {
    match &require.message {
        Some(message) => format!("{}: {message}", require.text),
        None => require.text.clone(),
    }
}

fn shape(output: &OutputForm, form: &PackageForm) -> Option<String> {
    let function = form.functions.shape.as_ref().map(|function| format!("{function}(...)"));
    function.or_else(|| output.shape.as_ref().map(ToString::to_string))
}

fn data_type(output: &OutputForm, form: &PackageForm) -> Option<String> {
    let function = form.functions.data_type.as_ref().map(|function| format!("{function}(...)"));
    let input = || output.type_of.as_ref().map(|input| format!("that of {input}"));
    function.or_else(input).or_else(|| match &output.data_type {
        TypeForm::Fixed(name) => Some(name.clone()),
        TypeForm::Common | TypeForm::Any => None,
    })
}

fn registered_names(form: &PackageForm) -> Vec<(String, String)> {
    let inputs = form.inputs.iter().map(|input| (&input.name, &input.registered));
    let outputs = form.outputs.iter().map(|output| (&output.name, &output.registered));
    let differs = |(name, registered): &(&String, &RegisteredName)| {
        let name = name.strip_suffix("_new").unwrap_or(name);
        registered.base != name.strip_suffix(&"_grad".repeat(registered.grads)).unwrap_or(name)
    };
    let all = inputs.chain(outputs).filter(differs);
    all.map(|(name, registered)| (name.clone(), format!("{:?}", registered.base))).collect()
}

//! What only operators of packages have.

use forms::package::{
    KernelForm, Order, OutputForm, PackageForm, PythonFunction, RegisteredName, RequireForm, TypeForm,
};
use profile::{Framework, Package};
use registry::{OpId, Registry};
use spelling::Spelling;

use super::shown::{Kernel, PackageShown};

/// What is shown only of operators of packages.
pub struct OfPackage {
    /// What the entry states.
    pub shown: PackageShown,
    /// The Python function. Gradients have none.
    pub python: Option<String>,
    /// The declarations of the kernel on each device.
    pub kernels: Vec<Kernel>,
}

/// What is shown of an operator. `None` if this is not a package.
pub fn of(registry: &Registry, spelling: &Spelling, id: OpId) -> Option<OfPackage> {
    let package = registry.profile().package.as_ref()?;
    let form = PackageForm::of(registry, package, id, spec::rules::SHAPE_RULE, |_| {});
    let kernels = kernels(&form, package, spelling);
    let own = form.op.package.as_ref();
    let frameworks: Vec<&str> = form.frameworks(package).map(Framework::name).collect();
    let is_registered = frameworks.contains(&Framework::Paddle.name());
    let shown = PackageShown {
        doc: own.and_then(|own| own.doc.as_ref()).map(|doc| doc.value.clone()),
        source: own.and_then(|own| own.source.as_ref()).map(|source| source.value.clone()),
        shapes: form.outputs.iter().filter_map(|output| Some((output.name.clone(), shape(output, &form)?))).collect(),
        requires: form.requires.iter().map(required).collect(),
        types: form
            .outputs
            .iter()
            .filter_map(|output| Some((output.name.clone(), data_type(output, &form)?)))
            .collect(),
        without_gradient: form
            .outputs
            .iter()
            .filter(|output| output.without_gradient)
            .map(|output| output.name.clone())
            .collect(),
        batch: form.batch.is_known().then(|| form.batch.to_string()).filter(|_| form.is_for(Framework::Jax, package)),
        autocast: form.autocast.as_ref().map(|autocast| autocast.to.to_string()),
        registered: is_registered.then(|| format!("{}{}", package.prefix.as_str(), form.root.name.value)),
        registered_names: if is_registered { registered_names(&form) } else { Vec::new() },
        data_types: if form.has_views() || form.is_triton { form.data_types.clone() } else { Vec::new() },
        devices: if form.has_views() { form.backends.clone() } else { Vec::new() },
        frameworks,
    };
    let python = (form.order == Order::Forward)
        .then(|| spelling.package_function(&form.op.name.value, &PythonFunction::new(&form, package, None)));
    Some(OfPackage { shown, python, kernels })
}

fn kernels(form: &PackageForm, package: &Package, spelling: &Spelling) -> Vec<Kernel> {
    let Some((name, declared)) = form.kernel().zip(KernelForm::of(form, package)) else { return Vec::new() };
    let spell = |scope: &str| Kernel {
        name: name.value.clone(),
        signature: spelling.package_kernel(&declared, scope).trim().to_owned(),
        dispatch: None,
        declared: Vec::new(),
        registered: Vec::new(),
    };
    let devices = form.backends.iter().filter_map(|device| package.backends.get(device));
    match form.has_views() {
        true => devices.map(|device| spell(&format!("{}::", device.namespace))).collect(),
        false => vec![spell("")],
    }
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

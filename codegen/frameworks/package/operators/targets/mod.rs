//! Targets `package`, `paddle_package`, `torch_package` and `jax_package`: operators outside the framework's tree.

mod argument;
mod gradient;
mod kernels;
mod op;
mod output;
mod python;
mod triton;

use serde::Serialize;

use crate::forms::variants::{self, Variant};
use crate::forms::{Order, PackageForm, ShapeForm};
use kernels::KernelPlan;
use op::{DevicePlan, Family, OpPlan};
use profile::{Framework, Package, Profile};
use project::framework::Target;
use registry::{OpId, Registry};
use render::{BANNER, FilePlan};

/// A target, and its outputs.
type Row = (Target, fn(&Registry, &Profile) -> Vec<FilePlan>);

const ROWS: [Row; 4] = [
    (
        Target {
            name: "package",
            title: "headers, Python modules and tests of a package of operators outside the tree",
        },
        plan,
    ),
    (
        Target {
            name: "paddle_package",
            title: "the registrations of a package with Paddle, and its Python functions",
        },
        plan_for_paddle,
    ),
    (
        Target {
            name: "torch_package",
            title: "the registrations of a package with PyTorch, and its Python functions",
        },
        plan_for_torch,
    ),
    (
        Target { name: "jax_package", title: "the handlers of a package for JAX, and its Python functions" },
        plan_for_jax,
    ),
];

/// The targets, in the order in which they are generated.
pub const TARGETS: [Target; 4] = [ROWS[0].0, ROWS[1].0, ROWS[2].0, ROWS[3].0];

/// Their names.
pub const NAMES: [&str; 4] = [TARGETS[0].name, TARGETS[1].name, TARGETS[2].name, TARGETS[3].name];

/// The outputs of a target, by its name.
pub fn outputs(registry: &Registry, profile: &Profile, target: &str) -> Vec<FilePlan> {
    ROWS.iter().find(|(row, _)| row.name == target).map_or_else(Vec::new, |(_, plan)| plan(registry, profile))
}

/// The values that every template has.
#[derive(Debug, Serialize)]
struct Shared<'a> {
    banner: &'a str,
    package: &'a Package,
    /// The prefix of macros.
    #[serde(rename = "macro")]
    macro_prefix: String,
    ops: Vec<OpPlan<'a>>,
    /// The kernels of these operators that take views.
    kernels: Vec<KernelPlan<'a>>,
    /// The namespaces of `PyTorch`'s operators, that of the package first.
    namespaces: Vec<&'a str>,
    devices: Vec<DevicePlan<'a>>,
    /// Whether some operators have Triton kernels, and the Python module with their registrations and the one with what these have in
    /// common.
    has_triton: bool,
    triton: &'a str,
    triton_support: &'a str,
    /// Whether something is compiled for the framework, and the frameworks for which nothing is.
    has_library: bool,
    without_library: Vec<Framework>,
    /// Whether the operators in this file have kernels that take views.
    has_views: bool,
    /// Whether shapes or data types of operators in this file follow from rules.
    has_rules: bool,
    /// The headers with calls of kernels and with rules for shapes, relative to the file.
    calls: &'a str,
    shapes: &'a str,
    /// The Python module with what functions have in common.
    support: &'a str,
    /// The Python modules with shape rules, and with derivatives, batches and shardings.
    rules: &'a str,
    transforms: &'a str,
    /// The source that the file includes.
    included: Option<&'a str>,
    /// For stubs: the lines that import tensors, and the type of a tensor.
    imports: Vec<String>,
    tensor: &'a str,
}

/// The forms of all operators, with the position of each one's gradient.
struct Forms<'a> {
    package: &'a Package,
    forms: Vec<PackageForm<'a>>,
    gradients: Vec<Option<usize>>,
}

impl<'a> Forms<'a> {
    fn of(registry: &'a Registry, package: &'a Package) -> Self {
        let ids: Vec<OpId> = registry.ops().map(|(id, _)| id).collect();
        // Mistakes have been reported by the check.
        let form = |&id: &OpId| PackageForm::of(registry, package, id, crate::rules::SHAPE_RULE, |_| {});
        let forms = ids.iter().map(form).collect();
        let gradient = |&id: &OpId| {
            let gradient = registry.links(id).backward?;
            ids.iter().position(|id| *id == gradient)
        };
        Forms { package, gradients: ids.iter().map(gradient).collect(), forms }
    }

    /// The relatives of an operator.
    fn family(&self, at: usize) -> Family<'_> {
        let form = |at: usize| &self.forms[at];
        let gradient = self.gradients[at];
        Family {
            forward: self.gradients.iter().position(|of| *of == Some(at)).map(form),
            gradient: gradient.map(form),
            second: gradient.and_then(|at| self.gradients[at]).map(form),
        }
    }

    /// Whether something is compiled for a framework: nothing is if it has operators, and all of their kernels are in Python.
    fn is_compiled_for(&self, framework: Framework) -> bool {
        let mut all = self.forms.iter().filter(|form| form.is_for(framework, self.package)).peekable();
        all.peek().is_none() || all.any(|form| !form.is_triton)
    }

    /// The attributes that are sizes in an operator, its gradients, or the operator whose gradient it is.
    fn sizes(&self, form: &PackageForm) -> Vec<&str> {
        let family = self.forms.iter().filter(|other| std::ptr::eq(other.root, form.root));
        family
            .flat_map(|form| &form.outputs)
            .filter_map(|output| output.shape.as_ref())
            .flat_map(ShapeForm::sizes)
            .collect()
    }

    /// What a file shows: the operators that are `wanted`, as the framework `here` registers them.
    fn shared(&self, here: Option<Framework>, wanted: impl Fn(&PackageForm) -> bool) -> Shared<'_> {
        self.with_variants(here, wanted, |_, _| Vec::new())
    }

    /// The same, with the registrations for calls that leave out inputs.
    fn with_variants<'s>(
        &'s self,
        here: Option<Framework>,
        wanted: impl Fn(&PackageForm) -> bool,
        variants: impl Fn(&'s PackageForm<'s>, &'s [PackageForm<'a>]) -> Vec<Variant<'s>>,
    ) -> Shared<'s> {
        let package = self.package;
        let chosen = self.forms.iter().enumerate().filter(|(_, form)| wanted(form));
        let ops: Vec<OpPlan> = chosen
            .flat_map(|(at, form)| {
                let family = self.family(at);
                let symbolic = self.sizes(form);
                let plan = |variant: &Variant<'s>| OpPlan::new(form, family, &symbolic, package, here, variant);
                let variants = variants(form, &self.forms);
                let further: Vec<OpPlan> = variants.iter().map(plan).collect();
                [plan(&Variant::default()).with_variants(variants)].into_iter().chain(further)
            })
            .collect();
        let name = package.name.as_str();
        Shared {
            banner: BANNER,
            package,
            macro_prefix: name.to_uppercase(),
            has_triton: self.forms.iter().any(|form| form.is_triton),
            triton: module(&package.files.triton.registrations),
            triton_support: module(&package.files.triton.support),
            has_library: here.is_none_or(|here| self.is_compiled_for(here)),
            without_library: package.frameworks.iter().copied().filter(|of| !self.is_compiled_for(*of)).collect(),
            has_views: self.forms.iter().any(|form| wanted(form) && form.has_views()),
            has_rules: ops.iter().any(OpPlan::has_rules),
            namespaces: op::namespaces(&ops, name),
            kernels: kernels::of(&ops),
            ops,
            devices: op::devices(package, |_| true),
            calls: file_name(&package.files.calls),
            shapes: file_name(&package.files.shapes),
            support: here.map_or("", |here| module(&package.files.of(here).support)),
            rules: here.map_or("", |here| package.files.rules(here).map_or("", module)),
            transforms: here.and_then(|here| package.files.of(here).transforms.as_deref()).map_or("", module),
            included: None,
            imports: Vec::new(),
            tensor: "Tensor",
        }
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The name of a Python module.
fn module(path: &str) -> &str {
    path.strip_suffix(".py").unwrap_or(path)
}

fn is_forward(form: &PackageForm) -> bool {
    form.order == Order::Forward
}

/// Plans the outputs that do not depend on a framework.
fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(package) = &profile.package else { return Vec::new() };
    let forms = Forms::of(registry, package);
    let all = forms.shared(None, |_| true);
    let public = forms.shared(None, is_forward);
    let files = &package.files;
    vec![
        FilePlan::new(&files.view, "package/view.h.j2", &all),
        FilePlan::new(&files.kernels, "package/kernels.h.j2", &all),
        FilePlan::new(&files.shapes, "package/shapes.h.j2", &all),
        FilePlan::new(&files.calls, "package/calls.h.j2", &all),
        FilePlan::new(&files.python, "package/init.py.j2", &public),
        FilePlan::new(&files.tests, "package/tests.py.j2", &public),
        FilePlan::new(&files.stub, "package/stub.pyi.j2", with_tensors(public, &package.frameworks)),
    ]
}

/// Adds the imports of a stub.
fn with_tensors<'a>(shared: Shared<'a>, frameworks: &[Framework]) -> Shared<'a> {
    let import = |framework: &Framework| match framework {
        Framework::Paddle => "import paddle",
        Framework::Torch => "import torch",
        Framework::Jax => "import jax",
    };
    let of = |framework: &Framework| match framework {
        Framework::Paddle => "paddle.Tensor",
        Framework::Torch => "torch.Tensor",
        Framework::Jax => "jax.Array",
    };
    let mut imports: Vec<String> = frameworks.iter().map(import).map(str::to_owned).collect();
    let tensor = match frameworks {
        [only] => of(only),
        _ => {
            let all = frameworks.iter().map(of).collect::<Vec<_>>().join(", ");
            let variable = format!("_Tensor = TypeVar(\"_Tensor\", {all})");
            imports.extend(["from typing import TypeVar".to_owned(), String::new(), variable]);
            "_Tensor"
        }
    };
    Shared { imports, tensor, ..shared }
}

/// Plans the registrations with Paddle, and the Python functions.
fn plan_for_paddle(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(package) = profile.package.as_ref().filter(|package| package.frameworks.contains(&Framework::Paddle))
    else {
        return Vec::new();
    };
    let forms = Forms::of(registry, package);
    let here = Framework::Paddle;
    let is_here = |form: &PackageForm| form.is_for(here, package);
    let here = Some(here);
    let files = &package.files.paddle;
    let public = forms.shared(here, |form| is_here(form) && is_forward(form));
    let registered = forms.with_variants(here, |form| is_here(form) && source(form).is_none(), variants::of);
    let functions = forms.with_variants(here, |form| is_here(form) && is_forward(form), variants::of);
    let mut plans = vec![
        FilePlan::new(&files.source, "package/paddle.cc.j2", &registered),
        FilePlan::new(&files.python, "package/paddle.py.j2", &functions),
        FilePlan::new(&files.support, "package/paddle_support.py.j2", &public),
        FilePlan::new(&files.stub, "package/stub.pyi.j2", with_tensors(public, &[Framework::Paddle])),
    ];
    let mut sources: Vec<&str> = forms.forms.iter().filter(|form| is_here(form)).filter_map(source).collect();
    sources.sort_unstable();
    sources.dedup();
    for included in sources {
        let shared = forms.shared(here, |form| is_here(form) && source(form) == Some(included));
        let path = format!("{}/{}", package.files.included, flat(included));
        plans.push(FilePlan::new(&path, "package/paddle.cc.j2", Shared { included: Some(included), ..shared }));
    }
    plans
}

/// The source that an operator's registration includes.
fn source<'a>(form: &PackageForm<'a>) -> Option<&'a str> {
    Some(form.op.package.as_ref()?.source.as_ref()?.as_str())
}

/// The name of the file that includes a source: its path in one word.
fn flat(path: &str) -> String {
    let name = path.replace(['/', '\\'], "_");
    match name.rsplit_once('.') {
        Some((stem, _)) => format!("{stem}.cc"),
        None => format!("{name}.cc"),
    }
}

/// Plans the registrations with `PyTorch`, and the Python functions.
fn plan_for_torch(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(package) = profile.package.as_ref().filter(|package| package.frameworks.contains(&Framework::Torch))
    else {
        return Vec::new();
    };
    let forms = Forms::of(registry, package);
    let here = Framework::Torch;
    let is_here = |form: &PackageForm| form.is_for(here, package);
    let here = Some(here);
    let files = &package.files.torch;
    let public = forms.shared(here, |form| is_here(form) && is_forward(form));
    let mut plans = Vec::new();
    if public.has_library {
        let compiled = forms.shared(here, |form| is_here(form) && !form.is_triton);
        plans.push(FilePlan::new(&files.source, "package/torch.cc.j2", compiled));
    }
    plans.push(FilePlan::new(&files.python, "package/torch.py.j2", forms.shared(here, is_here)));
    plans.push(FilePlan::new(&files.support, "package/torch_support.py.j2", &public));
    if public.has_triton {
        let triton = forms.shared(here, |form| is_here(form) && form.is_triton);
        plans.push(FilePlan::new(&package.files.triton.rules, "package/torch_rules.py.j2", &triton));
        plans.push(FilePlan::new(&package.files.triton.support, "package/triton_support.py.j2", &triton));
        plans.push(FilePlan::new(&package.files.triton.registrations, "package/triton.py.j2", triton));
    }
    plans.push(FilePlan::new(&files.stub, "package/stub.pyi.j2", with_tensors(public, &[Framework::Torch])));
    plans
}

/// Plans the handlers for `JAX`, and the Python functions.
fn plan_for_jax(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(package) = profile.package.as_ref().filter(|package| package.frameworks.contains(&Framework::Jax)) else {
        return Vec::new();
    };
    let forms = Forms::of(registry, package);
    let here = Framework::Jax;
    let is_here = |form: &PackageForm| form.is_for(here, package);
    let here = Some(here);
    let files = &package.files.jax;
    let public = forms.shared(here, |form| is_here(form) && is_forward(form));
    let module = |path: &Option<String>, template| Some(FilePlan::new(path.as_ref()?, template, &public));
    let modules =
        [module(&files.rules, "package/jax_rules.py.j2"), module(&files.transforms, "package/jax_transforms.py.j2")];
    let mut plans = vec![
        FilePlan::new(&files.source, "package/jax.cc.j2", forms.shared(here, is_here)),
        FilePlan::new(&files.python, "package/jax.py.j2", forms.shared(here, is_here)),
        FilePlan::new(&files.support, "package/jax_support.py.j2", &public),
    ];
    plans.extend(modules.into_iter().flatten());
    plans.push(FilePlan::new(&files.stub, "package/stub.pyi.j2", with_tensors(public, &[Framework::Jax])));
    plans
}

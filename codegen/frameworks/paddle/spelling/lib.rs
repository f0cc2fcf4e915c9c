//! Renders declarations of functions for `opgen show` and `opgen diff`. It uses the templates of the outputs, so readers see
//! exactly what is generated.
//!
//! It knows which template to use for which declaration, but no generated file.

#![deny(missing_docs)]

use forms::cpp_api::{self, ApiSignature, KernelCall};
use forms::dygraph;
use forms::python::PythonFunction;
use minijinja::context;
use minijinja::value::{Serde, Value};
use profile::Profile;
use project::any::AnyProject;
use registry::own_facts::Declaration;
use registry::{OpId, Project, Registry};
use render::{Templates, reason};
use serde::Serialize;
use spec::Op;

/// Renders the declarations of a project's operators.
pub struct Spelling<'a> {
    profile: &'a Profile,
    registry: &'a Registry,
    templates: Templates,
}

/// A kernel's name, and the types of its parameters after the context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelSignature {
    /// The name under which the kernel is registered.
    pub name: String,
    /// Each begins with a comma.
    parameters: String,
}

impl KernelSignature {
    /// The C++ declaration, in which `Context` stands for the type of the device context.
    pub fn shown(&self) -> String {
        format!("void {}(Context{})", self.name, self.parameters)
    }

    /// The types of the parameters behind the context.
    pub fn parameters(&self) -> Vec<&str> {
        self.parameters.split(", ").skip(1).collect()
    }
}

/// The variables that every template of Paddle's outputs has.
pub fn globals(profile: &Profile) -> Vec<(&'static str, Value)> {
    vec![
        ("cpp", Value::from(Serde(&profile.cpp))),
        ("predefined_out", Value::from(cpp_api::PREDEFINED)),
        ("ns", Value::from(Serde(&profile.cpp.namespaces))),
    ]
}

impl<'a> Spelling<'a> {
    /// Uses the project's own templates, unless one of them has an error, which is reported elsewhere.
    pub fn of(project: &'a Project) -> Self {
        let Project { registry, profile, program, .. } = project;
        let templates = AnyProject::templates(project).unwrap_or_else(|_| program.built_in_templates(profile));
        Spelling { profile, registry, templates }
    }

    /// The functions that users call, with default arguments.
    pub fn api_functions(&self, op: &Op) -> Vec<String> {
        let declared = cpp_api::declared(op, self.profile);
        let spell = |signature: &ApiSignature| {
            let scope =
                cpp_api::namespace(op, self.profile).map_or(String::new(), |namespace| format!("{namespace}::"));
            self.render("cpp_api/signature.j2", context! { scope, defaults => true, ..value(signature) })
        };
        declared.iter().map(spell).collect()
    }

    /// The kernels that an operator calls, in the order of the YAML.
    pub fn kernels(&self, op: &Op) -> Vec<KernelSignature> {
        let spell = |KernelCall { kernel, parameters, .. }: &KernelCall| KernelSignature {
            name: kernel.clone(),
            parameters: self.render("cpp_api/kernel_parameters.j2", context! { parameters => value(parameters) }),
        };
        cpp_api::kernels(op, self.profile).iter().map(spell).collect()
    }

    /// A declaration that only its framework knows.
    pub fn declaration(&self, Declaration { template, context }: Declaration) -> String {
        self.render(template, context)
    }

    /// A part of the skeleton of a kernel. The context has what `kernel/*.j2` need.
    pub fn kernel_skeleton(&self, part: &str, context: &impl Serialize) -> String {
        self.render(&format!("kernel/{part}.j2"), value(context))
    }

    /// The operator's functions in the dynamic graph, with default arguments.
    pub fn dygraph_functions(&self, id: OpId) -> Vec<String> {
        let spell = |function: &dygraph::Function| {
            let scope = function.namespace.as_ref().map_or(String::new(), |namespace| format!("{namespace}::"));
            self.render("dygraph/signature.j2", context! { scope, with_defaults => true, ..value(function) })
        };
        dygraph::declared(self.registry, id, self.profile).iter().map(spell).collect()
    }

    /// A function that Python calls.
    pub fn python_function(&self, function: &PythonFunction) -> String {
        self.render("stubs/signature.j2", value(function))
    }

    /// Renders a template. On failure, the text says so; the error itself is reported with its position by a check or a build.
    fn render(&self, template: &str, context: Value) -> String {
        let rendered = self.templates.render_named(template, context);
        rendered.unwrap_or_else(|error| format!("(cannot be spelled: {})", reason(&error)))
    }
}

fn value(facts: &impl Serialize) -> Value {
    Value::from(Serde(facts))
}

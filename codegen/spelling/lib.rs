//! Declarations of functions as text, for `opgen show` and `opgen diff`: rendered from the templates of the outputs, so that
//! readers see what is generated.
//!
//! Knows which template spells what. Never knows a file that is generated.

pub mod templates;

use forms::cpp_api::{self, ApiSignature, KernelCall};
use forms::dygraph;
use forms::python::PythonFunction;
use minijinja::context;
use minijinja::value::{Serde, Value};
use profile::Profile;
use project::Project;
use registry::{OpId, Registry};
use render::{Templates, reason};
use serde::Serialize;
use spec::Op;

/// Spells the declarations of a project's operators.
pub struct Spelling<'a> {
    profile: &'a Profile,
    registry: &'a Registry,
    templates: Templates,
}

/// A kernel's name, and the types of its parameters behind the context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelSignature {
    pub name: String,
    /// Each begins with a comma.
    parameters: String,
}

impl KernelSignature {
    /// The declaration in C++. `Context` stands for the type of the context.
    pub fn shown(&self) -> String {
        format!("void {}(Context{})", self.name, self.parameters)
    }

    /// Whether two kernels take the same arguments.
    pub fn has_parameters_of(&self, other: &KernelSignature) -> bool {
        self.parameters == other.parameters
    }
}

impl<'a> Spelling<'a> {
    /// With the project's own templates, unless these have mistakes, which are reported elsewhere.
    pub fn of(project: &'a Project) -> Self {
        let Project { registry, recipe, sources, built_in_templates: texts, .. } = project;
        let templates = templates::of(texts, recipe, sources);
        let templates = templates.unwrap_or_else(|_| templates::built_in(texts, &recipe.profile));
        Spelling { profile: &recipe.profile, registry, templates }
    }

    /// The functions that an operator has for its callers, defaults included.
    pub fn api_functions(&self, op: &Op) -> Vec<String> {
        let declared = cpp_api::declared(op, self.profile);
        let spell = |signature: &ApiSignature| {
            let scope =
                cpp_api::namespace(op, self.profile).map_or(String::new(), |namespace| format!("{namespace}::"));
            self.render("cpp_api/signature.j2", context! { scope, defaults => true, ..value(signature) })
        };
        declared.iter().map(spell).collect()
    }

    /// The kernels that an operator calls, in the order of its YAML.
    pub fn kernels(&self, op: &Op) -> Vec<KernelSignature> {
        let spell = |KernelCall { kernel, parameters, .. }: &KernelCall| KernelSignature {
            name: kernel.clone(),
            parameters: self.render("cpp_api/kernel_parameters.j2", context! { parameters => value(parameters) }),
        };
        cpp_api::kernels(op, self.profile).iter().map(spell).collect()
    }

    /// The functions that the dynamic graph has for an operator, with defaults.
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

    /// The text that a template makes. If a profile or template has a mistake, it says so: the mistake itself is reported with
    /// its place when the project is checked or generated.
    fn render(&self, template: &str, context: Value) -> String {
        let rendered = self.templates.render_named(template, context);
        rendered.unwrap_or_else(|error| format!("(cannot be spelled: {})", reason(&error)))
    }
}

fn value(facts: &impl Serialize) -> Value {
    Value::from(Serde(facts))
}

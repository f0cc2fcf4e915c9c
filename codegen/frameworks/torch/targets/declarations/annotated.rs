//! The arguments that calls of functions must have, for tests that override functions.

use indexmap::IndexMap;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_profile::Profile;
use torch_python::bound::{is_bound, is_function, is_method, is_of_module};
use torch_python::types::{list_size, simple_type};
use torch_registry::{Function, Registry};
use torch_schema::Argument;

/// The template of an overload.
const ARGUMENTS: &str = "torch/declarations/arguments.py.j2";

/// A namespace of Python, and a test that a function is in it.
type Namespace = (&'static str, fn(&Function) -> bool);

/// The namespaces in the order of the file.
const NAMESPACES: [Namespace; 6] = [
    ("torch._C._VariableFunctions", is_function),
    ("torch._C._nn", |function| is_of_module(function, "nn")),
    ("torch._C._linalg", |function| is_of_module(function, "linalg")),
    ("torch._C._special", |function| is_of_module(function, "special")),
    ("torch._C._fft", |function| is_of_module(function, "fft")),
    ("torch.Tensor", is_method),
];

/// The arguments without a default of an overload.
#[derive(Debug, Serialize)]
struct Annotated {
    namespace: &'static str,
    name: String,
    arguments: Vec<AnnotatedArgument>,
}

#[derive(Debug, Serialize)]
struct AnnotatedArgument {
    is_keyword_only: bool,
    name: String,
    #[serde(rename = "type")]
    ty: String,
    size: Option<u32>,
}

/// The file.
pub fn plan(registry: &Registry, profile: &Profile) -> FilePlan {
    let bound: Vec<&Function> =
        registry.functions().map(|(_, function)| function).filter(|function| is_bound(function, profile)).collect();
    let mut items = Vec::new();
    for (namespace, is_in) in NAMESPACES {
        let mut by_name: IndexMap<String, Vec<Annotated>> = IndexMap::new();
        for function in bound.iter().filter(|function| is_in(function)) {
            let name = function.name().name.to_string();
            let arguments = arguments(function, profile.names.positional_only_samples.contains(&name));
            by_name.entry(name.clone()).or_default().push(Annotated { namespace, name, arguments });
        }
        items.extend(by_name.into_iter().map(|(name, overloads)| Item::new(&name, overloads)));
    }
    FilePlan::new("torch/testing/_internal/generated/annotated_fn_args.py", "autograd/annotated_fn_args.py.in", ())
        .with_part("annotated_args", ARGUMENTS, items)
}

/// The arguments without a default, except out arguments.
fn arguments(function: &Function, is_positional_only: bool) -> Vec<AnnotatedArgument> {
    let arguments = &function.entry.func.arguments;
    let positional = arguments.positional.iter().map(|argument| (argument, false));
    let keyword_only = arguments.keyword_only.iter().map(|argument| (argument, true));
    let all = positional.chain(keyword_only.filter(|_| !is_positional_only));
    let required = all.filter(|(argument, _)| argument.default.is_none());
    let describe = |(argument, is_keyword_only): (&Argument, bool)| AnnotatedArgument {
        is_keyword_only,
        name: argument.name.value.clone(),
        ty: simple_type(&argument.ty.value),
        size: list_size(&argument.ty.value).filter(|size| *size > 0),
    };
    required.map(describe).collect()
}

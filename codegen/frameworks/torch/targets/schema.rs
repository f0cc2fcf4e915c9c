//! Registrations of schemas, and lists of names.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use render::FilePlan;
use serde::Serialize;
use torch_cpp::native_name;
use torch_profile::Profile;
use torch_registry::dispatch_keys::{COMPOSITE_IMPLICIT, COMPOSITE_IMPLICIT_NESTED};
use torch_registry::{Function, Registry};
use torch_schema::SchemaKind;

use crate::frame::{File, in_aten};
use crate::operator::Operator;

/// The registration of a schema.
#[derive(Debug, Serialize)]
struct Definition {
    schema: String,
    /// The tags, if no schema before has the same ones.
    new_tags: Option<Vec<String>>,
    /// The number of the set of tags. `None` without tags.
    tags: Option<usize>,
}

/// The operators of a namespace that is not `ATen`'s.
#[derive(Debug, Serialize)]
struct Library {
    namespace: String,
    is_fragment: bool,
    definitions: Vec<Definition>,
}

/// A declaration with what a reader of it needs to know.
#[derive(Debug, Serialize)]
struct Declaration {
    #[serde(flatten)]
    operator: Operator,
    cpp_name: String,
    has_kernels: bool,
    has_composite: bool,
}

/// The registration of a function that chooses the backend by tensor options.
#[derive(Debug, Serialize)]
struct Choice {
    #[serde(flatten)]
    operator: Operator,
    /// The name with its overload.
    full_name: String,
    native_name: String,
    /// The arguments that are made of tensors.
    tensors: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Symbols<'a> {
    namespace: &'static str,
    names: BTreeSet<&'a str>,
}

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let functions: Vec<&Function> = registry.functions().map(|(_, function)| function).collect();
    let selected: Vec<&Function> =
        functions.iter().copied().filter(|function| registry.is_selected(function)).collect();
    vec![
        schemas(profile, &selected),
        choices(profile, &selected),
        declarations(profile, &functions),
        operator_list(profile, &functions),
        symbols(profile, &functions),
        tags(registry, profile),
    ]
}

fn schemas(profile: &Profile, functions: &[&Function]) -> FilePlan {
    let mut namespaces: IndexMap<&str, Vec<&Function>> = IndexMap::new();
    for function in functions {
        namespaces.entry(function.entry.namespace()).or_default().push(function);
    }
    let aten = namespaces.shift_remove(torch_spec::native::ATEN).unwrap_or_default();
    let libraries = namespaces.into_iter().map(|(namespace, functions)| Library {
        namespace: namespace.to_owned(),
        is_fragment: profile.names.library_fragments.iter().any(|name| name == namespace),
        definitions: definitions(&functions),
    });
    let name = "RegisterSchema.cpp";
    File::new(&in_aten(profile, name), name)
        .with_texts("aten_schema_registrations", "torch/schema.j2", name, definitions(&aten))
        .with_texts("schema_registrations", "torch/library.j2", name, libraries)
        .plan()
}

fn definitions(functions: &[&Function]) -> Vec<Definition> {
    let mut sets: BTreeMap<&BTreeSet<String>, usize> = BTreeMap::new();
    functions.iter().map(|function| definition(function, &mut sets)).collect()
}

fn definition<'a>(function: &'a Function, sets: &mut BTreeMap<&'a BTreeSet<String>, usize>) -> Definition {
    let schema = function.entry.func.to_string();
    if function.tags.is_empty() {
        return Definition { schema, new_tags: None, tags: None };
    }
    let next = sets.len();
    let known = sets.get(&function.tags).copied();
    if known.is_none() {
        sets.insert(&function.tags, next);
    }
    let new_tags = known.is_none().then(|| function.tags.iter().cloned().collect());
    Definition { schema, new_tags, tags: Some(known.unwrap_or(next)) }
}

/// True if no argument says which backend is meant, but tensor options do.
fn chooses(function: &Function) -> bool {
    let name = function.name().name.to_string();
    !name.ends_with("_like") && !name.starts_with("new_") && function.entry.func.arguments.tensor_options().is_some()
}

fn choices(profile: &Profile, functions: &[&Function]) -> FilePlan {
    let choosing: Vec<&Function> = functions.iter().copied().filter(|function| chooses(function)).collect();
    let choices: Vec<Choice> = choosing.iter().map(|function| choice(function)).collect();
    let name = "RegisterBackendSelect.cpp";
    File::new(&in_aten(profile, name), name)
        .with_includes("ops_headers", choosing.iter().map(|function| format!("ops/{}_ops.h", function.root_name())))
        .with_texts("backend_select_method_definitions", "torch/backend_select.j2", name, &choices)
        .with_texts("backend_select_function_registrations", "torch/backend_select_registration.j2", name, &choices)
        .plan()
}

fn choice(function: &Function) -> Choice {
    let arguments = function.entry.func.arguments.all();
    let tensors = arguments.filter(|argument| argument.ty.value.is_tensor_like());
    Choice {
        operator: Operator::new(function),
        full_name: function.name().to_string(),
        native_name: native_name(&function.entry.func),
        tensors: tensors.map(|argument| argument.name.value.clone()).collect(),
    }
}

fn declarations(profile: &Profile, functions: &[&Function]) -> FilePlan {
    let name = "RegistrationDeclarations.h";
    File::new(&in_aten(profile, name), name)
        .with_functions("registration_declarations", "torch/registration_declaration.j2", functions, declaration)
        .plan()
}

fn declaration(function: &Function) -> Declaration {
    let decomposes = function.is_composite_implicit()
        && function.kernels.iter().all(|(key, _)| key == COMPOSITE_IMPLICIT || key == COMPOSITE_IMPLICIT_NESTED);
    let is_made = function.entry.is_structured_or_delegates()
        && matches!(function.kind, SchemaKind::Functional | SchemaKind::Inplace);
    Declaration {
        operator: Operator::new(function),
        cpp_name: function.entry.func.cpp_name(),
        has_kernels: !decomposes,
        has_composite: function.is_composite() || is_made,
    }
}

fn operator_list(profile: &Profile, functions: &[&Function]) -> FilePlan {
    let name = "ATenOpList.cpp";
    File::new(&in_aten(profile, &format!("core/{name}")), name)
        .with_functions("aten_ops", "torch/operator_name.j2", functions, Operator::new)
        .plan()
}

fn symbols(profile: &Profile, functions: &[&Function]) -> FilePlan {
    let with_suffixes: Vec<String> = functions.iter().map(|function| function.name().name.to_string()).collect();
    let names = with_suffixes.iter().map(String::as_str).chain(functions.iter().map(|function| function.root_name()));
    let names = names.filter(|name| !profile.names.reserved_symbols.iter().any(|reserved| reserved == name)).collect();
    let arguments = functions.iter().flat_map(|function| function.entry.func.arguments.all());
    let attributes = arguments.map(|argument| argument.name.as_str()).collect();
    let name = "aten_interned_strings.h";
    File::new(&in_aten(profile, &format!("core/{name}")), name)
        .with_texts("aten_symbols", "torch/symbols.j2", name, [Symbols { namespace: "aten", names }])
        .with_texts("attr_symbols", "torch/symbols.j2", name, [Symbols { namespace: "attr", names: attributes }])
        .plan()
}

fn tags(registry: &Registry, profile: &Profile) -> FilePlan {
    let names: BTreeSet<&str> = registry.tags().into_iter().flatten().map(|tag| tag.name.as_str()).collect();
    File::new(&profile.outputs.tags, "enum_tag.h")
        .with_texts("enum_of_valid_tags", "torch/tags.j2", "tags", [BTreeMap::from([("names", names)])])
        .plan()
}

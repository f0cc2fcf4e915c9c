//! Views as objects: each can be replayed on another tensor, with other symbolic sizes.

use render::{FilePlan, Item};
use serde::Serialize;
use torch_autograd::title;
use torch_cpp::dispatcher;
use torch_profile::Profile;
use torch_registry::{Function, Registry};
use torch_schema::{SchemaKind, Type};

use super::functions::RUNTIME_DEFINITIONS;
use crate::frame::{File, in_autograd};
use crate::reframed::{FrameKind, Reframed};

/// Ends the names of views as objects.
const VIEW_FUNC: &str = "_view_func";
const HEADER: &str = "ViewFuncs.h";
/// The header that the source includes. It compiles what nodes of the graph need, too.
const RUNTIME: &str = "view_state.h";

/// A view as an object.
#[derive(Debug, Serialize)]
struct ViewFunction {
    class: String,
    macro_name: String,
    operator: String,
    /// The arguments but the tensor itself.
    members: Vec<Member>,
    /// The members that are or contain symbolic integers.
    symints: Vec<String>,
    /// The members that are or contain tensors.
    tensors: Vec<String>,
    /// True if the view is one of several.
    is_one_of_many: bool,
}

#[derive(Debug, Serialize)]
struct Member {
    name: String,
    parameter: String,
    #[serde(rename = "type")]
    ty: String,
    /// True if the parameter refers to a list, which is copied.
    is_copied_list: bool,
}

/// The argument of which a function is a view.
pub fn viewed<'a>(function: &Function, profile: &'a Profile) -> Option<&'a str> {
    let name = function.root_name();
    let listed = profile.view_functions.get(name).map(String::as_str);
    let returns_view = || profile.names.returns_views_of_input.iter().any(|known| known == name).then_some("self");
    listed.or_else(returns_view)
}

/// True for functions that write to their arguments.
pub fn modifies(function: &Function) -> bool {
    matches!(function.kind, SchemaKind::Inplace | SchemaKind::Out)
}

/// The header and the source.
pub fn plan(registry: &Registry, profile: &Profile, functions: &[&Function]) -> [FilePlan; 3] {
    let is_view = |function: &&&Function| viewed(function, profile).is_some() && !modifies(function);
    let views: Vec<&Function> = functions.iter().filter(is_view).copied().collect();
    let headers = views.iter().map(|function| format!("ops/{}_ops.h", function.root_name()));
    let items = || views.iter().map(|view| Item::new(&view.name().to_string(), [view_function(view)])).collect();
    let source = Reframed {
        file: "ViewFuncs.cpp",
        frame: "ViewFuncs.cpp",
        kind: FrameKind::AfterHeaders,
        headers: &[RUNTIME, RUNTIME_DEFINITIONS],
        operators: Vec::new(),
        values: &[],
    };
    let source = source.plan(registry, profile);
    let source = source.with_whole("view_func_definitions", "torch/autograd/view_definitions.j2", items());
    let runtime = FilePlan::new(&in_autograd(profile, RUNTIME), "torch/autograd/view_state.h.j2", ());
    let header = File::in_autograd(profile, HEADER, HEADER).with_includes("ops_headers", headers).plan();
    let header = header.with_whole("view_func_declarations", "torch/autograd/view_class.j2", items());
    [header, source, runtime]
}

/// The name of the class of a view.
pub fn class_name(function: &Function) -> String {
    let name = format!("{}{VIEW_FUNC}", function.name().unambiguous());
    let title: String = name.split('_').map(title).collect();
    if name.starts_with('_') { format!("_{title}") } else { title }
}

fn view_function(function: &Function) -> ViewFunction {
    let signature = dispatcher(function);
    let arguments: Vec<_> = function.entry.func.arguments.all().collect();
    let further = || arguments.iter().zip(&signature.parameters).filter(|(_, parameter)| parameter.name != "self");
    let names = |is_wanted: fn(&Type) -> bool| {
        let wanted = further().filter(|(argument, _)| is_wanted(&argument.ty.value));
        wanted.map(|(_, parameter)| parameter.name.clone()).collect()
    };
    let member = |(_, parameter): (_, &torch_cpp::Parameter)| {
        let (ty, is_copied_list) = owned(&parameter.ty);
        Member { name: parameter.name.clone(), parameter: parameter.defined(), ty, is_copied_list }
    };
    ViewFunction {
        class: class_name(function),
        macro_name: format!("{}{VIEW_FUNC}", function.name().unambiguous()).to_uppercase(),
        operator: function.name().unambiguous(),
        members: further().map(member).collect(),
        symints: names(Type::is_symint_like),
        tensors: names(Type::is_tensor_like),
        is_one_of_many: function.entry.func.returns.iter().any(|one| one.ty.value.as_list().is_some()),
    }
}

/// The type that owns what a parameter of a type refers to, with true if that is a list which is copied.
fn owned(ty: &str) -> (String, bool) {
    match ty {
        "c10::SymIntArrayRef" => ("::std::vector<c10::SymInt>".to_owned(), true),
        "at::IntArrayRef" => ("::std::vector<int64_t>".to_owned(), true),
        "at::TensorList" => ("::std::vector<at::Tensor>".to_owned(), true),
        _ => (ty.trim_start_matches("const ").trim_end_matches(" &").to_owned(), false),
    }
}

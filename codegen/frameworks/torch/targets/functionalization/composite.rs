//! Kernels for all backends: copies of views, and forms of operators that no entry defines.

use indexmap::IndexSet;
use render::FilePlan;
use serde::Serialize;
use torch_cpp::{Signature, converted, dispatcher, kernel};
use torch_profile::Profile;
use torch_registry::dispatch_keys::COMPOSITE_EXPLICIT_NON_FUNCTIONAL;
use torch_registry::{Function, FunctionGroup, Grouped, Registry, ViewGroup};
use torch_schema::{Argument, Type};

use super::{header, views, with_suffix};
use crate::frame::{File, in_aten};

/// A kernel that copies the memory that a view would share.
#[derive(Debug, Serialize)]
struct ViewCopy {
    returns: String,
    name: String,
    parameters: String,
    view: String,
    arguments: String,
    is_list: bool,
    /// True if the tensor is copied where its memory does not have the strides for a view.
    reshapes: bool,
}

/// A kernel that calls another form of the operator.
#[derive(Debug, Serialize)]
struct OtherForm {
    returns: String,
    name: String,
    parameters: String,
    /// The operator that is called.
    operator: String,
    arguments: String,
    has_result: bool,
    /// The arguments that are copied before the call because it writes to them.
    cloned: Vec<String>,
    /// The out arguments that get results.
    written: Vec<Written>,
    returned: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Written {
    argument: String,
    result: String,
}

/// The source.
pub fn plan(registry: &Registry, profile: &Profile) -> FilePlan {
    let name = "CompositeViewCopyKernels.cpp";
    let copies: Vec<ViewCopy> = views(registry).filter_map(|group| view_copy(registry, profile, group)).collect();
    let groups: Vec<FunctionGroup> = registry.grouped().iter().filter_map(group).collect();
    let functional: Vec<OtherForm> = groups.iter().filter_map(|group| functional(registry, *group)).collect();
    let out: Vec<OtherForm> = groups.iter().filter_map(|group| out(registry, *group)).collect();
    File::new(&in_aten(profile, name), name)
        .with_includes("ops_headers", headers(registry, &groups))
        .with_texts("CompositeViewCopyKernel_Definitions", "torch/functionalization/view_copy.j2", name, copies)
        .with_texts(
            "GeneratedCompositeFunctional_Definitions",
            "torch/functionalization/other_form.j2",
            name,
            functional,
        )
        .with_texts("GeneratedCompositeOut_Definitions", "torch/functionalization/other_form.j2", name, out)
        .plan()
}

fn group(grouped: &Grouped) -> Option<FunctionGroup> {
    match grouped {
        Grouped::Group(group) => Some(*group),
        Grouped::Single(_) => None,
    }
}

/// The headers of the operators that are called, and of the kernels.
fn headers(registry: &Registry, groups: &[FunctionGroup]) -> IndexSet<String> {
    let of_views = views(registry).flat_map(|group| std::iter::once(group.view).chain(group.view_copy));
    let is_made = |group: &&FunctionGroup| group.functions().any(|id| registry[id].is_generated);
    let of_groups = groups.iter().filter(is_made).flat_map(|group| group.functions());
    let functions = of_views.chain(of_groups).map(|id| &registry[id]);
    functions.flat_map(|function| ["_ops", "_native"].map(|suffix| header(function, suffix))).collect()
}

fn view_copy(registry: &Registry, profile: &Profile, group: ViewGroup) -> Option<ViewCopy> {
    let (view, copy) = (&registry[group.view], &registry[group.view_copy?]);
    if copy.name().name.base != format!("{}_copy", view.name().name) {
        return None;
    }
    let found = &copy.kernel(COMPOSITE_EXPLICIT_NON_FUNCTIONAL)?.kernel;
    let Signature { returns, name, parameters } = kernel(copy, &found.name, found.takes_symint());
    Some(ViewCopy {
        is_list: matches!(copy.entry.func.returns.first().map(|returned| &returned.ty.value), Some(Type::List { .. })),
        reshapes: copy.name().to_string() == profile.functionalization.reshaping_copy,
        view: view.name().unambiguous(),
        arguments: converted(&parameters, &dispatcher(view).parameters, false),
        parameters: Signature { returns: String::new(), name: String::new(), parameters }.defined(),
        returns,
        name,
    })
}

/// The functional form that calls the one that writes to its arguments, if no entry defines it.
fn functional(registry: &Registry, group: FunctionGroup) -> Option<OtherForm> {
    let functional = &registry[group.functional];
    let is_own = |id: &torch_registry::FunctionId| !registry[*id].is_generated;
    let called = &registry[group.inplace.filter(is_own).or(group.mutable.filter(is_own))?];
    if !functional.is_generated {
        return None;
    }
    let signature = dispatcher(functional);
    let arguments = functional.entry.func.arguments.all().zip(called.entry.func.arguments.all());
    let cloned: Vec<String> =
        arguments.filter(|(_, other)| other.is_write()).map(|(argument, _)| argument.name.value.clone()).collect();
    let pass = |argument: &Argument| match cloned.contains(&argument.name.value) {
        true => format!("{}_clone", argument.name.value),
        false => argument.name.value.clone(),
    };
    let names = called.entry.func.aliased_return_names();
    let new = names.iter().enumerate().filter(|(_, name)| name.is_none());
    let new = new.map(|(at, _)| result(at, names.len()));
    Some(OtherForm {
        name: format!("{}{}", signature.name, symint(&registry[group.out])),
        parameters: signature.defined(),
        operator: called.name().unambiguous(),
        arguments: functional.entry.func.arguments.all().map(pass).collect::<Vec<_>>().join(", "),
        has_result: !names.is_empty(),
        returned: new.chain(cloned.iter().map(|name| format!("{name}_clone"))).collect(),
        cloned,
        written: Vec::new(),
        returns: signature.returns,
    })
}

/// The form with out arguments that calls the functional one, if no entry defines it.
fn out(registry: &Registry, group: FunctionGroup) -> Option<OtherForm> {
    let (functional, out) = (&registry[group.functional], &registry[group.out]);
    if !out.is_generated {
        return None;
    }
    let signature = dispatcher(out);
    let count = functional.entry.func.returns.len();
    let written = out.entry.func.arguments.out.iter().enumerate();
    let written =
        written.map(|(at, argument)| Written { argument: argument.name.value.clone(), result: result(at, count) });
    let returned = out.entry.func.aliased_return_names().into_iter().enumerate();
    Some(OtherForm {
        name: format!("{}{}", out.name().unambiguous(), symint(out)),
        parameters: signature.defined(),
        operator: functional.name().unambiguous(),
        arguments: with_suffix(out, &dispatcher(functional).parameters, ""),
        has_result: count > 0,
        cloned: Vec::new(),
        written: written.collect(),
        returned: returned.map(|(at, name)| name.map_or_else(|| result(at, count), str::to_owned)).collect(),
        returns: signature.returns,
    })
}

/// One of several results.
fn result(at: usize, of: usize) -> String {
    if of > 1 { format!("std::get<{at}>(tmp_output)") } else { "tmp_output".to_owned() }
}

/// The suffix of kernels with symbolic integers.
fn symint(function: &Function) -> &'static str {
    if function.entry.func.has_symint() { "_symint" } else { "" }
}

//! Names in an entry that do not exist, and operators that are defined twice.

use std::collections::BTreeSet;

use super::{has_cpp_function, sound_ops};
use crate::rules;
use profile::{Graph, Profile};
use registry::Registry;
use source::fields::report_duplicates;
use source::{Diagnostic, Diagnostics, Help, Rule, Spanned, suggest};
use spec::{Candidates, Element, Mapping, Op, Param, default};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    check_duplicates(registry, diagnostics);
    for op in sound_ops(registry) {
        for (key, mappings) in [("inplace", &op.inplace), ("view", &op.view)] {
            let mapped: BTreeSet<&str> = mappings.iter().map(|mapping| mapping.output.as_str()).collect();
            for mapping in mappings {
                check_mapping(op, key, mapping, &mapped, diagnostics);
            }
        }
        check_params(registry, op, diagnostics);
    }
}

/// Reports names in the keys of kernels that are neither arguments nor enumerators.
pub fn check_candidates(registry: &Registry, diagnostics: &mut Diagnostics) {
    sound_ops(registry).for_each(|op| check_candidates_of(op, registry.profile(), diagnostics));
}

fn check_duplicates(registry: &Registry, diagnostics: &mut Diagnostics) {
    for &(later, earlier) in registry.duplicates() {
        let name = &registry.op(later).name;
        let message = format!("`{}` is defined twice", name.value);
        let problem = Diagnostic::new(rules::DUPLICATE_OP, name.span, message).here("again here");
        diagnostics.push(problem.label(registry.name_span(earlier), "first defined here"));
    }
}

fn check_mapping(op: &Op, key: &str, mapping: &Mapping, mapped: &BTreeSet<&str>, diagnostics: &mut Diagnostics) {
    let name = &op.name.value;
    if op.signature.input(&mapping.input.value).is_none() {
        let message = format!("`{key}` of `{name}` maps `{}`, which is not an input", mapping.input.value);
        push(rules::UNKNOWN_MAPPED, &mapping.input, message, op, op.signature.input_names(), diagnostics);
    }
    if op.signature.output(&mapping.output.value).is_none() {
        let message = format!("`{key}` of `{name}` maps to `{}`, which is not an output", mapping.output.value);
        let problem = Diagnostic::new(rules::UNKNOWN_MAPPED, mapping.output.span, message);
        let problem = problem.maybe_label(op.signature.outputs_span(), "its outputs");
        let outputs = op.signature.output_names();
        let help = suggest::help_beside(&mapping.output.value, outputs, |near| mapped.contains(near));
        diagnostics.push(problem.maybe_help(help));
    }
}

/// Reports names in `param` that are not arguments. They may still mean something to the framework, so this is an error
/// only if a C++ function is generated, because then the type of the kernel's parameter is unknown. If arguments are
/// mapped by hand, the names may be those of the kernel's own parameters.
fn check_params(registry: &Registry, op: &Op, diagnostics: &mut Diagnostics) {
    let kernel = op.kernel.iter().filter_map(|kernel| Some(("kernel", kernel.param.as_ref()?)));
    let infer_meta = op.infer_meta.iter().filter_map(|infer_meta| Some(("infer_meta", infer_meta.param.as_ref()?)));
    for (key, params) in kernel.chain(infer_meta) {
        let names = params.iter().filter_map(|param| match param {
            Param::Name(name) => Some(name),
            Param::Literal(_) | Param::Text(_) => None,
        });
        for name in names.clone().filter(|name| !op.signature.has_arg(&name.value)) {
            if key == "kernel" && is_mapped_by_hand(registry, op, &name.value) {
                continue;
            }
            let message =
                format!("`{key}.param` of `{}` lists `{}`, which is not an argument", op.name.value, name.value);
            let rule = match key == "kernel" && has_cpp_function(op) {
                true => rules::UNKNOWN_KERNEL_PARAM,
                false => rules::UNKNOWN_PARAM,
            };
            push(rule, name, message, op, op.signature.arg_names(), diagnostics);
        }
        // An infer meta function may take the same tensor twice.
        if key == "kernel" {
            let names: Vec<_> = names.cloned().collect();
            report_duplicates(&names, format_args!("`kernel.param` of `{}`", op.name.value), diagnostics);
        }
    }
}

/// True if a name may be a parameter of the kernel itself, because arguments are mapped by hand. If the dynamic graph
/// also defines the operator, the kernel has the arguments of that definition.
fn is_mapped_by_hand(registry: &Registry, op: &Op, name: &str) -> bool {
    let has_manual_signature = registry.compat_of(&op.name.value).is_some_and(|compat| compat.has_manual_signature(op));
    let dynamic = registry.find_in_main(&op.name.value).map(|id| registry.op(id));
    has_manual_signature
        && !has_cpp_function(op)
        && dynamic.is_none_or(|dynamic| dynamic.poisoned || dynamic.signature.has_arg(name))
}

fn check_candidates_of(op: &Op, profile: &Profile, diagnostics: &mut Diagnostics) {
    let Some(kernel) = &op.kernel else { return };
    let parts = [("backend", &kernel.backend), ("layout", &kernel.layout), ("data_type", &kernel.data_type)];
    for (key, candidates) in parts {
        let Some(Candidates { names, .. }) = candidates else { continue };
        for candidate in names {
            let name = &candidate.name;
            if is_enumerator(&name.value) || op.signature.has_arg(&name.value) {
                continue;
            }
            let meant = enumerator(key, &name.value, profile);
            if meant.is_none() && may_be_function(name, op) {
                continue;
            }
            let message = format!("`{key}` of `{}` lists `{}`, which is not an argument", op.name.value, name.value);
            let help = meant.map(|enumerator| Help::meant(&name.value, &enumerator));
            let help = help.or_else(|| suggest::help(&name.value, op.signature.arg_names()));
            let problem = Diagnostic::new(rules::UNKNOWN_CANDIDATE, name.span, message);
            diagnostics.push(problem.maybe_label(op.signature.args_span(), "its arguments").maybe_help(help));
        }
    }
}

/// The enumerator that a candidate without its type stands for.
fn enumerator(key: &str, name: &str, profile: &Profile) -> Option<String> {
    match key {
        "data_type" => default::enumerator(Element::DataType, name, profile),
        "layout" => default::enumerator(Element::DataLayout, name, profile),
        _ => None,
    }
}

/// True if a candidate may be a C++ function that computes the kernel key. Operators in PIR may have one.
fn may_be_function(name: &Spanned<String>, op: &Op) -> bool {
    op.home.family().graph() == Graph::Pir && suggest::nearest(&name.value, op.signature.arg_names()).is_none()
}

/// True for a constant, such as `DataType::FLOAT32`.
fn is_enumerator(name: &str) -> bool {
    name.contains("::")
}

fn push<'a>(
    rule: Rule,
    name: &Spanned<String>,
    message: String,
    op: &'a Op,
    known: impl Iterator<Item = &'a str>,
    diagnostics: &mut Diagnostics,
) {
    let problem = Diagnostic::new(rule, name.span, message);
    let problem = problem.maybe_label(op.signature.args_span(), "its arguments");
    diagnostics.push(problem.maybe_help(suggest::help(&name.value, known)));
}

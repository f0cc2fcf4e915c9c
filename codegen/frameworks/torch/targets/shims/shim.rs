//! A function in C.

use std::collections::BTreeSet;

use serde::Serialize;
use torch_cpp::Signatures;
use torch_profile::Profile;
use torch_registry::{Function, FunctionId};
use torch_schema::Argument;
use torch_spec::FallbackOperator;

use super::passed::{Passed, Returned};

/// An operator that has a function for a device.
#[derive(Debug)]
pub struct Bound<'a> {
    /// The operator.
    pub id: FunctionId,
    /// The same.
    pub function: &'a Function,
    /// Its line in the list.
    pub fallback: &'a FallbackOperator,
    /// The dispatch key of the kernel that is called. `None` for the dispatcher.
    pub kernel_key: Option<&'a str>,
}

impl Bound<'_> {
    /// The header of what is called, below `ATen/ops`.
    pub fn header(&self) -> String {
        let root = self.function.root_name();
        match self.kernel_key {
            Some(key) => format!("{root}_{}_dispatch.h", key.to_lowercase()),
            None => format!("{root}.h"),
        }
    }

    /// The function of the C++ API that is called.
    fn called(&self) -> Option<String> {
        let symint = self.function.entry.func.has_symint();
        let apis = Signatures { method: false, generated_name: false }.of(self.function);
        let api = apis.into_iter().find(|api| api.symint == symint)?;
        Some(match self.kernel_key {
            Some(key) => format!("at::{}::{}", key.to_lowercase(), api.signature.name),
            // A function that is only a method is a template there.
            None if symint && !self.function.entry.variants.function => {
                format!("at::symint::{}<c10::SymInt>", api.plain_name)
            }
            None => format!("at::{}", api.signature.name),
        })
    }
}

/// A version of a function.
#[derive(Debug, Serialize)]
pub struct Shim {
    /// The name.
    pub name: String,
    /// The parameters, those for results last.
    pub parameters: Vec<String>,
    /// The macro of the release that has it first, if its declaration depends on that.
    since: Option<String>,
    /// The function of the C++ API that is called.
    called: String,
    /// Its arguments.
    arguments: Vec<String>,
    /// The results, each with the parameter that it is written to.
    results: Vec<Returned>,
    /// True if a caller may pass no place for a result.
    has_optional_results: bool,
}

/// The versions of an operator's function, the latest first. An operator with a type that C cannot pass has none.
pub fn shims(profile: &Profile, device: &str, bound: &Bound) -> Vec<Shim> {
    let Some(called) = bound.called() else { return Vec::new() };
    let unambiguous = bound.function.name().unambiguous();
    let parts = &profile.names.shims_with_optional_results;
    let has_optional_results = parts.iter().any(|part| unambiguous.contains(part.as_str()));
    let mut left_out: BTreeSet<&str> = BTreeSet::new();
    let mut version = |number: u32| {
        let (parameters, arguments, results) = passed(bound.function, &left_out)?;
        let added = bound.fallback.versions.iter().find(|version| version.number == number);
        left_out.extend(added.iter().flat_map(|version| &version.arguments).map(|name| name.as_str()));
        let since = added.map_or(&bound.fallback.since, |version| &version.since).clone();
        let suffix = if number == 1 { String::new() } else { format!("_v{number}") };
        let name = format!("aoti_torch_{device}_{unambiguous}{suffix}");
        let called = called.clone();
        Some(Shim { name, parameters, since, called, arguments, results, has_optional_results })
    };
    let numbers = bound.fallback.versions.iter().rev().map(|version| version.number).chain([1]);
    numbers.map_while(&mut version).collect()
}

type Parts = (Vec<String>, Vec<String>, Vec<Returned>);

/// The parameters, the arguments of what is called, and the results. `None` if C cannot pass one of them.
fn passed(function: &Function, left_out: &BTreeSet<&str>) -> Option<Parts> {
    let func = &function.entry.func;
    let (mut parameters, mut expressions) = (Vec::new(), Vec::new());
    for argument in cpp_order(function) {
        if left_out.contains(argument.name.as_str()) {
            expressions.push(left_out_value(argument));
            continue;
        }
        let passed = Passed::new(&argument.ty.value, argument.name.as_str(), argument.is_write())?;
        parameters.extend(passed.parameters.iter().map(|(ty, name)| format!("{ty} {name}")));
        expressions.push(passed.expression);
    }
    if func.is_out() || func.name.value.name.is_inplace {
        // Callers have the results already.
        return Some((parameters, expressions, Vec::new()));
    }
    let returns = func.returns.iter().enumerate();
    let results: Vec<Returned> = returns
        .map(|(at, returned)| Returned::new(&returned.ty.value, at, func.returns.len()))
        .collect::<Option<_>>()?;
    parameters.extend(results.iter().map(|result| format!("{}* {}", result.c_type, result.name)));
    Some((parameters, expressions, results))
}

/// What stands for an argument that a version of the function does not have.
fn left_out_value(argument: &Argument) -> String {
    match &argument.default {
        Some(default) => torch_cpp::default_expression(default.as_str(), &argument.ty.value, false),
        None => "std::nullopt".to_owned(),
    }
}

/// The arguments in the order of the C++ API: those that are written to come first.
fn cpp_order(function: &Function) -> impl Iterator<Item = &Argument> {
    let arguments = &function.entry.func.arguments;
    let out = &arguments.out;
    out.iter().chain(arguments.all().take(arguments.all().count() - out.len()))
}

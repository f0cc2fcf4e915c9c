//! Plans the infer meta functions that are registered for kernels, with wrappers where the two take different arguments.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::{BANNER, FilePlan};
use forms::cpp_api::Argument;
use forms::cpp_api::signature::{self, Parameter, attribute};
use profile::CppApi;
use registry::Registry;
use spec::{Input, Op, Param};

#[derive(Serialize)]
struct InferMetaPlan<'a> {
    banner: &'a str,
    header: &'a str,
    header_includes: &'a [String],
    source_includes: &'a [String],
    wrappers: &'a [Wrapper],
    registrations: &'a [Registration],
}

/// A function with the kernel's arguments that calls infer meta with its own.
#[derive(Serialize)]
struct Wrapper {
    name: String,
    /// Tensors represent their meta tensors.
    parameters: Vec<Parameter>,
    func: String,
    /// The arguments before the outputs.
    args: Vec<Argument>,
    outputs: Vec<String>,
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Registration {
    kernel: String,
    func: String,
}

pub fn plan(registry: &Registry, settings: &CppApi) -> [FilePlan; 2] {
    let mut wrappers = Vec::new();
    let mut registrations = Vec::new();
    let mut wrapped = BTreeSet::new();
    let mut registered = BTreeSet::new();
    for (_, op) in registry.ops_of(&settings.homes) {
        let Some((kernel, func)) = registered_pair(op) else { continue };
        if op.infer_meta.as_ref().is_some_and(|infer_meta| infer_meta.param.is_some()) && wrapped.contains(&kernel) {
            continue;
        }
        let registration = match wrapper(op, &kernel, &func) {
            Some(wrapper) => {
                let func = wrapper.name.clone();
                wrapped.insert(kernel.clone());
                wrappers.push(wrapper);
                Registration { kernel, func }
            }
            None => Registration { kernel, func },
        };
        if registered.insert(registration.clone()) {
            registrations.push(registration);
        }
    }
    let plan = InferMetaPlan {
        banner: BANNER,
        header: &settings.infermeta_header,
        header_includes: &settings.includes.infermeta_header,
        source_includes: &settings.includes.infermeta_source,
        wrappers: &wrappers,
        registrations: &registrations,
    };
    [
        FilePlan::new(&settings.infermeta_header, "cpp_api/infermeta.h.j2", &plan),
        FilePlan::new(&settings.infermeta_source, "cpp_api/infermeta.cc.j2", &plan),
    ]
}

/// The kernel and the infer meta function of an operator. `None` with intermediate outputs: these are outputs of the kernel,
/// but not of the function that users call.
fn registered_pair(op: &Op) -> Option<(String, String)> {
    let kernel = op.kernel.as_ref().filter(|_| op.invoke.is_none() && !op.has_intermediate())?;
    Some((kernel.functions.first()?.name.value.clone(), op.infer_meta.as_ref()?.func.value.clone()))
}

/// `None` if infer meta takes the same arguments as the kernel.
fn wrapper(op: &Op, kernel: &str, func: &str) -> Option<Wrapper> {
    let written = op.infer_meta.as_ref()?.param.as_ref()?;
    let kernel_params = op.kernel_params();
    if *written == kernel_params {
        return None;
    }
    let taken: BTreeSet<&str> = kernel_params.iter().filter_map(Param::name).collect();
    let takes = |name: &str| taken.contains(name);
    let input = |input: &Input| Parameter::Input {
        name: input.name.value.clone(),
        list: input.ty.is_list(),
        optional: input.optional,
        written: false,
    };
    let inputs = op.signature.inputs.iter().filter(|input| takes(&input.name.value)).map(input);
    let attrs = op.signature.attrs.iter().filter(|attr| takes(&attr.name.value)).map(|attr| attribute(attr, false));
    Some(Wrapper {
        name: format!("{}InferMeta", capitalized(kernel)),
        parameters: inputs.chain(attrs).chain(op.signature.outputs.iter().map(signature::output)).collect(),
        func: func.to_owned(),
        args: written.iter().map(|param| Argument::new(op, param)).collect(),
        outputs: op.signature.output_names().map(str::to_owned).collect(),
    })
}

/// The name with an upper-case first letter, and all others in lower case.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters.map(|letter| letter.to_ascii_lowercase())).collect()
}

//! Meta classes of structured operators, which compute what results look like.

use serde::Serialize;
use torch_cpp::{Parameter, joined, meta_arguments, value_type};
use torch_registry::{FunctionGroup, Grouped, Registry};
use torch_schema::Argument;

/// A meta class.
#[derive(Debug, Serialize)]
pub struct Meta {
    /// The operator.
    pub name: String,
    /// The class that it is derived from.
    pub parent: String,
    /// The parameters of the meta function.
    pub parameters: String,
    /// The arguments of its template if everything is computed.
    pub all_set: String,
    /// What the meta function computes for the kernel.
    pub computed: Vec<Computed>,
}

/// An argument that the meta function computes for the kernel.
#[derive(Debug, Serialize)]
pub struct Computed {
    /// The name.
    pub name: String,
    /// The parameter of the template that says whether it is set.
    pub flag: String,
    /// The arguments of the template when it has been set.
    pub flags: String,
    /// The type.
    #[serde(rename = "type")]
    pub ty: String,
}

/// The class that meta classes are derived from if their entry names none.
const BASE: &str = "at::impl::MetaBase";
/// The argument of the template for what has been set.
const SET: &str = "true";

/// The meta classes of functions.
pub fn classes(registry: &Registry, functions: &[Grouped]) -> Vec<Meta> {
    functions.iter().filter_map(|grouped| structured(registry, *grouped)).map(|group| class(registry, group)).collect()
}

/// The forms of an operator if they have structured kernels.
pub fn structured(registry: &Registry, grouped: Grouped) -> Option<FunctionGroup> {
    match grouped {
        Grouped::Group(group) if registry[group.out].entry.structured => Some(group),
        _ => None,
    }
}

fn class(registry: &Registry, group: FunctionGroup) -> Meta {
    let (functional, out) = (&registry[group.functional], &registry[group.out].entry);
    let lines =
        out.precomputed.iter().flat_map(|lines| lines.replaced.iter().flat_map(|(_, with)| with).chain(&lines.added));
    let arguments: Vec<_> = lines.collect();
    let flag = |argument: &Argument| argument.name.value.to_uppercase();
    let flags = |at: usize| {
        let flags = arguments.iter().enumerate();
        joined(flags.map(|(other, argument)| if other == at { SET.to_owned() } else { flag(argument) }))
    };
    let computed = arguments.iter().enumerate().map(|(at, argument)| Computed {
        name: argument.name.value.clone(),
        flag: flag(argument),
        flags: flags(at),
        ty: value_type(argument),
    });
    Meta {
        name: functional.name().unambiguous(),
        parent: out.structured_inherits.as_ref().map_or(BASE, |parent| parent.as_str()).to_owned(),
        parameters: joined(meta_arguments(functional).iter().map(Parameter::defined)),
        computed: computed.collect(),
        all_set: joined(arguments.iter().map(|_| SET.to_owned())),
    }
}

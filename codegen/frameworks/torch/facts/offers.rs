//! The names that fit a place in PyTorch's YAML, for editors.

use project::assistance::{CompletionSite, Offer};
use torch_profile::Holds;
use torch_registry::{Project, Registry};
use torch_spec::native;

/// The names that fit a place.
pub fn offers(project: &Project, site: CompletionSite) -> Vec<Offer> {
    let registry = &project.registry;
    let holds = project.profile.holds(site.kind);
    match (holds, site.path, site.is_key) {
        (Some(Holds::NativeFunctions), [], true) => Offer::plain(native::KEYS.iter().copied()),
        (Some(Holds::NativeFunctions), ["dispatch"], true) => {
            Offer::plain(registry.profile().names.dispatch_keys.iter().map(String::as_str))
        }
        (Some(Holds::NativeFunctions), ["tags"], _) => tags(registry),
        (Some(Holds::NativeFunctions), ["structured_delegate" | "autogen"], _) => Offer::plain(registry.names()),
        (Some(Holds::NativeFunctions), ["variants"], _) => Offer::plain(["function", "method", "function, method"]),
        (Some(Holds::NativeFunctions), ["dispatch", _], false) => {
            let functions = registry.functions().map(|(_, function)| function);
            let mut kernels: Vec<&str> = functions
                .flat_map(|function| &function.kernels)
                .map(|(_, kernel)| kernel.kernel.name.as_str())
                .collect();
            kernels.sort_unstable();
            kernels.dedup();
            Offer::plain(kernels)
        }
        (Some(Holds::Derivatives), [], true) => Offer::plain(["name", "output_differentiability", "dispatch"]),
        (Some(Holds::Derivatives), ["name"], false) => schemas(registry),
        (Some(Holds::Deprecated), [], true) => Offer::plain(["name", "aten"]),
        (Some(Holds::Tags), [], true) => Offer::plain(["tag", "desc"]),
        (Some(Holds::Backend), ["supported" | "autograd" | "symint" | "full_codegen" | "ir_gen"], _) => {
            Offer::plain(registry.names())
        }
        _ => Vec::new(),
    }
}

fn tags(registry: &Registry) -> Vec<Offer> {
    let offer =
        |tag: &torch_spec::Tag| Offer { label: tag.name.value.clone(), about: tag.description.trim().to_owned() };
    registry.tags().unwrap_or_default().iter().map(offer).collect()
}

/// The schemas of operators that no formula is for yet.
fn schemas(registry: &Registry) -> Vec<Offer> {
    let entries = registry.functions().filter(|(_, function)| !function.is_generated);
    let without = entries.filter(|(id, _)| registry.derivative_of(*id).is_none());
    without.map(|(_, function)| Offer { label: function.entry.func.to_string(), about: String::new() }).collect()
}

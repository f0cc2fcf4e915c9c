//! Kernels and symbolic integers.

use source::{Diagnostic, Diagnostics};
use torch_registry::dispatch_keys::{COMPOSITE_EXPLICIT, COMPOSITE_EXPLICIT_NON_FUNCTIONAL, COMPOSITE_IMPLICIT};
use torch_registry::{Function, Registry};

use crate::{name_span, report_unless_judged, rules, sound_entries};

/// Kernels for all backends, which a program with symbolic sizes calls.
const COMPOSITES: [&str; 3] = [COMPOSITE_IMPLICIT, COMPOSITE_EXPLICIT, COMPOSITE_EXPLICIT_NON_FUNCTIONAL];

/// Checks that composite kernels take symbolic integers.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for (_, function) in sound_entries(registry) {
        let takes_symint = function.entry.func.has_symint();
        for (key, implementation) in &function.kernels {
            let is_composite = COMPOSITES.contains(&key.as_str());
            let message = match (takes_symint, implementation.kernel.takes_symint()) {
                (true, false) if is_composite => format!(
                    "the kernel `{}` of `{}` does not take symbolic integers",
                    implementation.kernel.name,
                    function.name()
                ),
                (false, true) => format!(
                    "the kernel `{}` takes symbolic integers, and `{}` has none",
                    implementation.kernel.name,
                    function.name()
                ),
                _ => continue,
            };
            let help = match takes_symint {
                true => {
                    "write a kernel that takes `SymInt`, whose name ends in `_symint`; otherwise each size is compiled anew"
                }
                false => "use `SymInt` in the schema, or a kernel without `_symint` in its name",
            };
            let problem = Diagnostic::new(rules::SYMINT_KERNEL, kernel_span(function, key), message);
            report_unless_judged(registry, function, problem.help(help), diagnostics);
            break;
        }
    }
}

/// The span of the kernel for a key; that of the operator if the kernel is not written.
fn kernel_span(function: &Function, key: &str) -> source::Span {
    let lines = function.entry.dispatch.iter().flatten();
    let mut of_key = lines.filter(|line| line.keys.iter().any(|known| known.value == key));
    of_key.next().map_or(name_span(function), |line| line.kernel.span)
}

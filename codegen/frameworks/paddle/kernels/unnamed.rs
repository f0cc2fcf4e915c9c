//! Kernels that no YAML names.

use std::collections::BTreeSet;

use check::rules;
use source::suggest::Known;
use source::{Diagnostic, Span};

use crate::{Joined, Problem};

/// Reports a kernel once, at its first registration.
pub fn check(joined: &Joined, problems: &mut Vec<Problem>) {
    let Some((_, first)) = joined.registry.ops().next() else { return };
    let kernels = joined.registry.ops().flat_map(|(_, op)| &op.kernel).flat_map(|kernel| &kernel.functions);
    let named: BTreeSet<&str> = kernels.map(|function| function.name.value.as_str()).collect();
    let meant = meant(joined, &named);
    let unnamed = joined.index.kernels().filter(|kernel| !named.contains(kernel) && !meant.contains(kernel));
    let unnamed = unnamed.filter(|kernel| !joined.known.may_be_lost(kernel));
    for kernel in unnamed {
        let Some(registration) = joined.index.registrations_of(kernel).next() else { continue };
        let message = format!("no operator in the YAML calls the kernel `{kernel}`");
        let problem = Diagnostic::new(rules::UNNAMED_KERNEL, Span::start_of(first.name.span.file), message);
        problems.push(Problem::new(problem).at(&registration.place));
    }
}

/// The kernels that operators mean whose kernel does not exist, which is another finding.
fn meant<'a>(joined: &'a Joined, named: &BTreeSet<&str>) -> BTreeSet<&'a str> {
    let known = Known::new(joined.index.kernels());
    let missing = named.iter().filter(|name| joined.index.registrations_of(name).next().is_none());
    missing.filter_map(|name| known.nearest(name)).collect()
}

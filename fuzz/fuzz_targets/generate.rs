//! All targets generate code from any valid input.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{Corpus, fuzz_target};
use opgen::driver::PROGRAM;
use opgen::profile::Profile;
use opgen::render::Templates;
use opgen::targets::TARGETS;

/// Parsed only once, because that takes longer than any input.
static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| PROGRAM.built_in_templates(&Profile::default()));

fuzz_target!(|input: &[u8]| -> Corpus {
    let project = opgen_fuzz::check(&opgen_fuzz::files(input));
    if project.diagnostics.has_errors() {
        return Corpus::Reject;
    }
    let plans = TARGETS.iter().flat_map(|target| (target.plan)(&project.registry, &project.profile)).collect();
    let files = TEMPLATES.render(plans);
    assert!(!files.expect("the templates fit").is_empty());
    Corpus::Keep
});

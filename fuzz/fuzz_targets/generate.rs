//! All targets generate code from any valid input.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{Corpus, fuzz_target};
use opgen::driver::generate::generate;
use opgen::driver::templates;
use opgen::profile::Profile;
use opgen::project::shards::Shards;
use opgen::render::Templates;
use opgen::targets::TARGETS;

/// Parsed only once, because that takes longer than any input.
static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| templates::built_in(&Profile::default()));

fuzz_target!(|input: &[u8]| -> Corpus {
    let project = opgen_fuzz::check(&opgen_fuzz::files(input));
    if project.diagnostics.has_errors() {
        return Corpus::Reject;
    }
    let targets: Vec<_> = TARGETS.iter().collect();
    let files = generate(&project.registry, &project.recipe.profile, &TEMPLATES, &targets, Shards::WHOLE);
    assert!(!files.expect("the templates fit").is_empty());
    Corpus::Keep
});

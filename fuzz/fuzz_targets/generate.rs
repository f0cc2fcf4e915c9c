//! Every target can generate code from all valid input.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{Corpus, fuzz_target};
use opgen::driver::generate::generate;
use opgen::driver::templates;
use opgen::profile::Profile;
use opgen::project::shards::Shards;
use opgen::render::Templates;
use opgen::targets::TARGETS;

/// Parsing the templates takes longer than any fuzzing input, so it is done once.
static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| templates::built_in(&Profile::default()));

fuzz_target!(|input: &[u8]| -> Corpus {
    let project = opgen_fuzz::check(&opgen_fuzz::files(input));
    if project.diagnostics.has_errors() {
        return Corpus::Reject;
    }
    let targets: Vec<_> = TARGETS.iter().collect();
    let made = generate(&project.registry, &project.recipe.profile, &TEMPLATES, &targets, Shards::WHOLE);
    assert!(!made.expect("the templates fit").is_empty());
    Corpus::Keep
});

//! Whatever is sound can be generated, by every target.
#![no_main]

use std::hint::black_box;
use std::sync::LazyLock;

use libfuzzer_sys::{Corpus, fuzz_target};
use opgen::generate;
use opgen::render::Templates;
use opgen::shards::Shards;
use opgen::targets::TARGETS;

/// They take longer to read than anything that fuzzing tries.
static TEMPLATES: LazyLock<Templates> = LazyLock::new(Templates::built_in);

fuzz_target!(|input: &[u8]| -> Corpus {
    let project = opgen_fuzz::check(&opgen_fuzz::files(input));
    if project.diagnostics.has_errors() {
        return Corpus::Reject;
    }
    let targets: Vec<_> = TARGETS.iter().collect();
    let made = generate::generate(&project.registry, &project.recipe.profile, &TEMPLATES, &targets, Shards::WHOLE);
    black_box(made.expect("the templates fit"));
    Corpus::Keep
});

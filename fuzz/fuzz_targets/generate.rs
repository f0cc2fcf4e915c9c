//! Every target can generate code from all valid input, and can do it again from the texts of the first run.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::{Corpus, fuzz_target};
use opgen::generate;
use opgen::render::Templates;
use opgen::reuse::{Memory, Texts};
use opgen::shards::Shards;
use opgen::targets::TARGETS;

/// Parsing the templates takes longer than any fuzzing input, so it is done once.
static TEMPLATES: LazyLock<Templates> = LazyLock::new(Templates::built_in);

fuzz_target!(|input: &[u8]| -> Corpus {
    let project = opgen_fuzz::check(&opgen_fuzz::files(input));
    if project.diagnostics.has_errors() {
        return Corpus::Reject;
    }
    let targets: Vec<_> = TARGETS.iter().collect();
    let generate = |texts| {
        let memory = Memory::new(&project.registry, texts);
        let profile = &project.recipe.profile;
        let made = generate::generate(&project.registry, profile, &TEMPLATES, &targets, Shards::WHOLE, Some(&memory));
        made.expect("the templates fit")
    };
    let made = generate(Texts::default());
    let mut texts = Texts::default();
    made.iter().for_each(|output| texts.add(&Arc::new(output.text.clone()), &output.parts));
    assert!(generate(texts) == made, "what is taken over is what was made");
    Corpus::Keep
});

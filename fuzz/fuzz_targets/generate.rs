//! Whatever is sound can be generated, by every target.
#![no_main]

use std::hint::black_box;

use libfuzzer_sys::{Corpus, fuzz_target};
use opgen::generate;
use opgen::shards::Shards;
use opgen::targets::TARGETS;
use opgen_fuzz::PROFILE;

fuzz_target!(|input: &[u8]| -> Corpus {
    let project = opgen_fuzz::check(&opgen_fuzz::files(input));
    if project.diagnostics.has_errors() {
        return Corpus::Reject;
    }
    let targets: Vec<_> = TARGETS.iter().collect();
    black_box(generate::generate(&project.registry, &PROFILE, &targets, Shards::WHOLE).expect("the templates fit"));
    Corpus::Keep
});

//! `opgen translate`: any bytes become a PIR program or findings. The seeds are real programs.
#![no_main]

use std::hint::black_box;

use libfuzzer_sys::fuzz_target;
use opgen::profile::{self, Translate};
use opgen::source::{Diagnostics, Sources};
use opgen::translate::print::Form;
use opgen::translate::{Facts, Model};

thread_local! {
    static VERSIONS: [(Facts, &'static Translate); 2] = ["paddle-2.6", "paddle-3.0"].map(|name| {
        let profile = profile::built_in(name).expect("it is built in");
        let translate = profile.translate.as_ref().expect("it translates");
        let facts = Facts::built_in(name).expect("it has facts").as_released(&translate.released);
        (facts.with_operations(&translate.operations), translate)
    });
}

fuzz_target!(|input: &[u8]| {
    VERSIONS.with(|versions| {
        for ((facts, translate), form) in versions.iter().zip([Form::Text, Form::Json]) {
            let mut sources = Sources::default();
            let made = Model { name: "model", bytes: input }.translate(facts, translate, Some(form), &mut sources);
            black_box(&made.text);
            let diagnostics: Diagnostics = made.diagnostics.into_iter().collect();
            opgen_fuzz::render(&diagnostics, &sources);
        }
    });
});

//! Checks a project of several files. Valid input has a normal form that reads back as the same project.
#![no_main]

use libfuzzer_sys::fuzz_target;
use opgen::driver::PROGRAM;
use opgen::registry::{Inputs, normal_form};
use opgen::source::report;

fuzz_target!(|input: &[u8]| {
    let project = opgen_fuzz::check(&opgen_fuzz::files(input));
    if !project.diagnostics.has_errors() {
        let specs = project.registry.specs();
        let form = normal_form::of(specs, &project.profile);
        let text = serde_json::to_string(&form).expect("what was read can be written");
        let again = Inputs::from_normal_form("normal", text.as_bytes(), PROGRAM).analyse();
        let found = &again.diagnostics;
        assert!(!found.has_errors(), "{text}\n{}", report::render_all(found, &again.sources));
        assert_eq!(again.registry.specs(), specs);
    }
});

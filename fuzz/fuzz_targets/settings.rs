//! `opgen.toml` and baselines: any text becomes settings or errors.
#![no_main]

use std::hint::black_box;

use libfuzzer_sys::fuzz_target;
use opgen::check::CATALOGUE;
use opgen::project::baseline::Baseline;
use opgen::project::config::Config;
use opgen::project::framework::Framework;
use opgen::registry::Paddle;
use opgen::source::{Diagnostics, Sources, read};

fuzz_target!(|input: &[u8]| {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    if let Ok(id) = read::from_bytes(input.to_vec(), "opgen.toml", &mut sources, &mut diagnostics) {
        black_box(Config::of_file(id, &sources, CATALOGUE, Paddle::ITSELF.names(), &mut diagnostics));
        black_box(Baseline::read(id, &sources, CATALOGUE, &mut diagnostics));
    }
    opgen_fuzz::render(&diagnostics, &sources);
});

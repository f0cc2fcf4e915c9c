//! Checks that every generated C++ file compiles, each by itself, headers too.
//!
//! The framework is declared in `tests/compile/include`: what generated files use, as the framework declares it, so
//! that a wrong type, a misspelt name or a missing include fails here. What the releases of the framework do not
//! declare alike is in `include-2.6` and `include-3.0`, and what the built-in YAML lacks in `include-built_in`. Nothing
//! is linked or run: `tests/run` does that.
//!
//! `cargo test --test compile nodes.cc` checks files of that name, `cargo test --test compile paddle::` one set-up.
//!
//! With `OPGEN_PADDLE_SOURCE` the framework's own headers are used instead: see `docs/testing.md`.

mod compiler;
mod mutations;
mod setup;
#[path = "../support/skip.rs"]
mod skip;

use compiler::Compiler;
use libtest_mimic::Arguments;
use setup::SETUPS;

fn main() {
    let mut arguments = Arguments::from_args();
    // As many compilers at a time as the smallest machine has cores.
    arguments.test_threads.get_or_insert(2);
    let Some(compiler) = Compiler::find() else { return };
    let setups = SETUPS.iter().filter(|setup| setup.suits(compiler));
    let trials = setups.flat_map(|setup| {
        let mut trials = setup.trials(compiler);
        trials.extend(mutations::trials(setup, compiler));
        trials
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

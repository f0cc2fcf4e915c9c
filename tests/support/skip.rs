//! Tests that cannot run on a machine.
//!
//! A test runner hides what a passing test prints, and counts a test that returns early as passed. So the notice goes to the
//! standard error output directly.

use std::io::{self, Write};
use std::{env, thread};

/// Prints that the current test cannot run here. In CI, which must run every test, the test fails.
#[allow(dead_code, reason = "some test programs only have tests that CI skips, too")]
pub fn skip(reason: &str) {
    assert!(env::var_os("CI").is_none(), "CI must not skip this test: {reason}");
    skip_even_in_ci(reason);
}

/// Prints that the current test cannot run here.
pub fn skip_even_in_ci(reason: &str) {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    // If nobody reads the notice, the test has still not run.
    let _ = writeln!(io::stderr(), "skipped: {test}: {reason}");
}

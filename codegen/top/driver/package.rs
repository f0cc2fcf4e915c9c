//! Packages: their rooms, joined. They share the model of Paddle's operators, and what Paddle's rooms make of it.

use package_operators::{PACKAGES, errors, outputs, rules, run};
use registry::Program;
use source::Rule;

use super::of_commands;
use super::program::PROGRAM;

/// The rules that need C++: Paddle's, which nobody checks here, and those for packages.
const CPP_RULES: [Rule; check::CPP_RULES.len() + rules::OF_CPP.len()] = {
    let mut all = [rules::OF_CPP[0]; check::CPP_RULES.len() + rules::OF_CPP.len()];
    let mut at = 0;
    while at < all.len() {
        let own = at.checked_sub(check::CPP_RULES.len());
        all[at] = match own {
            Some(own) => rules::OF_CPP[own],
            None => check::CPP_RULES[at],
        };
        at += 1;
    }
    all
};

/// What `project` needs from the rooms of packages.
pub static PACKAGE: Program = Program {
    check_further: of_commands::check_cpp_of_packages,
    framework: PACKAGES,
    check: run,
    check_errors: errors,
    further_rules: &CPP_RULES,
    plan: outputs,
    ..PROGRAM
};

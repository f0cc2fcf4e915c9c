//! Packages as a framework.

use profile::{BREAK_CLASSES, Owner, Syntax};
use project::framework::Names;
use registry::Paddle;

use crate::entry::{self, KEYS};
use crate::facts::OfPackages;
use crate::targets;

/// Packages.
pub const PACKAGES: Paddle = Paddle { owner: &OWNER, own_facts: &OfPackages, read_own: Some(entry::read) };

/// The only profile, which the table of the same name in `opgen.toml` changes.
const PROFILE: &str = "package";

static OWNER: Owner = Owner {
    names: &Names {
        framework: "packages",
        profiles: &[PROFILE],
        default_profile: PROFILE,
        version_file: None,
        targets: &targets::NAMES,
        features: &[],
        break_classes: &BREAK_CLASSES,
    },
    profiles: &[(PROFILE, include_str!("package.toml"))],
    targets: &targets::TARGETS,
    keys: Some(&KEYS),
    syntax: Syntax::Marked,
    has_trees: false,
    names_gradients: false,
    // An author may have deleted the sample's gradient.
    may_lack_gradients: true,
    sources: &["cc", "cpp", "cu", "h", "hpp", "cuh", "inc"],
    // Each `source` of an operator has an output.
    paths_follow_operators: true,
};

//! What `opgen --version` says: the version, the commit it was built from, and the versions of the framework that it knows.

use std::sync::LazyLock;

use opgen::profile;

/// The whole text, but for the name of the program. `-V` prints only the first line.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("OPGEN_COMMIT").map_or(String::new(), |commit| format!("commit: {commit}\n"));
        let profiles: Vec<&str> = profile::BUILT_IN.iter().map(|(name, _)| *name).collect();
        format!("{}\n{commit}profiles: {}", env!("CARGO_PKG_VERSION"), profiles.join(", "))
    });
    &TEXT
}

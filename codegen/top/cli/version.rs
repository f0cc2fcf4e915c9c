//! The text of `opgen --version`: the version, the commit that it was built from, and the built-in profiles.

use std::sync::LazyLock;

use opgen::driver::frameworks;

/// The text after the name of the program. `-V` prints only its first line.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("OPGEN_COMMIT").map_or(String::new(), |commit| format!("commit: {commit}\n"));
        let profiles: Vec<&str> = frameworks::profiles().collect();
        format!("{}\n{commit}profiles: {}", env!("CARGO_PKG_VERSION"), profiles.join(", "))
    });
    &TEXT
}

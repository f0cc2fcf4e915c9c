//! Builds the workspace in `tests/bazel` with the real Bazel: in a sandbox, without network, and with a cache that two clones share.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::skip::skip;
use crate::support::{copy, text};
use tempfile::TempDir;

/// Repositories that Bazel 4 would otherwise download. Debian has them as packages.
const REPOSITORIES: [(&str, &str); 2] =
    [("rules_java", "/usr/share/bazel/rules/java"), ("platforms", "/usr/share/bazel/platforms")];

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A clone of the workspace, in a folder of its own, with what Bazel keeps for it.
struct Clone {
    folder: TempDir,
}

/// The result of a build.
struct Built {
    said: String,
    code: Option<i32>,
}

impl Built {
    /// The number of actions that ran in the sandbox, rather than being taken from the cache.
    fn ran(&self) -> usize {
        let line = self.said.lines().find(|line| line.starts_with("INFO: ") && line.contains(" process"));
        let line = line.unwrap_or_else(|| panic!("no number of processes: {}", self.said));
        let sandboxed =
            line.split([':', ',']).find_map(|part| part.trim().trim_end_matches('.').strip_suffix(" linux-sandbox"));
        sandboxed.map_or(0, |count| count.parse().expect("a number"))
    }

    fn compiled(&self) -> Vec<&str> {
        let starts = self.said.lines().filter(|line| line.starts_with("SUBCOMMAND: "));
        let paths = starts.filter_map(|line| line.split_once("'Compiling ")?.1.split_once('\''));
        let mut names: Vec<&str> = paths.map(|(path, _)| path.rsplit('/').next().unwrap_or(path)).collect();
        names.sort_unstable();
        names
    }
}

impl Clone {
    fn new() -> Self {
        let clone = Clone { folder: tempfile::tempdir().expect("a temporary folder") };
        copy(&source("tests/bazel"), &clone.path(""));
        copy(&source("tests/cmake/yaml"), &clone.path("ops/yaml"));
        for include in ["include", "include-2.6"] {
            copy(&source("tests/compile").join(include), &clone.path("ops/framework").join(include));
        }
        clone
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("workspace").join(name)
    }

    fn bazel(&self, cache: &Path, arguments: &[&str]) -> Built {
        let mut command = Command::new("bazel");
        // No server stays behind.
        command.arg("--batch").arg(format!("--output_base={}", self.folder.path().join("base").display()));
        command.args(arguments).arg("--subcommands").arg(format!("--disk_cache={}", cache.display()));
        command.arg(format!("--override_repository=opgen={}", source("bazel").display()));
        command.arg(format!("--override_repository=rules_cc={}", self.path("rules_cc").display()));
        for (name, path) in REPOSITORIES {
            command.arg(format!("--override_repository={name}={path}"));
        }
        let program = Path::new(env!("CARGO_BIN_EXE_opgen")).parent().expect("it is in a folder");
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", program.display());
        let output = command.current_dir(self.path("")).env("PATH", path).output().expect("bazel runs");
        Built { said: text(&output.stdout) + &text(&output.stderr), code: output.status.code() }
    }

    fn build(&self, cache: &Path) -> Built {
        self.bazel(cache, &["build", "//ops:bindings"])
    }

    fn edit(&self, old: &str, new: &str) {
        let path = self.path("ops/yaml/ops.yaml");
        let text = fs::read_to_string(&path).expect("it is there");
        assert!(text.contains(old), "{old}");
        fs::write(path, text.replace(old, new)).expect("it is writable");
    }
}

fn is_installed() -> bool {
    let has_repositories = REPOSITORIES.iter().all(|(_, path)| Path::new(path).is_dir());
    let found = has_repositories && Command::new("bazel").arg("--version").output().is_ok();
    if !found {
        skip("bazel is not installed (bazel-bootstrap, bazel-rules-java and bazel-platforms)");
    }
    found
}

#[test]
fn clones_share_a_cache_and_an_edit_compiles_only_its_shard() {
    if !is_installed() {
        return;
    }
    let cache = tempfile::tempdir().expect("a temporary folder");
    let (first, second) = (Clone::new(), Clone::new());
    let built = first.build(cache.path());
    assert_eq!(built.code, Some(0), "{}", built.said);
    assert!(built.ran() > 10 && built.compiled().contains(&"api.1.cc"), "{}", built.said);

    let from_cache = second.build(cache.path());
    assert_eq!((from_cache.code, from_cache.ran()), (Some(0), 0), "{}", from_cache.said);

    // Two sources name a kernel.
    second.edit("func : pow", "func : power");
    let edited = second.build(cache.path());
    assert_eq!((edited.code, edited.compiled()), (Some(0), vec!["api.1.cc", "generated.cc"]), "{}", edited.said);
}

#[test]
fn the_list_of_outputs_is_printed_and_a_stale_one_is_an_error() {
    if !is_installed() {
        return;
    }
    let cache = tempfile::tempdir().expect("a temporary folder");
    let clone = Clone::new();
    let printed = clone.bazel(cache.path(), &["run", "//ops:bindings.outputs"]);
    let listed = fs::read_to_string(clone.path("ops/outputs.bzl")).expect("it is there");
    assert!(printed.said.contains(&listed), "{}\n{listed}", printed.said);

    let stale = listed.replace("    \"paddle/phi/api/lib/api.1.cc\",\n", "");
    fs::write(clone.path("ops/outputs.bzl"), stale).expect("it is writable");
    let failed = clone.build(cache.path());
    assert_eq!(failed.code, Some(1));
    assert!(
        failed.said.contains("< paddle/phi/api/lib/api.1.cc") && failed.said.contains("bazel run"),
        "{}",
        failed.said
    );
}

//! The operators of a run without `--root`: those of the folder in which it is started.

use std::path::Path;

use opgen::profile::{built_in_profiles, recognised, unsupported};

use opgen::project::framework::{Recognised, Tree};
use tempfile::TempDir;

use crate::support::{OP, OP_WITH_WARNING, Said, folder_with, opgen, write};

/// A tree with empty files.
struct Files<'a>(&'a [String]);

impl Tree for Files<'_> {
    fn has(&mut self, path: &str) -> bool {
        self.0.iter().any(|file| file == path)
    }

    fn text(&mut self, _: &str) -> Option<String> {
        None
    }
}

/// Where a built-in profile looks for operators in a tree.
fn place_in_tree() -> &'static str {
    built_in_profiles().flat_map(|profile| &profile.recognised_by).next().expect("there is one")
}

/// A repository with files.
fn repository(files: &[(&str, &str)]) -> TempDir {
    let folder = folder_with(files);
    write(folder.path(), ".git/HEAD", "ref: refs/heads/main\n");
    folder
}

fn run_in(folder: &TempDir, below: &str, arguments: &[&str]) -> Said {
    std::fs::create_dir_all(folder.path().join(below)).expect("a new folder");
    opgen(&folder.path().join(below), arguments)
}

const NO_OPERATORS: &str = "error: neither this folder nor its repository has operator YAML; `--root` names a folder that has, \
                            and `--built-in` stands for the built-in operators\n";

/// A CI job must not check the built-in operators by accident.
#[test]
fn a_folder_with_operators_is_read() {
    let settings = "[inputs]\nops = [\"elsewhere.yaml\"]\n";
    let trees: [&[(&str, &str)]; 3] = [
        &[(place_in_tree(), OP_WITH_WARNING)],
        &[("opgen.toml", settings), ("elsewhere.yaml", OP_WITH_WARNING)],
        &[("ops.yaml", OP_WITH_WARNING)],
    ];
    for files in trees {
        let folder = folder_with(files);
        let run = |arguments: &[&str]| opgen(folder.path(), arguments);
        let said = run(&["check", "--deny", "warnings"]);
        assert!(said.out.contains("error[W0306]") && said.code == Some(1), "{said:?}");
        assert_eq!(said.err, "");
        let said = run(&["show", "scale"]);
        assert!(said.out.starts_with("scale (dense)") && said.err.is_empty(), "{said:?}");
        let said = run(&["parse"]);
        assert!(said.out.contains("name: scale") && !said.out.contains("name: concat"), "{said:?}");
        let said = run(&["generate", "--target", "compat"]);
        assert!(said.out.starts_with("1 written") && said.code == Some(0), "{said:?}");
        assert!(folder.path().join("generated").is_dir());
        assert_eq!(run(&["generate", "--list-inputs"]).out.lines().count(), files.len());
    }
}

/// A check that passes must have checked something.
#[test]
fn without_operators_every_command_fails() {
    let folder = folder_with(&[("notes/ops.yaml", OP), ("api.yaml", "openapi: 3.0.0\n")]);
    let run = |arguments: &[&str]| opgen(folder.path(), arguments);
    let commands: [&[&str]; 8] = [
        &["check"],
        &["show", "concat"],
        &["parse"],
        &["generate", "--target", "compat", "--out", "out"],
        &["generate", "--quiet", "--target", "compat", "--out", "out"],
        &["generate", "--list-outputs"],
        &["docs", "--out", "out"],
        &["compare"],
    ];
    for arguments in commands {
        let said = run(arguments);
        assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("", NO_OPERATORS, Some(2)), "{arguments:?}");
        assert!(!folder.path().join("out").exists(), "{arguments:?}");
    }
    for arguments in commands.into_iter().take(6) {
        let said = run(&[arguments, &["--built-in"]].concat());
        assert_eq!((said.err.as_str(), said.code), ("", Some(0)), "{arguments:?}");
    }
}

/// The first command of the README runs there.
#[test]
fn in_its_own_repository_opgen_uses_the_built_in_operators() {
    let said = opgen(Path::new(env!("CARGO_MANIFEST_DIR")), &["check"]);
    assert_eq!((said.err.as_str(), said.code), ("using the built-in operators, which are those in yaml\n", Some(0)));
}

#[test]
fn the_built_in_operators_can_be_wanted_anywhere() {
    let folder = folder_with(&[("ops.yaml", OP)]);
    let said = opgen(folder.path(), &["check", "--built-in"]);
    assert!(said.err.is_empty() && !said.out.starts_with("1 operator,"), "{said:?}");
    let said = opgen(folder.path(), &["check", "--built-in", "--root", "."]);
    assert_eq!(said.code, Some(2), "{said:?}");
}

/// Finds the root as `opgen diff` does.
#[test]
fn a_folder_of_a_repository_belongs_to_the_tree() {
    let files = [(place_in_tree(), OP_WITH_WARNING), ("docs/index.md", "")];
    let folder = repository(&files);
    let said = run_in(&folder, "docs", &["check", "--format", "github"]);
    assert_eq!(said.err, "using the operators in ..\n");
    assert!(said.out.contains(&format!("file=../{},", place_in_tree())), "{said:?}");
    // The outputs do not depend on the folder either.
    let said = run_in(&folder, "docs/api", &["generate", "--target", "compat"]);
    assert!(said.out.starts_with("1 written"), "{said:?}");
    let said = opgen(folder.path(), &["generate", "--target", "compat", "--warnings"]);
    assert!(said.out.starts_with("0 written, 1 unchanged"), "{said:?}");
    // The folder of the YAML is a part of the tree.
    let yaml = Path::new(place_in_tree()).parent().expect("it is in a folder").to_string_lossy().into_owned();
    let said = run_in(&folder, &yaml, &["check"]);
    assert!(said.err.starts_with("using the operators in ../") && said.out.contains(place_in_tree()), "{said:?}");
}

#[test]
fn what_is_above_a_repository_or_outside_of_one_is_not_found() {
    let folder = folder_with(&[("ops.yaml", OP)]);
    assert_eq!(run_in(&folder, "a", &["check"]).err, NO_OPERATORS);
    let folder = repository(&[("ops.yaml", OP), ("module/.git", "gitdir: elsewhere\n")]);
    assert_eq!(run_in(&folder, "module", &["check"]).err, NO_OPERATORS);
}

/// A package need not be in a repository.
#[test]
fn outside_of_repositories_the_settings_above_a_folder_count() {
    let settings = "[inputs]\nops = [\"yaml/ops.yaml\"]\n";
    let folder = folder_with(&[("opgen.toml", settings), ("yaml/ops.yaml", OP_WITH_WARNING)]);
    let said = run_in(&folder, "yaml", &["check"]);
    assert_eq!(said.err, "using the operators in ..\n");
    assert!(said.out.contains("yaml/ops.yaml"), "{said:?}");
    let folder =
        folder_with(&[("opgen.toml", settings), ("yaml/ops.yaml", OP), ("module/.git", "gitdir: elsewhere\n")]);
    assert_eq!(run_in(&folder, "module", &["check"]).err, NO_OPERATORS);
}

/// An unpacked release need not be in a repository either.
#[test]
fn outside_of_repositories_a_tree_above_a_folder_counts() {
    let folder = folder_with(&[(place_in_tree(), OP_WITH_WARNING), ("docs/ops.yaml", OP)]);
    let yaml = Path::new(place_in_tree()).parent().expect("it is in a folder").to_string_lossy().into_owned();
    for said in [run_in(&folder, &yaml, &["check"]), opgen(folder.path(), &["check", place_in_tree()])] {
        assert!(said.out.contains(place_in_tree()), "{said:?}");
    }
    // A part of a tree that has other operators is a project of its own.
    assert_eq!(run_in(&folder, "docs", &["check"]).out, "1 operator, no errors or warnings\n");
}

/// A profile in a file says where trees have their operators.
#[test]
fn the_profile_that_is_given_decides_what_a_tree_is() {
    let profile = "extends = \"paddle-2.6\"\nname = \"mine\"\n[inputs.ops]\npaths = [\"definitions/mine.yaml\"]\n";
    let folder = folder_with(&[("mine.toml", profile), ("definitions/mine.yaml", OP)]);
    assert_eq!(opgen(folder.path(), &["check"]).err, NO_OPERATORS);
    let said = opgen(folder.path(), &["check", "--profile", "mine.toml"]);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("1 operator, no errors or warnings\n", ""));
}

/// One error, instead of the findings of another version's rules.
#[test]
fn a_tree_without_a_profile_is_called_by_its_name() {
    let profiles: Vec<_> = built_in_profiles().map(|profile| format!("`{}`", profile.name)).collect();
    for version in unsupported() {
        let found = recognised(&mut Files(&version.recognised_by));
        assert_eq!(found, Some(Recognised::Unsupported(version)));
        let files: Vec<_> = version.recognised_by.iter().map(|file| (file.as_str(), OP)).collect();
        // Files that the default profile would read.
        let folder = folder_with(&[&files[..], &[("op_compat.yaml", "- op : nothing\n")]].concat());
        for arguments in [&["check"][..], &["check", "--root", "."]] {
            let said = opgen(folder.path(), arguments);
            let first = format!("error[E0014]: this is a tree of {} (it has `", version.name);
            assert!(said.out.starts_with(&first) && said.out.ends_with("\n1 error, 0 warnings\n"), "{said:?}");
            assert!(said.out.contains(&format!("({})", profiles.join(", "))), "{said:?}");
            assert_eq!((said.err.as_str(), said.code), ("", Some(1)));
        }
        for arguments in [&["generate"][..], &["generate", "--list-outputs"], &["parse"], &["diff", "."]] {
            let said = opgen(folder.path(), arguments);
            assert!(said.err.contains("error[E0014]") && said.out.is_empty(), "{said:?}");
        }
    }
}

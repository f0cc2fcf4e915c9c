//! The command line as users see it: exit codes, output streams and invalid roots.

use std::process::{Command, Output, Stdio};

use crate::skip::skip;
use crate::support::{OP_WITH_WARNING, folder_with, text};

fn opgen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_opgen")).args(arguments).output().expect("opgen runs")
}

#[test]
fn the_checked_in_output_is_what_the_built_in_operators_make() {
    let generated = concat!(env!("CARGO_MANIFEST_DIR"), "/generated");
    let output = opgen(&["generate", "--built-in", "--check", "--out", generated]);
    assert!(output.status.success(), "run `cargo run -- generate`:\n{}", text(&output.stdout));
}

#[test]
fn the_built_in_operators_are_without_fault() {
    let output = opgen(&["check", "--built-in"]);
    assert!(output.status.success());
    assert!(text(&output.stdout).ends_with(" operators, no errors or warnings\n"), "{}", text(&output.stdout));
}

#[test]
fn options_that_name_nothing_are_errors_of_their_own() {
    let cases: [(&[&str], &str); 7] = [
        (&["check", "--root", "no/such/folder"], "there is no folder or file no/such/folder"),
        (&["schema", "--root", "no/such/folder"], "there is no folder or file no/such/folder"),
        (
            &["check", "--built-in", "--profile", "padle-3.0"],
            "there is no profile `padle-3.0`; did you mean `paddle-3.0`?",
        ),
        (&["schema", "op_compt", "--built-in"], "there is no kind of file `op_compt`; did you mean `op_compat`?"),
        (
            &["generate", "--built-in", "--target", "pyr", "--list-outputs"],
            "there is no target `pyr`; did you mean `pir`?",
        ),
        (
            &["generate", "--built-in", "--target", "pir", "--without", "pir"],
            "the target `pir` is given with `--target` and with `--without`",
        ),
        (&["man", "dif"], "there is no command `dif`; did you mean `diff`?"),
    ];
    for (arguments, message) in cases {
        let output = opgen(arguments);
        let said = (output.status.code(), text(&output.stdout), text(&output.stderr));
        assert_eq!(said, (Some(2), String::new(), format!("error: {message}\n")), "{arguments:?}");
    }
}

#[test]
fn a_folder_without_operators_is_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = opgen(&["check", "--root", &folder.path().to_string_lossy()]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    assert!(text(&output.stderr).starts_with("error: no operator YAML in "));
}

/// Neither a check in an empty folder nor one of an empty folder gives a green light.
#[test]
fn every_command_that_reads_operators_fails_without_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let commands: [&[&str]; 9] = [
        &["check"],
        &["check", "--format", "github"],
        &["check", "--write-baseline"],
        &["generate"],
        &["generate", "--check"],
        &["show", "relu"],
        &["parse"],
        &["docs", "--out", "reference"],
        &["compare"],
    ];
    for command in commands {
        for root in [&[][..], &["--root", "."]] {
            let output = Command::new(env!("CARGO_BIN_EXE_opgen"))
                .args(command)
                .args(root)
                .current_dir(folder.path())
                .output()
                .expect("opgen runs");
            assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()), "{command:?} {root:?}");
            assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0, "{command:?} writes");
        }
    }
}

#[test]
fn every_help_text_says_what_exit_codes_mean() {
    let list = text(&opgen(&["--help"]).stdout);
    let (_, list) = list.split_once("Commands:\n").expect("it lists commands");
    let names = list.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let names: Vec<&str> = names.filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty()).collect();
    assert!(names.contains(&"check") && names.contains(&"diff"), "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let help = text(&opgen(&[name, "--help"]).stdout);
        assert!(help.contains("Exit codes: 0 ") && help.contains("--color <WHEN>"), "{name}: {help}");
    }
    assert!(text(&opgen(&["templates", "list", "--help"]).stdout).contains("Exit codes: 0 "));
}

#[test]
fn colours_are_printed_on_demand() {
    let coloured = |when: &[&str]| {
        let output = opgen(&[&["check", "--root", "tests/check/E0301-unknown-optional"], when].concat());
        text(&output.stdout).contains('\u{1b}')
    };
    assert!(!coloured(&[]) && !coloured(&["--color", "never"]) && coloured(&["--color", "always"]));
}

#[test]
fn shells_complete_names() {
    for shell in ["bash", "zsh", "fish"] {
        let script = text(&opgen(&["completions", shell]).stdout);
        for name in ["pir_python", "E0301", "paddle-3.0", "distributed", "warnings"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}

/// Older spellings still work.
#[test]
fn an_option_has_the_same_name_in_every_command() {
    let shown = |format: &[&str]| text(&opgen(&[&["show", "concat", "--built-in"], format].concat()).stdout);
    assert_eq!(shown(&["--format", "json"]), shown(&["--json"]));
    assert!(shown(&["--json"]).starts_with("[\n"));
}

#[test]
fn a_file_that_is_no_normal_form_is_an_error_with_its_place() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), "opgen: 1\nops:\n  - name: foo\n    home: opps\n").expect("it is writable");
    let output = opgen(&["check", "--root", &file.path().to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.contains("error[E0010]: this is not a normal form: missing field `signature`"), "{said}");
    assert!(said.contains(":3:5\n"), "{said}");
}

#[test]
fn an_unknown_target_lists_the_known_ones() {
    let output = opgen(&["generate", "--target", "cpp"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there is no target `cpp`; the targets are:\n  cpp_api "));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_opgen"))
        .args(["parse", "--built-in"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("opgen runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_code_is_explained_and_an_unknown_one_leads_to_the_nearest() {
    let output = opgen(&["explain", "e0301"]);
    assert!(output.status.success());
    let said = text(&output.stdout);
    assert!(said.starts_with("error[E0301]: a name in `optional` is not a tensor\n\n"), "{said}");
    assert!(said.contains("\nWrong:\n\n    # ops.yaml\n    - op : layer\n"), "{said}");
    let output = opgen(&["explain", "E030l"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there is no code `E030l`; did you mean `E0301`?"));
    let list = text(&opgen(&["explain"]).stdout);
    assert_eq!(list.lines().count(), opgen::driver::ALL_RULES.all().len());
}

#[test]
fn the_variables_of_a_template_are_printed() {
    let fields = |arguments: &[&str]| {
        let output = opgen(&[&["templates", "fields"], arguments].concat());
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    let (said, _, code) = fields(&["stubs/function.pyi.j2"]);
    assert!(said.contains("\nparameters[].optional   bool  False\n") && code == Some(0), "{said}");
    // Only registered operators need this one, and only 3.0 the next.
    assert!(fields(&["legacy_dygraph/node.h.j2"]).0.contains("\nop "));
    assert!(fields(&["pir/cache_grad.cc.j2"]).0.starts_with("banner "));
    assert!(fields(&["op"]).0.contains("\nop.inputs[].name "));
    let json: serde_json::Value = serde_json::from_str(&fields(&["op", "--format", "json"]).0).expect("it is JSON");
    let expected = serde_json::json!({ "path": "op.forward", "kinds": ["map", "none"], "example": null });
    assert!(json.as_array().expect("it is a list").contains(&expected), "{json:#}");

    let (_, said, code) = fields(&["stubs/functoin.pyi.j2"]);
    assert_eq!(
        (said.as_str(), code),
        ("error: there is no template `stubs/functoin.pyi.j2`; did you mean `stubs/function.pyi.j2`?\n", Some(2))
    );
    let (_, said, code) = fields(&["stubs/signature.j2"]);
    assert!(said.ends_with("and sees their variables: stubs/function.pyi.j2\n"), "{said}");
    assert_eq!(code, Some(2));
}

#[test]
fn shells_complete_the_names_of_templates_codes_and_kinds() {
    let script = text(&opgen(&["completions", "bash"]).stdout);
    for name in ["stubs/function.pyi.j2", "E0301", "op_compat"] {
        assert!(script.contains(&format!(" {name} ")), "{name}: {script}");
    }
    let help = text(&opgen(&["templates", "fields", "--help"]).stdout);
    assert!(!help.contains("stubs/"), "{help}");
}

#[test]
fn generation_heeds_the_levels_of_the_project() {
    let generate = |files: &[(&str, &str)]| {
        let (folder, out) = (folder_with(files), folder_with(&[]));
        let (root, out) = (folder.path().to_string_lossy(), out.path().to_string_lossy());
        let output = opgen(&["generate", "--root", &root, "--out", &out]);
        (text(&output.stderr), output.status.code())
    };
    let (said, code) = generate(&[("ops.yaml", OP_WITH_WARNING)]);
    assert_eq!((said.as_str(), code), ("1 warning (`--warnings` shows it)\n", Some(0)));
    let (said, code) = generate(&[("ops.yaml", OP_WITH_WARNING), ("opgen.toml", "rules = { W0306 = \"deny\" }\n")]);
    assert!(said.contains("error[W0306]") && code == Some(1), "{said}");
    let (said, code) = generate(&[("ops.yaml", OP_WITH_WARNING), ("opgen.toml", "rules = { W0306 = \"allow\" }\n")]);
    assert_eq!((said.as_str(), code), ("", Some(0)));
}

#[test]
fn colours_are_for_terminals_only() {
    let folder = folder_with(&[("ops.yaml", OP_WITH_WARNING)]);
    let said = |key: &str, value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        command.args(["check", "--root", &folder.path().to_string_lossy()]).env_remove("NO_COLOR").env(key, value);
        text(&command.output().expect("opgen runs").stdout)
    };
    assert!(!said("TERM", "xterm").contains('\u{1b}'));
    assert!(said("CLICOLOR_FORCE", "1").contains('\u{1b}'));
}

#[test]
fn every_shell_gets_a_script_that_knows_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = opgen(&["completions", shell]);
        let script = text(&output.stdout);
        assert!(output.status.success());
        assert!(["check", "diff", "generate", "--root"].iter().all(|word| script.contains(word)), "{shell}: {script}");
    }
    let mut bash = Command::new("bash");
    let script = text(&opgen(&["completions", "bash"]).stdout);
    let complete = "\nCOMP_WORDS=(opgen di); COMP_CWORD=1; _opgen opgen di opgen; echo \"${COMPREPLY[@]}\"\
                    \nCOMP_WORDS=(opgen man di); COMP_CWORD=2; _opgen opgen di man; echo \"${COMPREPLY[@]}\"";
    match bash.args(["-c", &(script + complete)]).output() {
        Ok(output) => assert_eq!(text(&output.stdout), "diff\ndiff\n", "{}", text(&output.stderr)),
        Err(error) => skip(&format!("bash does not run: {error}")),
    }
}

#[test]
fn the_manual_describes_the_program_and_each_command() {
    let page = |arguments: &[&str]| {
        let output = opgen(arguments);
        assert!(output.status.success());
        text(&output.stdout)
    };
    let program = page(&["man"]);
    assert!(program.contains(".TH opgen 1") && program.contains("opgen\\-diff(1)"), "{program}");
    let diff = page(&["man", "diff"]);
    assert!(diff.contains(".TH opgen-diff 1") && diff.contains("\\-\\-deny"), "{diff}");
}

/// More threads than the system can start.
#[test]
fn there_are_no_more_threads_than_cores() {
    let folder = folder_with(&[("ops.yaml", OP_WITH_WARNING)]);
    for jobs in ["0", "1", "1000000000"] {
        let said = crate::support::opgen(folder.path(), &["generate", "--target", "compat", "-j", jobs]);
        assert_eq!(said.code, Some(0), "{}", said.err);
    }
}

#[test]
fn schemas_have_the_keys_of_the_version() {
    let schema = |profile: &str| {
        let output = opgen(&["schema", "ops", "--built-in", "--profile", profile]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(schema("paddle-3.0").contains("\"local_shape\""));
    assert!(!schema("paddle-2.6").contains("\"local_shape\""));
}

#[test]
fn explanations_can_be_read_by_programs() {
    let parsed = |arguments: &[&str]| -> serde_json::Value {
        let output = opgen(&[&["explain", "--format", "json"], arguments].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("it is JSON")
    };
    let one = parsed(&["e0301"]);
    assert_eq!((&one["code"], &one["level"], &one["can_be_allowed"]), (&"E0301".into(), &"error".into(), &true.into()));
    assert!(one["wrong"][0]["text"].as_str().is_some_and(|text| text.contains("- op")), "{one}");
    let all = parsed(&[]);
    let list = text(&opgen(&["explain"]).stdout);
    let codes: Vec<_> = all.as_array().expect("an array").iter().filter_map(|rule| rule["code"].as_str()).collect();
    assert_eq!(codes, list.lines().filter_map(|line| line.split(' ').next()).collect::<Vec<_>>());
    assert!(all.as_array().expect("an array").contains(&one));
}

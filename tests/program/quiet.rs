//! What commands other than `check` print: errors in full, the number of warnings, and with `--quiet` only errors.

use crate::support::{OP, OP_WITH_WARNING, Said, folder_with, opgen};

const BROKEN: &str = "- op : bar\n  args : (Tensr x)\n  output : Tensor(out)\n  kernel :\n    func : bar\n";

fn run(files: &[(&str, &str)], arguments: &[&str]) -> Said {
    let folder = folder_with(files);
    opgen(folder.path(), arguments)
}

const GENERATE: [&str; 3] = ["generate", "--target", "compat"];

#[test]
fn warnings_are_counted() {
    let two = OP_WITH_WARNING.to_owned() + &OP_WITH_WARNING.replace("scale", "other");
    for command in [&GENERATE[..], &["parse"]] {
        let said = |yaml: &str, arguments: &[&str]| {
            let said = run(&[("ops.yaml", yaml)], &[command, arguments].concat());
            assert_eq!(said.code, Some(0), "{said:?}");
            said.err
        };
        assert_eq!(said(OP, &[]), "");
        assert_eq!(said(OP_WITH_WARNING, &[]), "1 warning (`--warnings` shows it)\n");
        assert_eq!(said(&two, &[]), "2 warnings (`--warnings` shows them)\n");
        assert_eq!(said(&two, &["--quiet"]), "");
        let full = said(&two, &["--warnings"]);
        assert_eq!(full.matches("warning[W0306]").count(), 2, "{full}");
    }
}

#[test]
fn errors_are_shown_in_full() {
    let yaml = OP_WITH_WARNING.to_owned() + BROKEN;
    for command in [&GENERATE[..], &["parse"]] {
        let said = |arguments: &[&str]| {
            let said = run(&[("ops.yaml", &yaml)], &[command, arguments].concat());
            assert_eq!((said.out.as_str(), said.code), ("", Some(1)), "{said:?}");
            assert!(said.err.contains("error[E0202]: unknown type `Tensr`\n  --> ops.yaml:10:11\n"), "{said:?}");
            said.err
        };
        let brief = said(&[]);
        assert!(brief.ends_with("\n\n1 error, 1 warning (`--warnings` shows it)\n"), "{brief}");
        let quiet = said(&["--quiet"]);
        assert!(quiet.ends_with("\n\n1 error\n") && !quiet.contains("warning"), "{quiet}");
        let full = said(&["--warnings"]);
        assert!(full.contains("warning[W0306]") && full.ends_with("1 error, 1 warning\n"), "{full}");
    }
}

/// A run that has nothing to do prints the same as the one before it, but not more than its options ask for.
#[test]
fn a_run_with_nothing_to_do_is_as_quiet() {
    let folder = folder_with(&[("ops.yaml", OP_WITH_WARNING)]);
    let run = |arguments: &[&str]| opgen(folder.path(), &[&GENERATE[..], arguments].concat());
    for _ in 0..2 {
        assert_eq!(run(&[]).err, "1 warning (`--warnings` shows it)\n");
    }
    for _ in 0..2 {
        let said = run(&["--warnings"]);
        assert!(said.err.contains("warning[W0306]") && said.out.starts_with("0 written, 1 unchanged"), "{said:?}");
    }
    for _ in 0..2 {
        let said = run(&["--quiet"]);
        assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
    }
}

/// Warnings would only distract from the requested operator.
#[test]
fn show_shows_errors_but_no_warnings() {
    let shown = run(&[("ops.yaml", OP_WITH_WARNING)], &["show", "scale"]);
    assert!(shown.err.is_empty() && shown.out.starts_with("scale (dense)"), "{shown:?}");
    let shown = run(&[("ops.yaml", &(OP_WITH_WARNING.to_owned() + BROKEN))], &["show", "scale"]);
    assert!(shown.err.contains("error[E0202]") && !shown.err.contains("W0306"), "{shown:?}");
}

//! Mistakes in `opgen.toml`, as reported by the commands that use it.

use crate::support::{OP, Said, folder_with, opgen};

fn run(toml: &str, arguments: &[&str]) -> Said {
    let template = ("templates/list.j2", "{{ ops | length }}\n");
    let folder = folder_with(&[("ops.yaml", OP), ("opgen.toml", toml), template]);
    opgen(folder.path(), arguments)
}

#[test]
fn a_profile_does_not_lead_out_of_the_output_folder() {
    for (path, reason) in [("../ops.rs", "is not below the output folder"), (".git/hooks/x", "belongs to Git")] {
        let profile = format!("[profile]\nextends = \"paddle-2.6\"\n[profile.rust]\nfile = \"{path}\"\n");
        let said = run(&profile, &["generate", "--target", "rust", "--out", "generated/deep"]);
        let expected = format!("error[E0012]: `{path}` {reason}\n --> opgen.toml:4:9\n");
        assert!(said.err.starts_with(&expected), "{}", said.err);
        assert_eq!(said.code, Some(1));
    }
}

/// If the requested target has a mistake, opgen reports the mistake, not that the target is unknown.
#[test]
fn a_target_with_a_mistake_is_not_an_unknown_target() {
    let target = |rest: &str| format!("templates = \"templates\"\n[[target]]\nname = \"list\"\n{rest}");
    let mistakes = [
        ("template = \"list.j2\"\n", "E0103", "`output`"),
        ("template = \"list.j2\"\noutput = \"list.txt\"\nper = \"ops\"\n", "E0101", "`per` cannot be `ops`"),
        ("template = \"list.j2\"\noutput = \"../list.txt\"\n", "E0101", "is not below the output folder"),
        ("template = \"lost.j2\"\noutput = \"list.txt\"\n", "E0012", "there is no template `lost.j2`"),
    ];
    for (rest, code, what) in mistakes {
        for arguments in [&["generate", "--target", "list"][..], &["generate", "--target", "list", "--list-outputs"]] {
            let said = run(&target(rest), arguments);
            assert!(said.err.starts_with(&format!("error[{code}]")) && said.err.contains(what), "{said:?}");
            assert!(said.err.contains("--> opgen.toml:") && !said.err.contains("no target"), "{said:?}");
            assert_eq!((said.out.as_str(), said.code), ("", Some(1)));
        }
    }
    let right = target("template = \"list.j2\"\noutput = \"list.txt\"\n");
    assert_eq!(run(&right, &["generate", "--target", "list"]).code, Some(0));
    let said = run(&right, &["generate", "--target", "lists"]);
    assert!(said.err.starts_with("error: there is no target `lists`") && said.code == Some(2), "{said:?}");
}

/// If a project's list is empty, the message says so.
#[test]
fn no_files_of_the_only_kind_is_reported_where_it_is_said() {
    let said = run("[inputs]\nops = []\n", &["check"]);
    assert!(said.out.starts_with("error[E0009]: `ops` has no files, so no operator YAML is left in ."), "{said:?}");
    assert!(said.out.contains("--> opgen.toml:2:7") && said.code == Some(1), "{said:?}");
}

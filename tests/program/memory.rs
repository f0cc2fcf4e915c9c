//! Templates of a project that make endless text: they are stopped before they take much memory.

use std::fs;
use std::process::Command;

use crate::support::{OP, folder_with, opgen, text};

const SETTINGS: &str = "templates = \"templates\"\n\n[outputs]\ntargets = [\"list\"]\n\n[[target]]\nname = \"list\"\ntemplate = \"list.md.j2\"\noutput = \"list.md\"\n";

/// The address space that a run may have, in KiB. Without templates, it takes less than half.
const ADDRESS_SPACE: u32 = 1 << 20;

/// Repeats a statement 60 times, in which `ns.x` is a text at first.
fn sixty_times(statement: &str) -> String {
    format!(
        "{{% set ns = namespace(x='aaaaaaaa') %}}\n{{% for i in range(60) %}}\n{{% set ns.x = {statement} %}}\n{{% endfor %}}\n"
    )
}

/// What `opgen generate` says about a project with this template, in little memory.
fn generated(template: &str) -> String {
    let folder = folder_with(&[("ops.yaml", OP), ("opgen.toml", SETTINGS)]);
    fs::create_dir(folder.path().join("templates")).expect("a new folder");
    fs::write(folder.path().join("templates/list.md.j2"), template).expect("the folder is writable");
    let command = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" generate --root . --out out");
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", &command, env!("CARGO_BIN_EXE_opgen")]).current_dir(folder.path()).output();
    text(&output.expect("a shell runs opgen").stderr)
}

#[test]
fn a_text_that_grows_is_stopped() {
    let growing = [
        "ns.x ~ ns.x",
        "ns.x + ns.x",
        "ns.x * 2",
        "[ns.x, ns.x] | join(ns.x)",
        "ns.x | replace('a', ns.x)",
        "'%s%s' | format(ns.x, ns.x)",
        "[ns.x, ns.x] | braced",
        "[ns.x, ns.x] | string",
        "(ns.x ~ '\\n' ~ ns.x) | wrapped(20)",
    ];
    for statement in growing {
        let said = generated(&sixty_times(statement));
        assert!(
            said.contains("cannot render list.md: it takes too many steps or too much memory"),
            "{statement}: {said}"
        );
        assert!(said.contains("--> templates/list.md.j2:3:"), "{statement}: {said}");
    }
}

#[test]
fn a_list_that_contains_the_same_list_twice_is_stopped() {
    for shown in ["ns.x", "ns.x | braced", "ns.x | rust_literal", "ns.x | tojson"] {
        let said = generated(&(sixty_times("[ns.x, ns.x]") + &format!("{{{{ {shown} }}}}\n")));
        assert!(said.contains("cannot render list.md: "), "{shown}: {said}");
        assert!(said.contains("--> templates/list.md.j2:5:"), "{shown}: {said}");
    }
}

#[test]
fn an_object_that_contains_itself_is_refused() {
    let said = generated("{% set ns = namespace() %}\n{% set ns.a = ns %}\n{{ ns }}\n");
    assert!(said.contains("cannot render list.md: "), "{said}");
    assert!(said.contains("--> templates/list.md.j2:3:"), "{said}");
}

#[test]
fn a_number_cannot_ask_for_gigabytes() {
    let huge = [
        "'%1000000000d' | format(1)",
        "'%.1000000000f' | format(1)",
        "'a\nb' | indent(2000000000)",
        "'a\nb' | wrapped(2000000000)",
        "range(2000000000) | list",
        "[1] | batch(2000000000, 'x') | list",
        "[[1]] | tojson(indent=1000000000)",
    ];
    for expression in huge {
        let said = generated(&format!("{{{{ {expression} }}}}\n"));
        assert!(said.contains("cannot render list.md: "), "{expression}: {said}");
        assert!(said.contains("--> templates/list.md.j2:"), "{expression}: {said}");
    }
}

/// Each file is small enough, but all of them together are not.
#[test]
fn all_outputs_together_have_a_limit() {
    let settings: String = (0..8)
        .map(|at| format!("[[target]]\nname = \"list{at}\"\ntemplate = \"list.md.j2\"\noutput = \"list{at}.md\"\n"))
        .collect();
    let names = (0..8).map(|at| format!("\"list{at}\"")).collect::<Vec<_>>().join(", ");
    let settings = format!("templates = \"templates\"\n\n[outputs]\ntargets = [{names}]\n\n{settings}");
    let folder = folder_with(&[("ops.yaml", OP), ("opgen.toml", &settings)]);
    fs::create_dir(folder.path().join("templates")).expect("a new folder");
    let template = "{% for i in range(3000) %}{{ 'aaaaaaaaaaaaaaaa' * 1000 }}{% endfor %}\n";
    fs::write(folder.path().join("templates/list.md.j2"), template).expect("the folder is writable");
    let said = opgen(folder.path(), &["generate", "--root", ".", "--out", "out"]);
    let expected = "cannot render all outputs together: it takes too many steps or too much memory";
    assert!(said.err.contains(expected), "{}", said.err);
    assert!(!folder.path().join("out/list0.md").exists());
}

/// A finding about each entry takes a thousand times as much memory as the entry.
#[test]
fn only_the_first_entries_of_endless_lists_are_read() {
    let entries = "- x\n".repeat(1_000_000);
    let keys: String = (0..1_000_000).map(|key| format!("  k{key} : 1\n")).collect();
    for text in [entries, format!("- op : foo\n{keys}")] {
        let folder = folder_with(&[("ops.yaml", &text)]);
        let command = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" check --root . --format json");
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &command, env!("CARGO_BIN_EXE_opgen")]).current_dir(folder.path()).output();
        let said = crate::support::text(&output.expect("a shell runs opgen").stdout);
        assert!(said.contains("there are more than 100000 items, and opgen does not read the rest"), "{said:.1000}");
    }
}

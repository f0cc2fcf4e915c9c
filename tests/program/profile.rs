//! `opgen profile`: the sum of a profile and those that it extends.

use std::fs;

use opgen::driver::frameworks::WITH_SHARED_MODEL;

use crate::support::{OP, Said, folder_with, opgen, write};

/// A profile that extends the built-in one in a project's settings.
const SETTINGS: &str = "\
[profile]
extends = \"paddle-2.6\"

[profile.cpp.namespaces]
api = \"mine::ops\"

[profile.dygraph]
no_amp = { add = [\"my_cast\"] }
";

/// The names and texts of the built-in profiles of Paddle, and of those that share its model.
fn built_in() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    WITH_SHARED_MODEL.iter().flat_map(|program| program.framework.owner.profiles)
}

/// The line of the built-in profile that contains a text: the place that a comment names.
fn place(profile: &str, text: &str) -> String {
    let (_, toml) = built_in().find(|(name, _)| *name == profile).expect("there is such a profile");
    let line = toml.lines().position(|line| line.contains(text)).expect("the profile has the text");
    format!("# profile {profile}:{}", line + 1)
}

fn succeeded(said: Said) -> String {
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)), "{:.1000}", said.out);
    said.out
}

#[test]
fn profiles_are_listed_with_those_that_they_extend() {
    let list = succeeded(opgen(folder_with(&[]).path(), &["profile", "list"]));
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let of_paddle: Vec<&str> = built_in().map(|(name, _)| *name).collect();
    assert_eq!(names[..of_paddle.len()], of_paddle);
    let of_torch = ["torch-2.15", "torch-2.14", "torch-2.13", "torch-2.12", "torch-2.11", "torch-2.8"];
    assert_eq!(names[of_paddle.len()..], of_torch);
    let extended = |name: &str| {
        let line = list.lines().find(|line| line.split_whitespace().next() == Some(name));
        line.and_then(|line| line.split_once(" extends ")).map(|(_, extended)| extended)
    };
    assert_eq!(extended("paddle-3.0"), Some("paddle-2.6"));
    assert_eq!(extended("paddle-2.6"), None);
    assert_eq!(extended("torch-2.11"), Some("torch-2.8"));
}

#[test]
fn a_shown_profile_has_the_values_of_the_built_in_one() {
    let folder = folder_with(&[]);
    for (name, _) in built_in() {
        let shown = succeeded(opgen(folder.path(), &["profile", "show", name]));
        write(folder.path(), "shown.toml", &shown);
        assert_eq!(succeeded(opgen(folder.path(), &["profile", "diff", name, "shown.toml"])), "", "{name}");
        // The order of tables has a meaning, and `diff` ignores it.
        let again = succeeded(opgen(folder.path(), &["profile", "show", "shown.toml"]));
        let values =
            |text: &str| text.lines().map(|line| line.split("  # ").next().map(str::to_owned)).collect::<Vec<_>>();
        assert!(values(&again) == values(&shown), "the order of the tables of `{name}`");
    }
}

#[test]
fn profiles_of_pytorch_are_shown_and_compared() {
    let own = "extends = \"torch-2.8\"\nversion = \"2.8.1\"\n";
    let functions = "- func: twice(Tensor self) -> Tensor\n";
    let settings = "[profile]\nextends = \"own.toml\"\nname = \"mine\"\n";
    let folder = folder_with(&[("own.toml", own), ("opgen.toml", settings), ("native_functions.yaml", functions)]);
    for name in ["torch-2.15", "torch-2.14", "torch-2.13", "torch-2.12", "torch-2.11", "torch-2.8"] {
        let shown = succeeded(opgen(folder.path(), &["profile", "show", name]));
        assert!(shown.starts_with(&format!("name = \"{name}\"  # profile {name}:")), "{shown:.200}");
    }
    let of_tree = succeeded(opgen(folder.path(), &["profile", "show"]));
    let lines: Vec<&str> = of_tree.lines().collect();
    assert!(lines.contains(&"version = \"2.8.1\"  # own.toml:2"), "{of_tree:.400}");
    assert!(lines.contains(&"name = \"mine\"  # opgen.toml:3"), "{of_tree:.400}");
    let said = opgen(folder.path(), &["profile", "diff", "torch-2.8", "own.toml"]);
    assert!(said.out.starts_with("version\n- \"2.8\"  # profile torch-2.8:"), "{said:?}");
    assert!(said.out.ends_with("+ \"2.8.1\"  # own.toml:2\n") && said.code == Some(1), "{said:?}");
}

#[test]
fn each_line_says_where_it_is_written() {
    let folder = folder_with(&[("ops.yaml", OP), ("opgen.toml", SETTINGS)]);
    let shown = succeeded(opgen(folder.path(), &["profile", "show"]));
    let line =
        |start: &str| shown.lines().find(|line| line.starts_with(start)).expect("there is such a line").to_owned();
    assert_eq!(line("api = "), "api = \"mine::ops\"  # opgen.toml:5");
    assert_eq!(line("  \"my_cast\","), "  \"my_cast\",  # opgen.toml:8");
    assert_eq!(line("name = "), format!("name = \"paddle-2.6\"  {}", place("paddle-2.6", "name = \"paddle-2.6\"")));
    for line in shown.lines().filter(|line| !["", "]"].contains(line)) {
        assert!(line.contains("  # profile paddle-2.6:") || line.contains("  # opgen.toml:"), "{line}");
    }
    let root = folder.path().to_str().expect("the path is text");
    let of_named_tree = succeeded(opgen(folder_with(&[]).path(), &["profile", "show", "--root", root]));
    assert!(of_named_tree == shown, "`--root` names the same tree");
}

#[test]
fn differences_are_shown_with_the_places_of_both_sides() {
    let profile =
        "extends = \"paddle-2.6\"\npart_shapes = \"infer_meta\"\n[dygraph]\nno_amp = { add = [\"my_cast\"] }\n";
    let folder = folder_with(&[("mine.toml", profile)]);
    let said = opgen(folder.path(), &["profile", "diff", "paddle-2.6", "mine.toml"]);
    let old = place("paddle-2.6", "part_shapes = ");
    let expected = format!(
        "dygraph.no_amp\n+ \"my_cast\"  # mine.toml:4\n\
         part_shapes\n- \"profile\"  {old}\n+ \"infer_meta\"  # mine.toml:2\n"
    );
    assert_eq!((said.out.as_str(), said.err.as_str(), said.code), (expected.as_str(), "", Some(1)));
    let changed = [("list = ['a', 'b']", "list = ['b', 'a']"), ("list = 'a'", "list = ['a']")];
    for (old, new) in changed {
        let table = |line: &str| format!("extends = \"paddle-2.6\"\n[members]\n{line}\n");
        let folder = folder_with(&[("old.toml", &table(old)), ("new.toml", &table(new))]);
        let said = opgen(folder.path(), &["profile", "diff", "old.toml", "new.toml"]);
        assert!(said.out.starts_with("members.list\n- \"a\"  # old.toml:3\n") && said.code == Some(1), "{said:?}");
        assert!(said.out.contains("+ \"a\"  # new.toml:3\n"), "{said:?}");
    }
}

#[test]
fn mistakes_in_profiles_are_reported() {
    let folder = folder_with(&[("ops.yaml", OP), ("own.toml", "extends = \"paddle-2.7\"\n")]);
    let run = |arguments: &[&str]| opgen(folder.path(), arguments);
    let said = run(&["profile", "show", "paddle-2.5"]);
    assert_eq!(said.err, "error: there is no profile `paddle-2.5`; did you mean `paddle-2.6`?\n");
    assert_eq!((said.out.as_str(), said.code), ("", Some(2)));
    for arguments in [&["profile", "show", "own.toml"][..], &["profile", "diff", "own.toml", "paddle-2.6"]] {
        let said = run(arguments);
        assert!(said.err.contains("there is no profile `paddle-2.7`\n --> own.toml:1:12"), "{said:?}");
        assert_eq!((said.out.as_str(), said.code), ("", Some(1)));
    }
    fs::write(folder.path().join("opgen.toml"), "[profile]\nextends = \"paddle-2.7\"\n").expect("the folder exists");
    let said = run(&["profile", "show"]);
    assert!(said.err.contains("there is no profile `paddle-2.7`\n --> opgen.toml:2:12"), "{said:?}");
    assert_eq!((said.out.as_str(), said.code), ("", Some(1)));
}

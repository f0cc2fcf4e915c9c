//! The helpers are one package: rules name what it defines, and a slice is a program of its own.

use std::collections::BTreeSet;

use convert::python::{self, Kind, Role, Tree};
use convert::{Mapping, Wanted};
use source::{Diagnostics, Sources};

fn mapping_of(files: &[(&str, &str)]) -> (Mapping, Vec<String>) {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let mut diagnostics = Diagnostics::default();
    let mapping = Mapping::read(files, Wanted::default(), &mut Sources::default(), &mut diagnostics);
    (mapping, diagnostics.sorted().iter().map(|diagnostic| diagnostic.message.clone()).collect())
}

fn slice(files: &[(&str, &str)], needed: &[&str]) -> String {
    let (mapping, messages) = mapping_of(files);
    assert_eq!(messages, Vec::<String>::new());
    mapping.helpers.file("# The header.", &needed.iter().copied().collect())
}

const BASE: &str = r#""""What others use."""

from __future__ import annotations

import math
import os.path
from typing import Any, Callable

import paddle

# A comment above.
# And another one.
LIMIT: Any = math.pi
OTHER = 1


def size(x):  # a comment behind
    """Uses a constant."""
    return x.size > LIMIT


def path(x, size=size):
    return os.path.join(x)


def shadow(size):
    LIMIT = 2
    return size + LIMIT
"#;
const LAYERS: &str = r#""""Layers."""

from __future__ import annotations

import paddle

from .base import size


class Layer(paddle.nn.Layer):
    def forward(self, x):
        return f"{size(x)}"


paddle.nn.Mine = Layer


@paddle.no_grad()
def unused():
    return 1
"#;
const PACKAGE: &[(&str, &str)] = &[("mine/alayers.py", LAYERS), ("mine/base.py", BASE)];

#[test]
fn a_slice_has_what_a_definition_uses_and_what_is_done_with_it() {
    let expected = r#"# The header.

from __future__ import annotations

import math
import paddle
from typing import Any


# A comment above.
# And another one.
LIMIT: Any = math.pi


def size(x):  # a comment behind
    """Uses a constant."""
    return x.size > LIMIT


class Layer(paddle.nn.Layer):
    def forward(self, x):
        return f"{size(x)}"


paddle.nn.Mine = Layer
"#;
    assert_eq!(slice(PACKAGE, &["Layer"]), expected);
}

#[test]
fn names_of_inner_scopes_are_no_uses() {
    let text = slice(PACKAGE, &["shadow"]);
    assert_eq!(
        text,
        "# The header.\n\nfrom __future__ import annotations\n\n\ndef shadow(size):\n    LIMIT = 2\n    return size + LIMIT\n"
    );
    // A default belongs to the scope around the function.
    assert!(slice(PACKAGE, &["path"]).contains("def size(x)"));
}

#[test]
fn constants_stay_together() {
    assert!(slice(PACKAGE, &["LIMIT", "OTHER"]).ends_with("LIMIT: Any = math.pi\nOTHER = 1\n"));
}

#[test]
fn a_statement_that_names_no_helper_is_reported() {
    let (_, messages) = mapping_of(&[("a.py", "import paddle\n\npaddle.seed(1)\n")]);
    assert_eq!(messages, ["this statement names no helper, so no converted code gets it"]);
}

#[test]
fn the_built_in_helpers_can_be_sliced() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/mapping");
    let found = convert::project::find(folder.as_ref()).expect("it can be read");
    let files = found.into_iter().filter(|file| file.name.ends_with(".py"));
    let texts: Vec<_> =
        files.map(|file| (file.name, source::files::read_text(&file.path).expect("it is UTF-8"))).collect();
    let texts: Vec<_> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_eq!(mapping_of(&texts).1, Vec::<String>::new());
}

#[test]
fn a_name_that_is_defined_twice_and_a_file_that_is_not_python_are_reported() {
    let (_, messages) = mapping_of(&[("a.py", "def f():\n    pass\n"), ("b.py", "f = 1\n"), ("c.py", "def\n")]);
    assert_eq!(messages[0], "the helper `f` is defined twice");
    assert!(messages[1].starts_with("this is not Python: "), "{messages:?}");
    assert_eq!(messages.len(), 2);
}

/// The names that the top level of a text defines or imports.
fn defined(tree: &Tree) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for id in tree.ids().filter(|id| tree.scope_of(*id) == Tree::ROOT) {
        match tree.kind(id) {
            Kind::Function | Kind::Class | Kind::Alias => {
                names.insert(tree.name_of(id).split('.').next().unwrap_or_default().to_owned());
            }
            Kind::Name if tree.node(id).role == Role::Target || tree.is_target(id) => {
                names.insert(tree.text_of(id).to_owned());
            }
            _ => {}
        }
    }
    names
}

#[test]
fn every_helper_alone_is_a_program_whose_names_are_defined() {
    let mapping = Mapping::built_in(Wanted::default());
    let known: BTreeSet<&str> = mapping.helpers.names().collect();
    for name in &known {
        let text = mapping.helpers.file("# The header.", &BTreeSet::from([*name]));
        let tree = python::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let defined = defined(&tree);
        assert!(defined.contains(*name), "{name}\n{text}");
        let used = tree.ids().filter(|id| tree.kind(*id) == Kind::Name).map(|id| tree.text_of(id));
        let packages = ["paddle", "math", "numpy", "os", "random", "Any", "Callable", "Sequence", "collections"];
        for used in used.filter(|used| packages.contains(used)) {
            assert!(defined.contains(used), "{name} lacks `{used}`\n{text}");
        }
    }
}

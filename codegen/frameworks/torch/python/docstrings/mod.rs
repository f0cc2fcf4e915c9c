//! Docstrings that PyTorch's Python files attach to functions of C++: calls of `add_docstr`, evaluated as far as these files need it.
//!
//! An expression that cannot be evaluated has no value, and a docstring without a value is left out.

mod expression;
mod statement;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};

use value::Value;

/// Docstrings by the full names of what they describe, such as `torch.abs`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Docstrings(BTreeMap<String, String>);

impl Docstrings {
    /// Reads the texts of Python files. A later file sees the variables of an earlier one. A file that is not Python has none.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Docstrings {
        let mut reader = Reader::default();
        for text in texts {
            let parsed = parse_unchecked(text, ParseOptions::from(Mode::Module));
            if let ruff_python_ast::Mod::Module(module) = parsed.syntax() {
                reader.run(&module.body);
            }
        }
        Docstrings(reader.docstrings)
    }

    /// The docstring of a full name, as it is written.
    pub fn of(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// All full names with their docstrings.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }
}

/// Evaluates files.
#[derive(Default)]
struct Reader {
    variables: BTreeMap<String, Value>,
    docstrings: BTreeMap<String, String>,
    /// The names of the module `torch` that were mentioned.
    mentioned: BTreeSet<String>,
}

/// A docstring without the indent that all of its lines but the first share, and without blank lines around it.
pub fn cleaned(text: &str) -> String {
    let text = text.replace('\t', "        ");
    let lines: Vec<&str> = text.split('\n').collect();
    let blanks = |line: &&str| line.len() - line.trim_start().len();
    let written = |line: &&&str| !line.trim().is_empty();
    let indent = lines.iter().skip(1).filter(written).map(blanks).min().unwrap_or(0);
    let first = lines.first().map(|line| line.trim_start().to_owned());
    let rest = lines.iter().skip(1).map(|line| line.get(indent..).unwrap_or_default().to_owned());
    first.into_iter().chain(rest).collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"
import torch

common = parse_kwargs("""
    input (Tensor): the input.
        More of it.
    out (Tensor): the output.
""")
both = merge_dicts(common, {"note": "a note"})

add_docstr(torch.abs, "abs(input)" + r"""
Args:
    {input}
    \sum {{x}}
""".format(**both))
add_docstr(torch._C.name, f"{both['note']}!")
def add_docstr_all(method, docstr):
    add_docstr(getattr(torch._C.TensorBase, method), docstr)
add_docstr_all("abs", "see")
for name in ("exp", "sin"):
    full = f"_foreach_{name}"
    if hasattr(torch, full):
        add_docstr(getattr(torch, full), f"{full}: {name}")
for name in dir(torch):
    if not name.startswith("_foreach_"):
        continue
    short = name.removeprefix("_foreach_")
    one = getattr(torch, name)
    if one.__doc__ is None:
        add_docstr(one, "never")
add_docstr(torch.unknown, unknown())
"#;

    #[test]
    fn docstrings_are_evaluated() {
        let read = Docstrings::read([FILE]);
        let all: Vec<_> = read.all().collect();
        let abs = "abs(input)\nArgs:\n    input (Tensor): the input.\n        More of it.\n    \\sum {x}\n";
        let expected = [
            ("torch._C.TensorBase.abs", "see"),
            ("torch._C.name", "a note!"),
            ("torch._foreach_exp", "_foreach_exp: exp"),
            ("torch._foreach_sin", "_foreach_sin: sin"),
            ("torch.abs", abs),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn the_common_indent_is_removed() {
        assert_eq!(cleaned("\n  a\n    b\n\n  c\n"), "a\n  b\n\nc");
        assert_eq!(cleaned("  one line "), "one line");
    }
}

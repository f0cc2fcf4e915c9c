//! Macros that a file defines and uses itself, such as those that declare a row of kernels.

use std::collections::BTreeMap;

use crate::lexer::{Lexer, directive_name};
use crate::tokens;

/// A macro with parameters.
struct Macro<'a> {
    parameters: Vec<&'a str>,
    body: &'a str,
}

/// The macros with parameters of a file, by name.
#[derive(Default)]
pub struct Macros<'a>(BTreeMap<&'a str, Macro<'a>>);

impl<'a> Macros<'a> {
    /// Reads the definitions in a text.
    pub fn of(text: &'a str) -> Self {
        let mut macros = Macros::default();
        for (at, _) in text.match_indices("#define") {
            let is_line_start =
                text[..at].bytes().rev().find(|c| !matches!(c, b' ' | b'\t')).is_none_or(|c| c == b'\n');
            let end = Lexer::new(&text[at..]).directive_length();
            if is_line_start && directive_name(&text[at..]) == "define" {
                macros.add(&text[at + "#define".len()..at + end]);
            }
        }
        macros
    }

    fn add(&mut self, definition: &'a str) {
        let definition = definition.trim_start();
        let Some(open) = definition.find(|c| !tokens::is_word(c)).filter(|open| definition[*open..].starts_with('('))
        else {
            return;
        };
        let Some(close) = definition.find(')') else { return };
        let parameters = definition[open + 1..close]
            .split(',')
            .map(|name| name.trim_matches(|c: char| c == '\\' || c.is_whitespace()));
        let parameters = parameters.filter(|name| !name.is_empty()).collect();
        self.0.insert(&definition[..open], Macro { parameters, body: &definition[close + 1..] });
    }

    /// True if the text defines a macro with this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The text that a call stands for. `None` if this file does not define the macro, or with another number of parameters.
    pub fn expand(&self, name: &str, arguments: &[&[&str]]) -> Option<String> {
        let Macro { parameters, body } = self.0.get(name)?;
        let is_variadic = parameters.last() == Some(&"...");
        let fixed = parameters.len() - usize::from(is_variadic);
        if arguments.len() < fixed || (!is_variadic && arguments.len() > fixed) {
            return None;
        }
        let joined = |argument: &[&str]| argument.join(" ");
        let rest = || arguments[fixed..].iter().map(|argument| joined(argument)).collect::<Vec<_>>().join(", ");
        let body = body.replace("\\\n", "\n").replace("\\\r\n", "\n");
        let mut text = String::new();
        for token in tokens::of(&body) {
            match parameters.iter().position(|parameter| *parameter == token) {
                // `##` joins what is before and after it.
                _ if token == "#" => {
                    text.truncate(text.trim_end().len());
                    continue;
                }
                Some(at) => text += &joined(arguments[at]),
                None if token == "__VA_ARGS__" => text += &rest(),
                None => text += token,
            }
            text.push(' ');
        }
        Some(text)
    }
}

/// A name that a macro makes of an argument: what is before the argument, and behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastedName {
    /// The name of the macro.
    pub macro_name: String,
    /// What is before the argument.
    pub prefix: String,
    /// What is behind the argument.
    pub suffix: String,
}

/// The names that the macros of a text make of their arguments with `##`.
pub fn pasted_names(text: &str) -> Vec<PastedName> {
    if !text.contains("##") {
        return Vec::new();
    }
    let macros = Macros::of(text).0;
    macros.into_iter().flat_map(|(name, definition)| definition.pasted_names(name)).collect()
}

impl Macro<'_> {
    fn pasted_names(&self, macro_name: &str) -> Vec<PastedName> {
        let body = self.body.replace("\\\n", "\n").replace("\\\r\n", "\n");
        let tokens = tokens::of(&body);
        let mut names = Vec::new();
        for at in (0..tokens.len()).filter(|at| self.parameters.contains(&tokens[*at])) {
            let before = match tokens[..at] {
                [.., part, "#", "#"] if tokens::is_name(part) => part,
                _ => "",
            };
            let behind = match tokens[at + 1..] {
                ["#", "#", part, ..] if tokens::is_name(part) => part,
                _ => "",
            };
            if !before.is_empty() || !behind.is_empty() {
                let [macro_name, prefix, suffix] = [macro_name, before, behind].map(str::to_owned);
                names.push(PastedName { macro_name, prefix, suffix });
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_pasted() {
        let names =
            pasted_names("#define CAST(_1, n) \\\n  T _cast_##n(T x); \\\n  T n##_to_##_1();\n#define F(x) x\n");
        let shown = names.iter().map(|name| format!("{} {}*{}", name.macro_name, name.prefix, name.suffix));
        assert_eq!(shown.collect::<Vec<_>>(), ["CAST _cast_*", "CAST *_to_", "CAST _to_*"]);
    }

    #[test]
    fn calls_are_expanded() {
        let macros = Macros::of(
            "#define ROW(name, ...) \\\n  void name##Kernel(a::name x, \\\n    __VA_ARGS__)\n#define ONE 1\n",
        );
        let expand = |arguments: &[&[&str]]| macros.expand("ROW", arguments);
        assert_eq!(expand(&[&["Cos"], &["int"], &["B"]]).as_deref(), Some("void CosKernel ( a :: Cos x , int, B ) "));
        assert_eq!(expand(&[]), None);
        assert_eq!(macros.expand("ONE", &[]), None);
    }
}

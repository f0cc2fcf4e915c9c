//! Reads the declarations in C++ by their full names: functions, classes, and calls of registration macros.
//!
//! It is not a C++ parser. Whatever it does not understand it skips, up to the next `;` or closing brace.

use std::collections::{BTreeMap, BTreeSet};

use crate::tokens;

/// Maps each declared name to its declarations. For a function, these are the types of its parameters and its result, without
/// parameter names, defaults and namespaces; for a class, the sorted names in its list of bases; for a macro, an empty string.
pub type Facts = BTreeMap<String, BTreeSet<String>>;

/// Reads the declarations in a C++ file, except for those in unnamed namespaces.
pub fn of(text: &str) -> Facts {
    let tokens = tokens::of(text);
    let mut reader = Reader { tokens: &tokens, at: 0, scopes: Vec::new(), facts: Facts::new() };
    while reader.at < tokens.len() {
        reader.statement();
    }
    reader.facts
}

struct Reader<'a> {
    tokens: &'a [&'a str],
    at: usize,
    /// The namespaces and classes around the current statement. `None` for an unnamed namespace.
    scopes: Vec<Option<String>>,
    facts: Facts,
}

/// Words in a declaration that are not part of its type.
const SPECIFIERS: &[&str] =
    &["inline", "static", "virtual", "explicit", "constexpr", "extern", "friend", "typename", "public", "override"];

impl<'a> Reader<'a> {
    fn token(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn statement(&mut self) {
        let start = self.at;
        if self.macro_call() {
            return;
        }
        let mut depth = 0;
        while self.at < self.tokens.len() {
            match self.token() {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "}" if depth <= 0 => {
                    self.scopes.pop();
                    self.at += 1;
                    return self.declaration(&self.tokens[start..self.at - 1]);
                }
                ":" if depth <= 0 && is_access(&self.tokens[start..self.at]) => {
                    self.at += 1;
                    return;
                }
                ";" if depth <= 0 => {
                    self.at += 1;
                    return self.declaration(&self.tokens[start..self.at - 1]);
                }
                "{" if depth <= 0 => return self.braces(start),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Reads `REGISTER(name, ...)`, with or without a semicolon. Returns whether there was such a call.
    fn macro_call(&mut self) -> bool {
        let name = self.token();
        let is_macro = name.len() > 2 && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        if !is_macro || self.tokens.get(self.at + 1) != Some(&"(") {
            return false;
        }
        self.at += 1;
        let open = self.at;
        self.skip_balanced();
        let arguments = &self.tokens[open + 1..self.at.saturating_sub(1).max(open + 1)];
        let first: String = split(arguments).first().map_or(String::new(), |argument| argument.concat());
        self.add(format!("{name}({first})"), String::new());
        if self.token() == ";" {
            self.at += 1;
        }
        true
    }

    /// Reads a scope or a body. The statement before its brace begins at `start`.
    fn braces(&mut self, start: usize) {
        let head = without_template(&self.tokens[start..self.at]);
        let scope = match head {
            ["namespace", name @ ..] => Some(name.concat()),
            ["inline", "namespace", name @ ..] => Some(name.concat()),
            ["extern", language] if language.starts_with('"') => Some(String::from("::")),
            ["enum" | "union", ..] => None,
            ["class" | "struct", ..] if !head.contains(&"(") => Some(self.class(head)),
            _ => None,
        };
        if let Some(name) = scope {
            self.scopes.push((!name.is_empty()).then_some(name));
            self.at += 1;
            return;
        }
        let is_function = head.contains(&"(") && !head.contains(&"=");
        // `Name(...) : member{...} {`
        while is_function && self.is_member_initialiser(start) {
            self.skip_balanced();
            while !["{", ";", ""].contains(&self.token()) {
                self.at += 1;
            }
        }
        let end = self.at;
        if self.token() == "{" {
            self.skip_balanced();
        }
        if is_function {
            self.declaration(&self.tokens[start..end]);
        }
        if self.token() == ";" {
            self.at += 1;
        }
    }

    /// Whether the current brace initialises a member, between a constructor's parameters and its body.
    fn is_member_initialiser(&self, start: usize) -> bool {
        let head = &self.tokens[start..self.at];
        let is_after_name = head
            .last()
            .is_some_and(|last| last.chars().all(tokens::is_word) && *last != "const" && *last != "override");
        self.token() == "{" && is_after_name && head.contains(&":")
    }

    /// Adds a class, and returns its name.
    fn class(&mut self, head: &[&str]) -> String {
        let (head, bases) = match head.iter().position(|token| *token == ":") {
            Some(colon) => (&head[..colon], &head[colon + 1..]),
            None => (head, &head[..0]),
        };
        let is_name =
            |token: &&&str| !["final", ">"].contains(*token) && token.chars().all(|c| tokens::is_word(c) || c == ':');
        let name = head.iter().rev().find(is_name).copied().unwrap_or("").to_owned();
        let is_class = |token: &&str| token.starts_with(tokens::is_word) && *token != "public";
        let bases: BTreeSet<&str> = unqualified(bases).filter(is_class).collect();
        let bases: Vec<&str> = bases.into_iter().collect();
        self.add(format!("class {}", self.full(&name)), bases.join(", "));
        name
    }

    fn declaration(&mut self, statement: &[&str]) {
        let statement = without_template(statement);
        if matches!(statement, ["using" | "typedef" | "friend" | "return" | "static_assert" | "template", ..]) {
            return;
        }
        let Some((name, open)) = function_name(statement) else { return };
        let close = open + balanced(&statement[open..]);
        let parameters = split(&statement[open + 1..close.saturating_sub(1).max(open + 1)]);
        let types: Vec<String> = parameters.iter().map(|parameter| parameter_type(parameter)).collect();
        let before = &statement[..open - name.len()];
        // Such as the macro that exports a function from a shared library.
        let is_macro = |token: &str| token.contains('_') && token.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        let is_specifier = |token: &str| SPECIFIERS.contains(&token) || is_macro(token);
        let returned: Vec<&str> = before.iter().copied().filter(|token| !is_specifier(token)).collect();
        self.add(self.full(&name.concat()), format!("({}) -> {}", types.join(", "), type_text(&returned)));
    }

    fn full(&self, name: &str) -> String {
        let scopes = self.scopes.iter().flatten().filter(|scope| *scope != "::");
        scopes.map(String::as_str).chain([name]).collect::<Vec<_>>().join("::")
    }

    fn add(&mut self, name: String, what: String) {
        if !self.scopes.contains(&None) {
            self.facts.entry(name).or_default().insert(what);
        }
    }

    /// Moves past the bracket that closes the current one.
    fn skip_balanced(&mut self) {
        self.at += balanced(&self.tokens[self.at..]);
    }
}

/// Whether a statement is an access specifier, such as `public`.
fn is_access(statement: &[&str]) -> bool {
    matches!(statement, ["public" | "private" | "protected"])
}

/// The number of tokens from an opening bracket to the one that closes it, inclusive.
fn balanced(tokens: &[&str]) -> usize {
    balanced_by(tokens, &["(", "[", "{"], &[")", "]", "}"])
}

/// Like [`balanced`], for angle brackets.
fn balanced_angles(tokens: &[&str]) -> usize {
    balanced_by(tokens, &["<"], &[">"])
}

fn balanced_by(tokens: &[&str], opening: &[&str], closing: &[&str]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        if opening.contains(token) {
            depth += 1;
        } else if closing.contains(token) {
            depth -= 1;
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

fn without_template<'a, 'b>(mut statement: &'b [&'a str]) -> &'b [&'a str] {
    while let ["template", "<", ..] = statement {
        statement = &statement[1 + balanced_angles(&statement[1..])..];
    }
    statement
}

/// The tokens of the function's name, and the index of the parenthesis that opens its parameters. That is the first one outside
/// angle brackets.
fn function_name<'a, 'b>(statement: &'b [&'a str]) -> Option<(&'b [&'a str], usize)> {
    let mut at = 0;
    let mut open = None;
    while at < statement.len() {
        match statement[at] {
            "=" if at == 0 || statement[at - 1] != "operator" => return None,
            "<" if at > 0 && statement[at - 1] != "operator" => at += balanced_angles(&statement[at..]) - 1,
            "(" if at > 0 && statement[at - 1] == "operator" => at += 1,
            "(" => {
                open = Some(at);
                break;
            }
            _ => {}
        }
        at += 1;
    }
    let open = open?;
    let operator = statement[..open].iter().rposition(|token| *token == "operator");
    let mut start = operator.unwrap_or(open.checked_sub(1)?);
    // `name<Class>(...)`
    if operator.is_none() && statement[start] == ">" {
        let opens = |at: &usize| statement[*at] == "<" && at + balanced_angles(&statement[*at..open]) == open;
        start = (1..start).find(opens)? - 1;
    }
    let is_word = |token: &str| token.chars().all(tokens::is_word);
    if operator.is_none() && !is_word(statement[start]) {
        return None;
    }
    while start >= 2 && (statement[start - 1] == "::" && is_word(statement[start - 2])) {
        start -= 2;
    }
    if start > 0 && statement[start - 1] == "~" {
        start -= 1;
    }
    Some((&statement[start..open], open))
}

/// Splits at commas that are not inside brackets.
fn split<'a, 'b>(tokens: &'b [&'a str]) -> Vec<&'b [&'a str]> {
    let mut depth = 0;
    let is_comma = |token: &&str| {
        match *token {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => depth -= 1,
            _ => {}
        }
        depth == 0 && *token == ","
    };
    tokens.split(is_comma).filter(|part| !part.is_empty()).collect()
}

/// The type of a parameter, without its name and default.
fn parameter_type(parameter: &[&str]) -> String {
    let parameter = parameter.split(|token| *token == "=").next().unwrap_or(parameter);
    let is_word = |token: &str| token.chars().all(tokens::is_word);
    let ty = match parameter {
        // A word after a type is the parameter's name; a word after `::` or `const` is part of the type.
        [.., before, last] if is_word(last) && !["::", "const", "unsigned"].contains(before) => {
            &parameter[..parameter.len() - 1]
        }
        _ => parameter,
    };
    type_text(ty)
}

/// The tokens without namespaces.
fn unqualified<'a, 'b>(tokens: &'b [&'a str]) -> impl Iterator<Item = &'a str> + 'b {
    let is_namespace = |at: usize| tokens[at] == "::" || tokens.get(at + 1) == Some(&"::");
    (0..tokens.len()).filter(move |at| !is_namespace(*at)).map(|at| tokens[at])
}

/// The text of a type, without namespaces: how many of them a declaration needs depends on the scope it is in.
fn type_text(tokens: &[&str]) -> String {
    let mut text = String::new();
    for token in unqualified(tokens) {
        let ends_with_word = text.chars().next_back().is_some_and(tokens::is_word);
        if ends_with_word && token.starts_with(tokens::is_word) {
            text.push(' ');
        }
        text += token;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(text: &str) -> Vec<String> {
        let named = |(name, all): (String, BTreeSet<String>)| {
            all.into_iter().map(move |what| format!("{name} {what}")).collect::<Vec<_>>()
        };
        of(text).into_iter().flat_map(named).collect()
    }

    #[test]
    fn functions_have_types_but_no_names_of_parameters() {
        let text = "namespace a { namespace b {\nPADDLE_API std::tuple<Tensor, Tensor> f(const phi::Tensor& x, std::vector<int> axes = {1, 2}, \
                    DataType = DataType::INT64);\ntemplate <typename T> inline T& g() { if (x) { return y; } }\n}}\nvoid C::m(int) const {}\n\
                    template <> Tensor h<Lazy<int>>(int);";
        let expected = [
            "C::m (int) -> void",
            "a::b::f (const Tensor&, vector<int>, DataType) -> tuple<Tensor,Tensor>",
            "a::b::g () -> T&",
            "h<Lazy<int>> (int) -> Tensor",
        ];
        assert_eq!(facts(text), expected);
    }

    #[test]
    fn classes_have_bases_and_members() {
        let text = "class EXPORT_API Node final : public a::Base<int> {\n public:\n  Node() : Base(1), x_{2} { f(); }\n  ~Node() override = default;\n  \
                    bool operator()(int a);\n private:\n  int x_ = g(1);\n};\nstruct A;\nint after(void);";
        let expected = [
            "Node::Node () -> ",
            "Node::operator() (int) -> bool",
            "Node::~Node () -> ",
            "after (void) -> int",
            "class Node Base, int",
        ];
        assert_eq!(facts(text), expected);
    }

    #[test]
    fn macros_register_names() {
        let text = "REGISTER_OPERATOR(relu, ops::A, ops::B<x, y>);\nDECLARE_ID(a::Op)\nDECLARE_ID(b::Op)\nstatic const int table[] = {f(1)};\nvoid f();";
        assert_eq!(
            facts(text),
            ["DECLARE_ID(a::Op) ", "DECLARE_ID(b::Op) ", "REGISTER_OPERATOR(relu) ", "f () -> void"]
        );
    }

    #[test]
    fn hidden_names_are_not_declared() {
        assert_eq!(
            facts(
                "namespace { void f(); }\nextern \"C\" { void g(int x); }\nenum class E { A };\nusing T = void(int);"
            ),
            ["g (int) -> void"]
        );
    }

    #[test]
    fn broken_code_does_not_panic() {
        for text in [
            "}}}",
            "((((",
            "class",
            "template <",
            "X(",
            "\"",
            "f(",
            "operator",
            "~",
            "::(",
            "a::(",
            "{",
            "namespace",
            "R\"x",
        ] {
            of(text);
        }
    }
}

//! Reads the statements of a file: functions, classes, and calls of macros.
//!
//! What it does not understand it skips, up to the next `;` or closing brace.

use std::ops::Range;

use crate::declaration::{Function, without_template};
use crate::lexer::Lexer;
use crate::macros::Macros;
use crate::tokens::{self, is_macro, split, unqualified};

/// A statement that was read.
pub enum Item<'s, 'a> {
    /// A function.
    Function(Function<'s, 'a>),
    /// A class.
    Class {
        /// Its name.
        name: &'s str,
        /// The tokens of its list of bases.
        bases: &'s [&'a str],
    },
    /// A call of a macro, such as a registration.
    Macro {
        /// Its name.
        name: &'a str,
        /// The tokens of each argument.
        arguments: &'s [&'s [&'a str]],
    },
}

/// A statement, and where it is.
pub struct Found<'s, 'a> {
    /// The statement.
    pub item: Item<'s, 'a>,
    /// The namespaces and classes around it. `None` for an unnamed namespace.
    pub scopes: &'s [Option<String>],
    /// Where its tokens are.
    pub origin: &'s Origin<'a>,
}

impl Found<'_, '_> {
    /// Whether it is in an unnamed namespace, where no other file can use it.
    pub fn is_hidden(&self) -> bool {
        self.scopes.contains(&None)
    }

    /// A name with the namespaces and classes around it.
    pub fn full_name(&self, name: &str) -> String {
        let scopes = self.scopes.iter().flatten().filter(|scope| *scope != GLOBAL);
        scopes.map(String::as_str).chain([name]).collect::<Vec<_>>().join("::")
    }
}

/// The text that tokens are part of.
pub struct Origin<'a> {
    text: &'a str,
    /// The call of the macro that stands for this text.
    call: Option<Range<usize>>,
}

impl Origin<'_> {
    /// The byte range of tokens in the file. For tokens of a macro, it is the range of its call.
    pub fn range(&self, tokens: &[&str]) -> Range<usize> {
        if let Some(call) = &self.call {
            return call.clone();
        }
        let offset = |token: &str| tokens::offset(self.text, token);
        match tokens {
            [first, ..] => offset(first)..offset(tokens[tokens.len() - 1]) + tokens[tokens.len() - 1].len(),
            [] => 0..0,
        }
    }

    /// Whether the tokens are those of a macro that the file calls.
    pub fn is_expanded(&self) -> bool {
        self.call.is_some()
    }
}

/// The scope of `extern "C"`, which is not part of names.
const GLOBAL: &str = "::";

/// Specifiers of functions.
const SPECIFIERS: [&str; 2] = ["static", "inline"];

/// How deep macros may call each other.
const MOST_EXPANSIONS: usize = 8;

/// Reads the statements of a file. If the file calls a macro that it defines, these are the statements that the call stands for.
pub fn read(text: &str, found: &mut dyn FnMut(Found)) {
    let mut scopes = Vec::new();
    let mut reader = Reader {
        lexer: Lexer::new(text),
        origin: Origin { text, call: None },
        macros: &Macros::of(text),
        expansions: 0,
        scopes: &mut scopes,
        statement: Vec::new(),
        found,
    };
    reader.statements();
}

struct Reader<'r, 'a> {
    lexer: Lexer<'a>,
    origin: Origin<'a>,
    macros: &'r Macros<'r>,
    /// How many calls of macros this text is nested in.
    expansions: usize,
    scopes: &'r mut Vec<Option<String>>,
    /// The tokens since the last statement.
    statement: Vec<&'a str>,
    found: &'r mut dyn FnMut(Found),
}

impl<'a> Reader<'_, 'a> {
    fn statements(&mut self) {
        let mut depth = 0;
        let mut conditions = Vec::new();
        while let Some(next) = self.lexer.next_token_or_directive() {
            let token = match next {
                Ok(token) => token,
                Err(directive) => {
                    self.directive(directive, &mut depth, &mut conditions);
                    continue;
                }
            };
            match token {
                "(" if depth <= 0 && self.is_macro_call() => {
                    self.macro_call(token);
                    continue;
                }
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "}" if depth <= 0 => {
                    self.scopes.pop();
                    self.declaration(false);
                    depth = 0;
                    continue;
                }
                // Objective-C's `@implementation` and such.
                "end" if self.statement.last() == Some(&"@") => {
                    self.end();
                    depth = 0;
                    continue;
                }
                ":" if depth <= 0 && is_access(&self.statement) => {
                    self.end();
                    continue;
                }
                ";" if depth <= 0 => {
                    self.declaration(false);
                    depth = 0;
                    continue;
                }
                "{" if depth <= 0 => {
                    self.braces();
                    depth = 0;
                    continue;
                }
                _ => {}
            }
            self.statement.push(token);
        }
        self.declaration(false);
    }

    /// If branches of a condition have a part of a statement each, only the one in the last branch counts. `conditions` has the
    /// length of the statement and the depth of brackets at each condition around this position.
    fn directive(&mut self, name: &str, depth: &mut i32, conditions: &mut Vec<(usize, i32)>) {
        match (name, conditions.last()) {
            ("if" | "ifdef" | "ifndef", _) => conditions.push((self.statement.len(), *depth)),
            ("else" | "elif", Some(&(length, before))) if self.statement.len() > length => {
                self.statement.truncate(length);
                *depth = before;
            }
            ("endif", _) => _ = conditions.pop(),
            _ => {}
        }
    }

    fn end(&mut self) {
        self.statement.clear();
    }

    fn found(&mut self, item: Item) {
        (self.found)(Found { item, scopes: self.scopes, origin: &self.origin });
    }

    /// Ends a statement, and reads it if it declares a function.
    fn declaration(&mut self, has_body: bool) {
        let statement = std::mem::take(&mut self.statement);
        if let Some(function) = Function::of(&statement, has_body) {
            self.found(Item::Function(function));
        }
        self.statement = statement;
        self.end();
    }

    /// Whether the statement is the name of a macro whose call follows. Specifiers may stand before a macro that the file defines.
    fn is_macro_call(&mut self) -> bool {
        match self.statement[..] {
            [name] => is_macro(name) || self.macros.has(name),
            [ref before @ .., name] if self.macros.has(name) => {
                let is_call = before.iter().all(|token| SPECIFIERS.contains(token));
                if is_call {
                    self.statement.drain(..before.len());
                }
                is_call
            }
            _ => false,
        }
    }

    /// Reads `REGISTER(name, ...)`, with or without a semicolon, from its parenthesis. If parameters follow, the call is the name of a
    /// function, and the statement goes on.
    fn macro_call(&mut self, parenthesis: &'a str) {
        self.statement.push(parenthesis);
        let mut depth = 1;
        while let Some(token) = self.lexer.next_token() {
            match token {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            self.statement.push(token);
            if depth == 0 {
                break;
            }
        }
        match self.lexer.peek() {
            Some("(") => return,
            Some(";") => _ = self.lexer.next_token(),
            _ => {}
        }
        let mut statement = std::mem::take(&mut self.statement);
        if depth == 0 {
            statement.pop();
        }
        let (name, arguments) = (statement[0], split(&statement[2..]));
        let expansion = (self.expansions < MOST_EXPANSIONS).then(|| self.macros.expand(name, &arguments)).flatten();
        match expansion {
            Some(text) => self.expanded(&text, self.origin.range(&statement)),
            None => self.found(Item::Macro { name, arguments: &arguments }),
        }
        self.statement = statement;
        self.end();
    }

    /// Reads the text that a call of a macro stands for.
    fn expanded(&mut self, text: &str, call: Range<usize>) {
        let depth = self.scopes.len();
        let mut reader = Reader {
            lexer: Lexer::new(text),
            origin: Origin { text, call: Some(call) },
            macros: self.macros,
            expansions: self.expansions + 1,
            scopes: self.scopes,
            statement: Vec::new(),
            found: self.found,
        };
        reader.statements();
        self.scopes.truncate(depth);
    }

    /// Reads a scope or a body, from after its brace.
    fn braces(&mut self) {
        let statement = std::mem::take(&mut self.statement);
        let head = without_template(&statement);
        let scope = match head {
            ["namespace", name @ ..] | ["inline", "namespace", name @ ..] => Some(name.concat()),
            ["extern", language] if language.starts_with('"') => Some(GLOBAL.to_owned()),
            ["enum" | "union", ..] => None,
            ["class" | "struct", ..] if !head.contains(&"(") => Some(self.class(head)),
            _ => None,
        };
        if let Some(name) = scope {
            self.scopes.push((!name.is_empty()).then_some(name));
        } else {
            let is_function = Function::of(&statement, true).is_some();
            let is_initialiser = is_function && is_initialiser(head);
            self.lexer.skip_block();
            if is_initialiser {
                self.skip_initialisers();
            }
            self.statement = statement;
            if is_function {
                self.declaration(true);
            }
            if self.lexer.peek() == Some(";") {
                self.lexer.next_token();
            }
        }
        self.end();
    }

    /// Moves from after the first brace in `Name(...) : member{...}, other{...} { ... }` to the end.
    fn skip_initialisers(&mut self) {
        let mut is_body = false;
        while !is_body {
            let mut before = "";
            loop {
                match self.lexer.next_token() {
                    Some("{") => break,
                    Some(";") | None => return,
                    Some(token) => before = token,
                }
            }
            is_body = !tokens::is_name(before) || before.is_empty();
            self.lexer.skip_block();
        }
    }

    /// Reads the head of a class, and returns the name.
    fn class(&mut self, head: &[&str]) -> String {
        let (head, bases) = match head.iter().position(|token| *token == ":") {
            Some(colon) => (&head[..colon], &head[colon + 1..]),
            None => (head, &head[..0]),
        };
        let is_part =
            |token: &&&str| !["final", ">"].contains(*token) && token.chars().all(|c| tokens::is_word(c) || c == ':');
        let name = head.iter().rev().find(is_part).copied().unwrap_or("").to_owned();
        self.found(Item::Class { name: &name, bases });
        name
    }
}

/// Whether a statement is an access specifier, such as `public`.
fn is_access(statement: &[&str]) -> bool {
    matches!(statement, ["public" | "private" | "protected"])
}

/// Whether the brace after a statement initialises a member, between a constructor's parameters and its body.
fn is_initialiser(head: &[&str]) -> bool {
    let is_after_name = head.last().is_some_and(|last| tokens::is_name(last) && !["const", "override"].contains(last));
    is_after_name && head.contains(&":")
}

/// The names of a class's bases, without namespaces.
pub fn base_names<'a, 'b>(bases: &'b [&'a str]) -> impl Iterator<Item = &'a str> + 'b {
    unqualified(bases).filter(|token| token.starts_with(tokens::is_word) && *token != "public")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each statement, with the text it is at.
    fn statements(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        let mut add = |found: Found| {
            let (name, at) = match &found.item {
                Item::Function(function) => {
                    (found.full_name(&function.name.concat()), found.origin.range(function.name))
                }
                Item::Class { name, .. } => (found.full_name(name), 0..0),
                Item::Macro { name, arguments } => ((*name).to_owned(), found.origin.range(arguments[0])),
            };
            all.push(format!("{name} @ {}", &text[at]));
        };
        read(text, &mut add);
        all
    }

    #[test]
    fn names_are_where_they_are_written() {
        let text = "namespace a {\ntemplate <typename T>\nvoid f(T x = {1, 2}) { if (x) {} }\n}\nREGISTER(f, CPU, int) {}\nC::C() : a_{1}, b_(2) {}\nint g();";
        assert_eq!(statements(text), ["a::f @ f", "REGISTER @ f", "C::C @ C::C", "g @ g"]);
    }

    #[test]
    fn a_call_of_a_macro_may_name_a_function() {
        let text = "namespace a {\nIMPL(f, int)(long x) { if (x) {} }\nIMPL(g)\n(T y);\nREGISTER(h);\nvoid i();\n}";
        assert_eq!(
            statements(text),
            ["a::IMPL(f,int) @ IMPL(f, int)", "a::IMPL(g) @ IMPL(g)", "REGISTER @ h", "a::i @ i"]
        );
        let mut parameters = Vec::new();
        read(text, &mut |found: Found| {
            if let Item::Function(function) = &found.item {
                parameters.push(function.parameters.join(" "));
            }
        });
        assert_eq!(parameters, ["long x", "T y", ""]);
    }

    #[test]
    fn branches_of_a_condition_do_not_add_up() {
        let text = "#ifdef A\nvoid f(int x,\n#else\nvoid f(long x,\n#endif\n int y) {\n if (x) {}\n}\nvoid g();\n\
                    #ifdef A\nREGISTER(a, b) {\n#else\nREGISTER(a, c) {\n#endif\n}\nvoid h();";
        assert_eq!(statements(text), ["f @ f", "g @ g", "REGISTER @ a", "REGISTER @ a", "h @ h"]);
    }

    #[test]
    fn macros_of_the_same_file_are_expanded() {
        let text = "#define ROW(name) \\\n  template <class T> \\\n  void name##Kernel(T x); \\\n  REGISTER(name, name##Kernel)\nnamespace a {\nROW(Cos);\nOTHER(Sin)\n}";
        assert_eq!(statements(text), ["a::CosKernel @ ROW(Cos", "REGISTER @ ROW(Cos", "OTHER @ Sin"]);
    }

    #[test]
    fn macros_of_the_same_file_may_have_any_name_and_specifiers_before_them() {
        let text = "#define OP(name) int name##_f(T x) { return 1; }\nOP(a)\nstatic OP(b)\nint c();";
        assert_eq!(statements(text), ["a_f @ OP(a", "b_f @ OP(b", "c @ c"]);
    }

    #[test]
    fn objective_c_is_skipped() {
        let text = "@implementation A\n- (B*)c:(D*)d {\n  return [d e];\n}\n@end\nnamespace a {\nint f();\n}";
        assert_eq!(statements(text), ["a::f @ f"]);
    }

    #[test]
    fn macros_that_call_themselves_end() {
        assert_eq!(statements("#define ROW(name) ROW(name)\nROW(a)"), ["ROW @ ROW(a"]);
    }
}

//! Registrations of operators with `PyTorch`: `TORCH_LIBRARY(my_ops, m) { m.def("scale(Tensor x) -> Tensor"); }`.

use std::ops::Range;

use crate::tokens;

/// A block of registrations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TorchLibrary {
    /// The namespace of the operators, as it is written: it may be a macro.
    pub namespace: String,
    /// The dispatch key of a block that only registers functions.
    pub key: Option<String>,
    /// The bytes of the macro's name.
    pub macro_range: Range<usize>,
    /// The bytes of the namespace.
    pub namespace_range: Range<usize>,
    /// The schemas.
    pub definitions: Vec<TorchDefinition>,
    /// The functions for dispatch keys.
    pub implementations: Vec<TorchImplementation>,
}

/// A schema: `m.def("scale(Tensor x) -> Tensor")`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TorchDefinition {
    /// The text of the schema, or only a name. `None` if it is no literal.
    pub schema: Option<String>,
    /// The function behind it, as it is written.
    pub function: Option<String>,
    /// Its tags, as they are written.
    pub tags: Option<String>,
    /// Whether it is the body of a condition or a loop that has no braces.
    pub is_conditional: bool,
    /// The variable of the block.
    pub variable: String,
    /// The bytes of the call.
    pub range: Range<usize>,
}

/// A function for a dispatch key: `m.impl("scale", torch::kCPU, &scale)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TorchImplementation {
    /// The name of the operator.
    pub name: String,
    /// The dispatch key; empty if it is not stated.
    pub key: String,
    /// The first byte.
    pub at: usize,
}

/// All blocks of a text, in order.
pub fn torch_libraries(text: &str) -> Vec<TorchLibrary> {
    let file = TorchFile { text, all: tokens::of(text) };
    let lengths = tokens::lengths(&file.all);
    (0..file.all.len()).filter_map(|at| file.block(at, &lengths)).collect()
}

struct TorchFile<'a> {
    text: &'a str,
    all: Vec<&'a str>,
}

impl<'a> TorchFile<'a> {
    /// The block whose macro is at a position.
    fn block(&self, at: usize, lengths: &[Option<usize>]) -> Option<TorchLibrary> {
        let name = self.all[at];
        let is_macro = name.strip_prefix("STABLE_").unwrap_or(name).starts_with("TORCH_LIBRARY");
        let length = (*lengths.get(at + 1)?).filter(|_| is_macro && self.all[at + 1] == "(")?;
        let body = at + 1 + length;
        let body_length = (*lengths.get(body)?).filter(|_| self.all[body] == "{")?;
        let arguments = tokens::split(&self.all[at + 2..body - 1]);
        let (namespace, key, variable) = match arguments.as_slice() {
            [namespace, [variable]] => (namespace, None, variable),
            [namespace, [key], [variable]] => (namespace, Some((*key).to_owned()), variable),
            _ => return None,
        };
        let mut library = TorchLibrary {
            namespace: namespace.concat(),
            key,
            macro_range: self.range(std::slice::from_ref(&name)),
            namespace_range: self.range(namespace),
            ..TorchLibrary::default()
        };
        self.read_body(&self.all[body + 1..body + body_length - 1], variable, &mut library);
        Some(library)
    }

    /// Reads the calls of methods of the block's variable, which may be chained.
    fn read_body(&self, body: &[&'a str], variable: &str, library: &mut TorchLibrary) {
        let mut at = 0;
        while at < body.len() {
            if body[at] != variable || body.get(at + 1) != Some(&".") {
                at += 1;
                continue;
            }
            let first = at;
            let is_conditional = is_conditional(&body[..first]);
            at += 1;
            while let [".", method, "(", ..] = body.get(at..).unwrap_or_default() {
                let call = &body[at + 2..];
                let length = tokens::balanced(call);
                let end = at + 2 + length;
                let arguments = tokens::split(call.get(1..length.saturating_sub(1)).unwrap_or_default());
                let range = self.range(&body[first..end.min(body.len())]);
                self.called(method, &arguments, variable, is_conditional, range, library);
                at = end;
            }
        }
    }

    fn called(
        &self,
        method: &str,
        arguments: &[&[&str]],
        variable: &str,
        is_conditional: bool,
        range: Range<usize>,
        library: &mut TorchLibrary,
    ) {
        match (method, arguments) {
            ("def", [schema, rest @ ..]) => library.definitions.push(TorchDefinition {
                schema: literal(schema),
                function: rest.iter().find(|argument| !is_tags(argument)).map(|function| self.written(function)),
                tags: rest.iter().find(|argument| is_tags(argument)).map(|tags| self.written(tags)),
                is_conditional,
                variable: variable.to_owned(),
                range,
            }),
            ("impl", [name, rest @ ..]) => {
                let key = library.key.clone().or_else(|| rest.iter().find_map(|argument| dispatch_key(argument)));
                let name = literal(name).unwrap_or_default();
                let key = key.unwrap_or_default();
                library.implementations.push(TorchImplementation { name, key, at: range.start });
            }
            _ => {}
        }
    }

    /// The bytes of some tokens.
    fn range(&self, tokens: &[&str]) -> Range<usize> {
        let start = tokens.first().map_or(0, |token| tokens::offset(self.text, token));
        tokens.last().map_or(start..start, |last| start..tokens::offset(self.text, last) + last.len())
    }

    fn written(&self, tokens: &[&str]) -> String {
        self.text[self.range(tokens)].to_owned()
    }
}

/// Whether a statement behind these tokens is the body of a condition or a loop that has no braces.
fn is_conditional(before: &[&str]) -> bool {
    match before.last() {
        Some(&"else" | &"do") => true,
        Some(&")") => {
            let mut depth = 0;
            let opens = |token: &&str| {
                depth += i32::from(*token == ")") - i32::from(*token == "(");
                depth == 0
            };
            let open = before.iter().rposition(opens).unwrap_or_default();
            before[..open].last().is_some_and(|word| matches!(*word, "if" | "for" | "while" | "constexpr"))
        }
        _ => false,
    }
}

/// Whether an argument is a list of tags, such as `{at::Tag::pt2_compliant_tag}`.
fn is_tags(argument: &[&str]) -> bool {
    argument.contains(&"Tag")
}

/// The text of the string literals in an argument, which C++ joins, perhaps in a call such as `torch::schema("...")`. `None` if there are
/// none, or something else is joined with them.
fn literal(argument: &[&str]) -> Option<String> {
    let first = argument.iter().position(|token| unquoted(token).is_some())?;
    let last = argument.iter().rposition(|token| unquoted(token).is_some())?;
    let is_plain = argument[..first].iter().all(|token| tokens::is_name(token) || matches!(*token, ":" | "::" | "("));
    let is_closed = argument[last + 1..].first().is_none_or(|token| matches!(*token, ")" | ","));
    if !is_plain || !is_closed {
        return None;
    }
    argument[first..=last].iter().map(|token| unquoted(token)).collect()
}

/// The text of a string literal.
fn unquoted(token: &str) -> Option<String> {
    if let Some(raw) = token.strip_prefix("R\"") {
        let (delimiter, rest) = raw.split_once('(')?;
        return Some(rest.strip_suffix(&format!("){delimiter}\""))?.to_owned());
    }
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, false) => text.push(letter),
            // What a line break or a tabulator separates is separated by a space, too.
            (_, true) => {
                text.extend(letters.next().map(|escaped| if matches!(escaped, 'n' | 't') { ' ' } else { escaped }));
            }
        }
    }
    Some(text)
}

/// The dispatch key in `torch::kCUDA`, `c10::DispatchKey::CPU` or `torch::dispatch(key, function)`.
fn dispatch_key(argument: &[&str]) -> Option<String> {
    let stated = argument.iter().position(|token| matches!(*token, "dispatch" | "DispatchKey"));
    let parts: Vec<&str> = argument.iter().copied().filter(|token| tokens::is_name(token)).collect();
    let key = match stated {
        Some(_) => {
            let after = parts.iter().rposition(|part| matches!(*part, "dispatch" | "DispatchKey"))?;
            parts.get(after + 1..)?.iter().find(|part| !matches!(**part, "torch" | "c10" | "at"))?
        }
        None => parts.last().filter(|_| argument.len() == parts.len() * 2 - 1)?,
    };
    let device = key.strip_prefix('k').filter(|device| device.starts_with(|c: char| c.is_ascii_uppercase()));
    match (device, stated) {
        (Some(device), _) => Some(device.to_owned()),
        (None, Some(_)) => Some((*key).to_owned()),
        (None, None) => None,
    }
}

/// The preprocessor's conditions in a text.
#[derive(Debug)]
pub struct Conditions<'a> {
    /// For each directive about conditions, the offset of its line and the condition from there on.
    changes: Vec<(usize, Option<&'a str>)>,
}

impl<'a> Conditions<'a> {
    /// Reads the directives of a text.
    pub fn of(text: &'a str) -> Self {
        let mut changes = Vec::new();
        let mut open: Vec<(&str, bool)> = Vec::new();
        let mut start = 0;
        let mut lines = text.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            let at = start;
            start += line.len();
            let Some(directive) = line.trim_start().strip_prefix('#').map(str::trim) else { continue };
            let name = directive.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
            match name {
                "if" | "ifdef" | "ifndef" => {
                    let guarded = directive.strip_prefix("ifndef").map(str::trim);
                    let defined = lines.peek().and_then(|next| next.trim().strip_prefix("#define")).map(str::trim);
                    open.push((directive, guarded.is_some() && guarded == defined));
                }
                "else" | "elif" => {
                    if let Some(last) = open.last_mut() {
                        *last = (directive, false);
                    }
                }
                "endif" => {
                    open.pop();
                }
                _ => continue,
            }
            let innermost = open.iter().rev().find(|(_, is_guard)| !is_guard);
            changes.push((at, innermost.map(|(directive, _)| *directive)));
        }
        Conditions { changes }
    }

    /// The condition under which a position is compiled: that of the innermost `#if`. `None` if there is none, or only the guard of
    /// a header.
    pub fn at(&self, at: usize) -> Option<&'a str> {
        let before = self.changes.partition_point(|(start, _)| *start < at);
        self.changes[..before].last()?.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
#ifndef OPS
#define OPS
        TORCH_LIBRARY_FRAGMENT(my_ops, m) {
          // m.def("commented() -> ()");
          m.def("scale(Tensor x, "
                "float by=1.0) -> Tensor", {at::Tag::pt2_compliant_tag});
          m.impl("scale", torch::kCUDA, &scale);
          if (at::hasCUDA()) m.def("cuda() -> ()");
          for (auto name : names) m.def(std::string(name) + "() -> ()");
#ifdef WITH_SUM
          m.def(torch::schema("sum(Tensor x) -> Tensor"), &sum).def(R"(other(str s='a') -> ())");
#endif
        }
        STABLE_TORCH_LIBRARY_IMPL(my_ops, CPU, m) { m.impl("scale", TORCH_BOX(scale_cpu<float>)); }
        TORCH_LIBRARY(CONCAT(NAME, _ops), m) {
          m.impl("sum", torch::dispatch(c10::DispatchKey::Meta, TORCH_FN(sum_meta)));
        }
#endif
    "#;

    #[test]
    fn registrations_are_read() {
        let [one, two, three] = torch_libraries(TEXT).try_into().expect("three blocks");
        let schemas: Vec<&str> = one.definitions.iter().filter_map(|one| one.schema.as_deref()).collect();
        let expected = [
            "scale(Tensor x, float by=1.0) -> Tensor",
            "cuda() -> ()",
            "sum(Tensor x) -> Tensor",
            "other(str s='a') -> ()",
        ];
        let conditional: Vec<bool> = one.definitions.iter().map(|one| one.is_conditional).collect();
        assert_eq!(conditional, [false, true, true, false, false]);
        assert_eq!((one.namespace.as_str(), schemas.as_slice()), ("my_ops", expected.as_slice()));
        let functions: Vec<Option<&str>> = one.definitions.iter().map(|one| one.function.as_deref()).collect();
        assert_eq!(functions, [None, None, None, Some("&sum"), None]);
        assert_eq!(one.definitions[0].tags.as_deref(), Some("{at::Tag::pt2_compliant_tag}"));
        let keys = |library: &TorchLibrary| -> Vec<(String, String)> {
            library.implementations.iter().map(|one| (one.name.clone(), one.key.clone())).collect()
        };
        let pair = |name: &str, key: &str| (name.to_owned(), key.to_owned());
        assert_eq!(keys(&one), [pair("scale", "CUDA")]);
        assert_eq!(keys(&two), [pair("scale", "CPU")]);
        assert_eq!((three.namespace.as_str(), keys(&three)), ("CONCAT(NAME,_ops)", vec![pair("sum", "Meta")]));
        assert_eq!(Conditions::of(TEXT).at(one.definitions[0].range.start), None);
        assert_eq!(Conditions::of(TEXT).at(one.definitions[3].range.start), Some("ifdef WITH_SUM"));
    }

    #[test]
    fn broken_registrations_do_no_harm() {
        for rest in
            ["", "(", "(a", "(a, m)", "(a, m) {", "(a, m) { m. }", "(a, m) { m.def( }", "(a, m) { m.def(); m.impl(f) }"]
        {
            let _ = torch_libraries(&format!("TORCH_LIBRARY{rest}"));
        }
    }
}

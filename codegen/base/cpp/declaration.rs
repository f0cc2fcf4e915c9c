//! The parts of a function's declaration.

use crate::tokens::{self, balanced, balanced_angles, is_name, split, type_text};

/// A declaration or definition of a function.
pub struct Function<'s, 'a> {
    /// What is between `template <` and `>`; empty if it is not a template.
    pub template: &'s [&'a str],
    /// What is before the name: the type of the result, and specifiers.
    pub before: &'s [&'a str],
    /// The tokens of the name, with the classes and namespaces that are part of it. If a macro makes the name, the call of the macro.
    pub name: &'s [&'a str],
    /// What is between the parentheses.
    pub parameters: &'s [&'a str],
    /// Whether there is a body.
    pub has_body: bool,
}

impl<'s, 'a> Function<'s, 'a> {
    /// Reads a statement. `None` if it declares no function.
    pub(crate) fn of(statement: &'s [&'a str], has_body: bool) -> Option<Self> {
        let (template, statement) = split_template(statement);
        if matches!(statement, ["using" | "typedef" | "friend" | "return" | "static_assert" | "template", ..]) {
            return None;
        }
        let (name, open) = named_by_macro(statement).or_else(|| function_name(statement))?;
        let close = open + balanced(&statement[open..]);
        let parameters = &statement[open + 1..close.saturating_sub(1).max(open + 1)];
        Some(Function { template, before: &statement[..open - name.len()], name, parameters, has_body })
    }

    /// The kinds of the template's parameters: `typename`, or the types of values.
    pub fn template_kinds(&self) -> Vec<String> {
        let kind = |tokens: &[&str]| match tokens {
            ["typename" | "class", ..] => "typename".to_owned(),
            _ => Parameter::of(tokens).type_text(),
        };
        split(self.template).into_iter().map(kind).collect()
    }

    /// The parameters, in order.
    pub fn parameters(&self) -> Vec<Parameter<'s, 'a>> {
        let parameters = split(self.parameters);
        parameters.into_iter().map(Parameter::of).collect()
    }
}

/// A parameter of a function.
#[derive(Debug)]
pub struct Parameter<'s, 'a> {
    /// All of it.
    pub tokens: &'s [&'a str],
    /// The type.
    pub ty: &'s [&'a str],
    /// The name, if it has one.
    pub name: Option<&'a str>,
    /// The default value; empty if there is none.
    pub default: &'s [&'a str],
}

impl<'s, 'a> Parameter<'s, 'a> {
    fn of(tokens: &'s [&'a str]) -> Self {
        let (declared, default) = match tokens.iter().position(|token| *token == "=") {
            Some(at) => (&tokens[..at], &tokens[at + 1..]),
            None => (tokens, &tokens[..0]),
        };
        let declared = without_macro(declared);
        let (ty, name) = match declared {
            // A word after a type is the parameter's name; a word after `::` or `const` is part of the type.
            [ty @ .., last]
                if is_name(last) && ty.last().is_some_and(|before| !["::", "const", "unsigned"].contains(before)) =>
            {
                (ty, Some(*last))
            }
            _ => (declared, None),
        };
        Parameter { tokens, ty, name, default }
    }

    /// The type, without namespaces.
    pub fn type_text(&self) -> String {
        type_text(self.ty)
    }
}

/// A parameter without a macro behind its name, such as one for parameters that are not used.
fn without_macro<'s, 'a>(tokens: &'s [&'a str]) -> &'s [&'a str] {
    match tokens {
        [.., before, name, last]
            if tokens::is_macro(last) && is_name(name) && !["const", "::"].contains(before) && *before != "," =>
        {
            &tokens[..tokens.len() - 1]
        }
        _ => tokens,
    }
}

/// Splits a statement into the parameters of its templates and the rest.
fn split_template<'s, 'a>(mut statement: &'s [&'a str]) -> (&'s [&'a str], &'s [&'a str]) {
    let mut template = &statement[..0];
    while let ["template", "<", ..] = statement {
        let end = 1 + balanced_angles(&statement[1..]);
        template = &statement[2..(end - 1).max(2)];
        statement = &statement[end..];
    }
    (template, statement)
}

/// A statement without what is before its declaration.
pub(crate) fn without_template<'s, 'a>(statement: &'s [&'a str]) -> &'s [&'a str] {
    split_template(statement).1
}

/// The call of a macro that is a function's name, and the index of the parenthesis behind it.
fn named_by_macro<'a, 'b>(statement: &'b [&'a str]) -> Option<(&'b [&'a str], usize)> {
    let [name, "(", ..] = statement else { return None };
    let open = 1 + balanced(&statement[1..]);
    (tokens::is_macro(name) && statement.get(open) == Some(&"(")).then(|| (&statement[..open], open))
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
    if operator.is_none() && !tokens::is_name(statement[start]) {
        return None;
    }
    while start >= 2 && (statement[start - 1] == "::" && is_name(statement[start - 2])) {
        start -= 2;
    }
    if start > 0 && statement[start - 1] == "~" {
        start -= 1;
    }
    Some((&statement[start..open], open))
}

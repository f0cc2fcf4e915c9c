//! Lists of operators that compiled models call by functions in C: tables in a Python file.

use std::collections::BTreeMap;

use ruff_python_ast::{Expr, ExprDict, ExprStringLiteral, Mod, Stmt};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::{Ranged, TextRange};
use source::{Diagnostic, Diagnostics, FileId, Span, Spanned};

use crate::rules;

/// A list of operators.
#[derive(Debug, Clone)]
pub struct FallbackList {
    /// The name of the variable.
    pub name: String,
    /// The operators.
    pub operators: Vec<FallbackOperator>,
}

/// An operator of a list.
#[derive(Debug, Clone)]
pub struct FallbackOperator {
    /// The name with namespace and overload, which is `default` if it has none: `aten.add.Tensor`.
    pub name: Spanned<String>,
    /// The versions of its function after the first one.
    pub versions: Vec<FallbackVersion>,
}

/// A later version of a function in C.
#[derive(Debug, Clone)]
pub struct FallbackVersion {
    /// The number of the version, from two on.
    pub number: u32,
    /// The arguments that the version before does not have.
    pub arguments: Vec<Spanned<String>>,
}

/// Reads a file. Statements other than tables are passed over.
pub(crate) fn read(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<FallbackList> {
    let parsed = parse_unchecked(text, ParseOptions::from(Mode::Module));
    let mut reader = Reader { file, diagnostics };
    if let Some(error) = parsed.errors().first() {
        reader.report(error.location, format!("this is not Python: {}", error.error));
        return Vec::new();
    }
    let Mod::Module(module) = parsed.syntax() else { return Vec::new() };
    let tables = module.body.iter().filter_map(table);
    tables.map(|(name, table)| FallbackList { name: name.to_owned(), operators: reader.operators(table) }).collect()
}

/// A variable whose value is a table.
fn table(statement: &Stmt) -> Option<(&str, &ExprDict)> {
    let (target, value) = match statement {
        Stmt::AnnAssign(assign) => (&*assign.target, assign.value.as_deref()?),
        Stmt::Assign(assign) => (assign.targets.first()?, &*assign.value),
        _ => return None,
    };
    Some((target.as_name_expr()?.id.as_str(), value.as_dict_expr()?))
}

struct Reader<'a> {
    file: FileId,
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn operators(&mut self, table: &ExprDict) -> Vec<FallbackOperator> {
        let mut operators = Vec::new();
        let mut listed: BTreeMap<String, Span> = BTreeMap::new();
        for item in &table.items {
            let Some(name) = item.key.as_ref().and_then(|key| self.text(key, "the name of an operator")) else {
                continue;
            };
            if let Some(first) = listed.insert(name.value.clone(), name.span) {
                let message = format!("`{}` is listed twice", name.value);
                let problem = Diagnostic::new(rules::BAD_FALLBACK, name.span, message).here("again here");
                self.diagnostics.push(problem.label(first, "listed here, too"));
                continue;
            }
            let Expr::Dict(versions) = &item.value else {
                self.report(item.value.range(), "the versions of an operator must be a table: `{\"v2\": [\"name\"]}`");
                continue;
            };
            operators.push(FallbackOperator { name, versions: self.versions(versions) });
        }
        operators
    }

    fn versions(&mut self, table: &ExprDict) -> Vec<FallbackVersion> {
        let mut versions: Vec<FallbackVersion> = Vec::new();
        for item in &table.items {
            let Some(key) = item.key.as_ref().and_then(|key| self.text(key, "a version")) else { continue };
            let number =
                key.value.strip_prefix('v').and_then(|number| number.parse().ok()).filter(|number| *number > 1);
            let Some(number) = number else {
                let message = format!("`{}` is no version: it must be `v2` or later", key.value);
                self.diagnostics.push(Diagnostic::new(rules::BAD_FALLBACK, key.span, message));
                continue;
            };
            if versions.iter().any(|known| known.number == number) {
                let message = format!("version {number} is listed twice");
                self.diagnostics.push(Diagnostic::new(rules::BAD_FALLBACK, key.span, message));
                continue;
            }
            let Expr::List(list) = &item.value else {
                self.report(item.value.range(), "the arguments of a version must be a list");
                continue;
            };
            let arguments = list.elts.iter().filter_map(|argument| self.text(argument, "an argument")).collect();
            versions.push(FallbackVersion { number, arguments });
        }
        versions.sort_by_key(|version| version.number);
        versions
    }

    fn text(&mut self, expression: &Expr, what: &str) -> Option<Spanned<String>> {
        match expression {
            Expr::StringLiteral(ExprStringLiteral { value, .. }) => {
                Some(Spanned::new(value.to_str().to_owned(), self.span(expression.range())))
            }
            _ => {
                self.report(expression.range(), format!("{what} must be a text"));
                None
            }
        }
    }

    fn report(&mut self, at: TextRange, message: impl Into<String>) {
        let span = self.span(at);
        self.diagnostics.push(Diagnostic::new(rules::BAD_FALLBACK, span, message));
    }

    fn span(&self, range: TextRange) -> Span {
        Span::new(self.file, range.start().to_usize(), range.end().to_usize())
    }
}

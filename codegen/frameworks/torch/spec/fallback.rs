//! Lists of operators that compiled models call by functions in C: tables in a Python file.

use std::collections::{BTreeMap, BTreeSet};

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
    /// The release that has the first version of its function: `TORCH_VERSION_2_12_0`. `None` for what was always there.
    pub since: Option<String>,
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
    /// The release that has it, as for the operator.
    pub since: Option<String>,
}

/// The key for the release that has a function first.
const SINCE: &str = "since";

/// The key for the arguments that a version adds.
const ARGUMENTS: &str = "new_args";

/// How the macro of a release begins.
const RELEASE: &str = "TORCH_VERSION_";

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
            let Expr::Dict(about) = &item.value else {
                self.report(item.value.range(), "what is known of an operator must be a table: `{\"v2\": [\"name\"]}`");
                continue;
            };
            operators.push(self.operator(name, about));
        }
        operators
    }

    fn operator(&mut self, name: Spanned<String>, about: &ExprDict) -> FallbackOperator {
        let mut operator = FallbackOperator { name, since: None, versions: Vec::new() };
        let mut keys: BTreeSet<String> = BTreeSet::new();
        for item in &about.items {
            let Some(key) = item.key.as_ref().and_then(|key| self.text(key, "a version")) else { continue };
            let number = key.value.strip_prefix('v').and_then(|number| number.parse().ok());
            let number = number.filter(|number: &u32| *number > 1);
            if number.is_none() && key.value != SINCE {
                let message = format!("`{}` is no version: it must be `v2` or later", key.value);
                self.diagnostics.push(Diagnostic::new(rules::BAD_FALLBACK, key.span, message));
            } else if !keys.insert(number.map_or(SINCE.to_owned(), |number| number.to_string())) {
                let message = format!("`{}` is listed twice", key.value);
                self.diagnostics.push(Diagnostic::new(rules::BAD_FALLBACK, key.span, message));
            } else if let Some(number) = number {
                operator.versions.extend(self.version(number, &item.value));
            } else {
                operator.since = self.release(&item.value);
            }
        }
        operator.versions.sort_by_key(|version| version.number);
        operator
    }

    /// A version: a list of arguments, or from PyTorch 2.12 on a table with the list and the release.
    fn version(&mut self, number: u32, value: &Expr) -> Option<FallbackVersion> {
        let mut version = FallbackVersion { number, arguments: Vec::new(), since: None };
        let Expr::Dict(about) = value else {
            version.arguments = self.arguments(value)?;
            return Some(version);
        };
        for item in &about.items {
            let Some(key) = item.key.as_ref().and_then(|key| self.text(key, "a key")) else { continue };
            match key.as_str() {
                ARGUMENTS => version.arguments = self.arguments(&item.value)?,
                SINCE => version.since = self.release(&item.value),
                other => {
                    let message = format!("a version has no key `{other}`");
                    let problem = Diagnostic::new(rules::BAD_FALLBACK, key.span, message);
                    self.diagnostics.push(problem.help(format!("it has `{ARGUMENTS}` and `{SINCE}`")));
                }
            }
        }
        Some(version)
    }

    fn arguments(&mut self, value: &Expr) -> Option<Vec<Spanned<String>>> {
        let Expr::List(list) = value else {
            self.report(value.range(), "the arguments of a version must be a list");
            return None;
        };
        Some(list.elts.iter().filter_map(|argument| self.text(argument, "an argument")).collect())
    }

    /// A macro with the number of a release.
    fn release(&mut self, value: &Expr) -> Option<String> {
        let text = self.text(value, "a release")?;
        let numbers = text.value.strip_prefix(RELEASE).unwrap_or_default().split('_');
        let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let (count, right) = (numbers.clone().count(), numbers.filter(is_number).count());
        if (count, right) != (3, 3) {
            let message = format!("`{}` is no release", text.value);
            let problem = Diagnostic::new(rules::BAD_FALLBACK, text.span, message);
            self.diagnostics.push(problem.help(format!("write it as `{RELEASE}2_12_0`")));
            return None;
        }
        Some(text.value)
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

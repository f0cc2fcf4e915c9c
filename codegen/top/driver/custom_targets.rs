//! Custom targets: outputs that a project defines in `opgen.toml` with a template of its own.

use std::collections::BTreeMap;

use minijinja::value::{Serde, Value};
use minijinja::{Error, context};
use serde::Serialize;

use project::any::AnyProject;
use project::config::{CustomTarget, Per, help_for_path};
use render::{BANNER, FilePlan, Templates, help, reason, torchgen_shards};
use source::path::{normalised, refusal, shown};
use source::{Diagnostic, Diagnostics, Span, Spanned};

use super::target_shards;

/// The operators as values for templates, with the same fields as in `opgen show --format json`.
pub struct Ops {
    ops: Vec<(Span, Value)>,
    files: Vec<OpFile>,
}

/// A file that defines operators.
#[derive(Debug, Serialize)]
struct OpFile {
    /// The name in messages.
    name: String,
    /// The name without folders and `.yaml`.
    stem: String,
    /// The range of its operators among all operators.
    #[serde(skip)]
    ops: std::ops::Range<usize>,
}

impl Ops {
    /// All operators of a project, in the order of definition.
    pub fn of(project: &dyn AnyProject) -> Self {
        let mut all = Ops { ops: Vec::new(), files: Vec::new() };
        for (span, op) in project.values() {
            all.add(span, op, project.sources.file(span.file).name());
        }
        all
    }

    fn add(&mut self, span: Span, op: Value, name: &str) {
        let (at, next) = (self.ops.len(), self.ops.len() + 1);
        self.ops.push((span, op));
        match self.files.last_mut().filter(|file| file.name == name) {
            Some(file) => file.ops.end = next,
            None => {
                let last = name.rsplit('/').next().unwrap_or(name);
                let stem = last.strip_suffix(".yaml").unwrap_or(last).to_owned();
                self.files.push(OpFile { name: name.to_owned(), stem, ops: at..next });
            }
        }
    }

    fn values(&self, range: std::ops::Range<usize>) -> Vec<Value> {
        self.ops[range].iter().map(|(_, op)| op.clone()).collect()
    }

    /// The contexts of a target's outputs, each with the span of the first operator in it.
    pub fn contexts(&self, per: Per) -> Vec<(Option<Span>, Value)> {
        let files = Value::from(Serde(&self.files));
        match per {
            Per::Op => {
                let context = |(span, op): &(Span, Value)| (Some(*span), context! { banner => BANNER, op => op });
                self.ops.iter().map(context).collect()
            }
            Per::File => {
                let context = |file: &OpFile| {
                    let ops = self.values(file.ops.clone());
                    let first = self.ops.get(file.ops.start).map(|(span, _)| *span);
                    (first, context! { banner => BANNER, file => Value::from(Serde(file)), ops })
                };
                self.files.iter().map(context).collect()
            }
            Per::All => {
                vec![(None, context! { banner => BANNER, files, ops => self.values(0..self.ops.len()) })]
            }
        }
    }
}

/// An output of a custom target.
pub struct CustomPlan {
    /// The file to render.
    pub plan: FilePlan,
    /// Whether it is included where outputs are listed.
    pub is_listed: bool,
}

/// What plans are needed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To render the outputs.
    Render,
    /// To list their paths. The contexts are incomplete.
    List,
}

/// Plans the outputs of a target, and reports errors in their paths and values.
pub fn plan(
    target: &CustomTarget,
    ops: &Ops,
    templates: &Templates,
    purpose: Purpose,
    diagnostics: &mut Diagnostics,
) -> Vec<CustomPlan> {
    let mut plans = Vec::new();
    let mut taken: BTreeMap<String, Option<Span>> = BTreeMap::new();
    for (span, context) in ops.contexts(target.per) {
        let Some(path) = path(target, span, &context, templates, diagnostics) else { continue };
        if let Some(first) = taken.get(&path) {
            let message = format!("two outputs of `{}` would have the path `{path}`", target.name.value);
            let problem = output_problem(target, message, span).help(help_for_unique_paths(target.per));
            diagnostics.push(match first {
                Some(first) => problem.label(*first, "the first is for this"),
                None => problem,
            });
            continue;
        }
        taken.insert(path.clone(), span);
        let shards = target.shards.as_ref().map_or(0, |shards| shards.count.value);
        let paths = if shards > 0 { torchgen_shards::paths(&path, shards) } else { vec![path] };
        let contexts = match purpose {
            Purpose::List => Ok(vec![context; paths.len()]),
            Purpose::Render => with_values(target, context, ops, templates),
        };
        match contexts {
            Err((expression, error)) => {
                let message = format!("cannot compute a value of `{}`: {}", target.name.value, reason(&error));
                let problem = Diagnostic::new(project::rules::TEMPLATE, expression.span, message);
                let help = help(&error).unwrap_or("this is an expression, as written between `{{` and `}}` in Jinja");
                diagnostics.push(problem.maybe_label(span, "for this").help(help));
            }
            Ok(contexts) => {
                let plan = |(at, (path, context)): (usize, (String, Value))| CustomPlan {
                    plan: FilePlan::new(&path, target.template.value.clone(), context),
                    is_listed: shards == 0 || at > 0,
                };
                plans.extend(paths.into_iter().zip(contexts).enumerate().map(plan));
            }
        }
    }
    plans
}

/// The path of an output.
fn path(
    target: &CustomTarget,
    span: Option<Span>,
    context: &Value,
    templates: &Templates,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    match templates.render_text(&target.output.value, context.clone()).map(|path| normalised(&path)) {
        Ok(path) => match refusal(&path) {
            None => return Some(path),
            Some(reason) => {
                let problem = output_problem(target, format!("`{}` {reason}", shown(&path)), span);
                diagnostics.push(problem.help(help_for_path(reason)));
            }
        },
        Err(error) => {
            let problem = output_problem(target, format!("cannot render `output`: {}", reason(&error)), span);
            diagnostics.push(problem.maybe_help(help(&error).map(str::to_owned)));
        }
    }
    None
}

/// The context of each file into which an output is divided, with the values that the target defines.
fn with_values<'a>(
    target: &'a CustomTarget,
    context: Value,
    ops: &Ops,
    templates: &Templates,
) -> Result<Vec<Value>, (&'a Spanned<String>, Error)> {
    let mut values: BTreeMap<&str, Value> = BTreeMap::new();
    for (name, expression) in &target.values {
        let value = templates.evaluate(expression.as_str(), &context).map_err(|error| (expression, error))?;
        values.insert(name.as_str(), value);
    }
    let context = if values.is_empty() {
        context
    } else {
        context! { ..Value::from(values), ..context }
    };
    match &target.shards {
        None => Ok(vec![context]),
        Some(shards) => target_shards::contexts(shards, &context, ops.ops.iter().map(|(_, op)| op.clone()), templates),
    }
}

fn output_problem(target: &CustomTarget, message: String, span: Option<Span>) -> Diagnostic {
    let problem = Diagnostic::new(project::rules::TEMPLATE, target.output.span, message);
    match span {
        Some(span) => problem.label(span, "for this"),
        None => problem,
    }
}

fn help_for_unique_paths(per: Per) -> &'static str {
    match per {
        Per::Op => "names are unique only within a family: use `{{ op.family }}` and `{{ op.name }}` in `output`",
        Per::File => "use `{{ file.stem }}` in `output`",
        Per::All => "give one of the targets another `output`",
    }
}

//! The template environment: plans of files in, text out. It knows no operator.

mod code_template;
mod errors;
mod filters;
mod html;
mod plan;
mod syntax;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use minijinja::value::{Object, ObjectRepr, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, syntax::SyntaxConfig};
use parallel::prelude::*;
use syntax::CodeTemplate;

pub use errors::{Cause, MissingValue, RenderError, help, innermost, reason};
pub use plan::{BANNER, FilePlan, Item, Part, Shard, value};
pub use syntax::Syntax;

/// A rendered file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// Relative to the output folder, with `/`.
    pub path: String,
    pub text: String,
}

/// Templates by name.
pub struct Templates {
    env: Environment<'static>,
    /// The texts of those that are read when they are first used. What is added under the same name comes before them.
    unread: Arc<BTreeMap<&'static str, &'static str>>,
    /// Those in torchgen's syntax.
    code_templates: BTreeMap<String, CodeTemplate>,
}

impl Templates {
    /// Templates by name and text, strict about fields that a plan does not have. Each is read when it is first used.
    pub fn new(templates: &[(&'static str, &'static str)]) -> Self {
        let mut env = Environment::new();
        let mut syntax = SyntaxConfig::builder();
        syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
        env.set_syntax(syntax.build().expect("the default delimiters are valid"));
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        env.set_auto_escape_callback(|name| if html::is_page(name) { AutoEscape::Html } else { AutoEscape::None });
        env.set_formatter(|out, state, value| match (state.auto_escape(), value.as_str()) {
            (AutoEscape::Html, text) if !value.is_safe() => match text {
                Some(text) => html::write(out, text),
                None => html::write(out, &value.to_string()),
            },
            (_, Some(text)) => Ok(out.write_str(text)?),
            (_, None) => Ok(write!(out, "{value}")?),
        });
        env.set_debug(true);
        filters::add(&mut env);
        let mut new = Templates { env, unread: Arc::default(), code_templates: BTreeMap::new() };
        new.set_unread(templates.iter().copied().collect());
        new
    }

    fn set_unread(&mut self, texts: BTreeMap<&'static str, &'static str>) {
        self.unread = Arc::new(texts);
        let unread = Arc::clone(&self.unread);
        self.env.set_loader(move |name| Ok(unread.get(name).copied()));
    }

    /// Stops every template that takes more steps than this: it would probably never end.
    pub fn set_most_steps(&mut self, steps: u64) {
        self.env.set_fuel(Some(steps));
    }

    /// Gives every template a value under a name.
    pub fn set_global(&mut self, name: &'static str, value: Value) {
        self.env.add_global(name, value);
    }

    /// The names of all templates.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let read = self.env.templates().map(|(name, _)| name);
        self.unread.keys().copied().chain(read.filter(|name| !self.unread.contains_key(name)))
    }

    /// The text of a template.
    pub fn text(&self, name: &str) -> Option<String> {
        self.env.get_template(name).ok().map(|template| template.source().to_owned())
    }

    /// Adds a template, or replaces the one of that name.
    ///
    /// # Errors
    /// The text is not a template.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.env.add_template_owned(name.to_owned(), text.to_owned())
    }

    /// Puts the templates below a folder over the others of the same names.
    pub fn prefer(&mut self, folder: &str) {
        let mut texts = (*self.unread).clone();
        let below = self.unread.iter().filter_map(|(name, text)| {
            let name: &'static str = name.strip_prefix(folder)?.strip_prefix('/')?;
            Some((name, *text))
        });
        for (name, text) in below {
            self.env.remove_template(name);
            texts.insert(name, text);
        }
        self.set_unread(texts);
    }

    /// Adds a template in some syntax. In torchgen's, every text is a template.
    ///
    /// # Errors
    /// The text is not a template.
    pub fn add_in(&mut self, syntax: Syntax, name: &str, text: &str) -> Result<(), Error> {
        match syntax.release() {
            None => self.add(name, text),
            Some(release) => {
                self.code_templates.insert(name.to_owned(), CodeTemplate::new(name, text, release));
                Ok(())
            }
        }
    }

    /// Whether there is a template of this name.
    pub fn has(&self, name: &str) -> bool {
        self.code_templates.contains_key(name) || self.env.get_template(name).is_ok()
    }

    /// Renders a template by itself.
    ///
    /// # Errors
    /// There is none of this name, or it does not fit the context.
    pub fn render_named(&self, name: &str, context: Value) -> Result<String, Error> {
        self.env.get_template(name)?.render(context)
    }

    /// Renders a text that is itself a template.
    ///
    /// # Errors
    /// It is not one, or does not fit the context.
    pub fn render_text(&self, text: &str, context: Value) -> Result<String, Error> {
        self.env.template_from_str(text)?.render(context)
    }

    /// Renders a text that is itself a template in some syntax. Errors call it by its name.
    ///
    /// # Errors
    /// It is not a template, or does not fit the values.
    pub fn render_in(&self, syntax: Syntax, name: &str, text: &str, values: &Value) -> Result<String, Cause> {
        match syntax.release() {
            None => Ok(self.env.template_from_named_str(name, text)?.render(values.clone())?),
            Some(release) => CodeTemplate::new(name, text, release).substituted(values).map_err(Cause::Missing),
        }
    }

    /// The value of an expression, as it stands between `{{` and `}}`.
    ///
    /// # Errors
    /// It is not one, or does not fit the context.
    pub fn evaluate(&self, expression: &str, context: &Value) -> Result<Value, Error> {
        let value = self.env.compile_expression(expression)?.eval(context.clone())?;
        match value.is_undefined() {
            true => Err(Error::new(ErrorKind::UndefinedError, format!("`{expression}` has no value"))),
            false => Ok(value),
        }
    }

    /// Checks that a text is a valid expression.
    ///
    /// # Errors
    /// Why it is not one.
    pub fn check_expression(&self, expression: &str) -> Result<(), Error> {
        self.env.compile_expression(expression).map(drop)
    }

    /// Checks that a text is a valid template.
    ///
    /// # Errors
    /// Why it is not one.
    pub fn check(&self, text: &str) -> Result<(), Error> {
        self.env.template_from_str(text).map(drop)
    }

    /// Renders every file, on all cores, in order.
    ///
    /// # Errors
    /// A template does not fit its plan; the first is reported.
    pub fn render(&self, plans: Vec<FilePlan>) -> Result<Vec<Rendered>, RenderError> {
        let plans = plans.into_par_iter().with_max_len(1);
        let rendered: Vec<_> = plans.map(|plan| self.render_one(&plan)).collect();
        rendered.into_iter().collect()
    }

    fn render_one(&self, plan: &FilePlan) -> Result<Rendered, RenderError> {
        match self.file(plan) {
            Ok(text) => Ok(Rendered { path: plan.path.clone(), text }),
            Err((about, cause)) => Err(RenderError { path: plan.path.clone(), about, cause }),
        }
    }

    /// The file's template gets the plan's own context, the text of each part under its name, and as `shard` what
    /// depends on the shard.
    fn file(&self, plan: &FilePlan) -> Result<String, Failed> {
        if let Some(template) = self.code_templates.get(&plan.template) {
            return template.file(&plan.context).map_err(|missing| (None, Cause::Missing(missing)));
        }
        let template = self.env.get_template(&plan.template).map_err(of_file)?;
        let items = plan.parts.iter().flat_map(|part| &part.items);
        let includes: BTreeSet<String> = items.flat_map(|item| item.includes.iter().cloned()).collect();
        let Shard { index, of } = plan.shard;
        let shard = minijinja::context! {
            index,
            first => index == 0,
            all => (0..of).collect::<Vec<_>>(),
            includes => includes.into_iter().collect::<Vec<_>>(),
        };
        let mut fields = BTreeMap::from([("shard", shard)]);
        let mut lists: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        let mut length = 0;
        for part in &plan.parts {
            let text = self.part(part)?;
            length += text.length();
            let value = Value::from_object(text);
            match part.listed {
                true => lists.entry(part.name).or_default().push(value),
                false => drop(fields.insert(part.name, value)),
            }
        }
        fields.extend(lists.into_iter().map(|(name, texts)| (name, Value::from(texts))));
        let context = minijinja::context! { ..Value::from(fields), ..plan.context.clone() };
        let mut bytes = Vec::with_capacity(FRAME + length);
        template.render_captured_to(context, &mut bytes).map_err(of_file)?;
        String::from_utf8(bytes).map_err(|_| of_file(Error::new(ErrorKind::BadSerialization, "the text is not UTF-8")))
    }

    fn part(&self, part: &Part) -> Result<PartText, Failed> {
        let template = self.env.get_template(part.template).map_err(of_file)?;
        let render = |items: &[Item]| {
            let mut texts = Vec::new();
            for item in items {
                for plan in item.plans.iter() {
                    let text = template.render(plan.clone());
                    texts.push(text.map_err(|error| (Some(item.key.clone()), error.into()))?);
                }
            }
            Ok(texts)
        };
        let chunks: Vec<Result<Vec<String>, Failed>> = part.items.par_chunks(CHUNK).map(render).collect();
        let texts = chunks.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok(PartText(texts.into_iter().flatten().collect()))
    }
}

/// What rendering failed for, if for one plan of many, and why.
type Failed = (Option<String>, Cause);

fn of_file(error: Error) -> Failed {
    (None, error.into())
}

/// How many items are rendered at a time.
const CHUNK: usize = 16;

/// The approximate size of a file without its parts, in bytes.
const FRAME: usize = 4096;

/// The text of a part, in pieces. It may be a megabyte, so it is copied only once, into the file.
#[derive(Debug)]
struct PartText(Vec<String>);

impl PartText {
    fn length(&self) -> usize {
        self.0.iter().map(String::len).sum()
    }
}

impl Object for PartText {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|text| f.write_str(text))
    }
}

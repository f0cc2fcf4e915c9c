//! The template environment: turns plans of files into texts. It knows no operator.

#![deny(missing_docs)]

mod code_template;
mod deep_stack;
mod errors;
mod filters;
mod html;
mod limits;
mod plan;
mod soft_breaks;
mod syntax;
pub mod torchgen_shards;
#[cfg(feature = "watchdog")]
mod watchdog;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use minijinja::value::{Object, ObjectRepr};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, syntax::SyntaxConfig};
use parallel::prelude::*;
use syntax::CodeTemplate;

pub use errors::{Cause, MissingValue, RenderError, help, innermost, reason};
pub use minijinja::Value;
pub use plan::{BANNER, FilePlan, Item, Part, Shard, value};
pub use syntax::Syntax;

/// A rendered file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The path below the output folder, with `/`.
    pub path: String,
    /// The contents.
    pub text: String,
}

/// A set of templates with unique names.
pub struct Templates {
    env: Environment<'static>,
    /// The texts of templates that are parsed on first use, unless one of the same name has been added to `env`.
    unparsed: Arc<BTreeMap<&'static str, &'static str>>,
    /// The templates in torchgen's syntax.
    code_templates: BTreeMap<String, CodeTemplate>,
    /// The size of all texts that [`Templates::render`] makes together.
    max_bytes: u64,
    /// The size of those that have been made.
    bytes: AtomicU64,
    #[cfg(feature = "watchdog")]
    watchdog: Option<watchdog::Watchdog>,
}

impl Templates {
    /// Creates templates from names and texts. Each is parsed on first use. Undefined fields are errors.
    #[expect(clippy::missing_panics_doc, reason = "the delimiters are constant")]
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
                None => html::write(out, &limits::text(state, value)?),
            },
            (_, Some(text)) => Ok(out.write_str(text)?),
            (_, None) => limits::write_value(out, state, value),
        });
        env.set_debug(true);
        filters::add(&mut env);
        let mut new = Templates {
            env,
            unparsed: Arc::default(),
            code_templates: BTreeMap::new(),
            max_bytes: u64::MAX,
            bytes: AtomicU64::new(0),
            #[cfg(feature = "watchdog")]
            watchdog: None,
        };
        new.set_unparsed(templates.iter().copied().collect());
        new
    }

    fn set_unparsed(&mut self, texts: BTreeMap<&'static str, &'static str>) {
        self.unparsed = Arc::new(texts);
        let unparsed = Arc::clone(&self.unparsed);
        self.env.set_loader(move |name| Ok(unparsed.get(name).copied()));
    }

    /// Stops templates after this number of steps, because they would probably never end. A step pays for 64 bytes of text, too,
    /// and all files together may have as many bytes as one. With the feature `watchdog`, the program ends if a template takes a gigabyte
    /// or half a minute within a step.
    pub fn set_max_steps(&mut self, steps: u64) {
        self.env.set_fuel(Some(steps));
        self.max_bytes = steps.saturating_mul(limits::BYTES_PER_STEP);
        #[cfg(feature = "watchdog")]
        {
            self.watchdog = Some(watchdog::Watchdog::start());
        }
    }

    /// Defines a variable for all templates.
    pub fn set_global(&mut self, name: &'static str, value: Value) {
        self.env.add_global(name, value);
    }

    /// The names of all templates.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let parsed = self.env.templates().map(|(name, _)| name);
        self.unparsed.keys().copied().chain(parsed.filter(|name| !self.unparsed.contains_key(name)))
    }

    /// The source text of a template. `None` if there is no such template, or it cannot be parsed.
    pub fn text(&self, name: &str) -> Option<String> {
        self.env.get_template(name).ok().map(|template| template.source().to_owned())
    }

    /// Adds a template, or replaces the one with that name.
    ///
    /// # Errors
    /// If the text is not a valid template.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Error> {
        deep_stack::parsing(text, || self.env.add_template_owned(name.to_owned(), text.to_owned()))
    }

    /// Lets the templates below a folder replace those with the same names outside it.
    pub fn prefer(&mut self, folder: &str) {
        let mut texts = (*self.unparsed).clone();
        let below = self.unparsed.iter().filter_map(|(name, text)| {
            let name: &'static str = name.strip_prefix(folder)?.strip_prefix('/')?;
            Some((name, *text))
        });
        for (name, text) in below {
            self.env.remove_template(name);
            texts.insert(name, text);
        }
        self.set_unparsed(texts);
    }

    /// Adds a template in the given syntax. In torchgen's, every text is valid.
    ///
    /// # Errors
    /// If the text is not a valid template.
    pub fn add_in(&mut self, syntax: Syntax, name: &str, text: &str) -> Result<(), Error> {
        match syntax.release() {
            None => self.add(name, text),
            Some(release) => {
                self.code_templates.insert(name.to_owned(), CodeTemplate::new(name, text, release));
                Ok(())
            }
        }
    }

    /// Whether there is a valid template with this name.
    pub fn has(&self, name: &str) -> bool {
        self.code_templates.contains_key(name) || self.env.get_template(name).is_ok()
    }

    /// Renders the template with this name, without a line break where one is only allowed.
    ///
    /// # Errors
    /// If there is no such template, or it does not fit the context.
    pub fn render_named(&self, name: &str, context: Value) -> Result<String, Error> {
        self.env.get_template(name)?.render(context).map(soft_breaks::unbroken)
    }

    /// Renders a text as a template.
    ///
    /// # Errors
    /// If it is not a valid template, or does not fit the context.
    pub fn render_text(&self, text: &str, context: Value) -> Result<String, Error> {
        let rendered = deep_stack::parsing(text, || self.env.template_from_str(text)?.render(context));
        rendered.map(soft_breaks::resolved)
    }

    /// Renders a text as a template in the given syntax. Errors refer to it by `name`.
    ///
    /// # Errors
    /// If it is not a valid template, or does not fit the values.
    pub fn render_in(&self, syntax: Syntax, name: &str, text: &str, values: &Value) -> Result<String, Cause> {
        match syntax.release() {
            None => {
                let render = || self.env.template_from_named_str(name, text)?.render(values.clone());
                Ok(soft_breaks::resolved(deep_stack::parsing(text, render)?))
            }
            Some(release) => CodeTemplate::new(name, text, release).substituted(values, self.max_bytes),
        }
    }

    /// Evaluates an expression, as written between `{{` and `}}`.
    ///
    /// # Errors
    /// If it is not a valid expression, or does not fit the context.
    pub fn evaluate(&self, expression: &str, context: &Value) -> Result<Value, Error> {
        let evaluate = || self.env.compile_expression(expression)?.eval(context.clone());
        let value = deep_stack::parsing(expression, evaluate)?;
        match value.is_undefined() {
            true => Err(Error::new(ErrorKind::UndefinedError, format!("`{expression}` has no value"))),
            false => Ok(value),
        }
    }

    /// Checks that a text is a valid expression.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_expression(&self, expression: &str) -> Result<(), Error> {
        deep_stack::parsing(expression, || self.env.compile_expression(expression).map(drop))
    }

    /// Checks that a text is a valid template.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self, text: &str) -> Result<(), Error> {
        deep_stack::parsing(text, || self.env.template_from_str(text).map(drop))
    }

    /// Renders all files in parallel, and returns them in order.
    ///
    /// # Errors
    /// If a template does not fit its plan. Only the first failure is reported. Files after it may not be rendered.
    pub fn render(&self, plans: Vec<FilePlan>) -> Result<Vec<Rendered>, RenderError> {
        let first_failure = AtomicUsize::new(usize::MAX);
        let render = |(index, plan): (usize, FilePlan)| {
            if index > first_failure.load(Relaxed) || self.bytes.load(Relaxed) > self.max_bytes {
                return Ok(None);
            }
            let file = self.render_one(&plan);
            match &file {
                Ok(file) => self.bytes.fetch_add(file.text.len() as u64, Relaxed),
                Err(_) => first_failure.fetch_min(index, Relaxed) as u64,
            };
            file.map(Some)
        };
        let plans: Vec<_> = plans.into_iter().enumerate().collect();
        let files: Vec<_> = plans.into_par_iter().with_max_len(1).map(render).collect();
        let files = files.into_iter().collect::<Result<Vec<_>, _>>()?;
        if self.bytes.load(Relaxed) > self.max_bytes {
            let cause = Cause::TooLarge { template: None };
            return Err(RenderError { path: "all outputs together".to_owned(), about: None, cause });
        }
        Ok(files.into_iter().flatten().collect())
    }

    fn render_one(&self, plan: &FilePlan) -> Result<Rendered, RenderError> {
        #[cfg(feature = "watchdog")]
        let _entered = self.watchdog.as_ref().map(|watchdog| watchdog.enter(&plan.path));
        match self.file(plan) {
            Ok(text) => Ok(Rendered { path: plan.path.clone(), text }),
            Err((about, cause)) => Err(RenderError { path: plan.path.clone(), about, cause }),
        }
    }

    /// Renders a file. Its template sees the plan's context, the text of each part under the part's name, and facts about the
    /// shard under `shard`. A template in torchgen's syntax sees each part as a list with a text for each of its values.
    fn file(&self, plan: &FilePlan) -> Result<String, Failed> {
        if let Some(template) = self.code_templates.get(&plan.template) {
            let context = self.with_lists(plan)?;
            return template.file(&context, self.max_bytes).map_err(|cause| (None, cause));
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
        let mut bytes = Vec::with_capacity(SIZE_WITHOUT_PARTS + length);
        template.render_captured_to(context, &mut bytes).map_err(of_file)?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| of_file(Error::new(ErrorKind::BadSerialization, "the text is not UTF-8")))?;
        Ok(soft_breaks::resolved(text))
    }

    /// The values for a template in torchgen's syntax: the plan's context, and a list of texts for each part.
    fn with_lists(&self, plan: &FilePlan) -> Result<Value, Failed> {
        if plan.parts.is_empty() {
            return Ok(plan.context.clone());
        }
        let mut lists: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for part in &plan.parts {
            lists.entry(part.name).or_default().extend(self.part(part)?.0);
        }
        Ok(minijinja::context! { ..Value::from(lists), ..plan.context.clone() })
    }

    fn part(&self, part: &Part) -> Result<PartText, Failed> {
        let template = self.env.get_template(part.template).map_err(of_file)?;
        let render = |items: &[Item]| {
            let mut texts = Vec::new();
            for item in items {
                for plan in item.plans.iter() {
                    let text = template.render(plan.clone());
                    let text = text.map_err(|error| (Some(item.key.clone()), error.into()))?;
                    texts.push(soft_breaks::resolved(text));
                }
            }
            Ok(texts)
        };
        let chunks: Vec<Result<Vec<String>, Failed>> = part.items.par_chunks(CHUNK).map(render).collect();
        let texts = chunks.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok(PartText(texts.into_iter().flatten().collect()))
    }
}

/// The key of the item that failed to render, if it is one of many, and the cause.
type Failed = (Option<String>, Cause);

fn of_file(error: Error) -> Failed {
    (None, error.into())
}

/// The number of items that one task renders.
const CHUNK: usize = 16;

/// The approximate size of a file without its parts, in bytes.
const SIZE_WITHOUT_PARTS: usize = 4096;

/// The text of a part, in pieces. It can be a megabyte long, so it is copied only once, into the file.
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

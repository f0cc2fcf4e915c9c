//! The template environment: plans in, text out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use minijinja::value::{Object, ObjectRepr, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, syntax::SyntaxConfig};
use rayon::prelude::*;

use crate::targets::{FilePlan, Item, Part, Shard};

/// A rendered output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// Relative to the output folder, with `/`.
    pub path: String,
    pub text: String,
}

/// A template that does not fit its plan.
#[derive(Debug)]
pub struct RenderError {
    /// The output.
    pub path: String,
    /// The operator, where the template is for one of them.
    pub op: Option<String>,
    pub error: Error,
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot render {}", self.path)?;
        if let Some(op) = &self.op {
            write!(f, ", for `{op}`")?;
        }
        write!(f, ": {}{}", self.error, self.error.display_debug_info())
    }
}

impl std::error::Error for RenderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// What is wrong with a template, in a phrase that names the field in question.
pub fn reason(error: &Error) -> String {
    error.detail().map_or_else(|| error.kind().to_string(), |detail| format!("{}: {detail}", error.kind()))
}

/// The templates that plans are laid out by.
pub struct Templates {
    env: Environment<'static>,
}

impl Templates {
    /// Those that are part of opgen, strict about fields that a plan does not have.
    pub fn built_in() -> Self {
        let mut env = Environment::new();
        let mut syntax = SyntaxConfig::builder();
        syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
        env.set_syntax(syntax.build().expect("the default delimiters are valid"));
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        env.set_auto_escape_callback(|_| AutoEscape::None);
        env.set_formatter(|out, _, value| match value.as_str() {
            Some(text) => Ok(out.write_str(text)?),
            None => Ok(write!(out, "{value}")?),
        });
        env.set_debug(true);
        minijinja_embed::load_templates!(env);
        Templates { env }
    }

    /// The name of each.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.env.templates().map(|(name, _)| name)
    }

    /// The text of one of them.
    pub fn text(&self, name: &str) -> Option<String> {
        self.env.get_template(name).ok().map(|template| template.source().to_owned())
    }

    /// Adds a template, or puts it in the place of the one of that name.
    ///
    /// # Errors
    /// The text is no template.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.env.add_template_owned(name.to_owned(), text.to_owned())
    }

    /// Whether there is a template of this name.
    pub fn has(&self, name: &str) -> bool {
        self.env.get_template(name).is_ok()
    }

    /// Renders a text that is a template itself.
    ///
    /// # Errors
    /// It is none, or does not fit the context.
    pub fn render_text(&self, text: &str, context: Value) -> Result<String, Error> {
        self.env.template_from_str(text)?.render(context)
    }

    /// Whether a text is a template.
    ///
    /// # Errors
    /// Why it is none.
    pub fn check(&self, text: &str) -> Result<(), Error> {
        self.env.template_from_str(text).map(drop)
    }

    /// Renders every plan, on all cores, in order.
    ///
    /// # Errors
    /// The first template that does not fit its plan.
    pub fn render(&self, plans: Vec<FilePlan>) -> Result<Vec<Rendered>, RenderError> {
        let rendered: Vec<_> = plans.into_par_iter().map(|plan| self.render_one(&plan)).collect();
        rendered.into_iter().collect()
    }

    fn render_one(&self, plan: &FilePlan) -> Result<Rendered, RenderError> {
        match self.file(plan) {
            Ok(text) => Ok(Rendered { path: plan.path.clone(), text }),
            Err((op, error)) => Err(RenderError { path: plan.path.clone(), op, error }),
        }
    }

    /// The file's template gets the plan's own context, the text of each part by its name, and as `shard` what depends
    /// on the shard.
    fn file(&self, plan: &FilePlan) -> Result<String, Failed> {
        let template = self.env.get_template(&plan.template).map_err(of_file)?;
        let items = plan.parts.iter().flat_map(|part| &part.items);
        let includes: BTreeSet<&str> = items.flat_map(|item| item.includes.iter().copied()).collect();
        let Shard { index, of } = plan.shard;
        let shard = minijinja::context! {
            index,
            first => index == 0,
            all => (0..of).collect::<Vec<_>>(),
            includes => includes.into_iter().collect::<Vec<_>>(),
        };
        let mut fields = BTreeMap::from([("shard", shard)]);
        let mut length = FRAME;
        for part in &plan.parts {
            let text = self.part(part)?;
            length += text.0.iter().map(String::len).sum::<usize>();
            fields.insert(part.name, Value::from_object(text));
        }
        let context = minijinja::context! { ..Value::from(fields), ..plan.context.clone() };
        let mut bytes = Vec::with_capacity(length);
        template.render_captured_to(context, &mut bytes).map_err(of_file)?;
        String::from_utf8(bytes).map_err(|_| of_file(Error::new(ErrorKind::BadSerialization, "the text is not UTF-8")))
    }

    fn part(&self, part: &Part) -> Result<PartText, Failed> {
        let template = self.env.get_template(part.template).map_err(of_file)?;
        let render = |items: &[Item]| {
            let mut text = String::new();
            for item in items {
                let rendered = template.render(item.value.clone());
                text.push_str(&rendered.map_err(|error| (Some(item.key.clone()), error))?);
            }
            Ok(text)
        };
        let texts: Vec<_> = part.items.par_chunks(CHUNK).map(render).collect();
        texts.into_iter().collect::<Result<_, _>>().map(PartText)
    }
}

/// For which operator rendering failed, if for one, and why.
type Failed = (Option<String>, Error);

fn of_file(error: Error) -> Failed {
    (None, error)
}

/// How many items are rendered in one go.
const CHUNK: usize = 16;

/// About how many bytes a file has besides its parts.
const FRAME: usize = 4096;

/// The text of a part, in pieces. It may be a megabyte: it is copied once, into its file.
#[derive(Debug)]
struct PartText(Vec<String>);

impl Object for PartText {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| f.write_str(piece))
    }
}

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
    pub path: String,
    pub error: Error,
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot render {}: {}", self.path, self.error.display_debug_info())
    }
}

impl std::error::Error for RenderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
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

    /// Renders every plan, on all cores, in order.
    ///
    /// # Errors
    /// The first template that does not fit its plan.
    pub fn render(&self, plans: Vec<FilePlan>) -> Result<Vec<Rendered>, RenderError> {
        let rendered: Vec<_> = plans.into_par_iter().map(|plan| self.render_one(&plan)).collect();
        rendered.into_iter().collect()
    }

    fn render_one(&self, plan: &FilePlan) -> Result<Rendered, RenderError> {
        let text = self.file(plan).map_err(|error| RenderError { path: plan.path.clone(), error })?;
        Ok(Rendered { path: plan.path.clone(), text })
    }

    /// The file's template gets the plan's own context, the text of each part by its name, and as `shard` what depends
    /// on the shard.
    fn file(&self, plan: &FilePlan) -> Result<String, Error> {
        let template = self.env.get_template(plan.template)?;
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
        template.render_captured_to(context, &mut bytes)?;
        String::from_utf8(bytes).map_err(|_| Error::new(ErrorKind::BadSerialization, "the text is not UTF-8"))
    }

    fn part(&self, part: &Part) -> Result<PartText, Error> {
        let template = self.env.get_template(part.template)?;
        let render = |items: &[Item]| {
            let mut text = String::new();
            for item in items {
                text.push_str(&template.render(item.value.clone())?);
            }
            Ok(text)
        };
        let texts: Vec<_> = part.items.par_chunks(CHUNK).map(render).collect();
        texts.into_iter().collect::<Result<_, _>>().map(PartText)
    }
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

//! The template environment, which renders plans into text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use minijinja::value::{Object, ObjectRepr, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, syntax::SyntaxConfig};
use rayon::prelude::*;

use crate::reuse::{Memory, Placed, Slice};
use targets::{FilePlan, Item, Part, Shard};

/// A rendered output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// Relative to the output folder, with `/`.
    pub path: String,
    pub text: String,
    /// The project's own target that it belongs to, if any.
    pub target: Option<String>,
    /// The positions of parts that a later run may reuse.
    pub parts: Vec<Placed>,
}

impl Rendered {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Rendered { path: path.into(), text: text.into(), target: None, parts: Vec::new() }
    }
}

/// A template that does not fit its plan.
#[derive(Debug)]
pub struct RenderError {
    /// The output.
    pub path: String,
    /// The operator, if the template is for a single one.
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

/// What is wrong with a template, with the name of the field if there is one.
pub fn reason(error: &Error) -> String {
    error.detail().map_or_else(|| error.kind().to_string(), |detail| format!("{}: {detail}", error.kind()))
}

/// The templates by which plans are rendered.
pub struct Templates {
    env: Environment<'static>,
}

impl Templates {
    /// The built-in templates. A field that a plan does not have is an error.
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

    /// The names of all templates.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.env.templates().map(|(name, _)| name)
    }

    /// The text of a template.
    pub fn text(&self, name: &str) -> Option<String> {
        self.env.get_template(name).ok().map(|template| template.source().to_owned())
    }

    /// Adds a template, or replaces the one with this name.
    ///
    /// # Errors
    /// The text is not a valid template.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.env.add_template_owned(name.to_owned(), text.to_owned())
    }

    /// Whether there is a template of this name.
    pub fn has(&self, name: &str) -> bool {
        self.env.get_template(name).is_ok()
    }

    /// Renders a text that is itself a template.
    ///
    /// # Errors
    /// The text is not a valid template, or does not fit the context.
    pub fn render_text(&self, text: &str, context: Value) -> Result<String, Error> {
        self.env.template_from_str(text)?.render(context)
    }

    /// Checks that a text is a valid template.
    ///
    /// # Errors
    /// Why the text is not a valid template.
    pub fn check(&self, text: &str) -> Result<(), Error> {
        self.env.template_from_str(text).map(drop)
    }

    /// Renders every plan in parallel. The result is in order. Texts that the memory has are not rendered again.
    ///
    /// # Errors
    /// A template does not fit its plan; the first is reported.
    pub fn render(&self, plans: Vec<FilePlan>, memory: Option<&Memory>) -> Result<Vec<Rendered>, RenderError> {
        let plans = plans.into_par_iter().with_max_len(1);
        let rendered: Vec<_> = plans.map(|plan| self.render_one(&plan, memory)).collect();
        rendered.into_iter().collect()
    }

    fn render_one(&self, plan: &FilePlan, memory: Option<&Memory>) -> Result<Rendered, RenderError> {
        match self.file(plan, memory) {
            Ok((text, parts)) => Ok(Rendered { parts, ..Rendered::new(&plan.path, text) }),
            Err((op, error)) => Err(RenderError { path: plan.path.clone(), op, error }),
        }
    }

    /// The file's template gets the plan's own context, the text of each part by its name, and `shard`, which has the values
    /// that depend on the shard.
    fn file(&self, plan: &FilePlan, memory: Option<&Memory>) -> Result<(String, Vec<Placed>), Failed> {
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
        let mut lists: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        let mut parts = Vec::new();
        for part in &plan.parts {
            let text = Arc::new(self.part(&plan.path, part, memory)?);
            let value = Value::from_dyn_object(Arc::clone(&text));
            match part.listed {
                true => lists.entry(part.name).or_default().push(value),
                false => drop(fields.insert(part.name, value)),
            }
            parts.push(text);
        }
        fields.extend(lists.into_iter().map(|(name, texts)| (name, Value::from(texts))));
        let context = minijinja::context! { ..Value::from(fields), ..plan.context.clone() };
        let mut bytes = Vec::with_capacity(FRAME + parts.iter().map(|part| part.length()).sum::<usize>());
        template.render_captured_to(context, &mut bytes).map_err(of_file)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| of_file(Error::new(ErrorKind::BadSerialization, "the text is not UTF-8")))?;
        let placed = parts.iter().filter_map(|part| part.placed(&text)).collect();
        Ok((text, placed))
    }

    fn part(&self, file: &str, part: &Part, memory: Option<&Memory>) -> Result<PartText, Failed> {
        let template = part.template.map(|name| self.env.get_template(name)).transpose().map_err(of_file)?;
        let lay_out = |plan: &Value| match &template {
            Some(template) => template.render(plan.clone()),
            None => Ok(plan.to_string()),
        };
        let render = |items: &[Item]| {
            let mut text = PartText::default();
            for item in items {
                let name = memory.map(|memory| memory.name(file, part.name, item));
                if let Some(old) = memory.zip(name).and_then(|(memory, name)| memory.text(name)) {
                    text.push(name, Piece::Old(old.clone()));
                    continue;
                }
                let rendered: Result<String, _> = item.plans().iter().map(lay_out).collect();
                text.push(name, Piece::New(rendered.map_err(|error| (Some(item.key.to_owned()), error))?));
            }
            Ok(text)
        };
        let texts: Vec<_> = part.items.par_chunks(CHUNK).map(render).collect();
        texts.into_iter().try_fold(PartText::default(), |all, text| Ok(all.with(text?)))
    }
}

/// The operator for which rendering failed, if there is one, and why.
type Failed = (Option<String>, Error);

fn of_file(error: Error) -> Failed {
    (None, error)
}

/// How many items are rendered at a time.
const CHUNK: usize = 16;

/// The approximate size of a file without its parts, in bytes.
const FRAME: usize = 4096;

/// The text of a part, in pieces. It may be a megabyte, so it is copied only once, into the file.
#[derive(Debug, Default)]
struct PartText {
    /// One piece for each item.
    pieces: Vec<Piece>,
    /// The ids by which a later run finds the items, if they can be reused.
    names: Vec<u64>,
}

#[derive(Debug)]
enum Piece {
    New(String),
    Old(Slice),
}

impl Piece {
    fn as_str(&self) -> &str {
        match self {
            Piece::New(text) => text,
            Piece::Old(slice) => slice.as_str(),
        }
    }
}

impl PartText {
    fn push(&mut self, name: Option<u64>, piece: Piece) {
        self.names.extend(name);
        self.pieces.push(piece);
    }

    fn with(mut self, other: PartText) -> Self {
        self.names.extend(other.names);
        self.pieces.extend(other.pieces);
        self
    }

    fn length(&self) -> usize {
        self.pieces.iter().map(|piece| piece.as_str().len()).sum()
    }

    /// Its position in a file, if the template has inserted it unchanged.
    fn placed(&self, file: &str) -> Option<Placed> {
        let first = self.pieces.iter().map(Piece::as_str).find(|text| !text.is_empty())?;
        let is_at = |&(start, _): &(usize, &str)| {
            let mut rest = &file[start..];
            self.pieces.iter().all(|piece| rest.strip_prefix(piece.as_str()).map(|behind| rest = behind).is_some())
        };
        let (start, _) = file.match_indices(first).find(is_at)?;
        let lengths = self.pieces.iter().map(|piece| piece.as_str().len());
        let items: Vec<_> = self.names.iter().copied().zip(lengths).collect();
        (!items.is_empty()).then_some(Placed { start, items })
    }
}

impl Object for PartText {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| f.write_str(piece.as_str()))
    }
}

//! The template environment: documents in, text out. It knows no operator.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use heck::ToPascalCase;
use minijinja::value::{Object, ObjectRepr, Value, ValueKind};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, UndefinedBehavior, syntax::SyntaxConfig};
use rayon::prelude::*;

/// One file that is to be rendered.
#[derive(Debug, Clone)]
pub struct Document {
    /// Relative to the output folder, with `/`.
    pub path: String,
    pub template: String,
    pub context: Value,
    pub parts: Vec<DocumentPart>,
    pub shard: Shard,
}

/// Which of the files this is that one source was divided into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// The first also holds what a source has only once.
    pub index: usize,
    /// How many there are.
    pub of: usize,
}

impl Shard {
    /// A file that is not divided.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };
}

/// Plans that are rendered one after the other, as a text that the document's template has under a name.
#[derive(Debug, Clone)]
pub struct DocumentPart {
    pub name: &'static str,
    /// It is one of a list, which the template has under the name.
    pub listed: bool,
    pub template: &'static str,
    pub items: Vec<Item>,
}

/// Plans that belong together.
#[derive(Debug, Clone)]
pub struct Item {
    /// What they are about, for errors.
    pub about: String,
    /// Headers that the file must include for them.
    pub includes: Vec<String>,
    pub plans: Arc<[Value]>,
}

/// A rendered document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// Relative to the output folder, with `/`.
    pub path: String,
    pub text: String,
}

/// A template does not fit its plan.
#[derive(Debug)]
pub struct RenderError {
    /// The output.
    pub path: String,
    /// What the plan is about, where the template is for one of many.
    pub about: Option<String>,
    pub error: Error,
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot render {}", self.path)?;
        if let Some(about) = &self.about {
            write!(f, ", for `{about}`")?;
        }
        match is_endless(&self.error) {
            true => write!(f, ": {}", reason(&self.error)),
            false => write!(f, ": {}{}", self.error, self.error.display_debug_info()),
        }
    }
}

impl std::error::Error for RenderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// What is wrong with a template, with the name of the field if there is one.
pub fn reason(error: &Error) -> String {
    if is_endless(error) {
        return "it does not come to an end".to_owned();
    }
    error.detail().map_or_else(|| error.kind().to_string(), |detail| format!("{}: {detail}", error.kind()))
}

/// What to do about an error, where that is known.
pub fn help(error: &Error) -> Option<&'static str> {
    is_endless(error).then_some("look for loops inside each other, and for a macro or a template that calls itself")
}

fn is_endless(error: &Error) -> bool {
    error.kind() == ErrorKind::OutOfFuel || error.detail() == Some("recursion limit exceeded")
}

/// The error in the template that was included last. The others only say that an included template failed.
pub fn innermost(error: &Error) -> &Error {
    let cause = std::error::Error::source(error).filter(|_| error.kind() == ErrorKind::BadInclude);
    cause.and_then(|cause| cause.downcast_ref()).map_or(error, innermost)
}

/// Templates by name.
pub struct Templates {
    env: Environment<'static>,
}

impl Templates {
    /// Templates by name and text, strict about fields that a plan does not have.
    ///
    /// # Panics
    /// One of the texts is not a template.
    pub fn new(templates: &[(&'static str, &'static str)]) -> Self {
        let mut env = Environment::new();
        let mut syntax = SyntaxConfig::builder();
        syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
        env.set_syntax(syntax.build().expect("the default delimiters are valid"));
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        env.set_auto_escape_callback(|name| if is_html(name) { AutoEscape::Html } else { AutoEscape::None });
        env.set_formatter(|out, state, value| match (state.auto_escape(), value.as_str()) {
            (AutoEscape::Html, text) if !value.is_safe() => match text {
                Some(text) => write_html(out, text),
                None => write_html(out, &value.to_string()),
            },
            (_, Some(text)) => Ok(out.write_str(text)?),
            (_, None) => Ok(write!(out, "{value}")?),
        });
        env.set_debug(true);
        env.add_filter("quoted", quoted);
        env.add_filter("docstring", docstring);
        env.add_filter("rust_literal", rust_literal);
        env.add_filter("pascal_case", |name: &str| name.to_pascal_case());
        env.add_filter("wrapped", wrapped);
        for (name, text) in templates {
            env.add_template(name, text).unwrap_or_else(|error| panic!("{name} is not a template: {error}"));
        }
        Templates { env }
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
        self.env.templates().map(|(name, _)| name)
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
        let below = self.names().filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/')).map(str::to_owned);
        for name in below.collect::<Vec<_>>() {
            let text = self.text(&format!("{folder}/{name}")).unwrap_or_default();
            self.add(&name, &text).expect("it was added as a template before");
        }
    }

    /// Whether there is a template of this name.
    pub fn has(&self, name: &str) -> bool {
        self.env.get_template(name).is_ok()
    }

    /// Renders a text that is itself a template.
    ///
    /// # Errors
    /// It is not one, or does not fit the context.
    pub fn render_text(&self, text: &str, context: Value) -> Result<String, Error> {
        self.env.template_from_str(text)?.render(context)
    }

    /// Checks that a text is a valid template.
    ///
    /// # Errors
    /// Why it is not one.
    pub fn check(&self, text: &str) -> Result<(), Error> {
        self.env.template_from_str(text).map(drop)
    }

    /// Renders every document, on all cores, in order.
    ///
    /// # Errors
    /// A template does not fit its plan; the first is reported.
    pub fn render(&self, documents: Vec<Document>) -> Result<Vec<Rendered>, RenderError> {
        let documents = documents.into_par_iter().with_max_len(1);
        let rendered: Vec<_> = documents.map(|document| self.render_one(&document)).collect();
        rendered.into_iter().collect()
    }

    fn render_one(&self, document: &Document) -> Result<Rendered, RenderError> {
        match self.file(document) {
            Ok(text) => Ok(Rendered { path: document.path.clone(), text }),
            Err((about, error)) => Err(RenderError { path: document.path.clone(), about, error }),
        }
    }

    /// The file's template gets the document's own context, the text of each part under its name, and as `shard` what
    /// depends on the shard.
    fn file(&self, document: &Document) -> Result<String, Failed> {
        let template = self.env.get_template(&document.template).map_err(of_file)?;
        let items = document.parts.iter().flat_map(|part| &part.items);
        let includes: BTreeSet<String> = items.flat_map(|item| item.includes.iter().cloned()).collect();
        let Shard { index, of } = document.shard;
        let shard = minijinja::context! {
            index,
            first => index == 0,
            all => (0..of).collect::<Vec<_>>(),
            includes => includes.into_iter().collect::<Vec<_>>(),
        };
        let mut fields = BTreeMap::from([("shard", shard)]);
        let mut lists: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        let mut length = 0;
        for part in &document.parts {
            let text = self.part(part)?;
            length += text.length();
            let value = Value::from_object(text);
            match part.listed {
                true => lists.entry(part.name).or_default().push(value),
                false => drop(fields.insert(part.name, value)),
            }
        }
        fields.extend(lists.into_iter().map(|(name, texts)| (name, Value::from(texts))));
        let context = minijinja::context! { ..Value::from(fields), ..document.context.clone() };
        let mut bytes = Vec::with_capacity(FRAME + length);
        template.render_captured_to(context, &mut bytes).map_err(of_file)?;
        String::from_utf8(bytes).map_err(|_| of_file(Error::new(ErrorKind::BadSerialization, "the text is not UTF-8")))
    }

    fn part(&self, part: &DocumentPart) -> Result<PartText, Failed> {
        let template = self.env.get_template(part.template).map_err(of_file)?;
        let render = |items: &[Item]| {
            let mut texts = Vec::new();
            for item in items {
                for plan in item.plans.iter() {
                    let text = template.render(plan.clone());
                    texts.push(text.map_err(|error| (Some(item.about.clone()), error))?);
                }
            }
            Ok(texts)
        };
        let chunks: Vec<Result<Vec<String>, Failed>> = part.items.par_chunks(CHUNK).map(render).collect();
        let texts = chunks.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok(PartText(texts.into_iter().flatten().collect()))
    }
}

/// Whether a template is for a page of the reference. These escape all text.
fn is_html(template: &str) -> bool {
    template.starts_with("reference/") && template.ends_with(".html.j2")
}

/// Writes text into HTML. Slashes, of which links are full, stay as they are; minijinja would escape them.
fn write_html(out: &mut Output, text: &str) -> Result<(), Error> {
    let mut written = 0;
    for (at, letter) in text.match_indices(['&', '<', '>', '"', '\'']) {
        out.write_str(&text[written..at])?;
        out.write_str(match letter {
            "&" => "&amp;",
            "<" => "&lt;",
            ">" => "&gt;",
            "\"" => "&quot;",
            _ => "&#39;",
        })?;
        written = at + letter.len();
    }
    Ok(out.write_str(&text[written..])?)
}

/// A string literal of C++ that stands for a text, whatever is in it.
fn quoted(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => literal.extend(['\\', letter]),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            // Three digits, so that what follows cannot belong to it.
            _ if letter.is_ascii_control() => literal.push_str(&format!("\\{:03o}", u32::from(letter))),
            _ => literal.push(letter),
        }
    }
    literal.push('"');
    literal
}

/// A text as it stands between the quotes of a docstring in Python.
fn docstring(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "'")
}

/// A literal of Rust that stands for a text, a truth value, a number, or a list of them.
fn rust_literal(value: &Value) -> Result<String, Error> {
    match value.kind() {
        ValueKind::String => Ok(format!("{:?}", value.as_str().unwrap_or_default())),
        ValueKind::Bool => Ok(value.is_true().to_string()),
        ValueKind::Number if value.is_integer() => Ok(value.to_string()),
        ValueKind::Number => Ok(format!("{:?}", f64::try_from(value.clone())?)),
        ValueKind::Seq => {
            let items: Vec<String> = value.try_iter()?.map(|item| rust_literal(&item)).collect::<Result<_, _>>()?;
            Ok(format!("&[{}]", items.join(", ")))
        }
        kind => {
            Err(Error::new(ErrorKind::InvalidOperation, format!("there is no Rust literal for a value of kind {kind}")))
        }
    }
}

/// The widest line of generated code.
const COLUMNS: usize = 120;

/// Lines as a list with commas. Its first line begins at a column, and so do those that continue it where it would be too
/// wide; what closes the list has room for two letters.
fn wrapped(lines: &str, first_column: usize) -> String {
    let mut text = String::new();
    let mut column = first_column;
    for item in lines.lines() {
        let fits = column + ", ".len() + item.len() + "},".len() <= COLUMNS;
        if !text.is_empty() && fits {
            text.push_str(", ");
        } else if !text.is_empty() {
            text.push_str(",\n");
            text.extend(std::iter::repeat_n(' ', first_column));
        }
        column = if fits { column + ", ".len() } else { first_column } + item.len();
        text.push_str(item);
    }
    text
}

/// What rendering failed for, if for one plan of many, and why.
type Failed = (Option<String>, Error);

fn of_file(error: Error) -> Failed {
    (None, error)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_of_any_text_stands_for_that_text() {
        assert_eq!(quoted("a\"b\\c\nd\te\u{1}2é"), "\"a\\\"b\\\\c\\nd\\te\\0012é\"");
    }

    #[test]
    fn only_pages_of_the_reference_escape() {
        let page = "<p title='{{ text }}'>";
        let templates =
            Templates::new(&[("reference/a.html.j2", page), ("reference/a.js.j2", "{{ text }}"), ("a.html.j2", page)]);
        let rendered = |name: &str| {
            let context = minijinja::context! { text => "<a/b> & \"'é" };
            templates.env.get_template(name).and_then(|template| template.render(context)).expect("it renders")
        };
        assert_eq!(rendered("reference/a.html.j2"), "<p title='&lt;a/b&gt; &amp; &quot;&#39;é'>");
        assert_eq!(rendered("reference/a.js.j2"), "<a/b> & \"'é");
        assert_eq!(rendered("a.html.j2"), "<p title='<a/b> & \"'é'>");
    }

    #[test]
    fn values_become_literals_of_rust() {
        let literal = |value: Value| rust_literal(&value).expect("there is a literal");
        assert_eq!(literal(Value::from("a\"b\\\n")), "\"a\\\"b\\\\\\n\"");
        assert_eq!(literal(Value::from(vec![true, false])), "&[true, false]");
        assert_eq!(literal(Value::from(vec![-1, 2])), "&[-1, 2]");
        assert_eq!([1.0, 1e-5].map(|number| literal(Value::from(number))), ["1.0", "1e-5"]);
        assert!(rust_literal(&Value::from(())).is_err());
    }

    #[test]
    fn a_list_is_wrapped_where_it_would_be_too_wide() {
        assert_eq!(wrapped("", 2), "");
        assert_eq!(wrapped("a\nb\n", 2), "a, b");
        let long = "x".repeat(60);
        assert_eq!(wrapped(&format!("{long}\n{long}\nb\n"), 2), format!("{long},\n  {long}, b"));
    }
}

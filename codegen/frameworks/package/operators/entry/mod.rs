//! The entries of packages: their keys, and what they state beyond Paddle's.

pub mod autocast;
pub mod batch;
pub mod condition;
pub mod data_type_names;
pub mod for_each;
mod frameworks;
mod keys;
pub mod shape_rule;
pub mod size_rule;

use indexmap::IndexMap;
use profile::{Framework, Profile};
use source::fields::{self, Fields};
use source::text::Text;
use source::yaml::Value;
use source::{Diagnostic, Diagnostics, Spanned, suggest};
use spec::argument_marks;
use spec::{Autocast, BatchDims, Inferred, PackageOp, Poisoned, Signature, Stated};

pub use frameworks::TRITON;
pub use keys::KEYS;

use condition::Condition;
use data_type_names::data_type_help;
use for_each::ForEach;
use keys::{CAPTURABLE, WRITTEN_FOR};
use shape_rule::{ShapeRule, UNKNOWN};

use crate::rules;

type Name = Spanned<String>;

/// Reads what an entry states beyond Paddle's keys. `None` if the profile has no section for packages.
pub fn read(
    fields: &Fields,
    signature: &Signature,
    poisoned: &mut Poisoned,
    profile: &Profile,
    diagnostics: &mut Diagnostics,
) -> Option<PackageOp> {
    let package = profile.package.as_ref()?;
    let mut reader = Reader { fields, signature, is_complete: !poisoned.0, profile, diagnostics };
    let shape = reader.inferred("shape");
    reader.shapes(shape.as_ref());
    let data_type = reader.inferred("data_type");
    let requires = reader.conditions();
    let frameworks = frameworks::listed(fields, profile, reader.diagnostics);
    let batch = reader.batch();
    let autocast = reader.autocast();
    let example = reader.stated("example");
    poisoned.0 |= fields.is_unreadable("shape", shape.as_ref())
        || fields.is_unreadable("data_type", data_type.as_ref())
        || fields.is_unreadable("frameworks", frameworks.first());
    let zeroed = fields.names("zeroed", reader.diagnostics);
    for name in &zeroed {
        reader.known(name, "output", signature.output_names().collect());
    }
    let registered_names = reader.stated("registered_name");
    let doc = documentation(fields, reader.diagnostics);
    // Mistakes in these texts have been reported where the signature was read.
    let text = |key| fields.text(key, &mut Diagnostics::default());
    let arguments = text("args").map_or(Vec::new(), argument_marks::of_arguments);
    let values = text("output").map_or(Vec::new(), argument_marks::of_outputs);
    let named_results = text("output").map_or(Vec::new(), argument_marks::named_outputs);
    let namespace = fields.name("namespace", reader.diagnostics);
    let mut op = PackageOp {
        doc,
        shape,
        data_type,
        requires,
        frameworks,
        batch,
        autocast,
        example,
        registered_names,
        zeroed,
        namespace,
        named_results,
        arguments,
        values,
        ..PackageOp::default()
    };
    let kernel = fields.get("kernel").filter(|node| matches!(node.value, Value::Mapping(_)));
    if let Some(kernel) =
        kernel.and_then(|node| Fields::of(node, format_args!("`kernel` of {}", fields.what), reader.diagnostics))
    {
        (op.written_for, op.triton) = frameworks::written_for(&kernel, profile, reader.diagnostics);
        poisoned.0 |= kernel.is_unreadable(WRITTEN_FOR, op.written_for.as_ref());
        let by_sources = op.written_for.as_ref().filter(|_| !op.triton);
        op.registered_for = frameworks::dispatch_keys(&kernel, by_sources, profile, reader.diagnostics);
        let is_capturable = kernel.flag(CAPTURABLE, reader.diagnostics);
        op.capturable = kernel.key_span(CAPTURABLE).map(|key| Spanned::new(is_capturable, key));
        op.source = kernel.text("source", reader.diagnostics).map(|text| text.to_spanned());
        // Sources are included beside Paddle's registrations, so their kernels take Paddle's tensors.
        if let Some(source) = &op.source {
            match &op.written_for {
                Some(other) if other.value != Framework::Paddle => {
                    let message = format!("`source` is for kernels of `{}`", Framework::Paddle.name());
                    let problem = Diagnostic::new(rules::UNKNOWN_FRAMEWORK, other.span, message);
                    let help = match op.triton {
                        true => format!("remove it: the function is in `{}/*.py`", package.kernels),
                        false => {
                            let folder = format!("{}/{}/", package.kernels, other.value.name());
                            format!("move the file to `{folder}`, where it is compiled")
                        }
                    };
                    reader.diagnostics.push(problem.label(source.span, "the source").help(help));
                }
                _ if kernel.get(WRITTEN_FOR).is_none() => {
                    op.written_for = Some(Spanned::new(Framework::Paddle, source.span));
                }
                _ => {}
            }
        }
        op.input_types = Reader { fields: &kernel, ..reader }.stated("input_type");
        known_types(&op.input_types, &package.data_types, diagnostics);
    }
    Some(op)
}

fn known_types<T>(types: &[Stated], known: &IndexMap<String, T>, diagnostics: &mut Diagnostics) {
    for Stated { text, .. } in types.iter().filter(|stated| stated.text.value != ANY_TYPE) {
        if !known.contains_key(&text.value) {
            let message = format!("`{}` is not a data type", text.value);
            let help = data_type_help(&text.value, known.keys().map(String::as_str).chain([ANY_TYPE]));
            diagnostics.push(Diagnostic::new(rules::DATA_TYPE_RULE, text.span, message).maybe_help(help));
        }
    }
}

/// In `input_type`: the kernel looks at the data type itself.
pub const ANY_TYPE: &str = "any";

/// The documentation of an operator. It keeps its lines, unlike texts that a grammar reads.
fn documentation(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<Name> {
    let text = fields.text("doc", diagnostics)?;
    let Value::Scalar(scalar) = &fields.get("doc")?.value else { return None };
    Some(Spanned::new(scalar.text.trim().to_owned(), text.span()))
}

struct Reader<'a, 'b> {
    fields: &'a Fields<'a>,
    signature: &'a Signature,
    is_complete: bool,
    profile: &'a Profile,
    diagnostics: &'b mut Diagnostics,
}

impl Reader<'_, '_> {
    /// The function, or the rules, under a key.
    fn inferred(&mut self, key: &str) -> Option<Inferred> {
        let node = self.fields.get(key)?;
        if let Value::Mapping(_) = &node.value {
            let rules = self.stated(key);
            for rule in &rules {
                self.known(&rule.name, "output", self.signature.output_names().collect());
            }
            return Some(Inferred { func: None, rules });
        }
        let text = fields::text(node, format_args!("`{key}` of {}", self.fields.what), self.diagnostics)?;
        let is_data_type =
            |name: &str| self.profile.package.as_ref().is_some_and(|package| package.data_types.contains_key(name));
        let is_of_type = |name: &str| self.signature.input(name).is_some() || is_data_type(name);
        if text.is_identifier() && text.as_str() != UNKNOWN && !(key == "data_type" && is_of_type(text.as_str())) {
            return Some(Inferred { func: Some(text.to_spanned()), rules: Vec::new() });
        }
        // One rule for all outputs.
        let rule = |name: &str| Stated { name: Spanned::new(name.to_owned(), text.span()), text: text.to_spanned() };
        Some(Inferred { func: None, rules: self.signature.output_names().map(rule).collect() })
    }

    /// A mapping from names to texts.
    fn stated(&mut self, key: &str) -> Vec<Stated> {
        let Some(node) = self.fields.get(key) else { return Vec::new() };
        let what = format!("`{key}` of {}", self.fields.what);
        let Some(map) = Fields::of(node, format_args!("{what}"), self.diagnostics) else { return Vec::new() };
        let mut stated = Vec::new();
        for (name, node) in map.entries() {
            match key {
                "example" => self.known(name, "argument", self.signature.arg_names().collect()),
                "input_type" => self.known(name, "input", self.signature.input_names().collect()),
                "registered_name" => {
                    let tensors = self.signature.input_names().chain(self.signature.output_names());
                    self.known(name, "input or output", tensors.collect());
                }
                _ => {}
            }
            if let Some(text) = fields::text(node, format_args!("`{}` in {what}", name.value), self.diagnostics) {
                let mut text = text.to_spanned();
                // A registered name may begin or end with a space.
                if let (Value::Scalar(scalar), "registered_name") = (&node.value, key) {
                    text.value.clone_from(&scalar.text);
                }
                stated.push(Stated { name: name.clone(), text });
            }
        }
        stated
    }

    fn known(&mut self, name: &Name, is: &str, known: Vec<&str>) {
        self.known_beside(name, is, known, &[]);
    }

    /// Reports an unknown name. `words` are other words that could be meant.
    fn known_beside(&mut self, name: &Name, is: &str, known: Vec<&str>, words: &[&str]) {
        if self.is_complete && !known.contains(&name.value.as_str()) {
            let message = format!("`{}` is not an {is} of {}", name.value, self.fields.what);
            let problem = Diagnostic::new(rules::UNKNOWN_RULE_NAME, name.span, message);
            let words = words.iter().copied().filter(|word| *word != name.value);
            let help = suggest::help(&name.value, known.into_iter().chain(words));
            self.diagnostics.push(problem.maybe_help(help));
        }
    }

    /// Reports a name for the items of a list that an argument has, too.
    fn new_name(&mut self, each: &ForEach) {
        if self.signature.has_arg(&each.item.value) {
            let message = format!("`{}` is already an argument of {}", each.item.value, self.fields.what);
            let problem = Diagnostic::new(rules::SHAPE_RULE, each.item.span, message);
            self.diagnostics.push(problem.help("choose another name for the items"));
        }
    }

    /// Reports mistakes in shape rules, and names in them that are not arguments.
    fn shapes(&mut self, shape: Option<&Inferred>) {
        let mut seen = Vec::new();
        for rule in shape.iter().flat_map(|shape| &shape.rules) {
            // One text may be the rule of several outputs.
            if seen.contains(&rule.text.span) {
                continue;
            }
            seen.push(rule.text.span);
            match ShapeRule::read(Text::of_spanned(&rule.text)) {
                Err(problem) => self.diagnostics.push(*problem),
                Ok(read) => {
                    let mut words = vec![UNKNOWN];
                    if let ShapeRule::Each(each, _) = &read {
                        self.new_name(each);
                        words = vec![each.item.value.as_str()];
                    }
                    for name in read.names() {
                        self.known_beside(name, "argument", self.signature.arg_names().collect(), &words);
                    }
                }
            }
        }
    }

    /// The conditions under `require`: one text, or several. A message may follow a colon.
    fn conditions(&mut self) -> Vec<Stated> {
        let Some(node) = self.fields.get("require") else { return Vec::new() };
        let nodes = match &node.value {
            Value::Sequence(nodes) => nodes.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let mut stated = Vec::new();
        for node in nodes {
            let text = fields::text(node, format_args!("`require` of {}", self.fields.what), self.diagnostics);
            let Some(text) = text else { continue };
            match Condition::with_message(text) {
                Err(problem) => self.diagnostics.push(*problem),
                Ok((condition, message)) => {
                    stated.push(Stated { name: condition.to_spanned(), text: message.to_spanned() });
                }
            }
        }
        for Stated { name, .. } in &stated {
            match Condition::read(Text::of_spanned(name)) {
                Err(problem) => self.diagnostics.push(*problem),
                Ok(read) => {
                    let mut words = Vec::new();
                    if let Condition::Each(each, _) = &read {
                        self.new_name(each);
                        words.push(each.item.value.as_str());
                    }
                    let package = self.profile.package.as_ref();
                    let is_type = |name: &str| package.is_some_and(|package| package.data_types.contains_key(name));
                    for name in read.names().into_iter().filter(|name| !is_type(&name.value)) {
                        self.known_beside(name, "argument", self.signature.arg_names().collect(), &words);
                    }
                }
            }
        }
        stated
    }

    /// The leading dimensions over which the operator works one by one.
    fn batch(&mut self) -> Vec<BatchDims> {
        let Some(text) = self.fields.text("batch", self.diagnostics) else { return Vec::new() };
        match batch::read(text) {
            Err(problem) => {
                self.diagnostics.push(*problem);
                Vec::new()
            }
            Ok(read) => {
                for dims in &read {
                    self.known(&dims.input, "input", self.signature.input_names().collect());
                }
                read
            }
        }
    }

    /// The type to which inputs are converted.
    fn autocast(&mut self) -> Option<Autocast> {
        let text = self.fields.text("autocast", self.diagnostics)?;
        let read = autocast::read(text).map_err(|problem| self.diagnostics.push(*problem)).ok()?;
        if let Autocast::Like(name) = &read {
            self.known(name, "input", self.signature.input_names().collect());
        }
        Some(read)
    }
}

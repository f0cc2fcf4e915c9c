//! The names of variables in generated functions, which must differ from the names of arguments.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::names::Locals;

/// The variables of a template, by the names that it uses for them. Strict templates cannot use any other.
pub type TemplateLocals = BTreeMap<&'static str, String>;

/// What is added to the names of variables: nothing, unless two names would be the same.
#[derive(Debug, Clone)]
pub struct Suffixes {
    /// Added to the names of outputs.
    pub outputs: String,
    /// Added to all variables that are neither an argument nor an output.
    pub locals: String,
}

impl Suffixes {
    /// The names of arguments are never changed. `locals` are the variables that are neither arguments nor outputs.
    pub fn new(arguments: &[&str], outputs: &[&str], mut locals: Vec<String>) -> Self {
        let of_outputs = Locals::new(arguments.iter().copied()).tail(outputs);
        let outputs: Vec<String> = outputs.iter().map(|output| format!("{output}{of_outputs}")).collect();
        locals.extend(outputs.iter().flat_map(|output| AutogradMeta::new(output, "").names()));
        let taken = Locals::new(arguments.iter().copied().chain(outputs.iter().map(String::as_str)));
        Suffixes { locals: taken.tail(&locals), outputs: of_outputs }
    }

    pub fn local(&self, name: &str) -> String {
        format!("{name}{}", self.locals)
    }

    pub fn output(&self, name: &str) -> String {
        format!("{name}{}", self.outputs)
    }

    pub fn meta(&self, tensor: &str) -> AutogradMeta {
        AutogradMeta::new(tensor, &self.locals)
    }

    pub fn template_locals(&self, names: &[&'static str]) -> TemplateLocals {
        names.iter().map(|&name| (name, self.local(name))).collect()
    }
}

/// The variables for the autograd meta of a tensor or list.
#[derive(Debug, Serialize)]
pub struct AutogradMeta {
    /// Points to the meta of a tensor, or to the metas of a list.
    pub pointer: String,
    /// The metas of a list.
    pub list: String,
}

impl AutogradMeta {
    fn new(tensor: &str, suffix: &str) -> Self {
        AutogradMeta {
            pointer: format!("{tensor}_autograd_meta{suffix}"),
            list: format!("{tensor}_autograd_meta_vec{suffix}"),
        }
    }

    fn names(self) -> [String; 2] {
        let AutogradMeta { pointer, list } = self;
        [pointer, list]
    }
}

/// The variables that a forward function makes from an input.
#[derive(Debug, Serialize)]
pub struct InputLocals {
    pub meta: AutogradMeta,
    /// The input after a cast or a change of layout.
    pub converted: String,
    /// The input in contiguous memory.
    pub contiguous: String,
}

impl InputLocals {
    pub fn new(input: &str, suffix: &str) -> Self {
        InputLocals {
            meta: AutogradMeta::new(input, suffix),
            converted: format!("new_{input}{suffix}"),
            contiguous: format!("{input}_tmp{suffix}"),
        }
    }

    pub fn names(self) -> impl Iterator<Item = String> {
        let InputLocals { meta, converted, contiguous } = self;
        meta.names().into_iter().chain([converted, contiguous])
    }
}

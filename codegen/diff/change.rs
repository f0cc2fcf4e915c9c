//! What a change is, and whom it breaks.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use source::Span;

/// Those whom a change can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Callers of the C++ and Python functions.
    Api,
    /// Programs that were saved before the change.
    Model,
    /// The kernels, which have to follow.
    Kernel,
}

impl Class {
    pub const ALL: [Class; 3] = [Class::Api, Class::Model, Class::Kernel];

    pub fn name(self) -> &'static str {
        match self {
            Class::Api => "api",
            Class::Model => "model",
            Class::Kernel => "kernel",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Class {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Class::ALL.into_iter().find(|class| class.name() == text);
        found.ok_or_else(|| format!("unknown class `{text}`: there are {}", Class::ALL.map(Class::name).join(", ")))
    }
}

macro_rules! kinds {
    ($($variant:ident = $name:literal $title:literal;)*) => {
        /// A kind of change.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $($variant,)*
        }

        impl Kind {
            pub const ALL: &'static [Kind] = &[$(Kind::$variant,)*];

            /// The stable name, such as `argument-removed`.
            pub fn name(self) -> &'static str {
                match self { $(Kind::$variant => $name,)* }
            }

            /// One line that says what has changed, and whom that breaks in which case.
            pub fn title(self) -> &'static str {
                match self { $(Kind::$variant => $title,)* }
            }
        }
    };
}

kinds! {
    OperatorAdded = "operator-added" "an operator is new; nobody";
    OperatorRemoved = "operator-removed" "an operator is gone; its callers and the programs that hold it";
    OperatorRenamed = "operator-renamed" "an operator has another name; its callers, and programs unless its legacy name stays";
    OperatorMoved = "operator-moved" "an operator is defined in a file of another kind; callers that lose its functions";

    ArgumentAdded = "argument-added" "callers unless it stands last and has a default; programs unless they can do without";
    ArgumentRemoved = "argument-removed" "callers, and programs that hold it";
    ArgumentRenamed = "argument-renamed" "callers, and programs unless its legacy name stays";
    ArgumentMoved = "argument-moved" "arguments are given by position: callers";
    ArgumentRetyped = "argument-retyped" "callers, and programs where it is stored as another type";
    ArgumentOptional = "argument-optional" "callers and programs where an argument may no longer be absent";
    DefaultAdded = "default-added" "nobody";
    DefaultRemoved = "default-removed" "callers and programs without the argument";
    DefaultChanged = "default-changed" "callers, and programs unless a new checkpoint says so";
    ReturnChanged = "return-changed" "outputs that are returned: callers";
    OutputChanged = "output-changed" "an output that nobody is given, or its name: programs unless its legacy name stays";
    InplaceChanged = "inplace-changed" "callers of a function that is gone or returns something else";
    ViewChanged = "view-changed" "callers who rely on shared, or on separate, memory";

    KernelChanged = "kernel-changed" "the name or the parameters of a kernel: kernels";
    KernelKey = "kernel-key" "what chooses among the registrations of a kernel: kernels";
    DataTransform = "data-transform" "what happens to an input on its way to the kernel: kernels";
    ImplementationChanged = "implementation-changed" "invoke or composite; programs where the operator leaves the static graph";
    InferMeta = "infer-meta" "nobody";
    NoNeedBuffer = "no-need-buffer" "nobody";

    BackwardAdded = "backward-added" "nobody";
    BackwardRemoved = "backward-removed" "callers who train";
    BackwardChanged = "backward-changed" "nobody: what the gradient does is said of it";
    ForwardChanged = "forward-changed" "nobody: it repeats what is said of the forward operator";
    DygraphMode = "dygraph-mode" "callers whose functions are no longer made";
    StaticGraph = "static-graph" "traits and interfaces; nobody";

    SavedForm = "saved-form" "legacy names and stored types: programs";
    Compat = "compat" "what else op_compat says; nobody";
    Version = "version" "checkpoints; programs where one is gone";
    Listed = "listed" "methods of `Tensor` and primitive operators: callers of a method that is gone";
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// One change, in words for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub kind: Kind,
    pub message: String,
    /// Whom it breaks, and why.
    pub breaks: BTreeMap<Class, String>,
    /// Where it stands in the base, and in the head.
    pub base: Option<Span>,
    pub head: Option<Span>,
    /// What there is to say besides.
    pub notes: Vec<String>,
}

impl Change {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        let (breaks, notes) = (BTreeMap::new(), Vec::new());
        Change { kind, message: message.into(), breaks, base: None, head: None, notes }
    }

    pub fn base(self, span: Span) -> Self {
        Change { base: Some(span), ..self }
    }

    pub fn head(self, span: Span) -> Self {
        Change { head: Some(span), ..self }
    }

    /// Says that it breaks a class, and why. The first reason counts.
    pub fn breaks(mut self, class: Class, why: impl Into<String>) -> Self {
        self.breaks.entry(class).or_insert_with(|| why.into());
        self
    }

    pub fn breaks_if(self, condition: bool, class: Class, why: impl Into<String>) -> Self {
        if condition { self.breaks(class, why) } else { self }
    }

    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_in_one_style() {
        for (i, kind) in Kind::ALL.iter().enumerate() {
            assert!(kind.name().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", kind.name());
            assert!(Kind::ALL[..i].iter().all(|other| other.name() != kind.name()), "{}", kind.name());
        }
    }

    #[test]
    fn a_class_is_read_by_its_name() {
        assert_eq!(Class::ALL.map(|class| class.name().parse()), Class::ALL.map(Ok));
        assert_eq!("abi".parse::<Class>(), Err("unknown class `abi`: there are api, model, kernel".to_owned()));
    }
}

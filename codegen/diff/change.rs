//! A change between two versions of the operators, and who is broken by it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use source::Span;

/// Groups of users that a change can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Callers of the C++ and Python functions.
    Api,
    /// Programs that were saved before the change.
    Model,
    /// The kernels, which have to be adapted.
    Kernel,
    /// Programs of PIR that were saved before the change.
    Pir,
}

impl Class {
    pub const ALL: [Class; 4] = [Class::Api, Class::Model, Class::Kernel, Class::Pir];

    pub fn name(self) -> &'static str {
        match self {
            Class::Api => "api",
            Class::Model => "model",
            Class::Kernel => "kernel",
            Class::Pir => "pir",
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
        found.ok_or_else(|| {
            format!("unknown class `{text}`; the classes are {}", Class::ALL.map(Class::name).join(", "))
        })
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

            /// One line that says what has changed, and who is broken by it in which case.
            pub fn title(self) -> &'static str {
                match self { $(Kind::$variant => $title,)* }
            }
        }
    };
}

kinds! {
    OperatorAdded = "operator-added" "a new operator: breaks nobody";
    OperatorRemoved = "operator-removed" "an operator was removed: breaks its callers, and programs that contain it";
    OperatorRenamed = "operator-renamed" "an operator was renamed: breaks its callers, and programs unless it keeps its legacy name";
    OperatorMoved = "operator-moved" "an operator moved to a file of another kind: breaks callers if its functions are removed or move to another namespace";

    ArgumentAdded = "argument-added" "a new argument: breaks callers unless it comes last and has a default, and programs if they need it";
    ArgumentRemoved = "argument-removed" "an argument was removed: breaks callers, and programs that contain it";
    ArgumentRenamed = "argument-renamed" "an argument was renamed: breaks callers, and programs unless it keeps its legacy name";
    ArgumentMoved = "argument-moved" "the order of arguments changed: breaks callers, who pass them by position";
    ArgumentRetyped = "argument-retyped" "an argument has another type: breaks callers if it is another one in C++, and programs if it is stored as another type that is not converted";
    ArgumentOptional = "argument-optional" "an argument became optional or required: breaks callers and programs if it became required";
    DefaultAdded = "default-added" "a new default: breaks nobody";
    DefaultRemoved = "default-removed" "a default was removed: breaks callers and programs that omit the argument";
    DefaultChanged = "default-changed" "a default changed: breaks callers, and programs unless a new checkpoint records it";
    ReturnChanged = "return-changed" "the returned outputs changed: breaks callers";
    OutputChanged = "output-changed" "an output that is not returned, or the name of an output: breaks programs unless it keeps its legacy name";
    InplaceChanged = "inplace-changed" "`inplace` changed: breaks callers of a function that was removed or returns something else";
    ViewChanged = "view-changed" "`view` changed: breaks callers that rely on shared or on separate memory";

    KernelChanged = "kernel-changed" "the name, the parameters or the order of the outputs of a kernel changed: breaks kernels";
    KernelKey = "kernel-key" "the selection of a kernel's registration changed: breaks kernels";
    DataTransform = "data-transform" "the conversion of an input for the kernel changed: breaks kernels";
    ImplementationChanged = "implementation-changed" "`invoke` or `composite` changed: breaks programs if the static graph no longer has the operator";
    InferMeta = "infer-meta" "`infer_meta` changed: breaks nobody";
    NoNeedBuffer = "no-need-buffer" "`no_need_buffer` changed: breaks nobody";

    BackwardAdded = "backward-added" "a new gradient: breaks nobody";
    BackwardRemoved = "backward-removed" "a gradient was removed: breaks callers that train";
    BackwardChanged = "backward-changed" "another gradient: breaks nobody, because changes of the gradient are reported separately";
    ForwardChanged = "forward-changed" "the forward signature of a gradient changed: breaks nobody, because it only repeats the forward operator";
    DygraphMode = "dygraph-mode" "`support_dygraph_mode` changed: breaks callers if functions are no longer generated";
    StaticGraph = "static-graph" "traits, interfaces or `support_tensor` changed: breaks nobody";

    OpMaker = "op-maker" "an op maker was written by hand and is now generated, or the other way round: nothing in the YAML tells whether programs break";
    SavedForm = "saved-form" "names or types in programs changed: breaks programs";
    Operation = "operation" "the operation of PIR changed: breaks programs of PIR if its name, an operand, a result or an attribute is another one";
    ExtraAttribute = "extra-attribute" "an attribute in `extra` of op_compat changed: breaks programs if its default or its type changed, or if it was removed";
    Compat = "compat" "anything else in op_compat changed: breaks nobody";
    Version = "version" "checkpoints changed: breaks programs if one was removed";
    Addition = "addition" "what a kind of device adds to an operator changed: breaks nobody";
    Listed = "listed" "methods of `Tensor` or primitive operators changed: breaks callers of a method that was removed";
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub kind: Kind,
    pub message: String,
    /// Who is broken by it, and why.
    pub breaks: BTreeMap<Class, String>,
    /// Its spans in the base and in the head.
    pub base: Option<Span>,
    pub head: Option<Span>,
    /// Additional notes.
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

    /// Adds a class that the change breaks, with the reason. If there are several reasons, the first is kept.
    pub fn breaks(mut self, class: Class, why: impl Into<String>) -> Self {
        self.breaks.entry(class).or_insert_with(|| why.into());
        self
    }

    /// Adds a reason to those for which the change breaks a class.
    pub fn also_breaks(mut self, class: Class, why: &str) -> Self {
        let reasons = self.breaks.entry(class).or_default();
        *reasons = if reasons.is_empty() { why.to_owned() } else { format!("{reasons}; {why}") };
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
        assert_eq!(
            "abi".parse::<Class>(),
            Err("unknown class `abi`; the classes are api, model, kernel, pir".to_owned())
        );
    }
}

//! A change between two versions of the operators, and whom it breaks.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use source::Span;

use crate::reasons::Reasons;

/// Groups of users that a change can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Callers of the C++ and Python functions.
    Api,
    /// Callers of `_C_ops`, which demands every argument, also those with defaults.
    Python,
    /// Programs that were saved before the change.
    Model,
    /// Authors of kernels, who have to adapt them.
    Kernel,
    /// PIR programs that were saved before the change.
    Pir,
}

impl Class {
    /// All classes, in the order of reports.
    pub const ALL: [Class; 5] = [Class::Api, Class::Python, Class::Model, Class::Kernel, Class::Pir];

    /// The name in reports and options, such as `api`.
    pub fn name(self) -> &'static str {
        match self {
            Class::Api => "api",
            Class::Python => "python",
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
            $(#[doc = $title] $variant,)*
        }

        impl Kind {
            /// All kinds, in the order of the documentation.
            pub const ALL: &'static [Kind] = &[$(Kind::$variant,)*];

            /// The stable name, such as `argument-removed`.
            pub fn name(self) -> &'static str {
                match self { $(Kind::$variant => $name,)* }
            }

            /// One line that says what changed, and whom it breaks when.
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

    ArgumentAdded = "argument-added" "a new argument: breaks callers unless it comes last and has a default, callers of `_C_ops` unless they may omit it, and programs if they need it";
    ArgumentRemoved = "argument-removed" "an argument was removed: breaks callers, and programs that contain it";
    ArgumentRenamed = "argument-renamed" "an argument was renamed: breaks callers, and programs unless it keeps its legacy name";
    ArgumentMoved = "argument-moved" "the order of arguments changed: breaks callers, who pass them by position";
    ArgumentRetyped = "argument-retyped" "the type of an argument changed: breaks callers if its C++ type changed, and programs if its stored type changed and is not converted";
    ArgumentOptional = "argument-optional" "an argument became optional or required: breaks callers and programs if it became required";
    DefaultAdded = "default-added" "a new default: breaks nobody";
    DefaultRemoved = "default-removed" "a default was removed: breaks callers and programs that omit the argument";
    DefaultChanged = "default-changed" "a default changed: breaks callers, and programs unless a new checkpoint records it";
    ReturnChanged = "return-changed" "the returned outputs changed: breaks callers";
    OutputChanged = "output-changed" "an output that is not returned changed, or an output was renamed: breaks programs unless it keeps its legacy name";
    InplaceChanged = "inplace-changed" "`inplace` changed: breaks callers of a function that was removed or returns something else";
    OutputRule = "output-rule" "the rule for the shape or data type of an output of a package changed: breaks callers if the result changed";
    ViewChanged = "view-changed" "`view` changed: breaks callers that rely on shared or on separate memory";

    KernelChanged = "kernel-changed" "the name, the parameters or the order of the outputs of a kernel changed: breaks kernels";
    KernelKey = "kernel-key" "the selection of a kernel's registration changed: breaks kernels";
    CppSignature = "cpp-signature" "the parameters of a kernel or an infer meta function changed in C++, but not in the YAML: breaks kernels";
    DataTypes = "data-types" "a kernel is registered for other backends or data types: breaks kernels if one is gone";
    DataTransform = "data-transform" "the conversion of an input for the kernel changed: breaks kernels";
    ImplementationChanged = "implementation-changed" "`invoke` or `composite` changed: breaks programs if the static graph no longer has the operator";
    InferMeta = "infer-meta" "`infer_meta` changed: breaks nobody";
    NoNeedBuffer = "no-need-buffer" "`no_need_buffer` changed: breaks nobody";

    BackwardAdded = "backward-added" "a new gradient: breaks nobody";
    BackwardRemoved = "backward-removed" "a gradient was removed: breaks callers that train";
    BackwardChanged = "backward-changed" "the gradient is a different operator: breaks nobody, because changes of the gradient are reported separately";
    ForwardChanged = "forward-changed" "the forward signature of a gradient changed: breaks nobody, because it only repeats the forward operator";
    DygraphMode = "dygraph-mode" "`support_dygraph_mode` changed: breaks callers if functions are no longer generated";
    ProgramFunctions = "program-functions" "the functions that add the operator to a program were removed, or are those of another entry: breaks callers if they are gone or take other arguments";
    StaticGraph = "static-graph" "traits, interfaces or `support_tensor` changed: breaks nobody";

    OpMaker = "op-maker" "an op maker was written by hand and is now generated, or the other way round: the YAML does not show whether programs break";
    SavedForm = "saved-form" "names or types in programs changed: breaks programs";
    Operation = "operation" "the PIR operation changed: breaks PIR programs if its name, an operand, a result or an attribute changed";
    Inheritance = "inheritance" "a class of PIR lost an interface or a trait, such as that of its decomposition: breaks none of the classes";
    ProfileList = "profile-list" "a list of the profile no longer has the operator, which loses what the list gave it: breaks none of the classes";
    ExtraAttribute = "extra-attribute" "an attribute in `extra` of `op_compat` changed: breaks programs if its default or type changed, or if it was removed";
    Compat = "compat" "anything else in `op_compat` changed: breaks nobody";
    Version = "version" "checkpoints changed: breaks programs if one was removed";
    Addition = "addition" "an addition for a kind of device changed: breaks nobody";
    PythonApi = "python-api" "the names, the keywords or the hand-written functions of a call in Python changed: breaks callers that use what was removed";
    PredefinedResults = "predefined-results" "C++ functions take tensors for their results, or no longer do, in another version of the framework: breaks callers that pass some";
    Listed = "listed" "the list of `Tensor` methods or of primitive operators changed: breaks callers of a removed method";
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A class that a change breaks with the approval of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approved {
    /// Why it breaks.
    pub why: Reasons,
    /// The reason that the project gives.
    pub reason: String,
    /// The place of the reason, in the sources of the head.
    pub span: Span,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Identifies the change in reports, as a rule's code identifies a finding.
    pub kind: Kind,
    /// One sentence without a full stop.
    pub message: String,
    /// The classes that the change breaks, and why.
    pub breaks: BTreeMap<Class, Reasons>,
    /// The classes that it would break if the project did not allow that.
    pub approved: BTreeMap<Class, Approved>,
    /// The position in the base.
    pub base: Option<Span>,
    /// The position in the head.
    pub head: Option<Span>,
    /// Further facts that a report prints below the message.
    pub notes: Vec<String>,
}

impl Change {
    /// A change that breaks nobody and has no position.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        let (breaks, approved, notes) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        Change { kind, message: message.into(), breaks, approved, base: None, head: None, notes }
    }

    /// Sets the position in the base.
    pub fn base(self, span: Span) -> Self {
        Change { base: Some(span), ..self }
    }

    /// Sets the position in the head.
    pub fn head(self, span: Span) -> Self {
        Change { head: Some(span), ..self }
    }

    /// Records that the change breaks a class, and why. A class that it breaks already keeps its reasons.
    pub fn breaks(mut self, class: Class, why: impl Into<Reasons>) -> Self {
        self.breaks.entry(class).or_insert_with(|| why.into());
        self
    }

    /// Records a further reason why the change breaks a class.
    pub(crate) fn also_breaks(mut self, class: Class, why: &str) -> Self {
        self.breaks.entry(class).or_default().push(why);
        self
    }

    /// The reasons for which the project allows the change to break classes, each with those classes.
    pub fn approvals(&self) -> BTreeMap<&str, Vec<(Class, &Approved)>> {
        let mut by_reason: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for (class, approved) in &self.approved {
            by_reason.entry(&approved.reason).or_default().push((*class, approved));
        }
        by_reason
    }

    pub(crate) fn breaks_if(self, condition: bool, class: Class, why: impl Into<Reasons>) -> Self {
        if condition { self.breaks(class, why) } else { self }
    }

    pub(crate) fn note(mut self, text: impl Into<String>) -> Self {
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
    fn opgen_toml_has_the_same_classes() {
        assert_eq!(Class::ALL.map(Class::name), profile::BREAK_CLASSES);
    }

    #[test]
    fn a_class_is_read_by_its_name() {
        assert_eq!(Class::ALL.map(|class| class.name().parse()), Class::ALL.map(Ok));
        assert_eq!(
            "abi".parse::<Class>(),
            Err("unknown class `abi`; the classes are api, python, model, kernel, pir".to_owned())
        );
    }
}

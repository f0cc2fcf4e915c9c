//! A rule: how the uses of one function, method or attribute are converted.

use source::{Span, Spanned};

use super::condition::Condition;
use super::template::Template;

/// How the uses of one function, method or attribute are converted.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The span of the rule in the mapping.
    pub span: Span,
    /// How target and arguments differ.
    pub kind: RuleKind,
    /// The name that replaces the function, in calls and elsewhere.
    pub target: Option<Spanned<String>>,
    /// The reason why the target cannot be used, if the chosen release does not have it.
    pub missing: Option<String>,
    /// The arguments of the function. Without a signature, arguments are passed on as they are.
    pub signature: Option<Signature>,
    /// Arguments without a counterpart. A call with one of them is not converted.
    pub refused: Vec<Spanned<String>>,
    /// The cases. The first one whose condition holds applies.
    pub cases: Vec<Case>,
    /// What differs from PyTorch in the chosen style, whatever case applies.
    pub differences: Vec<String>,
}

/// How a rule's target and arguments differ from PyTorch's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleKind {
    /// The target has the same name below its package, and the same arguments.
    Same,
    /// The target has another name, and the same arguments.
    Renamed,
    /// Arguments are bound to a signature, and may change.
    Bound,
    /// The target has no counterpart.
    Unsupported,
    /// An attribute whose counterpart is a method.
    Method,
}

/// The arguments of a function.
#[derive(Debug, Clone, Default)]
pub struct Signature {
    /// Arguments that may be positional.
    pub positional: Vec<String>,
    /// The number of arguments at the beginning that the target has in the same order: they are passed by position if they are
    /// given so.
    pub in_order: usize,
    /// Arguments that must be keywords.
    pub keyword_only: Vec<String>,
    /// Keywords of other overloads.
    pub also: Vec<String>,
    /// The least number of arguments, without those that must be keywords.
    pub needs: usize,
    /// Whether unknown keywords are passed on.
    pub open: bool,
}

impl Signature {
    /// Whether the function has an argument of this name.
    pub fn knows(&self, name: &str) -> bool {
        [&self.positional, &self.keyword_only, &self.also].iter().any(|list| list.iter().any(|known| known == name))
    }
}

/// A case of a rule: how a call is converted if a condition holds.
#[derive(Debug, Clone)]
pub struct Case {
    /// The span of the case in the mapping.
    pub span: Span,
    /// The condition. Without one, the case always applies.
    pub when: Option<Condition>,
    /// Changes of the arguments, in order.
    pub changes: Vec<Change>,
    /// Statements to insert before the one with the call.
    pub before: Vec<Template>,
    /// The code that replaces the call.
    pub result: Outcome,
    /// How the argument `out` is converted.
    pub out: Option<Out>,
    /// Helpers that the result needs.
    pub helpers: Vec<Spanned<String>>,
    /// Modules that the result needs.
    pub imports: Vec<Spanned<String>>,
    /// Arguments that are dropped and do not change the result.
    pub ignored: Vec<Spanned<String>>,
    /// Arguments that are dropped although they matter, with the reason.
    pub dropped: Vec<(Spanned<String>, String)>,
    /// Ways in which the result may differ from PyTorch's.
    pub warnings: Vec<String>,
    /// What differs from PyTorch in the chosen style.
    pub differences: Vec<String>,
}

/// A change of a call's arguments.
#[derive(Debug, Clone)]
pub enum Change {
    /// Puts an argument in front of all others.
    First(Spanned<String>, Template),
    /// Gives an argument a value, whether the call has it or not.
    Set(Spanned<String>, Template),
    /// Passes an argument under other names.
    Rename(Spanned<String>, Vec<Spanned<String>>),
    /// Drops an argument.
    Drop(Spanned<String>),
    /// Gives an argument a value if the call does not have it.
    Default(Spanned<String>, Template),
}

/// The code that replaces a call.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// A call of the target with the arguments that are left. Common arguments are converted, too: see [`CommonArguments`].
    ///
    /// [`CommonArguments`]: super::CommonArguments
    Call,
    /// An expression.
    Emit(Template),
    /// The call cannot be converted, for this reason.
    Unsupported(String),
    /// The code stays as it is, and counts as converted.
    Leave,
    /// The call is not one of PyTorch.
    NotTorch,
    /// The statement is not needed.
    Delete,
    /// The decorator is not needed. A call of it is replaced by its first argument.
    Undecorate,
}

/// How the argument `out` is converted.
#[derive(Debug, Clone)]
pub enum Out {
    /// The result is copied to it.
    Whole,
    /// Each of these expressions is copied to an item of it.
    Items(Vec<Template>),
}

impl Rule {
    /// Whether the rule is for a decorator that is not needed.
    pub fn undecorates(&self) -> bool {
        self.cases.first().is_some_and(|case| matches!(case.result, Outcome::Undecorate))
    }

    /// A rule that only names a target.
    pub fn simple(kind: RuleKind, target: Option<Spanned<String>>, span: Span) -> Rule {
        let cases = vec![Case::new(span, Outcome::Call)];
        Rule { span, kind, target, missing: None, signature: None, refused: Vec::new(), cases, differences: Vec::new() }
    }
}

/// Arguments that are converted to code around the call.
const COMMON_ARGUMENTS: [&str; 4] = ["dtype", "out", "pin_memory", "requires_grad"];

impl Case {
    /// A case that always applies, and has nothing but a result.
    pub fn new(span: Span, result: Outcome) -> Case {
        Case {
            span,
            when: None,
            changes: Vec::new(),
            before: Vec::new(),
            result,
            out: None,
            helpers: Vec::new(),
            imports: Vec::new(),
            ignored: Vec::new(),
            dropped: Vec::new(),
            warnings: Vec::new(),
            differences: Vec::new(),
        }
    }

    /// Whether the target gets arguments as they are, whatever they are.
    pub fn passes_on(&self, names: &[&str]) -> bool {
        let asks = self.when.as_ref().is_some_and(|when| when.asks_for(names));
        let is_lost = |name: &Spanned<String>| names.contains(&name.as_str());
        let is_copied = |template: &Template| !template.arguments().any(|name| names.contains(&name));
        let is_passed = match &self.result {
            Outcome::Call => !names.iter().any(|name| COMMON_ARGUMENTS.contains(name)),
            Outcome::Emit(template) => template.passes_arguments() && is_copied(template),
            _ => false,
        };
        is_passed
            && !asks
            && self
                .changes
                .iter()
                .all(|change| !names.contains(&change.argument()) && change.template().is_none_or(is_copied))
            && self.before.iter().all(is_copied)
            && self.out.is_none()
            && !self.ignored.iter().any(is_lost)
            && !self.dropped.iter().any(|(name, _)| is_lost(name))
    }
}

impl Change {
    /// The argument that changes.
    pub fn argument(&self) -> &str {
        match self {
            Change::First(name, _)
            | Change::Set(name, _)
            | Change::Rename(name, _)
            | Change::Drop(name)
            | Change::Default(name, _) => name.as_str(),
        }
    }

    /// The template of its new value.
    pub fn template(&self) -> Option<&Template> {
        match self {
            Change::First(_, template) | Change::Set(_, template) | Change::Default(_, template) => Some(template),
            Change::Rename(..) | Change::Drop(_) => None,
        }
    }
}

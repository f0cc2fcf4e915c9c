//! A condition on the arguments whose names are resolved.

use crate::entry::condition::{Comparison, Condition};
use serde::Serialize;
use source::text::Text;
use source::{Diagnostic, Span, Spanned};

use super::each::EachForm;
use super::shape::{Resolved, Resolver, SizeForm, size_names};

/// A condition on the arguments of an operator.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RequireForm {
    /// The condition.
    pub condition: ConditionForm,
    /// The condition as it is written.
    pub text: String,
    /// What callers are told who break it. `None` if the condition says enough.
    pub message: Option<String>,
    /// Where it is written.
    #[serde(skip)]
    pub span: Span,
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ConditionForm {
    /// A comparison of sizes, in terms of `==` and `<`.
    Compare {
        /// `equal` or `less`.
        function: &'static str,
        /// The left side.
        left: SizeForm,
        /// The right side.
        right: SizeForm,
    },
    /// Two data types are the same: each is that of an input, or a fixed one.
    SameType {
        /// The input.
        left: String,
        /// The other input.
        right: Option<String>,
        /// The fixed type.
        fixed: Option<String>,
    },
    /// Both hold.
    And {
        /// The first one.
        left: Box<ConditionForm>,
        /// The second one.
        right: Box<ConditionForm>,
    },
    /// One of them holds.
    Or {
        /// The first one.
        left: Box<ConditionForm>,
        /// The second one.
        right: Box<ConditionForm>,
    },
    /// The condition does not hold.
    Not {
        /// The condition.
        condition: Box<ConditionForm>,
    },
    /// The condition holds for each item of a list.
    Each {
        /// The items.
        each: EachForm,
        /// The condition.
        condition: Box<ConditionForm>,
    },
}

impl ConditionForm {
    /// The names of the arguments that it depends on.
    pub fn names(&self) -> Vec<&str> {
        self.sized().into_iter().chain(self.typed()).collect()
    }

    /// The names of the arguments whose sizes or values it compares.
    pub fn sized(&self) -> Vec<&str> {
        match self {
            ConditionForm::Compare { left, right, .. } => {
                let mut names = Vec::new();
                [left, right].into_iter().for_each(|side| size_names(side, &mut names));
                names
            }
            ConditionForm::SameType { .. } => Vec::new(),
            ConditionForm::And { left, right } | ConditionForm::Or { left, right } => {
                left.sized().into_iter().chain(right.sized()).collect()
            }
            ConditionForm::Not { condition } => condition.sized(),
            ConditionForm::Each { each, condition } => each.names(condition.sized()),
        }
    }

    /// The names of the inputs whose data types it compares.
    pub fn typed(&self) -> Vec<&str> {
        match self {
            ConditionForm::Compare { .. } => Vec::new(),
            ConditionForm::SameType { left, right, .. } => {
                std::iter::once(left).chain(right).map(String::as_str).collect()
            }
            ConditionForm::And { left, right } | ConditionForm::Or { left, right } => {
                left.typed().into_iter().chain(right.typed()).collect()
            }
            ConditionForm::Not { condition } => condition.typed(),
            ConditionForm::Each { each, condition } => each.without_item(condition.typed()).collect(),
        }
    }
}

impl Resolver<'_> {
    /// The form of a condition.
    ///
    /// # Errors
    /// A diagnostic if the condition cannot be read, or uses an argument in a way that its type does not allow.
    pub fn condition(&self, text: &Spanned<String>) -> Resolved<ConditionForm> {
        self.resolve(&Condition::read(Text::of_spanned(text))?)
    }

    fn resolve(&self, condition: &Condition) -> Resolved<ConditionForm> {
        let boxed = |condition: &Condition| self.resolve(condition).map(Box::new);
        Ok(match condition {
            Condition::Compare(comparison, left, right) => {
                Self::compare(*comparison, self.size(left)?, self.size(right)?)
            }
            Condition::SameType(left, right) => {
                if let Some(item) = self.item
                    && [left, right].iter().any(|name| name.value == item.name)
                {
                    let help = "compare sizes: all tensors of a list must have the same type anyway";
                    let problem =
                        Diagnostic::new(self.misuse, left.span, "the types of a list's tensors are not compared");
                    return Err(Box::new(problem.help(help)));
                }
                let is_input = self.signature.input(&right.value).is_some();
                let other = if is_input { Some(self.tensor(right, false)?) } else { None };
                let left = self.tensor(left, false)?;
                if other.is_none() && !self.types.contains(&right.value.as_str()) {
                    let message = format!("`{}` is neither an input nor a data type", right.value);
                    return Err(Box::new(Diagnostic::new(self.misuse, right.span, message)));
                }
                let fixed = other.is_none().then(|| right.value.clone());
                ConditionForm::SameType { left, right: other, fixed }
            }
            Condition::And(left, right) => ConditionForm::And { left: boxed(left)?, right: boxed(right)? },
            Condition::Or(left, right) => ConditionForm::Or { left: boxed(left)?, right: boxed(right)? },
            Condition::Not(condition) => ConditionForm::Not { condition: boxed(condition)? },
            Condition::Each(each, condition) => {
                let (each, resolver) = self.each(each)?;
                ConditionForm::Each { each, condition: Box::new(resolver.resolve(condition)?) }
            }
        })
    }

    fn compare(comparison: Comparison, left: SizeForm, right: SizeForm) -> ConditionForm {
        let equal = |left, right| ConditionForm::Compare { function: "equal", left, right };
        let less = |left, right| ConditionForm::Compare { function: "less", left, right };
        let not = |condition| ConditionForm::Not { condition: Box::new(condition) };
        match comparison {
            Comparison::Equal => equal(left, right),
            Comparison::Different => not(equal(left, right)),
            Comparison::Less => less(left, right),
            Comparison::LessOrEqual => not(less(right, left)),
            Comparison::Greater => less(right, left),
            Comparison::GreaterOrEqual => not(less(left, right)),
        }
    }
}

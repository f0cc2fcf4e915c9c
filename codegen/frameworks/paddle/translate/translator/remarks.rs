//! Remarks on programs for which the framework itself computes something else.

use source::{Level, count};

use crate::facts::{AttributeInfo, OperationInfo};
use crate::fault::{Fault, Location, Part, Problem};
use crate::legacy::LegacyAttr;
use crate::pir::Attribute;
use crate::rules;

use super::Translator;
use super::operator::Step;

/// A remark on an operator's attribute.
#[derive(Debug)]
pub(super) struct Remark {
    pub attribute: &'static str,
    pub message: String,
}

/// Operators of one type whose results the framework computes wrongly.
#[derive(Debug)]
pub(super) struct WronglyRun {
    operation: String,
    kernel: String,
    first: Location,
    count: usize,
}

impl Step<'_, '_> {
    /// Notes that the framework's own translation gives an attribute another value than the program does.
    pub(super) fn remark(&mut self, attribute: &AttributeInfo, value: &Attribute) {
        if let Some(Remark { attribute, message }) = self.steps.remark(self, attribute, value) {
            let fault = Fault::new(rules::OTHER_VALUE, Part::Attribute(attribute.to_owned()), message);
            self.translator.remarks.push(Problem { fault, operator: Some(self.at) });
        }
    }

    /// Counts an operator if the framework runs the kernel of another operation for it.
    pub(super) fn note_kernel(&mut self, info: &OperationInfo) {
        let Some(wrong) = self.translator.profile.wrong_kernels.get(&self.op.kind) else { return };
        if matches!(self.op.attr(&wrong.harmless_with), Some(LegacyAttr::Bool(true))) {
            return;
        }
        let operators = &mut self.translator.wrongly_run;
        if let Some(known) = operators.get_mut(self.op.kind.as_str()) {
            known.count += 1;
            return;
        }
        let first =
            WronglyRun { operation: info.name.to_string(), kernel: wrong.runs.clone(), first: self.at, count: 1 };
        operators.insert(&self.op.kind, first);
    }
}

impl Translator<'_> {
    /// Warns of results that the framework computes wrongly, once for each type of operator.
    pub(super) fn warn_of_kernels(&mut self) {
        for (kind, WronglyRun { operation, kernel, first, count: number }) in std::mem::take(&mut self.wrongly_run) {
            let message =
                format!("the framework runs the kernel `{kernel}` for `{operation}`, so its results are wrong");
            let operators = count(number, &format!("`{kind}` operator"));
            let help = format!("the program has {operators}; `opgen explain N1113` says how to run it");
            let fault = Fault::new(rules::OTHER_VALUE, Part::Type, message).level(Level::Warning).help(Some(help));
            self.remarks.push(Problem { fault, operator: Some(first) });
        }
    }
}

//! Where the framework itself computes something else.

use profile::{AttributeRule, AttributesRule};
use source::{Level, count};

use crate::facts::{AttributeInfo, OperationInfo};
use crate::fault::{Fault, Location, Part, Problem};
use crate::legacy::LegacyAttr;
use crate::pir::Attribute;
use crate::rules;

use super::Translator;
use super::operator::Step;

/// Operators of one type whose results are wrong in the framework.
#[derive(Debug)]
pub(super) struct WronglyRun {
    operation: String,
    kernel: String,
    first: Location,
    count: usize,
}

impl Step<'_, '_> {
    /// Notes that the framework's own translation gives an attribute a value that is not the program's.
    pub(super) fn remark(&mut self, attribute: &AttributeInfo, value: &Attribute) {
        let rule = match &self.handler.attributes {
            Some(AttributesRule::Only(listed)) => listed.get(&*attribute.name),
            _ => self.handler.attribute.get(&*attribute.name),
        };
        let found = match rule {
            Some(AttributeRule::Float { from, exact, data_type }) => self.less_exact(from, exact, data_type),
            Some(AttributeRule::LimitOfBits { from, bits, .. }) => self.fixed_limit(attribute, from, bits, value),
            _ => None,
        };
        if let Some((part, message)) = found {
            let fault = Fault::new(rules::OTHER_VALUE, Part::Attribute(part.to_owned()), message);
            self.translator.remarks.push(Problem { fault, operator: Some(self.at) });
        }
    }

    /// The framework has a value with fewer digits. This and the next function return the attribute of the program, and a message.
    fn less_exact<'r>(&self, from: &str, exact: &'r str, data_type: &str) -> Option<(&'r str, String)> {
        let value = self.float(from).ok()?;
        let (Ok(Some(_)), Some(LegacyAttr::Text(text))) = (self.exact(value, exact, data_type), self.op.attr(exact))
        else {
            return None;
        };
        Some((exact, format!("the value is {text}, where the framework's own translation has {}", f64::from(value))))
    }

    /// The framework has the same limit for all numbers of bits.
    fn fixed_limit<'r>(
        &self,
        attribute: &AttributeInfo,
        from: &str,
        bits: &'r str,
        value: &Attribute,
    ) -> Option<(&'r str, String)> {
        let name = &attribute.name;
        let fixed: i32 = self.handler.defaults.get(&**name)?.number()?;
        match value {
            Attribute::Int32(value) if self.op.attr(from).is_none() && *value != fixed => {
                Some((bits, format!("`{name}` is {value}, where the framework's own translation has {fixed}")))
            }
            _ => None,
        }
    }

    /// Counts the operators for which the framework runs the kernel of another operation.
    pub(super) fn note_kernel(&mut self, info: &OperationInfo) {
        let Some(wrong) = &self.handler.wrong_kernel else { return };
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
    /// Warns of results that are wrong in the framework, once for each type of operator.
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

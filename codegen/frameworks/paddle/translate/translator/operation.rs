//! The step that finds the operation that an operator becomes.

use std::collections::BTreeSet;
use std::rc::Rc;

use profile::{OperationRule, SparseOperators};

use crate::facts::{OperationInfo, ValueKind};
use crate::fault::{Failed, Fault, Part};
use crate::legacy::{LegacyAttr, VariableKind};
use crate::rules;

use super::operator::Step;
use super::types::describe;

/// The nearest name is looked up for this many unknown names at most, and only for names of this many bytes at most.
const MOST_NAMES: usize = 500;
const LONGEST_NAME: usize = 200;

impl Step<'_, '_> {
    pub(super) fn operation(&mut self) -> Result<Rc<OperationInfo>, Failed> {
        let found = self.refuse_inputs();
        let found = found.and_then(|()| self.steps.check(self)).and_then(|()| self.steps.operation(self));
        self.noted(found)
    }

    /// Refuses inputs without a counterpart.
    fn refuse_inputs(&self) -> Result<(), Fault> {
        match self.handler.refuses.iter().find(|input| self.has(input)) {
            None => Ok(()),
            Some(input) => {
                let message = format!("there is no operation for `{}` with the input `{input}`", self.op.kind);
                Err(self.no_operation(Part::Input(input.clone()), message))
            }
        }
    }

    /// The fault of an operator without an operation. It names a way to run the program all the same.
    pub(super) fn no_operation(&self, part: Part, message: String) -> Fault {
        let runs = self.translator.profile.runs_without_pir.contains(&self.op.kind);
        let help = if runs {
            "this release runs the operator in old programs, without PIR: `opgen explain E1102` says how"
        } else {
            "run the program with the release that saved it, or build the model again with newer functions and save it"
        };
        Fault::new(rules::NO_OPERATION, part, message).help(Some(help.to_owned()))
    }

    /// The operation that the profile names, or that of the general rule.
    pub(super) fn found_operation(&self) -> Result<Rc<OperationInfo>, Fault> {
        let Some(rule) = &self.handler.operation else { return self.general_operation() };
        let name = match rule {
            OperationRule::Always(name) => name,
            OperationRule::InPlace { yes, no } => {
                if self.is_in_place() {
                    yes
                } else {
                    no
                }
            }
            OperationRule::ByFlag { attribute, yes, no } => {
                if self.flag(attribute)? {
                    yes
                } else {
                    no
                }
            }
            OperationRule::ByInput { input, given, absent } => match absent {
                _ if self.has(input) => given,
                Some(absent) => absent,
                None => return self.general_operation(),
            },
        };
        self.named_operation(name)
    }

    /// An operation that the profile names: one of the main dialect, unless the name includes another one.
    pub(super) fn named_operation(&self, name: &str) -> Result<Rc<OperationInfo>, Fault> {
        self.described(&if name.contains('.') {
            name.to_owned()
        } else {
            format!("{}.{name}", self.translator.profile.dialect)
        })
    }

    /// The kind of a variable.
    pub(super) fn kind_of(&self, variable: &str) -> Result<VariableKind, Fault> {
        self.translator.variable(self.at.block, variable).map(|variable| variable.kind)
    }

    fn described(&self, name: &str) -> Result<Rc<OperationInfo>, Fault> {
        self.info(name).ok_or_else(|| {
            let message = format!("there is no operation `{name}` for the operator `{}`", self.op.kind);
            let fault = self.no_operation(Part::Type, message);
            match self.translator.nearest_operation(name).zip(fault.help.clone()) {
                Some((nearest, way)) => fault.help(Some(format!("{nearest}; {way}"))),
                None => fault,
            }
        })
    }

    /// Whether a variable is both read and written, or the framework always treats the operator as such.
    fn is_in_place(&self) -> bool {
        let written: BTreeSet<&String> = self.op.output_variables().collect();
        self.translator.profile.in_place.contains(&self.op.kind)
            || self.op.input_variables().any(|name| written.contains(&name))
    }

    fn in_place_form(&self, name: String) -> String {
        if self.is_in_place() && !name.ends_with('_') { name + "_" } else { name }
    }

    /// The general rule: by the operator's name, and by the kinds of its inputs if it has several kernels.
    fn general_operation(&self) -> Result<Rc<OperationInfo>, Fault> {
        let op = self.facts().names.op(self.described_by());
        let dialect = self.dialect(op);
        let plain = self.in_place_form(format!("{dialect}.{op}"));
        let Some(kernels) = self.facts().kernels(op) else { return self.described(&plain) };
        let sparse = self.translator.profile.sparse.as_ref().filter(|sparse| self.op.kind.starts_with(&sparse.prefix));
        let kinds = match sparse {
            Some(sparse) => self.sparse_kinds(sparse)?,
            None => self.kinds(&*self.described(&plain)?)?,
        };
        let fits = |kernel: &&String| {
            let info = self.info(&format!("{}.{kernel}", self.translator.profile.dialect));
            info.is_some_and(|info| {
                let wanted: Vec<ValueKind> = info
                    .operands
                    .iter()
                    .filter(|operand| operand.mutable.is_none())
                    .map(|operand| operand.kind)
                    .collect();
                wanted.len() == kinds.len()
                    && wanted.iter().zip(&kinds).all(|(wanted, kind)| kind.is_none_or(|kind| kind == *wanted))
            })
        };
        let kernel = kernels.iter().find(fits).ok_or_else(|| {
            let message = format!("no operation for `{}` takes inputs of these kinds", self.op.kind);
            Fault::new(rules::NO_OPERATION, Part::Type, message)
        })?;
        self.described(&self.in_place_form(format!("{dialect}.{kernel}")))
    }

    /// The dialect for a kind of device if the program asks for it and it has the operation; otherwise the main dialect.
    fn dialect(&self, op: &str) -> &str {
        let wanted = self.translator.profile.devices.iter().find(|device| {
            let asks = matches!(self.op.attr(&device.attribute), Some(LegacyAttr::Bool(true)));
            asks && self.info(&self.in_place_form(format!("{}.{op}", device.dialect))).is_some()
        });
        wanted.map_or(&self.translator.profile.dialect, |device| &device.dialect)
    }

    /// The kinds of the inputs that an operation has. `None` for an absent one.
    fn kinds(&self, info: &OperationInfo) -> Result<Vec<Option<ValueKind>>, Fault> {
        let mut kinds = Vec::new();
        for operand in info.operands.iter().filter(|operand| operand.mutable.is_none()) {
            let input = self.input_name(&operand.name);
            if !self.op.has_input(&input) && !operand.is_optional {
                let message = format!("`{}` has no input `{input}`, on which its operation depends", self.op.kind);
                let help = source::suggest::help(&input, self.op.inputs.keys().map(String::as_str));
                return Err(Fault::new(rules::MISSING_VARIABLE, Part::Type, message).help(help));
            }
            kinds.push(match self.op.input(&input) {
                [] => None,
                _ => Some(
                    self.value_kind(self.only_variable(&input)?, &[VariableKind::Tensor, VariableKind::SelectedRows])?,
                ),
            });
        }
        Ok(kinds)
    }

    /// The kinds of the inputs of an operator over sparse tensors.
    fn sparse_kinds(&self, sparse: &SparseOperators) -> Result<Vec<Option<ValueKind>>, Fault> {
        const KINDS: [VariableKind; 3] = [VariableKind::Tensor, VariableKind::SparseCoo, VariableKind::SparseCsr];
        let only = sparse.by_input.get(&self.op.kind);
        let inputs = self.op.inputs.iter().filter(|(name, _)| only.is_none_or(|only| only == *name));
        let kinds = inputs.filter_map(|(_, variables)| Some(self.value_kind(variables.first()?, &KINDS).map(Some)));
        kinds.collect()
    }

    fn value_kind(&self, name: &str, allowed: &[VariableKind]) -> Result<ValueKind, Fault> {
        let variable = self.translator.variable(self.at.block, name)?;
        let kind = match variable.kind {
            VariableKind::Tensor => ValueKind::Dense,
            VariableKind::SelectedRows => ValueKind::Rows,
            VariableKind::SparseCoo => ValueKind::Coo,
            VariableKind::SparseCsr => ValueKind::Csr,
            VariableKind::Array | VariableKind::Other(_) => ValueKind::Array,
        };
        if allowed.contains(&variable.kind) {
            return Ok(kind);
        }
        let message = format!("`{}` cannot be given `{name}`, which is {}", self.op.kind, describe(variable));
        Err(Fault::new(rules::WRONG_KIND, Part::Variable(name.to_owned()), message))
    }
}

impl super::Translator<'_> {
    /// A help line with the nearest name of an operation.
    pub(super) fn nearest_operation(&self, name: &str) -> Option<String> {
        if let Some(known) = self.nearest.borrow().get(name) {
            return known.clone();
        }
        let bare = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
        // The name of a hostile operator may be as long as its file.
        let is_short = name.len() <= LONGEST_NAME && self.nearest.borrow().len() < MOST_NAMES;
        let known: Vec<String> = self.facts.operations().filter(|_| is_short).map(bare).collect();
        let near =
            source::suggest::Known::new(known.iter().map(String::as_str)).nearest(&bare(name)).map(str::to_owned);
        let help = near.map(|near| format!("the nearest operation is `{near}`"));
        self.nearest.borrow_mut().insert(name.to_owned(), help.clone());
        help
    }
}

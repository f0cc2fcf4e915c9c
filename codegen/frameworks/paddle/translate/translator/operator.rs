//! One operator, through all steps.

use std::rc::Rc;
use std::sync::LazyLock;

use indexmap::IndexMap;
use profile::{Handler, ProgramForm};

use crate::facts::{Facts, OperationInfo};
use crate::fault::{Failed, Fault, Location};
use crate::legacy::LegacyOp;
use crate::pir::{BlockId, OpId, Operation, Type};

use super::order::visited;
use super::scopes::Definition;
use super::steps::Steps;
use super::{Translator, functions};

/// For each variable that an operator writes: the result, and the part of the result.
pub(super) type Written = IndexMap<String, (usize, usize)>;

/// The types of results, and the variables that they stand for.
#[derive(Debug, Default)]
pub(super) struct Results {
    pub types: Vec<Option<Type>>,
    pub written: Written,
}

/// An operator that is being translated.
pub(super) struct Step<'t, 'a> {
    pub translator: &'t mut Translator<'a>,
    pub op: &'a LegacyOp,
    pub at: Location,
    /// The block that its operations are added to.
    pub block: BlockId,
    pub handler: &'a Handler,
    pub steps: &'a dyn Steps,
}

impl Results {
    /// One result, for one variable.
    pub(super) fn one(variable: &str, ty: Type) -> Self {
        Results { types: vec![Some(ty)], written: [(variable.to_owned(), (0, 0))].into_iter().collect() }
    }
}

impl<'a> Translator<'a> {
    /// Translates one operator. If it cannot be translated, its outputs are poisoned.
    pub(super) fn operator(&mut self, at: Location, block: BlockId) {
        let legacy = self.legacy;
        let op = &legacy.blocks[at.block].ops[at.op];
        let handler = self.handler(op);
        let steps = functions::steps(handler.function.as_ref());
        let mut step = Step { translator: self, op, at, block, handler, steps };
        if steps.run(&mut step).is_err() {
            self.poison(op);
        }
    }

    fn handler(&self, op: &LegacyOp) -> &'a Handler {
        static GENERAL: LazyLock<Handler> = LazyLock::new(Handler::default);
        self.profile.handlers.get(&op.kind).unwrap_or(&GENERAL)
    }

    /// Leaves an operator's outputs without values. Operators that read them fail without a message of their own.
    pub(super) fn poison(&mut self, op: &LegacyOp) {
        for name in op.output_variables() {
            self.scopes.define(name, Definition::poisoned());
        }
    }
}

impl<'a> Step<'_, 'a> {
    /// Translates the operator step by step.
    pub(super) fn run_steps(&mut self) -> Result<(), Failed> {
        let steps = self.steps;
        let info = self.operation()?;
        self.take_out_of_vectors();
        let operands = steps.operands(self, &info);
        // Each step finds its own faults, even if another step has failed.
        let results = steps.results(self, &info, operands.as_ref().ok());
        let attributes = self.attributes(&info);
        let (operands, results, attributes) = (operands?, results?, attributes?);
        self.check_values(&info, &operands, &results.types)?;
        let op = Operation { name: info.name.clone(), operands, attributes, ..Operation::default() };
        let op = self.translator.program.add(op, results.types);
        self.translator.program.block_mut(self.block).ops.push(op);
        self.note_kernel(&info);
        self.record(op, &results.written);
        steps.after(self, op, &results.written)
    }

    /// From here on, the results stand for their variables.
    fn record(&mut self, op: OpId, written: &Written) {
        let names: Vec<&str> = written.keys().map(String::as_str).collect();
        for place in visited(&names, self.translator.profile.order_of_variables) {
            let name = names[place];
            let (result, part) = written[place];
            let value = self.translator.program.op(op).results[result];
            let is_vector = matches!(self.translator.program.ty(value), Some(Type::Vector(_)));
            let definition = Definition { value: Some(value), index: is_vector.then_some(part) };
            self.translator.scopes.define(name, definition);
        }
    }

    pub(super) fn facts(&self) -> &'a Facts {
        self.translator.facts
    }

    /// The operator whose names and defaults hold.
    pub(super) fn described_by(&self) -> &'a str {
        self.handler.same_as.as_deref().unwrap_or(&self.op.kind)
    }

    pub(super) fn form(&self) -> ProgramForm {
        self.translator.profile.form
    }

    pub(super) fn noted<T>(&mut self, result: Result<T, Fault>) -> Result<T, Failed> {
        let at = self.at;
        self.translator.noted(at, result)
    }

    pub(super) fn fail<T>(&mut self, fault: Fault) -> Result<T, Failed> {
        self.noted(Err(fault))
    }

    pub(super) fn info(&self, name: &str) -> Option<Rc<OperationInfo>> {
        self.facts().operation(name)
    }
}

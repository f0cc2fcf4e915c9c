//! One operator, through all steps.

use std::rc::Rc;
use std::sync::LazyLock;

use indexmap::IndexMap;
use profile::{Handler, TranslateRules};

use crate::facts::{Facts, OperationInfo};
use crate::fault::{Failed, Fault, Location, Part};
use crate::legacy::LegacyOp;
use crate::pir::{BlockId, OpId, Operation, Type};
use crate::rules;

use super::Translator;
use super::hash_order::visited;
use super::scopes::Definition;

/// Where what an operator writes is found: which result, and which part of it.
pub(super) type Written = IndexMap<String, (usize, usize)>;

/// The types of results, and which variables they stand for.
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
    /// Where its operations go.
    pub block: BlockId,
    pub handler: &'a Handler,
}

impl<'a> Translator<'a> {
    /// Translates one operator. If it cannot be translated, what it writes is poisoned.
    pub(super) fn operator(&mut self, at: Location, block: BlockId) {
        let legacy = self.legacy;
        let op = &legacy.blocks[at.block].ops[at.op];
        let handler = self.handler(op);
        let mut step = Step { translator: self, op, at, block, handler };
        if step.run().is_err() {
            self.poison(op);
        }
    }

    /// What replaces steps of the general rule for an operator.
    fn handler(&self, op: &LegacyOp) -> &'a Handler {
        static GENERAL: LazyLock<Handler> = LazyLock::new(Handler::default);
        let mut handler = self.profile.handlers.get(&op.kind).unwrap_or(&GENERAL);
        if let Some(other) = &handler.with_input
            && other.any_of.iter().any(|input| !op.input(input).is_empty())
        {
            handler = &other.handler;
        }
        if let Some(other) = &handler.with_defined_output
            && op.output(&other.output).first().is_some_and(|name| self.scopes.has(name))
        {
            handler = &other.handler;
        }
        handler
    }

    /// Leaves what an operator writes without a value, and without complaints about that.
    pub(super) fn poison(&mut self, op: &LegacyOp) {
        for name in op.output_variables() {
            self.scopes.define(name, Definition::poisoned());
        }
    }
}

impl<'a> Step<'_, 'a> {
    fn run(&mut self) -> Result<(), Failed> {
        if self.handler.rebuilds_gradient.is_some() {
            return self.gradient_of_shape();
        }
        let info = self.operation()?;
        self.take_out_of_vectors()?;
        let operands = self.operands(&info);
        let results = operands.as_ref().map_err(|_| Failed).and_then(|operands| self.results(&info, operands));
        // Each step finds its own faults, whatever became of the others.
        let results = if operands.is_err() { self.results_alone(&info) } else { results };
        let attributes = self.attributes(&info);
        let (operands, results, attributes) = (operands?, results?, attributes?);
        self.check_values(&info, &operands, &results.types)?;
        let op = Operation { name: info.name.clone(), operands, attributes, ..Operation::default() };
        let op = self.translator.program.add(op, results.types);
        self.translator.program.block_mut(self.block).ops.push(op);
        self.note_kernel(&info);
        self.record(op, &results.written);
        self.after(op, &results.written)
    }

    /// The types of results whose operands have faults, if they do not depend on these.
    fn results_alone(&mut self, info: &OperationInfo) -> Result<Results, Failed> {
        if self.handler.results.is_some() { Err(Failed) } else { self.results(info, &[]) }
    }

    /// Notes which variables the results stand for.
    fn record(&mut self, op: OpId, written: &Written) {
        let names: Vec<&str> = written.keys().map(String::as_str).collect();
        for place in visited(&names) {
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

    pub(super) fn rules(&self) -> &'a TranslateRules {
        &self.translator.profile.rules
    }

    pub(super) fn noted<T>(&mut self, result: Result<T, Fault>) -> Result<T, Failed> {
        let at = self.at;
        self.translator.noted(at, result)
    }

    pub(super) fn fail<T>(&mut self, fault: Fault) -> Result<T, Failed> {
        self.noted(Err(fault))
    }

    /// The only variable of an input.
    pub(super) fn only_variable(&self, input: &str) -> Result<&'a str, Fault> {
        match self.op.input(input) {
            [name] => Ok(name),
            [] => {
                let message = format!("`{}` has no input `{input}`", self.op.kind);
                let help = source::suggest::help(input, self.op.inputs.keys().map(String::as_str));
                Err(Fault::new(rules::MISSING_VARIABLE, Part::Type, message).help(help))
            }
            several => {
                let message = format!("the input `{input}` has {} variables, but must have one", several.len());
                Err(Fault::new(rules::TOO_MANY_VARIABLES, Part::Input(input.to_owned()), message))
            }
        }
    }

    /// The only variable of an output.
    pub(super) fn only_output(&self, output: &str) -> Result<&'a str, Fault> {
        match self.op.output(output) {
            [name] => Ok(name),
            [] => {
                let message = format!("`{}` has no output `{output}`", self.op.kind);
                let help = source::suggest::help(output, self.op.outputs.keys().map(String::as_str));
                Err(Fault::new(rules::MISSING_VARIABLE, Part::Type, message).help(help))
            }
            several => {
                let message = format!("the output `{output}` has {} variables, but must have one", several.len());
                Err(Fault::new(rules::TOO_MANY_VARIABLES, Part::Output(output.to_owned()), message))
            }
        }
    }

    pub(super) fn info(&self, name: &str) -> Option<Rc<OperationInfo>> {
        self.facts().operation(name)
    }
}

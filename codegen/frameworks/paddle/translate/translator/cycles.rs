//! A loop becomes an operation with one block. The arguments of the block are the variables that the loop changes.

use crate::fault::{Fault, Location, Part};
use crate::pir::{BlockId, Operation, Type, ValueId};
use crate::rules;

use super::Translator;
use super::insert::Flags;
use super::scopes::Definition;

impl<'a> Translator<'a> {
    pub(super) fn cycle(&mut self, at: Location, into: BlockId) {
        let legacy = self.legacy;
        let op = &legacy.blocks[at.block].ops[at.op];
        let Some(condition) = op.inputs.get("Condition").and_then(|names| names.first()) else {
            let message = format!("`{}` has no input `Condition`", op.kind);
            self.note(at, Fault::new(rules::MISSING_VARIABLE, Part::Type, message));
            return self.poison(op);
        };
        let changed: Vec<&'a str> =
            op.output("Out").iter().map(String::as_str).filter(|name| *name != condition).collect();
        let Some(first) = self.value_or_input(condition, at.block, at) else { return self.poison(op) };
        let mut operands = vec![Some(first)];
        for name in &changed {
            let Some(value) = self.value_or_input(name, at.block, at) else { return self.poison(op) };
            operands.push(Some(value));
        }
        let types: Vec<Option<Type>> =
            operands[1..].iter().map(|value| value.and_then(|value| self.program.ty(value).cloned())).collect();
        let body = self.program.new_block();
        let operation = Operation {
            name: self.profile.inserted.cycle.as_str().into(),
            operands,
            blocks: vec![body],
            ..Operation::default()
        };
        let made = self.program.add(operation, types.clone());
        self.program.block_mut(into).ops.push(made);
        let arguments: Vec<ValueId> = types.into_iter().map(|ty| self.program.add_argument(body, ty)).collect();
        self.scopes.enter();
        for (name, argument) in changed.iter().zip(arguments) {
            self.scopes.define(name, Definition::of(argument));
        }
        self.body(at, |translator, block| {
            translator.operators(block, body);
            let names = [condition.as_str()].into_iter().chain(changed.iter().copied());
            let values: Vec<Option<ValueId>> =
                names.map(|name| translator.scopes.get(name).and_then(|definition| definition.value)).collect();
            translator.end_block(body, values);
        });
        self.scopes.leave();
        for (index, name) in changed.iter().enumerate() {
            let value = self.program.op(made).results[index];
            self.scopes.define(name, Definition::of(value));
        }
    }

    /// Translates the block that is an operator's body, once.
    pub(super) fn body(&mut self, at: Location, translate: impl FnOnce(&mut Self, usize)) {
        let op = &self.legacy.blocks[at.block].ops[at.op];
        let wrong = |message: String| Fault::new(rules::WRONG_BLOCK, Part::Type, message);
        let Some(index) = op.body() else {
            let message = format!("`{}` has no attribute `sub_block`", op.kind);
            return self.note(at, wrong(message));
        };
        let found = usize::try_from(index).ok().filter(|&block| block < self.legacy.blocks.len());
        let Some(block) = found.filter(|&block| block != 0) else {
            return self.note(at, wrong(format!("block {index} cannot be the body of `{}`", op.kind)));
        };
        if !self.bodies.insert(block) {
            return self.note(at, wrong(format!("block {index} is the body of another operator already")));
        }
        if self.depth == crate::legacy::DEEPEST {
            return self.note(at, wrong("blocks are nested too deeply".to_owned()));
        }
        self.depth += 1;
        translate(self, block);
        self.depth -= 1;
    }

    /// Ends a block, and returns values from it. Missing values have been reported already.
    pub(super) fn end_block(&mut self, block: BlockId, values: Vec<Option<ValueId>>) {
        let profile = self.profile;
        self.insert(block, &profile.inserted.end_of_block, values, Vec::new(), Vec::new(), Flags::Absent);
    }
}

//! The outermost block: its inputs and parameters, its operators, and the order of its operations.

use std::collections::{BTreeMap, BTreeSet};

use crate::fault::{Fault, Location, Part};
use crate::legacy::VariableKind;
use crate::pir::{Attribute, BlockId, DataType, Memory, OpId, Place, TOP, Type, ValueId};
use crate::rules;

use super::Translator;
use super::insert::{Flags, named};
use super::scopes::Definition;

impl<'a> Translator<'a> {
    pub(super) fn program(&mut self) {
        self.get_parameters();
        if self.profile.form.defines_inputs() {
            self.define_inputs();
        }
        if !self.profile.form.joins_branches() {
            self.pair_conditions();
        }
        self.operators(0, TOP);
        self.set_parameters();
        self.set_flags();
        self.arrange();
    }

    /// The operators of a block, in order.
    pub(super) fn operators(&mut self, block: usize, into: BlockId) {
        let mut done = BTreeSet::new();
        for op in 0..self.legacy.blocks[block].ops.len() {
            let at = Location { block, op };
            if !done.contains(&op) {
                self.any_operator(at, into, &mut done);
            }
        }
    }

    /// Translates an operator of any kind. Operators that are translated along with it are added to `done`.
    pub(super) fn any_operator(&mut self, at: Location, into: BlockId, done: &mut BTreeSet<usize>) {
        let legacy = self.legacy;
        let op = &legacy.blocks[at.block].ops[at.op];
        if self.profile.refused.contains(&op.kind) {
            let message = format!("the operator `{}` cannot be translated", op.kind);
            self.note(at, Fault::new(rules::NO_OPERATION, Part::Type, message));
            return self.poison(op);
        }
        let (blocks, kind) = (&self.profile.blocks, &op.kind);
        let shows = || op.inputs.values().next().and_then(|names| names.first());
        if *kind == blocks.condition && self.profile.form.joins_branches() {
            self.branches(at, into, done);
        } else if *kind == blocks.condition {
            self.condition(at, into, false);
        } else if *kind == blocks.condition_gradient {
            self.condition(at, into, true);
        } else if *kind == blocks.cycle {
            self.cycle(at, into);
        } else if *kind == blocks.shown && shows().is_some_and(|name| !self.scopes.has(name)) {
            // The result that it names was removed.
        } else {
            self.operator(at, into);
        }
    }

    pub(super) fn first_block(&self) -> &'a crate::legacy::LegacyBlock {
        &self.legacy.blocks[0]
    }

    fn is_container(&self, name: &str) -> bool {
        self.profile.containers.iter().any(|container| container == name)
    }

    fn is_persistable(&self, name: &str) -> bool {
        self.first_block().vars.get(name).is_some_and(|variable| variable.persistable) && !self.is_container(name)
    }

    /// A parameter for each persistable variable that is read before it is written.
    fn get_parameters(&mut self) {
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for (index, op) in self.first_block().ops.iter().enumerate() {
            for name in op.input_variables() {
                if !known.contains(name.as_str())
                    && !self.parameters.contains(name.as_str())
                    && self.is_persistable(name)
                {
                    self.get_parameter(name, Location { block: 0, op: index });
                    known.insert(name);
                }
            }
            known.extend(op.output_variables().map(String::as_str));
        }
    }

    fn get_parameter(&mut self, name: &'a str, at: Location) {
        self.parameters.insert(name);
        let ty = match self.type_of(0, name) {
            Ok(ty) => ty,
            Err(fault) => {
                self.note(at, fault);
                return self.scopes.define(name, Definition::poisoned());
            }
        };
        let attributes = vec![named("parameter_name", Attribute::Text(name.to_owned()))];
        let profile = self.profile;
        let op = self.insert(TOP, &profile.inserted.parameter, Vec::new(), attributes, vec![Some(ty)], Flags::Absent);
        let value = self.first_result(op);
        self.scopes.define(name, Definition::of(value));
    }

    /// Inserts `data` for variables that the outermost block reads before it has written them.
    fn define_inputs(&mut self) {
        for (op, name) in self.read_before_written(0) {
            let is_declared = self.first_block().vars.contains_key(name);
            if is_declared && !self.scopes.has(name) && !self.is_container(name) {
                self.define_on_top(name, 0, Location { block: 0, op });
            }
        }
    }

    /// Variables that a block reads before it has written them, in order, each with the place of the operator.
    pub(super) fn read_before_written(&self, block: usize) -> Vec<(usize, &'a str)> {
        let unread = &self.profile.unread;
        let (mut read, mut written) = (Vec::new(), BTreeSet::new());
        for (index, op) in self.legacy.blocks[block].ops.iter().enumerate() {
            for (slot, names) in &op.inputs {
                if unread.get(&op.kind) != Some(slot) {
                    let names = names.iter().map(String::as_str).filter(|name| !written.contains(name));
                    read.extend(names.map(|name| (index, name)));
                }
            }
            written.extend(op.output_variables().map(String::as_str));
        }
        read
    }

    /// The value that stands for a variable. If there is none, the variable becomes `data` in front of all operations.
    pub(super) fn value_or_input(&mut self, name: &'a str, block: usize, at: Location) -> Option<ValueId> {
        match self.scopes.get(name) {
            Some(definition) => definition.value,
            None => self.define_on_top(name, block, at),
        }
    }

    pub(super) fn define_on_top(&mut self, name: &str, block: usize, at: Location) -> Option<ValueId> {
        let op = self.new_input(block, name);
        let value = self.noted(at, op).ok().map(|op| {
            self.on_top.push(op);
            self.first_result(op)
        });
        self.scopes.define_outside(name, Definition { value, index: None });
        value
    }

    /// Makes `data`, or an empty array of tensors, for a variable.
    fn new_input(&mut self, block: usize, name: &str) -> Result<OpId, Fault> {
        let variable = self.variable(block, name)?;
        if variable.kind == VariableKind::Array {
            return self.new_array(block, name);
        }
        let dims = variable.dims.clone();
        let ty = self.type_of(block, name)?;
        let element = match &ty {
            Type::Tensor(tensor) => tensor.element,
            _ => DataType::Undefined,
        };
        let attributes = vec![
            named("name", Attribute::Text(name.to_owned())),
            named("shape", Attribute::IntArray(dims.clone())),
            named("dtype", Attribute::DataType(element)),
            named("place", Attribute::Place(Place::new(Memory::UNDEFINED))),
        ];
        let profile = self.profile;
        let results = vec![Some(Type::dense(element, dims))];
        Ok(self.make(&profile.inserted.data, Vec::new(), attributes, results, Flags::Set))
    }

    /// Makes an empty array of tensors for a variable.
    pub(super) fn new_array(&mut self, block: usize, name: &str) -> Result<OpId, Fault> {
        let element = self.variable(block, name)?.data_type.and_then(|number| self.element(Some(number)));
        let element = element.ok_or_else(|| {
            let message = format!("the variable `{name}` has a data type that tensors cannot have");
            Fault::new(rules::NO_TYPE, Part::Variable(name.to_owned()), message)
        })?;
        Ok(self.make_array(element, new_array_type(element)))
    }

    /// Removes an operation in front of all others, unless its value is used.
    pub(super) fn remove_input(&mut self, value: ValueId) {
        let value = self.program.value(value);
        self.removed.extend(value.made_by.filter(|_| !value.is_used).map(|(op, _)| op));
    }

    /// Inserts `set_parameter` for persistable variables that are written and are not parameters yet.
    fn set_parameters(&mut self) {
        let first = self.first_block();
        for op in first.ops.iter().rev() {
            if self.profile.blocks.given.contains(&op.kind) {
                continue;
            }
            let read: BTreeSet<&String> = op.input_variables().collect();
            for name in op.output_variables() {
                let is_new = self.is_persistable(name) && !self.parameters.contains(name.as_str());
                if is_new && self.scopes.has(name) && !read.contains(name) {
                    self.set_parameter(name);
                }
            }
        }
    }

    fn set_parameter(&mut self, name: &'a str) {
        let Some(definition) = self.scopes.get(name) else { return };
        let Some(mut value) = definition.value else { return };
        if let Some(index) = definition.index {
            value = self.slice(TOP, value, index, name);
        }
        // No operation makes the arguments of a block.
        let Some((maker, _)) = self.program.value(value).made_by else { return };
        let attributes = vec![named("parameter_name", Attribute::Text(name.to_owned()))];
        let profile = self.profile;
        let op = self.make(&profile.inserted.set_parameter, vec![Some(value)], attributes, Vec::new(), Flags::Absent);
        self.behind.entry(maker).or_default().push(op);
        self.parameters.insert(name);
    }

    /// Moves operations to where they belong: in front of all others, or behind a certain one.
    fn arrange(&mut self) {
        let ops = std::mem::take(&mut self.program.block_mut(TOP).ops);
        let mut arranged: Vec<OpId> =
            self.on_top.iter().rev().copied().filter(|op| !self.removed.contains(op)).collect();
        let behind: BTreeMap<OpId, Vec<OpId>> = std::mem::take(&mut self.behind);
        let put = |arranged: &mut Vec<OpId>, op: OpId| {
            arranged.push(op);
            arranged.extend(behind.get(&op).into_iter().flatten().rev());
        };
        let mut all = Vec::with_capacity(arranged.len() + ops.len());
        for op in arranged.drain(..).chain(ops) {
            put(&mut all, op);
        }
        self.program.block_mut(TOP).ops = all;
    }
}

/// The type of an array of tensors that is still empty.
fn new_array_type(element: DataType) -> Type {
    Type::Tensor(crate::pir::TensorType { kind: crate::pir::TensorKind::Array, element, dims: [0].as_slice().into() })
}

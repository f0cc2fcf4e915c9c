//! Two conditional blocks that exclude each other become one operation with two blocks, together with the operators that select
//! between their results.

use std::collections::{BTreeMap, BTreeSet};

use crate::fault::{Fault, Location, Part};
use crate::legacy::LegacyOp;
use crate::pir::{BlockId, NamedAttribute, OpId, Operation, Type, ValueId};
use crate::rules;

use super::Translator;
use super::scopes::Definition;

/// The operators that belong together.
struct Group<'a> {
    block: usize,
    first: usize,
    condition: &'a str,
    /// The place of the operator whose block is run if the condition is false.
    other: Option<usize>,
    /// Places of operators whose constants may be selected.
    constants: Vec<usize>,
    selections: Vec<&'a LegacyOp>,
    /// The places of all operators of the group.
    all: Vec<usize>,
}

/// A result, and the variable that each of the two blocks returns for it.
struct Outcome<'a> {
    name: &'a str,
    sides: [&'a str; 2],
}

impl<'a> Translator<'a> {
    pub(super) fn branches(&mut self, at: Location, into: BlockId, done: &mut BTreeSet<usize>) {
        let legacy = self.legacy;
        let op = &legacy.blocks[at.block].ops[at.op];
        let Some(group) = self.group(at) else {
            let message = format!("`{}` has no input `Cond`", op.kind);
            self.note(at, Fault::new(rules::MISSING_VARIABLE, Part::Type, message));
            return self.poison(op);
        };
        done.extend(&group.all);
        let outcomes = group.outcomes(legacy);
        if self.joined(at, &group, &outcomes, into).is_none() {
            for outcome in &outcomes {
                self.scopes.define(outcome.name, Definition::poisoned());
            }
        }
    }

    fn joined(&mut self, at: Location, group: &Group<'a>, outcomes: &[Outcome<'a>], into: BlockId) -> Option<()> {
        let legacy = self.legacy;
        let ops = &legacy.blocks[at.block].ops;
        let condition = self.value_of(group.condition, at)?;
        let sides = [Some(group.first), group.other];
        let inputs: BTreeSet<&'a str> =
            sides.iter().flatten().flat_map(|&side| ops[side].input("Input").iter().map(String::as_str)).collect();
        for name in inputs {
            self.value_or_input(name, at.block, at);
        }
        let types = outcomes.iter().map(|outcome| self.type_of(at.block, outcome.name)).collect::<Result<Vec<_>, _>>();
        let types = self.noted(at, types).ok()?;
        let (made, blocks) = self.branch(condition, Vec::new(), types);
        self.program.block_mut(into).ops.push(made);
        for (index, side) in sides.into_iter().enumerate() {
            let Some(side) = side else { continue };
            let ends: Vec<&'a str> = outcomes.iter().map(|outcome| outcome.sides[index]).collect();
            self.side(Location { block: at.block, op: side }, group, &ends, blocks[index]);
        }
        for (index, outcome) in outcomes.iter().enumerate() {
            let value = self.program.op(made).results[index];
            self.scopes.define(outcome.name, Definition::of(value));
        }
        Some(())
    }

    /// Makes an operation with two blocks, which is not in a block yet itself.
    pub(super) fn branch(
        &mut self,
        condition: ValueId,
        attributes: Vec<NamedAttribute>,
        results: Vec<Type>,
    ) -> (OpId, [BlockId; 2]) {
        let blocks = [self.program.new_block(), self.program.new_block()];
        let operation = Operation {
            name: self.profile.inserted.branch.as_str().into(),
            operands: vec![Some(condition)],
            attributes,
            blocks: blocks.to_vec(),
            ..Operation::default()
        };
        (self.program.add(operation, results.into_iter().map(Some).collect()), blocks)
    }

    /// Translates one of the two blocks.
    fn side(&mut self, at: Location, group: &Group<'a>, ends: &[&'a str], into: BlockId) {
        self.scopes.enter();
        let legacy = self.legacy;
        let selected: BTreeSet<&str> = ends.iter().copied().collect();
        self.body(at, |translator, block| {
            let mut copies: BTreeMap<&str, &'a str> = BTreeMap::new();
            let mut done = BTreeSet::new();
            for (index, op) in legacy.blocks[block].ops.iter().enumerate() {
                if done.contains(&index) {
                    continue;
                }
                // A block returns the source of a copy, and the copy itself is dropped.
                match (op.output("Out").first(), op.inputs.get("X").and_then(|names| names.first())) {
                    (Some(copy), Some(copied))
                        if op.kind == translator.profile.blocks.copy && selected.contains(copy.as_str()) =>
                    {
                        copies.insert(copy, copied);
                    }
                    _ => translator.any_operator(Location { block, op: index }, into, &mut done),
                }
            }
            translator.constants(group, &selected, into);
            let mut values = Vec::with_capacity(ends.len());
            for end in ends {
                let name = copies.get(end).copied().unwrap_or(end);
                values.push(translator.value_or_input(name, block, at));
            }
            translator.end_block(into, values);
        });
        self.scopes.leave();
    }

    /// Translates the constants that a block returns. In the saved program, they are behind both blocks.
    fn constants(&mut self, group: &Group<'a>, selected: &BTreeSet<&str>, into: BlockId) {
        let legacy = self.legacy;
        for &index in &group.constants {
            let op = &legacy.blocks[group.block].ops[index];
            if op.output("Out").first().is_some_and(|name| selected.contains(name.as_str())) {
                self.operator(Location { block: group.block, op: index }, into);
            }
        }
    }

    /// The operators that belong to a conditional block. `None` if it has no condition.
    fn group(&self, at: Location) -> Option<Group<'a>> {
        let blocks = &self.profile.blocks;
        let ops = &self.legacy.blocks[at.block].ops;
        let first = &ops[at.op];
        let condition = first.inputs.get("Cond")?.first()?;
        let mut group = Group {
            block: at.block,
            first: at.op,
            condition,
            other: None,
            constants: Vec::new(),
            selections: Vec::new(),
            all: vec![at.op],
        };
        let Some([not, other]) = ops.get(at.op + 1..at.op + 3) else { return Some(group) };
        let first_of = |op: &'a LegacyOp, slot: &str| op.inputs.get(slot).and_then(|names| names.first());
        let negated = not.output("Out").first();
        let is_pair = not.kind == blocks.negation
            && first_of(not, "X") == Some(condition)
            && other.kind == first.kind
            && negated.is_some()
            && first_of(other, "Cond") == negated;
        if !is_pair {
            return Some(group);
        }
        group.other = Some(at.op + 2);
        group.all.extend([at.op + 1, at.op + 2]);
        let mut next = at.op + 3;
        if ops.get(next).is_some_and(|op| op.kind == blocks.choice && first_of(op, "X") == Some(condition)) {
            group.all.push(next);
            next += 1;
        } else {
            return Some(group);
        }
        let is_constant = |op: &&LegacyOp| blocks.constants.contains(&op.kind);
        let constants = ops[next..].iter().take_while(is_constant).count();
        let selections = ops[next + constants..].iter().take_while(|op| op.kind == blocks.selection).count();
        if selections > 0 {
            group.constants = (next..next + constants).collect();
            group.selections = ops[next + constants..next + constants + selections].iter().collect();
            group.all.extend(next..next + constants + selections);
        }
        Some(group)
    }

    /// The value of a variable that must have one.
    pub(super) fn value_of(&mut self, name: &str, at: Location) -> Option<ValueId> {
        match self.scopes.get(name) {
            Some(definition) => definition.value,
            None => {
                let message = format!("the variable `{name}` is read here, and nothing has written it");
                self.note(at, Fault::new(rules::UNDEFINED_VARIABLE, Part::Variable(name.to_owned()), message));
                None
            }
        }
    }
}

impl<'a> Group<'a> {
    /// The results of both blocks together, sorted by name.
    fn outcomes(&self, legacy: &'a crate::legacy::Legacy) -> Vec<Outcome<'a>> {
        let ops = &legacy.blocks[self.block].ops;
        let mut names: BTreeSet<&'a str> = BTreeSet::new();
        let mut selected: BTreeMap<&'a str, [&'a str; 2]> = BTreeMap::new();
        for side in [Some(self.first), self.other].into_iter().flatten() {
            names.extend(ops[side].output("Out").iter().map(String::as_str));
        }
        for op in &self.selections {
            let (Some(out), [no, yes]) = (op.output("Out").first(), op.input("X")) else { continue };
            names.insert(out);
            names.remove(no.as_str());
            names.remove(yes.as_str());
            selected.insert(out, [yes, no]);
        }
        let outcome = |name: &'a str| Outcome { name, sides: selected.get(name).copied().unwrap_or([name, name]) };
        names.into_iter().map(outcome).collect()
    }
}

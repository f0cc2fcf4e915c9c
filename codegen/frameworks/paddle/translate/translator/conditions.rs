//! A conditional block becomes an operation with two blocks. The second block returns the values from before, or zeros.

use std::collections::{BTreeMap, BTreeSet};

use crate::fault::{Fault, Location, Part};
use crate::legacy::{LegacyOp, NO_VARIABLE};
use crate::pir::{Attribute, BlockId, NamedAttribute, OpId, TensorKind, Type};
use crate::rules;

use super::insert::Flags;
use super::scopes::Definition;
use super::{HandedOn, Translator};

impl<'a> Translator<'a> {
    /// Finds the variables that conditional blocks pass to their gradients: the block writes them and the gradient reads them.
    pub(super) fn pair_conditions(&mut self) {
        let mut by_scope: BTreeMap<&str, usize> = BTreeMap::new();
        let (ops, blocks) = (&self.legacy.blocks[0].ops, &self.profile.blocks);
        for (index, op) in ops.iter().enumerate() {
            if op.kind == blocks.condition {
                by_scope.extend(op.output("Scope").first().map(|scope| (scope.as_str(), index)));
            } else if op.kind == blocks.condition_gradient {
                let forward = op.input("Scope").first().and_then(|scope| by_scope.get(scope.as_str()));
                if let Some(&forward) = forward {
                    self.pair(Location { block: 0, op: forward }, Location { block: 0, op: index });
                }
            }
        }
    }

    fn pair(&mut self, forward: Location, gradient: Location) {
        let legacy = self.legacy;
        let body = |at: Location| {
            let index = legacy.blocks[at.block].ops[at.op].body()?;
            usize::try_from(index).ok().filter(|&block| block < legacy.blocks.len())
        };
        let (Some(body), Some(gradient_body)) = (body(forward), body(gradient)) else { return };
        let written: BTreeSet<&str> =
            legacy.blocks[body].ops.iter().flat_map(LegacyOp::output_variables).map(String::as_str).collect();
        let read = self.read_before_written(gradient_body);
        let variables: Vec<&'a str> =
            read.into_iter().map(|(_, name)| name).filter(|name| written.contains(name)).collect();
        self.forward_of.insert(gradient, forward);
        self.handed_on.insert(forward, HandedOn { variables, ..HandedOn::default() });
    }

    pub(super) fn condition(&mut self, at: Location, into: BlockId, is_gradient: bool) {
        let legacy = self.legacy;
        let op = &legacy.blocks[at.block].ops[at.op];
        if self.conditional(at, op, into, is_gradient).is_none() {
            self.poison(op);
        }
    }

    fn conditional(&mut self, at: Location, op: &'a LegacyOp, into: BlockId, is_gradient: bool) -> Option<()> {
        let read: &[&str] = if is_gradient { &["Input", "Out", "Out@GRAD"] } else { &["Input"] };
        for name in read.iter().flat_map(|slot| op.input(slot)) {
            self.value_or_input(name, at.block, at);
        }
        let Some(condition) = op.inputs.get("Cond").and_then(|names| names.first()) else {
            let message = format!("`{}` has no input `Cond`", op.kind);
            self.note(at, Fault::new(rules::MISSING_VARIABLE, Part::Type, message));
            return None;
        };
        let condition = self.value_of(condition, at)?;
        let outputs = op.output(if is_gradient { "Input@GRAD" } else { "Out" });
        let outputs: Vec<&'a str> = outputs.iter().map(String::as_str).filter(|name| *name != NO_VARIABLE).collect();
        let types = outputs.iter().map(|name| self.type_of(at.block, name)).collect::<Result<Vec<_>, _>>();
        let types = self.noted(at, types).ok()?;
        let without_other_side = NamedAttribute {
            name: self.profile.result_attributes.without_other_side.as_str().into(),
            value: Attribute::Bool(true),
            is_described: false,
        };
        let (made, blocks) = self.branch(condition, vec![without_other_side], types);
        if !is_gradient {
            self.create_stack(at, into);
        }
        self.program.block_mut(into).ops.push(made);
        let ends: Vec<&'a str> = outputs.iter().map(|name| self.end_name(name, is_gradient)).collect();
        let ended = self.condition_body(at, &ends, blocks[0], is_gradient)?;
        self.other_side(at, &ends, &ended, blocks[1])?;
        for (index, name) in outputs.iter().enumerate() {
            let value = self.program.op(made).results[index];
            self.scopes.define(name, Definition::of(value));
        }
        Some(())
    }

    /// The name of a result inside the block. Outside, gradients may be renamed.
    fn end_name(&self, name: &'a str, is_gradient: bool) -> &'a str {
        match &self.profile.blocks.renamed {
            Some(mark) if is_gradient => name.split_once(mark.as_str()).map_or(name, |(before, _)| before),
            _ => name,
        }
    }

    /// Translates the block of the operator, and returns the types of its results.
    fn condition_body(
        &mut self,
        at: Location,
        ends: &[&'a str],
        into: BlockId,
        is_gradient: bool,
    ) -> Option<Vec<Option<Type>>> {
        let mut ended = None;
        self.scopes.enter();
        if is_gradient {
            self.pop(at, into);
        }
        self.body(at, |translator, block| {
            translator.operators(block, into);
            if !is_gradient {
                translator.push(at, into);
            }
            let values: Option<Vec<_>> = ends.iter().map(|name| translator.value_of(name, at)).collect();
            let Some(values) = values else { return };
            ended = Some(values.iter().map(|&value| translator.program.ty(value).cloned()).collect());
            translator.end_block(into, values.into_iter().map(Some).collect());
        });
        self.scopes.leave();
        ended
    }

    /// Fills the block that is run if the condition is false: it returns the values from before, or zeros.
    fn other_side(&mut self, at: Location, ends: &[&'a str], types: &[Option<Type>], into: BlockId) -> Option<()> {
        let mut values = Vec::with_capacity(ends.len());
        let mut made: Vec<OpId> = Vec::new();
        for (name, ty) in ends.iter().zip(types) {
            if self.scopes.has(name) {
                values.push(Some(self.value_of(name, at)?));
                continue;
            }
            let op = match ty {
                Some(Type::Tensor(tensor)) if tensor.kind == TensorKind::Dense => {
                    let sizes: Vec<i64> = tensor.dims.iter().map(|size| size.saturating_abs()).collect();
                    self.make_full(&sizes, 0.0, tensor.element)
                }
                Some(Type::Tensor(tensor)) if tensor.kind == TensorKind::Array => {
                    self.make_array(tensor.element, Type::Tensor(tensor.clone()))
                }
                _ => {
                    let message =
                        format!("`{name}` needs a value if the condition is false, but there is none of its type");
                    self.note(at, Fault::new(rules::WRONG_KIND, Part::Variable((*name).to_owned()), message));
                    return None;
                }
            };
            made.push(op);
            values.push(Some(self.first_result(op)));
        }
        self.program.block_mut(into).ops.extend(made.into_iter().rev());
        self.end_block(into, values);
        Some(())
    }

    /// Inserts the stack that carries values to the gradient, in front of the operation.
    fn create_stack(&mut self, at: Location, into: BlockId) {
        if self.handed_on.get(&at).is_none_or(|handed_on| handed_on.variables.is_empty()) {
            return;
        }
        let types = ["stack", "inlet", "outlet"].map(|name| Some(Type::Stack(name)));
        let profile = self.profile;
        let op =
            self.insert(into, &profile.inserted.create_stack, Vec::new(), Vec::new(), types.to_vec(), Flags::Absent);
        let results = &self.program.op(op).results;
        let ends = (results[1], results[2]);
        if let Some(handed_on) = self.handed_on.get_mut(&at) {
            handed_on.ends = Some(ends);
        }
    }

    /// Pushes values for the gradient.
    fn push(&mut self, at: Location, into: BlockId) {
        let Some(handed_on) = self.handed_on.get(&at) else { return };
        let (Some((inlet, _)), variables) = (handed_on.ends, handed_on.variables.clone()) else { return };
        let mut operands = vec![Some(inlet)];
        let mut types = Vec::new();
        for name in variables {
            let Some(value) = self.value_of(name, at) else { return };
            operands.push(Some(value));
            types.push(self.program.ty(value).cloned());
        }
        let profile = self.profile;
        self.insert(into, &profile.inserted.push, operands, Vec::new(), Vec::new(), Flags::Absent);
        if let Some(handed_on) = self.handed_on.get_mut(&at) {
            handed_on.types = types;
        }
    }

    /// Pops the values of the forward block.
    fn pop(&mut self, at: Location, into: BlockId) {
        let Some(handed_on) = self.forward_of.get(&at).and_then(|forward| self.handed_on.get(forward)) else { return };
        let (Some((_, outlet)), variables, types) =
            (handed_on.ends, handed_on.variables.clone(), handed_on.types.clone())
        else {
            return;
        };
        let profile = self.profile;
        let op = self.insert(into, &profile.inserted.pop, vec![Some(outlet)], Vec::new(), types, Flags::Absent);
        let results = self.program.op(op).results.clone();
        for (name, value) in variables.into_iter().zip(results) {
            self.scopes.define(name, Definition::of(value));
        }
    }
}

//! The flags of results: whether they stop gradients, and whether they are persistable.

use crate::pir::ValueId;

use super::Translator;
use super::order::visited;

impl Translator<'_> {
    /// Gives every value that stands for a variable of the outermost scope the flags of that variable.
    pub(super) fn set_flags(&mut self) {
        if !self.problems.is_empty() {
            return;
        }
        let mut flags: Vec<(ValueId, bool, bool)> = Vec::new();
        let all: Vec<_> = self.scopes.outermost().collect();
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        // If several variables are parts of one result, the last one decides.
        for place in visited(&names, self.profile.order_of_variables) {
            let (name, definitions) = all[place];
            if self.profile.containers.iter().any(|container| container == name) {
                continue;
            }
            // The framework sets flags once per block, so the last block that knows the variable decides.
            let last = (0..self.legacy.blocks.len()).rev().find_map(|block| self.legacy.variable(block, name));
            let Some(variable) = last else { continue };
            let values = definitions.iter().filter_map(|definition| definition.value);
            flags.extend(values.map(|value| (value, variable.stop_gradient, variable.persistable)));
        }
        for (value, stop_gradient, persistable) in flags {
            let Some((op, index)) = self.program.value(value).made_by else { continue };
            let op = self.program.op_mut(op);
            let count = op.results.len();
            op.stop_gradient.get_or_insert_with(|| vec![false; count])[index] = stop_gradient;
            op.persistable.get_or_insert_with(|| vec![false; count])[index] = persistable;
        }
    }
}

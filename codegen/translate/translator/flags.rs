//! What is known of results: whether they stop gradients, and whether they persist.

use crate::pir::ValueId;

use super::Translator;
use super::order::visited;

impl Translator<'_> {
    /// Sets the flags of every value that stands for a variable in the outermost scope.
    pub(super) fn set_flags(&mut self) {
        if !self.problems.is_empty() {
            return;
        }
        let mut flags: Vec<(ValueId, bool, bool)> = Vec::new();
        let all: Vec<_> = self.scopes.outermost().collect();
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        // Of several parts of one result the last one decides.
        for place in visited(&names, self.profile.order_of_variables) {
            let (name, definitions) = all[place];
            if self.profile.containers.iter().any(|container| container == name) {
                continue;
            }
            // Every block sets the flags, so the last one that knows the variable decides.
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

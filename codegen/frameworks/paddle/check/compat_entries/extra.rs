//! The inputs, outputs and attributes that an entry of `op_compat.yaml` lists under `extra`.

use super::Entry;
use crate::rules;
use source::{Change, Diagnostic, Diagnostics, Fix, Spanned, suggest};
use spec::Attr;

impl Entry<'_> {
    pub(super) fn check_extra(&self, diagnostics: &mut Diagnostics) {
        // Other operators have an op maker in C++, which may have parts that no file mentions.
        if !self.registry.profile().registers(self.op.home) || self.registry.is_excluded(self.id) {
            return;
        }
        let (extra, signature) = (&self.entry.extra, &self.op.signature);
        self.check_extra_names("input", &extra.inputs, &signature.input_names().collect::<Vec<_>>(), diagnostics);
        self.check_extra_names("output", &extra.outputs, &signature.output_names().collect::<Vec<_>>(), diagnostics);
        for attr in &extra.attrs {
            self.check_shadow(attr, diagnostics);
        }
    }

    /// Reports names that look misspelt. Other names that are not parts of the operator have no effect, and are not
    /// reported.
    fn check_extra_names(&self, what: &str, listed: &[Spanned<String>], known: &[&str], diagnostics: &mut Diagnostics) {
        let is_misspelt =
            |name: &str| !known.contains(&name) && suggest::nearest(name, known.iter().copied()).is_some();
        for name in listed.iter().filter(|name| is_misspelt(&name.value)) {
            self.report(what, &name.value, name.span, known, diagnostics);
        }
    }

    /// Reports an extra attribute that the operator also has. Programs store the two separately, and may omit the extra
    /// one.
    fn check_shadow(&self, extra: &Attr, diagnostics: &mut Diagnostics) {
        let name = &extra.name;
        let has_name =
            |attr: &&Attr| attr.name == *name || self.entry.attr_in_programs(attr.name.as_str()) == name.value;
        let Some(attr) = self.op.signature.attrs.iter().find(has_name) else { return };
        let op = &self.op.name.value;
        let message = match attr.name == *name {
            true => format!("the extra attribute `{}` is also an attribute of `{op}`", name.value),
            false => format!("the extra attribute `{}` is the attribute `{}` of `{op}`", name.value, attr.name.value),
        };
        let problem = Diagnostic::new(rules::SHADOWED_ATTR, name.span, message).label(attr.name.span, "the attribute");
        let renamed = self.entry.attrs.get(attr.name.as_str()).map(|legacy| legacy.span);
        let fix = Fix::certain("remove it from `extra`", [Change::RemoveItem(name.span)]);
        diagnostics.push(problem.maybe_label(renamed, "its name in programs").fix(fix));
    }
}

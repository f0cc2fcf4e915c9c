//! Compares the static graph's own definition of an operator with the dynamic graph's.

use super::defined_twice;
use crate::rules;
use profile::Profile;
use registry::Registry;
use source::{Diagnostic, Diagnostics, Span, Spanned, suggest};
use spec::default::normal;
use spec::{Attr, AttrType, Element, Op};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let unsettled = defined_twice(registry);
    let sound = |id| !registry.op(id).poisoned && !unsettled.contains(&id);
    for (id, op) in registry.ops().filter(|(id, op)| op.home.family().is_only_in_programs() && sound(*id)) {
        // If arguments are mapped by hand, the definitions differ on purpose.
        let by_hand = registry.compat(id).is_some_and(|compat| compat.has_manual_signature(op));
        let Some(dynamic) = registry.find_in_main(&op.name.value).filter(|_| !by_hand) else { continue };
        if sound(dynamic) {
            let profile = registry.profile();
            GraphPair { op, dynamic: registry.op(dynamic), profile }.check(diagnostics);
        }
    }
}

struct GraphPair<'a> {
    op: &'a Op,
    dynamic: &'a Op,
    profile: &'a Profile,
}

impl GraphPair<'_> {
    fn check(&self, diagnostics: &mut Diagnostics) {
        let (of, is) = (&self.op.signature, &self.dynamic.signature);
        for attr in &of.attrs {
            match is.attr(&attr.name.value) {
                Some(same) => self.check_attr(attr, same, diagnostics),
                None => self.check_name(attr, diagnostics),
            }
        }
    }

    fn check_attr(&self, attr: &Attr, same: &Attr, diagnostics: &mut Diagnostics) {
        if comparable(attr.ty) != comparable(same.ty) && !self.is_converted(attr.ty, same.ty) {
            let what =
                format!("has the type `{}` in the static graph, but `{}` in the dynamic graph", attr.ty, same.ty);
            self.report(&attr.name, attr.name.span, &what, same.name.span, diagnostics);
        } else if let (Some(default), Some(other)) = (&attr.default, &same.default)
            && normal(&default.value) != normal(&other.value)
        {
            let what = format!(
                "defaults to `{}` in the static graph, but to `{}` in the dynamic graph",
                default.value, other.value
            );
            self.report(&attr.name, default.span, &what, other.span, diagnostics);
        }
    }

    /// Whether the static graph converts an attribute for the kernel.
    fn is_converted(&self, from: AttrType, to: AttrType) -> bool {
        let graph = self.profile.static_graph.as_ref();
        let types = graph.and_then(|graph| graph.kernel_conversions.get(&to.to_string()));
        types.is_some_and(|types| types.contains(&from.to_string()))
    }

    /// Reports an attribute that has nearly the same name in the other graph. It is common that only one graph has an
    /// attribute, but this is probably a mistake.
    fn check_name(&self, attr: &Attr, diagnostics: &mut Diagnostics) {
        let own = |other: &&Attr| self.op.signature.attr(&other.name.value).is_none();
        let others: Vec<&Attr> = self.dynamic.signature.attrs.iter().filter(own).collect();
        let near = suggest::nearest(&attr.name.value, others.iter().map(|other| other.name.as_str()));
        if let Some(other) = others.iter().find(|other| Some(other.name.as_str()) == near) {
            let what = format!("is called `{}` in the dynamic graph", other.name.value);
            self.report(&attr.name, attr.name.span, &what, other.name.span, diagnostics);
        }
    }

    fn report(&self, name: &Spanned<String>, at: Span, what: &str, there: Span, diagnostics: &mut Diagnostics) {
        let message = format!("`{}` of `{}` {what}", name.value, self.op.name.value);
        let problem = Diagnostic::new(rules::STATIC_DIFFERS, at, message).label(there, "in the dynamic graph");
        diagnostics.push(problem.help("make them agree, or list the operator under `manual_signature`"));
    }
}

/// A type in the form in which it is compared. The static graph adds the stored type to scalars, and has a different
/// type for arrays of integers.
fn comparable(ty: AttrType) -> AttrType {
    match ty.element {
        Element::Scalar(_) if !ty.list => AttrType::one(Element::Scalar(None)),
        Element::Int64 | Element::Int if ty.list => AttrType::one(Element::IntArray),
        _ => ty,
    }
}

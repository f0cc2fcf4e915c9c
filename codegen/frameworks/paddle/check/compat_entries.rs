//! Compares the entries of `op_compat.yaml` with the operators that they describe.

use crate::rules;
use std::collections::{BTreeMap, BTreeSet};

use super::is_variant;
use registry::{OpId, Registry};
use source::suggest::{self, Known};
use source::{Diagnostic, Diagnostics, Help, Span, Spanned};
use spec::compat::MutableAttr;
use spec::{AttrType, Compat, Element, NamePair, Op, Signature, stem};

mod extra;
mod gradients;
mod swapped;

/// The types in which programs can store a scalar, as `op_compat.yaml` spells them.
pub const STORED_TYPES: &[&str] = &["bool", "int", "int32_t", "int64_t", "float", "double", "str", "std::string"];

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let families = registry.families_with_program_names();
    let defined = families.flat_map(|family| registry.names(family));
    let known = Known::new(defined.chain(registry.hand_written()));
    check_kernel_types(registry, diagnostics);
    for entry in &registry.specs().compat {
        check_exist(registry, &known, entry, diagnostics);
        gradients::check(registry, entry, diagnostics);
        swapped::check(entry, diagnostics);
        let Some(id) = registry.find_for_compat(&entry.op.name.value).filter(|id| !registry.op(*id).poisoned) else {
            continue;
        };
        let part = Entry { registry, entry, id, op: registry.op(id) };
        part.check_names(diagnostics);
        part.check_lists(diagnostics);
        part.check_extra(diagnostics);
        part.check_mutable("scalar", &entry.scalar, AttrType::is_scalar, diagnostics);
        part.check_mutable("int_array", &entry.int_array, |ty| ty.is(Element::IntArray), diagnostics);
    }
}

/// The operator that a name in `op_compat.yaml` or `op_version.yaml` refers to.
pub(super) fn compat_op<'a>(registry: &'a Registry, name: &str) -> Option<&'a Op> {
    registry.find_for_compat(name).map(|id| registry.op(id))
}

/// Reports names of operators that do not exist. The file also describes operators that are written in C++, and no list
/// of those is complete. So an unknown name is reported only if it looks like a misspelling, or if another operator of
/// the entry exists. Names that differ only in digits or by a whole word, such as `conv2d` and `conv3d`, or `scatter`
/// and `c_scatter`, belong to different operators.
fn check_exist(registry: &Registry, known: &Known, entry: &Compat, diagnostics: &mut Diagnostics) {
    let exists = |pair: &&NamePair| {
        let name = &pair.name.value;
        let forward = name.strip_suffix("_grad").unwrap_or(name);
        let by_hand = || [name, stem(name), forward].iter().any(|name| registry.is_hand_written(name));
        compat_op(registry, name).is_some() || by_hand() || diagnostics.may_be_lost(name)
    };
    let (existing, unknown): (Vec<_>, Vec<_>) = entry.pairs().partition(exists);
    for name in unknown.into_iter().map(|pair| &pair.name) {
        let is_another =
            |near: &str| is_variant(near, &name.value) || without_digits(near).eq(without_digits(&name.value));
        let typo = known.typo_of(&name.value).filter(|near| !is_another(near));
        if typo.is_none() && existing.is_empty() {
            continue;
        }
        let message = format!("there is no operator `{}`", name.value);
        let near = gradients::unlisted(registry, entry, name.span).or(typo).or_else(|| known.nearest(&name.value));
        let by_hand = "if the operator is written by hand, list it under `hand_written`";
        let help = near.map_or(by_hand.into(), |near| Help::meant(&name.value, near));
        diagnostics.push(Diagnostic::new(rules::UNKNOWN_COMPAT_OP, name.span, message).help(help));
    }
}

/// Reports a function that selects kernels if its name is nearly that of another, which several operators use.
fn check_kernel_types(registry: &Registry, diagnostics: &mut Diagnostics) {
    let mut uses: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    let functions = registry.specs().compat.iter().flat_map(|entry| entry.get_expected_kernel_type.values());
    for function in functions {
        uses.entry(&function.value).or_default().push(function.span);
    }
    let usual = Known::new(uses.iter().filter(|(_, spans)| spans.len() > 1).map(|(name, _)| *name));
    for (name, spans) in &uses {
        if let ([span], Some(near)) = (&spans[..], usual.typo_of(name)) {
            let message = format!("only this operator uses `{name}`, and {} use `{near}`", uses[near].len());
            diagnostics.push(Diagnostic::new(rules::MISSPELT, *span, message).help(Help::meant(name, near)));
        }
    }
}

fn without_digits(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !c.is_ascii_digit())
}

/// The attributes that programs may pass as inputs, each with the name of the input.
fn attribute_inputs(entry: &Compat) -> impl Iterator<Item = (&String, &Spanned<String>)> {
    let mutable = entry.scalar.iter().chain(&entry.int_array);
    mutable.flat_map(|(name, attr)| attr.tensor_name.iter().chain(&attr.tensors_name).map(move |input| (name, input)))
}

/// The names of the inputs, the outputs or the attributes of an operator.
type PartNames = fn(&Signature) -> Vec<&str>;

/// The gradients that an entry lists. The renamed inputs, outputs and attributes may also be parts of these.
fn listed_gradients<'a>(registry: &'a Registry, entry: &'a Compat) -> impl Iterator<Item = &'a Op> {
    entry.backward.iter().filter_map(|pair| compat_op(registry, &pair.name.value))
}

struct Entry<'a> {
    registry: &'a Registry,
    entry: &'a Compat,
    id: OpId,
    op: &'a Op,
}

impl<'a> Entry<'a> {
    /// PIR's own definitions of the operator. The entry also serves to translate older programs to these.
    fn in_pir(&self) -> impl Iterator<Item = &'a Op> {
        let (registry, op) = (self.registry, self.op);
        let found = registry.find_in_pir(&op.name.value).map(|id| registry.op(id));
        found.filter(|pir| pir.name.span != op.name.span)
    }

    fn check_names(&self, diagnostics: &mut Diagnostics) {
        let entry = self.entry;
        // If arguments are mapped by hand, the entry may use the dynamic graph's names.
        let dynamic = self.registry.find_in_main(&self.op.name.value).map(|id| self.registry.op(id));
        let dynamic = dynamic.filter(|_| entry.has_manual_signature(self.op));
        let dynamic = dynamic.filter(|dynamic| dynamic.name.span != self.op.name.span);
        let signatures = || std::iter::once(self.op).chain(dynamic).chain(self.in_pir()).map(|op| &op.signature);
        let parts: [(_, _, _, PartNames); 3] = [
            ("input", "inputs", &entry.inputs, |of| of.input_names().collect()),
            ("output", "outputs", &entry.outputs, |of| of.output_names().collect()),
            ("attribute", "attrs", &entry.attrs, |of| of.attr_names().collect()),
        ];
        for (what, key, names, names_of) in parts {
            // A mutable attribute is also an input.
            let mutable = entry.scalar.keys().chain(entry.int_array.keys()).filter(|_| what == "input");
            let known: Vec<&str> = match names.is_empty() {
                true => Vec::new(),
                false => signatures().flat_map(names_of).chain(mutable.map(String::as_str)).collect(),
            };
            let gradients = listed_gradients(self.registry, entry).flat_map(|op| names_of(&op.signature));
            // The entry of a gradient may use the names of the tensors whose gradients it takes or returns.
            let tensors = self.op.signature.input_names().chain(self.op.signature.output_names());
            let origins = tensors.filter_map(|name| name.strip_suffix("_grad")).filter(|_| what != "attribute");
            let with_additions = std::iter::once(self.op).chain(self.in_pir()).filter(|_| what == "attribute");
            let added = with_additions.flat_map(|op| self.registry.added_to(op));
            let added = added.flat_map(|addition| &addition.extra_args).map(|attr| attr.name.as_str());
            // This is collected only if necessary, because few entries have such names.
            let mut all: BTreeSet<&str> = known.iter().copied().collect();
            if !names.keys().all(|name| all.contains(name.as_str())) {
                all.extend(gradients.chain(origins).chain(added));
            }
            let is_known = |name: &String| all.contains(name.as_str());
            for name in names.keys().filter(|name| !is_known(name)) {
                self.report(what, name, self.entry.key_span(key, name), &known, diagnostics);
            }
            let passed = attribute_inputs(entry).filter(|_| what == "input").filter(|(name, input)| {
                // An entry may also list a mutable attribute among the inputs.
                names.get(*name) != Some(input)
            });
            self.check_unique(what, names.values().chain(passed.map(|(_, input)| input)), diagnostics);
        }
    }

    /// Reports parts with the same name in saved programs, which could not be told apart.
    fn check_unique<'b>(
        &self,
        what: &str,
        legacy: impl Iterator<Item = &'b Spanned<String>>,
        diagnostics: &mut Diagnostics,
    ) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for name in legacy {
            if let Some(first) = seen.insert(&name.value, name.span) {
                let message =
                    format!("two {what}s of `{}` are called `{}` in saved programs", self.op.name.value, name.value);
                let problem = Diagnostic::new(rules::UNKNOWN_COMPAT_PART, name.span, message);
                diagnostics.push(problem.label(first, "the first is here").help("give one of them another name"));
            }
        }
    }

    fn check_lists(&self, diagnostics: &mut Diagnostics) {
        let entry = self.entry;
        let pairs: Vec<&str> = entry.pairs().map(|pair| stem(&pair.name.value)).collect();
        let signed = entry.manual_signature.iter().map(|name| (name.value.as_str(), name.span));
        let kernels = entry.get_expected_kernel_type.keys();
        let kernels = kernels.map(|name| (name.as_str(), entry.key_span("get_expected_kernel_type", name)));
        for (name, span) in signed.chain(kernels).filter(|(name, _)| !pairs.contains(&stem(name))) {
            self.report("operator", name, span, &pairs, diagnostics);
        }
        for function in entry.get_expected_kernel_type.values() {
            let is_usual = function.value.starts_with("Get") && function.value.ends_with("ExpectedKernelType");
            if !is_usual {
                let message = format!("`{}` is not named like a function that selects kernels", function.value);
                let problem = Diagnostic::new(rules::MISSPELT, function.span, message);
                diagnostics.push(problem.help("such functions have names like `GetReduceExpectedKernelType`"));
            }
        }
        let inputs: Vec<&str> = self.op.signature.input_names().map(|name| entry.input_in_programs(name)).collect();
        for name in entry.complex_promote.iter().filter(|name| !inputs.contains(&name.as_str())) {
            self.report("input", &name.value, name.span, &inputs, diagnostics);
        }
        let gradients: Vec<&Op> = listed_gradients(self.registry, entry).collect();
        let outputs: Vec<&str> = gradients.iter().flat_map(|op| op.signature.output_names()).collect();
        let complete = !gradients.iter().any(|op| op.poisoned);
        for name in entry.drop_empty_grad.iter().filter(|name| complete && !outputs.contains(&name.as_str())) {
            self.report("gradient", &name.value, name.span, &outputs, diagnostics);
        }
    }

    fn check_mutable(
        &self,
        key: &str,
        attrs: &indexmap::IndexMap<String, MutableAttr>,
        fits: fn(AttrType) -> bool,
        diagnostics: &mut Diagnostics,
    ) {
        let signature = &self.op.signature;
        for (name, mutable) in attrs {
            let in_pir = || self.in_pir().find_map(|pir| pir.signature.attr(name));
            let Some(attr) = signature.attr(name).or_else(in_pir) else {
                let known: Vec<&str> = signature.attr_names().collect();
                self.report("attribute", name, self.entry.key_span(key, name), &known, diagnostics);
                continue;
            };
            let at = self.entry.key_span(key, name);
            if !fits(attr.ty) {
                let message = format!(
                    "`{name}` of `{}` is listed under `{key}`, but its type is `{}`",
                    self.op.name.value, attr.ty
                );
                let problem = Diagnostic::new(rules::COMPAT_TYPE, at, message).label(attr.name.span, "the attribute");
                diagnostics.push(problem.help("`scalar` is for `Scalar`, and `int_array` for `IntArray`"));
            }
            if let Some(ty) = mutable.data_type.as_ref().filter(|ty| !STORED_TYPES.contains(&ty.as_str())) {
                let message = format!("`{}` is not a type that an attribute can be stored as", ty.value);
                let problem = Diagnostic::new(rules::COMPAT_TYPE, ty.span, message);
                diagnostics.push(problem.maybe_help(suggest::help(&ty.value, STORED_TYPES.iter().copied())));
            }
        }
    }

    fn report(&self, what: &str, name: &str, span: Span, known: &[&str], diagnostics: &mut Diagnostics) {
        let other_kind = self.kind_of(name).filter(|(kind, _)| *kind != what);
        let message = match (what, other_kind) {
            ("operator", _) => {
                format!("`{name}` is not one of the operators in the entry of `{}`", self.entry.op.name.value)
            }
            (_, Some((kind, _))) => format!("`{name}` of `{}` is an {kind}, not an {what}", self.op.name.value),
            (_, None) => format!("`{}` has no {what} `{name}`", self.op.name.value),
        };
        let signature = &self.op.signature;
        let parts = match what {
            "input" | "attribute" => signature.args_span().map(|span| (span, "its arguments")),
            "output" => signature.outputs_span().map(|span| (span, "its outputs")),
            _ => None,
        };
        let (at, label) = parts.unwrap_or((self.op.name.span, "the operator"));
        let problem = Diagnostic::new(rules::UNKNOWN_COMPAT_PART, span, message).label(at, label);
        let help = match other_kind.filter(|_| what != "operator") {
            Some((_, key)) => Some(format!("list it under `{key}`, or remove it").into()),
            None => suggest::help(name, known.iter().copied()),
        };
        diagnostics.push(
            problem
                .help("write the name that the operator's definition uses on the left, or remove this line")
                .maybe_help(help),
        );
    }

    /// Whether a name is an input, an output or an attribute, and the key under which the entry lists such names.
    fn kind_of(&self, name: &str) -> Option<(&'static str, &'static str)> {
        let signature = &self.op.signature;
        let kinds = [
            (signature.input(name).is_some(), ("input", "inputs")),
            (signature.attr(name).is_some(), ("attribute", "attrs")),
            (signature.output(name).is_some(), ("output", "outputs")),
        ];
        kinds.into_iter().find(|(is_one, _)| *is_one).map(|(_, kind)| kind)
    }
}

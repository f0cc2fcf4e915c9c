//! Compares the inputs and outputs of a backward operator with the forward signature in its entry. Also compares the
//! names, defaults and `optional` marks in that signature with the forward operator.

use crate::rules;
use std::collections::BTreeMap;

use profile::Graph;
use source::{Change, Diagnostic, Diagnostics, Help, Span, Spanned, count, suggest};
use spec::default::normal;
use spec::{Attr, ForwardCall, Op, Signature, TensorType};

/// Compares a backward operator with the forward signature in its entry. Names that only the forward operator has are
/// accepted, because then the signature is wrong, which is reported elsewhere.
pub fn check_own(op: &Op, written: &ForwardCall, actual: Option<&Op>, diagnostics: &mut Diagnostics) {
    let known = Known { written, actual };
    let has = |name: &str| known.signatures().any(|of| of.input(name).is_some() || of.output(name).is_some());
    let is_gradient = |name: &str| {
        let origin = name.strip_suffix("_grad");
        origin.is_some_and(|origin| written.signature.output(origin).is_some())
    };
    if op.signature.input_names().all(|name| has(name) && !is_gradient(name)) {
        report_no_gradient(op, written, diagnostics);
    }
    for input in op.signature.inputs.iter().filter(|_| !known.is_in_pir_only()) {
        match known.input(&input.name.value) {
            origins if origins.is_empty() => known.report_input(op, &input.name, diagnostics),
            origins => check_type(op, &input.name, input.ty, &origins, diagnostics),
        }
    }
    // If the gradient invokes an operator, that operator decides the names of the outputs.
    let has_own_names = op.invoke.is_some() || known.is_in_pir_only();
    for output in op.signature.outputs.iter().filter(|_| !has_own_names) {
        match known.output(&output.name.value) {
            origins if origins.is_empty() && known.is_of_intermediate(op, &output.name.value) => {}
            origins if origins.is_empty() => known.report_output(op, &output.name, diagnostics),
            origins => check_type(op, &output.name, output.ty, &origins, diagnostics),
        }
    }
    for attr in &op.signature.attrs {
        check_default(op, attr, written, diagnostics);
    }
}

fn report_no_gradient(op: &Op, written: &ForwardCall, diagnostics: &mut Diagnostics) {
    let of = &written.name.value;
    let message = format!("`{}` does not take the gradient of any output of `{of}`", op.name.value);
    let problem = Diagnostic::new(rules::NO_GRADIENT, op.signature.args_span().unwrap_or(op.name.span), message);
    let gradients: Vec<_> = written.signature.output_names().map(|output| format!("`{output}_grad`")).collect();
    let help = format!("take one of {}", gradients.join(", "));
    diagnostics.push(problem.label(written.name.span, "the forward signature").help(help));
}

/// The tensor that a name refers to: the span of its declaration, and its type.
type Origin = (Span, TensorType);

/// The signatures whose names a backward operator may use.
struct Known<'a> {
    written: &'a ForwardCall,
    actual: Option<&'a Op>,
}

impl Known<'_> {
    fn signatures(&self) -> impl Iterator<Item = &Signature> {
        std::iter::once(&self.written.signature).chain(self.actual.map(|op| &op.signature))
    }

    fn input(&self, name: &str) -> Vec<Origin> {
        let find = |of: &Signature| {
            let input = of.input(name).map(|input| (input.name.span, input.ty));
            let output = |name: &str| of.output(name).map(|output| (output.name.span, output.ty));
            input.or_else(|| output(name)).or_else(|| output(name.strip_suffix("_grad")?))
        };
        self.signatures().filter_map(find).collect()
    }

    fn output(&self, name: &str) -> Vec<Origin> {
        let Some(origin) = name.strip_suffix("_grad") else { return Vec::new() };
        self.signatures().filter_map(|of| of.input(origin).map(|input| (input.name.span, input.ty))).collect()
    }

    /// True for the gradient of a forward output that the operator computes itself instead of taking it. In programs,
    /// it may return such a gradient, too.
    fn is_of_intermediate(&self, op: &Op, name: &str) -> bool {
        let origin = name.strip_suffix("_grad").filter(|_| op.home.family().graph() != Graph::Dynamic);
        let is_output = |origin| self.signatures().any(|of| of.output(origin).is_some());
        origin.is_some_and(|origin| is_output(origin) && op.signature.input(name).is_none())
    }

    /// True if only PIR has the forward operator. PIR matches the inputs and results of gradients by position, not by
    /// name.
    fn is_in_pir_only(&self) -> bool {
        self.actual.is_some_and(|forward| forward.home.family().graph() == Graph::Pir)
    }

    fn report_input(&self, op: &Op, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
        let of = &self.written.signature;
        let forward = &self.written.name;
        let gradients: Vec<_> =
            of.output_names().take(suggest::MAX_COMPARED).map(|output| format!("{output}_grad")).collect();
        let all = of.input_names().chain(of.output_names()).chain(gradients.iter().map(String::as_str));
        let problem = match name.value.strip_suffix("_grad") {
            Some(origin) => {
                let message = format!(
                    "`{}` would be the gradient of `{origin}`, which is not an output of `{}`",
                    name.value, forward.value
                );
                Diagnostic::new(rules::FOREIGN_GRAD, name.span, message)
            }
            None => {
                let message = format!(
                    "`{}` of `{}` is neither an input nor an output of `{}`, nor the gradient of one",
                    name.value, op.name.value, forward.value
                );
                Diagnostic::new(rules::FOREIGN_INPUT, name.span, message)
            }
        };
        let problem = problem.label(forward.span, "the forward signature");
        let help = "use the name of an input, an output or the gradient of an output in the forward signature";
        diagnostics.push(problem.help(help).maybe_help(suggest::help(&name.value, all)));
    }

    fn report_output(&self, op: &Op, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
        let forward = &self.written.name;
        let inputs = self.written.signature.input_names().take(suggest::MAX_COMPARED);
        let gradients: Vec<_> = inputs.map(|input| format!("{input}_grad")).collect();
        let message =
            format!("`{}` of `{}` is not the gradient of an input of `{}`", name.value, op.name.value, forward.value);
        let problem =
            Diagnostic::new(rules::FOREIGN_OUTPUT, name.span, message).label(forward.span, "the forward signature");
        let help = suggest::help(&name.value, gradients.iter().map(String::as_str));
        diagnostics.push(problem.help("name it after an input: `x_grad` is the gradient of `x`").maybe_help(help));
    }
}

/// Compares the type of a tensor with the type in the forward signature and with that in the forward operator. It may
/// match either, because the forward signature may be wrong.
fn check_type(op: &Op, name: &Spanned<String>, ty: TensorType, origins: &[Origin], diagnostics: &mut Diagnostics) {
    let (at, is) = origins[0];
    if origins.iter().all(|(_, is)| *is != ty) {
        let message =
            format!("`{}` of `{}` is a `{ty}`, but the forward tensor is a `{is}`", name.value, op.name.value);
        let problem = Diagnostic::new(rules::GRAD_TYPE, name.span, message).label(at, "the forward tensor");
        diagnostics.push(problem.help(format!("make both a `{is}`, or both a `{ty}`")));
    }
}

fn check_default(op: &Op, attr: &Attr, written: &ForwardCall, diagnostics: &mut Diagnostics) {
    let Some(own) = &attr.default else { return };
    let Some(forward) = written.signature.attr(&attr.name.value).and_then(|attr| attr.default.as_ref()) else { return };
    if normal(&own.value) != normal(&forward.value) {
        let message = format!(
            "`{}` of `{}` defaults to `{}`, but to `{}` in the forward signature",
            attr.name.value, op.name.value, own.value, forward.value
        );
        let problem =
            Diagnostic::new(rules::BACKWARD_DEFAULT, own.span, message).label(forward.span, "in the forward signature");
        let help =
            Help::instead(format!("write `{}`, or leave out the default", forward.value), forward.value.as_str());
        diagnostics.push(problem.help(help.titled(format!("write `{}`", forward.value))));
    }
}

/// Compares the forward signature in a backward operator's entry with the forward operator, except for types.
pub fn check_written(op: &Op, forward: &Op, written: &ForwardCall, diagnostics: &mut Diagnostics) {
    let (of, is) = (&written.signature, &forward.signature);
    let pair = WrittenForward { op, forward };
    let names = |signature: &Signature| -> [Vec<Spanned<String>>; 3] {
        [
            signature.inputs.iter().map(|input| input.name.clone()).collect(),
            signature.attrs.iter().map(|attr| attr.name.clone()).collect(),
            signature.outputs.iter().map(|output| output.name.clone()).collect(),
        ]
    };
    for ((item, written_names), actual_names) in ["input", "attribute", "output"].iter().zip(names(of)).zip(names(is)) {
        pair.check_names(item, &written_names, &actual_names, diagnostics);
        if *item != "output" {
            pair.check_length(item, written, &written_names, &actual_names, diagnostics);
        }
    }
    for (written, actual) in of.attrs.iter().zip(&is.attrs) {
        pair.check_default(written, actual, diagnostics);
    }
    pair.check_optional(written, diagnostics);
}

struct WrittenForward<'a> {
    op: &'a Op,
    forward: &'a Op,
}

impl WrittenForward<'_> {
    /// Compares names by position, which is how arguments are matched. Excess arguments are reported elsewhere.
    fn check_names(
        &self,
        item: &str,
        written: &[Spanned<String>],
        actual: &[Spanned<String>],
        diagnostics: &mut Diagnostics,
    ) {
        if written.len() > actual.len() {
            return;
        }
        let different: Vec<_> = written.iter().zip(actual).filter(|(of, is)| !self.is_same_name(of, is)).collect();
        let permuted = different.len() > 1 && different.iter().all(|(of, _)| actual.contains(of));
        // If one is missing, the others may be in order.
        let is_certain = permuted && written.len() == actual.len();
        let (backward, forward) = (&self.op.name.value, &self.forward.name.value);
        for (of, is) in different.iter().take(if permuted { 1 } else { different.len() }) {
            let message = match permuted {
                true => format!("`{backward}` lists the {item}s of `{forward}` in another order"),
                false => format!("`{backward}` gives the {item} `{}` of `{forward}` the name `{}`", is.value, of.value),
            };
            let problem = Diagnostic::new(rules::FORWARD_NAMES, of.span, message);
            let problem = problem.label(is.span, "in the forward operator");
            let help = Help::from(format!("write `{}`", is.value));
            // If the names are only in a different order, one fix corrects all of them.
            let help = different.iter().fold(help, |help, (at, is)| match permuted || at.span == of.span {
                true => help.with(Change::Replace { span: at.span, text: is.value.clone() }),
                false => help,
            });
            // Nothing but the order is wrong: each name is that of a part.
            let help = if permuted { help.titled("write the names in that order") } else { help };
            diagnostics.push(problem.help(help.certain(is_certain || suggest::is_typo(&of.value, &is.value))));
        }
    }

    /// True if a name in the forward signature is acceptable. An output without a name may get any name. A gradient of
    /// a gradient may rename the parts of its forward operator to avoid clashes, with the words in a different order or
    /// with additional words.
    fn is_same_name(&self, written: &Spanned<String>, actual: &Spanned<String>) -> bool {
        let is_unnamed = (actual.span.end - actual.span.start) as usize != actual.value.len();
        let words = |name: &str| {
            let mut words: BTreeMap<String, usize> = BTreeMap::new();
            name.split('_').for_each(|word| *words.entry(word.to_owned()).or_default() += 1);
            words
        };
        let has_words = || {
            let has = words(&written.value);
            let is_mark = |word: &str| matches!(word, "fwd" | "forward");
            let mut needed = words(&actual.value).into_iter().filter(|(word, _)| !is_mark(word));
            needed.all(|(word, number)| has.get(&word).is_some_and(|has| *has >= number))
        };
        written == actual || is_unnamed || self.forward.is_backward() && has_words()
    }

    fn check_length(
        &self,
        item: &str,
        written: &ForwardCall,
        names: &[Spanned<String>],
        actual: &[Spanned<String>],
        diagnostics: &mut Diagnostics,
    ) {
        let Some(missing) = actual.get(names.len()) else { return };
        let message = format!(
            "`{}` lists {} of `{}`, which has {}",
            self.op.name.value,
            count(names.len(), item),
            self.forward.name.value,
            actual.len()
        );
        let at = names.last().map_or(written.name.span, |last| last.span);
        let problem =
            Diagnostic::new(rules::FORWARD_INCOMPLETE, at, message).label(missing.span, "this one is missing");
        diagnostics.push(problem.help(format!("add `{}`", missing.value)));
    }

    /// A forward signature may omit defaults, but must not have different ones.
    fn check_default(&self, written: &Attr, actual: &Attr, diagnostics: &mut Diagnostics) {
        let Some(stated) = &written.default else { return };
        let is = actual.default.as_ref();
        if is.is_some_and(|is| normal(&is.value) == normal(&stated.value)) || written.name != actual.name {
            return;
        }
        let has = is.map_or("has no default".to_owned(), |is| format!("defaults to `{}`", is.value));
        let message = format!(
            "`{}` of `{}` {has}, but `{}` writes `{}`",
            actual.name.value, self.forward.name.value, self.op.name.value, stated.value
        );
        let problem = Diagnostic::new(rules::FORWARD_DEFAULT, stated.span, message);
        let problem = problem.label(is.map_or(actual.name.span, |is| is.span), "in the forward operator");
        let help = Help::from("write the forward operator's default, or leave it out");
        let written = is.map(|is| Change::Replace { span: stated.span, text: is.value.clone() });
        diagnostics.push(problem.help(match written {
            Some(change) => help.with(change).titled("write the forward operator's default"),
            None => help,
        }));
    }

    /// A tensor is optional in the backward operator if, and only if, it is optional in the forward operator. A
    /// backward operator may also take an output as optional, and a gradient of a gradient any tensor.
    fn check_optional(&self, written: &ForwardCall, diagnostics: &mut Diagnostics) {
        let (of, is) = (&written.signature, &self.forward.signature);
        let inputs = of.inputs.iter().zip(&is.inputs).map(|(of, is)| (&of.name, &is.name, is.optional, true));
        let outputs = of.outputs.iter().zip(&is.outputs).map(|(of, is)| (&of.name, &is.name, is.optional, false));
        for (name, actual, optional, is_input) in inputs.chain(outputs) {
            let Some(input) = self.op.signature.input(&name.value) else { continue };
            let may_be_omitted = !is_input || self.forward.is_backward();
            if input.optional == optional || input.optional && may_be_omitted {
                continue;
            }
            let (forward, backward) = (&self.forward.name.value, &self.op.name.value);
            let (here, there) = if optional { (forward, backward) } else { (backward, forward) };
            let message = format!("`{}` is optional in `{here}`, but not in `{there}`", actual.value);
            let (at, label) = if optional { (input.name.span, actual.span) } else { (actual.span, input.name.span) };
            let problem = Diagnostic::new(rules::OPTIONAL_DIFFERS, at, message).label(label, "optional here");
            let (entry, listed) = if optional { (self.op, name) } else { (self.forward, actual) };
            let (key, within) = ("optional".to_owned(), entry.name.span);
            let add = Change::AddName { within, key, name: listed.value.clone() };
            diagnostics.push(problem.help(Help::from(format!("also list it under `optional` of `{there}`")).with(add)));
        }
    }
}

//! The kernel key: what decides its backend, its layout and its data type must exist and have the right type.

use super::has_cpp_function;
use crate::rules;
use profile::{Profile, Tensors};
use registry::Registry;
use source::{Change, Diagnostic, Diagnostics, Help, Spanned, suggest};
use spec::default::enumerators;
use spec::{AttrType, Candidate, Candidates, Element, Kernel, Op};

/// The three parts of a kernel key, with the type of attribute that can decide each.
const PARTS: &[(&str, Element)] =
    &[("backend", Element::Place), ("layout", Element::DataLayout), ("data_type", Element::DataType)];

pub fn check(registry: &Registry, op: &Op, kernel: &Kernel, diagnostics: &mut Diagnostics) {
    let has_cpp_function = has_cpp_function(op);
    for ((key, element), candidates) in PARTS.iter().zip([&kernel.backend, &kernel.layout, &kernel.data_type]) {
        let part = Part { op, key, ty: AttrType::one(*element) };
        if let Some(Candidates { names, ordered }) = candidates {
            part.check_types(names, diagnostics);
            part.check_constants(names, registry.profile(), diagnostics);
            if has_cpp_function {
                part.check_order(names, *ordered, diagnostics);
                part.check_tensors(names, *ordered, diagnostics);
            }
        } else if has_cpp_function {
            check_key_is_set(op, key, *element, diagnostics);
        }
    }
    if has_cpp_function {
        check_key_without_tensors(op, diagnostics);
    }
}

/// A part of an operator's kernel key.
struct Part<'a> {
    op: &'a Op,
    key: &'a str,
    /// The type of an attribute that decides it.
    ty: AttrType,
}

impl Part<'_> {
    /// Reports attributes without the type of the part.
    fn check_types(&self, names: &[Candidate], diagnostics: &mut Diagnostics) {
        for Candidate { name, .. } in names {
            let attr = self.op.signature.attr(&name.value);
            let Some(attr) = attr.filter(|attr| attr.ty != self.ty) else { continue };
            let message = format!("`{}` has the type `{}`, but must be a `{}`", name.value, attr.ty, self.ty);
            let problem = Diagnostic::new(spec::rules::ORDERED_CANDIDATES, name.span, message);
            let help = format!("use a tensor, or an attribute of the type `{}`", self.ty);
            diagnostics.push(problem.label(attr.name.span, "declared here").help(help));
        }
    }

    /// Reports constants of another type, and those that do not exist.
    fn check_constants(&self, names: &[Candidate], profile: &Profile, diagnostics: &mut Diagnostics) {
        for Candidate { name, complex } in names {
            let Some((class, constant)) = name.value.rsplit_once("::") else { continue };
            let known = enumerators(self.ty, profile);
            let known = known.filter(|(known, _)| class.rsplit("::").next() == Some(known)).map(|(_, names)| names);
            let Some(known) = known else {
                let message = format!("the constant `{}` is not a `{}`", name.value, self.ty);
                let problem = Diagnostic::new(spec::rules::ORDERED_CANDIDATES, name.span, message);
                let help = format!("use a tensor, or an attribute of the type `{}`", self.ty);
                diagnostics.push(problem.help(help));
                continue;
            };
            if !known.iter().any(|known| known == constant) {
                let message = format!("`{}` is not a constant of `{}`", name.value, self.ty);
                let help = suggest::nearest(constant, known.iter().map(String::as_str))
                    .map(|near| Help::meant(&name.value, &format!("{class}::{near}")));
                diagnostics.push(Diagnostic::new(rules::UNKNOWN_CANDIDATE, name.span, message).maybe_help(help));
            } else if *complex {
                let message = format!("`complex` takes an argument, but `{}` is a constant", name.value);
                let problem = Diagnostic::new(spec::rules::ORDERED_CANDIDATES, name.span, message);
                diagnostics.push(problem.help("write the complex type itself, such as `DataType::COMPLEX64`"));
            }
        }
    }

    /// Reports a wrong number of candidates, or a wrong order.
    fn check_order(&self, names: &[Candidate], ordered: bool, diagnostics: &mut Diagnostics) {
        let Part { op, key, ty } = self;
        if let Some(complex) = names.iter().find(|name| name.complex && !ty.is(Element::DataType)) {
            let problem = Diagnostic::new(rules::COMPLEX_KEY, complex.name.span, format!("a {key} cannot be complex"));
            diagnostics.push(problem.help("only `data_type` takes `complex(...)`"));
        }
        let (first, number) = (&names[0].name, names.len());
        let all = first.span.to(names[number - 1].name.span);
        let mut problem = |span, message: String| {
            let problem = Diagnostic::new(spec::rules::ORDERED_CANDIDATES, span, message);
            diagnostics.push(match ordered {
                true => problem.help(format!("write `attribute > tensor`, with an attribute of the type `{ty}`")),
                false => problem.help("only `backend` may have several candidates without an order"),
            });
        };
        let tensor = |name: &Spanned<String>| op.signature.input(&name.value);
        if !ordered {
            if number > 1 && *key != "backend" {
                problem(all, format!("`{key}` has {number} candidates"));
            }
        } else if number != 2 {
            problem(all, format!("`>` takes two candidates, but `{key}` has {number}"));
        } else if tensor(first).is_some() {
            problem(first.span, format!("`{}` is a tensor, but `>` must follow an attribute", first.value));
        } else if first.value.contains("::") {
            problem(first.span, format!("`{}` is a constant, but `>` must follow an attribute", first.value));
        } else if op.signature.attr(&names[1].name.value).is_some() || names[1].name.value.contains("::") {
            let second = &names[1].name;
            problem(second.span, format!("`{}` is not a tensor, but a tensor must follow `>`", second.value));
        }
    }

    /// Reports tensors that cannot decide: C++ reads no key from a tensor that may be absent, and only a data type from a list.
    fn check_tensors(&self, names: &[Candidate], ordered: bool, diagnostics: &mut Diagnostics) {
        let takes_lists = self.ty.is(Element::DataType) && !ordered;
        for Candidate { name, .. } in names {
            let Some(input) = self.op.signature.input(&name.value) else { continue };
            let message = match () {
                () if input.optional => {
                    format!("`{}` is optional, so it cannot decide the {}", name.value, self.part())
                }
                () if input.ty.is_list() && !takes_lists => {
                    format!("`{}` is a list, so it cannot decide the {}", name.value, self.part())
                }
                () => continue,
            };
            let problem = Diagnostic::new(spec::rules::ORDERED_CANDIDATES, name.span, message);
            let help = "use another tensor, or remove the key: then all tensors that are there decide";
            diagnostics.push(problem.label(input.name.span, "declared here").help(help));
        }
    }

    /// The part in words.
    fn part(&self) -> String {
        self.key.replace('_', " ")
    }
}

/// True if attributes may decide the kernel key. If not, only input tensors do.
fn attributes_are_keys(op: &Op) -> bool {
    op.home.calls_kernels() && op.home.family().tensors() == Tensors::Dense
}

/// Reports an operator for which nothing decides the kernel: without input tensors, attributes must do so.
fn check_key_without_tensors(op: &Op, diagnostics: &mut Diagnostics) {
    let has = |element| op.signature.attrs.iter().any(|attr| attr.ty.is(element));
    let missing: Vec<_> = [PARTS[0], PARTS[2]].into_iter().filter(|(_, element)| !has(*element)).collect();
    if !attributes_are_keys(op) || !op.signature.inputs.is_empty() || missing.is_empty() {
        return;
    }
    let message = format!("nothing decides which kernel of `{}` runs, because it has no input tensor", op.name.value);
    let each = |(key, element): &(&str, Element)| {
        format!("an attribute of the type `{}`, and list it under `{key}`", AttrType::one(*element))
    };
    let help = format!("give it {}", missing.iter().map(each).collect::<Vec<_>>().join("; and "));
    diagnostics.push(Diagnostic::new(rules::NO_KERNEL_KEY, op.name.span, message).help(help));
}

/// Reports an attribute with the type of a part of the key, if the kernel does not list it there.
fn check_key_is_set(op: &Op, key: &str, element: Element, diagnostics: &mut Diagnostics) {
    if !attributes_are_keys(op) {
        return;
    }
    if let Some(attr) = op.signature.attrs.iter().find(|attr| attr.ty.is(element)) {
        let message =
            format!("`{}` has the attribute `{}`, but its kernel has no `{key}`", op.name.value, attr.name.value);
        let add = Change::AddKey {
            within: op.name.span,
            under: Some("kernel".to_owned()),
            key: key.to_owned(),
            value: attr.name.value.clone(),
        };
        let help = Help::from(format!("add `{key} : {}` to the kernel", attr.name.value)).with(add);
        diagnostics.push(Diagnostic::new(rules::KEY_NOT_SET, attr.name.span, message).help(help));
    }
}

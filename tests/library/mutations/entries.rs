//! Mistakes in one entry that generate code all the same: code that C++ refuses, or that does something absurd.

use std::ops::Range;

use opgen::source::Spanned;
use opgen::spec::{AttrType, Element, Op, TensorType};

use super::Operator;
use super::names::slip;
use super::text::{Entry, Line, words};
use super::tree::{Mutation, Tree};

pub const OPERATORS: &[Operator] = &[
    ("attribute-made-optional", attribute_optional),
    ("operator-named-like-a-keyword", |tree| operator_named(tree, "delete")),
    ("operator-named-like-a-python-keyword", |tree| operator_named(tree, "lambda")),
    ("argument-named-like-a-keyword", argument_named),
    ("output-named-like-a-keyword", output_named),
    ("default-out-of-range", default_out_of_range),
    ("place-misspelt", place),
    ("size-member-misspelt", size_member),
    ("size-member-removed", size_member_removed),
    ("invokes-itself", invokes_itself),
    ("invoke-passes-a-tensor-for-an-attribute", tensor_for_attribute),
    ("invoke-drops-an-argument", argument_dropped),
    ("infer-meta-beside-invoke", infer_meta_beside_invoke),
    ("all-outputs-intermediate", all_intermediate),
    ("view-of-an-intermediate-output", view_of_intermediate),
    ("inplace-input-given-twice", inplace_input_twice),
    ("input-in-both-transforms", both_transforms),
    ("dispatch-repeated", dispatch_repeated),
    ("kernel-param-with-an-attribute-first", attribute_first),
    ("kernel-of-the-next-operator", kernel_of_the_next),
];

/// Every position of a kind, in every operator.
fn each(tree: &Tree, places: impl Fn(&Entry) -> Vec<Mutation>) -> Vec<Mutation> {
    Entry::all(tree).iter().flat_map(places).collect()
}

fn range(name: &Spanned<String>) -> Range<usize> {
    name.span.start as usize..name.span.end as usize
}

fn replace(entry: &Entry, name: &Spanned<String>, with: impl Into<String>) -> Mutation {
    Mutation::replace(entry.file, range(name), with)
}

/// A new line before another one, with the same indentation.
fn insert(entry: &Entry, before: &Line, line: &str) -> Mutation {
    let indentation = &entry.text[before.whole.start..before.key.start];
    Mutation::replace(entry.file, before.whole.start..before.whole.start, format!("{indentation}{line}\n"))
}

/// Whether the dynamic graph has a C++ function for an operator, which calls a kernel.
fn has_function(op: &Op) -> bool {
    op.home.calls_kernels() && op.is_in_dygraph()
}

fn attribute_optional(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let attr = entry.op.signature.attrs.iter().find(|attr| attr.default.is_some());
        let last = entry.line("optional").and_then(|line| words(entry.text, &line.value).pop());
        let both = attr.zip(last);
        both.map(|(attr, last)| {
            let also = format!(", {}", attr.name.value);
            Mutation::replace(entry.file, last.end..last.end, also)
        })
        .into_iter()
        .collect()
    })
}

/// Only operators for which there is a C++ function; in static programs, names are text.
fn operator_named(tree: &Tree, keyword: &str) -> Vec<Mutation> {
    each(tree, |entry| {
        let is_forward = !entry.op.is_backward() && entry.op.home.family().tensors() == opgen::profile::Tensors::Dense;
        let wanted = has_function(entry.op) && is_forward;
        wanted.then(|| replace(entry, &entry.op.name, keyword)).into_iter().collect()
    })
}

fn argument_named(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let attrs = entry.op.signature.attrs.iter();
        attrs
            .map(|attr| replace(entry, &attr.name, ["register", "new", "default"][attr.name.value.len() % 3]))
            .collect()
    })
}

/// Only names that the YAML gives; `Tensor` alone is called `out`.
fn output_named(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let named =
            entry.op.signature.outputs.iter().filter(|output| entry.text[range(&output.name)] == output.name.value);
        named.map(|output| replace(entry, &output.name, "template")).collect()
    })
}

fn default_out_of_range(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let wrong = |ty: AttrType| match ty.element {
            _ if ty.list => None,
            Element::Int | Element::Scalar(Some(opgen::spec::ScalarElement::Int)) => Some("3000000000"),
            Element::Int64 => Some("-9223372036854775809"),
            Element::Float => Some("1e39"),
            Element::Size => Some("-1"),
            _ => None,
        };
        let attrs = entry.op.signature.attrs.iter();
        attrs.filter_map(|attr| Some(replace(entry, attr.default.as_ref()?, wrong(attr.ty)?))).collect()
    })
}

fn place(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let places = entry.op.signature.attrs.iter().filter(|attr| attr.ty == AttrType::one(Element::Place));
        let words = places.filter_map(|attr| words(entry.text, &range(attr.default.as_ref()?)).pop());
        words.filter_map(|word| slip(tree, entry.file, &word)).collect()
    })
}

/// What follows a dot in the size of a list, with the dot.
fn members(entry: &Entry) -> Vec<Range<usize>> {
    let sizes = entry.op.signature.outputs.iter().filter_map(|output| output.size.as_ref());
    let members = sizes.flat_map(|size| words(entry.text, &range(size)));
    members.filter(|word| entry.text[..word.start].ends_with('.')).map(|word| word.start - 1..word.end).collect()
}

fn size_member(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        // A member of what a call returned is known only to C++.
        let direct = |dot: &Range<usize>| !entry.text[..dot.start].ends_with([')', ']']);
        let members = members(entry).into_iter().filter(direct);
        members.filter_map(|member| slip(tree, entry.file, &(member.start + 1..member.end))).collect()
    })
}

/// A list where its size belongs, or a function that is not called.
fn size_member_removed(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let sizes = entry.op.signature.outputs.iter().filter_map(|output| output.size.as_ref());
        let called = sizes.filter(|size| size.value.ends_with(".size()"));
        let cut = |size: &Spanned<String>| {
            let place = range(size);
            let cut = if place.start.is_multiple_of(2) { ".size()" } else { "()" };
            Mutation::replace(entry.file, place.end - cut.len()..place.end, "")
        };
        called.map(cut).collect()
    })
}

fn invokes_itself(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let call = entry.op.invoke.as_ref();
        call.map(|call| replace(entry, &call.func, &entry.op.name.value)).into_iter().collect()
    })
}

/// Calls of operators that the YAML defines.
fn tensor_for_attribute(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let Some(call) = &entry.op.invoke else { return Vec::new() };
        let is_defined = tree.project.registry.named(&call.func.value).is_some();
        let Some(tensor) = entry.op.signature.inputs.first().filter(|_| is_defined) else { return Vec::new() };
        let passed = call.args.iter().filter(|arg| entry.op.signature.attr(&arg.value).is_some());
        passed.map(|arg| replace(entry, arg, &tensor.name.value)).collect()
    })
}

/// A value where the operator's attribute was passed.
fn argument_dropped(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let passed = entry.op.invoke.iter().flat_map(|call| &call.args);
        let passed = passed.filter(|arg| entry.op.signature.attr(&arg.value).is_some());
        passed.map(|arg| replace(entry, arg, "{}")).collect()
    })
}

fn infer_meta_beside_invoke(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let line = entry.line("invoke").filter(|_| entry.op.infer_meta.is_none());
        line.map(|line| insert(entry, line, "infer_meta : {func : UnchangedInferMeta}")).into_iter().collect()
    })
}

fn all_intermediate(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let outputs = &entry.op.signature.outputs;
        let line = entry.line("output").filter(|_| !entry.op.is_inplace_only());
        let Some((line, first)) = line.zip(outputs.first()) else { return Vec::new() };
        let names: Vec<&str> = outputs.iter().map(|output| output.name.as_str()).collect();
        let mutation = match entry.line("intermediate") {
            Some(line) => Mutation::replace(entry.file, line.value.clone(), names.join(", ")),
            None => insert(entry, line, &format!("intermediate : {}", names.join(", "))),
        };
        vec![mutation.against(first.name.span)]
    })
}

fn view_of_intermediate(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let single = |output: &&opgen::spec::Output| output.intermediate && output.ty == TensorType::Tensor;
        let intermediate = entry.op.signature.outputs.iter().find(single);
        let views = entry.op.view.first().zip(intermediate);
        views.map(|(view, output)| replace(entry, &view.output, &output.name.value)).into_iter().collect()
    })
}

fn inplace_input_twice(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let pairs = entry.op.inplace.windows(2);
        pairs.map(|pair| replace(entry, &pair[1].input, &pair[0].input.value)).collect()
    })
}

fn both_transforms(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let other = |key: &str| if key == "skip_transform" { "support_trans_dtype" } else { "skip_transform" };
        let keys = ["skip_transform", "support_trans_dtype"].into_iter();
        let alone = keys.filter_map(|key| entry.line(key).filter(|_| entry.line(other(key)).is_none()));
        let also = |line: &Line| {
            let name = &entry.text[words(entry.text, &line.value).first()?.clone()];
            Some(insert(entry, line, &format!("{} : {name}", other(&entry.text[line.key.clone()]))))
        };
        alone.filter_map(also).collect()
    })
}

fn dispatch_repeated(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let functions = entry.op.kernel.iter().flat_map(|kernel| &kernel.functions);
        let dispatches: Vec<Range<usize>> = functions
            .filter_map(|function| {
                let dispatch = function.dispatch.as_ref()?;
                Some(dispatch.inputs.first()?.span.start as usize..dispatch.outputs.last()?.span.end as usize)
            })
            .collect();
        let text = |range: &Range<usize>| &entry.text[range.clone()];
        let pairs = dispatches.windows(2);
        pairs.map(|pair| Mutation::replace(entry.file, pair[1].clone(), text(&pair[0]))).collect()
    })
}

/// Only where a C++ function calls the kernel: static programs pass tensors and attributes in two lists.
fn attribute_first(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let params = entry.op.kernel.as_ref().and_then(|kernel| kernel.param.as_ref());
        let Some(params) = params.filter(|_| has_function(entry.op)) else { return Vec::new() };
        let is = |param: &opgen::spec::Param, tensor: bool| {
            let name = param.name().unwrap_or_default();
            if tensor { entry.op.signature.input(name).is_some() } else { entry.op.signature.attr(name).is_some() }
        };
        let last_tensor = params.iter().rfind(|param| is(param, true));
        let first_attr = params.iter().find(|param| is(param, false));
        let Some((tensor, attr)) = last_tensor.zip(first_attr) else { return Vec::new() };
        let place = |param: &opgen::spec::Param| param.span().start as usize..param.span().end as usize;
        let edits = vec![(place(tensor), attr.to_string()), (place(attr), tensor.to_string())];
        vec![Mutation { file: entry.file, edits, against: Vec::new() }]
    })
}

/// Entries that follow each other and have a kernel of their own name. Operators whose names begin alike may share one.
fn kernel_of_the_next(tree: &Tree) -> Vec<Mutation> {
    let entries = Entry::all(tree);
    let kernel = |entry: &Entry| {
        let functions = &entry.op.kernel.as_ref()?.functions;
        functions.first().map(|function| function.name.clone()).filter(|name| name.value == entry.op.stem())
    };
    let word = |name: &str| name.split('_').next().unwrap_or_default().to_owned();
    let mut mutations = Vec::new();
    for pair in entries.windows(2).filter(|pair| pair[0].file == pair[1].file) {
        if let Some((one, other)) = kernel(&pair[0]).zip(kernel(&pair[1]))
            && word(&one.value) != word(&other.value)
        {
            mutations.push(replace(&pair[0], &one, &other.value));
        }
    }
    mutations
}

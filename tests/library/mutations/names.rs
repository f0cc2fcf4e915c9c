//! Names and keys with one typing mistake.
//!
//! Left out: misspellings that are another word of the tree, and names that nothing else mentions.

use std::ops::Range;

use opgen::source::FileId;
use opgen::spec::Op;

use super::Operator;
use super::draw::misspelt;
use super::text::{Entry, Line, words};
use super::tree::{Mutation, Tree};

pub const OPERATORS: &[Operator] = &[
    ("key-misspelt", key),
    ("optional-misspelt", |tree| in_value(tree, "optional")),
    ("intermediate-misspelt", |tree| in_value(tree, "intermediate")),
    ("inplace-misspelt", |tree| in_value(tree, "inplace")),
    ("view-misspelt", |tree| in_value(tree, "view")),
    ("no-need-buffer-misspelt", |tree| in_value(tree, "no_need_buffer")),
    ("support-tensor-misspelt", |tree| in_value(tree, "support_tensor")),
    ("data-transform-misspelt", |tree| {
        [in_value(tree, "skip_transform"), in_value(tree, "support_trans_dtype")].concat_all()
    }),
    ("candidate-misspelt", |tree| {
        [in_value(tree, "backend"), in_value(tree, "layout"), in_value(tree, "data_type")].concat_all()
    }),
    ("infer-meta-param-misspelt", |tree| params(tree, "infer_meta")),
    ("kernel-param-misspelt", |tree| params(tree, "kernel")),
    ("size-misspelt", size),
    ("invoke-argument-misspelt", |tree| call(tree, "invoke", false)),
    ("invoke-function-misspelt", |tree| call(tree, "invoke", true)),
    ("composite-argument-misspelt", |tree| call(tree, "composite", false)),
    ("composite-function-misspelt", |tree| call(tree, "composite", true)),
    ("type-misspelt", argument_type),
    ("forward-type-misspelt", forward_type),
    ("output-type-misspelt", output_type),
    ("tensor-kind-misspelt", tensor_kind),
    ("kernel-misspelt", kernel),
    ("infer-meta-misspelt", infer_meta),
    ("operator-misspelt", operator),
    ("backward-misspelt", |tree| in_value(tree, "backward")),
    ("forward-misspelt", forward),
    ("forward-argument-misspelt", forward_argument),
    ("forward-output-misspelt", forward_output),
    ("argument-misspelt", argument),
    ("output-misspelt", output),
    ("backward-input-misspelt", backward_input),
    ("backward-output-misspelt", backward_output),
    ("flag-misspelt", flag),
];

trait ConcatAll {
    fn concat_all(self) -> Vec<Mutation>;
}

impl<const N: usize> ConcatAll for [Vec<Mutation>; N] {
    fn concat_all(self) -> Vec<Mutation> {
        self.into_iter().flatten().collect()
    }
}

/// A typing mistake in a word, unless the result is another word of the tree.
pub fn slip(tree: &Tree, file: FileId, word: &Range<usize>) -> Option<Mutation> {
    let wrong = misspelt(&tree.text(file)[word.clone()], word.start);
    (!tree.has_word(&wrong)).then(|| Mutation::replace(file, word.clone(), wrong))
}

fn slips<'a>(tree: &'a Tree, sites: impl Iterator<Item = (FileId, Range<usize>)> + 'a) -> Vec<Mutation> {
    sites.filter_map(|(file, word)| slip(tree, file, &word)).collect()
}

fn key(tree: &Tree) -> Vec<Mutation> {
    let entries = Entry::all(tree);
    slips(tree, entries.iter().flat_map(|entry| entry.lines.iter().map(|line| (entry.file, line.key.clone()))))
}

/// Every word in the values of a key, except enumerators and the word `complex`, which are not names of arguments.
fn in_value(tree: &Tree, key: &str) -> Vec<Mutation> {
    let mut sites = Vec::new();
    for entry in Entry::all(tree) {
        for line in entry.lines.iter().filter(|line| &entry.text[line.key.clone()] == key) {
            let is_name = |word: &Range<usize>| {
                let text = &entry.text[word.clone()];
                text != "complex"
                    && !entry.text[..word.start].ends_with("::")
                    && !entry.text[word.end..].starts_with("::")
            };
            let words = words(entry.text, &line.value).into_iter().filter(is_name);
            sites.extend(words.map(|word| (entry.file, word)));
        }
    }
    slips(tree, sites.into_iter())
}

/// The `param` under a key.
fn params(tree: &Tree, key: &str) -> Vec<Mutation> {
    let mut sites = Vec::new();
    for entry in Entry::all(tree) {
        let Some(section) = entry.line(key) else { continue };
        let inside = |line: &&Line| section.whole.contains(&line.key.start) && &entry.text[line.key.clone()] == "param";
        for line in entry.lines.iter().filter(inside) {
            let is_argument = |word: &Range<usize>| entry.op.signature.has_arg(&entry.text[word.clone()]);
            let words = words(entry.text, &line.value).into_iter().filter(is_argument);
            sites.extend(words.map(|word| (entry.file, word)));
        }
    }
    slips(tree, sites.into_iter())
}

fn size(tree: &Tree) -> Vec<Mutation> {
    let ops = tree.project.registry.ops().flat_map(|(_, op)| op.signature.outputs.iter());
    let sizes = ops.filter_map(|output| output.size.as_ref()).map(|size| size.span);
    let first = |span: opgen::source::Span| {
        let word = words(tree.text(span.file), &(span.start as usize..span.end as usize)).into_iter().next()?;
        slip(tree, span.file, &word)
    };
    sizes.filter_map(first).collect()
}

/// The function or the arguments of a call. Arguments that are expressions are checked only by C++.
fn call(tree: &Tree, key: &str, function: bool) -> Vec<Mutation> {
    let mut sites = Vec::new();
    for entry in Entry::all(tree) {
        let Some(line) = entry.line(key) else { continue };
        let mut words = words(entry.text, &line.value).into_iter();
        let name = words.next();
        match function {
            true => sites.extend(name.map(|word| (entry.file, word))),
            false => {
                let is_argument = |word: &Range<usize>| entry.op.signature.has_arg(&entry.text[word.clone()]);
                sites.extend(words.filter(is_argument).map(|word| (entry.file, word)));
            }
        }
    }
    // Only C++ knows functions that are written by hand.
    let by_hand = |(file, word): &(FileId, Range<usize>)| tree.text(*file)[word.clone()].ends_with("_impl");
    sites.retain(|site| !by_hand(site));
    slips(tree, sites.into_iter())
}

/// The first word of a type: `Tensor` in `Tensor[]`.
fn type_word(text: &str, ty: &Range<usize>) -> Option<Range<usize>> {
    words(text, ty).into_iter().next()
}

fn argument_type(tree: &Tree) -> Vec<Mutation> {
    let entries = Entry::all(tree);
    slips(
        tree,
        entries.iter().flat_map(|entry| {
            entry.args().into_iter().filter_map(|arg| Some((entry.file, type_word(entry.text, &arg.ty)?)))
        }),
    )
}

fn forward_type(tree: &Tree) -> Vec<Mutation> {
    let entries = Entry::all(tree);
    slips(
        tree,
        entries.iter().flat_map(|entry| {
            entry.forward_args().into_iter().filter_map(|arg| Some((entry.file, type_word(entry.text, &arg.ty)?)))
        }),
    )
}

fn output_type(tree: &Tree) -> Vec<Mutation> {
    let entries = Entry::all(tree);
    slips(
        tree,
        entries.iter().filter_map(|entry| {
            Some((entry.file, words(entry.text, &entry.line("output")?.value).into_iter().next()?))
        }),
    )
}

fn tensor_kind(tree: &Tree) -> Vec<Mutation> {
    let mut sites = Vec::new();
    for (_, op) in tree.project.registry.ops() {
        for dispatch in
            op.kernel.iter().flat_map(|kernel| &kernel.functions).filter_map(|kernel| kernel.dispatch.as_ref())
        {
            let spans = dispatch.inputs.iter().chain(&dispatch.outputs).map(|kind| kind.span);
            sites.extend(spans.map(|span| (span.file, span.start as usize..span.end as usize)));
        }
    }
    slips(tree, sites.into_iter())
}

fn range(span: opgen::source::Span) -> (FileId, Range<usize>) {
    (span.file, span.start as usize..span.end as usize)
}

/// Kernels that have the name of their operator, or that several operators use. Only C++ knows the others.
fn kernel(tree: &Tree) -> Vec<Mutation> {
    let named: Vec<_> = tree
        .project
        .registry
        .ops()
        .flat_map(|(_, op)| op.kernel.iter().flat_map(|kernel| &kernel.functions).map(move |kernel| (op, &kernel.name)))
        .collect();
    let mentioned = |op: &Op, name: &str| {
        name == op.name.value.trim_end_matches('_') || named.iter().filter(|(_, other)| other.value == name).count() > 2
    };
    slips(tree, named.iter().filter(|(op, name)| mentioned(op, &name.value)).map(|(_, name)| range(name.span)))
}

/// Functions that several operators use.
fn infer_meta(tree: &Tree) -> Vec<Mutation> {
    let named: Vec<_> = tree
        .project
        .registry
        .ops()
        .filter_map(|(_, op)| op.infer_meta.as_ref())
        .map(|infer_meta| &infer_meta.func)
        .collect();
    let mentioned = |name: &str| named.iter().filter(|other| other.value == name).count() > 2;
    slips(tree, named.iter().filter(|name| mentioned(&name.value)).map(|name| range(name.span)))
}

/// Operators that others name: their backward operators, or their forward operator.
fn operator(tree: &Tree) -> Vec<Mutation> {
    let registry = &tree.project.registry;
    let mut mutations = Vec::new();
    for (id, op) in registry.ops() {
        let (file, word) = range(op.name.span);
        let mut places: Vec<_> = registry
            .ops()
            .filter(|(other, _)| registry.links(*other).forward == Some(id))
            .filter_map(|(_, other)| other.forward.as_ref().map(|forward| forward.name.span))
            .collect();
        let claims = registry.ops().filter(|(other, _)| registry.links(*other).backward == Some(id));
        places.extend(claims.filter_map(|(_, other)| other.backward.as_ref().map(|backward| backward.span)));
        if !places.is_empty() {
            mutations.extend(slip(tree, file, &word).map(|slip| places.into_iter().fold(slip, Mutation::against)));
        }
    }
    mutations
}

fn forward(tree: &Tree) -> Vec<Mutation> {
    let ops = tree.project.registry.ops().filter_map(|(_, op)| op.forward.as_ref());
    slips(tree, ops.map(|forward| range(forward.name.span)))
}

/// Gradients of gradients may rename the arguments of their forward operators, so that names do not clash.
fn first_gradients(tree: &Tree) -> Vec<&Op> {
    let registry = &tree.project.registry;
    let is_first = |id| registry.links(id).forward.is_some_and(|forward| !registry.op(forward).is_backward());
    registry.ops().filter(|(id, _)| is_first(*id)).map(|(_, op)| op).collect()
}

fn forward_argument(tree: &Tree) -> Vec<Mutation> {
    let mut sites = Vec::new();
    for written in first_gradients(tree).iter().filter_map(|op| op.forward.as_ref()) {
        sites.extend(written.signature.inputs.iter().map(|input| range(input.name.span)));
        sites.extend(written.signature.attrs.iter().map(|attr| range(attr.name.span)));
    }
    slips(tree, sites.into_iter())
}

fn forward_output(tree: &Tree) -> Vec<Mutation> {
    let forwards = first_gradients(tree);
    let outputs = forwards.iter().filter_map(|op| op.forward.as_ref()).flat_map(|written| &written.signature.outputs);
    slips(tree, outputs.map(|output| range(output.name.span)).filter(|(_, word)| word.len() > 1))
}

/// Arguments of operators whose backward operator repeats them.
fn argument(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for gradient in first_gradients(tree) {
        let Some(written) = &gradient.forward else { continue };
        let family = gradient.home.family();
        let Some(forward) = tree.project.registry.find(family, &written.name.value) else { continue };
        let forward = &tree.project.registry.op(forward).signature;
        let inputs = forward.inputs.iter().zip(&written.signature.inputs).map(|(is, of)| (&is.name, &of.name));
        let attrs = forward.attrs.iter().zip(&written.signature.attrs).map(|(is, of)| (&is.name, &of.name));
        for (name, elsewhere) in inputs.chain(attrs) {
            let (file, word) = range(name.span);
            mutations.extend(slip(tree, file, &word).map(|slip| slip.against(elsewhere.span)));
        }
    }
    mutations
}

/// The same for their outputs.
fn output(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for gradient in first_gradients(tree) {
        let Some(written) = &gradient.forward else { continue };
        let Some(forward) = tree.project.registry.find(gradient.home.family(), &written.name.value) else { continue };
        let outputs = tree.project.registry.op(forward).signature.outputs.iter();
        for (output, elsewhere) in outputs.zip(&written.signature.outputs) {
            let (file, word) = range(output.name.span);
            // `Tensor` without a name is called `out`.
            if &tree.text(file)[word.clone()] == "Tensor" {
                continue;
            }
            mutations.extend(slip(tree, file, &word).map(|slip| slip.against(elsewhere.name.span)));
        }
    }
    mutations
}

fn backward_input(tree: &Tree) -> Vec<Mutation> {
    let ops = tree.project.registry.ops().filter(|(_, op)| op.is_backward());
    let names = ops.flat_map(|(_, op)| op.signature.inputs.iter().map(|input| range(input.name.span)));
    slips(tree, names)
}

/// If another function is invoked, that function decides the names of the outputs.
fn backward_output(tree: &Tree) -> Vec<Mutation> {
    let ops = tree.project.registry.ops().filter(|(_, op)| op.is_backward() && op.invoke.is_none());
    let names = ops.flat_map(|(_, op)| op.signature.outputs.iter().map(|output| range(output.name.span)));
    slips(tree, names)
}

fn flag(tree: &Tree) -> Vec<Mutation> {
    in_value(tree, "support_dygraph_mode")
}

//! What may stand as a value, key by key.

use lsp_types::CompletionItemKind as Kind;
use profile::{Holds, Profile};
use registry::{OpId, Registry};
use source::FileId;
use spec::keys::Shape;
use spec::{AttrType, Element, Op, TensorKind, TensorType, stem};

use super::items::{Items, Offer};
use super::saved::{Compat, addition, version};
use crate::cursor::Cursor;
use crate::entry_keys::keys_at;
use crate::mentions::{INFER_META, KERNEL, SPMD_RULE, Symbol, TRAIT};
use crate::view::View;

/// Offers what fits the value at a cursor; `before` is what the value has before it.
pub fn offer<'v>(view: &'v View, file: FileId, holds: Holds, cursor: &Cursor, before: &str, items: &mut Items<'v>) {
    let Some((key, above)) = cursor.path.split_last() else { return };
    if is_flag(view, file, cursor) {
        return words(["true", "false"], Kind::VALUE, items);
    }
    match holds {
        Holds::Operators(_) => {
            let op = view.op_in(file, &cursor.entry);
            Entry { view, file, op, before, items }.offer(above.last().copied(), key);
        }
        Holds::Compat => Compat { view, cursor, before, items }.offer(above, key),
        Holds::Versions => version(view, cursor, key, items),
        Holds::Additions => addition(view, cursor, key, before, items),
        Holds::Names => all_ops(view, items),
        // A program writes them.
        Holds::Registered => {}
    }
}

fn is_flag(view: &View, file: FileId, cursor: &Cursor) -> bool {
    let Some((key, above)) = cursor.path.split_last() else { return false };
    let keys = keys_at(view, file, above).unwrap_or_default();
    keys.iter().any(|known| known.name == *key && matches!(known.shape, Shape::Flag))
}

pub fn words<'a>(words: impl IntoIterator<Item = &'a str>, kind: Kind, items: &mut Items) {
    words.into_iter().for_each(|word| items.add(Offer::new(word, kind)));
}

/// Every operator of the project.
pub fn all_ops(view: &View, items: &mut Items) {
    view.registry().ops().for_each(|(_, op)| op_name(op, items));
}

pub fn op_name(op: &Op, items: &mut Items) {
    items.add(Offer {
        detail: Some(forms::schema::of(op)),
        op: Some(op.name.value.clone()),
        ..Offer::new(&op.name.value, Kind::FUNCTION)
    });
}

/// Functions of a kind that other entries use.
pub fn used(view: &View, kind: &str, items: &mut Items) {
    // What is being written is no use of it.
    let is_used =
        |symbol: &Symbol, name: &str| name != items.word() || view.mentions().of_symbol(symbol).nth(1).is_some();
    let named = view.mentions().symbols().filter_map(|symbol| Some((symbol, symbol.in_cpp()?)));
    let mut names: Vec<_> =
        named.filter(|(symbol, (what, name))| *what == kind && is_used(symbol, name)).map(|(_, named)| named).collect();
    names.sort_unstable();
    for (what, name) in names {
        items.add(Offer { detail: Some(what.to_owned()), ..Offer::new(name, Kind::FUNCTION) });
    }
}

/// Whether what is written so far has a bracket open.
pub fn is_open(before: &str, open: char, close: char) -> bool {
    before.matches(open).count() > before.matches(close).count()
}

/// A value in an operator's entry.
struct Entry<'a, 'v, 'i> {
    view: &'v View,
    file: FileId,
    op: Option<(OpId, &'v Op)>,
    before: &'a str,
    items: &'i mut Items<'v>,
}

impl<'v> Entry<'_, 'v, '_> {
    fn offer(self, above: Option<&str>, key: &str) {
        let (view, before) = (self.view, self.before);
        match (above, key) {
            (None, "args") => arguments(view.profile(), before, self.items),
            (None, "output") => self.output(),
            (None, "backward") => self.gradients(),
            (None, "backward_op") => undefined_gradients(view.registry(), self.items),
            (None, "forward") => self.forward(),
            (None, "invoke" | "composite") if is_open(before, '(', ')') => self.parts(true, true, true),
            (None, "invoke") => self.family().for_each(|(_, op)| op_name(op, self.items)),
            (None, "composite") => {
                self.family().filter(|(_, op)| op.is_backward()).for_each(|(_, op)| op_name(op, self.items));
            }
            (None, "inplace" | "view") => {
                let is_behind_arrow = before.rsplit([',', '(']).next().is_some_and(|pair| pair.contains("->"));
                self.parts(!is_behind_arrow, false, is_behind_arrow);
            }
            (None, "optional") => self.parts(true, false, true),
            (None, "intermediate") | (Some("infer_meta"), "local_shape" | "global_shape") => {
                self.parts(false, false, true);
            }
            (None, "no_need_buffer") | (Some("data_transform"), _) => self.parts(true, false, false),
            (None, "support_tensor") => self.parts(false, true, false),
            (None, "traits") => traits(view, &view.profile().traits, self.items),
            (None, "interfaces") => traits(view, &view.profile().interfaces, self.items),
            (Some("infer_meta"), "func") => used(view, INFER_META, self.items),
            (Some("infer_meta"), "spmd_rule") => used(view, SPMD_RULE, self.items),
            (Some("kernel"), "func") if is_open(before, '{', '}') => {
                words(TensorKind::NAMES.iter().copied(), Kind::ENUM_MEMBER, self.items);
            }
            (Some("kernel"), "func") => used(view, KERNEL, self.items),
            (Some("kernel"), "force_backend") => words(["force_cpu"], Kind::VALUE, self.items),
            (Some("kernel" | "infer_meta"), "param") => self.parts(true, true, false),
            (Some("kernel"), "backend" | "layout" | "data_type") => self.candidates(key),
            _ => {}
        }
    }

    /// The operators that the entry can refer to.
    fn family(&self) -> impl Iterator<Item = (OpId, &'v Op)> + use<'v> {
        let view = self.view;
        let home = view.holds(self.file).and_then(|holds| match holds {
            Holds::Operators(home) => Some(home.family()),
            _ => None,
        });
        view.registry().ops().filter(move |(_, op)| {
            let family = op.home.family();
            home.is_none_or(|home| family == home || home.falls_back_on() == Some(family.key()))
        })
    }

    fn part(&mut self, name: &str, detail: String, rank: u8) {
        self.items.add(Offer { detail: Some(detail), rank, ..Offer::new(name, Kind::VARIABLE) });
    }

    /// The names of inputs, attributes and outputs.
    fn parts(mut self, inputs: bool, attrs: bool, outputs: bool) {
        let Some((_, op)) = self.op else { return };
        let signature = &op.signature;
        for input in signature.inputs.iter().filter(|_| inputs) {
            self.part(&input.name.value, format!("input, {}", input.ty), 0);
        }
        for attr in signature.attrs.iter().filter(|_| attrs) {
            let default = attr.default.as_ref().map_or(String::new(), |default| format!(" = {}", default.value));
            self.part(&attr.name.value, format!("attribute, {}{default}", attr.ty), 1);
        }
        for output in signature.outputs.iter().filter(|_| outputs) {
            self.part(&output.name.value, format!("output, {}", output.ty), 2);
        }
    }

    /// What may decide a part of the kernel key: attributes of its type first.
    fn candidates(mut self, key: &str) {
        let Some((_, op)) = self.op else { return };
        let element = match key {
            "backend" => Element::Place,
            "layout" => Element::DataLayout,
            _ => Element::DataType,
        };
        for attr in op.signature.attrs.iter().filter(|attr| attr.ty.is(element)) {
            self.part(&attr.name.value, format!("attribute, {}", attr.ty), 0);
        }
        for input in &op.signature.inputs {
            self.part(&input.name.value, format!("input, {}", input.ty), 1);
        }
    }

    fn output(mut self) {
        let (view, before) = (self.view, self.before);
        if is_open(before, '{', '}') {
            return self.parts(true, true, false);
        }
        if !is_open(before, '(', ')') {
            return words(TensorType::NAMES.iter().copied(), Kind::TYPE_PARAMETER, self.items);
        }
        // A gradient's outputs are the gradients of its forward operator's inputs.
        let forward = self.op.and_then(|(id, op)| {
            let actual = view.registry().links(id).forward.map(|id| &view.op(id).signature);
            actual.or(op.forward.as_ref().map(|forward| &forward.signature))
        });
        for input in forward.iter().flat_map(|forward| &forward.inputs) {
            self.part(&format!("{}_grad", input.name.value), format!("the gradient of `{}`", input.name.value), 0);
        }
        words(["out"], Kind::VARIABLE, self.items);
    }

    /// The gradients that the entry's operator may have: its own first.
    fn gradients(self) {
        let own = self.op.map(|(id, op)| (id, op.stem()));
        let registry = self.view.registry();
        let is_own = |op: &Op| {
            let forward = op.forward.as_ref().map(|forward| stem(&forward.name.value));
            own.is_some_and(|(_, own)| forward == Some(own))
        };
        let (near, far): (Vec<_>, Vec<_>) =
            registry.ops().map(|(_, op)| op).filter(|op| op.is_backward()).partition(|op| is_own(op));
        near.into_iter().chain(far).for_each(|op| op_name(op, self.items));
    }

    /// A forward operator with its signature.
    fn forward(self) {
        if self.before.contains(['(', ' ']) {
            return arguments(self.view.profile(), self.before, self.items);
        }
        for (_, op) in self.family() {
            let written = forms::schema::of(op).replacen('(', " (", 1);
            self.items.add(Offer {
                insert: if self.items.behind().starts_with('(') { op.name.value.clone() } else { written.clone() },
                detail: Some(written),
                op: Some(op.name.value.clone()),
                rank: u8::from(op.backward.is_none()),
                ..Offer::new(&op.name.value, Kind::FUNCTION)
            });
        }
    }
}

/// Gradients that operators name and nobody defines.
fn undefined_gradients(registry: &Registry, items: &mut Items) {
    for (id, op) in registry.ops() {
        if let Some(name) = op.backward.as_ref().filter(|_| registry.links(id).backward.is_none()) {
            items.add(Offer {
                detail: Some(format!("the gradient of `{}`", op.name.value)),
                ..Offer::new(&name.value, Kind::FUNCTION)
            });
        }
    }
}

/// Types, names and defaults in an argument list.
pub fn arguments(profile: &Profile, before: &str, items: &mut Items) {
    let piece = before.rsplit(['(', ',']).next().unwrap_or("").trim_start();
    let mut written = piece.split_whitespace();
    let ty = written.next();
    if let Some((declared, _)) = piece.split_once('=') {
        let ty = declared.split_whitespace().next().unwrap_or("");
        return defaults(profile, ty, piece, items);
    }
    if ty.is_none() {
        words(TensorType::NAMES.iter().copied(), Kind::TYPE_PARAMETER, items);
        words(AttrType::names(), Kind::TYPE_PARAMETER, items);
    }
}

fn defaults(profile: &Profile, ty: &str, piece: &str, items: &mut Items) {
    let is_qualified = piece.ends_with("::");
    let enumerators = |class: &str, names: &[String], items: &mut Items| {
        for name in names {
            let insert = if is_qualified { name.clone() } else { format!("{class}::{name}") };
            items.add(Offer { insert, ..Offer::new(name, Kind::ENUM_MEMBER) });
        }
    };
    match ty.parse::<AttrType>().map(|ty| ty.element) {
        Ok(Element::DataType) => enumerators("DataType", &profile.data_types, items),
        Ok(Element::DataLayout) => enumerators("DataLayout", &profile.data_layouts, items),
        Ok(Element::Bool) => words(["true", "false"], Kind::VALUE, items),
        Ok(Element::Place) => {
            for place in &profile.places {
                items.add(Offer { insert: format!("{place}()"), ..Offer::new(place, Kind::CONSTRUCTOR) });
            }
        }
        _ => {}
    }
}

pub fn traits(view: &View, known: &[String], items: &mut Items) {
    words(known.iter().map(String::as_str), Kind::INTERFACE, items);
    if known.is_empty() {
        used(view, TRAIT, items);
    }
}

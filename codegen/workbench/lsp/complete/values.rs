//! Values in the entries of operators, key by key.

use lsp_types::CompletionItemKind as Kind;
use profile::Holds;
use registry::{OpId, Registry};
use source::FileId;
use spec::keys::Shape;
use spec::{Element, Op, TensorKind, TensorType, stem};

use super::functions;
use super::items::Items;
use super::offers::{all_ops, arguments, op_name, traits, used, words};
use super::other_files::{Compat, addition, python_api, version};
use crate::cpp_files::CppFiles;
use crate::cursor::{Context, Cursor};
use crate::entry_keys::keys_at;
use crate::mentions::{INFER_META, KERNEL, SPMD_RULE};
use crate::offer::Offer;
use crate::offer::is_open;
use crate::own::Site;
use crate::view::{FileOffset, View};

/// Offers values at a cursor. `before` is the text of the value before the word at the cursor.
pub fn offer<'v>(
    place: FileOffset<'v>,
    holds: Holds,
    cursor: &Cursor,
    before: &str,
    cpp: &CppFiles,
    items: &mut Items<'v>,
) {
    let FileOffset { view, file, .. } = place;
    let Some((key, above)) = cursor.path.split_last() else { return };
    if is_flag(view, file, cursor) {
        return words(["true", "false"], Kind::VALUE, items);
    }
    match holds {
        Holds::Operators(_) => {
            let op = view.op_in(file, &cursor.entry);
            let site = Site {
                project: view.project(),
                root: &view.root,
                op: op.map(|(_, op)| op),
                path: &cursor.path,
                before,
                is_key: matches!(cursor.context, Context::Key { .. }),
                cpp: &|| cpp.own(view).expect("the framework knows its C++"),
            };
            if let Some(offers) = view.own.and_then(|own| own.offers(site)) {
                return offers.into_iter().for_each(|offer| items.add(offer));
            }
            Entry { view, file, op, before, cpp, items }.offer(above.last().copied(), key);
        }
        Holds::Compat => Compat { view, cursor, before, items }.offer(above, key),
        Holds::Versions => version(view, cursor, key, items),
        Holds::Additions => addition(view, cursor, key, before, items),
        Holds::PythonApis => python_api(view, cursor, key, above, items),
        Holds::Names => all_ops(view, items),
        // Written by a program, not by people.
        Holds::Registered => {}
    }
}

fn is_flag(view: &View, file: FileId, cursor: &Cursor) -> bool {
    let Some((key, above)) = cursor.path.split_last() else { return false };
    let keys = keys_at(view, file, above).unwrap_or_default();
    keys.iter().any(|known| known.name == *key && matches!(known.shape, Shape::Flag))
}

/// A value in an operator's entry.
struct Entry<'a, 'v, 'i> {
    view: &'v View,
    file: FileId,
    op: Option<(OpId, &'v Op)>,
    before: &'a str,
    cpp: &'a CppFiles,
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
            (Some("infer_meta"), "func") => self.function(INFER_META),
            (Some("infer_meta"), "spmd_rule") => used(view, SPMD_RULE, 0, self.items),
            (Some("kernel"), "func") if is_open(before, '{', '}') => {
                words(TensorKind::NAMES.iter().copied(), Kind::ENUM_MEMBER, self.items);
            }
            (Some("kernel"), "func") => self.function(KERNEL),
            (Some("kernel"), "force_backend") => words(["force_cpu"], Kind::VALUE, self.items),
            (Some("kernel" | "infer_meta"), "param") => self.parts(true, true, false),
            (Some("kernel"), "backend" | "layout" | "data_type") => self.candidates(key),
            _ => {}
        }
    }

    /// Offers the functions that C++ has, and then those that other entries use.
    fn function(self, kind: &str) {
        let op = self.op.map(|(_, op)| op);
        if let Some(index) = self.cpp.of(self.view) {
            functions::offer(self.view, &index, kind, op, self.items);
        }
        used(self.view, kind, functions::LAST, self.items);
    }

    /// The operators to which the entry can refer.
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

    /// Offers the names of the operator's inputs, attributes and outputs.
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

    /// Offers arguments that can determine a part of the kernel key. Attributes of its type come first.
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

    /// Offers gradients for `backward`. The operator's own come first.
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

    /// Offers forward operators with their signatures.
    fn forward(self) {
        if self.before.contains(['(', ' ']) {
            return arguments(self.view.profile(), self.before, self.items);
        }
        for (_, op) in self.family() {
            let written = forms::schema::of(op).replacen('(', " (", 1);
            self.items.add(Offer {
                insert: if self.items.after().starts_with('(') { op.name.value.clone() } else { written.clone() },
                detail: Some(written),
                op: Some(op.name.value.clone()),
                rank: u8::from(op.backward.is_none()),
                ..Offer::new(&op.name.value, Kind::FUNCTION)
            });
        }
    }
}

/// Offers gradients to which operators refer, but which are not defined.
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

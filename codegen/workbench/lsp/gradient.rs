//! Writes the entry of a gradient that an operator does not have yet.

use profile::{Holds, Home};
use registry::OpId;
use source::{Change, Diagnostic, Edit, Editor, FileId, Fix};
use spec::{Op, stem};

use crate::edits::new_entry;
use crate::usual;
use crate::view::View;

/// The name of an operator's gradient if no file defines it, and the edits that write it.
pub fn edits(view: &View, id: OpId) -> Option<(String, Vec<Edit>)> {
    let op = view.op(id);
    if view.registry().links(id).backward.is_some() || op.poisoned || op.signature.inputs.is_empty() {
        return None;
    }
    let name = op.backward.as_ref().map_or_else(|| usual_name(op), |name| name.value.clone());
    if view.registry().ops().any(|(_, other)| other.name.value == name) || view.registry().is_hand_written(&name) {
        return None;
    }
    let (file, home) = backward_file(view, op)?;
    let here = view.registry().ops().map(|(_, op)| &op.name).filter(|name| name.span.file == file);
    let here: Vec<_> = here.collect();
    let mut edits = vec![new_entry(view, file, &here, &name, &entry(view, op, &name, home))];
    if op.backward.is_none() {
        let within = op.name.span;
        let change = Change::AddKey { within, under: None, key: "backward".to_owned(), value: name.clone() };
        let finding = Diagnostic::new(source::rules::MISSING_KEY, within, "").fix(Fix::new("", [change]));
        edits.extend(Editor::new(&view.project().sources).edits(&finding)?);
    }
    Some((name, edits))
}

/// `x_grad`, `x_double_grad`, `x_triple_grad`.
fn usual_name(op: &Op) -> String {
    let name = stem(&op.name.value);
    if let Some(first) = name.strip_suffix("_double_grad") {
        return format!("{first}_triple_grad");
    }
    match name.strip_suffix("_grad") {
        Some(first) if op.is_backward() => format!("{first}_double_grad"),
        _ => format!("{name}_grad"),
    }
}

/// The file with the gradients of an operator's kind.
fn backward_file(view: &View, op: &Op) -> Option<(FileId, Home)> {
    let homes = view.profile().inputs.iter().filter_map(|input| match input.holds {
        Holds::Operators(home) if home.is_backward() => Some(home),
        _ => None,
    });
    let is_its = |home: &Home| *home == op.home || !op.is_backward() && home.goes_with(op.home);
    homes.filter(is_its).find_map(|home| Some((view.files_of(Holds::Operators(home)).next()?, home)))
}

fn entry(view: &View, op: &Op, name: &str, home: Home) -> String {
    let signature = &op.signature;
    let forward = forms::schema::of(op).replacen('(', " (", 1);
    let mut args: Vec<String> =
        signature.inputs.iter().map(|input| format!("{} {}", input.ty, input.name.value)).collect();
    let outputs = signature.outputs.iter().filter(|output| !output.intermediate);
    args.extend(outputs.map(|output| format!("{} {}_grad", output.ty, output.name.value)));
    args.extend(signature.attrs.iter().map(|attr| format!("{} {}", attr.ty, attr.name.value)));
    let outputs: Vec<String> = signature
        .inputs
        .iter()
        .map(|input| {
            let name = &input.name.value;
            let size = if input.ty.is_list() { format!("{{{name}.size()}}") } else { String::new() };
            format!("{}({name}_grad){size}", input.ty)
        })
        .collect();
    let param: Vec<&str> = signature.inputs.iter().map(|input| input.name.as_str()).collect();
    let infer_meta = usual::infer_meta(view, home, param.len()).map_or(String::new(), |func| {
        format!("  infer_meta :\n    func : {func}\n    param : [{}]\n", param.join(", "))
    });
    format!(
        "- backward_op : {name}\n  forward : {forward}\n  args : ({})\n  output : {}\n{infer_meta}  kernel :\n    func : {name}\n",
        args.join(", "),
        outputs.join(", "),
    )
}

//! Inlay hints: the arguments of functions without `param`.

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, Range};
use source::{FileId, Span};
use spec::{Op, Param};

use crate::view::View;

/// The hints in a part of a file.
pub fn hints(view: &View, file: FileId, range: Range) -> Vec<InlayHint> {
    let part = view.offset(file, range.start)..=view.offset(file, range.end);
    let ops = view.registry().ops().map(|(_, op)| op).filter(|op| op.name.span.file == file);
    let hints = ops.flat_map(defaulted).filter(|(span, _)| part.contains(&(span.end as usize)));
    hints.map(|(span, params)| hint(view, span, &params)).collect()
}

/// The functions of an operator that have no `param`, with their arguments.
fn defaulted(op: &Op) -> Vec<(Span, Vec<Param>)> {
    let infer_meta = op.infer_meta.as_ref().filter(|infer_meta| infer_meta.param.is_none());
    let infer_meta = infer_meta.map(|infer_meta| (infer_meta.func.span, op.infer_meta_params()));
    let kernel = op.kernel.as_ref().filter(|kernel| kernel.param.is_none());
    let kernel = kernel.and_then(|kernel| kernel.functions.last());
    // The hint comes after the kinds of tensor, if there are any.
    let kernel = kernel.map(|function| match &function.dispatch {
        Some(dispatch) => dispatch.outputs.last().map_or(function.name.span, |kind| kind.span),
        None => function.name.span,
    });
    infer_meta.into_iter().chain(kernel.map(|span| (span, op.kernel_params()))).collect()
}

fn hint(view: &View, span: Span, params: &[Param]) -> InlayHint {
    let names: Vec<_> = params.iter().map(Param::to_string).collect();
    let mut end = span.end as usize;
    // Skips the bracket after the kinds of tensor.
    let behind = view.text(span.file)[end..].trim_start_matches(' ');
    if behind.starts_with('}') {
        end = view.text(span.file).len() - behind.len() + 1;
    }
    InlayHint {
        position: view.range_of_bytes(span.file, end..end).end,
        label: InlayHintLabel::String(format!("param : [{}]", names.join(", "))),
        kind: Some(InlayHintKind::PARAMETER),
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String("`param` is left out, so all arguments are passed".to_owned())),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

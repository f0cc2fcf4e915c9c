//! Calls between operators: an operator calls its gradient, and the operators in `invoke` and `composite`.

use lsp_types::{CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, SymbolKind};
use registry::OpId;
use source::Span;

use crate::view::{FileOffset, View};

/// The operators that the name at an offset means, or else the one whose entry it is in.
pub fn prepare(place: FileOffset) -> Option<Vec<CallHierarchyItem>> {
    let FileOffset { view, file, offset } = place;
    let mentions = view.mentions_in(file);
    let named = mentions.at(file, offset).map_or_else(Vec::new, |mention| view.ops_of(mentions.symbol(mention)));
    let entry = || view.op_in(file, &crate::cursor::entry(view.text(file), offset)).map(|(id, _)| id);
    let ids = if named.is_empty() { entry().into_iter().collect() } else { named };
    let items: Vec<_> = ids.into_iter().filter_map(|id| item(view, id)).collect();
    (!items.is_empty()).then_some(items)
}

/// The operators that call the one at an offset.
pub fn incoming(place: FileOffset) -> Option<Vec<CallHierarchyIncomingCall>> {
    let FileOffset { view, .. } = place;
    let called = at(place)?;
    let callers = view.registry().ops().filter_map(|(id, _)| {
        let ranges: Vec<_> =
            calls(view, id).filter(|(to, _)| *to == called).map(|(_, span)| view.range(span)).collect();
        let from = item(view, id).filter(|_| !ranges.is_empty())?;
        Some(CallHierarchyIncomingCall { from, from_ranges: ranges })
    });
    Some(callers.collect())
}

/// The operators that the one at an offset calls.
pub fn outgoing(place: FileOffset) -> Option<Vec<CallHierarchyOutgoingCall>> {
    let FileOffset { view, .. } = place;
    let mut found: Vec<(OpId, Vec<lsp_types::Range>)> = Vec::new();
    for (to, span) in calls(view, at(place)?) {
        match found.iter_mut().find(|(known, _)| *known == to) {
            Some((_, ranges)) => ranges.push(view.range(span)),
            None => found.push((to, vec![view.range(span)])),
        }
    }
    let call = |(to, from_ranges)| Some(CallHierarchyOutgoingCall { to: item(view, to)?, from_ranges });
    Some(found.into_iter().filter_map(call).collect())
}

/// The operator whose name is at an offset.
fn at(place: FileOffset) -> Option<OpId> {
    let FileOffset { view, file, offset } = place;
    let is_here = |span: Span| span.file == file && span.start as usize <= offset && offset <= span.end as usize;
    view.registry().ops().find(|(_, op)| is_here(op.name.span)).map(|(id, _)| id)
}

/// What an operator calls, and where it says so.
fn calls(view: &View, id: OpId) -> impl Iterator<Item = (OpId, Span)> {
    let (registry, op) = (view.registry(), view.op(id));
    let gradient = op.backward.as_ref().and_then(|name| Some((registry.links(id).backward?, name.span)));
    let invoked = op.invoke.as_ref().and_then(|call| Some((registry.invoked(id, call)?, call.func.span)));
    let family = op.home.family();
    let composed =
        op.composite.as_ref().and_then(|call| Some((registry.find(family, &call.func.value)?, call.func.span)));
    [gradient, invoked, composed].into_iter().flatten()
}

fn item(view: &View, id: OpId) -> Option<CallHierarchyItem> {
    let op = view.op(id);
    let entry = view.project().entry(op.name.span).unwrap_or(op.name.span);
    Some(CallHierarchyItem {
        name: op.name.value.clone(),
        kind: SymbolKind::FUNCTION,
        tags: None,
        detail: Some(forms::schema::of(op)),
        uri: view.uri(op.name.span.file)?,
        range: view.range(entry),
        selection_range: view.range(op.name.span),
        data: None,
    })
}

//! The diagram of an operator and its gradients: how each is computed, and the grad nodes between them.

use reference::Link;
use registry::OpId;
use serde::Serialize;

use crate::book::Book;

/// An operator in the diagram.
#[derive(Debug, Serialize)]
pub struct ChainLink {
    /// 0 for the forward operator, 1 for its gradient, and so on.
    pub order: usize,
    pub op: Link,
    /// Whether this is the operator that the page describes.
    pub is_here: bool,
    pub kernels: Vec<String>,
    /// The operator that it invokes instead of a kernel.
    pub invoke: Option<Link>,
    /// The function that composes it from primitive operators.
    pub composite: Option<String>,
    /// The class of the grad node that calls this gradient.
    pub node: Option<String>,
}

/// The number of operators that a page shows before its own, and after it. Nobody writes so many by hand.
const MAX_LINKS: usize = 16;

/// The chain that contains an operator, starting with the forward operator. Empty if there is no gradient in it.
pub fn of(book: &Book, at: usize) -> Vec<ChainLink> {
    let registry = &book.project.registry;
    let id = book.ids[at];
    let mut chain = vec![id];
    while let Some(forward) = registry.links(chain[0]).forward.filter(|forward| !chain.contains(forward))
        && chain.len() < MAX_LINKS
    {
        chain.insert(0, forward);
    }
    for gradient in registry.first_gradients(id, MAX_LINKS) {
        if !chain.contains(&gradient) {
            chain.push(gradient);
        }
    }
    let (first, last) = (chain[0], chain[chain.len() - 1]);
    let mut links: Vec<ChainLink> = Vec::new();
    // The ends of the chain may be defined in C++ only.
    let forward = registry.op(first).forward.as_ref().filter(|_| registry.links(first).forward.is_none());
    links.extend(forward.map(|forward| undefined(book.link_to(first, &forward.name.value), 0)));
    for &member in &chain {
        links.push(link(book, member, links.len(), member == id));
    }
    let gradient = registry.op(last).backward.as_ref().filter(|_| registry.links(last).backward.is_none());
    links.extend(gradient.map(|gradient| undefined(book.link_to(last, &gradient.value), links.len())));
    if links.len() > 1 { links } else { Vec::new() }
}

fn link(book: &Book, id: OpId, order: usize, is_here: bool) -> ChainLink {
    let op = book.project.registry.op(id);
    let shown = book.at.get(&id).map(|&at| &book.shown[at]);
    let mut kernels: Vec<String> = Vec::new();
    for kernel in op.kernel.iter().flat_map(|kernel| &kernel.functions) {
        if !kernels.contains(&kernel.name.value) {
            kernels.push(kernel.name.value.clone());
        }
    }
    ChainLink {
        order,
        op: book.link(id),
        is_here,
        kernels,
        invoke: op.invoke.as_ref().map(|call| book.link_to(id, &call.func.value)),
        composite: op.composite.as_ref().map(|call| call.func.value.clone()),
        node: shown.and_then(|shown| shown.node.clone()),
    }
}

/// An operator that no YAML file defines.
fn undefined(op: Link, order: usize) -> ChainLink {
    ChainLink { order, op, is_here: false, kernels: Vec::new(), invoke: None, composite: None, node: None }
}

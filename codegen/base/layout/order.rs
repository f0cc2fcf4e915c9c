//! The order of an entry's keys: those that begin an entry come in their order. Other keys keep their places.

use source::lines;
use source::yaml::{Node, Value};

/// The columns that a dash and its blank take.
const DASH: &str = "- ";

/// The lines of a formatted entry with its leading keys in order. `None` if they are, or if a comment is in the way.
pub fn with_leading(text: &str, item: &Node, leading: &[&str]) -> Option<String> {
    let Value::Mapping(entries) = &item.value else { return None };
    let rank = |at: usize| leading.iter().position(|name| *name == entries[at].0.value);
    // Without the key that names the entry, the first key does.
    let name = (0..entries.len()).find(|&at| rank(at) == Some(0))?;
    let mut order: Vec<usize> = (0..entries.len()).filter(|&at| at != name).collect();
    let places: Vec<usize> = (0..order.len()).filter(|&place| rank(order[place]).is_some()).collect();
    let mut by_rank: Vec<usize> = places.iter().map(|&place| order[place]).collect();
    by_rank.sort_by_key(|&at| rank(at));
    for (place, at) in places.into_iter().zip(by_rank) {
        order[place] = at;
    }
    order.insert(0, name);
    if order.is_sorted() {
        return None;
    }
    let body = format!("{}{}", " ".repeat(DASH.len()), text.strip_prefix(DASH)?);
    let mut starts: Vec<usize> =
        entries.iter().map(|(key, _)| with_comments(&body, lines::start(&body, key.span.start as usize))).collect();
    starts.push(body.len());
    let blocks: Vec<&str> = order.iter().map(|&at| &body[starts[at]..starts[at + 1]]).collect();
    let all = blocks.concat();
    let first = all.strip_prefix(&" ".repeat(DASH.len())).filter(|first| !first.starts_with(['#', ' ']))?;
    Some(format!("{DASH}{first}"))
}

/// The start of the comments directly above a line.
fn with_comments(text: &str, line: usize) -> usize {
    source::editor::block_start(text, line)
}

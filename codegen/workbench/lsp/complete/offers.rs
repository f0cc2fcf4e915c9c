//! Offers that several kinds of values share: operators, functions, traits, words, arguments.

use lsp_types::CompletionItemKind as Kind;
use profile::Profile;
use spec::{AttrType, Element, Op, TensorType};

use super::items::Items;
use crate::mentions::{Symbol, TRAIT};
use crate::offer::Offer;
use crate::view::View;

/// Offers words.
pub fn words<'a>(words: impl IntoIterator<Item = &'a str>, kind: Kind, items: &mut Items) {
    words.into_iter().for_each(|word| items.add(Offer::new(word, kind)));
}

/// Offers every operator of the project.
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

/// Offers the C++ functions of a kind that other entries use.
pub fn used(view: &View, kind: &str, rank: u8, items: &mut Items) {
    // The word at the cursor does not count as a use.
    let is_used =
        |symbol: &Symbol, name: &str| name != items.word() || view.mentions().of_symbol(symbol).nth(1).is_some();
    let named = view.mentions().symbols().filter_map(|symbol| Some((symbol, symbol.in_cpp()?)));
    let mut names: Vec<_> =
        named.filter(|(symbol, (what, name))| *what == kind && is_used(symbol, name)).map(|(_, named)| named).collect();
    names.sort_unstable();
    for (what, name) in names {
        items.add(Offer { detail: Some(what.to_owned()), rank, ..Offer::new(name, Kind::FUNCTION) });
    }
}

/// Offers types and defaults in an argument list.
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
        used(view, TRAIT, 0, items);
    }
}

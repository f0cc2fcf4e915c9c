//! Completion in `opgen.toml`.

use lsp_types::CompletionItemKind as Kind;
use profile::Feature;
use project::config::{self, Per};
use project::levels::{Levels, Setting};

use super::items::Items;
use crate::offer::Offer;
use crate::settings_file::Place;
use crate::view::{FileOffset, View};

/// Offers keys and values.
pub fn offer(at: FileOffset, items: &mut Items) {
    let place = Place::of(at.view.text(at.file), at.offset);
    match place.key {
        _ if place.is_header => tables(items),
        None => keys(at.view, &place, items),
        Some(key) => values(at.view, &place, key, items),
    }
}

fn tables(items: &mut Items) {
    let tables = config::keys_of("").iter().filter(|(name, _)| is_table(name) && *name != "diff");
    let allowances = config::keys_of("diff").iter().map(|(_, about)| ("diff.allow", *about));
    for (name, about) in tables.copied().chain(allowances) {
        items.add(Offer { detail: Some(about.to_owned()), ..Offer::new(name, Kind::MODULE) });
    }
}

fn is_table(name: &str) -> bool {
    matches!(name, "rules" | "profile" | "package" | "inputs" | "outputs" | "syntax" | "cpp" | "target" | "diff")
}

fn keys(view: &View, place: &Place, items: &mut Items) {
    let assigned = if items.after().starts_with('=') { "" } else { " = " };
    let mut add = |name: &str, about: &str| {
        items.add(Offer {
            insert: format!("{name}{assigned}"),
            detail: Some(about.to_owned()),
            ..Offer::new(name, Kind::PROPERTY)
        });
    };
    match place.table {
        "rules" => {
            Levels::GROUPS.iter().for_each(|(name, _)| add(name, "all of them that are not set one by one"));
            view.project().program.catalogue.all().iter().for_each(|rule| add(rule.code(), rule.title()));
        }
        "inputs" => view.profile().inputs.iter().for_each(|input| add(&input.key, "the files of this kind")),
        "" => config::keys_of("")
            .iter()
            .filter(|(name, _)| !is_table(name) || *name == "profile")
            .for_each(|(name, about)| add(name, about)),
        table => config::keys_of(table).iter().for_each(|(name, about)| add(name, about)),
    }
}

fn values(view: &View, place: &Place, key: &str, items: &mut Items) {
    let mut add = |name: &str| {
        let insert = if place.is_quoted { name.to_owned() } else { format!("\"{name}\"") };
        items.add(Offer { insert, ..Offer::new(name, Kind::VALUE) });
    };
    match (place.table, key) {
        ("rules", _) => Setting::ALL.iter().for_each(|setting| add(setting.name())),
        ("", "profile") | ("profile", "extends") => {
            view.names.iter().flat_map(|names| names.profiles).for_each(|name| add(name));
        }
        ("outputs", "targets") => {
            view.names.iter().flat_map(|names| names.targets).for_each(|name| add(name));
            view.project().recipe.custom_targets.iter().for_each(|target| add(&target.name.value));
        }
        ("outputs", "features") => Feature::ALL.iter().for_each(|feature| add(feature.name())),
        ("target", "per") => Per::ALL.iter().for_each(|per| add(per.name())),
        ("", "hand_written") => {
            let gradients = view.registry().ops().filter_map(|(_, op)| op.backward.as_ref());
            gradients.filter(|name| view.registry().named(&name.value).is_none()).for_each(|name| add(&name.value));
        }
        _ => {}
    }
}

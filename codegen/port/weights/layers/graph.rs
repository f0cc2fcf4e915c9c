//! The layers of a model: which layers may be found under each name.

use std::collections::BTreeMap;

use super::change::Change;
use super::table::{self, Layout};

/// The index of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LayerId(pub(super) usize);

/// A value that may be found under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Member {
    Layer(LayerId),
    /// Not a layer, but a parameter, a buffer or another value, which conversion leaves as it is.
    Own,
    /// The reason why nothing is known.
    Unknown(String),
}

/// Members by their names, and those whose names are not known.
#[derive(Debug, Clone, Default)]
pub(super) struct Members {
    pub(super) named: BTreeMap<String, Vec<Member>>,
    pub(super) unnamed: Vec<Member>,
}

#[derive(Debug)]
pub(super) enum Layer {
    /// A class of a package outside of the project, by its full name.
    External(String),
    /// A class of the project, or a container.
    Inner { name: String, members: Members, bases: Vec<LayerId> },
    /// A class of the helpers, whose layout is that of PyTorch.
    Kept,
}

/// The layers of a model.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) layers: Vec<Layer>,
    pub(super) roots: Vec<Member>,
    /// Whether the code names a layer whose layout is not that of PyTorch, or a package that may have such layers.
    pub(super) has_changed_layers: bool,
}

/// A class that may have a parameter, and the layout there.
#[derive(Debug)]
enum Candidate {
    Class(String, String, Layout),
    Own,
    Unknown(String),
    /// The path does not exist in this candidate, so it is not the right one.
    Missing(String),
}

/// Names of parameters that Paddle's normalisation layers rename.
const RENAMED: [&str; 2] = ["running_mean", "running_var"];
const DEEPEST: usize = 64;
const MOST_CANDIDATES: usize = 10_000;

impl Graph {
    /// The change of a tensor with so many dimensions.
    pub(super) fn change_of(&self, name: &str, dimensions: usize) -> Result<Option<Change>, String> {
        let path: Vec<&str> = name.split('.').collect();
        let mut candidates = Vec::new();
        self.collect(&self.roots, &path, 0, &mut candidates);
        let (mut reason, mut missing) = (None, None);
        let mut changes: Vec<Option<Change>> = Vec::new();
        for candidate in candidates {
            let change = match candidate {
                Candidate::Class(class, parameter, _) if !table::may_have(&class, &parameter, dimensions) => continue,
                Candidate::Class(class, _, Layout::Unknown) => {
                    reason.get_or_insert(format!("the layout of `{class}` is not known"));
                    continue;
                }
                Candidate::Class(class, parameter, Layout::Changed(kind)) => {
                    Some(Change { kind, parameter, class: Some(class) })
                }
                Candidate::Class(_, _, Layout::Same) | Candidate::Own => None,
                Candidate::Unknown(found) => {
                    reason.get_or_insert(found);
                    continue;
                }
                Candidate::Missing(found) => {
                    missing.get_or_insert(found);
                    continue;
                }
            };
            let kind = |change: &Option<Change>| change.as_ref().map(|change| change.kind);
            if !changes.iter().any(|known| kind(known) == kind(&change)) {
                changes.push(change);
            }
        }
        let is_possible = dimensions == 2 || path.last().is_some_and(|name| RENAMED.contains(name));
        let matters = self.has_changed_layers && is_possible;
        match (&changes[..], reason) {
            ([only], None) => Ok(only.clone()),
            ([only], Some(_)) if !matters => Ok(only.clone()),
            ([], _) if !matters => Ok(None),
            ([], None) => Err(missing.unwrap_or_else(|| "no layer has such a parameter".to_owned())),
            (_, Some(reason)) => Err(reason),
            (several, None) => Err(ambiguity(several)),
        }
    }

    fn collect(&self, members: &[Member], path: &[&str], depth: usize, found: &mut Vec<Candidate>) {
        for member in members {
            match member {
                Member::Layer(id) => self.collect_in(*id, path, depth, found),
                Member::Own if path.is_empty() => found.push(Candidate::Own),
                Member::Own => found.push(Candidate::Missing(format!("`{}` is in no layer", path.join(".")))),
                Member::Unknown(reason) => found.push(Candidate::Unknown(reason.clone())),
            }
        }
    }

    fn collect_in(&self, id: LayerId, path: &[&str], depth: usize, found: &mut Vec<Candidate>) {
        // A class may be its own base where a name has two meanings.
        if depth > DEEPEST || found.len() > MOST_CANDIDATES {
            found.push(Candidate::Unknown("the layers are nested too deeply".to_owned()));
            return;
        }
        let Some((first, rest)) = path.split_first() else {
            found.push(Candidate::Missing("it is a layer, not a parameter".to_owned()));
            return;
        };
        match &self.layers[id.0] {
            Layer::Kept => found.push(Candidate::Own),
            Layer::External(class) => {
                let parameter = path.join(".");
                let layout = table::layout(class, &parameter);
                found.push(Candidate::Class(class.clone(), parameter, layout));
            }
            Layer::Inner { name, members, bases } => {
                let before = found.len();
                let members = members.named.get(*first).unwrap_or(&members.unnamed);
                self.collect(members, rest, depth + 1, found);
                if found.len() == before {
                    let others = bases.iter().filter(|base| **base != id);
                    others.for_each(|base| self.collect_in(*base, path, depth + 1, found));
                }
                if found.len() == before {
                    found.push(Candidate::Missing(format!("`{name}` has no `{first}`")));
                }
            }
        }
    }
}

fn ambiguity(changes: &[Option<Change>]) -> String {
    let class = |change: &Option<Change>| match change {
        Some(Change { class: Some(class), .. }) => format!("`{class}`"),
        _ => "a layer that keeps the layout".to_owned(),
    };
    let classes: Vec<String> = changes.iter().map(class).collect();
    format!("it may belong to {}", classes.join(" or "))
}

//! Every name by which an operator of a project is found.

use std::collections::BTreeSet;

use source::suggest::Known;

use crate::view::View;

/// The largest number of names that a query finds.
pub const MOST_RESULTS: usize = 200;

/// The rank of names that are only similar to a query.
pub const SIMILAR: u8 = 5;

/// A name of an operator.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// In lower case.
    lower: String,
    pub text: String,
    pub kind: Kind,
    /// The operator's own name.
    pub op: String,
    /// The key of the operator's family.
    pub family: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Operator,
    InPrograms,
    Function,
}

/// Every name by which an operator of a project is found.
#[derive(Debug)]
pub struct Names(Vec<Name>);

/// How well a name in lower case answers a query: 0 if it is the query, 1 if it begins with it, 2 if it contains it.
pub fn rank(name: &str, wanted: &str) -> Option<u8> {
    match name.find(wanted)? {
        _ if name == wanted => Some(0),
        0 => Some(1),
        _ => Some(2),
    }
}

/// The same for a name that is not the operator's own: unless it is the query, operators come first.
pub fn rank_of_other(name: &str, wanted: &str) -> Option<u8> {
    rank(name, wanted).map(|rank| if rank == 0 { 0 } else { rank + 2 })
}

impl Names {
    pub fn of(view: &View) -> Self {
        let mut names: BTreeSet<Name> = BTreeSet::new();
        show::each(view.project(), |op, shown| {
            let mut add = |text: &str, kind| {
                let name = Name {
                    lower: text.to_lowercase(),
                    text: text.to_owned(),
                    kind,
                    op: op.name.value.clone(),
                    family: op.home.family().key(),
                };
                names.insert(name);
            };
            add(&op.name.value, Kind::Operator);
            if let Some(form) = shown.program.as_ref().filter(|form| form.op != op.name.value) {
                add(&form.op, Kind::InPrograms);
            }
            for operation in &shown.operations {
                add(&operation.operation, Kind::Function);
            }
            for name in shown.names().filter(|name| *name != op.name.value) {
                add(name, Kind::Function);
            }
        });
        Names(names.into_iter().collect())
    }

    /// The names that a query finds, the best first.
    pub fn find(&self, wanted: &str) -> Vec<(u8, &Name)> {
        let rank = |name: &Name| match name.kind {
            Kind::Operator => rank(&name.lower, wanted),
            Kind::InPrograms | Kind::Function => rank_of_other(&name.lower, wanted),
        };
        let is_wanted = |name: &&Name| !wanted.is_empty() || name.kind == Kind::Operator;
        let mut found: Vec<(u8, &Name)> =
            self.0.iter().filter(is_wanted).filter_map(|name| Some((rank(name)?, name))).collect();
        if found.is_empty() {
            let known = Known::new(self.0.iter().map(|name| name.lower.as_str()));
            let near = known.nearest(wanted);
            found =
                self.0.iter().filter(|name| Some(name.lower.as_str()) == near).map(|name| (SIMILAR, name)).collect();
        }
        found.sort();
        found.truncate(MOST_RESULTS);
        found
    }
}

//! All operators of a project, linked to each other and to their compat entries and versions.
//!
//! This room does not know which files the operators come from, nor what is generated from them.

#![deny(missing_docs)]

mod chains;
mod compat;
mod framework;
pub mod normal_form;
pub mod own_facts;
pub mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;

pub use compat::Conflict;
pub use framework::{
    FileSpecs, Inputs, Linked, Paddle, ParsedFiles, Program, Project, entry_files, has_registered_ops, nearest_root,
    nearest_root_below,
};

use chains::Chains;
use compat::CompatTable;

use profile::{Graph, Profile, StaticGroup, Tensors};
use source::{Shift, Span, Spanned};
use spec::registered::Registered;
use spec::{Addition, Call, Compat, Family, Op, OpVersion, PythonApi, PythonApiEntry, stem};

/// An operator in a [`Registry`]. Ids are in the order of definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpId(u32);

/// The contents of a project's files by kind, before anything is linked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Specs {
    /// All operators, in the order of definition. What is read again shares those of unchanged files.
    pub ops: Vec<Arc<Op>>,
    /// The entries of `op_compat.yaml`.
    pub compat: Vec<Arc<Compat>>,
    /// The entries of `op_version.yaml`.
    pub versions: Vec<OpVersion>,
    /// The additions that kinds of device make to operators.
    pub additions: Vec<Addition>,
    /// How Python calls operators.
    pub python_apis: Vec<PythonApiEntry>,
    /// Lists of operator names, by the key of the kind of file.
    pub lists: BTreeMap<String, Vec<Spanned<String>>>,
    /// The operators that the framework has registered, if a file lists them.
    pub registered: Option<Registered>,
}

impl Specs {
    /// Adds the contents of another file.
    pub fn append(&mut self, other: Specs) {
        let Specs { ops, compat, versions, additions, python_apis, lists, registered } = other;
        self.ops.extend(ops);
        self.compat.extend(compat);
        self.versions.extend(versions);
        self.additions.extend(additions);
        self.python_apis.extend(python_apis);
        for (kind, names) in lists {
            self.lists.entry(kind).or_default().extend(names);
        }
        if let Some(registered) = registered {
            self.registered.get_or_insert_default().append(registered);
        }
    }

    /// The same contents at positions moved by a number of bytes. `None` for registered operators, whose file is read as a whole.
    pub fn moved(&self, bytes: i64) -> Option<Specs> {
        let mut moved = self.clone();
        let Specs { ops, compat, versions, additions, python_apis, lists, registered } = &mut moved;
        ops.shift(bytes);
        compat.shift(bytes);
        versions.shift(bytes);
        additions.shift(bytes);
        python_apis.shift(bytes);
        lists.values_mut().for_each(|names| names.shift(bytes));
        registered.is_none().then_some(moved)
    }

    /// The list in a kind of file. Empty if there is no such file.
    pub fn list(&self, kind: &str) -> &[Spanned<String>] {
        self.lists.get(kind).map_or(&[], Vec::as_slice)
    }
}

/// The links from one operator to others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// Backward operators: the operator whose gradient this is.
    pub forward: Option<OpId>,
    /// The operator's gradient.
    pub backward: Option<OpId>,
    /// The index of the operator's entry in [`Specs::versions`].
    pub version: Option<usize>,
}

/// The operators of a family whose names differ only in an underscore at the end: the one without it, and the one with it.
#[derive(Debug, Default, Clone, Copy)]
struct Variants([Option<OpId>; 2]);

impl Variants {
    /// The index of a name among both.
    fn of(name: &str) -> usize {
        usize::from(name.ends_with('_'))
    }
}

fn chains(links: &[Links]) -> Chains<impl Fn(usize) -> Option<usize>, impl Fn(usize) -> Option<usize>> {
    let number = |id: OpId| id.0 as usize;
    Chains {
        count: links.len(),
        forward: move |at: usize| links[at].forward.map(number),
        backward: move |at: usize| links[at].backward.map(number),
    }
}

/// The operators of a project, with every reference between them resolved if its target exists.
#[derive(Debug)]
pub struct Registry {
    specs: Specs,
    profile: Arc<Profile>,
    links: Vec<Links>,
    /// The start of the chain of gradients that contains each operator, found when it is first asked for.
    roots: OnceLock<Vec<OpId>>,
    by_stem: BTreeMap<Family, IndexMap<String, Variants>>,
    /// Operators that a list excludes from registration for programs, although others in their files are registered.
    excluded: BTreeSet<OpId>,
    /// Pairs of operators with the same name in the same family: (later, earlier).
    duplicates: Vec<(OpId, OpId)>,
    /// Operators that no file defines because they are written by hand, in the framework or the project.
    hand_written: BTreeSet<String>,
    /// The primitive functions, whether a list has them or they are written by hand.
    primitive: BTreeSet<String>,
    compat: CompatTable,
    /// The operators in `hand_written` that the project lists.
    hand_written_in_project: Vec<Spanned<String>>,
}

impl Registry {
    /// Links the specs of a project.
    pub fn new(specs: Specs, profile: &Arc<Profile>) -> Self {
        let entries = specs.compat.clone();
        let mut registry = Registry {
            links: vec![Links::default(); specs.ops.len()],
            roots: OnceLock::new(),
            compat: CompatTable::default(),
            primitive: primitive(&specs, profile),
            specs,
            profile: Arc::clone(profile),
            by_stem: BTreeMap::new(),
            excluded: BTreeSet::new(),
            duplicates: Vec::new(),
            hand_written: profile.hand_written.iter().cloned().collect(),
            hand_written_in_project: Vec::new(),
        };
        let link = || {
            registry.index();
            registry.link();
            registry.excluded = registry.find_excluded();
        };
        let ((), compat) = parallel::join(link, || CompatTable::new(&entries));
        registry.compat = compat;
        registry
    }

    fn index(&mut self) {
        for (id, op) in ids(&self.specs.ops) {
            let family = self.by_stem.entry(op.home.family()).or_default();
            let variants = family.entry(op.stem().to_owned()).or_default();
            let earlier = *variants.0[Variants::of(&op.name.value)].get_or_insert(id);
            if earlier != id {
                self.duplicates.push((id, earlier));
            }
        }
    }

    fn link(&mut self) {
        let versions: BTreeMap<&str, usize> =
            first_positions(self.specs.versions.iter().map(|version| version.op.as_str()));
        for (id, op) in ids(&self.specs.ops) {
            let family = op.home.family();
            let link = Links {
                forward: op.forward.as_ref().and_then(|forward| self.find_forward(family, &forward.name.value)),
                backward: op.backward.as_ref().and_then(|backward| self.find(family, &backward.value)),
                version: versions.get(op.stem()).copied().filter(|_| family.has_program_names()),
            };
            self.links[id.0 as usize] = link;
        }
    }

    fn find_excluded(&self) -> BTreeSet<OpId> {
        let groups = self.profile.static_graph.iter().flat_map(|graph| graph.groups.values());
        let of_group = |group: &StaticGroup| {
            let listed = group.excluded.iter().flat_map(|list| self.specs.list(list));
            let stems: BTreeSet<&str> = listed.map(|name| stem(&name.value)).collect();
            let excluded = self.ops_of(&group.homes).filter(|(_, op)| stems.contains(op.stem()));
            excluded.map(|(id, _)| id).collect::<Vec<_>>()
        };
        groups.flat_map(of_group).collect()
    }

    /// True if an operator is registered for static programs under its own name, together with the maker of its
    /// gradient.
    pub fn is_registered(&self, id: OpId) -> bool {
        let op = self.op(id);
        // A gradient without a kernel is only part of the registration of its forward operator.
        let forward = self.links(id).forward.filter(|_| op.kernel.is_none());
        self.profile.registers(op.home) && !self.is_excluded(id) && !forward.is_some_and(|id| self.is_excluded(id))
    }

    /// True if a list excludes an operator from registration for programs, although others in its file are registered.
    pub fn is_excluded(&self, id: OpId) -> bool {
        self.excluded.contains(&id)
    }

    /// The operator that a name refers to in a family, or in the families that this one falls back on. `relu_` and
    /// `relu` are the same if only one of them is defined.
    pub fn find(&self, family: Family, name: &str) -> Option<OpId> {
        let here = || {
            let Variants(found) = self.by_stem.get(&family)?.get(stem(name))?;
            let own = Variants::of(name);
            found[own].or(found[1 - own])
        };
        here().or_else(|| self.find(self.profile.family(family.falls_back_on()?)?, name))
    }

    /// The forward operator of a gradient in a family. It may be one that only PIR has.
    fn find_forward(&self, family: Family, name: &str) -> Option<OpId> {
        let falls_back_here = |pir: &Family| pir.graph() == Graph::Pir && pir.falls_back_on() == Some(family.key());
        let pir = || self.profile.families.iter().copied().filter(falls_back_here);
        self.find(family, name).or_else(|| pir().find_map(|pir| self.find(pir, name)))
    }

    /// The operator that a name refers to in the main family.
    pub fn find_in_main(&self, name: &str) -> Option<OpId> {
        self.find(self.main_family()?, name)
    }

    /// The operator that a name refers to in the static graph: its own definition, or the one that it falls back on.
    pub fn find_in_programs(&self, name: &str) -> Option<OpId> {
        let families = self.profile.families.iter().filter(|family| family.is_only_in_programs());
        families.copied().find_map(|family| self.find(family, name))
    }

    /// The operators that a name refers to in PIR's families: their own definitions, or those that they fall back on.
    pub fn find_in_pir(&self, name: &str) -> impl Iterator<Item = OpId> {
        let families = self.profile.families.iter().filter(|family| family.graph() == Graph::Pir);
        families.copied().filter_map(move |family| self.find(family, name))
    }

    /// The operator that a name in `op_compat.yaml` or `op_version.yaml` refers to. The static graph's own definition
    /// comes first.
    pub fn find_for_compat(&self, name: &str) -> Option<OpId> {
        self.families_with_program_names().find_map(|family| self.find(family, name))
    }

    /// The first family of the profile, which has the framework's main operators.
    pub fn main_family(&self) -> Option<Family> {
        self.profile.families.first().copied()
    }

    /// The families that `op_compat.yaml` describes, those of the static graph first.
    pub fn families_with_program_names(&self) -> impl Iterator<Item = Family> {
        let named = self.profile.families.iter().copied().filter(|family| family.has_program_names());
        let own = named.clone().filter(|family| family.is_only_in_programs());
        own.chain(named.filter(|family| !family.is_only_in_programs()))
    }

    /// The profile of the framework's version that the operators are for.
    pub fn profile(&self) -> &Arc<Profile> {
        &self.profile
    }

    /// Every name in saved programs, sorted, with the compat entries that describe its operator.
    pub fn legacy_compat(&self) -> impl Iterator<Item = (&str, Vec<&Compat>)> {
        let entries = |indices: &[usize]| indices.iter().map(|&i| self.specs.compat[i].as_ref()).collect();
        self.compat.legacy().map(move |(name, indices)| (name, entries(indices)))
    }

    /// The contradictions between entries of `op_compat.yaml`.
    pub fn compat_conflicts(&self) -> &[Conflict] {
        self.compat.conflicts()
    }

    /// Adds operators that the project lists as written by hand.
    pub fn with_hand_written(mut self, names: Vec<Spanned<String>>) -> Self {
        self.hand_written.extend(names.iter().map(|name| name.value.clone()));
        self.hand_written_in_project = names;
        self
    }

    /// True if the framework or the project implements an operator with this name by hand.
    pub fn is_hand_written(&self, name: &str) -> bool {
        self.hand_written.contains(name)
    }

    /// The operators that the framework or the project implements by hand.
    pub fn hand_written(&self) -> impl Iterator<Item = &str> {
        self.hand_written.iter().map(String::as_str)
    }

    /// True if there is a primitive function with this name.
    pub fn is_primitive(&self, name: &str) -> bool {
        self.primitive.contains(name)
    }

    /// The operators that the project lists as written by hand.
    pub fn hand_written_in_project(&self) -> &[Spanned<String>] {
        &self.hand_written_in_project
    }

    /// The operator with an id of this registry.
    pub fn op(&self, id: OpId) -> &Op {
        &self.specs.ops[id.0 as usize]
    }

    /// The links of an operator.
    pub fn links(&self, id: OpId) -> &Links {
        &self.links[id.0 as usize]
    }

    /// The entries of `op_compat.yaml` for a forward or backward operator, joined into one whose `op` is the operator
    /// itself.
    pub fn compat(&self, id: OpId) -> Option<&Compat> {
        self.compat.of(self.op(id).stem())
    }

    /// Like [`compat`](Self::compat), for an operator that no file need define.
    pub fn compat_of(&self, name: &str) -> Option<&Compat> {
        self.compat.of(stem(name))
    }

    /// The entry of `op_version.yaml` for an operator.
    pub fn version(&self, id: OpId) -> Option<&OpVersion> {
        self.links(id).version.map(|entry| &self.specs.versions[entry])
    }

    /// How Python calls a function of an operator: by the entry of that function's name in a file about that, or else by the
    /// operator's own entry. `None` for functions over other than dense tensors, whose arguments have only positions.
    pub fn python_api<'a>(&'a self, op: &'a Op, function: &str) -> Option<&'a PythonApi> {
        let of_function = |entry: &&PythonApiEntry| entry.op.value == function;
        let listed = || self.specs.python_apis.iter().find(of_function).map(|entry| &entry.api);
        if op.home.family().tensors() == Tensors::Dense { listed().or(op.python_api.as_ref()) } else { None }
    }

    /// The same in the dynamic graph, where an inplace function without an entry takes the arguments of the plain one.
    pub fn dygraph_python_api<'a>(&'a self, op: &'a Op, function: &str) -> Option<&'a PythonApi> {
        self.python_api(op, function).or_else(|| self.python_api(op, &op.name.value))
    }

    /// The additions that kinds of device make to an operator.
    pub fn added_to(&self, op: &Op) -> impl Iterator<Item = &Addition> {
        let additions = self.specs.additions.iter().filter(|addition| stem(&addition.op.value) == op.stem());
        additions.filter(|_| self.profile.takes_additions(op.home.family()))
    }

    /// The operator that a call in the entry of `id` refers to. The gradient of an operator that only PIR has may call
    /// others that only PIR has.
    pub fn invoked(&self, id: OpId, call: &Call) -> Option<OpId> {
        let family = |id: OpId| self.op(id).home.family();
        let pir = self.links(id).forward.map(family).filter(|family| family.graph() == Graph::Pir);
        let families = [Some(family(id)), self.main_family(), pir];
        families.into_iter().flatten().find_map(|family| self.find(family, &call.func.value))
    }

    /// All operators, in the order of definition.
    pub fn ops(&self) -> impl Iterator<Item = (OpId, &Op)> {
        ids(&self.specs.ops)
    }

    /// The operators in the given kinds of file, kind by kind.
    pub fn ops_of<'a>(&'a self, homes: &'a [String]) -> impl Iterator<Item = (OpId, &'a Op)> {
        homes.iter().flat_map(|home| self.ops().filter(move |(_, op)| op.home.key() == home))
    }

    /// The operators in the given kinds of file whose names are in a list.
    pub fn listed<'a>(
        &'a self,
        homes: &'a [String],
        names: &'a [Spanned<String>],
    ) -> impl Iterator<Item = (OpId, &'a Op)> {
        let names: BTreeSet<&str> = names.iter().map(Spanned::as_str).collect();
        self.ops_of(homes).filter(move |(_, op)| names.contains(op.name.as_str()))
    }

    /// The contents of the project's files.
    pub fn specs(&self) -> &Specs {
        &self.specs
    }

    /// The operators that the framework has registered, if a file lists them.
    pub fn registered(&self) -> Option<&Registered> {
        self.specs.registered.as_ref()
    }

    /// Pairs of operators with the same name in the same family: (later, earlier).
    pub fn duplicates(&self) -> &[(OpId, OpId)] {
        &self.duplicates
    }

    /// All names in a family, for suggestions.
    pub fn names(&self, family: Family) -> impl Iterator<Item = &str> {
        let variants = self.by_stem.get(&family).into_iter().flat_map(IndexMap::values);
        variants.flat_map(|variants| variants.0).flatten().map(|id| self.op(id).name.as_str())
    }

    /// The first operator with exactly this name, in any family.
    pub fn named(&self, name: &str) -> Option<&Op> {
        let exact = |family: &IndexMap<String, Variants>| family.get(stem(name))?.0[Variants::of(name)];
        self.by_stem.values().filter_map(exact).min().map(|id| self.op(id))
    }

    /// The operators whose names are this one but for an underscore at the end, in any family.
    pub fn named_like(&self, name: &str) -> impl Iterator<Item = OpId> {
        let name = stem(name);
        self.by_stem.values().filter_map(move |family| family.get(name)).flat_map(|variants| variants.0).flatten()
    }

    /// The operator itself, its gradient, the gradient of that, and so on.
    pub fn grad_chain(&self, id: OpId) -> Vec<OpId> {
        chains(&self.links).from(id.0 as usize).into_iter().map(|at| OpId(at as u32)).collect()
    }

    /// The gradient of an operator, the gradient of that, and so on, but only so many.
    pub fn first_gradients(&self, id: OpId, most: usize) -> Vec<OpId> {
        let mut found = Vec::new();
        let mut at = id;
        while let Some(next) = self.links(at).backward
            && found.len() < most
            && next != id
            && !found.contains(&next)
        {
            found.push(next);
            at = next;
        }
        found
    }

    /// The forward operator at the start of the chain of gradients that contains this operator.
    pub fn grad_root(&self, id: OpId) -> OpId {
        let find = || chains(&self.links).roots().into_iter().map(|at| OpId(at as u32)).collect();
        self.roots.get_or_init(find)[id.0 as usize]
    }

    /// The span of an operator's name.
    pub fn name_span(&self, id: OpId) -> Span {
        self.op(id).name.span
    }
}

/// The primitive functions, whether a list has them or they are written by hand.
fn primitive(specs: &Specs, profile: &Profile) -> BTreeSet<String> {
    let Some(prim) = &profile.prim else { return BTreeSet::new() };
    let listed = specs.list(&prim.list).iter().map(|name| &name.value);
    prim.hand_written.iter().chain(listed).cloned().collect()
}

fn ids(ops: &[Arc<Op>]) -> impl Iterator<Item = (OpId, &Op)> {
    ops.iter().enumerate().map(|(i, op)| (OpId(i as u32), op.as_ref()))
}

/// The position of each name. For a repeated name, the first one.
fn first_positions<'a>(names: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut index = BTreeMap::new();
    for (i, name) in names.enumerate() {
        index.entry(name).or_insert(i);
    }
    index
}

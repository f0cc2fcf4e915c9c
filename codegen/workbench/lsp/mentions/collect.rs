//! Collects the mentions in all entries of a project.

use std::ops::Range;

use check::expressions;
use profile::{Graph, Profile};
use registry::own_facts::OwnFacts;
use registry::{OpId, Project, Registry};
use source::{FileId, Sources, Span, Spanned};
use spec::{
    Action, ActionKind, Addition, Candidates, Compat, Family, Mapping, Op, Param, PythonApi, PythonApiEntry, stem,
};

use super::index::{Mention, Mentions, Role};
use super::origin::{names, origin, parts};
use super::symbol::{NAMED_IN_PROGRAMS, Symbol};

type Name = Spanned<String>;

impl Mentions {
    /// Reads the mentions in the entries of a file.
    pub fn of(project: &Project, file: FileId) -> Self {
        Mentions::within(project, file, std::slice::from_ref(&(0..usize::MAX)))
    }

    /// Reads the mentions in the entries of a file that have a text.
    pub fn with_text(project: &Project, file: FileId, text: &str) -> Self {
        let mut entries: Vec<Range<usize>> = Vec::new();
        for (at, _) in project.sources.file(file).text().match_indices(text) {
            if entries.last().is_some_and(|last| at < last.end) {
                continue;
            }
            match project.entry(Span::new(file, at, at)) {
                Some(entry) => entries.push(entry.start as usize..entry.end as usize),
                None => return Mentions::of(project, file),
            }
        }
        Mentions::within(project, file, &entries)
    }

    /// Reads the mentions in the entries of a file whose names are in one of some ranges, which are in order.
    pub fn within(project: &Project, file: FileId, ranges: &[Range<usize>]) -> Self {
        let mut mentions = Mentions::default();
        if ranges.is_empty() {
            return mentions;
        }
        collect(project, file, ranges, &mut mentions);
        // Most of them are in order already, so a stable sort is fast.
        mentions.list.sort_by_key(Mention::key);
        mentions.list.dedup_by_key(|mention| (mention.span, mention.symbol));
        mentions
    }
}

fn collect(project: &Project, file: FileId, ranges: &[Range<usize>], mentions: &mut Mentions) {
    let is_in_range = |offset: usize| {
        let after = ranges.partition_point(|range| range.start <= offset);
        after > 0 && offset < ranges[after - 1].end
    };
    let is_here = |name: &Name| name.span.file == file && is_in_range(name.span.start as usize);
    let registry = &project.registry;
    let own_facts = project.program.framework.own_facts;
    let mut collector = Collector { own_facts, registry, sources: &project.sources, mentions };
    for (id, op) in registry.ops().filter(|(_, op)| is_here(&op.name)) {
        let before = collector.mentions.list.len();
        collector.op(id, op);
        collector.mentions.list[before..].sort_unstable_by_key(Mention::key);
    }
    let specs = registry.specs();
    specs.compat.iter().filter(|entry| is_here(&entry.op.name)).for_each(|entry| collector.compat(entry));
    for version in specs.versions.iter().filter(|version| is_here(&version.op)) {
        collector.op_in_programs(&version.op);
        let actions = version.checkpoints.iter().flat_map(|checkpoint| &checkpoint.actions);
        actions.for_each(|action| collector.action(&version.op, action));
    }
    specs.additions.iter().filter(|addition| is_here(&addition.op)).for_each(|addition| collector.addition(addition));
    specs.python_apis.iter().filter(|entry| is_here(&entry.op)).for_each(|entry| collector.python_api_entry(entry));
    let by_hand = registry.hand_written_in_project().iter();
    specs.lists.values().flatten().chain(by_hand).filter(|name| is_here(name)).for_each(|name| collector.listed(name));
}

/// A kind of symbol that only C++ code defines.
type NamedSymbol<'n> = fn(&'n str) -> Symbol<&'n str>;

/// The names in an operator's entry that only C++ code defines.
pub fn functions<'o>(
    op: &'o Op,
    own_facts: &dyn OwnFacts,
) -> impl Iterator<Item = (NamedSymbol<'o>, &'o Name)> + use<'o> {
    fn of<'n, I: IntoIterator<Item = &'n Name>>(
        symbol: NamedSymbol<'n>,
        names: I,
    ) -> impl Iterator<Item = (NamedSymbol<'n>, &'n Name)> + use<'n, I> {
        names.into_iter().map(move |name| (symbol, name))
    }
    let infer_meta = op.infer_meta.iter();
    let rules = infer_meta.clone().flat_map(|infer_meta| &infer_meta.spmd_rule);
    let kernels = op.kernel.iter().flat_map(|kernel| &kernel.functions).map(|function| &function.name);
    of(Symbol::InferMeta, infer_meta.map(|infer_meta| &infer_meta.func).chain(own_facts.functions(op)))
        .chain(of(Symbol::SpmdRule, rules))
        .chain(of(Symbol::Kernel, kernels))
        .chain(of(Symbol::Trait, op.traits.iter().chain(&op.interfaces)))
}

struct Collector<'a> {
    own_facts: &'static dyn OwnFacts,
    registry: &'a Registry,
    sources: &'a Sources,
    mentions: &'a mut Mentions,
}

/// Whether the source has exactly this text at the name's span, so that spans of its parts are exact.
pub(super) fn is_in_place(sources: &Sources, name: &Name) -> bool {
    let Span { file, start, end } = name.span;
    sources.file(file).text().get(start as usize..end as usize) == Some(name.as_str())
}

/// The space of a family's operators: see [`Symbol::Op`].
pub(super) fn space(profile: &Profile, family: Family) -> &'static str {
    match family.falls_back_on().and_then(|key| profile.family(key)) {
        _ if family.has_program_names() || family.graph() == Graph::Pir => NAMED_IN_PROGRAMS,
        Some(family) => space(profile, family),
        None => family.key(),
    }
}

impl Collector<'_> {
    fn is_in_place(&self, name: &Name) -> bool {
        is_in_place(self.sources, name)
    }

    fn space_of(&self, id: OpId) -> &'static str {
        space(self.registry.profile(), self.registry.op(id).home.family())
    }

    /// Adds a name of an operator, which may be undefined.
    fn op_name(&mut self, name: &Name, found: Option<OpId>, otherwise: &'static str, role: Role) {
        if !self.is_in_place(name) {
            return;
        }
        // Without the underscore of inplace operators.
        let written = stem(&name.value);
        let span = Span { end: name.span.start + written.len() as u32, ..name.span };
        let (space, stem) = match found {
            Some(id) => (self.space_of(id), self.registry.op(id).stem()),
            None => (otherwise, written),
        };
        // `relu_` may be the inplace function of `relu`.
        if written == stem {
            self.mentions.add(&Symbol::Op { space, stem }, name.span, span, role);
        }
    }

    /// Adds a name of a part in the entry of an operator.
    fn part(&mut self, id: OpId, name: &Name, role: Role) {
        if !self.is_in_place(name) {
            return;
        }
        let Some(origin) = origin(self.registry, id, &name.value) else { return };
        let start = name.span.start + origin.offset as u32;
        let span = Span { start, end: start + origin.part.len() as u32, ..name.span };
        let role = if origin.op == id || role != Role::Definition { role } else { Role::Reference };
        let (space, stem) = (self.space_of(origin.op), self.registry.op(origin.op).stem());
        let symbol = Symbol::Part { space, stem, name: origin.part };
        self.mentions.add(&symbol, name.span, span, role);
    }

    fn op(&mut self, id: OpId, op: &Op) {
        let space = self.space_of(id);
        self.op_name(&op.name, Some(id), space, Role::Definition);
        parts(op).for_each(|name| self.part(id, name, Role::Definition));
        let sizes = op.signature.outputs.iter().filter_map(|output| output.size.as_ref());
        sizes.for_each(|size| self.expression(id, size));
        op.listed.0.iter().for_each(|name| self.part(id, name, Role::Reference));
        for Mapping { input, output } in op.inplace.iter().chain(&op.view) {
            self.part(id, input, Role::Reference);
            self.part(id, output, Role::Reference);
        }
        functions(op, self.own_facts).for_each(|(symbol, name)| self.named(symbol, name));
        self.arguments_of_functions(id, op);
        if let Some(api) = &op.python_api {
            self.python_api(id, api);
        }
        self.own_facts.parts(op).iter().for_each(|name| self.part(id, name, Role::Reference));
        let links = self.registry.links(id);
        if let Some(forward) = &op.forward {
            self.op_name(&forward.name, links.forward, space, Role::Reference);
            names(&forward.signature).for_each(|name| self.part(id, name, Role::Reference));
            let sizes = forward.signature.outputs.iter().filter_map(|output| output.size.as_ref());
            sizes.for_each(|size| self.expression(id, size));
        }
        if let Some(backward) = &op.backward {
            self.op_name(backward, links.backward, space, Role::Reference);
        }
    }

    fn arguments_of_functions(&mut self, id: OpId, op: &Op) {
        if let Some(infer_meta) = &op.infer_meta {
            self.params(id, infer_meta.param.as_deref());
            let shaped = infer_meta.local_shape.iter().chain(&infer_meta.global_shape);
            shaped.for_each(|name| self.part(id, name, Role::Reference));
        }
        if let Some(kernel) = &op.kernel {
            self.params(id, kernel.param.as_deref());
            for Candidates { names, .. } in [&kernel.backend, &kernel.layout, &kernel.data_type].into_iter().flatten() {
                for candidate in names {
                    self.part(id, &candidate.name, Role::Reference);
                }
            }
        }
        if let Some(call) = &op.invoke {
            self.op_name(&call.func, self.registry.invoked(id, call), self.space_of(id), Role::Reference);
            call.args.iter().for_each(|arg| self.expression(id, arg));
        }
        if let Some(call) = &op.composite {
            let found = self.registry.find(op.home.family(), &call.func.value);
            self.op_name(&call.func, found, self.space_of(id), Role::Reference);
            call.args.iter().for_each(|arg| self.expression(id, arg));
        }
    }

    fn params(&mut self, id: OpId, params: Option<&[Param]>) {
        for param in params.unwrap_or_default() {
            if let Param::Name(name) = param {
                self.part(id, name, Role::Reference);
            }
        }
    }

    fn expression(&mut self, id: OpId, expression: &Name) {
        if self.is_in_place(expression) {
            for name in expressions::names(expression) {
                self.part(id, &name, Role::Reference);
            }
        }
    }

    fn named<'n>(&mut self, symbol: NamedSymbol<'n>, name: &'n Name) {
        if self.is_in_place(name) {
            self.mentions.add(&symbol(&name.value), name.span, name.span, Role::Reference);
        }
    }

    /// Adds an operator that has a name in programs.
    fn op_in_programs(&mut self, name: &Name) {
        self.op_name(name, self.registry.find_for_compat(&name.value), "", Role::Reference);
    }

    fn listed(&mut self, name: &Name) {
        let anywhere = || self.registry.named_like(&name.value).min();
        let found = self.registry.find_for_compat(&name.value).or_else(anywhere);
        self.op_name(name, found, "", Role::Reference);
    }

    fn compat(&mut self, entry: &Compat) {
        for pair in entry.pairs() {
            self.op_in_programs(&pair.name);
            pair.legacy.iter().for_each(|legacy| self.named(Symbol::InPrograms, legacy));
        }
        entry.manual_signature.iter().for_each(|name| self.op_in_programs(name));
        for (mapping, name) in entry.keys.iter() {
            match mapping {
                "get_expected_kernel_type" => self.op_in_programs(name),
                _ => self.part_of_pairs(entry, name, Role::Reference),
            }
        }
        entry.get_expected_kernel_type.values().for_each(|name| self.named(Symbol::KernelType, name));
        for name in entry.extra.inputs.iter().chain(&entry.extra.outputs) {
            self.part_of_pairs(entry, name, Role::Reference);
        }
        for name in entry.complex_promote.iter().filter(|name| !entry.has_legacy_name(&name.value)) {
            self.part_of_pairs(entry, name, Role::NameInPrograms);
        }
        entry.drop_empty_grad.iter().for_each(|name| self.part_of_pairs(entry, name, Role::Reference));
    }

    /// Adds a part of the operator that an entry describes, or of one of its gradients.
    fn part_of_pairs(&mut self, entry: &Compat, name: &Name, role: Role) {
        let ops = entry.pairs().filter_map(|pair| self.registry.find_for_compat(&pair.name.value));
        let has_it = |id: &OpId| origin(self.registry, *id, &name.value).is_some();
        if let Some(id) = ops.collect::<Vec<_>>().into_iter().find(has_it) {
            self.part(id, name, role);
        }
    }

    /// Adds the subject of an action, which has the name in programs.
    fn action(&mut self, op: &Name, action: &Action) {
        let compat = self.registry.compat_of(&op.value);
        let is_renamed = compat.is_some_and(|entry| entry.has_legacy_name(&action.subject.value));
        if action.kind == ActionKind::FixBug || is_renamed {
            return;
        }
        if let Some(id) = self.registry.find_for_compat(&op.value) {
            self.part(id, &action.subject, Role::NameInPrograms);
        }
    }

    fn python_api_entry(&mut self, entry: &PythonApiEntry) {
        let found = self.registry.find_in_main(&entry.op.value);
        self.op_name(&entry.op, found, "", Role::Reference);
        if let Some(id) = found {
            self.python_api(id, &entry.api);
        }
    }

    fn python_api(&mut self, id: OpId, api: &PythonApi) {
        api.names.iter().for_each(|path| self.python_name(id, path));
        let aliases = api.aliases.iter().flat_map(|aliases| &aliases.args).map(|alias| &alias.arg);
        let passed = api.pre_process.each().flat_map(|call| &call.args);
        aliases.chain(passed).for_each(|name| self.part(id, name, Role::Reference));
    }

    /// Adds the path of a function in Python. It ends with the name of the operator.
    fn python_name(&mut self, id: OpId, path: &Name) {
        let Some((owner, last)) = path.value.rsplit_once('.') else { return };
        if self.is_in_place(path) && stem(last) == self.registry.op(id).stem() {
            let span = Span { start: path.span.start + owner.len() as u32 + 1, ..path.span };
            self.op_name(&Spanned { value: last.to_owned(), span }, Some(id), "", Role::Reference);
        }
    }

    fn addition(&mut self, addition: &Addition) {
        let profile = self.registry.profile();
        let takes_additions = |id: &OpId| profile.takes_additions(self.registry.op(*id).home.family());
        let found = self.registry.named_like(&addition.op.value).filter(takes_additions);
        // The entry may also be about a sparse operator of the name.
        let found = found.min_by_key(|&id| (self.space_of(id) != NAMED_IN_PROGRAMS, id));
        self.op_name(&addition.op, found, "", Role::Reference);
        if let Some(id) = found {
            addition.data_format_tensors.iter().for_each(|name| self.part(id, name, Role::Reference));
        }
        addition.traits.iter().for_each(|name| self.named(Symbol::Trait, name));
    }
}

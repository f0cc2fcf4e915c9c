//! Reads a mapping's files.

use std::collections::{BTreeMap, BTreeSet};

use source::fields::{Fields, items};
use source::file::SourceFile;
use source::rules::UNKNOWN_KEY;
use source::text::Text;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, Sources, Span, Spanned, toml};

use super::{
    Case, Change, Condition, Ignored, InPlace, Mapping, Out, Outcome, Placeholder, Rule, RuleKind, Signature, Tails,
    Template, availability, check,
};
use crate::findings::{BAD_CONDITION, BAD_TEMPLATE};

/// Reads the files of a mapping for a release. A file in a folder that is named after a release holds for that release and
/// older ones, and its rules take the place of those for newer releases.
pub fn mapping(
    files: Vec<(String, String)>,
    release: Option<&str>,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Mapping {
    let mut mapping = Mapping::default();
    let (helpers, tables): (Vec<_>, Vec<_>) = files.into_iter().partition(|(name, _)| name.ends_with(".py"));
    let mut roots = Vec::new();
    for (name, text) in tables {
        let file = sources.add(SourceFile::new(name.clone(), text));
        if let Some(root) = toml::parse(file, sources.file(file).text(), diagnostics) {
            roots.push((name, root));
        }
    }
    for (_, root) in &roots {
        Reader::new(&mut mapping, diagnostics).releases(root);
    }
    mapping.releases.choose(release);
    for layer in mapping.releases.layers() {
        let is_in_layer = |name: &str| mapping.releases.layer_of(name) == layer;
        let helpers: Vec<_> = helpers.iter().filter(|(name, _)| is_in_layer(name)).collect();
        let roots: Vec<_> = roots.iter().filter(|(name, _)| is_in_layer(name)).map(|(_, root)| root).collect();
        for (name, text) in helpers {
            let file = name.rsplit('/').next().unwrap_or(name);
            mapping.helpers.insert(file.trim_end_matches(".py").to_owned(), text.clone());
        }
        let mut reader = Reader::new(&mut mapping, diagnostics);
        // What rules refer to comes first, whatever file it is in.
        roots.iter().for_each(|root| reader.names(root));
        roots.iter().for_each(|root| reader.rules(root));
    }
    availability::refuse_missing(&mut mapping);
    mapping
}

struct Reader<'a> {
    mapping: &'a mut Mapping,
    diagnostics: &'a mut Diagnostics,
    /// The functions and the attributes that have a rule in the layer that is read, and where.
    functions: BTreeMap<String, Span>,
    attributes: BTreeMap<String, Span>,
    /// The aliases of that layer.
    aliases: BTreeSet<String>,
}

const SECTIONS: &[&str] = &[
    "packages",
    "kept",
    "releases",
    "since",
    "modules",
    "namespaces",
    "placeholder",
    "classes",
    "methods",
    "attributes_of",
    "tails",
    "foreign",
    "extensions",
    "helper_imports",
    "requirements",
    "ignored",
    "in_place",
    "aliases",
    "same",
    "renamed",
    "unsupported",
    "attributes",
    "rules",
    "shared",
];
const RULE_KEYS: &[&str] = &["to", "takes", "needs", "also", "open", "refuse", "cases", "apis"];
const CASE_KEYS: &[&str] = &[
    "when", "first", "set", "rename", "drop", "ignore", "default", "before", "emit", "helper", "import", "out",
    "result", "reason", "warn",
];

const IN_PLACE_KEYS: &[&str] = &[
    "operators",
    "operators_of_integers",
    "read_as",
    "numbers",
    "containers",
    "new",
    "views",
    "counters",
    "counters_in_front",
    "rows_of_layers",
    "without_gradients",
    "aliasing_keywords",
    "modules",
];

impl<'a> Reader<'a> {
    fn new(mapping: &'a mut Mapping, diagnostics: &'a mut Diagnostics) -> Self {
        let (functions, attributes, aliases) = Default::default();
        Reader { mapping, diagnostics, functions, attributes, aliases }
    }

    fn releases(&mut self, root: &Node) {
        let Value::Mapping(_) = &root.value else { return };
        let Some(fields) = Fields::of(root, format_args!("the file"), self.diagnostics) else { return };
        let Some(node) = fields.get("releases") else { return };
        let Some(fields) = Fields::of(node, format_args!("`releases`"), self.diagnostics) else { return };
        fields.reject_unknown(UNKNOWN_KEY, &["known", "default"], self.diagnostics);
        let known = fields.names("known", self.diagnostics);
        self.mapping.releases.known.extend(known.into_iter().map(|name| name.value));
        if let Some(text) = fields.text("default", self.diagnostics) {
            text.as_str().clone_into(&mut self.mapping.releases.default);
        }
    }

    /// Since which release the target has a name.
    fn since(&mut self, fields: &Fields) {
        let Some(node) = fields.get("since") else { return };
        let Some(since) = Fields::of(node, format_args!("`since`"), self.diagnostics) else { return };
        let known = self.mapping.releases.known.clone();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        since.reject_unknown(UNKNOWN_KEY, &known, self.diagnostics);
        for (release, _) in since.entries() {
            for name in self.in_modules(&since, &release.value) {
                self.mapping.since.insert(name.value, release.value.clone());
            }
        }
    }

    fn names(&mut self, root: &Node) {
        let Some(fields) = Fields::of(root, format_args!("the file"), self.diagnostics) else { return };
        fields.reject_unknown(UNKNOWN_KEY, SECTIONS, self.diagnostics);
        let packages = self.pairs(&fields, "packages");
        self.mapping.packages.extend(packages.into_iter().map(|(key, value)| (key.value, value)));
        let modules = self.pairs(&fields, "modules");
        self.mapping.modules.extend(modules.into_iter().map(|(key, value)| (key.value, value)));
        let namespaces = self.pairs(&fields, "namespaces");
        self.mapping.namespaces.extend(namespaces.into_iter().map(|(key, value)| (key.value, value)));
        self.placeholder(&fields);
        let requirements = self.pairs(&fields, "requirements");
        self.mapping.requirements.extend(requirements.into_iter().map(|(key, value)| (key.value, value)));
        let extensions = self.pairs(&fields, "extensions");
        self.mapping.extensions.extend(extensions.into_iter().map(|(key, value)| (key.value, value)));
        let imports = fields.names("helper_imports", self.diagnostics);
        self.mapping.helper_imports.extend(imports.into_iter().map(|name| name.value));
        for (alias, target) in self.pairs(&fields, "aliases") {
            self.mapping.functions.shift_remove(&alias.value);
            self.mapping.attributes.shift_remove(&alias.value);
            self.aliases.insert(alias.value.clone());
            self.mapping.aliases.insert(alias.value, target);
        }
        self.since(&fields);
        self.mapping.kept.extend(fields.names("kept", self.diagnostics));
        self.mapping.foreign.extend(fields.names("foreign", self.diagnostics).into_iter().map(|name| name.value));
        self.mapping.classes.extend(fields.names("classes", self.diagnostics));
        self.receivers(&fields);
        self.tails(&fields);
        if let Some(node) = fields.get("ignored")
            && let Some(ignored) = Fields::of(node, format_args!("`ignored`"), self.diagnostics)
        {
            ignored.reject_unknown(UNKNOWN_KEY, &["same", "renamed", "bound", "anywhere"], self.diagnostics);
            let mut of = |key| ignored.names(key, self.diagnostics).into_iter().map(|name| name.value).collect();
            self.mapping.ignored =
                Ignored { same: of("same"), renamed: of("renamed"), bound: of("bound"), anywhere: of("anywhere") };
        }
        if let Some(node) = fields.get("in_place")
            && let Some(in_place) = Fields::of(node, format_args!("`in_place`"), self.diagnostics)
        {
            self.in_place(&in_place);
        }
    }

    fn in_place(&mut self, fields: &Fields) {
        fields.reject_unknown(UNKNOWN_KEY, IN_PLACE_KEYS, self.diagnostics);
        let operators = self.pairs(fields, "operators");
        let read_as = self.pairs(fields, "read_as");
        let mut list = |key| self.in_modules(fields, key).into_iter().map(|name| name.value);
        let lists = &mut InPlace::default();
        lists.numbers.extend(list("numbers"));
        lists.containers.extend(list("containers"));
        lists.new.extend(list("new"));
        lists.views.extend(list("views"));
        lists.counters.whole.extend(list("counters"));
        lists.counters.first.extend(list("counters_in_front"));
        let mut list = |key| fields.names(key, self.diagnostics).into_iter().map(|name| name.value);
        lists.rows_of_layers.extend(list("rows_of_layers"));
        lists.without_gradients.extend(list("without_gradients"));
        lists.aliasing_keywords.extend(list("aliasing_keywords"));
        lists.modules.extend(list("modules"));
        lists.operators_of_integers.extend(list("operators_of_integers"));
        lists.operators.extend(operators.into_iter().map(|(key, value)| (key.value, value)));
        lists.read_as.extend(read_as.into_iter().map(|(key, value)| (key.value, value)));
        self.mapping.in_place = std::mem::take(lists);
    }

    fn placeholder(&mut self, fields: &Fields) {
        let Some(node) = fields.get("placeholder") else { return };
        let Some(fields) = Fields::of(node, format_args!("`placeholder`"), self.diagnostics) else { return };
        fields.reject_unknown(UNKNOWN_KEY, &["value", "decorator", "helper"], self.diagnostics);
        let mut text = |key| fields.text(key, self.diagnostics).map_or(String::new(), |text| text.as_str().to_owned());
        self.mapping.placeholder =
            Placeholder { value: text("value"), decorator: text("decorator"), helper: text("helper") };
    }

    fn receivers(&mut self, fields: &Fields) {
        for (key, is_method) in [("methods", true), ("attributes_of", false)] {
            for (shape, classes) in self.lists(fields, key) {
                let receivers = if is_method { &mut self.mapping.methods } else { &mut self.mapping.attributes_of };
                let list = match shape.as_str() {
                    "value" => &mut receivers.value,
                    "self" => &mut receivers.this,
                    "member" => &mut receivers.member,
                    "through" => &mut receivers.through,
                    "names" => &mut receivers.names,
                    other => {
                        let message = format!("`{other}` is no shape of a value");
                        let help = "use `value`, `self`, `member`, `through` or `names`";
                        self.diagnostics.push(Diagnostic::new(UNKNOWN_KEY, shape.span, message).help(help));
                        continue;
                    }
                };
                list.extend(classes.into_iter().map(|class| class.value));
            }
        }
    }

    fn tails(&mut self, fields: &Fields) {
        let Some(node) = fields.get("tails") else { return };
        let Some(fields) = Fields::of(node, format_args!("`tails`"), self.diagnostics) else { return };
        let known = ["dtype", "pin_memory", "requires_grad", "out", "out_and_requires_grad", "item"];
        fields.reject_unknown(UNKNOWN_KEY, &known, self.diagnostics);
        self.mapping.tails = Tails {
            dtype: self.templates(&fields, "dtype"),
            pin_memory: self.templates(&fields, "pin_memory"),
            requires_grad: self.templates(&fields, "requires_grad"),
            out: self.templates(&fields, "out"),
            out_and_requires_grad: self.templates(&fields, "out_and_requires_grad"),
            item: self.templates(&fields, "item"),
        };
    }

    fn rules(&mut self, root: &Node) {
        let Value::Mapping(_) = &root.value else { return };
        let Some(fields) = Fields::of(root, format_args!("the file"), self.diagnostics) else { return };
        for api in self.in_modules(&fields, "same") {
            let rule = self.same(&api);
            self.add(api, rule);
        }
        for (api, target) in self.pairs(&fields, "renamed") {
            let span = api.span;
            self.add(api, Rule::simple(RuleKind::Renamed, Some(target), span));
        }
        for api in self.in_modules(&fields, "unsupported") {
            let rule = unsupported(api.span);
            self.add(api, rule);
        }
        self.attributes(&fields);
        if let Some(node) = fields.get("rules")
            && let Some(rules) = Fields::of(node, format_args!("`rules`"), self.diagnostics)
        {
            for (api, node) in rules.entries() {
                if let Some(rule) = self.rule(api, node) {
                    self.add(api.clone(), rule);
                }
            }
        }
        if let Some(node) = fields.get("shared") {
            let list = items(node, format_args!("`shared`"), self.diagnostics).unwrap_or_default();
            list.iter().for_each(|node| self.shared(node));
        }
    }

    fn attributes(&mut self, fields: &Fields) {
        let Some(node) = fields.get("attributes") else { return };
        let Some(fields) = Fields::of(node, format_args!("`attributes`"), self.diagnostics) else { return };
        fields.reject_unknown(UNKNOWN_KEY, &["same", "renamed", "methods", "unsupported"], self.diagnostics);
        for api in self.in_modules(&fields, "same") {
            let rule = self.same(&api);
            self.add_attribute(api, rule);
        }
        for (kind, key) in [(RuleKind::Renamed, "renamed"), (RuleKind::Method, "methods")] {
            for (api, target) in self.pairs(&fields, key) {
                let rule = Rule::simple(kind, Some(target), api.span);
                self.add_attribute(api, rule);
            }
        }
        for api in self.in_modules(&fields, "unsupported") {
            let rule = unsupported(api.span);
            self.add_attribute(api, rule);
        }
    }

    fn shared(&mut self, node: &Node) {
        let Some(fields) = Fields::of(node, format_args!("the shared rule"), self.diagnostics) else { return };
        for (api, target) in self.pairs(&fields, "apis") {
            if let Some(rule) = self.rule(&api, node) {
                let target = if target.as_str() == "-" { rule.target.clone() } else { Some(target) };
                self.add(api, Rule { target, ..rule });
            }
        }
    }

    fn add(&mut self, api: Spanned<String>, rule: Rule) {
        check::twice(&api, self.functions.insert(api.value.clone(), api.span), self.diagnostics);
        self.forget_alias(&api);
        self.mapping.functions.insert(api.value, rule);
    }

    fn add_attribute(&mut self, api: Spanned<String>, rule: Rule) {
        check::twice(&api, self.attributes.insert(api.value.clone(), api.span), self.diagnostics);
        self.forget_alias(&api);
        self.mapping.attributes.insert(api.value, rule);
    }

    /// A rule takes the place of an alias that a layer for newer releases has.
    fn forget_alias(&mut self, api: &Spanned<String>) {
        if !self.aliases.contains(&api.value) {
            self.mapping.aliases.shift_remove(&api.value);
        }
    }

    /// The rule of what has the same name in the target.
    fn same(&self, api: &Spanned<String>) -> Rule {
        let target = self.mapping.in_target(&api.value).map(|target| Spanned::new(target, api.span));
        Rule::simple(RuleKind::Same, target, api.span)
    }

    fn rule(&mut self, api: &Spanned<String>, node: &Node) -> Option<Rule> {
        let what = format!("the rule of `{}`", api.value);
        let fields = Fields::of(node, format_args!("{what}"), self.diagnostics)?.about(api.span);
        fields.reject_unknown(UNKNOWN_KEY, &[RULE_KEYS, CASE_KEYS].concat(), self.diagnostics);
        let target = fields.text("to", self.diagnostics).map(Text::to_spanned);
        let signature = self.signature(&fields);
        let refused = fields.names("refuse", self.diagnostics);
        let common = self.case(&fields, api.span);
        let cases = match fields.get("cases") {
            None => vec![common],
            Some(node) => {
                let list = items(node, format_args!("`cases` of {what}"), self.diagnostics).unwrap_or_default();
                list.iter().filter_map(|node| self.nested_case(node, &what, &common)).collect()
            }
        };
        Some(Rule { span: api.span, kind: RuleKind::Bound, target, missing: None, signature, refused, cases })
    }

    fn nested_case(&mut self, node: &Node, what: &str, common: &Case) -> Option<Case> {
        let fields = Fields::of(node, format_args!("a case of {what}"), self.diagnostics)?;
        fields.reject_unknown(UNKNOWN_KEY, CASE_KEYS, self.diagnostics);
        let mut case = self.case(&fields, node.span);
        // What the rule says once holds for each of its cases.
        case.changes = [common.changes.clone(), case.changes].concat();
        case.helpers = [common.helpers.clone(), case.helpers].concat();
        case.imports = [common.imports.clone(), case.imports].concat();
        case.ignored = [common.ignored.clone(), case.ignored].concat();
        case.dropped = [common.dropped.clone(), case.dropped].concat();
        case.warnings = [common.warnings.clone(), case.warnings].concat();
        if case.before.is_empty() {
            case.before.clone_from(&common.before);
        }
        if let (Outcome::Call, Outcome::Emit(_)) = (&case.result, &common.result) {
            case.result = common.result.clone();
        }
        case.out = case.out.or_else(|| common.out.clone());
        Some(case)
    }

    fn signature(&mut self, fields: &Fields) -> Option<Signature> {
        let takes = fields.names("takes", self.diagnostics);
        fields.get("takes")?;
        let mut signature = Signature::default();
        let mut parts = takes.split(|name| name.as_str() == "*");
        let values = |part: Option<&[Spanned<String>]>| -> Vec<String> {
            part.unwrap_or_default().iter().map(|name| name.value.clone()).collect()
        };
        signature.positional = values(parts.next());
        signature.keyword_only = values(parts.next());
        signature.also = values(Some(&fields.names("also", self.diagnostics)));
        signature.open = fields.flag("open", self.diagnostics);
        signature.needs =
            fields.text("needs", self.diagnostics).and_then(|text| text.as_str().parse().ok()).unwrap_or_default();
        Some(signature)
    }

    fn case(&mut self, fields: &Fields, span: Span) -> Case {
        let when = fields.text("when", self.diagnostics).map(Text::to_spanned).and_then(|text| {
            let condition = Condition::parse(&text);
            let report = |message| self.diagnostics.push(Diagnostic::new(BAD_CONDITION, text.span, message));
            condition.map_err(report).ok()
        });
        let reason = fields.text("reason", self.diagnostics).map(|text| text.as_str().to_owned());
        let emit = self.template(fields, "emit");
        let result = match fields.text("result", self.diagnostics) {
            None => emit.map_or(Outcome::Call, Outcome::Emit),
            Some(text) => match text.as_str() {
                "unsupported" => Outcome::Unsupported(reason.unwrap_or_default()),
                "leave" => Outcome::Leave,
                "not_torch" => Outcome::NotTorch,
                "delete" => Outcome::Delete,
                "undecorate" => Outcome::Undecorate,
                other => {
                    let message = format!(
                        "`{other}` is no result; use `unsupported`, `leave`, `not_torch`, `delete` or `undecorate`"
                    );
                    self.diagnostics.push(Diagnostic::new(BAD_TEMPLATE, text.span(), message));
                    Outcome::Call
                }
            },
        };
        let out = match fields.get("out") {
            Some(Node { value: Value::Sequence(_), .. }) => Some(Out::Items(self.templates(fields, "out"))),
            Some(_) => Some(Out::Whole),
            None => None,
        };
        let dropped = self.dropped(fields);
        let ignored = fields.names("ignore", self.diagnostics);
        let warning = fields.text("warn", self.diagnostics).map(|text| text.as_str().to_owned());
        Case {
            span,
            when,
            changes: self.changes(fields, dropped.iter().map(|(name, _)| name).chain(&ignored)),
            before: self.templates(fields, "before"),
            result,
            out,
            helpers: fields.names("helper", self.diagnostics),
            imports: fields.names("import", self.diagnostics),
            ignored,
            dropped,
            warnings: warning.into_iter().collect(),
        }
    }

    /// `drop` with reasons, for arguments that matter.
    fn dropped(&mut self, fields: &Fields) -> Vec<(Spanned<String>, String)> {
        let has_reasons = matches!(fields.get("drop"), Some(Node { value: Value::Mapping(_), .. }));
        let pairs = if has_reasons { self.pairs(fields, "drop") } else { Vec::new() };
        pairs.into_iter().map(|(name, reason)| (name, reason.value)).collect()
    }

    /// The changes of a case; `without` are arguments that go beside those in a plain `drop`.
    fn changes<'n>(&mut self, fields: &Fields, without: impl Iterator<Item = &'n Spanned<String>>) -> Vec<Change> {
        let mut changes = Vec::new();
        changes.extend(self.values(fields, "first").into_iter().map(|(name, value)| Change::First(name, value)));
        changes.extend(self.values(fields, "set").into_iter().map(|(name, value)| Change::Set(name, value)));
        if let Some(Node { value: Value::Sequence(_) | Value::Scalar(_), .. }) = fields.get("drop") {
            changes.extend(fields.names("drop", self.diagnostics).into_iter().map(Change::Drop));
        }
        changes.extend(without.cloned().map(Change::Drop));
        changes.extend(self.lists(fields, "rename").into_iter().map(|(name, to)| Change::Rename(name, to)));
        changes.extend(self.values(fields, "default").into_iter().map(|(name, value)| Change::Default(name, value)));
        changes
    }

    fn values(&mut self, fields: &Fields, key: &str) -> Vec<(Spanned<String>, Template)> {
        let pairs = self.pairs(fields, key);
        pairs.into_iter().filter_map(|(name, text)| Some((name, self.parse(&text)?))).collect()
    }

    fn template(&mut self, fields: &Fields, key: &str) -> Option<Template> {
        let text = fields.text(key, self.diagnostics)?.to_spanned();
        self.parse(&text)
    }

    fn templates(&mut self, fields: &Fields, key: &str) -> Vec<Template> {
        let texts: Vec<_> = match fields.get(key) {
            None => Vec::new(),
            Some(node) => match &node.value {
                Value::Sequence(list) => list.iter().filter_map(Text::of).map(Text::to_spanned).collect(),
                _ => fields.text(key, self.diagnostics).map(Text::to_spanned).into_iter().collect(),
            },
        };
        texts.iter().filter_map(|text| self.parse(text)).collect()
    }

    fn parse(&mut self, text: &Spanned<String>) -> Option<Template> {
        let template = Template::parse(text);
        template.map_err(|error| self.diagnostics.push(Diagnostic::new(BAD_TEMPLATE, text.span, error.0))).ok()
    }

    /// A table of texts.
    fn pairs(&mut self, fields: &Fields, key: &str) -> Vec<(Spanned<String>, Spanned<String>)> {
        let Some(node) = fields.get(key) else { return Vec::new() };
        let Some(table) = Fields::of(node, format_args!("`{key}` of {}", fields.what), self.diagnostics) else {
            return Vec::new();
        };
        let entries = table.entries().iter();
        entries
            .filter_map(|(name, _)| Some((name.clone(), table.text(&name.value, self.diagnostics)?.to_spanned())))
            .collect()
    }

    /// A table of lists of names.
    fn lists(&mut self, fields: &Fields, key: &str) -> IndexedLists {
        let Some(node) = fields.get(key) else { return Vec::new() };
        let Some(table) = Fields::of(node, format_args!("`{key}` of {}", fields.what), self.diagnostics) else {
            return Vec::new();
        };
        table.entries().iter().map(|(name, _)| (name.clone(), table.names(&name.value, self.diagnostics))).collect()
    }

    /// The names in lists, with the module that each list is for in front.
    fn in_modules(&mut self, fields: &Fields, key: &str) -> Vec<Spanned<String>> {
        let qualified =
            |module: &str, name: Spanned<String>| Spanned::new(format!("{module}.{}", name.value), name.span);
        let lists = self.lists(fields, key).into_iter();
        lists.flat_map(|(module, names)| names.into_iter().map(move |name| qualified(&module.value, name))).collect()
    }
}

type IndexedLists = Vec<(Spanned<String>, Vec<Spanned<String>>)>;

fn unsupported(span: Span) -> Rule {
    let reason = Outcome::Unsupported("the target has nothing like it".to_owned());
    let mut rule = Rule::simple(RuleKind::Unsupported, None, span);
    rule.cases = vec![Case::new(span, reason)];
    rule
}

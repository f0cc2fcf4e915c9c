//! Reads the rules for functions, methods and attributes.

use source::fields::{Fields, items};
use source::rules::UNKNOWN_KEY;
use source::text::Text;
use source::yaml::{Node, Value};
use source::{Diagnostic, Span, Spanned};

use super::Reader;
use crate::findings::{BAD_CONDITION, BAD_TEMPLATE, UNKNOWN_TARGET};
use crate::rules::{Case, Change, Condition, Out, Outcome, Rule, RuleKind, Signature, check};

const RULE_KEYS: &[&str] = &["to", "takes", "needs", "also", "open", "refuse", "cases", "apis"];
const CASE_KEYS: &[&str] = &[
    "when", "first", "set", "rename", "drop", "ignore", "default", "before", "emit", "helper", "import", "out",
    "result", "reason", "warn", "differs",
];

impl Reader<'_> {
    pub(super) fn rules(&mut self, root: &Node) {
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
        for api in self.in_modules(&fields, "newest") {
            self.newest_rule(api);
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
            for node in list {
                self.shared(node);
            }
        }
    }

    /// Reads what differs from PyTorch, by functions and classes. Their rules may be in any file.
    pub(super) fn differences(&mut self, root: &Node) {
        let Some(fields) = Fields::of(root, format_args!("the file"), self.diagnostics) else { return };
        for (api, text) in self.pairs(&fields, "differs") {
            match self.mapping.functions.get_mut(&api.value) {
                Some(rule) => rule.differences.push(text.value),
                None => {
                    let message = format!("there is no rule for `{}`", api.value);
                    self.diagnostics.push(Diagnostic::new(UNKNOWN_TARGET, api.span, message));
                }
            }
        }
    }

    pub(super) fn attributes(&mut self, fields: &Fields) {
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

    pub(super) fn shared(&mut self, node: &Node) {
        let Some(fields) = Fields::of(node, format_args!("the shared rule"), self.diagnostics) else { return };
        for (api, target) in self.pairs(&fields, "apis") {
            if let Some(rule) = self.rule(&api, node) {
                let target = if target.as_str() == "-" { rule.target.clone() } else { Some(target) };
                self.add(api, Rule { target, ..rule });
            }
        }
    }

    pub(super) fn add(&mut self, api: Spanned<String>, rule: Rule) {
        check::twice(&api, self.functions.insert(api.value.clone(), api.span), self.diagnostics);
        let rule = self.with_differences(&api.value, rule);
        self.forget_alias(&api);
        self.mapping.functions.insert(api.value, rule);
    }

    pub(super) fn add_attribute(&mut self, api: Spanned<String>, rule: Rule) {
        check::twice(&api, self.attributes.insert(api.value.clone(), api.span), self.diagnostics);
        self.forget_alias(&api);
        self.mapping.attributes.insert(api.value, rule);
    }

    /// Removes an alias from a layer for newer releases, which a rule of this layer replaces.
    pub(super) fn forget_alias(&mut self, api: &Spanned<String>) {
        if !self.aliases.contains(&api.value) {
            self.mapping.aliases.shift_remove(&api.value);
        }
    }

    /// The rule for a name that is the same in the target.
    pub(super) fn same(&self, api: &Spanned<String>) -> Rule {
        let target = self.mapping.in_target(&api.value).map(|target| Spanned::new(target, api.span));
        Rule::simple(RuleKind::Same, target, api.span)
    }

    pub(super) fn rule(&mut self, api: &Spanned<String>, node: &Node) -> Option<Rule> {
        let what = format!("the rule of `{}`", api.value);
        let fields = Fields::of(node, format_args!("{what}"), self.diagnostics)?.with_span(api.span);
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
        let (missing, differences) = Default::default();
        Some(Rule { span: api.span, kind: RuleKind::Bound, target, missing, signature, refused, cases, differences })
    }

    pub(super) fn nested_case(&mut self, node: &Node, what: &str, common: &Case) -> Option<Case> {
        let fields = Fields::of(node, format_args!("a case of {what}"), self.diagnostics)?;
        fields.reject_unknown(UNKNOWN_KEY, CASE_KEYS, self.diagnostics);
        let mut case = self.case(&fields, node.span);
        // The keys of the rule itself apply to each of its cases.
        case.changes = [common.changes.clone(), case.changes].concat();
        case.helpers = [common.helpers.clone(), case.helpers].concat();
        case.imports = [common.imports.clone(), case.imports].concat();
        case.ignored = [common.ignored.clone(), case.ignored].concat();
        case.dropped = [common.dropped.clone(), case.dropped].concat();
        case.warnings = [common.warnings.clone(), case.warnings].concat();
        case.differences = [common.differences.clone(), case.differences].concat();
        if case.before.is_empty() {
            case.before.clone_from(&common.before);
        }
        if let (Outcome::Call, Outcome::Emit(_)) = (&case.result, &common.result) {
            case.result = common.result.clone();
        }
        case.out = case.out.or_else(|| common.out.clone());
        Some(case)
    }

    pub(super) fn signature(&mut self, fields: &Fields) -> Option<Signature> {
        let takes = fields.names("takes", self.diagnostics);
        fields.get("takes")?;
        let mut signature = Signature::default();
        let in_order = takes.iter().position(|name| name.as_str() == "/");
        signature.in_order = in_order.unwrap_or_default();
        let takes: Vec<_> = takes.into_iter().filter(|name| name.as_str() != "/").collect();
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

    pub(super) fn case(&mut self, fields: &Fields, span: Span) -> Case {
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
                        "`{other}` is not a result; use `unsupported`, `leave`, `not_torch`, `delete` or `undecorate`"
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
        let difference = fields.text("differs", self.diagnostics).map(|text| text.as_str().to_owned());
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
            differences: difference.into_iter().collect(),
        }
    }

    /// The arguments in a `drop` with reasons.
    pub(super) fn dropped(&mut self, fields: &Fields) -> Vec<(Spanned<String>, String)> {
        let has_reasons = matches!(fields.get("drop"), Some(Node { value: Value::Mapping(_), .. }));
        let pairs = if has_reasons { self.pairs(fields, "drop") } else { Vec::new() };
        pairs.into_iter().map(|(name, reason)| (name, reason.value)).collect()
    }

    /// The changes of a case. `without` are arguments to drop beside those in a `drop` without reasons.
    pub(super) fn changes<'n>(
        &mut self,
        fields: &Fields,
        without: impl Iterator<Item = &'n Spanned<String>>,
    ) -> Vec<Change> {
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
}

fn unsupported(span: Span) -> Rule {
    let reason = Outcome::Unsupported("the target has no counterpart".to_owned());
    let mut rule = Rule::simple(RuleKind::Unsupported, None, span);
    rule.cases = vec![Case::new(span, reason)];
    rule
}

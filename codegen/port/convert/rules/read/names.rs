//! Reads the sections that all rules of a mapping share: packages, releases, classes of values, common arguments.

use source::Diagnostic;
use source::fields::Fields;
use source::rules::UNKNOWN_KEY;
use source::yaml::{Node, Value};

use super::Reader;
use crate::rules::{CommonArguments, Ignored, InPlaceRules, Placeholder};

const SECTIONS: &[&str] = &[
    "packages",
    "kept",
    "need_pytorch",
    "releases",
    "styles",
    "without",
    "newest",
    "differs",
    "since",
    "modules",
    "namespaces",
    "placeholder",
    "classes",
    "methods",
    "attributes_of",
    "common_arguments",
    "foreign",
    "extensions",
    "always_installed",
    "operators",
    "names_in_texts",
    "name_functions",
    "replaces",
    "subscripts",
    "array_functions",
    "requirements",
    "ignored",
    "in_place",
    "aliases",
    "reexports",
    "same",
    "renamed",
    "unsupported",
    "attributes",
    "rules",
    "shared",
];
const IN_PLACE_KEYS: &[&str] = &[
    "operators",
    "operators_of_integers",
    "read_as",
    "through",
    "numbers",
    "containers",
    "new",
    "views",
    "copied_views",
    "counters",
    "counters_in_front",
    "rows_of_layers",
    "without_gradients",
    "aliasing_keywords",
    "modules",
];

impl Reader<'_> {
    pub(super) fn releases_and_styles(&mut self, root: &Node) {
        let Value::Mapping(_) = &root.value else { return };
        let Some(fields) = Fields::of(root, format_args!("the file"), self.diagnostics) else { return };
        let styles = fields.names("styles", self.diagnostics);
        self.mapping.styles.known.extend(styles.into_iter().map(|name| name.value));
        let Some(node) = fields.get("releases") else { return };
        let Some(fields) = Fields::of(node, format_args!("`releases`"), self.diagnostics) else { return };
        fields.reject_unknown(UNKNOWN_KEY, &["known", "default"], self.diagnostics);
        let known = fields.names("known", self.diagnostics);
        self.mapping.releases.known.extend(known.into_iter().map(|name| name.value));
        if let Some(text) = fields.text("default", self.diagnostics) {
            text.as_str().clone_into(&mut self.mapping.releases.default);
        }
    }

    /// Reads the releases that added names to the target.
    pub(super) fn since(&mut self, fields: &Fields) {
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

    pub(super) fn names(&mut self, root: &Node) {
        let Some(fields) = Fields::of(root, format_args!("the file"), self.diagnostics) else { return };
        fields.reject_unknown(UNKNOWN_KEY, SECTIONS, self.diagnostics);
        let packages = self.pairs(&fields, "packages");
        self.mapping.packages.extend(packages.into_iter().map(|(key, value)| (key.value, value)));
        let modules = self.pairs(&fields, "modules");
        self.mapping.modules.extend(modules.into_iter().map(|(key, value)| (key.value, value)));
        let namespaces = self.pairs(&fields, "namespaces");
        self.mapping.namespaces.extend(namespaces.into_iter().map(|(key, value)| (key.value, value)));
        let without = self.pairs(&fields, "without");
        self.mapping.styles.without.extend(without.into_iter().map(|(helper, text)| (helper.value, text)));
        self.placeholder(&fields);
        let requirements = self.pairs(&fields, "requirements");
        self.mapping.requirements.extend(requirements.into_iter().map(|(key, value)| (key.value, value)));
        let extensions = self.pairs(&fields, "extensions");
        self.mapping.extensions.extend(extensions.into_iter().map(|(key, value)| (key.value, value)));
        let installed = fields.names("always_installed", self.diagnostics);
        self.mapping.always_installed.extend(installed.into_iter().map(|name| name.value));
        self.mapping.operators.extend(fields.names("operators", self.diagnostics));
        for (helper, names) in self.lists(&fields, "replaces") {
            let names = names.into_iter().map(|name| name.value).collect();
            self.mapping.replaces.insert(helper.value, names);
        }
        for (kind, names) in self.lists(&fields, "names_in_texts") {
            let names = names.into_iter().map(|name| name.value);
            match kind.as_str() {
                "modules" => self.mapping.names_in_texts.modules.extend(names),
                "distributions" => self.mapping.names_in_texts.distributions.extend(names),
                _ => {
                    let message = "only `modules` and `distributions` are named in texts";
                    self.diagnostics.push(Diagnostic::new(UNKNOWN_KEY, kind.span, message));
                }
            }
        }
        self.mapping.subscripts.extend(fields.names("subscripts", self.diagnostics));
        let array_functions = self.pairs(&fields, "array_functions");
        self.mapping.array_functions.extend(array_functions.into_iter().map(|(key, value)| (key.value, value)));
        let name_functions = self.pairs(&fields, "name_functions");
        self.mapping.name_functions.extend(name_functions.into_iter().map(|(key, value)| (key.value, value)));
        for (alias, target) in self.pairs(&fields, "aliases") {
            self.mapping.functions.shift_remove(&alias.value);
            self.mapping.attributes.shift_remove(&alias.value);
            self.aliases.insert(alias.value.clone());
            self.mapping.aliases.insert(alias.value, target);
        }
        for (other, modules) in self.lists(&fields, "reexports") {
            let modules = modules.into_iter().map(|module| (module.value, other.value.clone()));
            self.mapping.reexports.extend(modules);
        }
        self.since(&fields);
        self.mapping.kept.extend(fields.names("kept", self.diagnostics));
        let need_pytorch = fields.names("need_pytorch", self.diagnostics);
        self.mapping.need_pytorch.extend(need_pytorch.into_iter().map(|name| name.value));
        self.mapping.foreign.extend(fields.names("foreign", self.diagnostics).into_iter().map(|name| name.value));
        self.mapping.classes.extend(fields.names("classes", self.diagnostics));
        self.receivers(&fields);
        self.common_arguments(&fields);
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

    pub(super) fn in_place(&mut self, fields: &Fields) {
        fields.reject_unknown(UNKNOWN_KEY, IN_PLACE_KEYS, self.diagnostics);
        let operators = self.pairs(fields, "operators");
        let read_as = self.pairs(fields, "read_as");
        let mut list = |key| self.in_modules(fields, key).into_iter().map(|name| name.value);
        let lists = &mut InPlaceRules::default();
        lists.numbers.extend(list("numbers"));
        lists.containers.extend(list("containers"));
        lists.new.extend(list("new"));
        lists.copied_views.extend(list("copied_views"));
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
        lists.through = fields.names("through", self.diagnostics).into_iter().next().map(|name| name.value);
        self.mapping.in_place = std::mem::take(lists);
    }

    pub(super) fn placeholder(&mut self, fields: &Fields) {
        let Some(node) = fields.get("placeholder") else { return };
        let Some(fields) = Fields::of(node, format_args!("`placeholder`"), self.diagnostics) else { return };
        fields.reject_unknown(UNKNOWN_KEY, &["value", "decorator", "helper"], self.diagnostics);
        let mut text = |key| fields.text(key, self.diagnostics).map_or(String::new(), |text| text.as_str().to_owned());
        self.mapping.placeholder =
            Placeholder { value: text("value"), decorator: text("decorator"), helper: text("helper") };
    }

    pub(super) fn receivers(&mut self, fields: &Fields) {
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
                        let message = format!("`{other}` is not a form of a value");
                        let help = "use `value`, `self`, `member`, `through` or `names`";
                        self.diagnostics.push(Diagnostic::new(UNKNOWN_KEY, shape.span, message).help(help));
                        continue;
                    }
                };
                list.extend(classes.into_iter().map(|class| class.value));
            }
        }
    }

    pub(super) fn common_arguments(&mut self, fields: &Fields) {
        let Some(node) = fields.get("common_arguments") else { return };
        let Some(fields) = Fields::of(node, format_args!("`common_arguments`"), self.diagnostics) else { return };
        let known = ["dtype", "pin_memory", "requires_grad", "out", "out_and_requires_grad", "item"];
        fields.reject_unknown(UNKNOWN_KEY, &known, self.diagnostics);
        self.mapping.common_arguments = CommonArguments {
            dtype: self.templates(&fields, "dtype"),
            pin_memory: self.templates(&fields, "pin_memory"),
            requires_grad: self.templates(&fields, "requires_grad"),
            out: self.templates(&fields, "out"),
            out_and_requires_grad: self.templates(&fields, "out_and_requires_grad"),
            item: self.templates(&fields, "item"),
        };
    }
}

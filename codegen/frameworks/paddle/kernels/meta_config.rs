//! Infer meta functions that are told whether a kernel runs: operations of PIR pass that to those that the profile lists.

use std::collections::BTreeMap;

use crate::index::{Declared, DeclaredParameter};
use check::rules;
use profile::{Pir, PirBuild};
use source::{Diagnostic, Spanned, count};
use spec::Op;

use crate::link::infer_meta;
use crate::{Joined, Problem};

/// Reports a function once, at the first operation that calls it.
pub fn check(joined: &Joined, problems: &mut Vec<Problem>) {
    let Some(pir) = &joined.profile.pir else { return };
    let mut callers: BTreeMap<&str, Vec<&Spanned<String>>> = BTreeMap::new();
    for op in joined.ops().filter(|op| is_operation(pir, op)) {
        if let Some(meta) = &op.infer_meta {
            callers.entry(&meta.func.value).or_default().push(&meta.func);
        }
    }
    for (name, callers) in callers {
        let functions = infer_meta(joined.index, joined.settings, name);
        problems.extend(problem(joined, &pir.build, name, &functions, &callers));
    }
}

/// Whether a class that infers the types of results is generated for an operator.
fn is_operation(pir: &Pir, op: &Op) -> bool {
    let mut homes = pir.dialects.values().flat_map(|dialect| dialect.homes.iter().chain(&dialect.only));
    op.invoke.is_none() && homes.any(|home| home == op.home.key())
}

fn problem(
    joined: &Joined,
    build: &PirBuild,
    name: &str,
    functions: &[&Declared],
    callers: &[&Spanned<String>],
) -> Option<Problem> {
    let first = *callers.first()?;
    let is_configured = build.configured.iter().any(|listed| listed == name);
    let config = |function: &&Declared| {
        function.parameters.iter().rfind(|parameter| parameter.ty == joined.settings.meta_config).cloned()
    };
    let configs: Vec<DeclaredParameter> = functions.iter().filter_map(config).collect();
    let users = match callers.len() {
        1 => String::new(),
        several => format!(", which {} call,", count(several, "operator")),
    };
    match (is_configured, configs.first(), functions.first()) {
        (false, Some(config), _)
            if configs.len() == functions.len() && !build.unconfigured.iter().any(|listed| listed == name) =>
        {
            let message = format!("programs tell `{name}`{users} that a kernel runs, although none does");
            let problem = Diagnostic::new(rules::UNCONFIGURED_INFER_META, first.span, message);
            let help =
                format!("add it to opgen.toml: pir.build.configured = {{ add = [\"{name}\"] }}, below [profile]");
            Some(Problem::new(problem.help(help)).label(&config.place, "the parameter that says so"))
        }
        (true, None, Some(function)) => {
            let message =
                format!("programs pass a `{}` to `{name}`, which has no parameter for it", joined.settings.meta_config);
            let problem = Diagnostic::new(rules::NO_META_CONFIG, first.span, message);
            let help = format!(
                "add the parameter, or change opgen.toml: pir.build.configured = {{ remove = [\"{name}\"] }}, below [profile]"
            );
            Some(Problem::new(problem.help(help)).label(&function.place, "the function"))
        }
        _ => None,
    }
}

//! The template environment: plans in, text out.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, syntax::SyntaxConfig};
use rayon::prelude::*;

use crate::targets::{FilePlan, Part, Shard};

/// A rendered output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// Relative to the output folder, with `/`.
    pub path: String,
    pub text: String,
}

/// A template that does not fit its plan.
#[derive(Debug)]
pub struct RenderError {
    pub path: String,
    pub error: minijinja::Error,
}

impl std::fmt::Display for RenderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot render {}: {}", self.path, self.error.display_debug_info())
    }
}

impl std::error::Error for RenderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// The built-in templates, strict about fields that a plan does not have.
fn environment() -> Environment<'static> {
    let mut env = Environment::new();
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    env.set_syntax(syntax.build().expect("the default delimiters are valid"));
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_auto_escape_callback(|_| AutoEscape::None);
    env.set_debug(true);
    minijinja_embed::load_templates!(env);
    env
}

/// Renders every plan, on all cores, in order.
///
/// # Errors
/// The first template that does not fit its plan.
pub fn render(plans: &[FilePlan]) -> Result<Vec<Rendered>, RenderError> {
    let env = environment();
    plans.par_iter().map(|plan| render_one(&env, plan)).collect()
}

fn render_one(env: &Environment, plan: &FilePlan) -> Result<Rendered, RenderError> {
    let text = context(env, plan).and_then(|context| env.get_template(plan.template)?.render(context));
    let text = text.map_err(|error| RenderError { path: plan.path.clone(), error })?;
    Ok(Rendered { path: plan.path.clone(), text })
}

/// The plan's own context, the text of each part by its name, and as `shard` what depends on the shard.
fn context(env: &Environment, plan: &FilePlan) -> Result<Value, minijinja::Error> {
    let items = plan.parts.iter().flat_map(|part| &part.items);
    let includes: BTreeSet<&str> = items.flat_map(|item| item.includes.iter().copied()).collect();
    let Shard { index, of } = plan.shard;
    let shard = minijinja::context! {
        index,
        first => index == 0,
        all => (0..of).collect::<Vec<_>>(),
        includes => includes.into_iter().collect::<Vec<_>>(),
    };
    let mut fields = BTreeMap::from([("shard", shard)]);
    for part in &plan.parts {
        fields.insert(part.name, Value::from(render_part(env, part)?));
    }
    Ok(minijinja::context! { ..Value::from(fields), ..plan.context.clone() })
}

fn render_part(env: &Environment, part: &Part) -> Result<String, minijinja::Error> {
    let template = env.get_template(part.template)?;
    let texts: Result<Vec<String>, _> = part.items.par_iter().map(|item| template.render(item.value.clone())).collect();
    Ok(texts?.concat())
}

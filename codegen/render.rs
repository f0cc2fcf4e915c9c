//! The template environment: plans in, text out.

use minijinja::{AutoEscape, Environment, UndefinedBehavior, syntax::SyntaxConfig};
use rayon::prelude::*;

use crate::targets::{FilePlan, Items};

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
    let text = match &plan.items {
        None => env.get_template(plan.template).and_then(|template| template.render(plan.context.clone())),
        Some(items) => render_items(env, items).and_then(|items| {
            let context = minijinja::context! { items, ..plan.context.clone() };
            env.get_template(plan.template)?.render(context)
        }),
    };
    let text = text.map_err(|error| RenderError { path: plan.path.clone(), error })?;
    Ok(Rendered { path: plan.path.clone(), text })
}

fn render_items(env: &Environment, items: &Items) -> Result<String, minijinja::Error> {
    let template = env.get_template(items.template)?;
    let parts: Result<Vec<String>, _> = items.values.par_iter().map(|value| template.render(value.clone())).collect();
    Ok(parts?.concat())
}

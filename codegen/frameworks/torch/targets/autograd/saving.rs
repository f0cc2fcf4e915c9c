//! What kernels save in nodes.

use serde::Serialize;
use torch_autograd::{Backward, Node, Saved, SavedKind};
use torch_registry::Function;
use torch_schema::SchemaKind;

use super::foreach::Lists;

/// A value that is saved.
#[derive(Debug, Serialize)]
pub struct Save {
    /// The member of the node.
    member: String,
    expression: String,
    /// The condition under which it is needed.
    guard: Option<String>,
    /// True if `self` is saved as it was before the operator wrote to it.
    needs_original: bool,
}

/// What is saved of arguments or of results.
pub fn saves(
    function: &Function,
    node: &Node,
    inputs: &[String],
    saved: &[Saved],
    is_output: bool,
    lists: Option<&Lists>,
) -> Vec<Save> {
    let is_inplace = function.kind == SchemaKind::Inplace;
    let saving = Saving { function, node, inputs, is_output, is_inplace, lists };
    saved.iter().map(|saved| saving.save(saved)).collect()
}

struct Saving<'a> {
    function: &'a Function,
    node: &'a Node,
    inputs: &'a [String],
    is_output: bool,
    is_inplace: bool,
    lists: Option<&'a Lists>,
}

impl Saving<'_> {
    fn save(&self, saved: &Saved) -> Save {
        let kind = saved.kind(self.is_output);
        let expression = match self.lists {
            Some(lists) if lists.is_inplace => lists.expression(&saved.expression),
            _ => saved.expression.clone(),
        };
        let is_tensor = matches!(kind, SavedKind::Tensor | SavedKind::Tensors | SavedKind::OptionalTensors);
        let needs_original = kind == SavedKind::Tensor && self.is_inplace && !self.is_output && saved.name == "self";
        Save {
            member: if is_tensor { format!("{}_", saved.name) } else { saved.name.clone() },
            expression: match kind {
                SavedKind::Tensor => self.tensor(&expression, needs_original),
                SavedKind::Tensors | SavedKind::OptionalTensors => {
                    format!("make_saved_variable_list({expression}, {})", self.lists.is_some() && self.is_output)
                }
                SavedKind::List(_) | SavedKind::Scalars => format!("{expression}.vec()"),
                SavedKind::Text => format!("std::string({expression})"),
                SavedKind::OptionalText => format!("as_text({expression})"),
                SavedKind::OptionalList(_) | SavedKind::Value => expression,
            },
            guard: if self.is_output { None } else { self.guard(saved) },
            needs_original,
        }
    }

    fn tensor(&self, expression: &str, needs_original: bool) -> String {
        let is_in_loop = self.lists.is_some_and(|lists| lists.is_inplace);
        let of_self = if is_in_loop { "self[i]" } else { "self" };
        match (needs_original, self.is_output) {
            (true, _) if is_in_loop => "SavedVariable(*original_selfs[i], false)".to_owned(),
            (true, _) => "SavedVariable(*original_self, false)".to_owned(),
            (false, true) if self.is_inplace => format!("SavedVariable({of_self}, true, {of_self}.is_view())"),
            (false, is_output) => format!("SavedVariable({expression}, {is_output})"),
        }
    }

    /// The condition under which a tensor is needed, if one gradient alone needs it.
    fn guard(&self, saved: &Saved) -> Option<String> {
        let is_list = |name: &String| {
            let argument = self.function.entry.func.arguments.of_name(name);
            argument.is_some_and(|argument| argument.ty.value.as_list().is_some())
        };
        let has_lists = self.inputs.iter().any(is_list) && !self.lists.is_some_and(|lists| lists.is_inplace);
        if has_lists || self.node.name.contains("backward") || self.inputs.len() <= 1 || saved.ty != "at::Tensor" {
            return None;
        }
        let mut users = self.node.backward.iter().filter(|formula| formula.saved_inputs.contains(saved));
        let (user, None) = (users.next()?, users.next()) else { return None };
        match user.arguments.as_slice() {
            [only] => Some(needs(self.inputs.iter().position(|input| input == only)?)),
            _ => condition(user, &saved.name),
        }
    }
}

/// True, in C++, if the gradient of an input is needed.
fn needs(input: impl std::fmt::Display) -> String {
    format!("grad_fn->should_compute_output({input})")
}

/// The condition in `wrap_opt_if(NAME, CONDITION)`, in which `grad_input_mask` tells which gradients are needed.
fn condition(formula: &Backward, name: &str) -> Option<String> {
    let (_, call) = formula.formula.split_once(&format!("wrap_opt_if({name},"))?;
    let (condition, _) = call.split_once(')')?;
    let mut parts = condition.trim().split("grad_input_mask[");
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (input, rest) = part.split_once(']')?;
        text.push_str(&needs(input));
        text.push_str(rest);
    }
    Some(text)
}

//! Gradients of operators on lists of tensors, which are derived from those of operators on one tensor.

use std::collections::BTreeSet;

use torch_cpp::{Style, argument_type, without_reference};
use torch_profile::Profile;
use torch_registry::Function;
use torch_schema::{Argument, FunctionSchema, Type};

use crate::backward::{Backward, RESULT};
use crate::forward::{Forward, PRIMAL, TANGENT};
use crate::input::{FOREACH, NodeInput};
use crate::node::Node;
use crate::saved::Saved;
use crate::words::replaced;

/// The name of the gradient in formulas, and that of all gradients.
const GRADIENT: &str = "grad";
const GRADIENTS: &str = "grads";

/// True if the operator on one tensor may be an inplace one.
pub fn may_have_inplace_reference(function: &Function, profile: &Profile) -> bool {
    profile.names.foreach_with_inplace_reference.contains(&function.name().to_string())
}

/// True if an operator on lists does on each tensor what the operator with this schema does on one.
pub fn is_reference(function: &Function, schema: &FunctionSchema, profile: &Profile) -> bool {
    let name = &schema.name.value.name;
    if function.root_name().strip_prefix(FOREACH) != Some(name.base.as_str()) {
        return false;
    }
    let (own, of_reference) = (&function.entry.func.arguments, &schema.arguments);
    let may_differ = profile.names.foreach_with_other_argument_count.contains(&function.name().to_string());
    let fits = |(own, of_reference): (&Argument, &Argument)| {
        let wanted = &of_reference.ty.value;
        own.ty.value == *wanted || element(&own.ty.value) == Some(wanted)
    };
    (!name.is_inplace || may_have_inplace_reference(function, profile))
        && (may_differ || own.without_out().count() == of_reference.without_out().count())
        && own.without_out().zip(of_reference.without_out()).all(fits)
}

fn element(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List { element, .. } | Type::Optional(element) => Some(element),
        Type::Base(_) | Type::CustomClass(_) => None,
    }
}

/// An argument of an operator on lists, with that of the operator on one tensor.
struct Pair<'a> {
    own: &'a Argument,
    of_reference: &'a Argument,
}

impl Pair<'_> {
    fn is_list(&self) -> bool {
        matches!(self.own.ty.value, Type::List { .. })
    }

    /// The argument, or its element, in a loop.
    fn in_loop(&self) -> String {
        format!("{}{}", self.own.name.value, if self.is_list() { "[i]" } else { "" })
    }
}

/// The arguments of an operator on lists, each with that of the operator on one tensor.
struct Pairs<'a>(Vec<Pair<'a>>);

impl<'a> Pairs<'a> {
    fn new(function: &'a Function, reference: &'a FunctionSchema) -> Self {
        let pairs = function.entry.func.arguments.without_out().zip(reference.arguments.without_out());
        Pairs(pairs.map(|(own, of_reference)| Pair { own, of_reference }).collect())
    }

    fn of(&self, name: &str) -> Option<&Pair<'a>> {
        self.0.iter().find(|pair| pair.of_reference.name.value == name)
    }

    fn renamed(&self, name: &str) -> String {
        self.of(name).map_or(name, |pair| pair.own.name.as_str()).to_owned()
    }
}

/// The node of a functional operator on lists. `None` if a formula saves what lists do not have.
pub fn derived(function: &Function, reference: &FunctionSchema, node: &Node) -> Option<Node> {
    let pairs = Pairs::new(function, reference);
    let style = Style::of(function, false);
    let backward: Vec<Backward> =
        node.backward.iter().map(|formula| backward(formula, &pairs, style)).collect::<Option<_>>()?;
    let has_gradient = |name: &String| backward.iter().any(|formula| formula.arguments.contains(name));
    let arguments = function.entry.func.arguments.without_out();
    let inputs = arguments.filter(|argument| has_gradient(&argument.name.value));
    let inputs =
        inputs.map(|argument| NodeInput { name: argument.name.value.clone(), ty: argument_type(argument, style) });
    let mut derived = Node {
        class: node.class.as_ref().map(|class| format!("Foreach{class}{}", function.name().overload)),
        name: function.root_name().to_owned(),
        inputs: inputs.collect(),
        backward,
        forward: node.forward.iter().map(|formula| forward(formula, &pairs)).collect(),
        without_gradient: Vec::new(),
        saved_inputs: Vec::new(),
        saved_outputs: Vec::new(),
        gradients: Vec::new(),
        differentiable: None,
        condition: None,
    };
    derived.set_saved();
    Some(derived)
}

/// The formula for one tensor of the lists, in a loop.
fn backward(formula: &Backward, pairs: &Pairs, style: Style) -> Option<Backward> {
    let saved_of = |saved: &Saved| {
        let of = saved.expression.split('.').next().unwrap_or_default().to_owned();
        let pair = pairs.of(&of)?;
        let expression = replaced(&saved.expression, |word| (word == of).then(|| pair.in_loop()));
        let name = pair.own.name.value.clone();
        let ty = without_reference(&argument_type(pair.own, style)).to_owned();
        Some((saved.name.clone(), expression, Saved { expression: name.clone(), name, ty }))
    };
    let inputs: Vec<_> = formula.saved_inputs.iter().map(saved_of).collect::<Option<_>>()?;
    if formula.saved_outputs.iter().any(|saved| saved.name != RESULT) {
        return None;
    }
    let in_loop = |word: &str| match word {
        GRADIENT => Some(format!("{GRADIENTS}[i]")),
        RESULT => Some(format!("{RESULT}[i]")),
        word => inputs.iter().find(|(name, _, _)| name == word).map(|(_, expression, _)| expression.clone()),
    };
    let result = || Saved { name: RESULT.to_owned(), ty: "at::TensorList".to_owned(), expression: RESULT.to_owned() };
    Some(Backward {
        arguments: formula.arguments.iter().map(|name| pairs.renamed(name)).collect(),
        formula: replaced(&formula.formula, in_loop),
        written: formula.written.clone(),
        saved_inputs: inputs.iter().map(|(_, _, saved)| saved.clone()).collect(),
        saved_outputs: formula.saved_outputs.iter().map(|_| result()).collect(),
        named_gradients: BTreeSet::new(),
    })
}

/// The formula of tangents for one tensor of the lists, in a loop.
fn forward(formula: &Forward, pairs: &Pairs) -> Forward {
    let in_loop = |word: &str| {
        if word == RESULT {
            return Some(format!("{RESULT}[i]"));
        }
        pairs.0.iter().find_map(|pair| {
            let name = pair.of_reference.name.as_str();
            let own = pair.own.name.as_str();
            if !pair.own.ty.value.is_tensor_like() {
                return (word == name).then(|| pair.in_loop());
            }
            let suffixes = [TANGENT, PRIMAL].into_iter();
            suffixes
                .filter(|suffix| word.strip_suffix(suffix) == Some(name))
                .map(|suffix| format!("{own}{suffix}"))
                .next()
        })
    };
    let renamed = |names: &[String]| names.iter().map(|name| pairs.renamed(name)).collect();
    Forward {
        results: renamed(&formula.results),
        formula: replaced(&formula.formula, in_loop),
        tangents: renamed(&formula.tangents),
        primals: renamed(&formula.primals),
        ..formula.clone()
    }
}

//! Operators on lists of tensors: the names of their arguments in loops over the lists.

use torch_autograd::{Gradients, Node, has_word, is_on_lists, replaced};
use torch_registry::Function;
use torch_schema::{Argument, SchemaKind, Type};

const RESULT: &str = "result";
const RESULT_IN_LOOP: &str = "result[i]";

/// The arguments of an operator on lists.
pub struct Lists {
    /// True if the operator writes to the tensors, each of which has a node of its own.
    pub is_inplace: bool,
    arguments: Vec<ListArgument>,
}

struct ListArgument {
    /// The name in formulas: for an inplace operator, that of the argument of the operator on one tensor.
    in_formulas: String,
    name: String,
    is_list: bool,
    /// True if formulas see tensors.
    is_tensor: bool,
}

impl Lists {
    /// The arguments of a function. `None` if it is no operator on lists.
    pub fn new(function: &Function, gradients: &Gradients) -> Option<Lists> {
        is_on_lists(function).then_some(())?;
        let is_inplace = function.kind == SchemaKind::Inplace;
        let reference = gradients.reference(function);
        let references: Vec<&Argument> =
            reference.into_iter().flat_map(|schema| schema.arguments.without_out()).collect();
        let argument = |(at, own): (usize, &Argument)| ListArgument {
            in_formulas: references.get(at).map_or(own, |reference| reference).name.value.clone(),
            name: own.name.value.clone(),
            is_list: matches!(own.ty.value, Type::List { .. }),
            is_tensor: own.ty.value.is_tensor_like(),
        };
        let arguments = function.entry.func.arguments.without_out().enumerate().map(argument).collect();
        Some(Lists { is_inplace, arguments })
    }

    fn of(&self, in_formulas: &str) -> Option<&ListArgument> {
        self.arguments.iter().find(|argument| argument.in_formulas == in_formulas)
    }

    /// The inputs that may require gradients, by the names that formulas have for them.
    pub fn inputs(&self, node: Option<&Node>) -> Vec<String> {
        let is_differentiable = |argument: &&ListArgument| {
            argument.is_tensor && !node.is_some_and(|node| node.without_gradient.contains(&argument.in_formulas))
        };
        self.arguments.iter().filter(is_differentiable).map(|argument| argument.in_formulas.clone()).collect()
    }

    /// The argument itself.
    pub fn whole(&self, in_formulas: &str) -> String {
        self.of(in_formulas).map_or(in_formulas, |argument| &argument.name).to_owned()
    }

    /// The tensor in a loop.
    pub fn in_loop(&self, in_formulas: &str) -> String {
        match self.of(in_formulas) {
            Some(argument) if argument.is_list => format!("{}[i]", argument.name),
            Some(argument) => argument.name.clone(),
            None => in_formulas.to_owned(),
        }
    }

    /// The lists that must be as long as `self`.
    pub fn others<'a>(&'a self, in_formulas: &'a [String]) -> impl Iterator<Item = String> + 'a {
        let is_other = |argument: &&ListArgument| argument.is_tensor && argument.is_list && argument.name != "self";
        let named = self.arguments.iter().filter(is_other);
        named.filter(|argument| in_formulas.contains(&argument.in_formulas)).map(|argument| argument.name.clone())
    }

    /// An expression over arguments, in a loop.
    pub fn expression(&self, expression: &str) -> String {
        replaced(expression, |word| self.of(word).map(|_| self.in_loop(word)))
    }

    /// A formula over tangents and values of tensors, in a loop.
    pub fn formula(&self, formula: &str) -> String {
        if !self.is_inplace {
            let is_whole = has_word(formula, RESULT) && !formula.contains(RESULT_IN_LOOP);
            return replaced(formula, |word| (word == RESULT && is_whole).then(|| RESULT_IN_LOOP.to_owned()));
        }
        replaced(formula, |word| {
            let argument = self.of(word).filter(|argument| !argument.is_tensor)?;
            Some(self.in_loop(&argument.in_formulas))
        })
    }
}

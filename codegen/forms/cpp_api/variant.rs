//! The variants of an operator's C++ function.

use profile::CppApi;
use spec::{Input, Op, Output};

/// A function of an operator: the plain one, or the one that writes its results to the inputs that the YAML maps to
/// outputs.
#[derive(Debug, Clone, Copy)]
pub struct Variant<'a> {
    /// The operator.
    pub op: &'a Op,
    /// Whether it is the inplace function.
    pub inplace: bool,
    /// Whether it also returns intermediate outputs.
    pub intermediate: bool,
}

/// The functions of an operator: the plain one, the inplace one, or both. With `intermediate`, they also return intermediate
/// outputs.
pub fn functions<'a>(op: &'a Op, intermediate: bool, settings: &CppApi) -> impl Iterator<Item = Variant<'a>> {
    // A gradient writes to the outputs that its caller passes, so it needs no inplace function.
    let variants = op.variants().filter(|inplace| !(inplace & op.is_backward()));
    variants.map(move |inplace| Variant { op, inplace, intermediate }).filter(|variant| variant.exists(settings))
}

impl<'a> Variant<'a> {
    /// The function that has the operator's own name.
    pub fn named(op: &'a Op) -> Self {
        Variant { op, inplace: op.is_inplace_only(), intermediate: false }
    }

    /// The input that an output overwrites in this variant.
    pub fn target(self, output: &Output) -> Option<&'a Input> {
        let input = self.inplace.then(|| self.op.inplace_input(&output.name.value)).flatten()?;
        self.op.signature.input(input)
    }

    /// Whether this variant writes to an input.
    pub fn writes(self, input: &Input) -> bool {
        self.inplace && self.op.writes_into(&input.name.value)
    }

    /// The outputs that the function returns: without intermediate ones, unless the variant returns these too or they
    /// are in the caller's tensor.
    pub fn returned(self) -> impl Iterator<Item = &'a Output> {
        let is_returned =
            move |output: &&Output| self.intermediate || !output.intermediate || self.target(output).is_some();
        self.op.signature.outputs.iter().filter(is_returned)
    }

    /// The name of the function.
    pub fn name(self) -> String {
        match self.intermediate {
            true => self.op.intermediate_name(self.inplace),
            false => self.op.function_name(self.inplace),
        }
    }

    /// An operator without a kernel has only its plain function. A backward operator that calls another one has a
    /// function only if the other writes to gradients that its caller passes; grad nodes call the rest directly.
    fn exists(self, settings: &CppApi) -> bool {
        match (&self.op.invoke, &self.op.kernel) {
            (Some(invoke), _) => {
                let fills_gradients = settings.gradient_functions.iter().any(|end| invoke.func.value.ends_with(end));
                (!self.inplace || self.op.is_inplace_only()) && (!self.op.is_backward() || fills_gradients)
            }
            (None, Some(_)) => true,
            (None, None) => !self.inplace,
        }
    }
}

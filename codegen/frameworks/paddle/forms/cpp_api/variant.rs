//! The variants of an operator's C++ function.

use profile::{ApiFile, ApiForm, CppApi};
use spec::{Input, Op, Output};

/// A function of an operator: the plain one, or the one that writes its results to the inputs that the YAML maps to
/// outputs.
#[derive(Debug, Clone, Copy)]
pub struct Variant<'a> {
    /// The operator.
    pub op: &'a Op,
    /// Whether it is the inplace function.
    pub inplace: bool,
    /// How it gives its results to the caller.
    pub form: ApiForm,
}

/// The functions of one form that an operator has: the plain one, the inplace one, or both.
pub fn functions<'a>(op: &'a Op, form: ApiForm, settings: &CppApi) -> impl Iterator<Item = Variant<'a>> {
    op.variants().map(move |inplace| Variant { op, inplace, form }).filter(|variant| variant.exists(settings))
}

/// The functions that a file has of an operator.
pub fn functions_in<'a>(op: &'a Op, file: &'a ApiFile, settings: &'a CppApi) -> impl Iterator<Item = Variant<'a>> {
    let forms = file.functions(op.is_backward()).iter().filter(|_| op.is_in_dygraph());
    forms.flat_map(move |form| functions(op, *form, settings))
}

impl<'a> Variant<'a> {
    /// The function that has the operator's own name.
    pub fn named(op: &'a Op) -> Self {
        let form = if op.is_backward() { ApiForm::Filling } else { ApiForm::Returning };
        Variant { op, inplace: op.is_inplace_only(), form }
    }

    /// Whether the function writes its results to tensors that the caller passes.
    pub fn fills(self) -> bool {
        matches!(self.form, ApiForm::Filling | ApiForm::FillingUnlessComposite)
    }

    /// Whether the function returns what the one that fills tensors writes.
    pub fn returns_filled(self) -> bool {
        self.form == ApiForm::ReturningFilled
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
        let returns_all = self.form == ApiForm::ReturningIntermediate;
        let is_returned = move |output: &&Output| returns_all || !output.intermediate || self.target(output).is_some();
        self.op.signature.outputs.iter().filter(move |_| !self.fills()).filter(is_returned)
    }

    /// The name of the function.
    pub fn name(self) -> String {
        match self.form {
            ApiForm::ReturningIntermediate => self.op.intermediate_name(self.inplace),
            _ => self.op.function_name(self.inplace),
        }
    }

    /// The number of tensors that the caller may pass for the results; `None` if the function takes none.
    pub fn predefined_outputs(self, settings: &CppApi) -> Option<usize> {
        let predefined = settings.predefined_outputs.as_ref()?;
        let takes_them = predefined.homes.iter().any(|home| home == self.op.home.key())
            && !predefined.without.contains(&self.op.name.value)
            && !self.inplace;
        let outputs = &self.op.signature.outputs;
        let count = outputs.len();
        let are_tensors = outputs.iter().all(|output| !output.ty.is_list());
        (takes_them && are_tensors && (1..=predefined.at_most).contains(&count)).then_some(count)
    }

    /// An operator without a kernel has only its plain function. A gradient that calls another operator fills tensors only if
    /// that other does; the rest are called by grad nodes directly.
    pub fn exists(self, settings: &CppApi) -> bool {
        let Variant { op, inplace, form } = self;
        let invokes = op.invoke.is_some();
        let is_composed = !invokes && op.kernel.is_none();
        // A gradient is written where its caller says, so no inplace function fills it.
        let fills = op.is_backward() && !inplace && self.fills_gradients(settings);
        let returns = op.is_backward() && !settings.never_returned.contains(&op.name.value);
        match form {
            ApiForm::Returning => self.is_defined(),
            ApiForm::ReturningIntermediate => op.has_intermediate() && self.is_defined(),
            ApiForm::ReturningFilled => returns && !is_composed && self.fills_gradients(settings),
            ApiForm::ReturningInvoked => returns && !inplace && invokes && !self.fills_gradients(settings),
            ApiForm::ReturningComposed => returns && !inplace && is_composed,
            ApiForm::Filling => fills,
            ApiForm::FillingUnlessComposite => fills && !is_composed,
        }
    }

    fn is_defined(self) -> bool {
        match (&self.op.invoke, &self.op.kernel) {
            (Some(_), _) => !self.inplace || self.op.is_inplace_only(),
            (None, Some(_)) => true,
            (None, None) => !self.inplace,
        }
    }

    fn fills_gradients(self, settings: &CppApi) -> bool {
        let fills = |function: &str| settings.gradient_functions.iter().any(|end| function.ends_with(end));
        self.op.invoke.as_ref().is_none_or(|invoke| fills(&invoke.func.value))
    }
}

//! The function that differentiable callers use: casts, the API call, and the grad node.

use serde::Serialize;

use super::attributes::AttributePlan;
use super::creation::{Creation, CreationPlan, Creator};
use super::layout::{self, LayoutPlan, WrittenInput};
use super::locals::{AutogradMeta, InputLocals, Suffixes, TemplateLocals};
use super::slots::{Pairing, Slot};
use profile::Dygraph;
use spec::TensorType;

#[derive(Debug, Serialize)]
pub struct ForwardPlan {
    pub namespace: Option<String>,
    /// The operator, with an underscore where it works in place.
    pub name: String,
    pub inputs: Vec<InputPlan>,
    pub attributes: Vec<AttributePlan>,
    pub results: Vec<ResultPlan>,
    pub outputs: Vec<OutputPlan>,
    /// The inputs that decide the data type of AMP; those that may be absent come last. Empty where nothing is cast.
    pub amp_tensors: Vec<String>,
    /// There are inputs that could be cast, but must not be. This is logged.
    pub refuses_amp: bool,
    pub promotion: Option<PromotionPlan>,
    pub autocast: Option<AutocastPlan>,
    /// It refuses to run if strided memory is switched off.
    pub needs_strides: bool,
    pub layout: Option<LayoutPlan>,
    /// The arguments when the function calls itself with converted inputs.
    pub converted_args: Vec<String>,
    /// The C++ API function. It returns intermediate outputs too.
    pub api: String,
    pub api_args: Vec<String>,
    /// The API returns a reference to the caller's tensor.
    pub by_reference: bool,
    /// The inputs whose versions are counted.
    pub bumped: Vec<BumpedPlan>,
    pub creation: Option<CreationPlan>,
    /// The variables that the function returns.
    pub returned: Vec<String>,
    pub local: TemplateLocals,
}

#[derive(Debug, Serialize)]
pub struct InputPlan {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: TensorType,
    pub list: bool,
    pub optional: bool,
    /// The function may write to it.
    pub mutable: bool,
    /// Its autograd meta is needed: a gradient may flow back to it, or an inplace call is checked.
    pub needs_meta: bool,
    pub made_contiguous: bool,
    pub local: InputLocals,
}

/// What the function returns.
#[derive(Debug, Serialize)]
pub struct ResultPlan {
    #[serde(rename = "type")]
    pub ty: TensorType,
    /// A reference to the input that was written to.
    pub reference: bool,
    /// That input may be absent.
    pub optional: bool,
}

/// An output of the API.
#[derive(Debug, Serialize)]
pub struct OutputPlan {
    pub name: String,
    pub local: String,
    pub list: bool,
    pub meta: AutogradMeta,
}

/// Two inputs that are brought to one data type.
#[derive(Debug, Serialize)]
pub struct PromotionPlan {
    pub inputs: [PromotedInput; 2],
    /// The arguments when the function calls itself.
    pub args: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct PromotedInput {
    pub name: String,
    /// The variable with the converted input. An inplace function converts the caller's tensor itself.
    pub converted: Option<String>,
}

/// An input that becomes one of fractions if it holds whole numbers.
#[derive(Debug, Serialize)]
pub struct AutocastPlan {
    pub input: String,
    pub converted: String,
    /// Gradients flow back through the conversion.
    pub differentiable: bool,
    /// The arguments when the function calls itself.
    pub args: Vec<String>,
}

/// An input that an inplace call has changed.
#[derive(Debug, Serialize)]
pub struct BumpedPlan {
    pub name: String,
    /// It is an error to change it if a gradient needs the old value.
    pub checked: bool,
    pub meta: AutogradMeta,
}

/// The plain function, the inplace one, or both.
pub fn plan(pairing: &Pairing, namespace: Option<&str>, section: &Dygraph) -> Vec<ForwardPlan> {
    let op = pairing.forward;
    let never_inplace = section.never_inplace.contains(&op.name.value);
    let variants = op.variants().filter(|inplace| !(inplace & never_inplace));
    let suffixes = suffixes(pairing);
    variants.map(|inplace| Variant { pairing, inplace, section, suffixes: &suffixes }.plan(namespace)).collect()
}

/// The variables of `function.cc.j2`, besides those that are named after inputs and outputs.
pub const TEMPLATE_LOCALS: &[&str] =
    &["api_result", "call", "event", "grad_node", "off", "owner", "require_any_grad", "tensors", "transformer"];

fn suffixes(pairing: &Pairing) -> Suffixes {
    let inputs = pairing.inputs.iter().map(|input| input.name.as_str());
    let of_inputs = inputs.clone().flat_map(|name| InputLocals::new(name, "").names());
    let locals = TEMPLATE_LOCALS.iter().map(|&name| name.to_owned()).chain(of_inputs).collect();
    let arguments: Vec<_> = inputs.chain(pairing.attrs.iter().map(|attr| attr.name.as_str())).collect();
    let outputs: Vec<_> = pairing.outputs.iter().map(|output| output.name.as_str()).collect();
    Suffixes::new(&arguments, &outputs, locals)
}

#[derive(Clone, Copy)]
struct Variant<'a> {
    pairing: &'a Pairing<'a>,
    inplace: bool,
    section: &'a Dygraph,
    suffixes: &'a Suffixes,
}

impl<'a> Variant<'a> {
    fn plan(self, namespace: Option<&str>) -> ForwardPlan {
        let Variant { pairing, inplace, section, suffixes } = self;
        let name = pairing.forward.function_name(inplace);
        let creator = Creator::ForwardFunction { inplace };
        let creation = Creation { pairing, creator, suffixes, section };
        let casts = self.is_castable() && !inplace && !section.no_amp.contains(&name);
        ForwardPlan {
            namespace: namespace.map(str::to_owned),
            inputs: pairing.inputs.iter().map(|input| self.input(input, creation)).collect(),
            attributes: pairing.attrs.iter().map(AttributePlan::new).collect(),
            results: pairing.returned_outputs().map(|output| self.result(output)).collect(),
            outputs: pairing.outputs.iter().map(|output| self.output(output)).collect(),
            amp_tensors: if casts { self.amp_tensors() } else { Vec::new() },
            refuses_amp: self.is_castable() && !casts,
            promotion: self.promotion(&name),
            autocast: self.autocast(&name),
            needs_strides: inplace && section.needs_strides.contains(&name),
            layout: layout::plan(pairing, self.self_call(), section),
            converted_args: self.args(|input| self.converted(&input.name)),
            api: self.api(),
            api_args: self.args(|input| creation.current_name(input)),
            by_reference: inplace && pairing.outputs.len() == 1,
            bumped: self.bumped(&name),
            creation: creation.plan(),
            returned: self.returned(|output| suffixes.output(&output.name)),
            local: suffixes.template_locals(TEMPLATE_LOCALS),
            name,
        }
    }

    /// The API function: the one that also returns intermediate outputs, where there are any.
    fn api(self) -> String {
        match self.pairing.intermediate.is_empty() {
            true => self.pairing.forward.function_name(self.inplace),
            false => self.pairing.forward.intermediate_name(self.inplace),
        }
    }

    /// Whether this variant writes into an input.
    fn writes(self, name: &str) -> bool {
        self.inplace && self.pairing.forward.writes_into(name)
    }

    /// All arguments, in order.
    fn args(self, input: impl Fn(&Slot) -> String) -> Vec<String> {
        let attrs = self.pairing.attrs.iter().map(|attr| attr.name.value.clone());
        self.pairing.inputs.iter().map(input).chain(attrs).collect()
    }

    fn input(self, input: &Slot, creation: Creation) -> InputPlan {
        let name = &input.name;
        let writes = self.writes(name);
        let optional = self.pairing.is_optional(name);
        let is_differentiable = self.pairing.backward.is_some();
        let is_checked = || {
            let function = self.pairing.forward.function_name(self.inplace);
            writes && !self.section.unchecked_inplace.contains(&function)
        };
        InputPlan {
            name: name.clone(),
            ty: input.ty,
            list: input.ty.is_list(),
            optional,
            // An optional input that takes part in a graph is never written to.
            mutable: writes && !(optional && is_differentiable),
            needs_meta: is_differentiable && (self.pairing.has_grad(input) || is_checked()),
            made_contiguous: creation.is_made_contiguous(input),
            local: InputLocals::new(name, &self.suffixes.locals),
        }
    }

    fn output(self, output: &Slot) -> OutputPlan {
        let local = self.suffixes.output(&output.name);
        let meta = self.suffixes.meta(&local);
        OutputPlan { name: output.name.clone(), local, list: output.ty.is_list(), meta }
    }

    /// The variable of an input after a cast or a change of layout.
    fn converted(self, input: &str) -> String {
        InputLocals::new(input, &self.suffixes.locals).converted
    }

    /// The input that an output is written into, in this variant.
    fn target(self, output: &Slot) -> Option<&'a str> {
        self.inplace.then(|| self.pairing.forward.inplace_input(&output.name)).flatten()
    }

    fn result(self, output: &Slot) -> ResultPlan {
        let target = self.target(output);
        let optional = target.is_some_and(|input| self.pairing.is_optional(input));
        ResultPlan { ty: output.ty, reference: target.is_some(), optional }
    }

    fn returned(self, variable: impl Fn(&'a Slot) -> String) -> Vec<String> {
        self.pairing.returned_outputs().map(variable).collect()
    }

    /// The function's call of itself in another layout. An inplace call returns the caller's tensors, not the converted ones.
    fn self_call(self) -> layout::SelfCall {
        let written = self.pairing.inputs.iter().map(|input| &input.name).filter(|name| self.writes(name));
        let local = |output: &Slot| self.suffixes.output(&output.name);
        layout::SelfCall {
            written: written.map(|name| WrittenInput { name: name.clone(), converted: self.converted(name) }).collect(),
            outputs: self.returned(local),
            returned: self.returned(|output| self.target(output).map_or_else(|| local(output), str::to_owned)),
        }
    }

    /// Whether every call has a tensor.
    fn is_castable(self) -> bool {
        self.pairing.inputs.iter().any(|input| !self.pairing.is_optional(&input.name))
    }

    fn amp_tensors(self) -> Vec<String> {
        let (always, optional) = layout::by_presence(self.pairing);
        always.into_iter().chain(optional).map(|input| input.name.clone()).collect()
    }

    fn promotion(self, name: &str) -> Option<PromotionPlan> {
        let promoted = self.section.type_promotion.get(name)?;
        let converted = |name: &str| (!self.writes(name)).then(|| self.converted(name));
        let arg = |input: &Slot| {
            let converted = promoted.contains(&input.name).then(|| converted(&input.name)).flatten();
            converted.unwrap_or_else(|| input.name.clone())
        };
        let inputs = promoted.each_ref().map(|name| PromotedInput { name: name.clone(), converted: converted(name) });
        Some(PromotionPlan { inputs, args: self.args(arg) })
    }

    /// What is written into keeps its type.
    fn autocast(self, name: &str) -> Option<AutocastPlan> {
        let [cast] = self.section.type_autocast.get(name).filter(|[cast]| !self.writes(cast))?;
        let arg = |input: &Slot| if input.name == *cast { self.converted(cast) } else { input.name.clone() };
        let gradients = &self.section.type_autocast_gradients;
        Some(AutocastPlan {
            input: cast.clone(),
            converted: self.converted(cast),
            differentiable: self.pairing.backward.is_some() && gradients.iter().any(|function| function == name),
            args: self.args(arg),
        })
    }

    /// An operator that only exists inplace manages its own state: its inputs are neither checked nor counted.
    fn bumped(self, name: &str) -> Vec<BumpedPlan> {
        let op = self.pairing.forward;
        let counted = !op.is_inplace_only() || self.section.counted_inplace.contains(&op.name.value);
        if !self.inplace || !counted {
            return Vec::new();
        }
        let checked = self.pairing.backward.is_some() && !self.section.unchecked_inplace.iter().any(|op| op == name);
        let inputs = op.inplace.iter().map(|mapping| mapping.input.value.clone());
        inputs.map(|name| BumpedPlan { meta: self.suffixes.meta(&name), name, checked }).collect()
    }
}

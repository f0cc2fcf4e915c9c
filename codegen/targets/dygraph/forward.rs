//! The function that differentiable callers use: casts, the API call, and the grad node.

use serde::Serialize;

use super::cpp_types;
use super::creation::{CreationPlan, Place, Site};
use super::layout::{self, LayoutPlan};
use super::slots::{Pairing, Slot};
use super::tails::{Tails, autograd_metas};
use crate::cpp::{self, joined};
use profile::Dygraph;

#[derive(Debug, Serialize)]
pub struct ForwardPlan {
    pub namespace: Option<String>,
    pub name: String,
    pub function: String,
    pub returns: String,
    pub declared: String,
    pub defined: String,
    pub inputs: Vec<InputPlan>,
    pub outputs: Vec<OutputPlan>,
    /// Absent where nothing may be cast.
    pub amp: Option<AmpPlan>,
    /// It has what could be cast, but must not be: that is logged.
    pub refuses_amp: bool,
    pub promotion: Option<PromotionPlan>,
    pub layout: Option<LayoutPlan>,
    pub contiguous: Vec<String>,
    /// The C++ API function, qualified.
    pub api: String,
    /// Its name for NaN checks.
    pub api_name: String,
    pub args: String,
    /// The result is a reference to the caller's tensor.
    pub by_reference: bool,
    pub checked: Vec<CheckedPlan>,
    pub creation: Option<CreationPlan>,
    pub result: String,
    /// What stands behind the names of the function's own variables.
    pub tail: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct InputPlan {
    pub name: String,
    pub list: bool,
    pub optional: bool,
    /// The gradient may go to it, so its autograd meta decides whether one is needed.
    pub needs_meta: bool,
}

#[derive(Debug, Serialize)]
pub struct OutputPlan {
    pub name: String,
    /// The variable that holds it.
    pub local: String,
    pub list: bool,
    /// How it is taken from the API's result.
    pub value: String,
}

/// This function's call of itself with cast inputs.
#[derive(Debug, Serialize)]
pub struct AmpPlan {
    /// What the type to cast to is found from: inputs that are sure to be there, then the others.
    pub tensors: String,
    pub call: String,
}

#[derive(Debug, Serialize)]
pub struct PromotionPlan {
    pub x: String,
    pub y: String,
    pub call: String,
}

/// An input that an inplace call has changed.
#[derive(Debug, Serialize)]
pub struct CheckedPlan {
    pub name: String,
    /// Whether it is an error where the gradient needs the old value.
    pub checked: bool,
}

/// The plain function, the inplace one, or both.
pub fn plan(pairing: &Pairing, namespace: Option<&str>, settings: &Dygraph) -> Vec<ForwardPlan> {
    let op = pairing.forward;
    let never_inplace = settings.never_inplace.contains(&op.name.value);
    let variants = op.variants().filter(|inplace| !(inplace & never_inplace));
    let tails = tails(pairing);
    variants.map(|inplace| Variant { pairing, inplace, settings, tails: &tails }.plan(namespace)).collect()
}

/// The variables of every function, besides those that are called after an input or output.
const OWN: &[&str] =
    &["api_result", "call", "event", "grad_node", "off", "owner", "require_any_grad", "tensors", "transformer"];

fn tails(pairing: &Pairing) -> Tails {
    let inputs = pairing.inputs.iter().map(|input| &input.name);
    let of_input = inputs
        .clone()
        .flat_map(|name| autograd_metas(name).into_iter().chain([format!("new_{name}"), format!("{name}_tmp")]));
    let own = OWN.iter().copied().map(str::to_owned).chain(of_input).collect();
    let args: Vec<_> = inputs.chain(pairing.attrs.iter().map(|attr| &attr.name.value)).map(String::as_str).collect();
    let outputs: Vec<_> = pairing.outputs.iter().map(|output| output.name.as_str()).collect();
    Tails::new(&args, &outputs, own)
}

#[derive(Clone, Copy)]
struct Variant<'a> {
    pairing: &'a Pairing<'a>,
    inplace: bool,
    settings: &'a Dygraph,
    tails: &'a Tails,
}

impl<'a> Variant<'a> {
    fn plan(self, namespace: Option<&str>) -> ForwardPlan {
        let name = self.name();
        let function = cpp_types::ad_function(&name);
        let place = Place::Forward { inplace: self.inplace };
        let site = Site { pairing: self.pairing, place, tails: self.tails, settings: self.settings };
        let api_name = self.api_name();
        let contiguous = self.pairing.inputs.iter().filter(|input| site.is_made_contiguous(input));
        ForwardPlan {
            declared: self.parameters(true),
            defined: self.parameters(false),
            inputs: self.pairing.inputs.iter().map(|input| self.input(input)).collect(),
            outputs: self.outputs(),
            amp: self.casts(&name).then(|| self.amp(&function)),
            refuses_amp: self.is_castable() && !self.casts(&name),
            promotion: self.promotion(&name, &function),
            layout: layout::plan(self.pairing, self.layout_call(&function), self.settings),
            contiguous: contiguous.map(|input| input.name.clone()).collect(),
            api: format!("paddle::experimental::{}{api_name}", cpp::prefix(namespace)),
            args: self.args(|input| site.current_name(input)),
            by_reference: self.inplace && self.pairing.outputs.len() == 1,
            checked: self.checked(&name),
            creation: site.plan(),
            result: self.result(|output| self.local(output)),
            tail: self.tails.own.clone(),
            returns: self.returns(),
            namespace: namespace.map(str::to_owned),
            name,
            function,
            api_name,
        }
    }

    fn name(self) -> String {
        self.pairing.forward.function_name(self.inplace)
    }

    /// The API function: the one that also returns intermediate outputs, where there are any.
    fn api_name(self) -> String {
        match self.pairing.intermediate.is_empty() {
            true => self.name(),
            false => self.pairing.forward.intermediate_name(self.inplace),
        }
    }

    /// Whether this variant writes into an input.
    fn writes(self, name: &str) -> bool {
        self.inplace && self.pairing.forward.writes_into(name)
    }

    fn parameters(self, defaults: bool) -> String {
        let inputs = self.pairing.inputs.iter().map(|input| {
            let optional = self.pairing.is_optional(&input.name);
            // An optional input that takes part in a graph is never written to.
            let mutable = self.writes(&input.name) && (!optional || self.pairing.backward.is_none());
            format!("{} {}", cpp_types::reference(input.ty, optional, mutable), input.name)
        });
        let attrs = self.pairing.attrs.iter().map(|attr| {
            let parameter = format!("{} {}", cpp_types::attr(attr.ty), attr.name.value);
            let default = cpp_types::default(attr).filter(|_| defaults);
            default.map_or(parameter.clone(), |default| format!("{parameter} = {default}"))
        });
        joined(inputs.chain(attrs))
    }

    fn args(self, input: impl Fn(&Slot) -> String) -> String {
        let attrs = self.pairing.attrs.iter().map(|attr| attr.name.value.clone());
        joined(self.pairing.inputs.iter().map(input).chain(attrs))
    }

    fn input(self, input: &Slot) -> InputPlan {
        let checked = self.writes(&input.name) && !self.settings.unchecked_inplace.contains(&self.name());
        InputPlan {
            name: input.name.clone(),
            list: input.ty.is_list(),
            optional: self.pairing.is_optional(&input.name),
            needs_meta: self.pairing.backward.is_some() && (self.pairing.has_grad(input) || checked),
        }
    }

    fn outputs(self) -> Vec<OutputPlan> {
        let outputs = &self.pairing.outputs;
        let api_result = format!("api_result{}", self.tails.own);
        let plan = |output: &Slot| OutputPlan {
            name: output.name.clone(),
            local: self.local(output),
            list: output.ty.is_list(),
            value: cpp::picked(&api_result, output.position, outputs.len()),
        };
        outputs.iter().map(plan).collect()
    }

    /// The variable that holds an output.
    fn local(self, output: &Slot) -> String {
        format!("{}{}", output.name, self.tails.outputs)
    }

    /// The variable that holds what was made of an input.
    fn renewed(self, input: &Slot) -> String {
        format!("new_{}{}", input.name, self.tails.own)
    }

    /// The input that an output is written into, in this variant.
    fn target(self, output: &Slot) -> Option<&'a str> {
        self.inplace.then(|| self.pairing.forward.inplace_input(&output.name)).flatten()
    }

    fn returns(self) -> String {
        let types = self.pairing.shown_outputs().map(|output| match self.target(output) {
            Some(input) => cpp_types::reference(output.ty, self.pairing.is_optional(input), true),
            None => cpp_types::tensor(output.ty).to_owned(),
        });
        cpp::return_type(&types.collect::<Vec<_>>())
    }

    /// What the function returns, by the variables that hold its results.
    fn result(self, variable: impl Fn(&'a Slot) -> String) -> String {
        let variables: Vec<_> = self.pairing.shown_outputs().map(variable).collect();
        match variables.as_slice() {
            [one] => one.clone(),
            several => format!("{}{{{}}}", self.returns(), joined(several)),
        }
    }

    /// This function's call of itself with inputs that were made of its own.
    fn call_with_new_inputs(self, function: &str) -> String {
        format!("{function}({})", self.args(|input| self.renewed(input)))
    }

    /// For layout changes. What an inplace call returns belongs to the caller, not to the changed inputs.
    fn layout_call(self, function: &str) -> layout::Call {
        let written = self.pairing.inputs.iter().filter(|input| self.writes(&input.name));
        layout::Call {
            call: self.call_with_new_inputs(function),
            written: written.map(|input| input.name.clone()).collect(),
            outputs: self.pairing.shown_outputs().map(|output| self.local(output)).collect(),
            result: self.result(|output| self.target(output).map_or_else(|| self.local(output), str::to_owned)),
        }
    }

    /// Whether there is a tensor in any call.
    fn is_castable(self) -> bool {
        self.pairing.inputs.iter().any(|input| !self.pairing.is_optional(&input.name))
    }

    fn casts(self, name: &str) -> bool {
        self.is_castable() && !self.inplace && !self.settings.no_amp.iter().any(|op| op == name)
    }

    fn amp(self, function: &str) -> AmpPlan {
        let (sure, optional) = layout::by_presence(self.pairing);
        let tensors = joined(sure.into_iter().chain(optional).map(|input| input.name.clone()));
        AmpPlan { tensors, call: self.call_with_new_inputs(function) }
    }

    fn promotion(self, name: &str, function: &str) -> Option<PromotionPlan> {
        let [x, y] = self.settings.type_promotion.get(name)?;
        let call =
            self.args(|input| if [x, y].contains(&&input.name) { self.renewed(input) } else { input.name.clone() });
        Some(PromotionPlan { x: x.clone(), y: y.clone(), call: format!("{function}({call})") })
    }

    /// An operator that only exists inplace owns its state, so nothing is checked or counted there.
    fn checked(self, name: &str) -> Vec<CheckedPlan> {
        let op = self.pairing.forward;
        let counted = !op.is_inplace_only() || self.settings.counted_inplace.contains(&op.name.value);
        if !self.inplace || !counted {
            return Vec::new();
        }
        let checked = self.pairing.backward.is_some() && !self.settings.unchecked_inplace.iter().any(|op| op == name);
        op.inplace.iter().map(|mapping| CheckedPlan { name: mapping.input.value.clone(), checked }).collect()
    }
}

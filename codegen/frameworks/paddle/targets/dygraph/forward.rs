//! Plans the functions that support differentiation: casts, the API call, and the grad node.

use serde::Serialize;

use super::creation::{self, CreationPlan};
use super::flags::holding;
use super::layout;
use super::locals::{TemplateLocals, template_locals};
use forms::dygraph::{Attribute, Function, InputParameter, Pairing, ReturnedTensor, Slot};
use forms::schema;
use profile::{Dygraph, DygraphFeature};
use spec::AttrType;

#[derive(Debug, Serialize)]
pub struct ForwardPlan {
    pub namespace: Option<String>,
    /// The operator's name, with an underscore for an inplace function.
    pub name: String,
    /// The operator on one line, in the words of its YAML.
    pub schema: String,
    pub inputs: Vec<InputPlan>,
    pub attributes: Vec<Attribute>,
    pub flags: Vec<FunctionFlag>,
    /// The indices of the two inputs that are converted to a common data type.
    pub promoted: Option<[usize; 2]>,
    /// Whether it may call itself with converted inputs.
    pub redirects: bool,
    /// The attributes that depend on the layout.
    pub layout_attributes: Vec<String>,
    /// The C++ API function, which also returns intermediate outputs.
    pub api: String,
    /// The call that replaces an API function, for gradients that have none.
    pub invoked: Option<InvokedPlan>,
    /// The outputs that the API function returns.
    pub outputs: Vec<String>,
    pub results: Vec<ReturnedTensor>,
    /// The number of tensors that the caller may pass for the results; `None` if the function takes none.
    pub predefined: Option<usize>,
    /// Whether some results are the caller's own tensors.
    pub written_results: bool,
    /// The node of the gradient.
    pub node: Option<CreationPlan>,
    pub local: TemplateLocals,
}

/// A flag of a function.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FunctionFlag {
    /// AMP may cast its inputs.
    Casts,
    /// AMP could cast some inputs but must not, which is logged.
    RefusesAmp,
    /// Layout autotuning changes inputs, but no attributes.
    TunesLayout,
    /// It fails if strided memory is disabled.
    NeedsStrides,
}

/// A function of the C++ API that does what a gradient does.
#[derive(Debug, Serialize)]
pub struct InvokedPlan {
    pub function: String,
    /// C++ expressions.
    pub args: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct InputPlan {
    #[serde(flatten)]
    pub parameter: InputParameter,
    /// Whether the node keeps it in contiguous memory, which the call then also uses.
    pub contiguous: bool,
    pub flags: Vec<InputFlag>,
}

/// A flag of an input.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InputFlag {
    /// It determines whether a node is needed, because a gradient may flow back to it or because an inplace call is checked.
    Watched,
    Contiguous,
    /// Its view is kept instead if kernels compute with strides, which users can switch off.
    ContiguousUnlessStrided,
    /// The inplace call overwrites it, so the node keeps a copy.
    Copied,
    Written,
    /// Its versions are counted.
    Counted,
    /// It is an error to change it if a gradient needs the old value.
    Checked,
    /// A tensor of integers is cast to floating point.
    Autocast,
    /// A tensor of integers is cast to floating point, and the cast is differentiable.
    DifferentiableAutocast,
}

/// Plans a function.
pub fn plan(function: Function, pairing: &Pairing, section: &Dygraph) -> ForwardPlan {
    Variant { pairing, inplace: function.inplace, section }.plan(function)
}

fn invoked(pairing: &Pairing) -> Option<InvokedPlan> {
    let invoke = pairing.forward.invoke.as_ref()?;
    Some(InvokedPlan {
        function: invoke.func.value.clone(),
        args: invoke.args.iter().map(|arg| arg.value.clone()).collect(),
    })
}

impl ForwardPlan {
    /// The types of the attributes that depend on the layout.
    pub fn layout_types(&self) -> impl Iterator<Item = AttrType> {
        self.attributes.iter().filter(|attr| self.layout_attributes.contains(&attr.name)).map(|attr| attr.ty)
    }
}

/// The local variables of `function.cc.j2` besides arguments.
pub const TEMPLATE_LOCALS: &[&str] = &["call", "inputs", "result", "spec"];

#[derive(Clone, Copy)]
struct Variant<'a> {
    pairing: &'a Pairing<'a>,
    inplace: bool,
    section: &'a Dygraph,
}

impl Variant<'_> {
    fn plan(self, function: Function) -> ForwardPlan {
        let Variant { pairing, section, .. } = self;
        let Function { namespace, name, inplace: _, inputs, attributes, results, predefined, invokes } = function;
        let layout = layout::attributes(pairing, section);
        let promoted = self.promoted(&name);
        let arguments = pairing.inputs.iter().map(|input| &input.name);
        let arguments = arguments.chain(pairing.attrs.iter().map(|attr| &attr.name.value)).map(String::as_str);
        let slots = pairing.inputs.iter().zip(inputs);
        ForwardPlan {
            namespace,
            schema: schema::of(pairing.forward),
            inputs: slots.map(|(slot, parameter)| self.input(slot, parameter, &name)).collect(),
            attributes,
            flags: self.flags(&name, layout.as_ref().is_some_and(Vec::is_empty)),
            redirects: layout.is_some() || promoted.is_some() || section.type_autocast.contains_key(&name),
            promoted,
            layout_attributes: layout.iter().flatten().map(|attr| attr.name.value.clone()).collect(),
            api: self.api(),
            invoked: invoked(pairing).filter(|_| invokes),
            outputs: pairing.outputs.iter().map(|output| output.name.clone()).collect(),
            written_results: results.iter().any(|result| result.target.is_some()),
            results,
            predefined,
            node: creation::plan(pairing),
            local: template_locals(arguments, TEMPLATE_LOCALS),
            name,
        }
    }

    fn flags(self, name: &str, tunes_layout: bool) -> Vec<FunctionFlag> {
        let section = self.section;
        let castable = self.pairing.inputs.iter().any(|input| !self.pairing.is_optional_input(input));
        let casts = !self.inplace && !section.no_amp.iter().any(|op| op == name);
        let needs_strides = self.inplace && section.needs_strides.iter().any(|op| op == name);
        let flags = [
            (FunctionFlag::Casts, castable && casts),
            (FunctionFlag::RefusesAmp, castable && !casts),
            (FunctionFlag::TunesLayout, tunes_layout),
            (FunctionFlag::NeedsStrides, needs_strides),
        ];
        holding(flags)
    }

    /// The API function. If there are intermediate outputs, it is the one that returns them.
    fn api(self) -> String {
        match self.pairing.intermediate.is_empty() {
            true => self.pairing.forward.function_name(self.inplace),
            false => self.pairing.forward.intermediate_name(self.inplace),
        }
    }

    fn input(self, input: &Slot, parameter: InputParameter, function: &str) -> InputPlan {
        let Variant { pairing, section, .. } = self;
        let name = &input.name;
        let writes = self.inplace && pairing.writes_into(input);
        let is_differentiable = pairing.backward.is_some();
        let is_checked = writes && is_differentiable && !section.unchecked_inplace.iter().any(|op| op == function);
        let contiguous = creation::is_made_contiguous(pairing, input, writes, section);
        let keeps_view = section.stride_compute_ops.contains(&pairing.forward.name.value);
        let is_counted = writes && self.counts_versions();
        // An overwritten tensor keeps its type.
        let autocast = !writes && section.type_autocast.get(function).is_some_and(|[cast]| cast == name);
        let has_autocast_gradient = section.type_autocast_gradients.iter().any(|op| op == function);
        let traced = is_differentiable && has_autocast_gradient;
        let flags = [
            (InputFlag::Watched, is_differentiable && (pairing.has_grad(input) || is_checked)),
            (InputFlag::Contiguous, contiguous && !keeps_view),
            (InputFlag::ContiguousUnlessStrided, contiguous && keeps_view),
            (InputFlag::Copied, writes && self.copies_overwritten(input)),
            (InputFlag::Written, parameter.mutable),
            (InputFlag::Counted, is_counted),
            (InputFlag::Checked, is_counted && is_checked),
            (InputFlag::Autocast, autocast && !traced),
            (InputFlag::DifferentiableAutocast, autocast && traced),
        ];
        InputPlan { parameter, contiguous, flags: holding(flags) }
    }

    /// Whether the node keeps a copy of an input that the call overwrites.
    fn copies_overwritten(self, input: &Slot) -> bool {
        let only_if_read = self.section.features.contains(&DygraphFeature::CopiesOnlyReadInputs);
        let mut kept = self.pairing.kept_arguments(input.position);
        kept.any(|argument| !(only_if_read && argument.no_need_buffer))
    }

    /// Whether versions of inputs are checked and counted. An operator that only exists inplace manages its own state.
    fn counts_versions(self) -> bool {
        let op = self.pairing.forward;
        !op.is_inplace_only() || self.section.counted_inplace.contains(&op.name.value)
    }

    fn promoted(self, function: &str) -> Option<[usize; 2]> {
        let promoted = self.section.type_promotion.get(function)?;
        let position = |name: &String| self.pairing.inputs.iter().position(|input| input.name == *name);
        Some([position(&promoted[0])?, position(&promoted[1])?])
    }
}

//! The outputs of an operator of a package: how their shapes and data types follow from the arguments.

use crate::forms::variants::Variant;
use crate::forms::{Element, InputForm, Order, OutputForm, PackageForm, ShapeForm, TypeForm};
use profile::Package;
use serde::Serialize;
use spec::Attr;

use super::argument::{AttrPlan, FirstPlan, first, variable};

/// An output.
#[derive(Debug, Serialize)]
pub struct OutputPlan<'a> {
    #[serde(flatten)]
    pub form: &'a OutputForm,
    pub data_type: Element<'a>,
    pub variable: String,
    /// Whether it is the gradient of an input that this registration lacks.
    pub absent: bool,
    /// The inputs whose type it has: the first one that is there.
    pub types: Vec<FirstPlan<'a>>,
    /// The optional input whose gradient it is, or whose shape it has: if that input is absent, so is the output.
    pub absent_with: Option<&'a str>,
    /// The inputs that its shape follows from.
    pub shape_inputs: Vec<&'a InputForm>,
    /// The attributes that its shape follows from.
    pub shape_attrs: Vec<AttrPlan<'a>>,
    /// The arguments of the call of the shape rule in `calls`.
    pub shape_call: String,
    pub saved: bool,
    /// Whether the gradient needs only its shape and type.
    pub saved_shape: bool,
    /// The position among the outputs that the kernel returns.
    pub returned_at: Option<usize>,
}

/// The shape of a tensor of zeros.
#[derive(Debug, Serialize)]
pub struct ZerosPlan<'a> {
    /// The call of a shape rule.
    pub call: Option<String>,
    /// Otherwise: gradients of the same shape, of which one is always there.
    pub like: Vec<&'a str>,
}

impl OutputPlan<'_> {
    /// Whether the registered kernel returns it.
    pub fn is_returned(&self) -> bool {
        self.form.overwrites.is_none() && !self.absent
    }
}

/// The plan of an output, for calls that leave out some inputs.
pub fn output_plan<'a>(
    output: &'a OutputForm,
    form: &'a PackageForm,
    attrs: &[AttrPlan<'a>],
    package: &'a Package,
    variant: &Variant,
) -> OutputPlan<'a> {
    let names = output.shape.as_ref().map_or(Vec::new(), ShapeForm::names);
    let used = |name: &str| names.contains(&name);
    let shape_inputs: Vec<&InputForm> = form.inputs.iter().filter(|input| used(&input.name)).collect();
    let shape_attrs: Vec<&AttrPlan> = attrs.iter().filter(|attr| used(attr.name)).collect();
    // Lists come first: templates deduce their types.
    let ordered_attrs =
        || shape_attrs.iter().filter(|attr| attr.list).chain(shape_attrs.iter().filter(|attr| !attr.list));
    let shape_attrs: Vec<AttrPlan> = ordered_attrs().map(|attr| (*attr).clone()).collect();
    let arguments = shape_inputs.iter().map(|input| format!("shape(arg_{})", input.name));
    let shape_call =
        arguments.chain(shape_attrs.iter().map(|attr| format!("arg_{}", attr.name))).collect::<Vec<_>>().join(", ");
    let type_of = output.type_of.as_ref().and_then(|name| form.inputs.iter().find(|input| input.name == *name));
    OutputPlan {
        form: output,
        data_type: Element::of(&output.data_type, package),
        variable: variable(&output.registered.base, output.list, output.optional),
        absent: false,
        types: types(type_of, form).into_iter().map(|input| first(input, form, variant)).collect(),
        absent_with: absent_with(output, form),
        shape_inputs,
        shape_attrs,
        shape_call,
        saved: false,
        saved_shape: false,
        returned_at: form.returned().position(|of| of.name == output.name),
    }
}

/// The zeros for the gradient of an output on which nothing depends. `None` if the input is no such gradient, or the shape is not
/// known.
pub fn zeros<'a>(input: &InputForm, form: &'a PackageForm, forward: &'a PackageForm) -> Option<ZerosPlan<'a>> {
    let gradient_of = |input: &InputForm| {
        let output = input.name.strip_suffix("_grad").filter(|_| !input.list && !input.optional)?;
        let is_own = forward.inputs.iter().any(|own| own.name == input.name);
        forward.outputs.iter().find(|own| own.name == output && !own.list && !is_own)
    };
    let output = gradient_of(input)?;
    let shape = output.shape.as_ref()?;
    if forward.returned().count() < 2 {
        return None;
    }
    let has = |name: &&str| {
        form.attrs.iter().any(|attr| attr.name.value == *name)
            || form.inputs.iter().any(|input| input.name == *name && gradient_of(input).is_none())
    };
    let names = shape.names();
    if form.inputs.iter().any(|input| input.name == output.name && !input.list && !input.optional) {
        return Some(ZerosPlan { call: Some(format!("shape(arg_{})", output.name)), like: Vec::new() });
    }
    if output.unknown_sizes > 0 {
        return None;
    }
    if names.iter().all(has) {
        let inputs = forward.inputs.iter().filter(|input| names.contains(&input.name.as_str()));
        let is_used = |attr: &&&Attr| names.contains(&attr.name.as_str());
        let mut attrs: Vec<_> = forward.attrs.iter().filter(is_used).collect();
        attrs.sort_by_key(|attr| !attr.ty.list);
        let arguments = inputs.map(|input| format!("shape(arg_{})", input.name));
        let arguments: Vec<String> =
            arguments.chain(attrs.iter().map(|attr| format!("arg_{}", attr.name.value))).collect();
        let function = format!("shapes::op_{}::of_{}<int64_t>", forward.op.name.value, output.name);
        return Some(ZerosPlan { call: Some(format!("{function}({})", arguments.join(", "))), like: Vec::new() });
    }
    let same = form.inputs.iter().filter(|other| gradient_of(other).is_some_and(|of| of.shape.as_ref() == Some(shape)));
    let like: Vec<&str> = same.map(|other| other.name.as_str()).collect();
    let all = form.inputs.iter().filter(|other| gradient_of(other).is_some()).count();
    (like.len() == all && all > 1).then_some(ZerosPlan { call: None, like })
}

/// Whether an output has the shape and the data type that Paddle gives to a gradient without being told.
pub fn is_derived(output: &OutputForm, form: &PackageForm) -> bool {
    let origin = output.name.strip_suffix("_grad");
    let is_like = matches!(&output.shape, Some(ShapeForm::Like { input }) if Some(input.as_str()) == origin);
    form.order != Order::Forward && is_like && output.type_of.as_deref() == origin
}

/// The inputs whose data type an output has, the stated one first: if it is absent, the type for which the kernel is compiled.
pub fn types<'a>(stated: Option<&'a InputForm>, form: &'a PackageForm) -> Vec<&'a InputForm> {
    let Some(stated) = stated else { return Vec::new() };
    if !stated.optional {
        return vec![stated];
    }
    let others = || form.inputs.iter().filter(|input| input.name != stated.name);
    let same = || others().filter(|input| input.data_type == stated.data_type);
    let required = same().find(|input| !input.optional);
    match required {
        Some(required) => vec![stated, required],
        None if stated.data_type == TypeForm::Common => [stated].into_iter().chain(same()).collect(),
        None => [stated].into_iter().chain(others().find(|input| !input.optional)).collect(),
    }
}

/// A list needs no such input: it has as many tensors as the list whose shapes it has.
pub fn absent_with<'a>(output: &OutputForm, form: &'a PackageForm) -> Option<&'a str> {
    let Some(ShapeForm::Like { input }) = &output.shape else { return None };
    let like = form.inputs.iter().find(|own| own.name == *input)?;
    (like.optional && !output.list && output.overwrites.is_none()).then_some(like.name.as_str())
}

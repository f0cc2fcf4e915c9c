//! The arguments of an operator of a package: attributes, the inputs that decide something, and conditions on them.

use crate::forms::variants::Variant;
use crate::forms::{InputForm, PackageForm, RequireForm, TypeForm, spelling};
use forms::defaults::{self, DefaultValue};
use profile::Package;
use serde::Serialize;
use spec::Attr;

/// An attribute.
#[derive(Debug, Clone, Serialize)]
pub struct AttrPlan<'a> {
    pub name: &'a str,
    /// The type in the YAML.
    #[serde(rename = "type")]
    pub ty: String,
    pub cpp: &'a str,
    pub paddle: &'a str,
    pub schema: &'a str,
    pub torch: &'a str,
    /// For a number or a list of numbers: its type in kernels, if `PyTorch` has more bits.
    pub narrowed: Option<&'a str>,
    pub saved: &'a str,
    pub load: &'a str,
    /// Whether Paddle passes it to functions for shapes.
    pub in_shapes: bool,
    /// Whether it is a size, which may be a symbol where `PyTorch` traces.
    pub symbolic: bool,
    /// Whether the value must be copied, item by item, for the kernel.
    pub list: bool,
    /// Whether callers may omit it.
    pub optional: bool,
    /// The type in a `std::optional`.
    pub value: Option<&'a str>,
    pub default: Option<DefaultValue<'a>>,
    /// A value for tests.
    pub example: String,
}

/// The input that decides something.
#[derive(Debug, Serialize)]
pub struct FirstPlan<'a> {
    pub name: &'a str,
    pub list: bool,
    pub optional: bool,
    /// Whether this registration is for calls without it.
    pub absent: bool,
}

/// A condition on the arguments.
#[derive(Debug, Serialize)]
pub struct RequirePlan<'a> {
    #[serde(flatten)]
    pub form: &'a RequireForm,
    /// Its number, from 1.
    pub at: usize,
    pub has_types: bool,
    /// The inputs whose sizes it compares.
    pub sized: Vec<&'a InputForm>,
    /// The inputs whose types it compares.
    pub typed: Vec<&'a InputForm>,
    /// The inputs and attributes without which nothing is checked.
    pub optional: Vec<&'a str>,
    /// The attributes, lists first.
    pub attrs: Vec<AttrPlan<'a>>,
}

/// The plan of an attribute. `None` if packages cannot have its type.
pub fn attr_plan<'a>(
    attr: &'a Attr,
    form: &PackageForm,
    symbolic: &[&str],
    package: &'a Package,
) -> Option<AttrPlan<'a>> {
    let spelling = spelling(attr, package)?;
    let is_symbol = form.marks(attr.name.as_str()).is_some_and(|marks| marks.symbolic);
    Some(AttrPlan {
        name: attr.name.as_str(),
        ty: attr.ty.to_string(),
        cpp: &spelling.cpp,
        paddle: &spelling.paddle,
        schema: &spelling.schema,
        torch: &spelling.torch,
        narrowed: spelling.narrowed.as_deref(),
        saved: &spelling.saved,
        load: &spelling.load,
        in_shapes: !spelling.hidden_from_shapes,
        symbolic: is_symbol || spelling.schema.starts_with("int") && symbolic.contains(&attr.name.as_str()),
        list: attr.ty.list,
        optional: attr.optional,
        value: spelling.value.as_deref(),
        default: defaults::default(attr),
        example: form.example_value(attr),
    })
}

/// The plan of an input that decides something, for calls that leave out some inputs.
pub fn first<'a>(input: &'a InputForm, form: &PackageForm, variant: &Variant) -> FirstPlan<'a> {
    let absent = variant.lacks(&input.name, form);
    FirstPlan { name: &input.name, list: input.list, optional: input.optional, absent }
}

/// The inputs for whose data type the kernel is compiled, up to the first one that is always there.
pub fn common<'a>(form: &'a PackageForm) -> Vec<&'a InputForm> {
    let all = || form.inputs.iter().filter(|input| input.data_type == TypeForm::Common);
    match all().find(|input| !input.optional) {
        Some(required) => vec![required],
        None => all().collect(),
    }
}

/// The name of a variable in programs.
pub fn variable(base: &str, list: bool, optional: bool) -> String {
    format!("{base}{}{}", if list { "@VECTOR" } else { "" }, if optional { "@OPTIONAL" } else { "" })
}

/// The plan of a condition, by its number from 1.
pub fn require_plan<'a>(
    at: usize,
    require: &'a RequireForm,
    form: &'a PackageForm,
    attrs: &[AttrPlan<'a>],
) -> RequirePlan<'a> {
    let (names, typed) = (require.condition.names(), require.condition.typed());
    let inputs =
        |names: &[&str]| form.inputs.iter().filter(|input| names.contains(&input.name.as_str())).collect::<Vec<_>>();
    let mut attrs: Vec<AttrPlan> = attrs.iter().filter(|attr| names.contains(&attr.name)).cloned().collect();
    attrs.sort_by_key(|attr| !attr.list);
    let optional_inputs = inputs(&names).into_iter().filter(|input| input.optional).map(|input| input.name.as_str());
    let optional_attrs = attrs.iter().filter(|attr| attr.optional).map(|attr| attr.name);
    RequirePlan {
        form: require,
        at,
        has_types: !typed.is_empty(),
        sized: inputs(&require.condition.sized()),
        typed: inputs(&typed),
        optional: optional_inputs.chain(optional_attrs).collect(),
        attrs,
    }
}

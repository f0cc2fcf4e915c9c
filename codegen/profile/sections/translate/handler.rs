//! `[translate.handlers]`: what takes the place of steps of the general rule for single operators.

use indexmap::IndexMap;
use serde::Deserialize;

use super::Literal;

/// What takes the place of steps of the general rule for one operator.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handler {
    /// Which operation it becomes.
    #[serde(default)]
    pub operation: Option<OperationRule>,
    /// All operands.
    #[serde(default)]
    pub operands: Option<OperandsRule>,
    /// Single operands, by name.
    #[serde(default)]
    pub operand: IndexMap<String, OperandRule>,
    /// All attributes.
    #[serde(default)]
    pub attributes: Option<AttributesRule>,
    /// Single attributes, by name.
    #[serde(default)]
    pub attribute: IndexMap<String, AttributeRule>,
    /// Attributes that old programs do not have. If any is listed, other absent attributes are mistakes.
    #[serde(default)]
    pub defaults: IndexMap<String, Literal>,
    #[serde(default)]
    pub results: Option<ResultsRule>,
    /// What is inserted behind the operation.
    #[serde(default)]
    pub after: Option<AfterRule>,
    /// The kernel that the framework runs for the operation by mistake, so that results are wrong.
    #[serde(default)]
    pub wrong_kernel: Option<WrongKernel>,
    /// An attribute that is kept beside those of the operation, if the operator has it.
    #[serde(default)]
    pub also_keeps: Option<String>,
    /// The same, if a number is not greater than zero.
    #[serde(default)]
    pub also_keeps_without_number: Option<KeptWithoutNumber>,
    /// An output that must be empty.
    #[serde(default)]
    pub without_output: Option<String>,
    /// Attributes that must have this value.
    #[serde(default)]
    pub only_with: IndexMap<String, Literal>,
    /// It is the gradient of an operator that changes a shape, and is made of that shape alone.
    #[serde(default)]
    pub rebuilds_gradient: Option<ShapeGradient>,
    /// Another handler, if the operator has one of these inputs.
    #[serde(default)]
    pub with_input: Option<WithInput>,
    /// Another handler, if the first variable of this output is already defined.
    #[serde(default)]
    pub with_defined_output: Option<WithDefinedOutput>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptWithoutNumber {
    pub attribute: String,
    pub number: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrongKernel {
    pub runs: String,
    /// A flag with which both kernels do the same.
    pub harmless_with: String,
}

/// The gradient of an operator that changes a shape.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapeGradient {
    pub operation: String,
    /// The input with the shape that there was, with a zero in front.
    pub shape: String,
    pub gradient: String,
    pub result: String,
    #[serde(default)]
    pub axes: Option<Carried>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithInput {
    pub any_of: Vec<String>,
    pub handler: Box<Handler>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithDefinedOutput {
    pub output: String,
    pub handler: Box<Handler>,
}

/// Which operation an operator becomes.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OperationRule {
    /// Always this one.
    Always(String),
    /// This one, or its form that works in place.
    Either(String),
    /// One of two that have different names.
    InPlace { yes: String, no: String },
    /// By a flag.
    ByFlag { attribute: String, yes: String, no: String },
    /// By whether a number is greater than zero.
    ByNumber { attribute: String, positive: String, otherwise: String },
    /// By whether an input is given.
    ByInput { input: String, given: String, absent: String },
    /// Another one for an array of tensors, and yet another one if its result is one tensor. For anything else the general
    /// rule holds, unless there is `otherwise`.
    ByArray {
        input: String,
        array: String,
        #[serde(default)]
        to_tensor: Option<ToTensor>,
        #[serde(default)]
        otherwise: Option<String>,
    },
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToTensor {
    pub output: String,
    pub operation: String,
}

/// What takes the place of all operands.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OperandsRule {
    /// The variables of these inputs and, behind `out:`, of outputs, as far as they are given.
    Variables(Vec<String>),
    /// A tensor that is split into parts of some sizes along an axis.
    Split { input: String, number: String, sizes: Carried, axis: Carried },
    /// Operands that are reshaped to matrices, and what is multiplied with the result.
    Matrices { operands: Vec<Matrix>, gradient: Option<String> },
    /// The second operand is reshaped, so that it lies at an axis of the first.
    AlongAxis { first: String, second: String, axis: String },
    /// A shape and a value, in this order or the other way round.
    ShapeAndValue { shape_first: bool, shape: Carried, value: Carried },
    /// A condition, and the values that it selects from or that are selected.
    Selected { mask: String, values: String },
}

/// An attribute that inputs may carry.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    pub attribute: String,
    #[serde(default)]
    pub tensor: Option<String>,
    #[serde(default)]
    pub tensors: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    pub input: String,
    /// The attribute with the number of sizes that become rows.
    pub rows: String,
}

/// What takes the place of one operand.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OperandRule {
    /// Zeros, of the shape and the type of an output.
    ZerosLikeOutput(String),
    /// A tensor, or a constant of the attribute's own type.
    TensorOrNumber { tensor: String, attribute: String },
    /// A tensor, or a constant; an absent attribute is zero.
    Number,
    /// A tensor, or a list of integers.
    IntArray,
    /// Exactly one variable of this input.
    Only(String),
    /// The array of tensors in an input, which is made if nothing has defined it.
    ArrayOfInput(String),
    /// The same for an output.
    ArrayOfOutput(String),
}

/// What takes the place of all attributes.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AttributesRule {
    /// Only the first one of the operation, from this attribute.
    First(String),
    /// These alone, by name.
    Only(IndexMap<String, AttributeRule>),
}

/// What takes the place of one attribute.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AttributeRule {
    /// This value.
    Value(Literal),
    /// The name of the first variable of all inputs, or of all outputs.
    NameOfInput,
    NameOfOutput,
    /// What an attribute holds, as it is; if it is absent, the default.
    Kept {
        from: String,
        #[serde(default)]
        default: Option<Literal>,
    },
    /// A number, or nothing if the attribute is absent or not greater than zero.
    IfPositive(String),
    /// What an attribute holds, which must be there.
    Required(String),
    /// The same as a number of this kind, or zero of that kind if it is absent.
    IntegerOrZero(String),
    StringOrEmpty(String),
    /// The kind of memory that a number stands for; the numbers are those of the framework's enumeration.
    Memory {
        from: String,
        device: String,
        kind: String,
    },
    /// The place that a number stands for, or that of a processor if a flag is set.
    Place {
        from: String,
        processor: String,
        #[serde(default)]
        default: Option<Literal>,
    },
    /// No place.
    NoPlace,
    /// The data type of a variable.
    TypeOfInput(String),
    /// An empty list if a flag is set.
    EmptyIf(String),
    /// The first list that is not empty.
    FirstList(Vec<String>),
    /// The list that belongs to the data type in an attribute, by the number of that type.
    ListByType {
        attribute: String,
        lists: IndexMap<String, String>,
    },
    /// A data type of which there is a tensor.
    ElementType(String),
    /// What an attribute holds. If it is absent, the smallest or largest signed integer with a number of bits, or the default
    /// if that number is absent, too.
    LimitOfBits {
        from: String,
        bits: String,
        is_largest: bool,
    },
    /// A number of 32 bits with a fraction, and nothing else.
    Float {
        from: String,
        exact: String,
        data_type: String,
    },
}

/// What takes the place of the results' types.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ResultsRule {
    /// One, of the type of the first operand, which no variable stands for.
    LikeOperand,
    /// None.
    Nothing,
    /// The element type comes from an attribute.
    ElementFrom { output: String, attribute: String },
    /// What the values that are selected from have in common.
    Common { output: String },
    /// As many as the output has variables, of the type of the value that is selected.
    Each { output: String },
}

/// What is inserted behind the operation.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AfterRule {
    /// The result is reshaped to the first sizes of one operand and the last ones of the other.
    ReshapeProduct { output: String, first: Matrix, second: Matrix },
    /// Each of these outputs is reshaped to the shape of the variable in an input.
    ReshapeLike(IndexMap<String, String>),
    /// An output is reshaped to the shape of an input if an axis is given.
    ReshapeBack { output: String, input: String, axis: String },
    /// The result loses the dimensions at these axes.
    Squeeze { output: String, axes: Vec<Literal> },
    /// The result is multiplied.
    Multiply { output: String, by: String },
    /// Only the variable of this output stands for the result.
    Record(String),
}

//! `[translate]`: how programs of the older form become programs of PIR.

use std::fmt;
use std::str::FromStr;

use indexmap::IndexMap;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// What a version's translator does that the YAML does not say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Translate {
    /// The dialect of the operators.
    pub dialect: String,
    /// The dialects that have operators of one kind of device, for programs that ask for it.
    #[serde(default)]
    pub devices: Vec<DeviceDialect>,
    /// Operators that always work in place.
    pub in_place: Vec<String>,
    /// Operators that cannot be translated.
    pub refused: Vec<String>,
    /// Variables that are not values.
    pub containers: Vec<String>,
    /// The names of operations that the translator inserts itself.
    pub inserted: Inserted,
    /// Operations whose classes are written by hand, as a table of facts spells them.
    pub operations: Vec<String>,
    /// How a release describes operations that its YAML, from a preview, describes otherwise.
    #[serde(default)]
    pub released: Released,
    pub blocks: BlockOperators,
    pub rules: TranslateRules,
    pub text: ProgramText,
    /// What the attributes of operations are called that say something of their results.
    pub result_attributes: ResultAttributes,
    /// By the operator's type in programs.
    pub handlers: IndexMap<String, Handler>,
}

/// Corrections of facts.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Released {
    pub operations: Vec<String>,
    pub without: Vec<String>,
}

/// Operators that one kind of device executes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceDialect {
    pub dialect: String,
    /// The attribute with which an operator asks for it.
    pub attribute: String,
}

/// Operations by what they are for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inserted {
    pub parameter: String,
    pub set_parameter: String,
    pub combine: String,
    pub slice: String,
    pub data: String,
    pub full: String,
    pub full_int_array: String,
    pub reshape: String,
    pub shape: String,
    pub concat: String,
    pub squeeze: String,
    pub stack: String,
    pub scale: String,
    pub create_array: String,
    pub branch: String,
    pub cycle: String,
    pub end_of_block: String,
    #[serde(default)]
    pub create_stack: String,
    #[serde(default)]
    pub push: String,
    #[serde(default)]
    pub pop: String,
}

/// Operators with blocks and those around them, by what they are for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockOperators {
    pub condition: String,
    pub condition_gradient: String,
    pub cycle: String,
    /// What stands between and behind two blocks that exclude each other: the condition of the second one, which block was
    /// run, and the results of that block.
    pub negation: String,
    pub choice: String,
    pub selection: String,
    /// At the end of a block, what is handed on is copied.
    pub copy: String,
    /// What may be selected besides.
    pub constants: Vec<String>,
    /// Names a result, unless that was removed.
    pub shown: String,
    /// Give values to variables, but do not write parameters.
    pub given: Vec<String>,
}

/// Where versions differ.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranslateRules {
    /// Variables of the outermost block that are read and that nothing defines become `data`.
    pub defines_inputs: bool,
    /// Two blocks that exclude each other become one operation, with what selects between their results.
    pub joins_branches: bool,
    /// A reshaped value comes with the shape that it had.
    pub keeps_old_shape: bool,
    /// An absent flag is false, and a number may be given for a flag.
    pub completes_flags: bool,
    /// A list of 64-bit integers may be given for one of 32-bit integers.
    pub narrows_lists: bool,
    /// The values of constants keep 64 bits.
    pub keeps_doubles: bool,
    /// Shapes are numbers of 64 bits.
    pub long_shapes: bool,
    /// A reshape knows the sizes that come from the shape of a tensor, where they are known.
    pub knows_shapes: bool,
    /// The inserted operation that makes an array says whether it stops gradients.
    pub flags_arrays: bool,
    /// A reshape that broadcasts also says which sizes stand in front.
    pub pads_in_front: bool,
    /// Variables of sparse tensors and of 8-bit floats have types.
    pub newer_kinds: bool,
    /// Operators over sparse tensors have names in programs that begin so.
    #[serde(default)]
    pub sparse_prefix: Option<String>,
    /// Sparse operators that are chosen by one input alone, and that input.
    #[serde(default)]
    pub sparse_by_input: IndexMap<String, String>,
    /// Inputs of operators that are not read, and so do not become `data`.
    #[serde(default)]
    pub unread: IndexMap<String, String>,
    /// A result that the gradient of a block renames ends so.
    #[serde(default)]
    pub renamed_in_block: Option<String>,
}

/// How the framework prints programs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramText {
    /// Blocks are indented by their depth, and operations with blocks have attributes.
    pub nests: bool,
    /// Attributes and types say what they are.
    pub spells_kinds: bool,
}

/// Attributes about results.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultAttributes {
    pub stop_gradient: String,
    pub persistable: String,
    /// On a branch whose other side only has zeros.
    #[serde(default)]
    pub without_other_side: String,
}

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

/// A value as the profile spells it. The attribute that it is for says of which type it is.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    One(String),
    List(Vec<String>),
}

impl Literal {
    /// One number.
    pub fn number<N: FromStr>(&self) -> Option<N> {
        match self {
            Literal::One(text) => text.parse().ok(),
            Literal::List(_) => None,
        }
    }
}

impl<'de> Deserialize<'de> for Literal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LiteralVisitor)
    }
}

struct LiteralVisitor;

impl<'de> Visitor<'de> for LiteralVisitor {
    type Value = Literal;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a text, a flag, or a list of these")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Literal, E> {
        Ok(Literal::One(flag.to_string()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Literal, E> {
        Ok(Literal::One(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Literal, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Literal::List(list))
    }
}

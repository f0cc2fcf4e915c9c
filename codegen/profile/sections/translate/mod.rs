//! `[translate]`: how programs of the older form become programs of PIR.

mod handler;
mod literal;

use indexmap::IndexMap;
use serde::Deserialize;

pub use handler::{
    AfterRule, AttributeRule, AttributesRule, Carried, Handler, KeptWithoutNumber, Matrix, OperandRule, OperandsRule,
    OperationRule, ResultsRule, ShapeGradient, ToTensor, WithDefinedOutput, WithInput, WrongKernel,
};
pub use literal::Literal;

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
    /// Operations whose order has a meaning in a saved program, and the attribute with the place of each.
    #[serde(default)]
    pub ordered_when_saved: IndexMap<String, String>,
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

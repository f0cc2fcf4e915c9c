//! `[translate]`: how saved programs (`ProgramDesc`) become programs of PIR.

mod form;
mod function;
mod handler;
mod literal;

use indexmap::IndexMap;
use serde::Deserialize;

pub use form::ProgramForm;
pub use function::{CopyOperations, FillOperations, Function, SliceOperations, SplitOperations};
pub use handler::{Handler, OperationRule, ResultType};
pub use literal::Literal;

/// The parts of a release's translator that do not follow from the YAML.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Translate {
    /// The form of the programs of PIR.
    pub form: ProgramForm,
    /// The version that the framework writes into programs that it saves as JSON. It upgrades those of lower versions.
    #[serde(default = "first_version")]
    pub program_version: usize,
    /// The order in which variables get their flags.
    pub order_of_variables: VariableOrder,
    /// The main dialect of operations.
    pub dialect: String,
    /// Dialects with operations for one kind of device, which programs ask for.
    #[serde(default)]
    pub devices: Vec<DeviceDialect>,
    /// Operators that always work in place.
    pub in_place: Vec<String>,
    /// Operators that cannot be translated.
    pub refused: Vec<String>,
    /// Variables that only collect inputs or outputs of the program, and so become no value.
    pub containers: Vec<String>,
    /// Inputs, by operator, that are not read, and so do not become `data`.
    #[serde(default)]
    pub unread: IndexMap<String, String>,
    /// The names of operations that the translator inserts.
    pub inserted: Inserted,
    /// Operations whose classes are written by hand, in the format of the table of facts.
    pub operations: Vec<String>,
    /// Where the release differs from the YAML of its preview.
    #[serde(default)]
    pub released: Released,
    /// Operators with blocks, and the operators around them.
    pub blocks: BlockOperators,
    /// Operators over sparse tensors; absent if the release translates none.
    #[serde(default)]
    pub sparse: Option<SparseOperators>,
    /// Operations whose order in a saved program matters to its callers, and the attribute with the place of each.
    #[serde(default)]
    pub ordered_when_saved: IndexMap<String, String>,
    /// Operations for inputs that saved programs declare with `inserted.data` instead, because not all loaders accept them.
    #[serde(default)]
    pub declared_when_saved: Vec<String>,
    /// Names of the attributes that describe an operation's results.
    pub result_attributes: ResultAttributes,
    /// Operators for which the release runs the kernel of another operation.
    #[serde(default)]
    pub wrong_kernels: IndexMap<String, WrongKernel>,
    /// Outputs for which old programs declare another data type than their kernels return.
    #[serde(default)]
    pub wrong_types: WrongTypes,
    /// Operators without an operation that the release still runs in old programs, without PIR.
    #[serde(default)]
    pub runs_without_pir: Vec<String>,
    /// Handlers, by the operator's type in programs.
    pub handlers: IndexMap<String, Handler>,
}

fn first_version() -> usize {
    1
}

/// The order in which the translator visits variables. If several variables are parts of one result and their flags differ, the
/// last one that is visited decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VariableOrder {
    /// The order in which the program defines them.
    Program,
    /// The order of the hash table that the framework's own translator keeps them in, so that translations can be compared with
    /// the framework's to the byte.
    FrameworkHashTable,
}

/// Corrections of facts.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Released {
    /// Operations that the release describes otherwise, or that only the release has.
    pub operations: Vec<String>,
    /// Operations that the release lacks.
    pub without: Vec<String>,
    /// Attributes that the release gives, with an empty default, to every operator that has a default for another attribute.
    #[serde(default)]
    pub empty_beside: IndexMap<String, String>,
}

/// A dialect with operations for one kind of device.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceDialect {
    /// The name of the dialect.
    pub dialect: String,
    /// The flag with which an operator asks for it.
    pub attribute: String,
    /// Attributes for the device that some operations of the main dialect have, too.
    #[serde(default)]
    pub kept_attributes: Vec<String>,
}

/// Names of operations that the translator inserts, by purpose.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inserted {
    /// A parameter.
    pub parameter: String,
    /// Gives a parameter a new value.
    pub set_parameter: String,
    /// Combines values into a vector.
    pub combine: String,
    /// Takes one value out of a vector.
    pub slice: String,
    /// An input of the program.
    pub data: String,
    /// A constant.
    pub full: String,
    /// A constant list of integers.
    pub full_int_array: String,
    /// Gives a tensor another shape.
    pub reshape: String,
    /// The shape of a tensor.
    pub shape: String,
    /// Joins tensors along an axis.
    pub concat: String,
    /// Removes dimensions.
    pub squeeze: String,
    /// Adds dimensions.
    #[serde(default)]
    pub unsqueeze: String,
    /// Joins tensors along a new axis.
    pub stack: String,
    /// Multiplies a tensor by a number.
    pub scale: String,
    /// An empty array of tensors.
    pub create_array: String,
    /// A condition with two blocks.
    pub branch: String,
    /// A loop.
    pub cycle: String,
    /// Returns values from a block.
    pub end_of_block: String,
    /// A stack that passes values from a block to its gradient.
    #[serde(default)]
    pub create_stack: String,
    /// Puts values on the stack.
    #[serde(default)]
    pub push: String,
    /// Takes values from the stack.
    #[serde(default)]
    pub pop: String,
}

/// Operators with blocks and the operators around them, by purpose.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockOperators {
    /// Runs a block if a condition holds.
    pub condition: String,
    /// Its gradient.
    pub condition_gradient: String,
    /// Repeats a block.
    pub cycle: String,
    /// Negates the condition, for the second of two blocks that exclude each other.
    pub negation: String,
    /// Makes a mask of the condition, behind both blocks.
    pub choice: String,
    /// Selects the result of one of the two blocks by the mask.
    pub selection: String,
    /// Copies a value to a result at the end of a block.
    pub copy: String,
    /// Operators for constants that may be selected instead of a result.
    pub constants: Vec<String>,
    /// Names a result. It is left out if the result was removed.
    pub shown: String,
    /// Operators whose outputs do not become parameters.
    pub given: Vec<String>,
    /// In the gradient of a block, the names of results that were renamed contain this.
    #[serde(default)]
    pub renamed: Option<String>,
}

/// Operators over sparse tensors.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SparseOperators {
    /// Their names in programs begin with this.
    pub prefix: String,
    /// Operators whose operation depends on one input alone, and that input.
    #[serde(default)]
    pub by_input: IndexMap<String, String>,
}

/// Names of attributes that describe results.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultAttributes {
    /// Whether each result stops gradients.
    pub stop_gradient: String,
    /// Whether each result is persistable.
    pub persistable: String,
    /// Marks a condition whose second block returns only what was there before, or zeros.
    #[serde(default)]
    pub without_other_side: String,
}

/// A kernel that the release runs by mistake.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrongKernel {
    /// The kernel that runs.
    pub runs: String,
    /// A flag with which both kernels compute the same.
    pub harmless_with: String,
}

/// The data types of tensors that old programs declare otherwise.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrongTypes {
    /// The numbers of the data types that kernels return, by operator and output.
    pub outputs: IndexMap<String, IndexMap<String, Literal>>,
    /// Operators whose output has the data type of their input.
    pub kept: IndexMap<String, KeptType>,
}

/// The input whose data type an output has.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptType {
    /// The input.
    pub input: String,
    /// The output.
    pub output: String,
}

//! The functions that translate single operators otherwise than the general rule.

use serde::Deserialize;

/// A function of the translator. The profile says which operators it is for, and names the operations that it chooses from;
/// the function itself knows the inputs, outputs and attributes of these operators.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Function {
    /// An input of the program whose name, shape, type and place are attributes.
    DeclaredInput,
    /// An input of the program, by the number of its column.
    FedInput,
    /// An output of the program, by the number of its column.
    FetchedOutput,
    /// A tensor filled with one value.
    Constant(FillOperations),
    /// A tensor with the values in the list for its data type.
    ValuesByType,
    /// A tensor with the values in the first list that is not empty.
    FirstValues,
    /// The length of an array, which is created if nothing has written it.
    LengthOfArray,
    /// An element is written to an array, which is created if nothing has written it.
    ElementOfArray,
    /// A copy of a tensor or an array.
    CopyOfTensorOrArray(CopyOperations),
    /// A slice of a tensor or an array.
    SliceOfTensorOrArray(SliceOperations),
    /// A tensor split into a number of equal parts, or into parts of given sizes.
    SplitIntoParts(SplitOperations),
    /// One of several tensors, by a mask.
    SelectionOfInput,
    /// A tensor becomes one of two results, by a mask.
    SelectionOfOutput,
    /// The operation keeps the attributes for a device (`kept_attributes`) besides its own.
    DeviceAttribute,
    /// The data type is that of the first bound.
    TypeOfBound,
    /// The data type of the result is an attribute.
    TypeOfResult,
    /// A reduction over listed axes, or over all if a flag is set.
    AllAxes,
    /// A recurrent layer whose dropout state is created with zeros.
    DropoutState,
    /// Rows of a table by indices whose last dimension but one has the size 1.
    RowsOfTable,
    /// Of all results, only the main one stands for a variable.
    MainResult,
    /// A gradient that has no operation if the gradient of the intermediate result is wanted, too.
    WithoutIntermediate,
    /// The limits of quantized values follow from a number of bits unless they are given.
    QuantizedLimits,
    /// The product of two tensors that are reshaped to matrices.
    MatrixProduct,
    /// The gradient of such a product.
    MatrixProductGradient,
    /// A product multiplied by a number.
    ScaledProduct,
    /// Two operands, the second of which begins at an axis of the first.
    AlongAxis,
    /// The gradient of such an operator: that of the second operand gets its shape back.
    AlongAxisGradient,
    /// A tensor that becomes a matrix at an axis.
    FlattenedToMatrix,
    /// A tensor that is repeated along its axes.
    RepeatedTensor,
    /// A tensor that is repeated until it has the shape of another.
    RepeatedToShape,
    /// An interpolation that follows from the sizes of input and result, even if a factor is given.
    InterpolationBySizes,
    /// Padding of an image by the operation for volumes.
    PaddedImage,
    /// The gradient of an operator that changes a shape, made from the old shape alone.
    ShapeGradient,
    /// The same, with the axes that the operator inserted or removed.
    ShapeAxesGradient,
}

/// The operations that make a constant.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FillOperations {
    /// If shape and value are attributes.
    pub attributes: String,
    /// If either is a tensor.
    pub tensors: String,
}

/// The operations that copy something else than a tensor; the general rule holds for the rest.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopyOperations {
    /// Copies an array of tensors.
    pub array: String,
    /// Copies to a variable that already has a value; absent if the release does not distinguish that.
    #[serde(default)]
    pub overwriting: Option<String>,
}

/// The operations that slice.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SliceOperations {
    /// A tensor from a tensor.
    pub tensor: String,
    /// An array from an array.
    pub array: String,
    /// A tensor from an array.
    pub element: String,
}

/// The operations that split a tensor.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitOperations {
    /// Into parts of the same size.
    pub number: String,
    /// Into parts of given sizes.
    pub sizes: String,
}

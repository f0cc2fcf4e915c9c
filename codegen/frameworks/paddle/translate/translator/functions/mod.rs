//! Functions that translate single operators otherwise than the general rule.
//!
//! The profile says which operators a function is for and which operations they become. A function owns the names of its
//! operators' inputs, outputs and attributes: they stand here as constants, and not in the profile.

mod arrays;
mod axes;
mod constants;
mod ends;
mod layers;
mod parts;
mod products;
mod quantization;
mod replaced;
mod selection;
mod shapes;

use profile::Function;

use super::steps::{General, Steps};

/// The steps of a function, or those of the general rule.
pub(super) fn steps(function: Option<&Function>) -> &dyn Steps {
    let Some(function) = function else { return &General };
    match function {
        Function::DeclaredInput => &ends::DeclaredInput,
        Function::FedInput => &ends::FedInput,
        Function::FetchedOutput => &ends::FetchedOutput,
        Function::Constant(operations) => operations,
        Function::ValuesByType => &constants::ValuesByType,
        Function::FirstValues => &constants::FirstValues,
        Function::LengthOfArray => &arrays::LengthOfArray,
        Function::ElementOfArray => &arrays::ElementOfArray,
        Function::CopyOfTensorOrArray(operations) => operations,
        Function::SliceOfTensorOrArray(operations) => operations,
        Function::SplitIntoParts(operations) => operations,
        Function::SelectionOfInput => &selection::SelectionOfInput,
        Function::SelectionOfOutput => &selection::SelectionOfOutput,
        Function::DeviceAttribute => &layers::DeviceAttribute,
        Function::TypeOfBound => &layers::TypeOfBound,
        Function::TypeOfResult => &layers::TypeOfResult,
        Function::AllAxes => &axes::AllAxes,
        Function::DropoutState => &layers::DropoutState,
        Function::RowsOfTable => &layers::RowsOfTable,
        Function::MainResult => &layers::MainResult,
        Function::WithoutIntermediate => &layers::WithoutIntermediate,
        Function::QuantizedLimits => &quantization::QuantizedLimits,
        Function::MatrixProduct => &products::MatrixProduct,
        Function::MatrixProductGradient => &products::MatrixProductGradient,
        Function::ScaledProduct => &products::ScaledProduct,
        Function::AlongAxis => &axes::AlongAxis,
        Function::AlongAxisGradient => &axes::AlongAxisGradient,
        Function::FlattenedToMatrix => &replaced::FlattenedToMatrix,
        Function::RepeatedTensor => &replaced::RepeatedTensor,
        Function::RepeatedToShape => &replaced::RepeatedToShape,
        Function::InterpolationBySizes => &replaced::InterpolationBySizes,
        Function::PaddedImage => &replaced::PaddedImage,
        Function::ShapeGradient => &shapes::ShapeGradient,
        Function::ShapeAxesGradient => &shapes::ShapeAxesGradient,
    }
}

//! The rules that a mapping must obey, and the findings about code that is converted.

source::rules! {
    BAD_TEMPLATE = "E1201" Error "a template or a result in a mapping cannot be read";
    BAD_CONDITION = "E1202" Error "a condition in a mapping cannot be read";
    UNKNOWN_ARGUMENT = "E1203" Error "a rule refers to an argument that its function does not take";
    UNKNOWN_TARGET = "E1204" Error "a rule refers to something that the mapping does not have";
    TWO_RULES = "E1205" Error "two rules hold for the same use";
    LOST_ARGUMENT = "E1206" Error "a rule loses an argument";
    NOT_PYTHON = "E1211" Error "a file or a cell of a notebook is not Python";
    NOT_IMPORTED = "E1216" Error "a converted module cannot be imported";
    UNSUPPORTED = "W1212" Warning "a use of PyTorch cannot be converted";
    PACKAGE_AS_VALUE = "W1213" Warning "a package is used as a value";
    CHANGED = "W1214" Warning "a conversion drops an argument, or computes something again";
    MAY_DIFFER = "W1215" Warning "a conversion may compute something else";
    DIFFERS = "W1217" Warning "code in the style of the target differs from PyTorch's";
}

/// The rules of this room, with their pages.
pub const CATALOGUE: source::Catalogue = source::Catalogue::new(&[ALL]);

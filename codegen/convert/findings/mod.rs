//! What can be said about a mapping, and about code that is converted.

source::rules! {
    BAD_TEMPLATE = "E0901" Error "a template or a result in a mapping cannot be read";
    BAD_CONDITION = "E0902" Error "a condition in a mapping cannot be read";
    UNKNOWN_ARGUMENT = "E0903" Error "a rule refers to an argument that its function does not take";
    UNKNOWN_TARGET = "E0904" Error "a rule refers to something that the mapping does not have";
    TWO_RULES = "E0905" Error "two rules hold for the same use";
    NOT_PYTHON = "E0911" Error "a file is not Python";
    UNSUPPORTED = "W0912" Warning "a use of PyTorch cannot be converted";
    PACKAGE_AS_VALUE = "W0913" Warning "a package is used as a value";
    CHANGED = "W0914" Warning "a conversion drops an argument, or computes something again";
}

/// All of them.
pub const CATALOGUE: source::Catalogue = source::Catalogue::new(&[ALL]);

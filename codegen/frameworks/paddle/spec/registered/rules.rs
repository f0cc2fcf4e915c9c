//! The rules that a file of registered operators must obey.

source::rules! {
    UNKNOWN_REGISTERED = "E1001" Error "a list of registered operators contains an unknown one";
    UNKNOWN_SLOT = "E1002" Error "a gradient or an in-place pair refers to a variable that the operator does not have";
    DUPLICATE_SLOT = "E1003" Error "a registered operator has two variables or attributes with the same name";
}

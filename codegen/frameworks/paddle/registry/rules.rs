//! The rules that are checked while a normal form is read.

source::rules! {
    NORMAL_FORM = "E0010" Error "a normal form cannot be read back";
}

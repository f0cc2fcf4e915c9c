//! The rules that the normal form must obey.

source::rules! {
    NORMAL_FORM = "E0010" Error "a normal form cannot be read back";
}

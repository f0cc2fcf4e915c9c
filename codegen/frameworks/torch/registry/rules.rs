//! Rules about a tree as a whole.

source::rules! {
    OTHER_VERSION = "N2099" Note "a tree is of a version that no profile describes";
}

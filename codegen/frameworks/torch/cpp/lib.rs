//! The C++ signatures of operators.

#![deny(missing_docs)]

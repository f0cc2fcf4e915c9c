//! Compiles generated C++ against an installed framework and runs it there.
//!
//! `.ci/run` installs what the tests need and sets these variables. Without them the tests are skipped with a notice:
//! - `OPGEN_PADDLE_PYTHON`: a Python in which `paddlepaddle==2.6.2` is installed
//! - `OPGEN_PADDLE3_PYTHON`: a Python in which `paddlepaddle==3.0.0` is installed
//! - `OPGEN_CONVERT_PYTHON`: a Python in which `paddlepaddle==3.3.1` is installed
//! - `OPGEN_TORCH_PYTHON`: a Python in which PyTorch is installed
//! - `OPGEN_JAX_PYTHON`: a Python in which JAX is installed
//! - `OPGEN_PADDLE_INCLUDE`: additional include folders (oneDNN 3), separated by `:`
//!
//! `static_op` also needs protobuf, and says so if it is missing.

mod calls;
mod cpp_api;
mod defaults;
mod distributed;
#[path = "../support/distribution.rs"]
mod distribution;
mod dygraph;
mod framework;
mod keywords;
mod operators;
mod packages;
mod pir;
mod places;
mod signature;
mod skeletons;
#[path = "../support/skip.rs"]
mod skip;
mod static_op;
mod tables;

//! Checkpoints of PyTorch: reads them without PyTorch and without running anything in them, changes the layout of weights for
//! the layers of a converted project, and writes them for Paddle.
//!
//! This room knows the formats of files, and the layouts of Paddle's layers. It never runs Python.

#![deny(missing_docs)]

mod checkpoint;
mod dtype;
mod error;
mod gather;
mod layers;
mod legacy;
mod output;
mod pdparams;
mod pickle;
mod plan;
mod safetensors;
mod state;
mod torch_zip;
mod view;

pub use checkpoint::Checkpoint;
pub use error::{Result, WeightsError};
pub use layers::Layouts;
pub use plan::{Format, Plan};

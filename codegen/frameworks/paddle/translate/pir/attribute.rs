//! Attributes of operations.

use super::DataType;

#[derive(Debug, Clone, PartialEq)]
pub enum Attribute {
    Bool(bool),
    Int32(i32),
    Int64(i64),
    Float(f32),
    Double(f64),
    Text(String),
    Array(Vec<Attribute>),
    IntArray(Vec<i64>),
    DataType(DataType),
    Place(Place),
}

/// Where the memory of a tensor is.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    pub memory: Memory,
    pub device: i32,
    /// The name of a custom kind of device, or empty.
    pub custom: String,
}

/// The number of a kind of memory in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory(pub i32);

impl Place {
    pub fn new(memory: Memory) -> Self {
        Place { memory, device: 0, custom: String::new() }
    }
}

impl Memory {
    pub const UNDEFINED: Memory = Memory(0);
    pub const PROCESSOR: Memory = Memory(1);
    pub const GPU: Memory = Memory(2);
    pub const GPU_PINNED: Memory = Memory(3);
    pub const XPU: Memory = Memory(4);
    pub const CUSTOM: Memory = Memory(9);

    /// The printed name, and whether the number of the device follows it. `None` for custom and unknown devices.
    pub fn name(self) -> Option<(&'static str, bool)> {
        Some(match self.0 {
            0 => ("undefined", true),
            1 => ("cpu", false),
            2 => ("gpu", true),
            3 => ("gpu_pinned", false),
            4 => ("xpu", true),
            7 => ("ipu", true),
            _ => return None,
        })
    }
}

//! The classes and functions that a pickle may name. Each is a word of the machine; none is ever run.

use crate::dtype::Dtype;
use crate::error::{Result, WeightsError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Global {
    Dict,
    Size,
    Tensor,
    Parameter,
    /// The class of a storage; `None` for bytes.
    Storage(Option<Dtype>),
    RebuildTensor,
    RebuildTensorV2,
    RebuildTensorV3,
    RebuildParameter,
    RebuildFromType,
    /// Makes a value of which only the type is kept.
    Makes(&'static str),
}

/// The global of a name.
///
/// # Errors
/// If it is not one of those above.
pub(crate) fn find(module: &str, name: &str) -> Result<Global> {
    let known = match module {
        "torch._utils" => rebuild(name),
        "torch" | "torch.cuda" | "torch.storage" => of_torch(name),
        _ => other(module, name),
    };
    known.ok_or_else(|| refusal(module, name))
}

fn rebuild(name: &str) -> Option<Global> {
    Some(match name {
        "_rebuild_tensor" => Global::RebuildTensor,
        "_rebuild_tensor_v2" => Global::RebuildTensorV2,
        "_rebuild_tensor_v3" => Global::RebuildTensorV3,
        "_rebuild_parameter" | "_rebuild_parameter_with_state" => Global::RebuildParameter,
        _ => return None,
    })
}

fn of_torch(name: &str) -> Option<Global> {
    Some(match name {
        "Size" => Global::Size,
        "Tensor" => Global::Tensor,
        "device" => Global::Makes("a device"),
        "UntypedStorage" => Global::Storage(None),
        name => return Dtype::of_storage(name).map(|dtype| Global::Storage(Some(dtype))),
    })
}

fn other(module: &str, name: &str) -> Option<Global> {
    Some(match (module, name) {
        ("collections", "OrderedDict" | "Counter") => Global::Dict,
        ("torch.nn.parameter", "Parameter" | "Buffer") => Global::Parameter,
        ("torch._tensor", "_rebuild_from_type_v2") => Global::RebuildFromType,
        ("torch.serialization", "_get_layout") => Global::Makes("a layout"),
        ("_codecs", "encode") => Global::Makes("bytes"),
        ("builtins" | "__builtin__", "bytearray" | "bytes") => Global::Makes("bytes"),
        ("builtins" | "__builtin__", "set" | "frozenset") => Global::Makes("a set"),
        ("builtins" | "__builtin__", "complex") => Global::Makes("a complex number"),
        ("numpy.core.multiarray" | "numpy._core.multiarray", "scalar") => Global::Makes("a number of NumPy"),
        ("numpy", "dtype") => Global::Makes("a dtype of NumPy"),
        _ => return None,
    })
}

fn refusal(module: &str, name: &str) -> WeightsError {
    let full = format!("{}.{}", printable(module), printable(name));
    let reason = |reason: &str| WeightsError::new(format!("the pickle uses `{full}`: {reason}"));
    let is_quantized = name.starts_with("_rebuild_qtensor") || (name.starts_with('Q') && name.ends_with("Storage"));
    match (module, name) {
        ("torch._utils", "_rebuild_qtensor") => reason("quantized tensors cannot be converted"),
        ("torch", _) if is_quantized => reason("quantized tensors cannot be converted"),
        ("torch._utils", name) if name.contains("sparse") => reason("sparse tensors cannot be converted"),
        ("torch._utils", name) if name.contains("meta") => reason("tensors on the device `meta` have no values"),
        _ => WeightsError::new(format!("the pickle uses `{full}`, which is no part of a checkpoint; it was not run"))
            .help("save only tensors in PyTorch: `torch.save(model.state_dict(), PATH)`"),
    }
}

/// A name from a stranger's file: no control characters, and not endless.
fn printable(name: &str) -> String {
    name.chars().take(100).flat_map(char::escape_debug).collect()
}

//! The layers of Paddle that keep parameters in another way than PyTorch.

use super::change::Kind;

/// A layer and its parameters that differ, by their names in PyTorch.
type Row = (&'static [&'static str], &'static [(&'static str, Kind)]);

const BATCH_NORM: &[(&str, Kind)] = &[
    ("running_mean", Kind::Rename("_mean")),
    ("running_var", Kind::Rename("_variance")),
    ("num_batches_tracked", Kind::Drop),
];

const TABLE: &[Row] = &[
    (&["Linear"], &[("weight", Kind::Transpose)]),
    (&["BatchNorm", "BatchNorm1D", "BatchNorm2D", "BatchNorm3D", "SyncBatchNorm"], BATCH_NORM),
    (
        &["InstanceNorm1D", "InstanceNorm2D", "InstanceNorm3D"],
        &[
            ("weight", Kind::Rename("scale")),
            ("running_mean", Kind::Drop),
            ("running_var", Kind::Drop),
            ("num_batches_tracked", Kind::Drop),
        ],
    ),
    (&["PReLU"], &[("weight", Kind::Rename("_weight"))]),
    (&["Bilinear"], &[("bias", Kind::AddDimension)]),
    (
        &["MultiHeadAttention"],
        &[
            ("in_proj_weight", Kind::Split(&["q_proj.weight", "k_proj.weight", "v_proj.weight"])),
            ("in_proj_bias", Kind::Split(&["q_proj.bias", "k_proj.bias", "v_proj.bias"])),
            ("out_proj.weight", Kind::Transpose),
        ],
    ),
];

/// Layers with several layers inside, whose layouts this table does not know.
const COMPOSED: &[&str] = &[
    "Transformer",
    "TransformerEncoder",
    "TransformerEncoderLayer",
    "TransformerDecoder",
    "TransformerDecoderLayer",
    "RNN",
    "BiRNN",
];

/// Layers of other packages that have no parameters.
const WITHOUT_PARAMETERS: &[&str] = &["einops.layers.paddle.Rearrange", "einops.layers.paddle.Reduce"];

/// The dimensions of `weight` in layers whose names contain a text.
const DIMENSIONS: &[(&str, usize)] = &[
    ("Conv1", 3),
    ("Conv2", 4),
    ("Conv3", 5),
    ("Norm", 1),
    ("PReLU", 1),
    ("Bilinear", 3),
    ("Linear", 2),
    ("Embedding", 2),
];

/// What is known of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// The parameter is as in PyTorch.
    Same,
    Changed(Kind),
    Unknown,
}

/// The layout of a parameter in a class of Paddle.
pub(super) fn layout(class: &str, parameter: &str) -> Layout {
    if class.strip_prefix("paddle.compat.nn.").is_some() {
        return Layout::Same;
    }
    let Some(class) = class.strip_prefix("paddle.nn.") else { return Layout::Unknown };
    let class = class.rsplit('.').next().unwrap_or(class);
    if COMPOSED.contains(&class) {
        return Layout::Unknown;
    }
    let row = TABLE.iter().find(|(classes, _)| classes.contains(&class));
    let kind = row.and_then(|(_, parameters)| parameters.iter().find(|(name, _)| *name == parameter));
    kind.map_or(Layout::Same, |(_, kind)| Layout::Changed(*kind))
}

/// Whether a layer of Paddle keeps some parameters in another way than PyTorch, or this is not known.
pub(super) fn differs(class: &str) -> bool {
    let Some(name) = class.strip_prefix("paddle.nn.") else { return false };
    let name = name.rsplit('.').next().unwrap_or(name);
    COMPOSED.contains(&name) || TABLE.iter().any(|(classes, _)| classes.contains(&name))
}

/// Whether a package may have layers of Paddle that this table does not know.
pub(super) fn is_package_of_layers(module: &str) -> bool {
    let root = module.split('.').next().unwrap_or(module);
    let is_of_paddle = root.starts_with("paddle") || root.starts_with("pp");
    let is_known = ["paddle", "paddle_utils", "paddle_torch"]
        .iter()
        .any(|known| *known == root || root.starts_with("paddle_utils"));
    (is_of_paddle && !is_known) || module.starts_with("paddle.vision") || module.starts_with("paddle.text")
}

/// Whether a layer of Paddle may have a parameter with so many dimensions. Layers outside of `paddle.nn` may have anything.
pub(super) fn may_have(class: &str, parameter: &str, dimensions: usize) -> bool {
    let Some(name) = class.strip_prefix("paddle.nn.").or_else(|| class.strip_prefix("paddle.compat.nn.")) else {
        return !WITHOUT_PARAMETERS.contains(&class);
    };
    let name = name.rsplit('.').next().unwrap_or(name);
    if COMPOSED.contains(&name) || name.eq_ignore_ascii_case("MultiHeadAttention") {
        return true;
    }
    let known = DIMENSIONS.iter().find(|(part, _)| name.contains(part));
    match parameter {
        "weight" => known.is_some_and(|(_, expected)| *expected == dimensions),
        "bias" => known.is_some() && dimensions == 1,
        "running_mean" | "running_var" | "num_batches_tracked" => {
            name.contains("BatchNorm") || name.contains("InstanceNorm")
        }
        // A layer has no layers inside, unless it is one of those above.
        _ => !parameter.contains('.'),
    }
}

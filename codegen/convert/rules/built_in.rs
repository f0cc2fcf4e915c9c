//! The built-in mapping: the files below `mapping/`.

macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../mapping/", $name)))),*]
    };
}

/// Name and text of every file.
pub const FILES: &[(&str, &str)] = files![
    "packages.toml",
    "names.toml",
    "calls.toml",
    "functions.toml",
    "methods.toml",
    "other_packages.toml",
    "in_place.toml",
    "helpers/GRUCell.py",
    "helpers/LSTMCell.py",
    "helpers/PaddleFlag.py",
    "helpers/PositiveDefiniteTransform.py",
    "helpers/PreTrainedModel_methods.py",
    "helpers/SimpleRNNCell.py",
    "helpers/Softmin.py",
    "helpers/VOCDetection.py",
    "helpers/_Tensor_max.py",
    "helpers/_Tensor_min.py",
    "helpers/_Tensor_split.py",
    "helpers/_get_softmin_dim.py",
    "helpers/_log_softmax_forward.py",
    "helpers/_set_num_interop_threads.py",
    "helpers/_set_num_threads.py",
    "helpers/apply_rotary_position_embeddings.py",
    "helpers/can_cast.py",
    "helpers/cast_exponent.py",
    "helpers/convert_symeig.py",
    "helpers/create_tuple_converter.py",
    "helpers/device2str.py",
    "helpers/foreach_Tensor_.py",
    "helpers/foreach_erfc.py",
    "helpers/foreach_erfc_.py",
    "helpers/foreach_operator.py",
    "helpers/frombuffer.py",
    "helpers/get_enum.py",
    "helpers/in_place.py",
    "helpers/in_place_methods.py",
    "helpers/index_copy.py",
    "helpers/linalg_lu_solve.py",
    "helpers/onnx_export.py",
    "helpers/ps_roi_pool.py",
    "helpers/reduce_scatter_tensor.py",
    "helpers/roi_align.py",
    "helpers/roi_pool.py",
    "helpers/rpc_remote.py",
    "helpers/set_module.py",
    "helpers/set_per_process_memory_fraction.py",
];

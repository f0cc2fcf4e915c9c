//! The positions of what is read from entries, which an edit before them moves.

use source::{Shift, shift};

use crate::compat::Extra;
use crate::python_api::{Aliases, ArgAliases, ByMode};
use crate::{
    Action, Addition, ArgumentMarks, Attr, Autocast, BatchDims, Call, Candidate, Candidates, Checkpoint, Compat,
    Dispatch, ForwardCall, InferMeta, Inferred, Input, Kernel, KernelFn, Mapping, MutableAttr, NamePair, Op, OpVersion,
    Output, PackageOp, Param, PythonApi, PythonApiEntry, ReturnedValue, Signature, Stated,
};

shift!(Op {
    name, signature, infer_meta, kernel, invoke, composite, inplace, view, forward, backward, traits, interfaces,
    python_api, package, listed;
    home, support_dygraph_mode, extra, poisoned
});
shift!(Signature { inputs, attrs, outputs; });
shift!(Input { name; ty, optional, no_need_buffer, skip_transform, support_trans_dtype });
shift!(Attr { name, default; ty, optional, support_tensor });
shift!(Output { name, class, size; ty, optional, intermediate });
shift!(InferMeta { func, param, spmd_rule, local_shape, global_shape; });
shift!(Kernel { functions, param, backend, layout, data_type, force_backend; });
shift!(KernelFn { name, dispatch; });
shift!(Dispatch { inputs, outputs; });
shift!(Candidates { names; ordered });
shift!(Candidate { name; complex });
shift!(Call { func, args; });
shift!(Mapping { input, output; });
shift!(ForwardCall { name, signature; });

shift!(Compat {
    op, backward, inputs, outputs, attrs, extra, scalar, int_array, manual_signature, complex_promote, drop_empty_grad,
    get_expected_kernel_type, keys;
});
shift!(NamePair { name, legacy; });
shift!(Extra { inputs, outputs, attrs; });
shift!(MutableAttr { data_type, tensor_name, tensors_name; support_tensor });

shift!(OpVersion { op, checkpoints; });
shift!(Checkpoint { note, actions; });
shift!(Action { subject, comment, default; kind });

shift!(Addition { op, extra_args, data_format_tensors, traits; dynamic_fallback });

shift!(PythonApiEntry { op, api; });
shift!(PythonApi { names, aliases, pre_process, args_mapper; });
shift!(Aliases { args; usual });
shift!(ArgAliases { arg, names; });

shift!(PackageOp {
    doc, shape, data_type, requires, frameworks, batch, autocast, example, registered_names, zeroed, written_for, capturable,
    source, namespace, named_results, registered_for, arguments, values, input_types;
    triton
});
shift!(Inferred { func, rules; });
shift!(Stated { name, text; });
shift!(BatchDims { input; own });
shift!(ArgumentMarks {
    name;
    written, absent_items, symbolic, keyword_only, none_by_default
});
shift!(ReturnedValue { name; ty, at });

impl Shift for Param {
    fn shift(&mut self, bytes: i64) {
        let (Param::Name(text) | Param::Literal(text) | Param::Text(text)) = self;
        text.shift(bytes);
    }
}

impl Shift for Autocast {
    fn shift(&mut self, bytes: i64) {
        let (Autocast::Lower(text) | Autocast::Type(text) | Autocast::Like(text)) = self;
        text.shift(bytes);
    }
}

impl<T: Shift> Shift for ByMode<T> {
    fn shift(&mut self, bytes: i64) {
        let ByMode { func, dygraph_func, static_func } = self;
        [func, dygraph_func, static_func].into_iter().for_each(|by_mode| by_mode.shift(bytes));
    }
}

//! Lists of names that PyTorch's own generators know.

use serde::Deserialize;

macro_rules! name_lists {
    ($($name:ident $doc:literal;)*) => {
        /// Lists of names of a version. Some are operators without overload, some have one, and some are regular expressions: the
        /// documentation of each list says which.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Names {
            $(#[doc = $doc] pub $name: Vec<String>,)*
        }

        impl Names {
            /// Every list with its name in a profile.
            pub fn all(&self) -> Vec<(&'static str, &[String])> {
                vec![$((stringify!($name), self.$name.as_slice()),)*]
            }
        }
    };
}

name_lists! {
    all_dispatch_keys "Every dispatch key, in the order of its number.";
    dispatch_keys "The dispatch keys for which code is generated, in order.";
    callable_dispatch_keys "The dispatch keys whose kernels callers can call directly.";
    reserved_symbols "Words of C++ that are names of operators, and of no symbols.";
    library_fragments "Namespaces of operators that another library defines.";
    vmap_with_other_results "C++ names of overloads whose results vmap puts into a batch although not all are tensors.";
    structured_dispatch_keys "The dispatch keys with structured kernels.";
    backends "The backends of dispatch keys.";
    python_modules "The modules of Python that operators may be in.";
    category_overrides "The values of `category_override`.";
    device_checks "The values of `device_check`.";
    skip_python_bindings "Regular expressions for operators without a binding for Python.";
    skip_python_binding_signatures "Schemas without a binding for Python.";
    python_return_types "C++ types that bindings for Python can return.";
    positional_only_samples "Functions whose keyword-only arguments tests of overriding do not pass.";
    dont_require_derivative "C++ names of operators whose results never require a gradient.";
    complex_gradients "C++ names of operators whose gradients are right for complex numbers.";
    sparse_complex_gradients "C++ names of operators whose gradients are right for sparse complex tensors.";
    reset_grad_accumulator "C++ names of operators that reset the gradient accumulator.";
    dont_enforce_same_impl_or_storage "C++ names of operators that may replace the storage of an argument.";
    dont_enforce_impl_use_count "C++ names of operators whose results may be used elsewhere.";
    dont_enforce_storage_use_count "C++ names of operators whose results may share their storage.";
    foreach_without_derivative "Overloads of foreach operators without a derivative.";
    foreach_with_different_arity "Overloads of foreach operators with more arguments than the operator for one tensor.";
    foreach_with_inplace_reference "Foreach operators whose operator for one tensor is inplace.";
    foreach_with_tensor_overload "Overloads of foreach operators with a tensor as second argument.";
    foreach_with_other_argument_count "Overloads of foreach operators whose arguments are not compared with those of the operator for one tensor.";
    views_with_metadata_change "Views that change more than sizes and strides.";
    returns_views_of_input "Operators that return views.";
    manual_backend "Operators whose kernels are written by hand.";
    manual_autograd_and_tracer "Operators that are written by hand for autograd and the tracer.";
    manual_autograd "Operators that are written by hand for autograd.";
    manual_tracer "Operators that are written by hand for the tracer.";
    dont_record_trace "Operators that the tracer does not record.";
    ungrouped_out "Out overloads that stand alone.";
    ungrouped_inplace "Inplace overloads for which nothing is generated.";
    mutable_without_out "Mutable operators without an out form.";
    functional_without_out "Overloads of functional operators without an out form, because they return no tensor.";
    functionalization_sources "Sources for functionalization that are neither registrations nor divided.";
    mutable_without_functionalization "Mutable overloads that functionalization does not replace.";
}

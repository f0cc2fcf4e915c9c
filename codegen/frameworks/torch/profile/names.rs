//! Lists of names that PyTorch's own generators know.

use serde::Deserialize;

macro_rules! name_lists {
    ($($kind:ident $name:ident $doc:literal;)*) => {
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

            /// The lists whose items are operators, with or without overload.
            pub fn of_operators(&self) -> impl Iterator<Item = (&'static str, &[String])> {
                let kinds = [$(stringify!($kind)),*];
                self.all().into_iter().zip(kinds).filter(|(_, kind)| *kind == "operators").map(|(list, _)| list)
            }
        }
    };
}

name_lists! {
    others all_dispatch_keys "Every dispatch key, in the order of its number.";
    others dispatch_keys "The dispatch keys for which code is generated, in order.";
    others callable_dispatch_keys "The dispatch keys whose kernels callers can call directly.";
    others reserved_symbols "Words of C++ that are names of operators, and of no symbols.";
    others library_fragments "Namespaces of operators that another library defines.";
    others random_by_key "Parts of the names of operators whose random numbers depend on nothing but a key.";
    others kernels_in_cpu_library "Kernels for other devices that are in the library of the CPU.";
    others vmap_with_other_results "C++ names of overloads whose results vmap puts into a batch although not all are tensors.";
    others structured_dispatch_keys "The dispatch keys with structured kernels.";
    others lazy_dispatch_keys "The dispatch keys of backends that record operators, for which more is generated than for others.";
    others backends_elsewhere "Backends whose kernels may be in other repositories than PyTorch's own.";
    others guarded_dispatch_keys "The dispatch keys whose kernels run on the device of their arguments.";
    others initialised_dispatch_keys "The dispatch keys whose device may not have been used before it gets tensors.";
    others backends "The backends of dispatch keys.";
    others python_modules "The modules of Python that operators may be in.";
    others category_overrides "The values of `category_override`.";
    others device_checks "The values of `device_check`.";
    others skip_python_bindings "Regular expressions for operators without a binding for Python.";
    others skip_python_binding_signatures "Schemas without a binding for Python.";
    others python_return_types "C++ types that bindings for Python can return.";
    operators positional_only_samples "Functions whose keyword-only arguments tests of overriding do not pass.";
    operators dont_require_derivative "C++ names of operators whose results never require a gradient.";
    operators complex_gradients "C++ names of operators whose gradients are right for complex numbers.";
    operators sparse_complex_gradients "C++ names of operators whose gradients are right for sparse complex tensors.";
    operators reset_grad_accumulator "C++ names of operators that reset the gradient accumulator.";
    operators dont_enforce_same_impl_or_storage "C++ names of operators that may replace the storage of an argument.";
    operators dont_enforce_impl_use_count "C++ names of operators whose results may be used elsewhere.";
    operators dont_enforce_storage_use_count "C++ names of operators whose results may share their storage.";
    operators foreach_without_derivative "Overloads of foreach operators without a derivative.";
    operators foreach_with_different_arity "Overloads of foreach operators with more arguments than the operator for one tensor.";
    operators foreach_with_inplace_reference "Foreach operators whose operator for one tensor is inplace.";
    operators foreach_with_tensor_overload "Overloads of foreach operators with a tensor as second argument.";
    operators foreach_with_other_argument_count "Overloads of foreach operators whose arguments are not compared with those of the operator for one tensor.";
    operators views_with_metadata_change "Views that change more than sizes and strides.";
    operators returns_views_of_input "Operators that return views.";
    operators unsafe_views "Operators that return views of `self`, although for gradients their results are no views.";
    operators manual_backend "Operators whose kernels are written by hand.";
    operators manual_autograd_and_tracer "Operators that are written by hand for autograd and the tracer.";
    operators manual_autograd "Operators that are written by hand for autograd.";
    operators manual_tracer "Operators that are written by hand for the tracer.";
    operators traced_as_factories "Operators with out arguments whose functional forms have tensor options in traces, although they take tensors.";
    operators across_devices "Operators that copy between devices, although the YAML asks for a check that all tensors are on one.";
    operators dont_record_trace "Operators that the tracer does not record.";
    operators ungrouped_out "Out overloads that stand alone.";
    operators ungrouped_inplace "Inplace overloads for which nothing is generated.";
    operators mutable_without_out "Mutable operators without an out form.";
    operators functional_without_out "Overloads of functional operators without an out form, because they return no tensor.";
    others shims_with_optional_results "Parts of C++ names of operators whose callers in C may pass no place for a result.";
    others cuda_headers "Headers that sources for CUDA include.";
    others rocm_headers "Headers that sources for CUDA include in a build for `ROCm`.";
    operators manual_functionalization "Overloads whose groups have kernels for functionalization that are written by hand, or none.";
    operators mutable_without_functionalization "Mutable overloads that functionalization does not replace.";
}

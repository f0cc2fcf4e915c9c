//! The dispatch keys of kernels for all backends.

/// The key of kernels that only call other operators, whose gradients are also their own.
pub const COMPOSITE_IMPLICIT: &str = "CompositeImplicitAutograd";
/// The same for nested tensors.
pub const COMPOSITE_IMPLICIT_NESTED: &str = "CompositeImplicitAutogradNestedTensor";
/// The key of kernels whose gradients need formulas.
pub const COMPOSITE_EXPLICIT: &str = "CompositeExplicitAutograd";
/// The same for all backends but those whose operators never write.
pub const COMPOSITE_EXPLICIT_NON_FUNCTIONAL: &str = "CompositeExplicitAutogradNonFunctional";

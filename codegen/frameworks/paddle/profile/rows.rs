//! The table of targets: one row for each section of a profile, with the targets whose outputs it describes.
//!
//! Everything that lists targets or sections expands these rows: the fields of a profile, what reads them, the plans, the
//! targets of build scripts, and the table in `README.md`.

/// Hands all rows to a macro. A row is `section: Type { target as Variant = "title", ... }`, in the order in which targets are
/// generated. A section without targets is for another reader of the registry.
///
/// The module of a target in `targets` has the target's name, and a function `plan`.
#[macro_export]
macro_rules! for_each_section {
    ($expand:ident) => {
        $expand! {
            cpp_api: CppApi {
                cpp_api as CppApi = "C++ API functions, their runtime, and the infer meta functions around kernels",
            }
            dygraph: Dygraph {
                dygraph as Dygraph = "functions of the dynamic graph, their grad nodes, and their runtime",
            }
            python_c: PythonC {
                python_c as PythonC = "functions that Python calls in eager mode, and their runtime",
            }
            stubs: Stubs {
                stubs as Stubs = "types and documentation of the functions of `python_c`, for editors and type checkers",
            }
            method_patch: MethodPatch {
                method_patch as MethodPatch = "wrappers in Python that make functions of `python_c` methods of `Tensor` and functions of the package",
            }
            operants: Operants {
                operants as Operants = "methods and operators of the C++ `Tensor`, and the classes that implement them in each mode",
            }
            prim: Prim {
                prim as Prim = "primitive functions for the dynamic graph and for static programs, and their runtime",
            }
            static_graph: StaticGraph {
                signature as Signature = "the mapping from operators of the static graph to kernels and their arguments, and its runtime",
                static_op as StaticOp = "operators of the static graph: op makers, kernel selection, gradients, versions, and their runtime",
            }
            extra_info: ExtraInfo {
                extra_info as ExtraInfo = "attributes that only programs of the static graph have, with defaults",
            }
            compat: CompatInfo {
                compat as Compat = "legacy names of operators and arguments, for the translator of old programs",
            }
            pir: Pir {
                pir as Pir = "operators of PIR dialects: their classes, descriptions and checks, and their runtime",
            }
            pir_api: PirApi {
                pir_api as PirApi = "functions that add one operator to a PIR program",
            }
            pir_python: PirPython {
                pir_python as PirPython = "functions that Python calls to add operators to a PIR program",
            }
            primitive: Primitive {
                primitive as Primitive = "primitive operators of PIR, and the gradients that are composed of them",
            }
            decomp: Decomp {
                decomp as Decomp = "rules that decompose operators of PIR",
            }
            drr: Drr {
                drr as Drr = "factories that create the operators of rewritten PIR patterns",
            }
            legacy_dygraph: LegacyDygraph {
                legacy_dygraph as LegacyDygraph = "functions, grad nodes and Python methods of the old dynamic graph, for registered operators",
            }
            rust: RustTable {
                rust as Rust = "a Rust table of all operators, with lookup by name and by the name in saved programs",
            }
            package: Package {}
            build: Build {}
            cpp_sources: CppSources {}
            translate: Translate {}
        }
    };
}

//! Sources with a fault must not compile: what is declared of the framework is declared precisely.

use std::fs;
use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::compiler::Compiler;
use crate::setup::Setup;

struct Mutation {
    fault: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
}

const fn mutation(fault: &'static str, file: &'static str, from: &'static str, to: &'static str) -> Mutation {
    Mutation { fault, file, from, to }
}

const API: &str = "paddle/phi/api/lib/api.cc";
const API_RUNTIME: &str = "paddle/phi/api/lib/opgen_runtime.cc";
const FUNCTIONS: &str = "paddle/fluid/eager/api/generated/eager_generated/forwards/dygraph_functions.cc";
const NODES: &str = "paddle/fluid/eager/api/generated/eager_generated/backwards/nodes.cc";
const EAGER_RUNTIME: &str = "paddle/fluid/eager/api/generated/eager_generated/opgen_eager_runtime.cc";
const PYTHON: &str = "paddle/fluid/pybind/eager_op_function.cc";
const PYTHON_RUNTIME: &str = "paddle/fluid/pybind/opgen_python_runtime.cc";
const OPERATORS: &str = "paddle/fluid/operators/generated_op2.cc";
const COMPOSITES: &str = "paddle/fluid/operators/opgen_static_composite.cc";
const OPERATORS_RUNTIME: &str = "paddle/fluid/operators/opgen_static_runtime.cc";
const PROGRAMS: &str = "paddle/fluid/prim/api/generated_prim/static_prim_api.cc";
const METHODS: &str = "paddle/phi/api/lib/operants_manager.cc";
const SIGNATURES: &str = "paddle/phi/ops/compat/generated_sig.cc";
const STATIC_OPERANTS: &str = "paddle/fluid/prim/utils/static/static_tensor_operants.cc";
const CLASSES: &str = "paddle/fluid/pir/dialect/operator/ir/pd_op.cc";
const CLASSES_OF_3_0: &str = "paddle/fluid/pir/dialect/operator/ir/pd_op1.cc";
const CLASSES_RUNTIME: &str = "paddle/fluid/pir/dialect/operator/ir/opgen_pir_runtime.cc";
const CLASS_VJPS: &str = "paddle/fluid/pir/dialect/operator/ir/pd_op_vjp.cc";
const CLASS_API: &str = "paddle/fluid/pir/dialect/operator/ir/pd_api.cc";
const DECOMPOSITIONS: &str = "paddle/fluid/pir/dialect/operator/ir/op_decomp.cc";
const FACTORY: &str = "paddle/fluid/pir/drr/ir_op_factory_generated.cc";
const PRIMITIVES: &str = "paddle/fluid/primitive/backend/generated/generated_static_backend.cc";
const VJPS: &str = "paddle/fluid/primitive/rule/vjp/generated/generated_vjp.cc";
const PYTHON_OF_PROGRAMS: &str = "paddle/fluid/pybind/static_op_function.cc";
const TABLES: &str = "paddle/fluid/operators/ops_extra_info.cc";

/// The set-ups, and what is done to their files. The shorter what is replaced, the less often a change of the templates
/// reaches it.
static MUTATIONS: [(&str, &[Mutation]); 3] =
    [("built_in", OF_2_6), ("paddle_3.0", OF_3_0), ("paddle_3.0_distributed", OF_3_0_DISTRIBUTED)];

const OF_2_6: &[Mutation] = &[
    mutation("misspelt_infer_meta", API, "phi::ConcatInferMeta(", "phi::ConcatInferMetas("),
    mutation("infer_meta_with_another_argument", API, "phi::ConcatInferMeta(", "phi::ConcatInferMeta(1, "),
    mutation("missing_include", API, "#include \"paddle/phi/infermeta/multiary.h\"", ""),
    mutation(
        "rule_with_another_argument",
        API_RUNTIME,
        "distributed::CastInferSpmd(",
        "distributed::CastInferSpmd(1, ",
    ),
    mutation("misspelt_slot", API, "in[0].dense()", "in[0].denses()"),
    mutation("function_without_an_attribute", FUNCTIONS, "::scale(x, scale, ", "::scale("),
    mutation("gradient_without_an_attribute", NODES, "silu_grad(call.In(0), call.In(1), ", "silu_grad(call.In(0), "),
    mutation("misspelt_function", EAGER_RUNTIME, "EagerUtils::CheckInplace(", "EagerUtils::ChecksInplace("),
    mutation("tensor_for_a_meta", EAGER_RUNTIME, "PassStopGradient(false, meta)", "PassStopGradient(false, Tensor())"),
    mutation("tensor_for_a_list", EAGER_RUNTIME, "transformer->TransInTensor(", "transformer->TransInTensors("),
    mutation(
        "composite_with_another_argument",
        EAGER_RUNTIME,
        "prim::silu_grad<paddle::Tensor>(",
        "prim::silu_grad<paddle::Tensor>(1, ",
    ),
    mutation(
        "one_slot_for_all",
        EAGER_RUNTIME,
        "FillZeroForEmptyGradInput(&(*grads)[0], metas[0])",
        "FillZeroForEmptyGradInput(&(*grads)[0], metas)",
    ),
    mutation("argument_of_another_type", PYTHON, " = CastPyArg2Scalar(", " = CastPyArg2String("),
    mutation("result_of_another_type", PYTHON_RUNTIME, "bool CastPyArg2Boolean(", "int CastPyArg2Boolean("),
    mutation("misspelt_infer_meta_of_an_operator", OPERATORS, "phi::ConvInferMeta)", "phi::ConvInferMetas)"),
    mutation("default_of_another_type", OPERATORS, ".SetDefault(1)", ".SetDefault(\"1\")"),
    mutation("operator_with_a_foreign_part", OPERATORS, "ops::Conv2dOpMaker, ", "ops::Scalar, "),
    mutation("step_of_no_maker", OPERATORS, "grad_op->SetAttrMap(", "grad_op->SetAttrsMap("),
    mutation(
        "composite_maker_without_an_input",
        COMPOSITES,
        "concat_grad<prim::DescTensor>(x, ",
        "concat_grad<prim::DescTensor>(",
    ),
    mutation("field_of_no_registration", OPERATORS_RUNTIME, "info->infer_shape_ =", "info->infer_shapes_ ="),
    mutation("attribute_of_no_type", PROGRAMS, "op.Attr(\"axis\", ", "op.Attr(\"axis\", op); op.Attr(\"axis\", "),
    mutation("method_of_no_tensor", METHODS, "Tensor Tensor::operator+(", "Tensor Tensor::operator%("),
    mutation("misspelt_question", SIGNATURES, "IsDenseTensorInput(ctx", "IsDensesTensorInput(ctx"),
    mutation("value_of_another_type", TABLES, "std::vector<int64_t>{})(", "std::vector<bool>{})("),
    mutation("attribute_of_no_attribute_class", CLASSES, "Has<pir::BoolAttribute>", "Has<pir::BoolType>"),
    mutation("misspelt_infer_meta_of_a_class", CLASSES, "phi::ConcatInferMeta(meta", "phi::ConcatInferMetas(meta"),
    mutation(
        "tensor_for_a_list_of_a_class",
        CLASSES,
        "phi::ConcatInferMeta(meta.List(0)",
        "phi::ConcatInferMeta(meta.Dense(0)",
    ),
    mutation("registration_of_no_class", CLASSES, "TYPE_ID(ConcatOp)", "TYPE_ID(ConcatsOp)"),
    mutation(
        "class_of_another_type",
        CLASSES_RUNTIME,
        "using Attribute = pir::Int64Attribute",
        "using Attribute = pir::StrAttribute",
    ),
    mutation("misspelt_function_of_attributes", CLASSES_RUNTIME, "TransToIrAttribute(", "TransToIrAttributes("),
    mutation("list_for_an_operand", CLASS_VJPS, "clip_vjp(vjp.One(", "clip_vjp(vjp.List("),
    mutation("vjp_without_an_operand", CLASS_VJPS, "clip_vjp(vjp.One(inputs[0]), ", "clip_vjp("),
    mutation("operation_without_an_operand", FACTORY, "<ops::MeshgridOp>(inputs[0])", "<ops::MeshgridOp>()"),
    mutation("operation_with_all_operands", FACTORY, "<ops::MeshgridOp>(inputs[0])", "<ops::MeshgridOp>(attrs)"),
    mutation("tensor_for_a_value", PRIMITIVES, "paddle::dialect::concat(ValueOf(x)", "paddle::dialect::concat(x"),
    mutation("gradient_of_another_name", VJPS, "details::concat_grad<", "details::concats_grad<"),
    mutation("string_for_a_value", PYTHON_OF_PROGRAMS, "auto x = CastPyArg2Value(", "auto x = CastPyArg2String("),
];

/// What 3.0 has otherwise: most of these are what 2.6 has.
const OF_3_0: &[Mutation] = &[
    mutation(
        "infer_meta_of_2_6",
        API,
        "phi::ArgsortInferMeta(in[0].meta(), axis, descending, stable, ",
        "phi::ArgsortInferMeta(in[0].meta(), axis, descending, ",
    ),
    mutation("promotion_without_a_shape", EAGER_RUNTIME, "y.dtype(), x.shape(), y.shape())", "y.dtype(), x.shape())"),
    mutation("amp_of_2_6", EAGER_RUNTIME, "imperative::AmpAutoCast(", "imperative::EagerAmpAutoCast("),
    mutation("amp_state_of_2_6", EAGER_RUNTIME, ".GetCurrentAmpAttrs()", ".GetCurrentTracer()"),
    mutation(
        "promotion_in_place_of_a_copy",
        EAGER_RUNTIME,
        "PromoteCastInplace(inputs_[i].name, written,",
        "PromoteCastInplace(inputs_[i].name, Tensor(written),",
    ),
    mutation("composite_of_another_name", EAGER_RUNTIME, ".CheckSkipCompOps(", ".CheckSkipCompOp("),
    mutation("flag_of_2_6", STATIC_OPERANTS, "COMMON_DECLARE_bool(", "PHI_DECLARE_bool("),
    mutation("misspelt_symbolic_shape", CLASSES_OF_3_0, "SYMBOLIC_SHAPE(AccuracyOp)", "SYMBOLIC_SHAPE(AccuracyOps)"),
    mutation(
        "function_that_infers_no_types",
        CLASSES_OF_3_0,
        "{x_, indices_, label_}, {}, InferMeta)",
        "{x_, indices_, label_}, {}, VerifySig)",
    ),
    mutation("operation_of_another_class", CLASS_API, "Build<AccuracyOp>(x, ", "Build<AcosOp>(x, "),
    mutation(
        "decomposition_without_an_attribute",
        DECOMPOSITIONS,
        "any_decomp<LazyTensor>(Lazy(op_obj.x()), axis,",
        "any_decomp<LazyTensor>(Lazy(op_obj.x()),",
    ),
];

const OF_3_0_DISTRIBUTED: &[Mutation] = &[mutation(
    "rule_without_an_attribute",
    CLASSES_OF_3_0,
    "FlattenInferSpmd(meta.DistTensor(0), meta.Get<int>(\"start_axis\"),",
    "FlattenInferSpmd(meta.DistTensor(0),",
)];

/// Those of a set-up. They test our own declarations, so there are none for a source tree.
pub fn trials(setup: &'static Setup, compiler: &'static Compiler) -> Vec<Trial> {
    let of_setup = MUTATIONS.iter().filter(|(name, _)| *name == setup.name && !compiler.is_source_tree);
    let trial = |mutation: &'static Mutation| {
        Trial::test(format!("mutations::{}", mutation.fault), move || mutation.fails(setup, compiler))
    };
    of_setup.flat_map(|(_, mutations)| *mutations).map(trial).collect()
}

impl Mutation {
    fn fails(&self, setup: &Setup, compiler: &Compiler) -> Result<(), Failed> {
        let text = fs::read_to_string(setup.generated()?.join(self.file))?;
        if !text.contains(self.from) {
            return Err(format!("{} does not contain `{}`", self.file, self.from).into());
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile/mutations").join(self.fault);
        fs::create_dir_all(&folder)?;
        let mutated = folder.join(Path::new(self.file).file_name().ok_or("a file has a name")?);
        fs::write(&mutated, text.replacen(self.from, self.to, 1))?;
        match compiler.check(&mutated.to_string_lossy(), setup) {
            Ok(()) => Err(format!("{} compiles with `{}`", self.file, self.to).into()),
            Err(failed) => {
                let said = failed.message().unwrap_or_default();
                if said.contains(" error: ") { Ok(()) } else { Err(said.into()) }
            }
        }
    }
}

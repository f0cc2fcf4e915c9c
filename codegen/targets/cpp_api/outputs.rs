//! The outputs of a kernel call: where they are held, what the kernel writes to, and what is returned.

use serde::Serialize;

use super::cpp_types;
use super::function::Variant;
use super::held;
use super::kernel_call::{Planner, PreparedInput};
use crate::names::Locals;
use spec::Output;

#[derive(Debug, Serialize)]
pub struct OutputPlan {
    /// A declaration of the tensor, where the caller brings none.
    pub declaration: Option<String>,
    /// What the kernel writes to.
    pub local: String,
    /// An expression that makes it.
    pub made_by: String,
    /// Holds the strided tensor while the kernel writes contiguous memory.
    pub backup: Option<String>,
    /// The function that gets it.
    pub backup_by: String,
    pub view: Option<ViewPlan>,
    pub meta: String,
    pub meta_type: &'static str,
    /// Whether infer meta is told of strides.
    pub strided_meta: bool,
    /// Whether the result moves after a fallback to the CPU.
    pub moves_back: bool,
    /// The caller's list that it goes back to then.
    pub back_into: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct ViewPlan {
    /// The argument that is viewed.
    pub input: String,
    /// A pointer to the prepared tensor.
    pub pointer: String,
}

/// An output's plan, and the tensor it ends up in.
pub(super) struct Made {
    pub(super) name: String,
    pub(super) plan: OutputPlan,
    pub(super) tensor: String,
    /// The tensor is a local variable.
    pub(super) own: bool,
}

impl Planner<'_> {
    pub(super) fn output(
        &self,
        index: usize,
        output: &Output,
        inputs: &[PreparedInput],
        keeps_strides: bool,
        locals: &mut Locals,
    ) -> Made {
        let name = &output.name.value;
        let target = self.variant.target(output);
        let own = target.is_none() && !self.op.is_backward();
        let tensor = match target {
            Some(input) => input.name.value.clone(),
            None if own => locals.fresh(name),
            None => name.clone(),
        };
        let local = locals.fresh(format!("k_{name}"));
        let only = self.op.signature.outputs.len() == 1;
        let meta_type = match (output.ty.is_list(), only) {
            (true, _) => "MetaOutList",
            (false, true) => "MetaTensor",
            (false, false) => "MetaOut",
        };
        let plan = OutputPlan {
            declaration: own.then(|| format!("{} {tensor}", cpp_types::api_tensor(output.ty))),
            made_by: self.made_by(index, output, &tensor, inputs),
            backup_by: match self.distributed {
                true => format!("{}.BackupStride", self.call),
                false => "ProcessStrideBackup".to_owned(),
            },
            backup: keeps_strides.then(|| locals.fresh(format!("b_{name}"))),
            view: self.view(output, inputs),
            meta: locals.fresh(format!("m_{name}")),
            meta_type,
            strided_meta: !output.ty.is_list(),
            moves_back: held::is_in_full(self.op.home.family()),
            back_into: target.filter(|input| input.ty.is_list()).map(|input| input.name.value.clone()),
            local,
        };
        Made { name: name.clone(), plan, tensor, own }
    }

    /// The expression for what the kernel writes to.
    fn made_by(&self, index: usize, output: &Output, tensor: &str, inputs: &[PreparedInput]) -> String {
        let dense = self.set_by(index, output, tensor, inputs);
        match (self.distributed, output.ty.is_list()) {
            (false, _) => dense,
            (true, false) => format!("{0}.distributed() ? {0}.Local({index}) : {dense}", self.call),
            (true, true) => format!("{0}.distributed() ? {0}.LocalList({index}) : {dense}", self.call),
        }
    }

    fn set_by(&self, index: usize, output: &Output, tensor: &str, inputs: &[PreparedInput]) -> String {
        let set = self.held_output(index, output).set_output();
        match self.variant.target(output) {
            Some(input) if output.ty.is_list() => {
                let prepared = inputs.iter().find(|prepared| prepared.name == input.name.value);
                let prepared =
                    prepared.map_or_else(|| format!("PointersTo({tensor})"), |prepared| prepared.local.clone());
                format!("{}.InplaceOutput(&{tensor}, {prepared})", self.call)
            }
            Some(input) if input.optional => format!("{set}({tensor}.get_ptr())"),
            Some(_) => format!("{set}(&{tensor})"),
            None if self.op.is_backward() && !output.ty.is_list() => format!("{set}({tensor})"),
            None if self.op.is_backward() => format!("{set}(&{tensor})"),
            None => match &output.size {
                Some(size) => format!("{set}({}, &{tensor})", size.value),
                None => format!("{set}(&{tensor})"),
            },
        }
    }

    fn view(&self, output: &Output, inputs: &[PreparedInput]) -> Option<ViewPlan> {
        if self.variant.inplace || self.op.is_backward() || !held::is_in_full(self.op.home.family()) {
            return None;
        }
        let viewed = self.op.view_input(&output.name.value)?;
        let input = inputs.iter().find(|input| input.name == viewed)?;
        let get = if input.optional { "get_ptr" } else { "get" };
        Some(ViewPlan { input: viewed.to_owned(), pointer: format!("{}.{get}()", input.local) })
    }
}

/// What the function returns.
pub(super) fn returns(variant: Variant, outputs: &[Made]) -> Option<String> {
    if variant.op.is_backward() {
        return None;
    }
    let returned: Vec<_> =
        variant.returned().filter_map(|output| outputs.iter().find(|made| made.name == output.name.value)).collect();
    let moved = |made: &&Made| if made.own { format!("std::move({})", made.tensor) } else { made.tensor.clone() };
    match returned.as_slice() {
        [one] => Some(one.tensor.clone()),
        several => Some(format!("{{{}}}", several.iter().map(moved).collect::<Vec<_>>().join(", "))),
    }
}

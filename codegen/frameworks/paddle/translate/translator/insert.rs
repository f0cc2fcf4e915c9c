//! Operations that the translation inserts, and the types of their results.

use std::rc::Rc;

use crate::fault::{Failed, Fault, Part};
use crate::pir::{
    Attribute, BlockId, DataType, Memory, NamedAttribute, OpId, Operation, Place, TensorType, Type, ValueId,
};
use crate::rules;

use super::Translator;
use super::scopes::Definition;
use super::shapes::{reshaped, stacked};

/// Whether an inserted operation has flags that say that its results stop gradients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flags {
    Set,
    Absent,
}

impl Translator<'_> {
    /// Adds an operation at the end of a block.
    pub(super) fn insert(
        &mut self,
        block: BlockId,
        name: &str,
        operands: Vec<Option<ValueId>>,
        attributes: Vec<NamedAttribute>,
        results: Vec<Option<Type>>,
        flags: Flags,
    ) -> OpId {
        let op = self.make(name, operands, attributes, results, flags);
        self.program.block_mut(block).ops.push(op);
        op
    }

    /// Makes an operation that is not in a block yet.
    pub(super) fn make(
        &mut self,
        name: &str,
        operands: Vec<Option<ValueId>>,
        attributes: Vec<NamedAttribute>,
        results: Vec<Option<Type>>,
        flags: Flags,
    ) -> OpId {
        let stop_gradient = (flags == Flags::Set).then(|| vec![true; results.len()]);
        let op = Operation { name: name.into(), operands, attributes, stop_gradient, ..Operation::default() };
        self.program.add(op, results)
    }

    pub(super) fn first_result(&self, op: OpId) -> ValueId {
        self.program.op(op).results[0]
    }

    fn insert_one(
        &mut self,
        block: BlockId,
        name: &str,
        operands: Vec<Option<ValueId>>,
        attributes: Vec<NamedAttribute>,
        result: Type,
    ) -> ValueId {
        let op = self.insert(block, name, operands, attributes, vec![Some(result)], Flags::Set);
        self.first_result(op)
    }

    /// A constant.
    pub(super) fn full(&mut self, block: BlockId, dims: &[i64], value: f64, data_type: DataType) -> ValueId {
        let op = self.make_full(dims, value, data_type);
        self.program.block_mut(block).ops.push(op);
        self.first_result(op)
    }

    /// Makes a constant that is not in a block yet.
    pub(super) fn make_full(&mut self, dims: &[i64], value: f64, data_type: DataType) -> OpId {
        let value =
            if self.profile.form.keeps_doubles() { Attribute::Double(value) } else { Attribute::Float(value as f32) };
        let attributes = vec![
            named("shape", Attribute::IntArray(dims.to_vec())),
            named("value", value),
            named("dtype", Attribute::DataType(data_type)),
            named("place", Attribute::Place(Place::new(Memory::PROCESSOR))),
        ];
        let ty = Type::dense(data_type, dims);
        let profile = self.profile;
        self.make(&profile.inserted.full, Vec::new(), attributes, vec![Some(ty)], Flags::Set)
    }

    /// A constant list of integers.
    pub(super) fn full_int_array(&mut self, block: BlockId, values: &[i64], data_type: DataType) -> ValueId {
        let attributes = vec![
            named("value", Attribute::Array(values.iter().copied().map(Attribute::Int64).collect())),
            named("dtype", Attribute::DataType(data_type)),
            named("place", Attribute::Place(Place::new(Memory::PROCESSOR))),
        ];
        let ty = Type::dense(data_type, [values.len() as i64]);
        let profile = self.profile;
        self.insert_one(block, &profile.inserted.full_int_array, Vec::new(), attributes, ty)
    }

    /// Combines values into a vector.
    pub(super) fn combine(&mut self, block: BlockId, values: Vec<ValueId>, flags: Flags) -> ValueId {
        let types: Vec<Option<Type>> = values.iter().map(|&value| self.program.ty(value).cloned()).collect();
        let operands = values.into_iter().map(Some).collect();
        let results = vec![Some(Type::Vector(types.into()))];
        let profile = self.profile;
        let op = self.insert(block, &profile.inserted.combine, operands, Vec::new(), results, flags);
        self.first_result(op)
    }

    /// Takes the value of a variable out of a vector.
    pub(super) fn slice(&mut self, block: BlockId, vector: ValueId, index: usize, variable: &str) -> ValueId {
        let ty = match self.program.ty(vector) {
            Some(Type::Vector(types)) => types.get(index).cloned().flatten(),
            _ => None,
        };
        let attributes = vec![named("index", Attribute::Int32(index as i32))];
        let profile = self.profile;
        let op = self.insert(block, &profile.inserted.slice, vec![Some(vector)], attributes, vec![ty], Flags::Absent);
        let value = self.first_result(op);
        self.scopes.define(variable, Definition::of(value));
        value
    }

    /// Gives a tensor another shape.
    pub(super) fn reshape(&mut self, block: BlockId, value: ValueId, shape: &[i64]) -> Result<ValueId, Fault> {
        let tensor = self.dense(value)?;
        let dims = reshaped(&tensor.dims, shape).map_err(|message| shape_fault(&message))?;
        let shape = self.full_int_array(block, shape, DataType::Int64);
        Ok(self.reshape_to(block, value, shape, &tensor, dims))
    }

    /// Gives a tensor the shape that is the value of another tensor.
    pub(super) fn reshape_to(
        &mut self,
        block: BlockId,
        value: ValueId,
        shape: ValueId,
        from: &TensorType,
        dims: Vec<i64>,
    ) -> ValueId {
        let mut results = vec![Some(Type::dense(from.element, dims))];
        if self.profile.form.keeps_old_shape() {
            let old: Vec<i64> = [0].into_iter().chain(from.dims.iter().copied()).collect();
            results.push(Some(Type::dense(DataType::Int64, old)));
        }
        let profile = self.profile;
        let operands = vec![Some(value), Some(shape)];
        let op = self.insert(block, &profile.inserted.reshape, operands, Vec::new(), results, Flags::Set);
        self.first_result(op)
    }

    /// The shape of a tensor.
    pub(super) fn shape(&mut self, block: BlockId, value: ValueId) -> Result<ValueId, Fault> {
        let rank = self.dense(value)?.dims.len() as i64;
        let profile = self.profile;
        let ty = Type::dense(self.shape_type(), [rank]);
        Ok(self.insert_one(block, &profile.inserted.shape, vec![Some(value)], Vec::new(), ty))
    }

    /// The data type of the sizes in a shape.
    pub(super) fn shape_type(&self) -> DataType {
        if self.profile.form.has_long_shapes() { DataType::Int64 } else { DataType::Int32 }
    }

    /// Joins two tensors of one dimension.
    pub(super) fn concat(&mut self, block: BlockId, parts: [ValueId; 2]) -> Result<ValueId, Fault> {
        let first = self.dense(parts[0])?;
        let second = self.dense(parts[1])?;
        let length = match (first.dims.first(), second.dims.first()) {
            (Some(&first), Some(&second)) => first + second,
            _ => -1,
        };
        let vector = self.combine(block, parts.to_vec(), Flags::Set);
        let axis = self.full(block, &[1], 0.0, DataType::Int32);
        let profile = self.profile;
        let ty = Type::dense(first.element, [length]);
        Ok(self.insert_one(block, &profile.inserted.concat, vec![Some(vector), Some(axis)], Vec::new(), ty))
    }

    /// Joins tensors of the same shape along a new first axis.
    pub(super) fn stack(&mut self, block: BlockId, values: Vec<ValueId>) -> Result<ValueId, Fault> {
        let tensors = values.iter().map(|&value| self.dense(value)).collect::<Result<Vec<_>, _>>()?;
        let element = tensors.first().map_or(DataType::Int64, |tensor| tensor.element);
        let dims = stacked(&tensors.iter().map(|tensor| &*tensor.dims).collect::<Vec<_>>());
        let dims = dims.map_err(|message| shape_fault(&message))?;
        let vector = self.combine(block, values, Flags::Absent);
        let attributes = vec![named("axis", Attribute::Int32(0))];
        let profile = self.profile;
        let ty = Type::dense(element, dims);
        Ok(self.insert_one(block, &profile.inserted.stack, vec![Some(vector)], attributes, ty))
    }

    /// Removes the dimensions at some axes of a tensor.
    pub(super) fn squeeze(&mut self, block: BlockId, value: ValueId, axes: &[i64], ty: Type) -> ValueId {
        let axes = self.full_int_array(block, axes, DataType::Int64);
        let profile = self.profile;
        self.insert_one(block, &profile.inserted.squeeze, vec![Some(value), Some(axes)], Vec::new(), ty)
    }

    /// Adds a dimension at an axis of a tensor.
    pub(super) fn unsqueeze(
        &mut self,
        block: BlockId,
        value: ValueId,
        axis: i64,
        dims: &[i64],
    ) -> Result<ValueId, Fault> {
        let ty = Type::dense(self.dense(value)?.element, dims);
        let axes = self.full_int_array(block, &[axis], DataType::Int64);
        let profile = self.profile;
        Ok(self.insert_one(block, &profile.inserted.unsqueeze, vec![Some(value), Some(axes)], Vec::new(), ty))
    }

    /// Multiplies a tensor by a number.
    pub(super) fn scale(&mut self, block: BlockId, value: ValueId, by: f32) -> Result<ValueId, Fault> {
        let tensor = self.dense(value)?;
        let factor = self.full(block, &[1], f64::from(by), DataType::Float32);
        let attributes = vec![named("bias", Attribute::Float(0.0)), named("bias_after_scale", Attribute::Bool(true))];
        let profile = self.profile;
        let ty = Type::Tensor(tensor);
        Ok(self.insert_one(block, &profile.inserted.scale, vec![Some(value), Some(factor)], attributes, ty))
    }

    /// Makes an empty array of tensors that is not in a block yet.
    pub(super) fn make_array(&mut self, element: DataType, ty: Type) -> OpId {
        let attributes = vec![named("dtype", Attribute::DataType(element))];
        let flags = if self.profile.form.flags_arrays() { Flags::Set } else { Flags::Absent };
        let profile = self.profile;
        self.make(&profile.inserted.create_array, Vec::new(), attributes, vec![Some(ty)], flags)
    }

    /// The type of a value that must be a dense tensor.
    pub(super) fn dense(&self, value: ValueId) -> Result<TensorType, Fault> {
        self.program
            .ty(value)
            .and_then(Type::as_dense)
            .cloned()
            .ok_or_else(|| Fault::new(rules::WRONG_KIND, Part::Type, "this must be a dense tensor"))
    }

    /// Records the fault of an operator.
    pub(super) fn noted<T>(&mut self, at: crate::fault::Location, result: Result<T, Fault>) -> Result<T, Failed> {
        result.map_err(|fault| {
            self.note(at, fault);
            Failed
        })
    }
}

fn shape_fault(message: &str) -> Fault {
    Fault::new(rules::WRONG_SHAPE, Part::Type, message)
}

/// An attribute from the description of an operation.
pub(super) fn named(name: &str, value: Attribute) -> NamedAttribute {
    NamedAttribute { name: Rc::from(name), value, is_described: true }
}

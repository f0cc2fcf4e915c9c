//! Operands that only few operators have: those that are split, multiplied as matrices, or laid along an axis.

use profile::{Carried, Matrix};

use crate::fault::{Failed, Fault, Part};
use crate::pir::{DataType, ValueId};
use crate::rules;

use super::insert::Flags;
use super::operands::Operands;
use super::operator::Step;
use super::shapes::rows;

impl Step<'_, '_> {
    /// The tensor, the sizes of its parts unless only their number is given, and the axis.
    pub(super) fn split(
        &mut self,
        input: &str,
        number: &str,
        sizes: &Carried,
        axis: &Carried,
    ) -> Result<Operands, Failed> {
        let tensor = self.only_value(input)?;
        let mut operands = vec![Some(tensor)];
        let number = self.integer(number);
        if self.noted(number)? <= 0 {
            operands.push(Some(self.list_or_tensors(sizes)?));
        }
        let axis = match axis.tensor.as_deref().filter(|tensor| !self.op.input(tensor).is_empty()) {
            Some(tensor) => self.only_value(tensor)?,
            None => self.number_constant(&axis.attribute)?,
        };
        operands.push(Some(axis));
        Ok(operands)
    }

    /// A list of integers: one tensor, several in a vector, or a constant.
    pub(super) fn list_or_tensors(&mut self, list: &Carried) -> Result<ValueId, Failed> {
        let given = |name: &Option<String>| name.clone().filter(|name| !self.op.input(name).is_empty());
        if let Some(tensor) = given(&list.tensor) {
            return self.only_value(&tensor);
        }
        match given(&list.tensors) {
            Some(tensors) => {
                let values = self.values(&tensors)?;
                Ok(self.translator.combine(self.block, values, Flags::Absent))
            }
            None => self.list_constant(&list.attribute),
        }
    }

    /// A condition, and all values that it is for.
    pub(super) fn selected(&mut self, mask: &str, values: &str) -> Result<Operands, Failed> {
        let mask = self.only_value(mask)?;
        let values = self.values(values)?;
        Ok([mask].into_iter().chain(values).map(Some).collect())
    }

    /// The values of all variables of an input.
    fn values(&mut self, input: &str) -> Result<Vec<ValueId>, Failed> {
        self.op.input(input).iter().map(|name| self.value(name)).collect()
    }

    /// The value of the only variable of an input.
    pub(super) fn only_value(&mut self, input: &str) -> Result<ValueId, Failed> {
        let name = self.only_variable(input);
        let name = self.noted(name)?;
        self.value(name)
    }

    /// The value of the only variable of an input, which must be a dense tensor, and its shape.
    pub(super) fn tensor(&mut self, input: &str) -> Result<(ValueId, Vec<i64>), Failed> {
        let value = self.only_value(input)?;
        let tensor =
            self.translator.dense(value).map_err(|fault| Fault { part: Part::Input(input.to_owned()), ..fault });
        let tensor = self.noted(tensor)?;
        Ok((value, tensor.dims.to_vec()))
    }

    /// How many sizes of a tensor become the rows of a matrix.
    pub(super) fn row_sizes(&mut self, matrix: &Matrix, dims: &[i64]) -> Result<usize, Failed> {
        let number = self.integer(&matrix.rows);
        let number = self.noted(number)?;
        usize::try_from(number).ok().filter(|&number| number <= dims.len()).map_or_else(
            || {
                let message =
                    format!("`{}` is {number}, but the input `{}` has {} sizes", matrix.rows, matrix.input, dims.len());
                self.fail(Fault::new(rules::WRONG_SHAPE, Part::Attribute(matrix.rows.clone()), message))
            },
            Ok,
        )
    }

    /// Operands reshaped to matrices; and the gradient of their product, too.
    pub(super) fn matrices(&mut self, operands: &[Matrix], gradient: Option<&str>) -> Result<Operands, Failed> {
        let mut shapes = Vec::new();
        for matrix in operands {
            let (value, dims) = self.tensor(&matrix.input)?;
            let (front, back) = dims.split_at(self.row_sizes(matrix, &dims)?);
            let too_large = || {
                let message = format!("the shape {dims:?} has too many elements");
                Fault::new(rules::WRONG_SHAPE, Part::Input(matrix.input.clone()), message)
            };
            let shape = rows(front).zip(rows(back)).ok_or_else(too_large);
            let (rows, columns) = self.noted(shape)?;
            shapes.push((value, [rows, columns]));
        }
        let gradient = gradient.map(|input| self.tensor(input)).transpose()?;
        if let (Some((value, _)), Some((_, first)), Some((_, last))) = (gradient, shapes.first(), shapes.last()) {
            shapes.push((value, [first[0], last[1]]));
        }
        let mut values = Vec::new();
        for (value, shape) in shapes {
            let reshaped = self.translator.reshape(self.block, value, &shape);
            values.push(Some(self.noted(reshaped)?));
        }
        Ok(values)
    }

    /// The second operand with ones behind its shape, so that it lies at an axis of the first.
    pub(super) fn along_axis(&mut self, first: &str, second: &str, axis: &str) -> Result<Option<Operands>, Failed> {
        let axis = self.integer(axis);
        let axis = i64::from(self.noted(axis)?);
        if axis == -1 {
            return Ok(None);
        }
        let (first, first_dims) = self.tensor(first)?;
        let (second, dims) = self.tensor(second)?;
        let axis = if axis < 0 { axis + first_dims.len() as i64 } else { axis };
        let ones = first_dims.len() as i64 - axis - dims.len() as i64;
        if ones <= 0 {
            return Ok(Some(vec![Some(first), Some(second)]));
        }
        // An axis far outside of the first operand asks for more sizes than a tensor has.
        let ones = usize::try_from(ones).ok().filter(|&ones| ones <= first_dims.len());
        let Some(ones) = ones.filter(|_| axis >= 0) else {
            let message = format!("the axis {axis} is outside of the first operand");
            return self.fail(Fault::new(rules::WRONG_SHAPE, Part::Type, message));
        };
        let reshaped = if dims.contains(&-1) {
            self.with_unknown_sizes(second, &dims, ones)
        } else {
            let front = if self.rules().pads_in_front { axis as usize } else { 0 };
            let shape: Vec<i64> =
                std::iter::repeat_n(1, front).chain(dims).chain(std::iter::repeat_n(1, ones)).collect();
            self.translator.reshape(self.block, second, &shape)
        };
        let second = self.noted(reshaped)?;
        Ok(Some(vec![Some(first), Some(second)]))
    }

    /// A tensor with ones behind its shape, of which not all sizes are known before the program runs.
    fn with_unknown_sizes(&mut self, value: ValueId, dims: &[i64], ones: usize) -> Result<ValueId, Fault> {
        let (translator, block) = (&mut *self.translator, self.block);
        let tensor = translator.dense(value)?;
        let shape = translator.shape(block, value)?;
        let tail = translator.full_int_array(block, &vec![1; ones], translator.shape_type());
        let shape = translator.concat(block, [shape, tail])?;
        let sizes = match translator.profile.rules.knows_shapes {
            true => dims.iter().copied().chain(std::iter::repeat_n(1, ones)).collect(),
            false => vec![-1; dims.len() + ones],
        };
        Ok(translator.reshape_to(block, value, shape, &tensor, sizes))
    }

    /// A shape and a value, each a tensor or a constant.
    pub(super) fn shape_and_value(
        &mut self,
        shape_first: bool,
        shape: &Carried,
        value: &Carried,
    ) -> Result<Operands, Failed> {
        if shape_first {
            let shape = self.shape_operand(shape)?;
            return Ok(vec![Some(shape), Some(self.value_operand(value)?)]);
        }
        let value = self.value_operand(value)?;
        Ok(vec![Some(value), Some(self.shape_operand(shape)?)])
    }

    fn shape_operand(&mut self, shape: &Carried) -> Result<ValueId, Failed> {
        let given = |name: &Option<String>| name.clone().filter(|name| !self.op.input(name).is_empty());
        if let Some(tensor) = given(&shape.tensor) {
            return self.first_value(&tensor);
        }
        match given(&shape.tensors) {
            Some(tensors) => {
                let values = self.values(&tensors)?;
                let stacked = self.translator.stack(self.block, values);
                self.noted(stacked)
            }
            None => self.list_constant(&shape.attribute),
        }
    }

    fn value_operand(&mut self, value: &Carried) -> Result<ValueId, Failed> {
        if let Some(tensor) = value.tensor.clone().filter(|name| !self.op.input(name).is_empty()) {
            return self.first_value(&tensor);
        }
        let number = self.float(&value.attribute);
        let number = self.noted(number)?;
        Ok(self.translator.full(self.block, &[1], number.into(), DataType::Float32))
    }

    fn first_value(&mut self, input: &str) -> Result<ValueId, Failed> {
        match self.op.input(input).first() {
            Some(name) => self.value(name),
            None => Err(Failed),
        }
    }
}

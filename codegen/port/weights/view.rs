//! A tensor as a view of bytes in a file: shape, strides, and a range that is checked once.

use crate::dtype::Dtype;
use crate::error::{Result, fail};

/// More dimensions than NumPy has.
pub(crate) const MOST_DIMENSIONS: usize = 32;

/// The bytes of a storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Storage {
    /// The index of the file in the checkpoint.
    pub(crate) file: usize,
    /// The first byte.
    pub(crate) start: u64,
    /// The number of bytes.
    pub(crate) length: u64,
}

/// A view of a storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    pub(crate) dtype: Dtype,
    pub(crate) shape: Vec<u64>,
    /// In elements, like the offset.
    pub(crate) strides: Vec<u64>,
    pub(crate) storage: Storage,
    pub(crate) offset: u64,
    /// The tensor is the conjugate of the stored one.
    pub(crate) is_conjugate: bool,
    /// The tensor is the negative of the stored one.
    pub(crate) is_negative: bool,
}

impl View {
    /// A tensor that fills its storage.
    pub(crate) fn contiguous(dtype: Dtype, shape: Vec<u64>, storage: Storage) -> Result<Self> {
        let strides = contiguous_strides(&shape)?;
        View { dtype, shape, strides, storage, offset: 0, is_conjugate: false, is_negative: false }.checked()
    }

    /// Refuses views that reach beyond their storage.
    pub(crate) fn checked(self) -> Result<Self> {
        if self.shape.len() > MOST_DIMENSIONS {
            return fail(format!("it has {} dimensions, more than {MOST_DIMENSIONS}", self.shape.len()));
        }
        if self.shape.len() != self.strides.len() {
            return fail(format!("its shape {:?} and its strides {:?} do not fit", self.shape, self.strides));
        }
        let Some(end) = self.end() else {
            return fail(format!("its shape {:?} is too large", self.shape));
        };
        let available = self.storage.length / self.dtype.bytes();
        if end > available {
            return fail(format!("it needs {end} elements of its storage, which has {available}"));
        }
        Ok(self)
    }

    /// The number of elements that the storage must have at least. `None` if a number overflows.
    fn end(&self) -> Option<u64> {
        let elements = elements(&self.shape)?;
        elements.checked_mul(self.dtype.bytes())?;
        if elements == 0 {
            return Some(0);
        }
        let last = |last: u64, (length, stride): (&u64, &u64)| last.checked_add((length - 1).checked_mul(*stride)?);
        self.shape.iter().zip(&self.strides).try_fold(self.offset, last)?.checked_add(1)
    }

    pub(crate) fn dimensions(&self) -> usize {
        self.shape.len()
    }

    /// The number of bytes of the tensor without gaps. Checked when the view was made.
    pub(crate) fn bytes(&self) -> u64 {
        elements(&self.shape).unwrap_or(0) * self.dtype.bytes()
    }

    /// Whether the elements lie in the storage one after the other.
    pub(crate) fn is_contiguous(&self) -> bool {
        let mut expected = 1;
        self.shape.iter().zip(&self.strides).rev().all(|(length, stride)| {
            let fits = *length == 1 || *stride == expected;
            expected *= length;
            fits
        }) || self.bytes() == 0
    }

    /// The same elements with the two dimensions exchanged.
    pub(crate) fn transposed(mut self) -> Self {
        self.shape.reverse();
        self.strides.reverse();
        self
    }

    /// One of several equal parts along the first dimension.
    pub(crate) fn part(mut self, index: u64, parts: u64) -> Self {
        if let Some(rows) = self.shape.first_mut() {
            *rows /= parts;
            self.offset += index * *rows * self.strides[0];
        }
        self
    }

    /// The same elements with a first dimension of length 1.
    pub(crate) fn with_first_dimension(mut self) -> Self {
        self.shape.insert(0, 1);
        self.strides.insert(0, 0);
        self
    }
}

fn elements(shape: &[u64]) -> Option<u64> {
    // A length of zero does not excuse lengths that overflow without it.
    let largest = shape.iter().try_fold(1u64, |product, length| product.checked_mul((*length).max(1)))?;
    Some(if shape.contains(&0) { 0 } else { largest })
}

fn contiguous_strides(shape: &[u64]) -> Result<Vec<u64>> {
    let mut strides = vec![0; shape.len()];
    let mut stride = 1u64;
    for (place, length) in strides.iter_mut().zip(shape).rev() {
        *place = stride;
        let Some(next) = stride.checked_mul((*length).max(1)) else {
            return fail(format!("its shape {shape:?} is too large"));
        };
        stride = next;
    }
    Ok(strides)
}

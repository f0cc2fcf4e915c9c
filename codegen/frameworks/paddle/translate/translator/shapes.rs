//! Shapes of the results of inserted operations. An unknown size is -1.

/// The shape of a reshaped tensor: a 0 keeps the size at its place, and one -1 stands for the size that remains.
pub fn reshaped(dims: &[i64], shape: &[i64]) -> Result<Vec<i64>, String> {
    let mut sizes = Vec::with_capacity(shape.len());
    let mut open = None;
    for (at, &size) in shape.iter().enumerate() {
        match size {
            -1 if open.is_some() => {
                return Err(format!("a tensor cannot be reshaped to {shape:?}, because more than one size is unknown"));
            }
            -1 => {
                open = Some(at);
                sizes.push(-1);
            }
            0 => match dims.get(at) {
                Some(&kept) => sizes.push(kept),
                None => return Err(format!("a tensor of the shape {dims:?} cannot be reshaped to {shape:?}")),
            },
            size if size < 0 => return Err(format!("a tensor cannot be reshaped to {shape:?}")),
            size => sizes.push(size),
        }
    }
    let mismatch = || format!("a tensor of the shape {dims:?} cannot be reshaped to {shape:?}");
    if dims.iter().any(|&size| size <= 0) {
        return Ok(sizes);
    }
    let total = product(dims).ok_or_else(mismatch)?;
    let known: Vec<i64> = sizes.iter().copied().filter(|&size| size != -1).collect();
    let known = product(&known).ok_or_else(mismatch)?;
    match open {
        Some(at) if known > 0 && total % known == 0 => sizes[at] = total / known,
        None if known == total => {}
        _ => return Err(mismatch()),
    }
    Ok(sizes)
}

/// The product of all sizes. Each unknown size changes its sign. `None` if it is too large.
pub fn product(dims: &[i64]) -> Option<i64> {
    dims.iter().try_fold(1i64, |product, &size| product.checked_mul(size))
}

/// The product of all sizes, or -1 if one is unknown.
pub fn rows(dims: &[i64]) -> Option<i64> {
    product(dims).map(|product| product.max(-1))
}

/// The shape of several tensors that are joined along a new first axis.
pub fn stacked(shapes: &[&[i64]]) -> Result<Vec<i64>, String> {
    let Some((first, rest)) = shapes.split_first() else { return Err("there are no tensors to stack".to_owned()) };
    let mut dims = first.to_vec();
    for shape in rest {
        if shape.len() != dims.len() {
            return Err(format!("tensors of the shapes {first:?} and {shape:?} cannot be stacked"));
        }
        for (size, &other) in dims.iter_mut().zip(*shape) {
            match (*size, other) {
                (-1, known) => *size = known,
                (_, -1) => {}
                (one, other) if one == other => {}
                _ => return Err(format!("tensors of the shapes {first:?} and {shape:?} cannot be stacked")),
            }
        }
    }
    dims.insert(0, shapes.len() as i64);
    Ok(dims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_inferred() {
        assert_eq!(reshaped(&[2, 3, 4], &[2, 12]), Ok(vec![2, 12]));
        assert_eq!(reshaped(&[2, 3, 4], &[0, -1]), Ok(vec![2, 12]));
        assert_eq!(reshaped(&[-1, 3], &[-1, 3]), Ok(vec![-1, 3]));
        assert!(reshaped(&[2, 3], &[5]).is_err());
        assert!(reshaped(&[2, 3], &[-1, -1]).is_err());
        assert!(reshaped(&[i64::MAX, 3], &[3]).is_err());
        assert_eq!(stacked(&[&[1, -1], &[1, 2]]), Ok(vec![2, 1, 2]));
        assert!(stacked(&[&[1], &[2]]).is_err());
        assert_eq!(rows(&[-1, 5]), Some(-1));
    }
}

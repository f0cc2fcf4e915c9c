//! Whether the arguments of the generated tests satisfy the conditions of an entry.

use super::{ConditionForm, ItemsForm, PackageForm, SizeForm, TypeForm};

/// The number of items from which on nothing is computed for each of them.
const TOO_MANY: i64 = 1000;

/// An item of a list, within what holds for each.
enum Item<'a> {
    /// A tensor.
    Tensor { name: &'a str, sizes: Vec<i64> },
    /// A number.
    Number { name: &'a str, value: i64 },
}

/// The arguments in tests.
struct Examples<'a> {
    form: &'a PackageForm<'a>,
    item: Option<Item<'a>>,
}

impl PackageForm<'_> {
    /// Whether a condition holds for the arguments of the generated tests. `None` if that is not known.
    pub fn holds_in_tests(&self, condition: &ConditionForm) -> Option<bool> {
        Examples { form: self, item: None }.condition(condition)
    }
}

impl<'a> Examples<'a> {
    fn condition(&self, of: &'a ConditionForm) -> Option<bool> {
        match of {
            ConditionForm::Compare { function, left, right } => {
                let (left, right) = (self.size(left)?, self.size(right)?);
                Some(if *function == "equal" { left == right } else { left < right })
            }
            ConditionForm::SameType { left, right: Some(right), .. } => {
                let of = |name: &str| self.form.type_of(name);
                match (of(left)?, of(right)?) {
                    (TypeForm::Common, TypeForm::Common) => Some(true),
                    (TypeForm::Fixed(left), TypeForm::Fixed(right)) => Some(left == right),
                    _ => None,
                }
            }
            ConditionForm::SameType { left, fixed, .. } => match self.form.type_of(left)? {
                TypeForm::Fixed(left) => Some(Some(left) == fixed.as_ref()),
                TypeForm::Common | TypeForm::Any => None,
            },
            // The second condition is only looked at if the first one does not decide.
            ConditionForm::And { left, right } => match self.condition(left)? {
                true => self.condition(right),
                false => Some(false),
            },
            ConditionForm::Or { left, right } => match self.condition(left)? {
                true => Some(true),
                false => self.condition(right),
            },
            ConditionForm::Not { condition } => self.condition(condition).map(|holds| !holds),
            ConditionForm::Each { each, condition } => {
                let of = |item| Examples { form: self.form, item: Some(item) }.condition(condition);
                let name = each.item.as_str();
                let number = |value| Item::Number { name, value };
                let items: Vec<Item> = match &each.items {
                    ItemsForm::Tensors { list } => {
                        self.shapes(list).into_iter().map(|sizes| Item::Tensor { name, sizes }).collect()
                    }
                    ItemsForm::Values { list } => self.values(list)?.into_iter().map(number).collect(),
                    ItemsForm::Range { count } => {
                        let count = Some(self.size(count)?).filter(|count| *count <= TOO_MANY)?;
                        (0..count).map(number).collect()
                    }
                };
                items.into_iter().try_fold(true, |all, item| Some(all && of(item)?))
            }
        }
    }

    fn size(&self, of: &SizeForm) -> Option<i64> {
        match of {
            SizeForm::Number { value } => Some(*value),
            SizeForm::Attribute { name } => match &self.item {
                Some(Item::Number { name: item, value }) if item == name => Some(*value),
                _ => self.value(name),
            },
            SizeForm::AttributeItem { name, index } => at(&self.values(name)?, self.size(index)?).copied(),
            SizeForm::Size { index, .. } if matches!(**index, SizeForm::Binary { .. } | SizeForm::Extreme { .. }) => {
                // From which end a sum counts is left to the rules in C++.
                None
            }
            SizeForm::Size { input, tensor, index } => {
                at(&self.sizes(input, tensor.as_deref())?, self.size(index)?).copied()
            }
            SizeForm::Property { name, tensor, property: "rank" } => {
                i64::try_from(self.sizes(name, tensor.as_deref())?.len()).ok()
            }
            SizeForm::Property { name, tensor, property: "numel" } => {
                self.sizes(name, tensor.as_deref())?.into_iter().try_fold(1_i64, |all, size| all.checked_mul(size))
            }
            SizeForm::Property { name, .. } if self.form.inputs.iter().any(|input| input.name == *name) => {
                i64::try_from(self.shapes(name).len()).ok()
            }
            SizeForm::Property { name, .. } => i64::try_from(self.values(name)?.len()).ok(),
            SizeForm::Binary { operator, left, right } => {
                let (left, right) = (self.size(left)?, self.size(right)?);
                match *operator {
                    "+" => left.checked_add(right),
                    "-" => left.checked_sub(right),
                    "*" => left.checked_mul(right),
                    "/" if right > 0 => left.checked_div_euclid(right),
                    "%" if right > 0 => left.checked_rem_euclid(right),
                    _ => None,
                }
            }
            SizeForm::Extreme { function, sizes } => {
                let sizes = sizes.iter().map(|size| self.size(size)).collect::<Option<Vec<_>>>()?;
                if *function == "min" { sizes.into_iter().min() } else { sizes.into_iter().max() }
            }
            SizeForm::Sum { input, index } => {
                let index = self.size(index)?;
                self.shapes(input).iter().try_fold(0_i64, |all, sizes| all.checked_add(*at(sizes, index)?))
            }
            SizeForm::SumOfItems { name } => {
                self.values(name)?.into_iter().try_fold(0_i64, |all, value| all.checked_add(value))
            }
        }
    }

    /// The sizes of a tensor, or of one of a list.
    fn sizes(&self, input: &str, tensor: Option<&'a SizeForm>) -> Option<Vec<i64>> {
        match (&self.item, tensor) {
            (Some(Item::Tensor { name, sizes }), None) if *name == input => Some(sizes.clone()),
            (_, None) => self.shapes(input).into_iter().next(),
            (_, Some(tensor)) => at(&self.shapes(input), self.size(tensor)?).cloned(),
        }
    }

    fn shapes(&self, input: &str) -> Vec<Vec<i64>> {
        let sizes = |shape: Vec<u32>| shape.into_iter().map(i64::from).collect();
        self.form.example_shapes(input).into_iter().map(sizes).collect()
    }

    fn value(&self, attribute: &str) -> Option<i64> {
        integer(&self.text(attribute)?)
    }

    fn values(&self, attribute: &str) -> Option<Vec<i64>> {
        let text = self.text(attribute)?;
        let inner = text.trim_matches(['(', ')', '[', ']']);
        inner.split(',').map(str::trim).filter(|item| !item.is_empty()).map(integer).collect()
    }

    /// The value of an attribute in Python.
    fn text(&self, attribute: &str) -> Option<String> {
        let attr = self.form.attrs.iter().find(|attr| attr.name.value == attribute)?;
        Some(self.form.example_value(attr))
    }
}

fn integer(text: &str) -> Option<i64> {
    match text {
        "True" => Some(1),
        "False" => Some(0),
        number => number.parse().ok(),
    }
}

/// An item. A negative index counts from the end.
fn at<T>(items: &[T], index: i64) -> Option<&T> {
    let index = if index < 0 { index + i64::try_from(items.len()).ok()? } else { index };
    items.get(usize::try_from(index).ok()?)
}

//! The machine: a stack, a memo and a list of values. Each byte of the pickle adds a value or an index at most, so the memory is
//! bounded by the length of the pickle.

use std::collections::BTreeMap;

use super::value::{Id, Unpickled, Value};
use crate::error::{Result, WeightsError, fail};
use crate::input::little_endian;

/// More values than a checkpoint describes.
const MOST_VALUES: usize = 4_000_000;

#[derive(Debug)]
pub(super) struct Machine<'a> {
    data: &'a [u8],
    at: usize,
    pub(super) values: Vec<Value>,
    pub(super) stack: Vec<Id>,
    /// The heights of the stack at the marks.
    marks: Vec<usize>,
    memo: BTreeMap<u32, Id>,
    /// The number of items that calls have copied from one container to another.
    copied: usize,
}

/// Builds the value of the pickle at the start of some bytes.
///
/// # Errors
/// If it is not a pickle, or has anything that a checkpoint does not need. The message has the offset.
pub(crate) fn unpickle(data: &[u8]) -> Result<Unpickled> {
    let (stack, marks, memo) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut machine = Machine { data, at: 0, values: Vec::new(), stack, marks, memo, copied: 0 };
    loop {
        let start = machine.at;
        match machine.step().and_then(|is_last| machine.within_limits().map(|()| is_last)) {
            Ok(false) => {}
            Ok(true) => {
                let root = machine.pop().map_err(|error| error.at(format_args!("byte {start}")))?;
                return Ok(Unpickled { values: machine.values, root, length: machine.at });
            }
            Err(error) => return Err(error.at(format_args!("byte {start}"))),
        }
    }
}

impl<'a> Machine<'a> {
    fn within_limits(&self) -> Result<()> {
        let largest = self.stack.len().max(self.marks.len()).max(self.memo.len()).max(self.copied);
        if largest > MOST_VALUES { fail(format!("the pickle needs more than {MOST_VALUES} places")) } else { Ok(()) }
    }

    /// Counts items before a call copies them, because the same container may be passed to many calls.
    pub(super) fn will_copy(&mut self, items: usize) -> Result<()> {
        self.copied = self.copied.saturating_add(items);
        self.within_limits()
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let rest = &self.data[self.at..];
        let Some(taken) = rest.get(..count) else {
            return fail(format!("the pickle ends, but {count} more bytes are needed"));
        };
        self.at += count;
        Ok(taken)
    }

    /// A number of some bytes, the lowest first.
    pub(super) fn number(&mut self, bytes: usize) -> Result<u64> {
        Ok(little_endian(self.take(bytes)?))
    }

    /// As many bytes as a number before them says.
    pub(super) fn counted(&mut self, bytes: usize) -> Result<&'a [u8]> {
        let count = self.number(bytes)?;
        self.take(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// The text up to the next line break.
    pub(super) fn line(&mut self) -> Result<&'a str> {
        let rest = &self.data[self.at..];
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else { return fail("a line has no end") };
        self.at += end + 1;
        std::str::from_utf8(&rest[..end]).map_err(|_| WeightsError::new("a line is not UTF-8"))
    }

    pub(super) fn get(&self, id: Id) -> &Value {
        &self.values[id.0 as usize]
    }

    pub(super) fn add(&mut self, value: Value) -> Result<Id> {
        if self.values.len() == MOST_VALUES {
            return fail(format!("the pickle has more than {MOST_VALUES} values"));
        }
        self.values.push(value);
        Ok(Id(self.values.len() as u32 - 1))
    }

    pub(super) fn push(&mut self, value: Value) -> Result<()> {
        let id = self.add(value)?;
        self.stack.push(id);
        Ok(())
    }

    /// Items below a mark belong to another container.
    fn floor(&self) -> usize {
        self.marks.last().copied().unwrap_or(0)
    }

    pub(super) fn pop(&mut self) -> Result<Id> {
        let top = if self.stack.len() > self.floor() { self.stack.pop() } else { None };
        top.ok_or_else(|| WeightsError::new("the stack is empty"))
    }

    pub(super) fn top(&self) -> Result<Id> {
        let top = self.stack[self.floor()..].last().copied();
        top.ok_or_else(|| WeightsError::new("the stack is empty"))
    }

    pub(super) fn mark(&mut self) {
        self.marks.push(self.stack.len());
    }

    pub(super) fn pop_mark(&mut self) -> Result<Vec<Id>> {
        let Some(mark) = self.marks.pop() else { return fail("the stack has no mark") };
        Ok(self.stack.split_off(mark))
    }

    pub(super) fn remember(&mut self, index: u64) -> Result<()> {
        let Ok(index) = u32::try_from(index) else { return fail(format!("the memo has no place {index}")) };
        let top = self.top()?;
        self.memo.insert(index, top);
        Ok(())
    }

    pub(super) fn remember_next(&mut self) -> Result<()> {
        self.remember(self.memo.len() as u64)
    }

    pub(super) fn recall(&mut self, index: u64) -> Result<()> {
        let id = u32::try_from(index).ok().and_then(|index| self.memo.get(&index));
        let Some(id) = id else { return fail(format!("nothing is at place {index} of the memo")) };
        self.stack.push(*id);
        Ok(())
    }

    /// Adds items to the list on top of the stack.
    pub(super) fn extend(&mut self, items: Vec<Id>) -> Result<()> {
        let list = self.top()?;
        match &mut self.values[list.0 as usize] {
            Value::List(list) => list.extend(items),
            Value::Other("a set") => {}
            other => return fail(format!("items are added to {}", other.kind())),
        }
        Ok(())
    }

    /// Adds keys and values, which alternate, to the dict on top of the stack.
    pub(super) fn insert(&mut self, items: Vec<Id>) -> Result<()> {
        if items.len() % 2 == 1 {
            return fail("a key has no value");
        }
        let dict = self.top()?;
        match &mut self.values[dict.0 as usize] {
            Value::Dict(pairs) => pairs.extend(items.chunks(2).map(|pair| (pair[0], pair[1]))),
            other => return fail(format!("keys are added to {}", other.kind())),
        }
        Ok(())
    }
}

//! The machine: a stack, a memo and a list of values. Each byte of the pickle adds a value or an index at most, so the memory is
//! bounded by the length of the pickle.

use std::collections::BTreeMap;

use super::Vocabulary;
use super::value::{Id, Unpickled, Value};
use crate::error::{ReadError, Result, fail};
use crate::input::little_endian;

/// More values than a pickle describes whose tensors are beside it.
const MOST_VALUES: usize = 4_000_000;
/// No function has more arguments.
const MOST_ARGUMENTS: usize = 16;

/// The state of a pickle that is being read.
#[derive(Debug)]
pub struct Machine<'a, V: Vocabulary> {
    data: &'a [u8],
    at: usize,
    values: Vec<Value<V>>,
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
/// If it is not a pickle, or has anything that its vocabulary does not have. The message has the offset.
pub fn unpickle<V: Vocabulary>(data: &[u8]) -> Result<Unpickled<V>> {
    let (stack, marks, memo) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut machine: Machine<V> = Machine { data, at: 0, values: Vec::new(), stack, marks, memo, copied: 0 };
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

impl<'a, V: Vocabulary> Machine<'a, V> {
    fn within_limits(&self) -> Result<()> {
        let largest = self.stack.len().max(self.marks.len()).max(self.memo.len()).max(self.copied);
        if largest > MOST_VALUES { fail(format!("the pickle needs more than {MOST_VALUES} places")) } else { Ok(()) }
    }

    /// Counts items before a call copies them, because the same container may be passed to many calls.
    ///
    /// # Errors
    /// If there are too many.
    pub fn will_copy(&mut self, items: usize) -> Result<()> {
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
        std::str::from_utf8(&rest[..end]).map_err(|_| ReadError::new("a line is not UTF-8"))
    }

    /// The value of an index.
    pub fn get(&self, id: Id) -> &Value<V> {
        &self.values[id.0 as usize]
    }

    /// Adds a value that is not on the stack.
    ///
    /// # Errors
    /// If there are too many.
    pub fn add(&mut self, value: Value<V>) -> Result<Id> {
        if self.values.len() == MOST_VALUES {
            return fail(format!("the pickle has more than {MOST_VALUES} values"));
        }
        self.values.push(value);
        Ok(Id(self.values.len() as u32 - 1))
    }

    pub(super) fn push(&mut self, value: Value<V>) -> Result<()> {
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
        top.ok_or_else(|| ReadError::new("the stack is empty"))
    }

    pub(super) fn top(&self) -> Result<Id> {
        let top = self.stack[self.floor()..].last().copied();
        top.ok_or_else(|| ReadError::new("the stack is empty"))
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

    /// The items of a tuple or list.
    ///
    /// # Errors
    /// If the value is neither.
    pub fn items(&self, id: Id) -> Result<&[Id]> {
        match self.get(id) {
            Value::Tuple(items) | Value::List(items) => Ok(items),
            other => fail(format!("{} is not a tuple", other.kind())),
        }
    }

    /// The result of calling a global with a tuple of arguments.
    ///
    /// # Errors
    /// If the values are not a global and a tuple, or do not fit each other.
    pub fn call(&mut self, callee: Id, arguments: Id) -> Result<Id> {
        let Value::Global(global) = *self.get(callee) else {
            return fail(format!("{} is called", self.get(callee).kind()));
        };
        let Value::Tuple(arguments) = self.get(arguments) else {
            return fail(format!("{} is passed as arguments", self.get(arguments).kind()));
        };
        if arguments.len() > MOST_ARGUMENTS {
            return fail(format!("a function is called with {} arguments", arguments.len()));
        }
        let arguments = arguments.clone();
        V::call(self, global, &arguments)
    }

    /// Sets the state of the object on top of the stack. Only its type matters.
    pub(super) fn build(&mut self) -> Result<()> {
        self.pop()?;
        match self.get(self.top()?) {
            value if V::has_state(value) => Ok(()),
            other => fail(format!("the state of {} is set", other.kind())),
        }
    }
}

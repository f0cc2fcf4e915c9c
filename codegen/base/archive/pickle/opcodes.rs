//! The opcodes of pickle's protocols 0 to 5.

use super::Vocabulary;
use super::machine::Machine;
use super::value::Value;
use crate::error::{ReadError, Result, fail};

/// The highest protocol.
const PROTOCOL: u64 = 5;

impl<V: Vocabulary> Machine<'_, V> {
    /// Runs one opcode. `true` if it was the last one.
    pub(super) fn step(&mut self) -> Result<bool> {
        let opcode = self.take(1)?[0];
        match opcode {
            b'.' => return Ok(true),
            0x80 => {
                let protocol = self.number(1)?;
                if protocol > PROTOCOL {
                    return fail(format!("protocol {protocol} of pickle is unknown"));
                }
            }
            // The length of a frame, which readers from memory do not need.
            0x95 => drop(self.take(8)?),
            b'(' => self.mark(),
            b'0' => drop(self.pop()?),
            b'1' => drop(self.pop_mark()?),
            b'2' => {
                let top = self.top()?;
                self.stack.push(top);
            }
            b'p' | b'q' | b'r' | 0x94 | b'g' | b'h' | b'j' => self.memo_opcode(opcode)?,
            b'c' | 0x93 | b'R' | 0x81 | 0x92 | b'b' | b'Q' => self.object_opcode(opcode)?,
            b']' | b'l' | b'a' | b'e' | b')' | b't' | 0x85..=0x87 => self.sequence_opcode(opcode)?,
            b'}' | b'd' | b's' | b'u' | 0x8f | 0x90 | 0x91 => self.table_opcode(opcode)?,
            _ => self.constant_opcode(opcode)?,
        }
        Ok(false)
    }

    fn memo_opcode(&mut self, opcode: u8) -> Result<()> {
        let index = match opcode {
            b'p' | b'g' => self.line()?.parse().map_err(|_| ReadError::new("a place of the memo is no number"))?,
            b'q' | b'h' => self.number(1)?,
            b'r' | b'j' => self.number(4)?,
            _ => return self.remember_next(),
        };
        if matches!(opcode, b'p' | b'q' | b'r') { self.remember(index) } else { self.recall(index) }
    }

    fn constant_opcode(&mut self, opcode: u8) -> Result<()> {
        let value = match opcode {
            b'N' => Value::None,
            0x88 => Value::Bool(true),
            0x89 => Value::Bool(false),
            b'K' => Value::Integer(i128::from(self.number(1)?)),
            b'M' => Value::Integer(i128::from(self.number(2)?)),
            b'J' => Value::Integer(i128::from(self.number(4)? as u32 as i32)),
            0x8a => integer(self.counted(1)?)?,
            0x8b => integer(self.counted(4)?)?,
            b'I' | b'L' => self.integer_line()?,
            b'F' => self.line().map(|_| Value::Other("a float"))?,
            b'G' => self.take(8).map(|_| Value::Other("a float"))?,
            b'X' => text(self.counted(4)?)?,
            0x8c => text(self.counted(1)?)?,
            0x8d => text(self.counted(8)?)?,
            b'V' => self.text_line()?,
            b'S' => self.text_line()?,
            // Texts of Python 2, whose names are ASCII.
            b'U' => text(self.counted(1)?)?,
            b'T' => text(self.counted(4)?)?,
            b'C' => bytes(self.counted(1)?),
            b'B' => bytes(self.counted(4)?),
            0x8e | 0x96 => bytes(self.counted(8)?),
            b'P' | b'i' | b'o' | 0x82..=0x84 | 0x97 | 0x98 => {
                return fail(format!("opcode 0x{opcode:02x} is no part of {}", V::SUBJECT));
            }
            _ => return fail(format!("0x{opcode:02x} is not an opcode of pickle")),
        };
        self.push(value)
    }

    /// A text of protocol 0.
    fn text_line(&mut self) -> Result<Value<V>> {
        let line = self.line()?;
        if line.contains('\\') {
            return fail("a text has characters that are not ASCII; save the file with a newer protocol of pickle");
        }
        Ok(Value::Text(line.trim_matches(['\'', '"']).to_owned()))
    }

    fn integer_line(&mut self) -> Result<Value<V>> {
        match self.line()? {
            "00" => Ok(Value::Bool(false)),
            "01" => Ok(Value::Bool(true)),
            line => {
                let number = line.strip_suffix('L').unwrap_or(line).parse();
                number.map(Value::Integer).map_err(|_| ReadError::new("a number is too large, or not a number"))
            }
        }
    }

    fn sequence_opcode(&mut self, opcode: u8) -> Result<()> {
        match opcode {
            b']' => self.push(Value::List(Vec::new())),
            b')' => self.push(Value::Tuple(Vec::new())),
            b'l' => {
                let items = self.pop_mark()?;
                self.push(Value::List(items))
            }
            b't' => {
                let items = self.pop_mark()?;
                self.push(Value::Tuple(items))
            }
            b'a' => {
                let item = self.pop()?;
                self.extend(vec![item])
            }
            b'e' => {
                let items = self.pop_mark()?;
                self.extend(items)
            }
            _ => {
                let mut items = (0..=opcode - 0x85).map(|_| self.pop()).collect::<Result<Vec<_>>>()?;
                items.reverse();
                self.push(Value::Tuple(items))
            }
        }
    }

    fn table_opcode(&mut self, opcode: u8) -> Result<()> {
        match opcode {
            b'}' => self.push(Value::Dict(Vec::new())),
            b'd' => {
                let items = self.pop_mark()?;
                self.push(Value::Dict(Vec::new()))?;
                self.insert(items)
            }
            b's' => {
                let (value, key) = (self.pop()?, self.pop()?);
                self.insert(vec![key, value])
            }
            b'u' => {
                let items = self.pop_mark()?;
                self.insert(items)
            }
            0x8f => self.push(Value::Other("a set")),
            0x90 => {
                let items = self.pop_mark()?;
                self.extend(items)
            }
            _ => {
                self.pop_mark()?;
                self.push(Value::Other("a set"))
            }
        }
    }

    fn object_opcode(&mut self, opcode: u8) -> Result<()> {
        match opcode {
            b'c' => {
                let (module, name) = (self.line()?, self.line()?);
                self.push_global(module, name)
            }
            0x93 => {
                let (name, module) = (self.pop()?, self.pop()?);
                let (Value::Text(module), Value::Text(name)) = (self.get(module), self.get(name)) else {
                    return fail("the name of a global is not a text");
                };
                let (module, name) = (module.clone(), name.clone());
                self.push_global(&module, &name)
            }
            b'b' => self.build(),
            b'Q' => {
                let id = self.pop()?;
                let value = V::persistent(self, id)?;
                self.push(value)
            }
            _ => {
                if opcode == 0x92 {
                    self.pop()?;
                }
                let (arguments, callee) = (self.pop()?, self.pop()?);
                let result = self.call(callee, arguments)?;
                self.stack.push(result);
                Ok(())
            }
        }
    }

    fn push_global(&mut self, module: &str, name: &str) -> Result<()> {
        self.push(V::find(module, name)?)
    }
}

/// An integer in two's complement, the lowest byte first.
fn integer<V: Vocabulary>(bytes: &[u8]) -> Result<Value<V>> {
    if bytes.len() > 16 {
        return fail(format!("an integer has {} bytes", bytes.len()));
    }
    let fill = if bytes.last().is_some_and(|byte| byte & 0x80 != 0) { 0xff } else { 0 };
    let mut all = [fill; 16];
    all[..bytes.len()].copy_from_slice(bytes);
    Ok(Value::Integer(i128::from_le_bytes(all)))
}

/// Bytes are never names or numbers, so only their type is kept.
fn bytes<V: Vocabulary>(_: &[u8]) -> Value<V> {
    Value::Other("bytes")
}

fn text<V: Vocabulary>(bytes: &[u8]) -> Result<Value<V>> {
    let text = std::str::from_utf8(bytes).map_err(|_| ReadError::new("a text is not UTF-8"))?;
    Ok(Value::Text(text.to_owned()))
}

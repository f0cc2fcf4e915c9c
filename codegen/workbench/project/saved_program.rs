//! Reads the types of the operators in a saved program, which is a `ProgramDesc` of the framework's `framework.proto`.
//!
//! The few lines of protobuf decoding here replace a library, which would bring half a dozen crates to every build
//! script that uses opgen.

use std::collections::BTreeSet;

/// Field numbers in `framework.proto`: `ProgramDesc.blocks`, `BlockDesc.ops` and `OpDesc.type`.
const BLOCKS: u64 = 1;
const OPERATORS: u64 = 4;
const TYPE: u64 = 3;

/// The types of all operators in all blocks.
///
/// # Errors
/// The reason, if the bytes are not a program.
pub fn operator_types(bytes: &[u8]) -> Result<BTreeSet<String>, &'static str> {
    let mut types = BTreeSet::new();
    let mut has_blocks = false;
    for block in messages(bytes, BLOCKS) {
        has_blocks = true;
        for operator in messages(block?, OPERATORS) {
            let operator = operator?;
            let ty = messages(operator, TYPE).next().ok_or("an operator has no type")??;
            let ty = str::from_utf8(ty).map_err(|_| "the type of an operator is not UTF-8 text")?;
            types.insert(ty.to_owned());
        }
    }
    if has_blocks { Ok(types) } else { Err("it has no blocks") }
}

/// The contents of every length-delimited field with this number.
fn messages(message: &[u8], number: u64) -> impl Iterator<Item = Result<&[u8], &'static str>> {
    let mut fields = Fields { rest: message };
    std::iter::from_fn(move || {
        loop {
            match fields.next()? {
                Ok((found, Some(content))) if found == number => return Some(Ok(content)),
                Ok(_) => {}
                Err(reason) => {
                    fields.rest = &[];
                    return Some(Err(reason));
                }
            }
        }
    })
}

/// Iterates over the fields of a message: the number of each, and its contents if it is length-delimited.
struct Fields<'a> {
    rest: &'a [u8],
}

const TRUNCATED: &str = "it ends in the middle of a field";

impl<'a> Iterator for Fields<'a> {
    type Item = Result<(u64, Option<&'a [u8]>), &'static str>;

    fn next(&mut self) -> Option<Self::Item> {
        (!self.rest.is_empty()).then(|| self.field())
    }
}

impl<'a> Fields<'a> {
    fn field(&mut self) -> Result<(u64, Option<&'a [u8]>), &'static str> {
        let key = self.varint()?;
        let number = key >> 3;
        if number == 0 {
            return Err("a field has the number 0");
        }
        let content = match key & 7 {
            0 => {
                self.varint()?;
                None
            }
            1 => self.take(8).map(|_| None)?,
            2 => {
                let length = self.varint()?;
                Some(self.take(length)?)
            }
            5 => self.take(4).map(|_| None)?,
            _ => return Err("a field has a type that programs do not have"),
        };
        Ok((number, content))
    }

    fn varint(&mut self) -> Result<u64, &'static str> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("a number is too long")
    }

    fn take(&mut self, length: u64) -> Result<&'a [u8], &'static str> {
        let length = usize::try_from(length).map_err(|_| TRUNCATED)?;
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(TRUNCATED)?;
        self.rest = rest;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_in_every_block() {
        // Two blocks with an operator each; the first has a variable and a number, too.
        let program = b"\x0a\x0e\x08\x00\x1a\x02\x0a\x00\x22\x06\x1a\x04relu\x0a\x06\x22\x04\x1a\x02if\x22\x02\x08\x00";
        let types = operator_types(program).expect("it is a program");
        assert_eq!(types.into_iter().collect::<Vec<_>>(), ["if", "relu"]);
    }

    #[test]
    fn other_files_are_rejected_with_a_reason() {
        let reason = |bytes: &[u8]| operator_types(bytes).expect_err("it is no program");
        assert_eq!(reason(b""), "it has no blocks");
        assert_eq!(reason(b"\x0a\x05\x22"), TRUNCATED);
        assert_eq!(reason(b"\x0a\x02\x22\x00"), "an operator has no type");
        assert_eq!(reason(b"\x0a\x05\x22\x03\x1a\x01\xff"), "the type of an operator is not UTF-8 text");
        assert_eq!(reason(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), "a number is too long");
        assert_eq!(reason(b"not a program"), "a field has a type that programs do not have");
    }
}

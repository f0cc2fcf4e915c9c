//! Decompresses what `gzip` and `zip` make: RFC 1951 and RFC 1952.

/// The first bytes of a gzip file.
pub const GZIP: [u8; 3] = [0x1f, 0x8b, 8];

/// The longest code, in bits.
const MAX_BITS: u32 = 15;

/// The symbol that ends a block; larger ones are lengths.
const END: u16 = 256;

/// The order in which a block gives the lengths of the codes for lengths.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const TRUNCATED: &str = "the compressed data ends too early";
const BROKEN: &str = "the compressed data is broken";
const TOO_LARGE: &str = "the decompressed data is too large";

type Result<T> = std::result::Result<T, &'static str>;

/// Decompresses a gzip file, which may have several members.
pub fn gunzip(mut input: &[u8], limit: usize) -> Result<Vec<u8>> {
    let mut output = Vec::new();
    while input.starts_with(&GZIP) {
        let start = header_length(input).ok_or(TRUNCATED)?;
        let (bytes, used) = inflate(&input[start..], limit - output.len())?;
        let size = input.get(start + used + 4..start + used + 8).ok_or(TRUNCATED)?;
        if size != (bytes.len() as u32).to_le_bytes() {
            return Err(BROKEN);
        }
        output.extend(bytes);
        input = &input[start + used + 8..];
    }
    Ok(output)
}

/// The length of the header of a gzip member, whose flags say which optional fields it has.
fn header_length(input: &[u8]) -> Option<usize> {
    let flags = *input.get(3)?;
    let mut at = 10;
    if flags & 4 != 0 {
        at += 2 + usize::from(*input.get(at)?) + (usize::from(*input.get(at + 1)?) << 8);
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            at += input.get(at..)?.iter().position(|byte| *byte == 0)? + 1;
        }
    }
    at += if flags & 2 != 0 { 2 } else { 0 };
    (at <= input.len()).then_some(at)
}

/// Decompresses data. Returns at most `limit` bytes, and the number of bytes that were used.
pub fn inflate(input: &[u8], limit: usize) -> Result<(Vec<u8>, usize)> {
    let mut bits = Bits { input, at: 0, buffer: 0, count: 0 };
    let mut output = Vec::new();
    loop {
        let is_last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => stored(&mut bits, &mut output, limit)?,
            1 => block(&mut bits, &fixed()?, &mut output, limit)?,
            2 => {
                let codes = dynamic(&mut bits)?;
                block(&mut bits, &codes, &mut output, limit)?;
            }
            _ => return Err(BROKEN),
        }
        if is_last {
            bits.align();
            return Ok((output, bits.at));
        }
    }
}

fn stored(bits: &mut Bits, output: &mut Vec<u8>, limit: usize) -> Result<()> {
    bits.align();
    let (length, inverted) = (bits.take(16)?, bits.take(16)?);
    if length != inverted ^ 0xffff {
        return Err(BROKEN);
    }
    bits.align();
    let bytes = bits.input.get(bits.at..bits.at + length as usize).ok_or(TRUNCATED)?;
    if output.len() + bytes.len() > limit {
        return Err(TOO_LARGE);
    }
    output.extend_from_slice(bytes);
    bits.at += bytes.len();
    Ok(())
}

/// The codes of a block: for literals and lengths, and for distances.
struct Codes {
    literals: Table,
    distances: Table,
}

fn fixed() -> Result<Codes> {
    let mut lengths = [8; 288];
    lengths[144..256].fill(9);
    lengths[256..280].fill(7);
    Ok(Codes { literals: Table::new(&lengths)?, distances: Table::new(&[5; 30])? })
}

fn dynamic(bits: &mut Bits) -> Result<Codes> {
    let literals = bits.take(5)? as usize + 257;
    let distances = bits.take(5)? as usize + 1;
    let number = bits.take(4)? as usize + 4;
    let mut lengths = [0; 19];
    for at in &ORDER[..number] {
        lengths[*at] = bits.take(3)? as u8;
    }
    let table = Table::new(&lengths)?;
    let mut lengths: Vec<u8> = Vec::new();
    while lengths.len() < literals + distances {
        let (value, times) = match bits.symbol(&table)? {
            16 => (*lengths.last().ok_or(BROKEN)?, 3 + bits.take(2)?),
            17 => (0, 3 + bits.take(3)?),
            18 => (0, 11 + bits.take(7)?),
            length => (length as u8, 1),
        };
        lengths.extend(std::iter::repeat_n(value, times as usize));
    }
    if lengths.len() > literals + distances {
        return Err(BROKEN);
    }
    Ok(Codes { literals: Table::new(&lengths[..literals])?, distances: Table::new(&lengths[literals..])? })
}

fn block(bits: &mut Bits, codes: &Codes, output: &mut Vec<u8>, limit: usize) -> Result<()> {
    loop {
        let symbol = bits.symbol(&codes.literals)?;
        if symbol == END {
            return Ok(());
        }
        if output.len() >= limit {
            return Err(TOO_LARGE);
        }
        if symbol < END {
            output.push(symbol as u8);
            continue;
        }
        let length = bits.length(u32::from(symbol - END - 1))?;
        let symbol = u32::from(bits.symbol(&codes.distances)?);
        let distance = bits.distance(symbol)?;
        if distance > output.len() {
            return Err(BROKEN);
        }
        if output.len() + length > limit {
            return Err(TOO_LARGE);
        }
        // The copy may overlap what it writes.
        for at in output.len() - distance..output.len() - distance + length {
            output.push(output[at]);
        }
    }
}

/// The symbol and the length of the code that the next bits begin with; the length is in the last four bits. 0 if there is none.
struct Table(Vec<u16>);

impl Table {
    /// The codes of symbols, from the lengths of the codes. Codes of one length are consecutive, and longer ones come later.
    fn new(lengths: &[u8]) -> Result<Self> {
        let mut table = vec![0; 1 << MAX_BITS];
        let mut code = 0_u32;
        for length in 1..=MAX_BITS {
            code <<= 1;
            for (symbol, _) in lengths.iter().enumerate().filter(|(_, of_symbol)| u32::from(**of_symbol) == length) {
                if code >> length != 0 {
                    return Err(BROKEN);
                }
                // The first bit of a code is the lowest one of the data.
                let first = code.reverse_bits() >> (u32::BITS - length);
                for at in (first as usize..table.len()).step_by(1 << length) {
                    table[at] = (symbol as u16) << 4 | length as u16;
                }
                code += 1;
            }
        }
        Ok(Table(table))
    }
}

/// The bits of the input, the lowest of each byte first.
struct Bits<'a> {
    input: &'a [u8],
    /// The position behind the bytes in the buffer.
    at: usize,
    buffer: u64,
    /// The number of bits in the buffer.
    count: u32,
}

impl Bits<'_> {
    fn fill(&mut self) {
        while self.count <= 32 && self.at < self.input.len() {
            self.buffer |= u64::from(self.input[self.at]) << self.count;
            self.at += 1;
            self.count += 8;
        }
    }

    fn take(&mut self, number: u32) -> Result<u32> {
        self.fill();
        let bits = self.buffer & ((1 << number) - 1);
        self.drop(number)?;
        Ok(bits as u32)
    }

    fn drop(&mut self, number: u32) -> Result<()> {
        self.count = self.count.checked_sub(number).ok_or(TRUNCATED)?;
        self.buffer >>= number;
        Ok(())
    }

    fn symbol(&mut self, table: &Table) -> Result<u16> {
        self.fill();
        let entry = table.0[(self.buffer & ((1 << MAX_BITS) - 1)) as usize];
        if entry == 0 {
            return Err(BROKEN);
        }
        self.drop(u32::from(entry & 15))?;
        Ok(entry >> 4)
    }

    /// The length that a symbol and further bits stand for. After the first eight, each group of four has one more bit.
    fn length(&mut self, symbol: u32) -> Result<usize> {
        let length = match symbol {
            0..8 => 3 + symbol,
            8..28 => {
                let extra = symbol / 4 - 1;
                3 + ((4 + symbol % 4) << extra) + self.take(extra)?
            }
            28 => 258,
            _ => return Err(BROKEN),
        };
        Ok(length as usize)
    }

    /// The distance that a symbol and further bits stand for. After the first four, each group of two has one more bit.
    fn distance(&mut self, symbol: u32) -> Result<usize> {
        let distance = match symbol {
            0..4 => 1 + symbol,
            4..30 => {
                let extra = symbol / 2 - 1;
                1 + ((2 + symbol % 2) << extra) + self.take(extra)?
            }
            _ => return Err(BROKEN),
        };
        Ok(distance as usize)
    }

    /// Drops the rest of the current byte, and gives whole bytes back.
    fn align(&mut self) {
        self.at -= (self.count / 8) as usize;
        (self.buffer, self.count) = (0, 0);
    }
}

//! The number of files that each large source is split into.

use std::num::NonZeroU16;
use std::str::FromStr;

/// The number of files into which each source is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shards(NonZeroU16);

impl Shards {
    /// Sources are not split.
    pub const WHOLE: Shards = Shards(NonZeroU16::MIN);

    /// The number, which is at least 1.
    pub fn count(self) -> usize {
        usize::from(self.0.get())
    }
}

/// The limit. More shards would only compile the same headers more often.
const MAX: u16 = 256;

impl FromStr for Shards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let count = text.parse().ok().filter(|count: &NonZeroU16| count.get() <= MAX);
        count.map(Shards).ok_or_else(|| format!("not a number from 1 to {MAX}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_the_range_are_rejected() {
        assert_eq!("1".parse(), Ok(Shards::WHOLE));
        assert_eq!("256".parse::<Shards>().map(Shards::count), Ok(256));
        for text in ["0", "257", "-1", "many", ""] {
            assert!(text.parse::<Shards>().is_err(), "{text}");
        }
    }
}

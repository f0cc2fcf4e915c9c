//! Splits sources into shards, so that they compile in parallel and a change to one operator recompiles only one shard.

use std::num::NonZeroU16;
use std::str::FromStr;

use targets::{FilePlan, Part, Shard};

/// The number of files into which each source is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shards(NonZeroU16);

impl Shards {
    /// Sources are not split.
    pub const WHOLE: Shards = Shards(NonZeroU16::MIN);

    pub fn count(self) -> usize {
        usize::from(self.0.get())
    }

    /// The shard of an operator. It depends only on the operator's name and on the number of shards, so an operator does not
    /// move when another is added, removed or changed.
    pub fn of(self, op: &str) -> usize {
        spread(op, self.count())
    }
}

/// A number below `count` that depends only on the key and on `count`.
pub fn spread(key: &str, count: usize) -> usize {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&SEED.to_le_bytes()).update(key.as_bytes());
    let mut hash = [0; 8];
    hasher.finalize_xof().fill(&mut hash);
    // The upper half of the product is evenly distributed and less than `count`.
    ((u128::from(u64::from_le_bytes(hash)) * count as u128) >> 64) as usize
}

/// Any number works. Of a million that were tried, this one distributes the operators of PaddlePaddle 2.6.2 best: for
/// each large source, the largest of 2, 4 or 8 shards is at most 3, 10 or 15 % larger than the mean.
const SEED: u64 = 442_554;

/// The maximum. More shards would only compile the same headers more often.
const MOST: u16 = 256;

impl FromStr for Shards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let count = text.parse().ok().filter(|count: &NonZeroU16| count.get() <= MOST);
        count.map(Shards).ok_or_else(|| format!("not a number from 1 to {MOST}"))
    }
}

/// Whether a file is a source that can be split, because it consists of text for operators.
pub fn is_divisible(plan: &FilePlan) -> bool {
    plan.path.ends_with(SOURCE) && !plan.parts.is_empty()
}

/// Replaces every source that can be split by its shards.
pub fn divide<'a>(plans: Vec<FilePlan<'a>>, shards: Shards) -> Vec<FilePlan<'a>> {
    let divided = |plan: FilePlan<'a>| match shards {
        Shards::WHOLE => vec![plan],
        _ if is_divisible(&plan) => divide_one(&plan, shards),
        _ => vec![plan],
    };
    plans.into_iter().flat_map(divided).collect()
}

fn divide_one<'a>(plan: &FilePlan<'a>, shards: Shards) -> Vec<FilePlan<'a>> {
    let part = |part: &Part<'a>, index| {
        let items = part.items.iter().filter(|item| shards.of(item.key) == index).cloned().collect();
        Part { items, ..*part }
    };
    let shard = |(index, path)| FilePlan {
        path,
        parts: plan.parts.iter().map(|whole| part(whole, index)).collect(),
        shard: Shard { index, of: shards.count() },
        context: plan.context.clone(),
        template: plan.template.clone(),
    };
    shards.paths(&plan.path).into_iter().enumerate().map(shard).collect()
}

impl Shards {
    /// The files that a source is split into: `api.cc` itself, or `api.0.cc`, `api.1.cc` and so on.
    pub fn paths(self, source: &str) -> Vec<String> {
        let stem = source.strip_suffix(SOURCE).unwrap_or(source);
        match self {
            Shards::WHOLE => vec![source.to_owned()],
            _ => (0..self.count()).map(|index| format!("{stem}.{index}{SOURCE}")).collect(),
        }
    }
}

/// Whether a file is a source, or one of its shards for some number of shards.
pub fn is_of(file: &str, source: &str) -> bool {
    let between = source.strip_suffix(SOURCE).and_then(|stem| file.strip_prefix(stem)?.strip_suffix(SOURCE));
    let is_index = |text: &str| text.parse::<u16>().is_ok_and(|index| index.to_string() == text);
    between.is_some_and(|between| between.is_empty() || between.strip_prefix('.').is_some_and(is_index))
}

/// The file extensions of sources.
const SOURCE: &str = ".cc";

#[cfg(test)]
mod tests {
    use super::*;

    fn shards(text: &str) -> Shards {
        text.parse().expect("a number")
    }

    #[test]
    fn only_small_numbers_divide() {
        assert_eq!(shards("1"), Shards::WHOLE);
        assert_eq!(shards("256").count(), 256);
        for text in ["0", "257", "-1", "many", ""] {
            assert!(text.parse::<Shards>().is_err(), "{text}");
        }
    }

    #[test]
    fn files_of_any_number_of_shards_are_known_by_their_names() {
        assert_eq!(Shards::WHOLE.paths("lib/api.cc"), ["lib/api.cc"]);
        assert_eq!(shards("2").paths("lib/api.cc"), ["lib/api.0.cc", "lib/api.1.cc"]);
        assert!(["api.cc", "api.0.cc", "api.12.cc"].iter().all(|file| is_of(file, "api.cc")));
        let others =
            ["api.h", "api.01.cc", "api.x.cc", "api..cc", "api_0.cc", "fused_api.cc", "api.0.cc.tmp", "api.+1.cc"];
        assert!(others.iter().all(|file| !is_of(file, "api.cc")));
    }

    #[test]
    fn every_operator_has_a_shard() {
        for count in ["1", "2", "7", "256"] {
            let shards = shards(count);
            assert!(["", "relu", "matmul"].iter().all(|op| shards.of(op) < shards.count()));
        }
    }
}

//! Divides sources into shards, so that they compile in parallel, and a change to an operator recompiles only one of them.

use project::shards::Shards;
use render::{FilePlan, Item, Part, Shard};
use targets::spread;

/// Replaces each divisible source by its shards.
pub fn divide(plans: Vec<FilePlan>, shards: Shards) -> Vec<FilePlan> {
    if shards == Shards::WHOLE {
        return plans;
    }
    let divide = |plan| if is_divisible(&plan) { divided(&plan, shards) } else { vec![plan] };
    plans.into_iter().flat_map(divide).collect()
}

fn divided(plan: &FilePlan, shards: Shards) -> Vec<FilePlan> {
    let of = shards.count();
    let shard = |(index, path)| FilePlan {
        path,
        template: plan.template.clone(),
        context: plan.context.clone(),
        parts: plan.parts.iter().map(|part| in_shard(part, index, shards)).collect(),
        shard: Shard { index, of },
    };
    paths(shards, &plan.path).into_iter().enumerate().map(shard).collect()
}

/// A part with the items of one shard.
fn in_shard(part: &Part, index: usize, shards: Shards) -> Part {
    let is_here = |item: &&Item| shard_of(&item.key, shards) == index;
    Part { items: part.items.iter().filter(is_here).cloned().collect(), ..*part }
}

/// The shard of an operator. It depends only on the operator's name and the number of shards, so an operator never moves
/// because of a change to another.
pub fn shard_of(op: &str, shards: Shards) -> usize {
    spread(op, shards.count())
}

/// Whether a file is a source that can be divided, because it has a part with text for each operator.
pub fn is_divisible(plan: &FilePlan) -> bool {
    plan.path.ends_with(SOURCE) && plan.parts.iter().any(|part| !part.whole)
}

/// The files into which a source is divided: `api.cc` itself, or `api.0.cc`, `api.1.cc` and so on.
pub fn paths(shards: Shards, source: &str) -> Vec<String> {
    let stem = source.strip_suffix(SOURCE).unwrap_or(source);
    match shards {
        Shards::WHOLE => vec![source.to_owned()],
        _ => (0..shards.count()).map(|index| format!("{stem}.{index}{SOURCE}")).collect(),
    }
}

/// Whether `file` is `source` itself or one of its shards, for any number of shards.
pub fn is_shard(file: &str, source: &str) -> bool {
    let between = source.strip_suffix(SOURCE).and_then(|stem| file.strip_prefix(stem)?.strip_suffix(SOURCE));
    let is_index = |text: &str| text.parse::<u16>().is_ok_and(|index| index.to_string() == text);
    between.is_some_and(|between| between.is_empty() || between.strip_prefix('.').is_some_and(is_index))
}

/// The file extension of sources.
const SOURCE: &str = ".cc";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_recognised_for_any_number_of_them() {
        assert_eq!(paths(Shards::WHOLE, "lib/api.cc"), ["lib/api.cc"]);
        assert_eq!(paths("2".parse().expect("a number"), "lib/api.cc"), ["lib/api.0.cc", "lib/api.1.cc"]);
        assert!(["api.cc", "api.0.cc", "api.12.cc"].iter().all(|file| is_shard(file, "api.cc")));
        let others =
            ["api.h", "api.01.cc", "api.x.cc", "api..cc", "api_0.cc", "fused_api.cc", "api.0.cc.tmp", "api.+1.cc"];
        assert!(others.iter().all(|file| !is_shard(file, "api.cc")));
    }
}

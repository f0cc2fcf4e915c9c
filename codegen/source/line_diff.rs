//! The lines that differ between two texts.

use std::ops::Range;

/// The number of unchanged lines around a change in a unified diff.
const CONTEXT: usize = 3;
/// Texts that differ in more lines are shown as replaced from the first difference to the last.
const MAX_DIFFERENCES: usize = 1000;

/// Lines of the old text that others replace. Either range may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// The lines in the old text, from 0.
    pub old: Range<usize>,
    /// The lines in the new text, from 0.
    pub new: Range<usize>,
}

/// The differences between two texts, in order.
pub fn hunks(old: &str, new: &str) -> Vec<Hunk> {
    let (old, new): (Vec<&str>, Vec<&str>) = (lines(old), lines(new));
    let start = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    let found = shortest(old, new).unwrap_or_else(|| vec![Hunk { old: 0..old.len(), new: 0..new.len() }]);
    let moved = |range: Range<usize>| range.start + start..range.end + start;
    found.into_iter().map(|hunk| Hunk { old: moved(hunk.old), new: moved(hunk.new) }).collect()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// A shortest list of differences, by the algorithm of Myers. `None` if there are too many.
fn shortest(old: &[&str], new: &[&str]) -> Option<Vec<Hunk>> {
    let (rows, columns) = (old.len() as isize, new.len() as isize);
    let limit = (old.len() + new.len()).min(MAX_DIFFERENCES);
    let offset = limit as isize + 1;
    // For each diagonal, the farthest line of the old text.
    let mut farthest = vec![0isize; 2 * limit + 3];
    let mut trace = Vec::new();
    for d in 0..=limit as isize {
        trace.push(farthest.clone());
        for k in (-d..=d).step_by(2) {
            let at = |k: isize| farthest[(offset + k) as usize];
            let mut x = if k == -d || (k != d && at(k - 1) < at(k + 1)) { at(k + 1) } else { at(k - 1) + 1 };
            while x < rows && x - k < columns && x - k >= 0 && old[x as usize] == new[(x - k) as usize] {
                x += 1;
            }
            farthest[(offset + k) as usize] = x;
            if x >= rows && x - k >= columns {
                return Some(walk_back(&trace, (rows, columns), offset));
            }
        }
    }
    None
}

/// The differences on the way that the search found, joined if they touch.
fn walk_back(trace: &[Vec<isize>], (mut x, mut y): (isize, isize), offset: isize) -> Vec<Hunk> {
    let mut hunks: Vec<Hunk> = Vec::new();
    for (d, farthest) in trace.iter().enumerate().skip(1).rev() {
        let (d, k) = (d as isize, x - y);
        let at = |k: isize| farthest[(offset + k) as usize];
        let previous = if k == -d || (k != d && at(k - 1) < at(k + 1)) { k + 1 } else { k - 1 };
        let (from_x, from_y) = (at(previous), at(previous) - previous);
        let (to_x, to_y) = if previous > k { (from_x, from_y + 1) } else { (from_x + 1, from_y) };
        let hunk = Hunk { old: from_x as usize..to_x as usize, new: from_y as usize..to_y as usize };
        match hunks.last_mut() {
            Some(next) if next.old.start == hunk.old.end && next.new.start == hunk.new.end => {
                (next.old.start, next.new.start) = (hunk.old.start, hunk.new.start);
            }
            _ => hunks.push(hunk),
        }
        (x, y) = (from_x, from_y);
    }
    hunks.reverse();
    hunks
}

/// A unified diff of a file. Empty if the texts are equal.
pub fn unified(name: &str, old: &str, new: &str) -> String {
    let hunks = hunks(old, new);
    if hunks.is_empty() {
        return String::new();
    }
    let (old, new) = (lines(old), lines(new));
    let is_near = |one: &Hunk, next: &Hunk| next.old.start - one.old.end <= 2 * CONTEXT;
    let blocks = hunks.chunk_by(is_near).map(|block| block_text(block, &old, &new));
    format!("--- a/{name}\n+++ b/{name}\n{}", blocks.collect::<String>())
}

/// Hunks that are near each other, with the lines around them.
fn block_text(block: &[Hunk], old: &[&str], new: &[&str]) -> String {
    let (Some(first), Some(last)) = (block.first(), block.last()) else { return String::new() };
    let before = first.old.start.min(CONTEXT);
    let after = (old.len() - last.old.end).min(CONTEXT);
    let (old_range, new_range) =
        (first.old.start - before..last.old.end + after, first.new.start - before..last.new.end + after);
    let place = |range: &Range<usize>| format!("{},{}", range.start + usize::from(!range.is_empty()), range.len());
    let mut text = format!("@@ -{} +{} @@\n", place(&old_range), place(&new_range));
    let mut at = old_range.start;
    for hunk in block {
        text += &signed(' ', &old[at..hunk.old.start]);
        text += &signed('-', &old[hunk.old.clone()]);
        text += &signed('+', &new[hunk.new.clone()]);
        at = hunk.old.end;
    }
    text + &signed(' ', &old[at..old_range.end])
}

fn signed(sign: char, lines: &[&str]) -> String {
    let line = |line: &&str| match line.ends_with('\n') {
        true => format!("{sign}{line}"),
        false => format!("{sign}{line}\n\\ No newline at end of file\n"),
    };
    lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The new text, made of the old one and the differences.
    fn applied(old: &str, new: &str, hunks: &[Hunk]) -> String {
        let (old, new) = (lines(old), lines(new));
        let mut text: Vec<&str> = Vec::new();
        let mut at = 0;
        for hunk in hunks {
            text.extend(&old[at..hunk.old.start]);
            text.extend(&new[hunk.new.clone()]);
            at = hunk.old.end;
        }
        text.extend(&old[at..]);
        text.concat()
    }

    #[test]
    fn a_unified_diff_shows_the_lines_around_each_change() {
        let old: String = (1..=20).map(|number| format!("{number}\n")).collect();
        let new = old.replace("3\n4\n", "3\nnew\n").replace("19\n", "").replace("20\n", "20");
        let expected = "--- a/x\n+++ b/x\n@@ -1,7 +1,7 @@\n 1\n 2\n 3\n-4\n+new\n 5\n 6\n 7\n";
        let text = unified("x", &old, &new);
        assert!(text.starts_with(expected), "{text}");
        assert!(text.ends_with("-19\n-20\n+20\n\\ No newline at end of file\n"), "{text}");
        assert_eq!(unified("x", &old, &old), "");
    }

    proptest! {
        #[test]
        fn the_differences_lead_from_one_text_to_the_other(
            old in proptest::collection::vec("[abc]\n", 0..30),
            new in proptest::collection::vec("[abc]\n", 0..30),
        ) {
            let (old, new) = (old.concat(), new.concat());
            let found = hunks(&old, &new);
            prop_assert_eq!(applied(&old, &new, &found), new.clone());
            let differ = |hunk: &Hunk| lines(&old)[hunk.old.clone()] != lines(&new)[hunk.new.clone()];
            prop_assert!(found.iter().all(differ));
        }
    }
}

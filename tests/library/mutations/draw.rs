//! Pseudo-random choices that are the same in every run.

/// Chooses a few of many, in their original order.
pub fn some<T>(items: Vec<T>, number: usize) -> Vec<T> {
    let mut chance = Chance::new(items.len() as u64);
    let mut left = items.len();
    let mut wanted = number.min(left);
    let mut drawn = Vec::with_capacity(wanted);
    for item in items {
        if chance.below(left) < wanted {
            drawn.push(item);
            wanted -= 1;
        }
        left -= 1;
    }
    drawn
}

/// A pseudo-random number generator (splitmix64).
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Chance(seed)
    }

    /// The seed is a text, so the choices at one position do not depend on others.
    pub fn of(text: &str, at: usize) -> Self {
        let seed = text.bytes().fold(at as u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        Chance(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `limit - 1`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// A name with one typing mistake: a letter lost, doubled or replaced, or two letters swapped.
pub fn misspelt(name: &str, at: usize) -> String {
    let mut chance = Chance::of(name, at);
    let letters: Vec<char> = name.chars().collect();
    loop {
        let mut wrong = letters.clone();
        let place = chance.below(letters.len());
        match chance.below(4) {
            0 if letters.len() > 2 => drop(wrong.remove(place)),
            1 => wrong.insert(place, letters[place]),
            2 if place + 1 < letters.len() => wrong.swap(place, place + 1),
            _ => wrong[place] = char::from(b'a' + chance.below(26) as u8),
        }
        let starts_well = wrong[0].is_ascii_alphabetic() || wrong[0] == '_';
        if wrong != letters && starts_well {
            return wrong.into_iter().collect();
        }
    }
}

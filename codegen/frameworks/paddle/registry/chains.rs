//! Chains of gradients: an operator, its gradient, the gradient of that, and so on. Operators are numbers here.

use std::collections::BTreeSet;

use indexmap::IndexSet;

/// Which operator each one is a gradient of, and which is its gradient. Entries may contradict each other.
pub struct Chains<F, B> {
    pub count: usize,
    pub forward: F,
    pub backward: B,
}

impl<F: Fn(usize) -> Option<usize>, B: Fn(usize) -> Option<usize>> Chains<F, B> {
    /// The chain that begins with an operator.
    pub fn from(&self, start: usize) -> Vec<usize> {
        let mut chain = IndexSet::from([start]);
        while let Some(next) = chain.last().and_then(|&last| (self.backward)(last)) {
            // A gradient may lead back to an operator of its own chain.
            if !chain.insert(next) {
                break;
            }
        }
        chain.into_iter().collect()
    }

    /// The start of the chain that contains each operator. The time is in proportion to the number of operators, unless
    /// entries contradict each other.
    pub fn roots(&self) -> Vec<usize> {
        // Only where entries agree all the way, an operator has the root of the one before it.
        let mut roots: Vec<Option<usize>> = vec![None; self.count];
        let mut others = Vec::new();
        for id in 0..self.count {
            let mut path = IndexSet::from([id]);
            let root = loop {
                let at = *path.last().unwrap_or(&id);
                if let Some(root) = roots[at] {
                    break Some(root);
                }
                match (self.forward)(at) {
                    None => break Some(at),
                    Some(forward) if (self.backward)(forward) != Some(at) || !path.insert(forward) => break None,
                    Some(_) => {}
                }
            };
            match root {
                Some(root) => path.into_iter().for_each(|at| roots[at] = Some(root)),
                None => others.push(id),
            }
        }
        others.into_iter().for_each(|id| roots[id] = Some(self.root(id)));
        roots.into_iter().enumerate().map(|(id, root)| root.unwrap_or(id)).collect()
    }

    /// The start of the chain that contains an operator.
    fn root(&self, id: usize) -> usize {
        let mut root = id;
        let mut seen = BTreeSet::from([id]);
        while let Some(forward) = (self.forward)(root)
            && self.from(forward).contains(&id)
            && seen.insert(forward)
        {
            root = forward;
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chains(
        forward: &[Option<usize>],
        backward: &[Option<usize>],
    ) -> Chains<impl Fn(usize) -> Option<usize>, impl Fn(usize) -> Option<usize>> {
        Chains { count: forward.len(), forward: |id: usize| forward[id], backward: |id: usize| backward[id] }
    }

    /// The definition, step by step.
    fn root_of(forward: &[Option<usize>], backward: &[Option<usize>], id: usize) -> usize {
        let mut seen = vec![id];
        while let Some(next) = forward[seen[seen.len() - 1]]
            && !seen.contains(&next)
            && chains(forward, backward).from(next).contains(&id)
        {
            seen.push(next);
        }
        seen[seen.len() - 1]
    }

    #[test]
    fn roots_are_those_of_the_definition() {
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..2_000 {
            let count = 1 + random(7);
            let mut links = || -> Vec<Option<usize>> {
                (0..count).map(|_| Some(random(count + 2)).filter(|at| *at < count)).collect()
            };
            let (forward, mut backward) = (links(), links());
            // Most entries agree.
            for (id, forward) in forward.iter().enumerate() {
                if let Some(forward) = forward.filter(|_| random(4) > 0) {
                    backward[forward] = Some(id);
                }
            }
            let roots = chains(&forward, &backward).roots();
            let expected: Vec<usize> = (0..count).map(|id| root_of(&forward, &backward, id)).collect();
            assert_eq!(roots, expected, "{forward:?} {backward:?}");
        }
    }

    #[test]
    fn a_hundred_thousand_gradients_have_a_root() {
        let forward: Vec<_> = (0..100_000).map(|id: usize| id.checked_sub(1)).collect();
        let backward: Vec<_> = (1..=100_000).map(|id| Some(id).filter(|id| *id < 100_000)).collect();
        assert_eq!(chains(&forward, &backward).roots(), vec![0; 100_000]);
    }
}

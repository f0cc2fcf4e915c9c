//! Divides an output by a key, as torchgen does: into shards, and a file with everything.

/// The files into which an output is divided. The first contains everything. It is written but not listed among the outputs,
/// because the others contain the same.
pub fn paths(path: &str, count: usize) -> Vec<String> {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    let stem = path[name..].rfind('.').map_or(path.len(), |dot| name + dot);
    let (stem, extension) = path.split_at(stem);
    ids(count).into_iter().map(|id| format!("{stem}{id}{extension}")).collect()
}

/// The `shard_id` of each file.
pub fn ids(count: usize) -> Vec<String> {
    std::iter::once("Everything".to_owned()).chain((0..count).map(|shard| format!("_{shard}"))).collect()
}

/// The shard of a key: the SHA-1 of its Latin-1 bytes as a little-endian number, modulo the number of shards. `None` if the key
/// has other characters.
pub fn shard_of(key: &str, count: usize) -> Option<usize> {
    let bytes: Option<Vec<u8>> = key.chars().map(|letter| u8::try_from(u32::from(letter)).ok()).collect();
    let digest = sha1_smol::Sha1::from(bytes?).digest().bytes();
    Some(digest.iter().rev().fold(0, |rest, byte| (rest << 8 | usize::from(*byte)) % count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_numbered_before_the_extension() {
        assert_eq!(paths("a.b/x.y.cpp", 2), ["a.b/x.yEverything.cpp", "a.b/x.y_0.cpp", "a.b/x.y_1.cpp"]);
        assert_eq!(paths("x", 1), ["xEverything", "x_0"]);
    }

    #[test]
    fn keys_get_the_same_shards_as_in_torchgen() {
        assert_eq!([1, 2, 3, 5, 8, 16].map(|count| shard_of("mul.out", count)), [0, 1, 2, 1, 5, 13].map(Some));
        assert_eq!([shard_of("é", 5), shard_of("算", 5)], [Some(1), None]);
    }
}

//! Counts with an English noun. Must not know what is counted.

use crate::language::count;

/// A count with its noun: `1 step`, `2 global indexes`. The noun is in the singular.
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {}", count(number), plural(number, noun))
}

/// The form of a noun that a count needs, without the count. The noun is in the singular, and regular.
#[must_use]
pub fn plural(number: u64, noun: &str) -> String {
    if number == 1 {
        return noun.to_owned();
    }
    let is_hissed = ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end));
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if is_hissed => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{count, counted, plural};

    #[test]
    fn thousands_are_separated() {
        assert_eq!(
            [0, 999, 1_000, 1_234_567].map(count),
            ["0", "999", "1,000", "1,234,567"]
        );
    }

    #[test]
    fn a_noun_is_in_the_number_of_its_count() {
        assert_eq!(counted(1, "step"), "1 step");
        assert_eq!(counted(0, "step"), "0 steps");
        assert_eq!(counted(1, "global index"), "1 global index");
        assert_eq!(counted(2, "global index"), "2 global indexes");
        assert_eq!(counted(4_096, "entry"), "4,096 entries");
    }

    #[test]
    fn the_end_of_a_noun_decides_its_plural() {
        let nouns = [
            "item", "key", "query", "suffix", "miss", "batch", "hash", "byte", "response",
        ];
        let plurals = nouns.map(|noun| plural(2, noun));
        assert_eq!(
            plurals,
            [
                "items",
                "keys",
                "queries",
                "suffixes",
                "misses",
                "batches",
                "hashes",
                "bytes",
                "responses"
            ]
        );
        assert_eq!(nouns.map(|noun| plural(1, noun)), nouns);
    }
}

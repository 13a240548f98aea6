//! How alike a word of a query and a word of a phrase are. Both are in small letters.
//!
//! Compares bytes: a word beyond ASCII is found by its beginning, and its typing errors are not.

/// Of the same words.
pub(super) const SAME: usize = 8;
/// Of a word that begins so, or differs only in its ending.
const BEGINS: usize = 6;
/// Of a word with one typing error.
const MISTYPED: usize = 4;
/// Of a word that contains the other.
const CONTAINS: usize = 3;

/// The letters that words with different endings share at least, and the most letters of an ending.
const STEM: usize = 4;
const ENDING: usize = 3;
/// The letters of a word that may have a typing error, at least.
const LONG_ENOUGH: usize = 5;

/// 0 for words that are not alike, up to [`SAME`].
pub(super) fn likeness(asked: &str, word: &str) -> usize {
    if asked == word {
        return SAME;
    }
    let shared = asked.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
    let (a, b) = (rest(asked, shared), rest(word, shared));
    if a.is_empty() || (shared >= STEM && a.len() <= ENDING && b.len() <= ENDING) {
        BEGINS
    } else if shared > 0 && asked.len() >= LONG_ENOUGH && is_mistyped(a, b) {
        MISTYPED
    } else if asked.len() > 2 && word.contains(asked) {
        CONTAINS
    } else {
        0
    }
}

fn rest(word: &str, from: usize) -> &[u8] {
    word.as_bytes().get(from..).unwrap_or_default()
}

/// Whether `word` begins as `asked` after one error: a wrong letter, one too many, one missing, or two swapped.
fn is_mistyped(asked: &[u8], word: &[u8]) -> bool {
    let (after, next) = (asked.get(1..).unwrap_or_default(), word.get(1..).unwrap_or_default());
    let swapped = match (asked, word) {
        ([a, b, asked @ ..], [c, d, word @ ..]) => a == d && b == c && word.starts_with(asked),
        _ => false,
    };
    swapped || next.starts_with(after) || word.starts_with(after) || next.starts_with(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_by_its_beginning_in_any_form_and_with_a_typing_error() {
        assert_eq!(likeness("scan", "scan"), SAME);
        for (asked, word) in [
            ("par", "partition"),
            ("partitions", "partition"),
            ("expired", "expires"),
            ("delete", "deleting"),
        ] {
            assert_eq!(likeness(asked, word), BEGINS, "{asked} {word}");
        }
        for asked in ["patrition", "prtition", "paartition", "pertition", "partt"] {
            assert_eq!(likeness(asked, "partition"), MISTYPED, "{asked}");
        }
        assert_eq!(likeness("post", "lastpostindex"), CONTAINS);
    }

    #[test]
    fn other_words_are_not_alike() {
        for (asked, word) in [
            ("scan", "stream"),
            ("query", "quota"),
            ("item", "index"),
            ("partiql", "partition"),
            ("x", "index"),
            ("a", ""),
        ] {
            assert_eq!(likeness(asked, word), 0, "{asked} {word}");
        }
        assert_eq!(likeness("größe", "größer"), BEGINS);
        assert_eq!(likeness("\u{e9}t\u{e9}s\u{e9}", "\u{e8}"), 0);
    }
}

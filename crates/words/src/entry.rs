//! English words as a program holds them: by their fingerprint. Must not know translations.
#![allow(
    clippy::indexing_slicing,
    reason = "the compiler runs this code, and reports an index out of range"
)]

/// The fingerprint of a text: FNV-1a of 32 bits. `cargo xtask words` refuses two texts with one fingerprint.
#[must_use]
pub const fn fingerprint(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let (mut hash, mut at) = (0x811C_9DC5_u32, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

/// English words as the program holds them. With the feature `outside` it is a number, because a file brings the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The fingerprint of the English.
    pub fingerprint: u32,
    /// The English.
    #[cfg(not(feature = "outside"))]
    pub english: &'static &'static str,
    /// The names of its values, in their order.
    #[cfg(not(feature = "outside"))]
    pub names: &'static [&'static str],
}

impl Entry {
    /// Words with the names of their values, in the order in which the words name them first. So a file of words can
    /// number them.
    ///
    /// # Panics
    /// If the words name other values, or in another order. [`crate::t!`] calls this at compile time.
    #[must_use]
    pub const fn new(english: &'static &'static str, names: &'static [&'static str]) -> Self {
        let bytes = english.as_bytes();
        let is_whole = matches!(end_of_message(bytes, 0, names, 0), Some((end, named)) if end == bytes.len() && named == names.len());
        assert!(
            is_whole,
            "the words name other values, name them in another order, or have a brace too many"
        );
        Self {
            fingerprint: fingerprint(english),
            #[cfg(not(feature = "outside"))]
            english,
            #[cfg(not(feature = "outside"))]
            names,
        }
    }
}

/// Where a part of words ends, and how many values were named until there.
type End = Option<(usize, usize)>;

/// The end of a message that begins here: its closing brace, or the end of the text. `None` if it names another value than
/// the next one, or than one before.
const fn end_of_message(text: &[u8], mut at: usize, names: &[&str], mut named: usize) -> End {
    while at < text.len() && text[at] != b'}' {
        if text[at] == b'{' {
            match end_of_value(text, at + 1, names, named) {
                Some((end, now)) if end < text.len() => (at, named) = (end, now),
                _ => return None,
            }
        }
        at += 1;
    }
    Some((at, named))
}

/// The closing brace of a value whose name begins here; the forms of a plural are messages.
const fn end_of_value(text: &[u8], start: usize, names: &[&str], mut named: usize) -> End {
    let mut at = start;
    while at < text.len() && (text[at].is_ascii_lowercase() || text[at] == b'_') {
        at += 1;
    }
    match position(text, start, at, names) {
        Some(place) if place < named => {}
        Some(place) if place == named => named += 1,
        _ => return None,
    }
    while at < text.len() && text[at] != b'}' {
        if text[at] == b'{' {
            match end_of_message(text, at + 1, names, named) {
                Some((end, now)) => (at, named) = (end, now),
                None => return None,
            }
        }
        at += 1;
    }
    Some((at, named))
}

/// The place of a name among the names.
const fn position(text: &[u8], start: usize, end: usize, names: &[&str]) -> Option<usize> {
    let mut number = 0;
    while number < names.len() {
        let name = names[number].as_bytes();
        let mut same = name.len() == end - start;
        let mut at = 0;
        while same && at < name.len() {
            same = name[at] == text[start + at];
            at += 1;
        }
        if same {
            return Some(number);
        }
        number += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Entry, fingerprint};

    #[test]
    fn a_fingerprint_is_that_of_fnv() {
        assert_eq!(fingerprint(""), 0x811C_9DC5);
        assert_eq!(fingerprint("foobar"), 0xBF9C_F968);
    }

    #[test]
    fn words_name_the_values_that_are_given_in_their_order() {
        const PLURAL: &str = "{many, plural, one {item} other {# items}} of {table}";
        assert_eq!(Entry::new(&PLURAL, &["many", "table"]).fingerprint, fingerprint(PLURAL));
        for wrong in [
            "{many} of {table}",
            "{many, plural, other {# of {table}}}",
            "{many",
            "many}",
            "{Many}",
            "many",
        ] {
            let wrong: &'static &'static str = Box::leak(Box::new(wrong));
            let refused = std::panic::catch_unwind(|| Entry::new(wrong, &["many"]));
            assert!(refused.is_err(), "{wrong}");
        }
        let refused = std::panic::catch_unwind(|| Entry::new(&"{a} {b}", &["b", "a"]));
        assert!(refused.is_err());
    }
}

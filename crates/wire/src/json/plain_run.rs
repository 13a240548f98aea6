//! Plain runs: how far a string goes before a byte that JSON escapes. Most of what is read and written is such runs, so
//! they are looked through eight bytes at a time.

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);

/// Bytes before the first quote, backslash or control character.
#[inline]
pub(super) fn plain_run(bytes: &[u8]) -> usize {
    let Some(first) = bytes.first_chunk::<8>() else { return short_run(bytes) };
    // Most strings are names and descriptors, which end within the first word.
    match escaped_in(u64::from_le_bytes(*first)) {
        0 => long_run(bytes),
        found => found.trailing_zeros() as usize / 8,
    }
}

/// Apart from those that end at once: what it keeps at hand would cost them more than a call.
#[inline(never)]
fn long_run(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    for (place, word) in words.iter().enumerate() {
        let found = escaped_in(u64::from_le_bytes(*word));
        if found != 0 {
            return place * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    // What the last eight bytes have in common with the words is plain.
    match bytes.last_chunk::<8>() {
        Some(last) if escaped_in(u64::from_le_bytes(*last)) == 0 => bytes.len(),
        _ => bytes.len() - rest.len() + short_run(rest),
    }
}

/// The same of a few bytes. Four and more are a word, made of both their ends: most often it is plain.
fn short_run(bytes: &[u8]) -> usize {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let word = u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
        if escaped_in(word) == 0 {
            return bytes.len();
        }
    }
    bytes.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ').unwrap_or(bytes.len())
}

/// The high bits of the bytes that are escaped. Beyond the first such byte there may be more than that: a subtraction
/// borrows from the bytes above. What is escaped has no high bit of its own, so one mask will do for all.
fn escaped_in(word: u64) -> u64 {
    // With their second bits turned over, the quote follows the control characters, and the blank does not.
    let controls_and_quotes = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
    let backslashes = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    (controls_and_quotes | backslashes) & !word & HIGHS
}

#[cfg(test)]
mod tests {
    use super::plain_run;

    #[test]
    fn the_first_escaped_byte_is_found_wherever_it_stands() {
        for length in 0..40 {
            for at in 0..=length {
                for special in 0..=u8::MAX {
                    let mut bytes: Vec<u8> = b" !".iter().copied().cycle().take(length).collect();
                    bytes.splice(at..at, [special]);
                    let naive = bytes.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ');
                    assert_eq!(plain_run(&bytes), naive.unwrap_or(bytes.len()), "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn a_byte_that_looks_escaped_after_a_borrow_does_not_count() {
        assert_eq!(plain_run("a!\u{80}\u{ff}é#]~ \u{7f}".as_bytes()), "a!\u{80}\u{ff}é#]~ \u{7f}".len());
        assert_eq!(plain_run(b"aaaa\x1f!!!"), 4);
    }
}

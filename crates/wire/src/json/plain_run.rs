//! Plain runs: the length of a string before a byte that JSON escapes. Most text consists of such runs, so the code
//! checks eight bytes at a time.

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);

/// Returns the number of bytes before the first quote, backslash or control character.
#[inline]
pub(super) fn plain_run(bytes: &[u8]) -> usize {
    let Some(first) = bytes.first_chunk::<8>() else {
        return short_run(bytes);
    };
    // Most strings are names and descriptors, which end within the first word.
    match escaped_in(u64::from_le_bytes(*first)) {
        0 => long_run(bytes),
        found => found.trailing_zeros() as usize / 8,
    }
}

/// Checks a long string. This function is separate, because its registers would cost short strings more than a call.
#[inline(never)]
fn long_run(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    for (place, word) in words.iter().enumerate() {
        let found = escaped_in(u64::from_le_bytes(*word));
        if found != 0 {
            return place * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    // The last eight bytes overlap the previous words, which are plain.
    match bytes.last_chunk::<8>() {
        Some(last) if escaped_in(u64::from_le_bytes(*last)) == 0 => bytes.len(),
        _ => bytes.len() - rest.len() + short_run(rest),
    }
}

/// Checks fewer than eight bytes. Four and more form a word from both ends of the string. Most such words are plain.
fn short_run(bytes: &[u8]) -> usize {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let word = u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
        if escaped_in(word) == 0 {
            return bytes.len();
        }
    }
    bytes
        .iter()
        .position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ')
        .unwrap_or(bytes.len())
}

/// Returns the high bits of the escaped bytes. Bits beyond the first escaped byte can be false, because a subtraction
/// borrows from the bytes above. Escaped bytes have no high bit of their own, so one mask suffices.
fn escaped_in(word: u64) -> u64 {
    // With its second bit inverted, the quote directly follows the control characters, and the blank does not.
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
                    let naive = bytes
                        .iter()
                        .position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ');
                    assert_eq!(plain_run(&bytes), naive.unwrap_or(bytes.len()), "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn a_byte_that_looks_escaped_after_a_borrow_does_not_count() {
        assert_eq!(
            plain_run("a!\u{80}\u{ff}é#]~ \u{7f}".as_bytes()),
            "a!\u{80}\u{ff}é#]~ \u{7f}".len()
        );
        assert_eq!(plain_run(b"aaaa\x1f!!!"), 4);
    }
}

//! A journal as the text of a link: deflate, then base64 for URLs.
//!
//! Must not know what it packs: the journal's own header and checksums tell whether the bytes are good.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

/// The first letter of a text: how the rest is packed. A letter is never used again for something else.
const DEFLATED: char = 'd';
/// How hard to try, of 10: a link is made once and travels far.
const LEVEL: u8 = 9;

/// Why a text is not unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It is packed in a way this program does not know: by a later one, or it is no such text.
    UnknownPacking,
    /// A letter was changed or the end is missing.
    Damaged,
    /// It holds more bytes than the caller takes.
    TooLong {
        /// The most bytes the caller takes.
        limit: usize,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPacking => formatter.write_str("the link is packed in a way this program does not know"),
            Self::Damaged => formatter.write_str("the link is incomplete or was changed"),
            Self::TooLong { limit } => write!(formatter, "the link holds more than {limit} bytes"),
        }
    }
}

impl std::error::Error for LinkError {}

/// The bytes as letters, digits, `-` and `_`.
#[must_use]
pub fn to_link(bytes: &[u8]) -> String {
    let mut text = String::from(DEFLATED);
    URL_SAFE_NO_PAD.encode_string(compress_to_vec(bytes, LEVEL), &mut text);
    text
}

/// The bytes of a text, at most `limit` of them: a short text can stand for very many.
///
/// # Errors
/// When it was not made by `to_link`, or not for as few bytes.
pub fn from_link(text: &str, limit: usize) -> Result<Vec<u8>, LinkError> {
    let packed = text.strip_prefix(DEFLATED).ok_or(LinkError::UnknownPacking)?;
    let packed = URL_SAFE_NO_PAD.decode(packed).map_err(|_| LinkError::Damaged)?;
    decompress_to_vec_with_limit(&packed, limit).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => LinkError::TooLong { limit },
        _ => LinkError::Damaged,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Links are a promise too: one that was sent once is opened for ever.
    #[test]
    fn a_link_made_once_is_read_for_ever() {
        assert_eq!(from_link("dS0otKUktUshJLElVKMlIzFPISy1LLQIA", 100), Ok(b"better late than never".to_vec()));
        let text = to_link(&[7; 5_000]);
        assert!(text.len() < 60 && text.starts_with('d'), "{text}");
        assert!(text.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_'));
    }

    #[test]
    fn what_is_no_link_is_refused_by_its_reason() {
        assert_eq!(from_link("", 100), Err(LinkError::UnknownPacking));
        assert_eq!(from_link("zAAAA", 100), Err(LinkError::UnknownPacking));
        assert_eq!(from_link("d%%%", 100), Err(LinkError::Damaged));
        let text = to_link(&[0; 1_000_000]);
        assert_eq!(from_link(&text, 999_999), Err(LinkError::TooLong { limit: 999_999 }));
        assert_eq!(from_link(&text, 1_000_000).map(|bytes| bytes.len()), Ok(1_000_000));
        let cut = text.get(..text.len() / 2).unwrap_or_default();
        assert!(
            matches!(from_link(cut, 1_000_000), Err(LinkError::Damaged)),
            "{:?}",
            from_link(cut, 1_000_000).map(|bytes| bytes.len())
        );
    }

    proptest! {
        #[test]
        fn every_journal_comes_back(bytes in proptest::collection::vec(any::<u8>(), 0..3_000)) {
            prop_assert_eq!(from_link(&to_link(&bytes), bytes.len()), Ok(bytes));
        }

        #[test]
        fn no_text_panics(text in "d?[A-Za-z0-9_-]{0,200}") {
            let _ = from_link(&text, 10_000);
        }
    }
}

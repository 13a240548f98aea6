//! The bytes of a row key's parts. Short ones are stored in place.
//!
//! Most keys are short, and are compared without following a pointer. Must not know what the bytes mean.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

/// Maximum number of bytes stored in place. A row of a table or index, with its key, then fits one cache line.
const IN_PLACE: usize = 30;

/// Bytes that never change.
#[derive(Clone)]
pub(crate) enum KeyParts {
    /// The first `len` of the bytes.
    Short {
        len: u8,
        bytes: [u8; IN_PLACE],
    },
    Long(Box<[u8]>),
}

impl From<&[u8]> for KeyParts {
    fn from(parts: &[u8]) -> Self {
        let mut bytes = [0; IN_PLACE];
        match (u8::try_from(parts.len()), bytes.get_mut(..parts.len())) {
            (Ok(len), Some(room)) => {
                room.copy_from_slice(parts);
                Self::Short { len, bytes }
            }
            _ => Self::Long(parts.into()),
        }
    }
}

impl Deref for KeyParts {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or(bytes),
            Self::Long(bytes) => bytes,
        }
    }
}

impl fmt::Debug for KeyParts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl PartialEq for KeyParts {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for KeyParts {}

impl PartialOrd for KeyParts {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for KeyParts {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_are_bytes_alike() {
        let bytes: Vec<u8> = (0..=u8::MAX).cycle().take(600).collect();
        for len in [0, 1, IN_PLACE - 1, IN_PLACE, IN_PLACE + 1, 255, 256, 599] {
            let (parts, longer) = (KeyParts::from(&bytes[..len]), KeyParts::from(&bytes[..=len]));
            assert_eq!(&*parts, &bytes[..len]);
            assert_eq!(matches!(parts, KeyParts::Short { .. }), len <= IN_PLACE);
            assert!(parts < longer && parts == parts.clone(), "{parts:?} {longer:?}");
        }
    }

    #[test]
    fn a_row_takes_a_cache_line() {
        assert_eq!(size_of::<(crate::RowKey, crate::Row<std::sync::Arc<u8>>)>(), 64);
    }
}

//! Key bytes: the scalar values of a key as bytes that sort in the service's order of keys.
//!
//! Strings and binaries sort by unsigned bytes, numbers by value. The number layout (an exponent byte, then digit
//! pairs) reproduces the service's hash placement (observed: hash-placement), see `Number::key_bytes`.

use crate::{AttributeType, AttributeValue};

/// The three types a key attribute can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum KeyType {
    /// String.
    #[default]
    S,
    /// Number.
    N,
    /// Binary.
    B,
}

impl KeyType {
    /// The attribute type of this key type.
    #[must_use]
    pub fn attribute_type(self) -> AttributeType {
        match self {
            Self::S => AttributeType::S,
            Self::N => AttributeType::N,
            Self::B => AttributeType::B,
        }
    }

    /// The wire descriptor, `S`, `N` or `B`.
    #[must_use]
    pub fn descriptor(self) -> &'static str {
        self.attribute_type().descriptor()
    }

    /// True when the value has this type.
    #[must_use]
    pub fn matches(self, value: &AttributeValue) -> bool {
        value.attribute_type() == self.attribute_type()
    }
}

/// The order-preserving bytes of a scalar value; `None` for any other type. They are encoded into `scratch` if the
/// value does not contain them already.
pub fn key_bytes<'a>(value: &'a AttributeValue, scratch: &'a mut Vec<u8>) -> Option<&'a [u8]> {
    match value {
        AttributeValue::S(text) => Some(text.as_bytes()),
        AttributeValue::B(bytes) => Some(bytes),
        AttributeValue::N(number) => {
            scratch.clear();
            number.key_bytes(scratch);
            Some(scratch)
        }
        _ => None,
    }
}

/// The length in bytes for the key size limits: UTF-8 or raw bytes. Numbers are never too long (observed: key-lengths).
#[must_use]
pub fn key_bytes_len(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::B(bytes) => bytes.len(),
        _ => 0,
    }
}

/// Appends `bytes` in a form that still sorts as a tuple when more bytes follow: a zero byte becomes `00 FF`, and
/// `00 00` ends the part.
pub fn escape_key_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    if bytes.contains(&0) {
        for (place, run) in bytes.split(|byte| *byte == 0).enumerate() {
            if place > 0 {
                out.extend_from_slice(&[0, 0xFF]);
            }
            out.extend_from_slice(run);
        }
    } else {
        out.extend_from_slice(bytes);
    }
    out.extend_from_slice(&[0, 0]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Number;

    #[test]
    fn escaped_parts_sort_like_tuples() {
        let tuple = |first: &[u8], second: &[u8]| {
            let mut out = Vec::new();
            escape_key_bytes(first, &mut out);
            escape_key_bytes(second, &mut out);
            out
        };
        let ordered: [(&[u8], &[u8]); 6] = [
            (b"", b"z"),
            (b"a", b""),
            (b"a", b"b"),
            (b"a\0", b""),
            (b"a\x01", b""),
            (b"ab", b""),
        ];
        for pair in ordered.windows(2) {
            assert!(tuple(pair[0].0, pair[0].1) < tuple(pair[1].0, pair[1].1), "{pair:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn escaped_tuples_sort_as_their_values(
            a in proptest::collection::vec(proptest::collection::vec(0..3_u8, 0..4), 2),
            b in proptest::collection::vec(proptest::collection::vec(0..3_u8, 0..4), 2),
        ) {
            let tuple = |parts: &[Vec<u8>]| {
                let mut out = Vec::new();
                parts.iter().for_each(|part| escape_key_bytes(part, &mut out));
                out
            };
            proptest::prop_assert_eq!(tuple(&a).cmp(&tuple(&b)), a.cmp(&b));
        }
    }

    #[test]
    fn only_scalars_have_key_bytes() {
        let mut scratch = Vec::new();
        assert_eq!(
            key_bytes(&AttributeValue::string("hello"), &mut scratch),
            Some(b"hello".as_slice())
        );
        assert_eq!(
            key_bytes(&AttributeValue::N(Number::from(1)), &mut scratch),
            Some([0xc1, 0x02].as_slice())
        );
        assert_eq!(key_bytes(&AttributeValue::Null, &mut scratch), None);
    }
}

//! Lengths as LEB128: seven bits in each byte, lowest bits first. The top bit is set in all bytes but the last.
//!
//! Must not know what is measured. Small lengths need few bytes, and every length can be written.

/// The maximum number of bytes of a 64-bit length.
pub(crate) const MAXIMUM_BYTES: usize = 10;

/// The result of reading a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// A length, and the number of its bytes.
    Read { value: u64, bytes: usize },
    /// The bytes end inside the length.
    Cut,
    /// Not a length that `push_length` writes.
    Impossible,
}

/// Appends `length` in its only form.
pub(crate) fn push_length(bytes: &mut Vec<u8>, length: usize) {
    let mut rest = length;
    loop {
        let low = u8::try_from(rest & 0x7F).unwrap_or(0);
        rest >>= 7;
        if rest == 0 {
            bytes.push(low);
            return;
        }
        bytes.push(low | 0x80);
    }
}

/// Reads the length at the start of `bytes`.
pub(crate) fn read_length(bytes: &[u8]) -> Length {
    let mut value = 0_u64;
    for (index, byte) in bytes.iter().take(MAXIMUM_BYTES).enumerate() {
        let low = u64::from(byte & 0x7F);
        let shifted = low << (7 * index);
        // The tenth byte has only one valid bit. A zero byte at the end is invalid, because the length has a shorter
        // form.
        if shifted >> (7 * index) != low || (*byte == 0 && index > 0) {
            return Length::Impossible;
        }
        value |= shifted;
        if byte & 0x80 == 0 {
            return Length::Read {
                value,
                bytes: index + 1,
            };
        }
    }
    if bytes.len() < MAXIMUM_BYTES {
        Length::Cut
    } else {
        Length::Impossible
    }
}

/// The length at the start of `bytes`, and the rest.
pub(crate) fn first_length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let Length::Read { value, bytes: taken } = read_length(bytes) else {
        return None;
    };
    Some((usize::try_from(value).ok()?, bytes.get(taken..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_come_back_and_have_one_form() {
        for length in [0, 1, 127, 128, 300, 16_384, 400_000, usize::MAX] {
            let mut bytes = Vec::new();
            push_length(&mut bytes, length);
            let read = Length::Read {
                value: length as u64,
                bytes: bytes.len(),
            };
            assert_eq!(read_length(&bytes), read);
            bytes.push(9);
            assert_eq!(read_length(&bytes), read);
        }
        assert_eq!(read_length(&[]), Length::Cut);
        assert_eq!(read_length(&[0x80]), Length::Cut);
        assert_eq!(read_length(&[0x80, 0]), Length::Impossible);
        assert_eq!(read_length(&[0xFF; 10]), Length::Impossible);
    }
}

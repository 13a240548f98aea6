//! Lengths as LEB128: seven bits a byte, the lowest first, the top bit set on all but the last.
//!
//! Must not know what is measured. Short for short things, and no length is too long to be written.

/// The most bytes a 64-bit length takes.
const MAXIMUM_BYTES: usize = 10;

/// What stands where a length should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// A length, and how many bytes it took.
    Read { value: u64, bytes: usize },
    /// The bytes end first.
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
        // The tenth byte has one bit to give, and a last byte of zero after another is a longer form than the only one.
        if shifted >> (7 * index) != low || (*byte == 0 && index > 0) {
            return Length::Impossible;
        }
        value |= shifted;
        if byte & 0x80 == 0 {
            return Length::Read { value, bytes: index + 1 };
        }
    }
    if bytes.len() < MAXIMUM_BYTES { Length::Cut } else { Length::Impossible }
}

/// The length at the start of `bytes`, and what follows it.
pub(crate) fn first_length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let Length::Read { value, bytes: taken } = read_length(bytes) else { return None };
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
            let read = Length::Read { value: length as u64, bytes: bytes.len() };
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

//! The checksum of stored bytes: CRC-32 as in ISO-HDLC, the same on every target.
//!
//! Owns the choice of the library. Must not know what the bytes are.

/// Returns the checksum of these bytes.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    crc32_after(0, bytes)
}

/// Returns the checksum of these bytes after others that have the checksum `before`.
#[must_use]
pub fn crc32_after(before: u32, bytes: &[u8]) -> u32 {
    #[cfg(not(target_arch = "wasm32"))]
    return quick(before, bytes);
    #[cfg(target_arch = "wasm32")]
    return small(before, bytes);
}

/// Uses processor instructions, because a server reads hundreds of megabytes at its start.
#[cfg(not(target_arch = "wasm32"))]
fn quick(before: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(bytes);
    hasher.finalize()
}

/// Uses small tables, because a page downloads them and they do not compress: 1 KB here, 16 KB for the larger ones.
#[cfg(any(test, target_arch = "wasm32"))]
fn small(before: u32, bytes: &[u8]) -> u32 {
    const ALGORITHM: crc::Crc<u32, crc::Table<1>> = crc::Crc::<u32, crc::Table<1>>::new(&crc::CRC_32_ISO_HDLC);
    static CRC: crc::Crc<u32, crc::Table<1>> = ALGORITHM;
    // The library expects the initial register in the notation of the standard, before reflection.
    let mut digest = CRC.digest_with_initial((!before).reverse_bits());
    digest.update(bytes);
    digest.finalize()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!([quick(0, b"123456789"), small(0, b"123456789")], [0xCBF4_3926; 2]);
        assert_eq!([quick(0, b""), small(0, b"")], [0; 2]);
    }

    proptest! {
        #[test]
        fn both_libraries_agree_in_one_piece_and_in_two(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0_usize..200) {
            let (first, second) = bytes.split_at(cut.min(bytes.len()));
            let whole = quick(0, &bytes);
            prop_assert_eq!(small(0, &bytes), whole);
            prop_assert_eq!(small(small(0, first), second), whole);
            prop_assert_eq!(quick(quick(0, first), second), whole);
        }
    }
}

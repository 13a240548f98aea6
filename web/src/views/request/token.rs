//! A random token for a request that may be sent twice, in the form that AWS's SDKs use: a UUID.
//!
//! Must not know requests.

use leptos::prelude::window;

/// A new token; `None` if the browser has no random numbers.
#[must_use]
pub fn new_token() -> Option<String> {
    let mut bytes = [0_u8; 16];
    let crypto = window().crypto().ok()?;
    crypto.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(uuid(bytes))
}

/// Version 4: random bytes with the version and the variant in their places.
fn uuid(mut bytes: [u8; 16]) -> String {
    let [.., version, _, variant, _, _, _, _, _, _, _] = &mut bytes;
    *version = *version & 0x0f | 0x40;
    *variant = *variant & 0x3f | 0x80;
    let mut text = String::new();
    for (at, byte) in bytes.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        text.push_str(&format!("{byte:02x}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_a_uuid_of_version_4() {
        assert_eq!(uuid([0xff; 16]), "ffffffff-ffff-4fff-bfff-ffffffffffff");
        assert_eq!(uuid([0; 16]), "00000000-0000-4000-8000-000000000000");
    }
}

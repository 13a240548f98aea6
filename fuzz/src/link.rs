//! Texts of links: a readable text is the same when written again.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hashrange_link::{FORMAT_VERSION, read, write};
use miniz_oxide::deflate::compress_to_vec;

/// The first byte selects the case: the rest is a text, or a content that gets the right checksum, which random bytes
/// would almost never have.
pub fn link(data: &[u8]) {
    match crate::choice(data) {
        Some((choice, rest)) if choice % 2 == 0 => {
            if let Ok(text) = std::str::from_utf8(rest) {
                whole(text);
            }
        }
        Some((_, content)) => {
            let mut bytes = vec![FORMAT_VERSION];
            bytes.extend(crc32fast::hash(content).to_le_bytes());
            bytes.extend(compress_to_vec(content, 1));
            whole(&URL_SAFE_NO_PAD.encode(bytes));
        }
        None => {}
    }
}

fn whole(text: &str) {
    let Ok(link) = read(text) else { return };
    let Ok(again) = write(&link) else { return };
    let second = read(&again).expect("what was written can be read");
    assert_eq!(second, link.canonical());
    assert_eq!(write(&second).as_ref(), Ok(&again), "the same state, the same text");
}

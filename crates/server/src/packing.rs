//! Content codings in headers, and packing of answers with gzip, the one coding the service speaks.

use std::io::Write as _;

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The coding's name.
pub(crate) const GZIP: &str = "gzip";

/// Whether a request says that its body is packed.
pub(crate) fn is_packed(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(CONTENT_ENCODING).into_iter();
    // Any other coding is none we know: its bytes are taken as they are, and will be no JSON.
    let first = codings.next().is_some_and(|value| value.as_bytes().trim_ascii().eq_ignore_ascii_case(GZIP.as_bytes()));
    first && codings.next().is_none()
}

/// Whether a request asks for answers that are packed.
pub(crate) fn accepts_packed(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0));
        name.trim().eq_ignore_ascii_case(GZIP) && weight > 0.0_f32
    })
}

/// Packs bytes.
pub(crate) fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    // Writing into memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{accepts_packed, is_packed};
    use axum::http::HeaderMap;

    fn headers(name: &'static str, value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().expect("a value"));
        headers
    }

    #[test]
    fn packed_answers_are_asked_for_by_name() {
        for yes in ["gzip", "deflate, GZIP", "br;q=1.0, gzip;q=0.5", "gzip; q=1"] {
            assert!(accepts_packed(&headers("accept-encoding", yes)), "{yes}");
        }
        for no in ["", "identity", "deflate", "gzip;q=0", "gzip;q=0.0", "xgzip", "*"] {
            assert!(!accepts_packed(&headers("accept-encoding", no)), "{no}");
        }
        assert!(!accepts_packed(&HeaderMap::new()));
    }

    #[test]
    fn packed_bodies_say_so_once() {
        assert!(is_packed(&headers("content-encoding", " GZip")));
        assert!(!is_packed(&headers("content-encoding", "gzip, gzip")));
        assert!(!is_packed(&headers("content-encoding", "identity")));
    }
}

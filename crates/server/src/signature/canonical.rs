//! The canonical form of a request, which the signature covers (documented: signature-v4).
//!
//! Must not know keys.

use std::fmt::Write as _;

use axum::http::HeaderMap;
use axum::http::request::Parts;
use sha2::{Digest as _, Sha256};

use super::claim::{Claim, query_pairs};
use super::hex::hex;

/// The canonical request: method, path, query, signed headers with their values, their names, and the body's digest.
pub(super) fn request(head: &Parts, claim: &Claim, body: &[u8]) -> String {
    let mut out = format!("{}\n{}\n", head.method, path(head.uri.path()));
    out.push_str(&query(head.uri.query().unwrap_or_default()));
    out.push('\n');
    for name in &claim.signed_headers {
        let _ = writeln!(out, "{name}:{}", header(&head.headers, name));
    }
    let _ = write!(
        out,
        "\n{}\n{}",
        claim.signed_headers.join(";"),
        hex(&Sha256::digest(body))
    );
    out
}

/// The path without dot segments and empty parts. Each part is encoded once more.
fn path(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let end = if path.ends_with('/') && !parts.is_empty() {
        "/"
    } else {
        ""
    };
    let parts: Vec<String> = parts.into_iter().map(|part| encoded(part.as_bytes())).collect();
    format!("/{}{end}", parts.join("/"))
}

/// Sorted by name, then by value, without the signature itself.
fn query(text: &str) -> String {
    let pairs = query_pairs(text)
        .into_iter()
        .filter(|(name, _)| name != "X-Amz-Signature");
    let mut pairs: Vec<(String, String)> = pairs
        .map(|(name, value)| (encoded(name.as_bytes()), encoded(value.as_bytes())))
        .collect();
    pairs.sort();
    let pairs: Vec<String> = pairs
        .into_iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    pairs.join("&")
}

/// The values of a header, trimmed, with single spaces, and commas between them.
fn header(headers: &HeaderMap, name: &str) -> String {
    let values = headers.get_all(name).into_iter().map(|value| {
        let value = String::from_utf8_lossy(value.as_bytes());
        value.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    });
    values.collect::<Vec<_>>().join(",")
}

fn encoded(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(*byte)),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

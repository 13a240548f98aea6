//! The headers of a signature, Signature Version 4 (documented: signature-v4), for a POST to `/`.
//!
//! A page signs with the same code as the server's commands. AWS's own crate `aws-sigv4` compiles for a page, but adds
//! its headers, tracing and time code to the first file (8 KB compressed). The tests compare the results with it. Must
//! not know the clock.

use hashrange_time::Timestamp;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use crate::{Address, Credentials};

/// The algorithm.
const ALGORITHM: &str = "AWS4-HMAC-SHA256";
/// The service's name within a credential scope (documented: signature-v4). Its streams use the same name.
const SERVICE: &str = "dynamodb";
/// The last part of a credential scope.
const END: &str = "aws4_request";

/// The error for a request that cannot be signed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the request cannot be signed: {0:?} has a character that no header allows")]
pub struct SignError(String);

/// Signs a POST to `/` with these headers, whose names are in lower case, and this body. Returns the headers to add:
/// time, signature and, for temporary credentials, the token. The signature also covers `host`, which is not in
/// `headers`.
///
/// # Errors
/// When a header or the Region cannot be part of a signature.
pub fn sign(
    credentials: &Credentials,
    region: &str,
    now: Timestamp,
    address: &Address,
    (headers, body): (&[(&str, &str)], &[u8]),
) -> Result<Vec<(String, String)>, SignError> {
    let Credentials { key_id, secret, token } = credentials;
    let time = basic(now);
    let date = time.get(..8).unwrap_or_default();
    let own = [("host", address.authority()), ("x-amz-date", time.as_str())];
    let session = token.as_deref().map(|token| ("x-amz-security-token", token));
    let mut signed: Vec<(&str, &str)> = Vec::new();
    for header in headers.iter().copied().chain(own).chain(session) {
        signed.insert(signed.partition_point(|other| *other < header), header);
    }
    let texts = signed.iter().map(|(_, value)| *value).chain([region, key_id.as_str()]);
    if let Some(wrong) = texts.into_iter().find(|text| !text.bytes().all(is_visible)) {
        return Err(SignError(wrong.to_owned()));
    }
    let names = signed.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(";");
    let lines: String = signed
        .iter()
        .flat_map(|(name, value)| [name, ":", value.trim(), "\n"])
        .collect();
    let canonical = format!("POST\n/\n\n{lines}\n{names}\n{}", hex(&Sha256::digest(body)));
    let scope = format!("{date}/{region}/{SERVICE}/{END}");
    let text = format!("{ALGORITHM}\n{time}\n{scope}\n{}", hex(&Sha256::digest(canonical)));
    let first = hmac(format!("AWS4{secret}").as_bytes(), date);
    let key = [region, SERVICE, END].iter().fold(first, |key, part| hmac(&key, part));
    let signature = hex(&hmac(&key, &text));
    let authorization =
        format!("{ALGORITHM} Credential={key_id}/{scope}, SignedHeaders={names}, Signature={signature}");
    let mut added = vec![
        ("x-amz-date".to_owned(), time),
        ("authorization".to_owned(), authorization),
    ];
    added.extend(token.clone().map(|token| ("x-amz-security-token".to_owned(), token)));
    Ok(added)
}

/// A time as `20150830T123600Z`.
fn basic(now: Timestamp) -> String {
    let text = now.to_string();
    let seconds = text.get(..19).unwrap_or_default();
    seconds
        .chars()
        .filter(|letter| !matches!(letter, '-' | ':'))
        .chain(['Z'])
        .collect()
}

fn is_visible(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
}

fn hmac(key: &[u8], text: &str) -> Vec<u8> {
    // HMAC accepts a key of any length, so this cannot fail.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return Vec::new();
    };
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign as sign_with};
    use aws_sigv4::sign::v4;

    use super::*;

    const HEADERS: [(&str, &str); 2] = [
        ("content-type", "application/x-amz-json-1.0"),
        ("x-amz-target", "DynamoDB_20120810.ListTables"),
    ];

    fn credentials(token: Option<&str>) -> Credentials {
        Credentials {
            key_id: "AK".to_owned(),
            secret: "secret/+".to_owned(),
            token: token.map(str::to_owned),
        }
    }

    /// The signature by AWS's own crate.
    fn by_aws(
        credentials: &Credentials,
        region: &str,
        now: Timestamp,
        address: &Address,
        body: &[u8],
    ) -> Vec<(String, String)> {
        let Credentials { key_id, secret, token } = credentials.clone();
        let identity = aws_credential_types::Credentials::new(key_id, secret, token, None, "hashrange").into();
        let parameters = v4::SigningParams::builder()
            .identity(&identity)
            .region(region)
            .name(SERVICE)
            .time(UNIX_EPOCH + Duration::from_micros(now.micros()))
            .settings(SigningSettings::default())
            .build()
            .expect("parameters")
            .into();
        let url = format!("{address}/");
        let request = SignableRequest::new("POST", url, HEADERS.iter().copied(), SignableBody::Bytes(body));
        let signed = sign_with(request.expect("a request"), &parameters).expect("a signature");
        let (headers, _) = signed.into_parts().0.into_parts();
        headers
            .into_iter()
            .map(|header| (header.name().to_owned(), header.value().to_owned()))
            .collect()
    }

    #[test]
    fn signatures_are_those_of_the_services_own_crate() {
        for (url, region, time) in [
            ("http://127.0.0.1:8000", "us-east-1", "2015-08-30T12:36:00Z"),
            (
                "https://dynamodb.eu-west-3.amazonaws.com",
                "eu-west-3",
                "2026-01-02T00:00:59Z",
            ),
            ("http://localhost", "any", "1999-12-31T23:59:59Z"),
        ] {
            for token in [None, Some("a token/with+signs==")] {
                for body in [&b"{}"[..], b"", "{\"TableName\":\"\u{f1}\"}".as_bytes()] {
                    let (address, credentials) = (Address::read(url).expect("an address"), credentials(token));
                    let now = Timestamp::parse(time).expect("a time");
                    let mut own = sign(&credentials, region, now, &address, (&HEADERS, body)).expect("a signature");
                    let mut theirs = by_aws(&credentials, region, now, &address, body);
                    own.sort();
                    theirs.sort();
                    assert_eq!(own, theirs, "{url} {token:?}");
                }
            }
        }
    }

    #[test]
    fn what_no_header_takes_is_not_signed() {
        let address = Address::read("http://localhost").expect("an address");
        let now = Timestamp::parse("2015-08-30T12:36:00Z").expect("a time");
        let refused = sign(&credentials(None), "eu\nwest", now, &address, (&HEADERS, b"{}"));
        assert_eq!(refused, Err(SignError("eu\nwest".to_owned())));
    }
}

//! The headers of a signature, Signature Version 4 (documented), by AWS's own crate.
//!
//! Must not know the clock.

use std::time::{Duration, UNIX_EPOCH};

use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign as sign_with};
use aws_sigv4::sign::v4;
use hashrange_time::Timestamp;

use crate::{Address, Credentials};

/// The service's name within a credential scope (documented). Its streams have the same.
const SERVICE: &str = "dynamodb";

/// Why a request cannot be signed.
#[derive(Debug, thiserror::Error)]
#[error("the request cannot be signed: {0}")]
pub struct SignError(String);

/// Signs a POST to `/` with these headers, names in lower case, and this body. Returns the headers to add: time, signature
/// and, for temporary credentials, the token. `host` is signed without being among the headers.
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
    let wrong = |error: &dyn std::fmt::Display| SignError(error.to_string());
    let Credentials { key_id, secret, token } = credentials.clone();
    let identity = aws_credential_types::Credentials::new(key_id, secret, token, None, "hashrange").into();
    let parameters = v4::SigningParams::builder()
        .identity(&identity)
        .region(region)
        .name(SERVICE)
        .time(UNIX_EPOCH + Duration::from_micros(now.micros()))
        .settings(SigningSettings::default())
        .build()
        .map_err(|error| wrong(&error))?
        .into();
    let url = format!("{address}/");
    let request = SignableRequest::new("POST", url, headers.iter().copied(), SignableBody::Bytes(body));
    let signed = sign_with(request.map_err(|error| wrong(&error))?, &parameters).map_err(|error| wrong(&error))?;
    let (instructions, _) = signed.into_parts();
    let (headers, _) = instructions.into_parts();
    Ok(headers.into_iter().map(|header| (header.name().to_owned(), header.value().to_owned())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(token: Option<&str>) -> Vec<(String, String)> {
        let credentials =
            Credentials { key_id: "AK".to_owned(), secret: "secret".to_owned(), token: token.map(str::to_owned) };
        let address = Address::read("http://127.0.0.1:8000").expect("an address");
        let now = Timestamp::parse("2015-08-30T12:36:00Z").expect("a time");
        let headers =
            [("content-type", "application/x-amz-json-1.0"), ("x-amz-target", "DynamoDB_20120810.ListTables")];
        sign(&credentials, "us-east-1", now, &address, (&headers, b"{}")).expect("a signature")
    }

    fn value<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
        headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    #[test]
    fn a_signature_names_time_scope_and_headers() {
        let headers = signed(None);
        assert_eq!(value(&headers, "x-amz-date"), Some("20150830T123600Z"));
        let authorization = value(&headers, "authorization").expect("a signature");
        let start = "AWS4-HMAC-SHA256 Credential=AK/20150830/us-east-1/dynamodb/aws4_request, SignedHeaders=";
        assert!(authorization.starts_with(start), "{authorization}");
        assert!(authorization.contains("content-type;host;x-amz-date;x-amz-target, Signature="), "{authorization}");
        assert_eq!(value(&headers, "x-amz-security-token"), None);
    }

    #[test]
    fn temporary_credentials_show_their_token() {
        let headers = signed(Some("token"));
        assert_eq!(value(&headers, "x-amz-security-token"), Some("token"));
        assert!(value(&headers, "authorization").is_some_and(|text| text.contains("x-amz-security-token")));
    }
}

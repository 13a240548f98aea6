//! The signature in a request, from its `Authorization` header or its query.
//!
//! Must not know whether it is correct.

use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::distrust::Distrust;

/// A signature, and the parameters with which it was made.
#[derive(Debug)]
pub(super) struct Claim {
    pub(super) algorithm: String,
    /// Key, date, Region, service and terminator, with slashes between them.
    pub(super) credential: String,
    /// Names of headers, in lower case, in the order given.
    pub(super) signed_headers: Vec<String>,
    pub(super) signature: String,
    /// The time of the signature, as it was written.
    pub(super) date: String,
    /// Whether it has the token of a temporary key.
    pub(super) token: bool,
}

impl Claim {
    /// Reads the claim of a request.
    ///
    /// # Errors
    /// When there is no claim, more than one, or a part of it is missing.
    pub(super) fn read(head: &Parts) -> Result<Self, Distrust> {
        let query = query_pairs(head.uri.query().unwrap_or_default());
        let in_query = query.iter().any(|(name, _)| name == "X-Amz-Algorithm");
        match (text(&head.headers, "authorization"), in_query) {
            (Some(_), true) => Err(Distrust::Invalid(
                "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.".to_owned(),
            )),
            (None, true) => Self::of_query(&query),
            (Some(authorization), false) if authorization.trim().starts_with("AWS4-") => {
                Self::of_header(&authorization, &head.headers)
            }
            _ => Err(Distrust::Missing),
        }
    }

    fn of_header(authorization: &str, headers: &HeaderMap) -> Result<Self, Distrust> {
        let (algorithm, rest) = authorization
            .trim()
            .split_once(' ')
            .unwrap_or((authorization.trim(), ""));
        let mut parts = Vec::new();
        for part in rest.split([',', ' ']).filter(|part| !part.is_empty()) {
            let pair = part.split_once('=').ok_or_else(|| {
                Distrust::Incomplete(format!(
                    "'{part}' not a valid key=value pair (missing equal-sign) in Authorization header: \
                     '{authorization}'."
                ))
            })?;
            parts.push(pair);
        }
        let part = |wanted: &str| {
            parts
                .iter()
                .rev()
                .find(|(name, value)| *name == wanted && !value.is_empty())
                .map(|(_, value)| *value)
        };
        let date = text(headers, "x-amz-date").or_else(|| text(headers, "date"));
        let (credential, signature, signed) = (part("Credential"), part("Signature"), part("SignedHeaders"));
        let mut missing = String::new();
        for (name, found) in [
            ("Credential", credential),
            ("Signature", signature),
            ("SignedHeaders", signed),
        ] {
            if found.is_none() {
                missing += &format!("Authorization header requires '{name}' parameter. ");
            }
        }
        if date.is_none() {
            missing += "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
        }
        match (credential, signature, signed, date) {
            (Some(credential), Some(signature), Some(signed), Some(date)) => Ok(Self {
                algorithm: algorithm.to_owned(),
                credential: credential.to_owned(),
                signed_headers: names(signed),
                signature: signature.to_owned(),
                date,
                token: headers.contains_key("x-amz-security-token"),
            }),
            _ => Err(Distrust::Incomplete(format!("{missing}Authorization={authorization}"))),
        }
    }

    fn of_query(query: &[(String, String)]) -> Result<Self, Distrust> {
        let part = |wanted: &str| {
            let found = query
                .iter()
                .find(|(name, _)| name == wanted)
                .map(|(_, value)| value.clone());
            found.unwrap_or_default()
        };
        let mut missing = String::new();
        for name in [
            "X-Amz-Algorithm",
            "X-Amz-Credential",
            "X-Amz-Signature",
            "X-Amz-SignedHeaders",
            "X-Amz-Date",
        ] {
            if part(name).is_empty() {
                missing += &format!("AWS query-string parameters must include '{name}'. ");
            }
        }
        if !missing.is_empty() {
            return Err(Distrust::Incomplete(format!(
                "{missing}Re-examine the query-string parameters."
            )));
        }
        Ok(Self {
            algorithm: part("X-Amz-Algorithm"),
            credential: part("X-Amz-Credential"),
            signed_headers: names(&part("X-Amz-SignedHeaders")),
            signature: part("X-Amz-Signature"),
            date: part("X-Amz-Date"),
            token: !part("X-Amz-Security-Token").is_empty(),
        })
    }

    /// The id of the key.
    pub(super) fn key_id(&self) -> &str {
        self.credential.split('/').next().unwrap_or_default()
    }
}

fn names(list: &str) -> Vec<String> {
    list.split(';').map(str::to_ascii_lowercase).collect()
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get(name)
        .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}

/// Names and values of a query, decoded.
pub(super) fn query_pairs(text: &str) -> Vec<(String, String)> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        })
        .collect()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        match after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(b'%');
                rest = after;
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

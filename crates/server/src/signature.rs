//! Signatures of requests, Signature Version 4, for servers that require them.
//!
//! Owns the order of the checks, and the service's messages for each error. The order and the texts were
//! observed: signature-refusals on the real service and written down by dynalite and scratchstack; the algorithm is
//! documented: signature-v4. Must not know operations.

mod canonical;
mod claim;
mod distrust;
mod hex;
mod stored_key;

use std::fmt;

use axum::http::request::Parts;
use hashrange_time::{Duration, Timestamp};
use hmac::{Hmac, Mac};
use sha2::{Digest as _, Sha256};

use claim::Claim;
pub(crate) use distrust::Distrust;
use hex::{hex, unhex};
pub use stored_key::StoredKeyError;

/// The only algorithm.
const ALGORITHM: &str = "AWS4-HMAC-SHA256";
/// The maximum difference of a request's clock (observed: signature-refusals).
const TOLERANCE: Duration = Duration::from_minutes(15);
/// The service's name in scopes of credentials, for the streams too (documented: signature-v4).
const SERVICE: &str = "dynamodb";
/// The header that names the operation. A request with `x-amz-` headers must sign them (documented: signed-headers);
/// boto3, the JavaScript SDK and `aws-sigv4` sign all headers except a few, so also this one. The place and the words of the refusal are inferred: unsigned-target.
const TARGET: &str = "x-amz-target";
/// The last part of a scope.
const TERMINATOR: &str = "aws4_request";

/// A key pair.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessKey {
    id: String,
    secret: String,
}

impl AccessKey {
    /// The key of `id:secret`; `None` if a half is missing.
    #[must_use]
    pub fn from_pair(pair: &str) -> Option<Self> {
        let (id, secret) = pair.split_once(':')?;
        let whole = !id.is_empty() && !secret.is_empty();
        whole.then(|| Self {
            id: id.to_owned(),
            secret: secret.to_owned(),
        })
    }
}

impl fmt::Debug for AccessKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("AccessKey")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// Checks that a request is signed with the key, for this Region, at about this time. Head and body must be as they
/// were sent.
///
/// # Errors
/// When the signature is missing or wrong.
pub(crate) fn check(key: &AccessKey, region: &str, now: Timestamp, head: &Parts, body: &[u8]) -> Result<(), Distrust> {
    let claim = Claim::read(head)?;
    check_time(&claim.date, now)?;
    if !claim.signed_headers.iter().any(|name| name == "host") {
        let message = "'Host' must be a 'SignedHeader' in the AWS Authorization.";
        return Err(Distrust::Invalid(message.to_owned()));
    }
    if head.headers.contains_key(TARGET) && !claim.signed_headers.iter().any(|name| name == TARGET) {
        let message = format!("'{TARGET}' must be a 'SignedHeader' in the AWS Authorization.");
        return Err(Distrust::Invalid(message));
    }
    if claim.algorithm != ALGORITHM {
        return Err(Distrust::Incomplete(format!(
            "Unsupported AWS 'algorithm': '{}' (only {ALGORITHM} for now). ",
            claim.algorithm
        )));
    }
    let scope = check_scope(&claim, region)?;
    if claim.key_id() != key.id {
        return Err(Distrust::UnknownKey);
    }
    let canonical = canonical::request(head, &claim, body);
    let text = format!(
        "{ALGORITHM}\n{}\n{scope}\n{}",
        claim.date,
        hex(&Sha256::digest(canonical.as_bytes()))
    );
    let provided = unhex(&claim.signature).unwrap_or_default();
    // Compares in constant time.
    signature(key, &scope, &text)
        .verify_slice(&provided)
        .map_err(|_| mismatch(&canonical, &text))?;
    if claim.token {
        Err(Distrust::UnknownToken)
    } else {
        Ok(())
    }
}

fn check_time(date: &str, now: Timestamp) -> Result<(), Distrust> {
    let signed = read_time(date).ok_or_else(|| {
        Distrust::Incomplete(format!(
            "Date must be in ISO-8601 'basic format'. Got '{date}'. See http://en.wikipedia.org/wiki/ISO_8601"
        ))
    })?;
    let earliest = now.checked_sub(TOLERANCE).unwrap_or(Timestamp::from_micros(0));
    let latest = now + TOLERANCE;
    let [now, earliest_text, latest_text] = [now, earliest, latest].map(basic_time);
    if signed < earliest {
        let message = format!("Signature expired: {date} is now earlier than {earliest_text} ({now} - 15 min.)");
        return Err(Distrust::Invalid(message));
    }
    if signed > latest {
        let message = format!("Signature not yet current: {date} is still later than {latest_text} ({now} + 15 min.)");
        return Err(Distrust::Invalid(message));
    }
    Ok(())
}

/// Checks the parts of a credential after the key, and returns them unchanged.
fn check_scope(claim: &Claim, region: &str) -> Result<String, Distrust> {
    let credential = claim.credential.trim_end_matches('/');
    let parts: Vec<&str> = credential.split('/').collect();
    let [_, date, found_region, service, terminator] = parts.as_slice() else {
        return Err(Distrust::Incomplete(format!(
            "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got '{}'",
            claim.credential
        )));
    };
    let day = claim.date.get(..8).unwrap_or_default();
    let mut wrong = Vec::new();
    if *found_region != region {
        // Observed: signature-refusals, with the blank at its end.
        wrong.push("Credential should be scoped to a valid region. ".to_owned());
    }
    if *service != SERVICE {
        wrong.push(format!("Credential should be scoped to correct service: '{SERVICE}'. "));
    }
    if *terminator != TERMINATOR {
        wrong.push(format!(
            "Credential should be scoped with a valid terminator: '{TERMINATOR}', not '{terminator}'. "
        ));
    }
    if *date != day {
        wrong.push(format!(
            "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '{date}' != \
             '{day}', from '{}'.",
            claim.date
        ));
    }
    if wrong.is_empty() {
        Ok([date, found_region, service, terminator].map(|part| *part).join("/"))
    } else {
        Err(Distrust::Invalid(wrong.concat()))
    }
}

fn mismatch(canonical: &str, text: &str) -> Distrust {
    Distrust::Invalid(format!(
        "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access \
         Key and signing method. Consult the service documentation for details.\n\nThe Canonical String for this \
         request should have been\n'{canonical}'\n\nThe String-to-Sign should have been\n'{text}'\n"
    ))
}

/// The signature of a text within a scope, ready to be compared.
fn signature(key: &AccessKey, scope: &str, text: &str) -> Hmac<Sha256> {
    let mut secret = format!("AWS4{}", key.secret).into_bytes();
    for part in scope.split('/') {
        secret = keyed(&secret, part).finalize().into_bytes().to_vec();
    }
    keyed(&secret, text)
}

fn keyed(secret: &[u8], text: &str) -> Hmac<Sha256> {
    // Keys of any length are valid, so the error never occurs; nothing matches the empty key.
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).unwrap_or_else(|_| Hmac::new(&Default::default()));
    mac.update(text.as_bytes());
    mac
}

/// Reads `20150830T123600Z`.
fn read_time(text: &str) -> Option<Timestamp> {
    let field = |range: std::ops::Range<usize>| text.get(range);
    if text.len() != 16 {
        return None;
    }
    let [year, month, day] = [field(0..4)?, field(4..6)?, field(6..8)?];
    let [hour, minute, second] = [field(9..11)?, field(11..13)?, field(13..15)?];
    let (middle, end) = (field(8..9)?, field(15..16)?);
    Timestamp::parse(&format!("{year}-{month}-{day}{middle}{hour}:{minute}:{second}{end}")).ok()
}

/// Writes `20150830T123600Z`.
fn basic_time(time: Timestamp) -> String {
    let time = time.calendar();
    format!(
        "{:04}{:02}{:02}T{:02}{:02}{:02}Z",
        time.year, time.month, time.day, time.hour, time.minute, time.second
    )
}

#[cfg(test)]
mod tests;

//! Signing a request, as a client does (documented).

use hashrange_time::Timestamp;
use hmac::Mac as _;
use sha2::{Digest as _, Sha256};

use super::hex::hex;
use super::{ALGORITHM, AccessKey, SERVICE, TERMINATOR, basic_time, signature};

/// The headers a signature adds.
pub(crate) struct Signed {
    /// `x-amz-date`.
    pub(crate) date: String,
    /// `authorization`.
    pub(crate) authorization: String,
}

/// Signs a POST to `/` of this host, target and body.
pub(crate) fn sign(key: &AccessKey, region: &str, now: Timestamp, (host, target, body): (&str, &str, &[u8])) -> Signed {
    let date = basic_time(now);
    let names = "host;x-amz-date;x-amz-target";
    let digest = hex(&Sha256::digest(body));
    let canonical = format!("POST\n/\n\nhost:{host}\nx-amz-date:{date}\nx-amz-target:{target}\n\n{names}\n{digest}");
    let scope = format!("{}/{region}/{SERVICE}/{TERMINATOR}", date.get(..8).unwrap_or_default());
    let text = format!("{ALGORITHM}\n{date}\n{scope}\n{}", hex(&Sha256::digest(canonical.as_bytes())));
    let signature = hex(&signature(key, &scope, &text).finalize().into_bytes());
    let authorization =
        format!("{ALGORITHM} Credential={}/{scope}, SignedHeaders={names}, Signature={signature}", key.id);
    Signed { date, authorization }
}

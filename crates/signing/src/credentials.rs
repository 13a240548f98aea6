//! Credentials: the sender of a request.

use std::fmt;

/// An access key, with a session token if it is temporary.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The access key's id.
    pub key_id: String,
    /// Its secret.
    pub secret: String,
    /// The session token.
    pub token: Option<String>,
}

impl Credentials {
    /// Credentials for an endpoint that accepts any.
    #[must_use]
    pub fn any() -> Self {
        Self {
            key_id: "any".to_owned(),
            secret: "any".to_owned(),
            token: None,
        }
    }
}

/// Omits the secret, so that logs never contain it.
impl fmt::Debug for Credentials {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Credentials({})", self.key_id)
    }
}

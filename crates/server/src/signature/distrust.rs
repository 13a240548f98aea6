//! Why a request's signature is not taken, with the service's names and words for it (observed, as the parent says).
//!
//! Must not know how a signature is checked.

/// Why a request's signature is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Distrust {
    /// There is no signature at all.
    Missing,
    /// A part of it is missing or cannot be read.
    Incomplete(String),
    /// It is whole, but not right.
    Invalid(String),
    /// Nobody knows the key.
    UnknownKey,
    /// The token of a temporary key, which this key is not.
    UnknownToken,
}

impl Distrust {
    /// The exception's name as clients know it.
    pub(crate) fn exception(&self) -> &'static str {
        match self {
            Self::Missing => "MissingAuthenticationTokenException",
            Self::Incomplete(_) => "IncompleteSignatureException",
            Self::Invalid(_) => "InvalidSignatureException",
            Self::UnknownKey | Self::UnknownToken => "UnrecognizedClientException",
        }
    }

    /// The exception's message.
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::Missing => "Request is missing Authentication Token",
            Self::Incomplete(message) | Self::Invalid(message) => message,
            Self::UnknownKey => "The security token included in the request is invalid.",
            // Without a full stop, unlike the one above (observed).
            Self::UnknownToken => "The security token included in the request is invalid",
        }
    }
}

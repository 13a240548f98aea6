//! Why a signature is refused, with the service's names and messages (observed: signature-refusals, as the parent
//! module states).
//!
//! Must not know how a signature is checked.

/// Why a signature is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Distrust {
    /// There is no signature.
    Missing,
    /// A part of it is missing or cannot be read.
    Incomplete(String),
    /// It is complete, but incorrect.
    Invalid(String),
    /// The key is unknown.
    UnknownKey,
    /// The request has the token of a temporary key, but this key is not temporary.
    UnknownToken,
}

impl Distrust {
    /// The exception's name on the wire.
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
            // Without a full stop, unlike the other message (observed: signature-refusals).
            Self::UnknownToken => "The security token included in the request is invalid",
        }
    }
}

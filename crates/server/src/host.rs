//! Where to listen: at this machine's own addresses, or at another one.
//!
//! Must not know sockets.

use std::net::IpAddr;

/// Where to listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// At `localhost`, both 127.0.0.1 and ::1. Other machines reach neither.
    Localhost,
    /// At this address.
    Address(IpAddr),
}

impl Host {
    /// Reads it from text.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text == "localhost" {
            Some(Self::Localhost)
        } else {
            text.parse().ok().map(Self::Address)
        }
    }

    /// Whether only this machine reaches it.
    #[must_use]
    pub fn is_local(self) -> bool {
        match self {
            Self::Localhost => true,
            Self::Address(address) => address.is_loopback(),
        }
    }
}

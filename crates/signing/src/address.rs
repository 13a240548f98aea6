//! The address of an endpoint: scheme, host and port of its URL, and the Region in the host name.
//!
//! Must not know who calls it.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// Labels of AWS's host names that precede the Region (documented: service-endpoints; `ddb` is that of endpoints of an
/// account).
const SERVICES: [&str; 3] = ["dynamodb", "dynamodb-fips", "ddb"];
/// The suffixes of AWS's host names.
const OF_AWS: [&str; 3] = [".amazonaws.com", ".amazonaws.com.cn", ".api.aws"];

/// The address of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    secure: bool,
    authority: String,
    host: String,
}

/// The error for a text that is not the address of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not the URL of an endpoint: http://host:port or https://host")]
pub struct AddressError(String);

impl Address {
    /// Parses a URL. It must not have a path, query or user, because DynamoDB uses only `/`.
    ///
    /// # Errors
    /// When it is not a URL, or has more parts.
    pub fn read(url: &str) -> Result<Self, AddressError> {
        parts(url).ok_or_else(|| AddressError(url.to_owned()))
    }

    /// Whether a text looks like a URL, and not like a file.
    #[must_use]
    pub fn is_meant_by(text: &str) -> bool {
        text.starts_with("http://") || text.starts_with("https://")
    }

    /// Whether connections are encrypted.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// Host and port as in the URL: the `Host` header.
    #[must_use]
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// Whether the endpoint is on this machine, where any credentials are accepted.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let host = self.host.as_str();
        let is_loopback = host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
        is_loopback || host == "localhost" || host.ends_with(".localhost")
    }

    /// Whether this is an endpoint of AWS.
    #[must_use]
    pub fn is_of_aws(&self) -> bool {
        OF_AWS.iter().any(|end| self.host.ends_with(end))
    }

    /// The Region in the host name, if the endpoint is one of AWS.
    #[must_use]
    pub fn region(&self) -> Option<&str> {
        let mut labels = self.host.split('.').filter(|_| self.is_of_aws());
        labels.find(|label| SERVICES.contains(label))?;
        labels.next()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{}://{}",
            if self.secure { "https" } else { "http" },
            self.authority
        )
    }
}

/// Parses scheme, host and port. Only a slash may follow.
fn parts(url: &str) -> Option<Address> {
    let (scheme, rest) = url.split_once("://")?;
    let secure = match scheme {
        "http" => false,
        "https" => true,
        _ => return None,
    };
    let authority = rest.strip_suffix('/').unwrap_or(rest);
    let (host, port) = match authority.strip_prefix('[') {
        Some(inner) => {
            let (host, port) = inner.split_once(']')?;
            host.parse::<Ipv6Addr>().ok()?;
            (host, port)
        }
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | ':');
    let is_host = !host.is_empty() && host.chars().all(is_letter);
    let is_port = port.is_empty() || port.strip_prefix(':')?.parse::<u16>().is_ok();
    let host = host.to_ascii_lowercase();
    (is_host && is_port).then(|| Address {
        secure,
        authority: authority.to_owned(),
        host,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(url: &str) -> Address {
        Address::read(url).expect("an address")
    }

    #[test]
    fn a_url_is_a_scheme_and_a_host() {
        for (url, text, local) in [
            ("http://127.0.0.1:8000/", "http://127.0.0.1:8000", true),
            ("http://localhost", "http://localhost", true),
            ("https://[::1]:8043", "https://[::1]:8043", true),
            ("https://db.example.test", "https://db.example.test", false),
            ("http://127.evil.test", "http://127.evil.test", false),
        ] {
            let address = of(url);
            assert_eq!((address.to_string().as_str(), address.is_local()), (text, local));
        }
        for wrong in [
            "",
            "127.0.0.1:8000",
            "ftp://a",
            "http://",
            "http://a/b",
            "http://a/?b",
            "http://u:p@a",
            "a b",
            "http://a:b",
            "http://[x]",
        ] {
            assert_eq!(Address::read(wrong), Err(AddressError(wrong.to_owned())));
        }
    }

    #[test]
    fn hosts_of_aws_say_their_region() {
        for (host, region) in [
            ("dynamodb.eu-west-3.amazonaws.com", Some("eu-west-3")),
            ("dynamodb-fips.us-east-1.amazonaws.com", Some("us-east-1")),
            ("dynamodb.cn-north-1.amazonaws.com.cn", Some("cn-north-1")),
            ("123456789012.ddb.us-west-2.amazonaws.com", Some("us-west-2")),
            ("vpce-1-2.dynamodb.us-east-1.vpce.amazonaws.com", Some("us-east-1")),
            ("dynamodb.us-east-1.api.aws", Some("us-east-1")),
            ("dynamodb.eu-west-3.example.test", None),
            ("localhost", None),
        ] {
            assert_eq!(of(&format!("https://{host}")).region(), region, "{host}");
        }
    }
}

//! The address of an endpoint: scheme, host and port of its URL, the Region in the host name, and AWS's host for
//! searches.
//!
//! Must not know who calls it.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// Labels of AWS's host names that precede the Region (documented: service-endpoints), and those of the hosts for
/// searches (documented: search-hosts). An account's number precedes `ddb`.
const SERVICES: [(&str, &str); 3] = [
    ("dynamodb", "search-dynamodb"),
    ("dynamodb-fips", "search-dynamodb-fips"),
    ("ddb", "search-ddb"),
];
/// The only operation that AWS serves at a host of its own (documented: search-hosts).
const SEARCH: &str = "SearchVectors";
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
        labels.find(|label| SERVICES.iter().any(|(all, search)| label == all || label == search))?;
        labels.next()
    }

    /// The address for an operation: AWS serves SearchVectors at a host of its own (documented: search-hosts). Any other
    /// address, such as that of an emulator or of an endpoint in a VPC, serves all operations.
    #[must_use]
    pub fn for_operation(&self, operation: &str) -> Self {
        let searched = (operation == SEARCH).then(|| self.host_of_searches()).flatten();
        let port = self.authority.get(self.host.len()..).unwrap_or_default();
        searched.map_or_else(
            || self.clone(),
            |host| Self {
                secure: self.secure,
                authority: format!("{host}{port}"),
                host,
            },
        )
    }

    /// AWS's host for searches beside a host of a Region or of an account.
    fn host_of_searches(&self) -> Option<String> {
        let suffix = OF_AWS.iter().find(|suffix| self.host.ends_with(*suffix))?;
        let labels: Vec<&str> = self.host.strip_suffix(suffix)?.split('.').collect();
        let ([service, _] | [_, service, _]) = labels.as_slice() else {
            return None;
        };
        let is_of_account = *service == "ddb";
        let (_, search) = SERVICES.iter().find(|(all, _)| all == service)?;
        (is_of_account == (labels.len() == 3)).then(|| self.host.replacen(service, search, 1))
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
            ("search-dynamodb-fips.us-east-1.api.aws", Some("us-east-1")),
            ("dynamodb.eu-west-3.example.test", None),
            ("localhost", None),
        ] {
            assert_eq!(of(&format!("https://{host}")).region(), region, "{host}");
        }
    }

    #[test]
    fn searches_have_hosts_of_their_own_in_aws() {
        for (host, searched) in [
            (
                "dynamodb.eu-west-3.amazonaws.com",
                "search-dynamodb.eu-west-3.amazonaws.com",
            ),
            (
                "DynamoDB.eu-west-3.amazonaws.com:443",
                "search-dynamodb.eu-west-3.amazonaws.com:443",
            ),
            (
                "dynamodb.us-gov-west-1.amazonaws.com",
                "search-dynamodb.us-gov-west-1.amazonaws.com",
            ),
            (
                "dynamodb.cn-north-1.amazonaws.com.cn",
                "search-dynamodb.cn-north-1.amazonaws.com.cn",
            ),
            (
                "dynamodb-fips.us-east-1.amazonaws.com",
                "search-dynamodb-fips.us-east-1.amazonaws.com",
            ),
            ("dynamodb.us-east-1.api.aws", "search-dynamodb.us-east-1.api.aws"),
            (
                "123456789012.ddb.us-west-2.amazonaws.com",
                "123456789012.search-ddb.us-west-2.amazonaws.com",
            ),
        ] {
            let address = of(&format!("https://{host}"));
            let search = address.for_operation("SearchVectors");
            assert_eq!(search, of(&format!("https://{searched}")), "{host}");
            assert_eq!(address.for_operation("Query"), address);
            assert_eq!(
                search.for_operation("SearchVectors"),
                search,
                "a host for searches stays"
            );
        }
    }

    #[test]
    fn searches_go_to_any_other_address_unchanged() {
        for url in [
            "http://127.0.0.1:8000",
            "https://dynamodb.eu-west-3.example.test",
            "https://vpce-1-2.dynamodb.us-east-1.vpce.amazonaws.com",
            "https://streams.dynamodb.us-east-1.amazonaws.com",
            "https://ddb.us-east-1.amazonaws.com",
            "https://dynamodb.amazonaws.com",
            "https://a.dynamodb.us-east-1.amazonaws.com",
        ] {
            assert_eq!(of(url).for_operation("SearchVectors"), of(url));
        }
    }
}

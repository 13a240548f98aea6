//! Which web pages are admitted: checks the `Origin` header against the options.
//!
//! The service responds to any page, because it relies on signatures. A server on a personal machine trusts every
//! client that can reach it, and every open page in a browser can. So it admits only pages of this machine, unless the
//! command line adds more. Browsers send the origin with every request that could change or read anything. They also
//! send it with forms, and after DNS rebinding. Must not know requests.

use std::fmt;

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, ORIGIN, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// Headers a page of another origin may read (observed: cors-headers).
const EXPOSED: HeaderValue = HeaderValue::from_static("x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date");
/// How long a browser may remember a permission, in seconds (observed: cors-headers).
const REMEMBERED: HeaderValue = HeaderValue::from_static("172800");

/// The header with which a browser asks whether a page of the internet may reach this machine, and the header that
/// allows it (documented: private-network-access, Private Network Access).
const ASKS_FOR_PRIVATE_NETWORK: HeaderName = HeaderName::from_static("access-control-request-private-network");
const ALLOWS_PRIVATE_NETWORK: HeaderName = HeaderName::from_static("access-control-allow-private-network");

/// The hosts of this machine.
const LOCAL_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
/// All origins.
const ANY: &str = "*";

/// An admitted origin in addition to those of this machine: a scheme and a host with an optional port; `null`, the
/// origin of pages without one; or `*` for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedOrigin(String);

impl AllowedOrigin {
    /// Reads it; a slash at the end is allowed. `None` for a text that no browser sends.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let is_origin = text == ANY || text == "null" || parts(&text).is_some();
        is_origin.then_some(Self(text))
    }

    /// Whether it means all origins.
    pub(crate) fn is_any(&self) -> bool {
        self.0 == ANY
    }
}

impl fmt::Display for AllowedOrigin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// The decision about a request by its origin.
pub(crate) enum Admission {
    /// The client is not a page: an SDK, a command line, or the first load of a page.
    NoPage,
    /// An admitted page, with the response header for its browser.
    Page(HeaderValue),
    /// A page that is not admitted.
    Refused(String),
}

/// The admitted origins.
pub(crate) struct Origins {
    allowed: Vec<AllowedOrigin>,
    /// Whether every page of this machine is admitted too.
    local: bool,
}

impl Origins {
    /// Admits the origins of this machine and these.
    pub(crate) fn new(allowed: &[AllowedOrigin]) -> Self {
        Self {
            allowed: allowed.to_vec(),
            local: true,
        }
    }

    /// Admits these origins only.
    pub(crate) fn only(allowed: &[AllowedOrigin]) -> Self {
        Self {
            allowed: allowed.to_vec(),
            local: false,
        }
    }

    /// Whether a request is admitted. A request with several origins is not from a browser, and is refused.
    pub(crate) fn judge(&self, headers: &HeaderMap) -> Admission {
        let mut origins = headers.get_all(ORIGIN).into_iter();
        let Some(origin) = origins.next() else {
            return Admission::NoPage;
        };
        let text = String::from_utf8_lossy(origin.as_bytes()).into_owned();
        if origins.next().is_some() {
            return Admission::Refused(text);
        }
        if self.allowed.iter().any(|allowed| allowed.0 == ANY) {
            return Admission::Page(HeaderValue::from_static(ANY));
        }
        let named = self.allowed.iter().any(|allowed| allowed.0.eq_ignore_ascii_case(&text));
        if named || (self.local && is_local(&text)) {
            Admission::Page(origin.clone())
        } else {
            Admission::Refused(text)
        }
    }
}

/// Adds the header that lets a page read the response.
pub(crate) fn permit(answer: &mut HeaderMap, page: HeaderValue) {
    if page != ANY {
        answer.append(VARY, HeaderValue::from_static("Origin"));
    }
    answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, page);
    answer.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
}

/// Adds headers that allow an admitted page any request.
pub(crate) fn answer_preflight(answer: &mut HeaderMap, asked: &HeaderMap) {
    for (question, permission) in [
        (ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_ALLOW_HEADERS),
        (ACCESS_CONTROL_REQUEST_METHOD, ACCESS_CONTROL_ALLOW_METHODS),
        (ASKS_FOR_PRIVATE_NETWORK, ALLOWS_PRIVATE_NETWORK),
    ] {
        if let Some(value) = asked.get(question) {
            answer.insert(permission, value.clone());
        }
    }
    answer.insert(ACCESS_CONTROL_MAX_AGE, REMEMBERED);
}

fn is_local(origin: &str) -> bool {
    let Some((scheme, host)) = parts(origin) else {
        return false;
    };
    matches!(scheme, "http" | "https") && LOCAL_HOSTS.contains(&host)
}

/// The scheme and the host of an origin as browsers send it: after the host only an optional port.
fn parts(origin: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = origin.split_once("://")?;
    // Brackets contain colons.
    let end = rest.find(']').map_or(0, |bracket| bracket + 1);
    let (host, port) = match rest.get(end..)?.find(':') {
        Some(colon) => (rest.get(..end + colon)?, rest.get(end + colon + 1..)?),
        None => (rest, "0"),
    };
    let is_scheme = !scheme.is_empty()
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-._[]:".contains(&byte);
    let whole = !host.is_empty()
        && host.bytes().all(is_host)
        && port.bytes().all(|byte| byte.is_ascii_digit())
        && port.parse::<u16>().is_ok();
    (is_scheme && whole).then_some((scheme, host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(allowed: &[&str], origins: &[&str]) -> Option<String> {
        let allowed: Vec<_> = allowed
            .iter()
            .map(|text| AllowedOrigin::read(text).expect("an origin"))
            .collect();
        let mut headers = HeaderMap::new();
        for origin in origins {
            headers.append(ORIGIN, origin.parse().expect("a value"));
        }
        match Origins::new(&allowed).judge(&headers) {
            Admission::NoPage => Some("none".to_owned()),
            Admission::Page(value) => Some(value.to_str().expect("a text").to_owned()),
            Admission::Refused(_) => None,
        }
    }

    #[test]
    fn pages_of_this_machine_are_let_in() {
        assert_eq!(admitted(&[], &[]).as_deref(), Some("none"));
        for local in [
            "http://localhost",
            "https://localhost:5173",
            "http://127.0.0.1:8080",
            "http://[::1]:3000",
        ] {
            assert_eq!(admitted(&[], &[local]).as_deref(), Some(local));
        }
    }

    #[test]
    fn others_are_not_however_they_are_spelt() {
        for foreign in [
            "null",
            "",
            "http://example.test",
            "http://localhost.example.test",
            "http://localhost.:8000",
            "http://localhost@example.test",
            "http://localhost:80@example.test",
            "http://localhost:80:80",
            "http://localhost:",
            "http://localhost/",
            "http://127.0.0.1.example.test:80",
            "http://127.0.0.10",
            "http://[::1].example.test",
            "http://[::1",
            "http://::1",
            "http://0.0.0.0:8000",
            "ftp://localhost",
            "localhost",
            "://localhost",
            "http://localhost\u{e9}",
            "*",
        ] {
            assert_eq!(admitted(&[], &[foreign]), None, "{foreign}");
        }
        assert_eq!(admitted(&[], &["http://localhost", "http://localhost"]), None);
        assert_eq!(admitted(&["*"], &["http://a.test", "http://a.test"]), None);
    }

    #[test]
    fn the_command_line_lets_in_more() {
        let allowed = ["https://Example.github.io/", "null"];
        assert_eq!(
            admitted(&allowed, &["https://example.github.io"]).as_deref(),
            Some("https://example.github.io")
        );
        assert_eq!(admitted(&allowed, &["null"]).as_deref(), Some("null"));
        assert_eq!(
            admitted(&allowed, &["http://localhost:1"]).as_deref(),
            Some("http://localhost:1")
        );
        assert_eq!(
            admitted(&allowed, &["http://example.github.io"]),
            None,
            "another scheme"
        );
        assert_eq!(
            admitted(&allowed, &["https://example.github.io:444"]),
            None,
            "another port"
        );
        assert_eq!(admitted(&["*"], &["http://example.test"]).as_deref(), Some("*"));
        for wrong in [
            "",
            "example.test",
            "http://",
            "https://example.test/page",
            "http://*",
            "https://example.test:port",
        ] {
            assert_eq!(AllowedOrigin::read(wrong), None, "{wrong}");
        }
    }
}

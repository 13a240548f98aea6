//! The Host header: DescribeEndpoints returns the host that the client named, whatever is between client and server.
//!
//! Owns the one response that the engine cannot create. DescribeEndpoints returns the Region's address, as the service
//! does. An SDK with endpoint discovery would then use the real service. Must not know any other operation.

use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::http::uri::Authority;
use hashrange_endpoint::{Answer, operation_of};
use hashrange_wire::Operation;
use serde_json::Value;

/// The position of the only endpoint's address in the response.
const ADDRESS: &str = "/Endpoints/0/Address";

/// The host a request names, with its port if it names one; `None` without a valid host.
pub(crate) fn host_of(headers: &HeaderMap) -> Option<&str> {
    let host = headers.get(HOST)?.to_str().ok()?;
    let authority: Authority = host.parse().ok()?;
    let whole = !authority.host().is_empty() && !host.contains('@');
    whole.then_some(host)
}

/// Replaces the Region's address in a response by the host that the client named.
pub(crate) fn with_endpoint(answer: Answer, target: &str, headers: &HeaderMap) -> Answer {
    if operation_of(target) != Some(Operation::DescribeEndpoints) || !answer.is_success() {
        return answer;
    }
    match host_of(headers).and_then(|host| rewritten(&answer.body, host)) {
        Some(body) => Answer { body, ..answer },
        None => answer,
    }
}

fn rewritten(body: &str, host: &str) -> Option<String> {
    let mut body: Value = serde_json::from_str(body).ok()?;
    *body.pointer_mut(ADDRESS)? = Value::from(host);
    Some(body.to_string())
}

#[cfg(test)]
mod tests {
    use super::{host_of, with_endpoint};
    use axum::http::HeaderMap;
    use hashrange_endpoint::Answer;

    const TARGET: &str = "DynamoDB_20120810.DescribeEndpoints";
    const REGIONS_OWN: &str =
        r#"{"Endpoints":[{"Address":"dynamodb.us-east-1.amazonaws.com","CachePeriodInMinutes":1440}]}"#;

    fn headers(host: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("host", host.parse().expect("a value"));
        headers
    }

    fn answer() -> Answer {
        Answer {
            status: 200,
            body: REGIONS_OWN.to_owned(),
            exception: None,
            message: None,
        }
    }

    #[test]
    fn a_host_is_a_name_or_an_address_and_perhaps_a_port() {
        for host in [
            "localhost",
            "localhost:8000",
            "127.0.0.1:8000",
            "[::1]:8000",
            "dynamodb.eu-south-2.amazonaws.com",
        ] {
            assert_eq!(host_of(&headers(host)), Some(host));
        }
        for none in ["", ":8000", "a/b", "a b", "me@localhost", "a\"b", "[::1"] {
            assert_eq!(host_of(&headers(none)), None, "{none}");
        }
        assert_eq!(host_of(&HeaderMap::new()), None);
    }

    #[test]
    fn the_endpoint_is_where_the_client_found_it() {
        let found = with_endpoint(answer(), TARGET, &headers("localhost:8000"));
        assert_eq!(
            found.body,
            r#"{"Endpoints":[{"Address":"localhost:8000","CachePeriodInMinutes":1440}]}"#
        );
        assert_eq!(found.status, 200);
    }

    #[test]
    fn every_other_answer_stays_as_it_is() {
        let named = headers("localhost:8000");
        assert_eq!(with_endpoint(answer(), "DynamoDB_20120810.GetItem", &named), answer());
        assert_eq!(with_endpoint(answer(), TARGET, &HeaderMap::new()), answer());
        let failure = Answer::internal_server_error();
        assert_eq!(with_endpoint(failure.clone(), TARGET, &named), failure);
    }
}

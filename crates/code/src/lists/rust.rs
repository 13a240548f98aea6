//! Tests for `cargo test`, with `aws-sdk-dynamodb`.
//!
//! Must not know where tests come from.

use super::rules::Rules;
use crate::languages::rust::{call, import_types};
use crate::literal::Escapes;

pub(super) const RULES: Rules = Rules {
    head: r#"//! Access patterns as tests: each sends its request and checks the number of items and the capacity of the call.
//!
//! Needs aws-config, aws-sdk-dynamodb, and tokio with the features macros and rt. AWS_ENDPOINT_URL_DYNAMODB has the
//! endpoint, AWS_REGION the Region; credentials come from the usual places. Run it: cargo test -- --test-threads=1
//!
//! @w
#![allow(unused_variables, reason = "some tests check only that the service does not refuse the request")]

@i
async fn client() -> aws_sdk_dynamodb::Client {
    let is_set = std::env::var("AWS_ENDPOINT_URL_DYNAMODB").is_ok_and(|endpoint| !endpoint.is_empty());
    assert!(is_set, "Set AWS_ENDPOINT_URL_DYNAMODB to the endpoint, for example http://localhost:8000.");
    let config = aws_config::defaults(aws_config::BehaviorVersion::latest()).load().await;
    aws_sdk_dynamodb::Client::new(&config)
}

fn check<'a>(
    name: &str,
    used: impl IntoIterator<Item = &'a aws_sdk_dynamodb::types::ConsumedCapacity>,
    (found, more): (usize, bool),
    returns: Option<usize>,
    budget: Option<f64>,
) {
    if let Some(returns) = returns.filter(|returns| *returns != found) {
        match more {
            true => panic!("{name}: It must return {returns}; this page has {found}, and another page follows."),
            false => panic!("{name}: It must return {returns}, and returns {found}."),
        }
    }
    let units: f64 = used.into_iter().filter_map(|one| one.capacity_units()).sum();
    if let Some(budget) = budget {
        assert!(units <= budget, "{name}: A call takes {units} units; its budget is {budget}.");
    }
}
"#,
    test: "
#[tokio::test]
async fn @n() -> Result<(), Box<dyn std::error::Error>> {
    let client = client().await;
    let response = @c;
    check(@(@|@s@|@k@|@f@|@r@|@b@));
    Ok(())
}
",
    comment: "// ",
    unit: "    ",
    escapes: Escapes::Braces,
    prefixes: ["read_", "write_"],
    numbers: ["None", "Some(", ")"],
    found: [
        "(response.count() as usize, response.last_evaluated_key().is_some())",
        "(usize::from(response.item().is_some()), false)",
        "(response.responses().map_or(0, |all| all.values().map(Vec::len).sum()), false)",
        "(response.responses().iter().filter(|one| one.item().is_some()).count(), false)",
        "(response.items().len(), response.last_evaluated_key().is_some())",
        "(response.results().len(), false)",
        "(0, false)",
    ],
    capacity: ["response.consumed_capacity()", "None"],
    imports: |requests, out| import_types(requests, "aws_sdk_dynamodb", out),
    call: |request, out| call(request, [""; 3], out),
};

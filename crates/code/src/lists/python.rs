//! Tests for pytest, with boto3's client.
//!
//! Must not know where tests come from.

use super::rules::Rules;
use crate::languages::python::call;
use crate::literal::Escapes;

pub(super) const RULES: Rules = Rules {
    head: r#""""Access patterns as tests: each sends its request and checks the number of items and the capacity of the call.

Needs boto3 and pytest. AWS_ENDPOINT_URL_DYNAMODB has the endpoint, AWS_DEFAULT_REGION the Region; credentials come from
the usual places.

@w
"""

import os

import boto3
import pytest


@@pytest.fixture(scope="session")
def client():
    if not os.environ.get("AWS_ENDPOINT_URL_DYNAMODB"):
        pytest.fail("Set AWS_ENDPOINT_URL_DYNAMODB to the endpoint, for example http://localhost:8000.", pytrace=False)
    return boto3.client("dynamodb")


def check(name, response, found, returns, budget):
    more = "LastEvaluatedKey" in response
    has = f"; this page has {found}, and another page follows." if more else f", and returns {found}."
    assert returns is None or found == returns, f"{name}: It must return {returns}{has}"
    used = response.get("ConsumedCapacity", [])
    units = sum(one["CapacityUnits"] for one in (used if isinstance(used, list) else [used]))
    assert budget is None or units <= budget, f"{name}: A call takes {units} units; its budget is {budget}."
"#,
    test: "

def @n(client):
    response = @c
    check(@(@|@s@|response@|@f@|@r@|@b@))
",
    comment: "# ",
    unit: "    ",
    escapes: Escapes::Fixed,
    prefixes: ["test_", "test_"],
    numbers: ["None", "", ""],
    found: [
        "response[\"Count\"]",
        "int(\"Item\" in response)",
        "sum(map(len, response[\"Responses\"].values()))",
        "sum(\"Item\" in one for one in response[\"Responses\"])",
        "len(response[\"Items\"])",
        "len(response[\"Results\"])",
        "0",
    ],
    capacity: ["", ""],
    imports: |_, _| {},
    call: |request, out| call(request, [""; 3], out),
};

//! Tests for `node:test`, with the document client of the AWS SDK, version 3.
//!
//! Must not know where tests come from.

use hashrange_values::sort;

use super::rules::Rules;
use crate::draft::{Draft, Style};
use crate::languages::javascript::{call, command, is_document};
use crate::languages::tree::needs_number_value;
use crate::literal::Escapes;
use crate::request::Request;

pub(super) const RULES: Rules = Rules {
    head: r#"// Access patterns as tests: each sends its request and checks the number of items and the capacity of the call.
//
// Needs @@aws-sdk/client-dynamodb and @@aws-sdk/lib-dynamodb. AWS_ENDPOINT_URL_DYNAMODB has the endpoint, AWS_REGION the
// Region; credentials come from the usual places.
//
// @w

import assert from "node:assert/strict";
import { test } from "node:test";
@i
if (!process.env.AWS_ENDPOINT_URL_DYNAMODB) {
  throw new Error("Set AWS_ENDPOINT_URL_DYNAMODB to the endpoint, for example http://localhost:8000.");
}
const client = DynamoDBDocumentClient.from(new DynamoDBClient(), { unmarshallOptions: { wrapNumbers: true } });

function check(response, found, returns, budget) {
  const more = response.LastEvaluatedKey !== undefined;
  const has = more ? `; this page has ${found}, and another page follows.` : `, and returns ${found}.`;
  assert.ok(returns === null || found === returns, `It must return ${returns}${has}`);
  const units = [response.ConsumedCapacity ?? []].flat().reduce((sum, one) => sum + one.CapacityUnits, 0);
  assert.ok(budget === null || units <= budget, `A call takes ${units} units; its budget is ${budget}.`);
}
"#,
    test: "
test(@s, async () => {
  const response = @c;
  check(@(@|response@|@f@|@r@|@b@));
});
",
    comment: "// ",
    unit: "  ",
    escapes: Escapes::Utf16,
    prefixes: ["", ""],
    numbers: ["null", "", ""],
    found: [
        "response.Count",
        "response.Item ? 1 : 0",
        "Object.values(response.Responses).flat().length",
        "response.Responses.filter((one) => one.Item).length",
        "response.Items.length",
        "response.Results.length",
        "0",
    ],
    capacity: ["", ""],
    imports,
    call,
};

fn imports(requests: &[&Request<'_>], out: &mut Draft) {
    for (is_of_documents, client, library) in [
        (false, "DynamoDBClient", "client"),
        (true, "DynamoDBDocumentClient", "lib"),
    ] {
        let mut names = vec![client.to_owned()];
        for request in requests {
            if is_document(request.operation) == is_of_documents {
                names.push(command(request.operation, is_of_documents));
            }
            if is_of_documents && request.value.has(&needs_number_value) {
                names.push("NumberValue".to_owned());
            }
        }
        sort(&mut names);
        names.dedup();
        out.begin("import {", Style::Spaced);
        for name in &names {
            out.item();
            out.add(name);
        }
        out.end("} from \"@aws-sdk/");
        out.all(&[library, "-dynamodb\";\n"]);
    }
}

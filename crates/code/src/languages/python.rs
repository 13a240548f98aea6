//! Python with boto3's client: values with their types, so that all digits, sets and bytes stay.
//!
//! Must not know where requests come from.

use super::frame::Frame;
use super::tree::Notation;
use crate::draft::{Draft, Style};
use crate::literal::Escapes;
use crate::request::{Request, Task};

const FRAME: Frame = Frame {
    text: "import boto3

client = boto3.client(@;@|\"@1\"@(@|endpoint_url=@e@)@>)
response = @c
print(response)
@[client.get_waiter(\"table_exists\").wait(TableName=@t)
@]@o",
    unit: "    ",
    escapes: Escapes::Fixed,
    services: [
        ["dynamodb", "", ""],
        ["dynamodbstreams", "", ""],
        ["application-autoscaling", "", ""],
    ],
    imports: |_, _, _| {},
    around: ["", "\n"],
    call,
};

pub(super) fn write(task: &Task<'_>, out: &mut Draft) {
    FRAME.write(task, out);
}

/// Writes the call of a request.
pub(crate) fn call(request: &Request<'_>, _: [&str; 3], out: &mut Draft) {
    out.add("client.");
    out.joined(request.operation, "_");
    out.begin("(", Style::AllCommas);
    for member in request.value.named() {
        out.item();
        out.all(&[member.name, "="]);
        Notation::Python.write(member.value, out);
    }
    out.end(")");
}

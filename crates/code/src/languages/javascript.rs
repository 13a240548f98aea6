//! JavaScript with the AWS SDK, version 3: the document client for items, the plain client for everything else.
//!
//! Must not know where requests come from.

use super::tree::{Notation, needs_number_value};
use crate::draft::{Draft, Style};
use crate::request::{Request, Service, Task};

/// The operations of the document client. It leaves `Item` and `Items` out of their names.
const DOCUMENT: &str = " GetItem PutItem UpdateItem DeleteItem Query Scan BatchGetItem BatchWriteItem TransactGetItems \
     TransactWriteItems ExecuteStatement BatchExecuteStatement ExecuteTransaction SearchVectors \
     ExportTableToPointInTime ";

/// Whether the document client has the operation.
pub(crate) fn is_document(operation: &str) -> bool {
    DOCUMENT.contains(&[" ", operation, " "].concat())
}

pub(super) fn write(task: &Task<'_>, out: &mut Draft) {
    out.unit = "  ";
    let is_document = is_document(task.first.operation);
    let [library, client] = match task.first.service {
        Service::Tables => ["dynamodb", "DynamoDBClient"],
        Service::Streams => ["dynamodb-streams", "DynamoDBStreamsClient"],
        Service::Scaling => ["application-auto-scaling", "ApplicationAutoScalingClient"],
    };
    imports(task, is_document, client, out);
    out.all(&[" from \"@aws-sdk/client-", library, "\";\n"]);
    if is_document {
        document_imports(task, out);
    }
    out.add("\nconst client = ");
    if is_document {
        out.begin("DynamoDBDocumentClient.from(", Style::AllCommas);
        out.item();
    }
    out.all(&["new ", client, "("]);
    if let Some(endpoint) = task.endpoint {
        out.begin("{", Style::Spaced);
        out.item();
        out.add("endpoint: ");
        out.quote(endpoint);
        out.end("}");
    }
    out.add(")");
    if is_document {
        // Without this, the document client shortens numbers of many digits in responses.
        out.item();
        out.add("{ unmarshallOptions: { wrapNumbers: true } }");
        out.end(")");
    }
    out.add(";\nconst response = ");
    send(&task.first, is_document, out);
    out.add(";\nconsole.log(response);\n");
    if task.waits {
        out.add("await waitUntilTableExists({ client, maxWaitTime: 300 }, { TableName: ");
        out.quote(task.first.value.text("TableName"));
        out.add(" });\n");
    }
    for request in &task.others {
        send(request, false, out);
        out.add(";\n");
    }
}

fn imports(task: &Task<'_>, is_document: bool, client: &str, out: &mut Draft) {
    out.begin("import {", Style::Spaced);
    out.item();
    out.add(client);
    if !is_document {
        out.item();
        out.add(&command(task.first.operation, false));
    }
    for (place, request) in task.others.iter().enumerate() {
        if !task
            .others
            .iter()
            .take(place)
            .any(|other| other.operation == request.operation)
        {
            out.item();
            out.add(&command(request.operation, false));
        }
    }
    if task.waits {
        out.item();
        out.add("waitUntilTableExists");
    }
    out.end("}");
}

fn document_imports(task: &Task<'_>, out: &mut Draft) {
    out.begin("import {", Style::Spaced);
    out.item();
    out.add("DynamoDBDocumentClient");
    out.item();
    out.add(&command(task.first.operation, true));
    if task.has(&needs_number_value) {
        out.item();
        out.add("NumberValue");
    }
    out.end("} from \"@aws-sdk/lib-dynamodb\";\n");
}

/// The name of the command of an operation.
pub(crate) fn command(operation: &str, is_document: bool) -> String {
    let short = operation
        .strip_suffix("Items")
        .or_else(|| operation.strip_suffix("Item"));
    [short.filter(|_| is_document).unwrap_or(operation), "Command"].concat()
}

/// Writes the call of a request.
pub(crate) fn call(request: &Request<'_>, out: &mut Draft) {
    send(request, is_document(request.operation), out);
}

fn send(request: &Request<'_>, is_document: bool, out: &mut Draft) {
    out.add("await client.send(new ");
    out.add(&command(request.operation, is_document));
    out.add("(");
    let notation = if is_document {
        Notation::Document
    } else {
        Notation::Script
    };
    notation.write(request.value, out);
    out.add("))");
}

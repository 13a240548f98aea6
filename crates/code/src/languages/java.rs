//! Java with the AWS SDK, version 2: builders.
//!
//! Must not know where requests come from.

use super::frame::Frame;
use super::leaf::Leaves;
use crate::draft::{Draft, Style};
use crate::literal::Escapes;
use crate::request::{Request, Task};
use crate::shapes::Type;
use crate::value::{Content, Named, Value};

const FRAME: Frame = Frame {
    text: "@iimport software.amazon.awssdk.services.@1.@2;
import software.amazon.awssdk.services.@3.model.*;

public class Example {
    public static void main(String[] args) {
        @2 client = @2.builder()@<@(@|.endpointOverride(URI.create(@e))@)@|.build()@>;
        @qResponse response = @c;
        System.out.println(response);
@[        client.waiter().waitUntilTableExists(it -> it.tableName(@t));
@]@o    }
}
",
    unit: "    ",
    escapes: Escapes::Utf16,
    services: [
        ["dynamodb", "DynamoDbClient", "dynamodb"],
        ["dynamodb.streams", "DynamoDbStreamsClient", "dynamodb"],
        [
            "applicationautoscaling",
            "ApplicationAutoScalingClient",
            "applicationautoscaling",
        ],
    ],
    imports,
    around: ["        ", ";\n"],
    call,
};

const LEAVES: Leaves = Leaves {
    text: "",
    word: ["", "."],
    other_word: ["", ""],
    capitalises_words: false,
    capitalises_sets: false,
    long: "L",
    real: "d",
    time: ["Instant.ofEpochMilli(", "L)"],
    bytes: ["SdkBytes.fromByteArray(Base64.getDecoder().decode(", "))"],
    is_base64: true,
};

pub(super) fn write(task: &Task<'_>, out: &mut Draft) {
    FRAME.write(task, out);
}

fn imports(task: &Task<'_>, _: [&str; 3], out: &mut Draft) {
    let uses_bytes = task.has(&|value| value.of == Type::Blob);
    for (name, is_used) in [
        ("java.net.URI", task.endpoint.is_some()),
        ("java.time.Instant", task.has(&|value| value.of == Type::Time)),
        ("java.util.Base64", uses_bytes),
        ("java.util.List", task.has(&|value| matches!(value.of, Type::List(_)))),
        ("java.util.Map", task.has(&|value| matches!(value.of, Type::Map(_)))),
        ("software.amazon.awssdk.core.SdkBytes", uses_bytes),
    ] {
        if is_used {
            out.all(&["import ", name, ";\n"]);
        }
    }
}

fn call(request: &Request<'_>, _: [&str; 3], out: &mut Draft) {
    out.add("client.");
    out.uncapitalised(request.operation);
    out.all(&["(", request.operation, "Request"]);
    builder(request.value.named(), out);
    out.add(")");
}

fn builder(members: Vec<Named<'_>>, out: &mut Draft) {
    out.begin(".builder()", Style::Calls);
    for member in members {
        out.item();
        out.add(".");
        out.uncapitalised(member.name);
        // Lists of words have another method for texts.
        out.add(if is_of_words(member.value.of) {
            "WithStrings("
        } else {
            "("
        });
        write_value(member.value, out);
        out.add(")");
    }
    out.item();
    out.add(".build()");
    out.end("");
}

fn is_of_words(of: Type) -> bool {
    matches!(of, Type::List(code) if matches!(Type::of(code), Type::Word(_)))
}

fn write_value(value: Value<'_>, out: &mut Draft) {
    match LEAVES.write(value, out) {
        Some(Content::List(elements)) => {
            out.begin("List.of(", Style::Commas);
            for element in elements {
                out.item();
                match element.content() {
                    Content::Text(word) => out.quote(word),
                    _ => write_value(element, out),
                }
            }
            out.end(")");
        }
        Some(Content::Map(entries)) => map(entries, out),
        Some(Content::Structure(members)) => match (value.attribute(), value.of) {
            (Some((kind, value)), _) => {
                out.add("AttributeValue.from");
                out.capitalised(if kind == "NULL" { "NUL" } else { kind });
                out.add("(");
                write_value(value, out);
                out.add(")");
            }
            (None, Type::Structure(name)) => {
                out.add(name);
                builder(members, out);
            }
            _ => {}
        },
        _ => {}
    }
}

/// A map. `Map.of` takes up to ten entries.
fn map(entries: Vec<Named<'_>>, out: &mut Draft) {
    let is_short = entries.len() <= 10;
    let open = if is_short { "Map.of(" } else { "Map.ofEntries(" };
    out.begin(open, Style::Commas);
    for entry in entries {
        out.item();
        out.add(if is_short { "" } else { "Map.entry(" });
        out.quote(entry.name);
        out.add(", ");
        write_value(entry.value, out);
        out.add(if is_short { "" } else { ")" });
    }
    out.end(")");
}

//! C# with `AWSSDK.DynamoDBv2`: object initializers.
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
    text: "using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;
@[using System.Threading.Tasks;
@]using @1;
using @1.Model;

var client = new @2Client(@,@(@|new @2Config {@.@|ServiceURL = @e@>}@)@>);
var response = await @c;
Console.WriteLine(JsonSerializer.Serialize(response));
@[while ((await client.DescribeTableAsync(@t)).Table.TableStatus != TableStatus.ACTIVE)
{
    await Task.Delay(1000);
}
@]@o",
    unit: "    ",
    escapes: Escapes::Utf16,
    services: [
        ["Amazon.DynamoDBv2", "AmazonDynamoDB", ""],
        ["Amazon.DynamoDBStreams", "AmazonDynamoDBStreams", ""],
        ["Amazon.ApplicationAutoScaling", "AmazonApplicationAutoScaling", ""],
    ],
    imports: |_, _, _| {},
    around: ["await ", ";\n"],
    call,
};

const LEAVES: Leaves = Leaves {
    text: "",
    word: ["", "."],
    other_word: ["new ", "("],
    capitalises_words: false,
    capitalises_sets: false,
    long: "",
    real: "d",
    time: ["DateTimeOffset.FromUnixTimeMilliseconds(", ").UtcDateTime"],
    bytes: ["new MemoryStream(Convert.FromBase64String(", "))"],
    is_base64: true,
};

pub(super) fn write(task: &Task<'_>, out: &mut Draft) {
    FRAME.write(task, out);
}

fn call(request: &Request<'_>, _: [&str; 3], out: &mut Draft) {
    let name = request.operation;
    out.all(&["client.", name, "Async(new ", name, "Request"]);
    members(request.value.named(), out);
    out.add(")");
}

fn members(members: Vec<Named<'_>>, out: &mut Draft) {
    let is_empty = members.is_empty();
    open(is_empty, out);
    for member in members {
        out.item();
        out.all(&[member.name, " = "]);
        write_value(member.value, out);
    }
    close(is_empty, out);
}

/// Begins the initializers of an object. An object without initializers has brackets.
fn open(is_empty: bool, out: &mut Draft) {
    if is_empty {
        out.add("()");
    } else {
        out.begin(" {", Style::Spaced);
    }
}

fn close(is_empty: bool, out: &mut Draft) {
    if !is_empty {
        out.end("}");
    }
}

fn write_value(value: Value<'_>, out: &mut Draft) {
    match LEAVES.write(value, out) {
        Some(Content::List(elements)) => {
            made(value.of, out);
            let is_empty = elements.is_empty();
            open(is_empty, out);
            for element in elements {
                out.item();
                // Lists of words have texts.
                match element.content() {
                    Content::Text(word) => out.quote(word),
                    _ => write_value(element, out),
                }
            }
            close(is_empty, out);
        }
        Some(Content::Map(entries)) => {
            made(value.of, out);
            let is_empty = entries.is_empty();
            open(is_empty, out);
            for entry in entries {
                out.item();
                out.add("[");
                out.quote(entry.name);
                out.add("] = ");
                write_value(entry.value, out);
            }
            close(is_empty, out);
        }
        Some(Content::Structure(parts)) => {
            made(value.of, out);
            members(parts, out);
        }
        _ => {}
    }
}

fn made(of: Type, out: &mut Draft) {
    out.add("new ");
    named(of, out);
}

/// Adds the name of a type.
fn named(of: Type, out: &mut Draft) {
    out.add(match of {
        Type::Text | Type::Word(_) => "string",
        Type::Bool => "bool",
        Type::Int => "int",
        Type::Long => "long",
        Type::Real => "double",
        Type::Time => "DateTime",
        Type::Blob => "MemoryStream",
        Type::Attribute => "AttributeValue",
        Type::Structure(name) => name,
        Type::List(_) => "List<",
        Type::Map(_) => "Dictionary<string, ",
    });
    if let Type::List(code) | Type::Map(code) = of {
        named(Type::of(code), out);
        out.add(">");
    }
}

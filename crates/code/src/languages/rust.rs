//! Rust with `aws-sdk-dynamodb`: builders. A builder takes lists and maps element by element.
//!
//! Must not know where requests come from.

use hashrange_values::sort;

use super::frame::Frame;
use super::leaf::Leaves;
use crate::draft::{Draft, Style};
use crate::literal::Escapes;
use crate::names;
use crate::request::{Request, Task};
use crate::shapes::{Type, can_fail};
use crate::value::{Content, Named, Value};

const FRAME: Frame = Frame {
    text: "@i#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = aws_config::defaults(aws_config::BehaviorVersion::latest())@<@(@|.endpoint_url(@e)@)@|.load()@|.await@>;
    let client = @1::Client::new(&config);
    let response = @c;
    println!(\"{response:#?}\");
@[    client
        .wait_until_table_exists()
        .table_name(@t)
        .wait(std::time::Duration::from_secs(300))
        .await?;
@]@o    Ok(())
}
",
    unit: "    ",
    escapes: Escapes::Braces,
    services: [
        ["aws_sdk_dynamodb", "", ""],
        ["aws_sdk_dynamodbstreams", "", ""],
        ["aws_sdk_applicationautoscaling", "", ""],
    ],
    imports,
    around: ["    ", ";\n"],
    call,
};

const LEAVES: Leaves = Leaves {
    text: ".to_string()",
    word: ["", "::"],
    other_word: ["", "::from("],
    capitalises_words: true,
    capitalises_sets: true,
    long: "",
    real: "_f64",
    time: ["DateTime::from_millis(", ")"],
    bytes: ["Blob::new(b", ")"],
    is_base64: false,
};

pub(super) fn write(task: &Task<'_>, out: &mut Draft) {
    FRAME.write(task, out);
}

fn calls(calls: &[&str], out: &mut Draft) {
    for call in calls {
        out.item();
        out.add(call);
    }
}

fn imports(task: &Task<'_>, [library, ..]: [&str; 3], out: &mut Draft) {
    if task.waits {
        out.all(&["use ", library, "::client::Waiters;\n"]);
    }
    let mut requests = vec![&task.first];
    requests.extend(&task.others);
    import_types(&requests, library, out);
    out.add("\n");
}

/// Imports the types of some requests.
pub(crate) fn import_types(requests: &[&Request<'_>], library: &str, out: &mut Draft) {
    let has = |property: &dyn Fn(Value<'_>) -> bool| requests.iter().any(|request| request.value.has(property));
    let mut primitives = Vec::new();
    for (name, of) in [("Blob", Type::Blob), ("DateTime", Type::Time)] {
        if has(&|value| value.of == of) {
            primitives.push(name.to_owned());
        }
    }
    let mut types = Vec::new();
    for request in requests {
        add_types(&mut types, request.value);
    }
    sort(&mut types);
    import(library, "::primitives::", &primitives, out);
    import(library, "::types::", &types, out);
    if has(&has_nested_map) {
        out.add("use std::collections::HashMap;\n");
    }
}

fn import(library: &str, path: &str, names: &[String], out: &mut Draft) {
    if names.is_empty() {
        return;
    }
    out.all(&["use ", library, path]);
    if let [name] = names {
        out.add(name);
    } else {
        out.begin("{", Style::AllCommas);
        for name in names {
            out.item();
            out.add(name);
        }
        out.end("}");
    }
    out.add(";\n");
}

/// Whether the value has a map that no builder takes entry by entry.
fn has_nested_map(value: Value<'_>) -> bool {
    let is_map = |value: Value<'_>| matches!(value.of, Type::Map(_));
    is_map(value) && value.named().is_empty()
        || value.elements().into_iter().any(is_map)
        || matches!(value.attribute(), Some(("M", _)))
}

/// Adds the names of the types in a value, each once.
fn add_types(types: &mut Vec<String>, value: Value<'_>) {
    let name = match value.of {
        Type::Attribute => "AttributeValue",
        Type::Word(name) => name,
        Type::Structure(name) if !name.ends_with("Input") => name,
        _ => "",
    };
    let mut capitalised = String::new();
    names::capitalise(&mut capitalised, name);
    if !name.is_empty() && !types.contains(&capitalised) {
        types.push(capitalised);
    }
    for element in value.elements() {
        add_types(types, element);
    }
    for named in value.named() {
        add_types(types, named.value);
    }
}

/// Writes the call of a request.
pub(crate) fn call(request: &Request<'_>, _: [&str; 3], out: &mut Draft) {
    out.begin("client", Style::Calls);
    out.item();
    out.add(".");
    out.joined(request.operation, "_");
    out.add("()");
    setters(request.value.named(), out);
    calls(&[".send()", ".await?"], out);
    out.end("");
}

/// Begins the call of a setter.
fn setter(before: &str, name: &str, out: &mut Draft) {
    out.item();
    out.all(&[".", before]);
    out.joined(name, "_");
    out.add("(");
}

fn setters(members: Vec<Named<'_>>, out: &mut Draft) {
    for member in members {
        match member.value.content() {
            Content::List(elements) if !elements.is_empty() => {
                for element in elements {
                    setter("", member.name, out);
                    argument(element, out);
                }
            }
            Content::Map(entries) if !entries.is_empty() => {
                for entry in entries {
                    setter("", member.name, out);
                    out.quote(entry.name);
                    out.add(", ");
                    argument(entry.value, out);
                }
            }
            Content::List(_) | Content::Map(_) => {
                setter("set_", member.name, out);
                out.add("Some(");
                write_value(member.value, out);
                out.add("))");
            }
            // The name of a member that is a word of the language.
            _ => {
                setter(if member.name == "Type" { "r#" } else { "" }, member.name, out);
                argument(member.value, out);
            }
        }
    }
}

/// A value as the last argument of a setter, which takes texts by reference.
fn argument(value: Value<'_>, out: &mut Draft) {
    match (value.content(), value.of) {
        (Content::Text(word), Type::Text) => out.quote(word),
        _ => write_value(value, out),
    }
    out.add(")");
}

fn owned(text: &str, out: &mut Draft) {
    out.quote(text);
    out.add(".to_string()");
}

fn write_value(value: Value<'_>, out: &mut Draft) {
    match LEAVES.write(value, out) {
        Some(Content::List(elements)) => {
            out.begin("vec![", Style::AllCommas);
            for element in elements {
                out.item();
                write_value(element, out);
            }
            out.end("]");
        }
        Some(Content::Map(entries)) if entries.is_empty() => out.add("HashMap::new()"),
        Some(Content::Map(entries)) => map(entries, out),
        Some(Content::Structure(members)) => match (value.attribute(), value.of) {
            (Some((kind, value)), _) => {
                out.add("AttributeValue::");
                out.capitalised(kind);
                out.add("(");
                write_value(value, out);
                out.add(")");
            }
            (None, Type::Structure(name)) => {
                out.capitalised(name);
                out.begin("::builder()", Style::Calls);
                setters(members, out);
                calls(&[if can_fail(name) { ".build()?" } else { ".build()" }], out);
                out.end("");
            }
            _ => {}
        },
        _ => {}
    }
}

fn map(entries: Vec<Named<'_>>, out: &mut Draft) {
    out.begin("HashMap::from([", Style::AllCommas);
    for entry in entries {
        out.item();
        out.add("(");
        owned(entry.name, out);
        out.add(", ");
        write_value(entry.value, out);
        out.add(")");
    }
    out.end("])");
}

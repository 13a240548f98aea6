//! Go with the AWS SDK, version 2: structures, and pointers for their plain members.
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
    text: "package main

import (
\t\"context\"
\t\"fmt\"
\t\"log\"
@i)

func main() {
\tctx := context.Background()
\tcfg, err := config.LoadDefaultConfig(ctx)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tclient := @1.NewFromConfig(cfg@(, func(o *@1.Options) {
\t\to.BaseEndpoint = aws.String(@e)
\t}@))
\tresponse, err := @c
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tfmt.Printf(\"%+v\\n\", response)
@[\tinput := &dynamodb.DescribeTableInput{TableName: aws.String(@t)}
\tif err := dynamodb.NewTableExistsWaiter(client).Wait(ctx, input, 5*time.Minute); err != nil {
\t\tlog.Fatal(err)
\t}
@]@o}
",
    unit: "\t",
    escapes: Escapes::Fixed,
    services: [
        ["dynamodb", "", ""],
        ["dynamodbstreams", "", ""],
        ["applicationautoscaling", "", ""],
    ],
    imports,
    around: ["\tif _, err := ", "; err != nil {\n\t\tlog.Fatal(err)\n\t}\n"],
    call,
};

const LEAVES: Leaves = Leaves {
    text: "",
    word: ["types.", ""],
    other_word: ["types.", "("],
    capitalises_words: true,
    capitalises_sets: false,
    long: "",
    real: "",
    time: ["time.UnixMilli(", ")"],
    bytes: ["[]byte(", ")"],
    is_base64: false,
};

pub(super) fn write(task: &Task<'_>, out: &mut Draft) {
    FRAME.write(task, out);
}

/// The imports that the program uses. Go refuses others.
fn imports(task: &Task<'_>, [package, ..]: [&str; 3], out: &mut Draft) {
    let has_pointers = |value: Value<'_>| {
        let is_structure = matches!(value.of, Type::Structure(_));
        is_structure && value.named().into_iter().any(|member| pointer(member).is_some())
    };
    let is_typed = |value: Value<'_>| match value.of {
        Type::Word(_) | Type::Attribute => true,
        Type::Structure(name) => !name.ends_with("Input"),
        Type::List(code) | Type::Map(code) => code.contains(['.', '=', 'a']),
        _ => false,
    };
    if task.waits || task.has(&|value| value.of == Type::Time) {
        out.add("\t\"time\"\n");
    }
    out.add("\n");
    let library = "\t\"github.com/aws/aws-sdk-go-v2/";
    if task.endpoint.is_some() || task.waits || task.has(&has_pointers) {
        out.all(&[library, "aws\"\n"]);
    }
    out.all(&[library, "config\"\n", library, "service/", package, "\"\n"]);
    if task.has(&is_typed) {
        out.all(&[library, "service/", package, "/types\"\n"]);
    }
}

fn call(request: &Request<'_>, [package, ..]: [&str; 3], out: &mut Draft) {
    let name = request.operation;
    out.all(&["client.", name, "(ctx, &", package, ".", name, "Input"]);
    members(request.value.named(), out);
    out.add(")");
}

fn members(members: Vec<Named<'_>>, out: &mut Draft) {
    out.begin("{", Style::AllCommas);
    for member in members {
        out.item();
        out.all(&[member.name, ": "]);
        let pointer = pointer(member);
        out.add(pointer.unwrap_or_default());
        if matches!(member.value.of, Type::Structure(_)) {
            out.add("&");
        }
        write_value(member.value, out);
        out.add(if pointer.is_some() { ")" } else { "" });
    }
    out.end("}");
}

/// The function that makes a pointer to the value of a member, with its opening bracket.
fn pointer(member: Named<'_>) -> Option<&'static str> {
    match member.value.of {
        _ if member.is_plain => None,
        Type::Text => Some("aws.String("),
        Type::Bool => Some("aws.Bool("),
        Type::Int => Some("aws.Int32("),
        Type::Long => Some("aws.Int64("),
        Type::Real => Some("aws.Float64("),
        Type::Time => Some("aws.Time("),
        _ => None,
    }
}

fn write_value(value: Value<'_>, out: &mut Draft) {
    match LEAVES.write(value, out) {
        Some(Content::List(elements)) => {
            named(value.of, out);
            out.begin("{", Style::AllCommas);
            for element in elements {
                out.item();
                write_value(element, out);
            }
            out.end("}");
        }
        Some(Content::Map(entries)) => {
            named(value.of, out);
            out.begin("{", Style::AllCommas);
            for entry in entries {
                out.item();
                out.quote(entry.name);
                out.add(": ");
                write_value(entry.value, out);
            }
            out.end("}");
        }
        Some(Content::Structure(parts)) => match value.attribute() {
            Some((kind, value)) => {
                out.all(&["&types.AttributeValueMember", kind]);
                out.begin("{", Style::AllCommas);
                out.item();
                out.add("Value: ");
                write_value(value, out);
                out.end("}");
            }
            None => {
                named(value.of, out);
                members(parts, out);
            }
        },
        _ => {}
    }
}

/// Adds the name of a type.
fn named(of: Type, out: &mut Draft) {
    out.add(match of {
        Type::Text => "string",
        Type::Bool => "bool",
        Type::Int => "int32",
        Type::Long => "int64",
        Type::Real => "float64",
        Type::Time => "time.Time",
        Type::Blob => "[]byte",
        Type::Attribute => "types.AttributeValue",
        Type::Word(_) | Type::Structure(_) => "types.",
        Type::List(_) => "[]",
        Type::Map(_) => "map[string]",
    });
    match of {
        Type::Word(name) | Type::Structure(name) => out.add(name),
        Type::List(code) | Type::Map(code) => named(Type::of(code), out),
        _ => {}
    }
}

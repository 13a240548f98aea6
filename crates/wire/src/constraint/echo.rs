//! Prints a request's values as the service prints them in its lists of failed constraints. The form is that of Java's
//! `toString`.
//!
//! Must not know which constraint failed.

use super::structure::{Kind, Structure};
use super::types::whole_number;
use crate::json::{Node, Token, Writer};

/// Approximate maximum of printed bytes. A request of many small values would grow tenfold (a choice).
const MOST_BYTES: usize = 1 << 18;

/// The members of an attribute value in the order of the service's class. Requests cannot set the `INT`, `DECIMAL` and
/// `DOUBLE` members and their sets.
const ATTRIBUTE_VALUE_MEMBERS: [&str; 16] = [
    "S",
    "N",
    "B",
    "INT",
    "DECIMAL",
    "DOUBLE",
    "SS",
    "NS",
    "BS",
    "INTSET",
    "DECIMALSET",
    "DOUBLESET",
    "M",
    "L",
    "NULL",
    "BOOL",
];

/// The printed members of a class. Some classes print their members in another order than the checks use, or print
/// members that a request cannot set (observed: constraint-echo; the absence of a profile in a DeleteRequest is
/// inferred: constraint-echo-delete).
fn printed_members(class: &str) -> Option<&'static [&'static str]> {
    match class {
        "WriteRequest" => Some(&["PutRequest", "DeleteRequest"]),
        "PutRequest" => Some(&["Item", "WorkloadProfileName"]),
        _ => None,
    }
}

/// Prints a value in quotes.
pub(super) fn quoted(value: Node<'_>, kind: &Kind) -> String {
    let mut text = String::from("'");
    print(value, kind, &mut text);
    text.push('\'');
    text
}

/// Prints a value in quotes as JSON. BatchGetItem prints the received JSON (observed: constraint-echo).
pub(super) fn quoted_json(value: Node<'_>) -> String {
    let mut out = Writer::compact();
    print_json(value, &mut out);
    format!("'{}'", out.finish())
}

fn print(value: Node<'_>, kind: &Kind, out: &mut String) {
    match kind {
        Kind::List(of) => list(value.elements(), out, |element, out| print(element, of, out)),
        Kind::Map { of, .. } => map(value, of, out),
        Kind::AttributeValue => attribute_value(value, out),
        Kind::Structure(structure) => print_structure(value, structure, out),
        _ => scalar(value, out),
    }
}

fn print_structure(value: Node<'_>, structure: &Structure, out: &mut String) {
    out.push_str(structure.class);
    out.push('(');
    let own = structure.members.iter().map(|member| member.name);
    let names = printed_members(structure.class).map_or_else(|| own.collect(), <[&str]>::to_vec);
    joined(names.into_iter(), out, |name, out| {
        out.push_str(&lower_first(name));
        out.push('=');
        let member = structure.members.iter().find(|member| member.name == name);
        match member.and_then(|member| Some((value.member(name)?, &member.kind))) {
            Some((value, kind)) => print(value, kind, out),
            None => out.push_str("null"),
        }
    });
    out.push(')');
}

/// A member's name in Java's spelling: `tableName` for `TableName`.
pub(super) fn lower_first(name: &str) -> String {
    let mut rest = name.chars();
    rest.next()
        .map(|first| first.to_ascii_lowercase())
        .into_iter()
        .chain(rest)
        .collect()
}

fn scalar(value: Node<'_>, out: &mut String) {
    match (whole_number(value), value.token()) {
        (Some(number), _) => out.push_str(&number.to_string()),
        (None, Token::True) => out.push_str("true"),
        (None, Token::False) => out.push_str("false"),
        (None, _) => out.push_str(value.text().unwrap_or("")),
    }
}

fn list<'t>(elements: impl Iterator<Item = Node<'t>>, out: &mut String, print: impl FnMut(Node<'t>, &mut String)) {
    out.push('[');
    joined(elements, out, print);
    out.push(']');
}

fn joined<T>(elements: impl Iterator<Item = T>, out: &mut String, mut print: impl FnMut(T, &mut String)) {
    for (index, element) in elements.enumerate() {
        if out.len() >= MOST_BYTES {
            break;
        }
        if index > 0 {
            out.push_str(", ");
        }
        print(element, out);
    }
}

fn map(value: Node<'_>, of: &Kind, out: &mut String) {
    out.push('{');
    joined(value.members(), out, |(key, entry), out| {
        out.push_str(key);
        out.push('=');
        print(entry, of, out);
    });
    out.push('}');
}

fn attribute_value(value: Node<'_>, out: &mut String) {
    out.push_str("AttributeValue(");
    joined(ATTRIBUTE_VALUE_MEMBERS.into_iter(), out, |descriptor, out| {
        out.push_str(&lower_first(descriptor));
        out.push('=');
        match (value.member(descriptor), descriptor) {
            (None, _) => out.push_str("null"),
            (Some(content), "M") => map(content, &Kind::AttributeValue, out),
            (Some(content), "L") => list(content.elements(), out, attribute_value),
            (Some(content), "SS" | "NS" | "BS") => list(content.elements(), out, scalar),
            (Some(content), _) => scalar(content, out),
        }
    });
    out.push(')');
}

fn print_json(value: Node<'_>, out: &mut Writer) {
    match value.token() {
        Token::Null => out.null(),
        Token::True => out.boolean(true),
        Token::False => out.boolean(false),
        Token::Number(digits) => out.display(digits),
        Token::Text(text) => out.string(text),
        Token::List => out.list(|out| {
            for element in value.elements() {
                out.element();
                print_json(element, out);
            }
        }),
        Token::Object => out.object(|out| {
            for (key, entry) in value.members() {
                out.key(key);
                print_json(entry, out);
            }
        }),
    }
}

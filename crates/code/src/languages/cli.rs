//! The AWS CLI in bash. An option has a word, or JSON between single quotes. Where an option would not take a text as it
//! is, the complete request is one JSON text.
//!
//! Must not know where requests come from.

use super::tree::Notation;
use crate::draft::Draft;
use crate::literal::{Escapes, is_hidden};
use crate::request::{Request, Service, Task};
use crate::value::{Content, Value};

pub(super) fn write(task: &Task<'_>, out: &mut Draft) {
    out.escapes = Escapes::Shell;
    if task.waits {
        out.add("set -e\n");
    }
    command(task, &task.first, out);
    if task.waits {
        out.add("aws dynamodb wait table-exists");
        text("TableName", task.first.value.text("TableName"), out);
        end(task, out);
    }
    for request in &task.others {
        command(task, request, out);
    }
}

/// Writes the command of a request on one line, for programs that read no line breaks.
pub(crate) fn one_line(task: &Task<'_>, out: &mut Draft) {
    out.escapes = Escapes::Shell;
    out.width = usize::MAX;
    command(task, &task.first, out);
}

fn command(task: &Task<'_>, request: &Request<'_>, out: &mut Draft) {
    out.add(match request.service {
        Service::Tables => "aws dynamodb ",
        Service::Streams => "aws dynamodbstreams ",
        Service::Scaling => "aws application-autoscaling ",
    });
    out.joined(request.operation, "-");
    let members = request.value.named();
    if members.iter().all(|member| fits_option(member.value)) {
        for member in members {
            match member.value.content() {
                Content::Bool(true) => name("", member.name, out),
                Content::Bool(false) => name("no-", member.name, out),
                Content::Text(word) | Content::Number(word) => text(member.name, word, out),
                _ => json(member.name, member.value, out),
            }
        }
    } else {
        json("CliInputJson", request.value, out);
    }
    // Otherwise the CLI sends more requests, until it has every page.
    if ["Query", "Scan"].contains(&request.operation) || request.operation.starts_with("List") {
        name("no-", "Paginate", out);
    }
    end(task, out);
}

fn end(task: &Task<'_>, out: &mut Draft) {
    if let Some(endpoint) = task.endpoint {
        text("EndpointUrl", endpoint, out);
    }
    out.add(if out.width == usize::MAX { "" } else { "\n" });
}

/// Whether an option takes the value as it is. The CLI reads a file or a page for texts that look like an address, and
/// bash drops NUL.
fn fits_option(value: Value<'_>) -> bool {
    let Content::Text(text) = value.content() else {
        return true;
    };
    !["file://", "fileb://", "http://", "https://"]
        .iter()
        .any(|start| text.starts_with(start))
        && !text.chars().any(|character| is_hidden(character) && character != '\n')
}

/// Begins an option on a line of its own.
fn name(before: &str, name: &str, out: &mut Draft) {
    out.add(if out.width == usize::MAX { " " } else { " \\\n    " });
    out.all(&["--", before]);
    out.joined(name, "-");
}

/// An option with a word. A word that begins with a dash would be taken for an option.
fn text(option: &str, word: &str, out: &mut Draft) {
    name("", option, out);
    out.all(&[if word.starts_with('-') { "=" } else { " " }, &quoted(word)]);
}

fn json(option: &str, value: Value<'_>, out: &mut Draft) {
    name("", option, out);
    out.add(" '");
    Notation::Json.write(value, out);
    out.add("'");
}

/// The text as a word of bash, between single quotes if it needs them. Bash cannot have NUL in a word.
fn quoted(text: &str) -> String {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:@%+,".contains(&byte);
    let is_plain = !text.is_empty() && text.bytes().all(is_word);
    let mut out = String::from(if is_plain { "" } else { "'" });
    for character in text.chars() {
        match character {
            '\'' => out.push_str("'\\''"),
            '\n' | ' '.. => out.push(character),
            _ => {}
        }
    }
    out.push_str(if is_plain { "" } else { "'" });
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{quoted, text};
    use crate::draft::Draft;

    /// Reads one word as bash does. `None` if bash would do anything else with it.
    fn read(word: &str) -> Option<String> {
        let mut text = String::new();
        let mut rest = word;
        while !rest.is_empty() {
            if let Some(inner) = rest.strip_prefix('\'') {
                let (inner, after) = inner.split_once('\'')?;
                text.push_str(inner);
                rest = after;
            } else if let Some(after) = rest.strip_prefix("\\'") {
                text.push('\'');
                rest = after;
            } else {
                let first = rest.chars().next()?;
                let is_plain = first.is_ascii_alphanumeric() || "_-./:@%+,".contains(first);
                text.extend(is_plain.then_some(first));
                rest = is_plain.then(|| rest.get(1..))??;
            }
        }
        Some(text)
    }

    proptest! {
        #[test]
        fn a_word_reads_as_its_text(text in "[\"'\\\\$`{}!#~*?;&|<>() \na-z🦀-]{0,30}") {
            let word = quoted(&text);
            prop_assert!(!word.is_empty());
            prop_assert_eq!(read(&word), Some(text));
        }
    }

    #[test]
    fn a_word_that_begins_with_a_dash_is_no_option() {
        for (word, expected) in [
            ("-a b", " \\\n    --limit='-a b'"),
            ("-1", " \\\n    --limit=-1"),
            ("1", " \\\n    --limit 1"),
        ] {
            let mut out = Draft::new();
            text("Limit", word, &mut out);
            assert_eq!(out.finish().as_deref(), Ok(expected));
        }
    }
}

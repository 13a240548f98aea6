//! A request as a command of the AWS CLI on one line, and back.
//!
//! The reader takes what people write: JSON, words, and the shorthand of lists and maps of words. An option that is no
//! part of a request is named. Must not know where a command comes from.

use hashrange_wire::{JsonContent, JsonTree};

use crate::command_fault::CommandFault;
use crate::draft::Draft;
use crate::languages::cli::one_line;
use crate::names;
use crate::reason::Reason;
use crate::request::{Request, Task};
use crate::shapes::{self, Type};
use crate::shell_words::words;

/// Options that say where and how a command runs, and change nothing of its request.
const OF_EVERY_COMMAND: &str =
    " --endpoint-url --region --profile --output --no-cli-pager --no-paginate --cli-binary-format ";

/// A command that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The operation.
    pub operation: String,
    /// The body of its request.
    pub body: JsonTree,
    /// Options that are no part of the request, such as `--max-items`.
    pub left_out: Vec<String>,
}

/// Writes a request as a command on one line.
///
/// # Errors
/// When the operation is unknown, or the body is not one of its requests.
pub fn command(operation: &str, body: &JsonTree) -> Result<String, Reason> {
    let task = Task {
        first: Request::read(operation, body)?,
        others: Vec::new(),
        waits: false,
        endpoint: None,
    };
    let mut draft = Draft::new();
    one_line(&task, &mut draft);
    draft.finish()
}

/// Reads a command as a request.
///
/// # Errors
/// When it is not one command of `aws dynamodb`, or its options are not a request.
pub fn read_command(text: &str) -> Result<Command, CommandFault> {
    let words = words(text)?;
    let [aws, service, verb, options @ ..] = words.as_slice() else {
        return Err(unknown(&words));
    };
    let input = shapes::inputs().find(|input| {
        let mut name = String::new();
        names::join(&mut name, input, "-");
        name == *verb
    });
    let operation = match input {
        Some(operation) if aws == "aws" && service == "dynamodb" => operation,
        _ => return Err(unknown(&words)),
    };
    let mut members = Vec::new();
    let mut left_out = Vec::new();
    let mut rest = options;
    while let Some((option, after)) = rest.split_first() {
        let (option, own) = match option.split_once('=') {
            Some((option, value)) => (option, Some(value.to_owned())),
            None => (option.as_str(), None),
        };
        let count = after.iter().take_while(|word| !word.starts_with("--")).count();
        let (values, next) = after.split_at_checked(count).unwrap_or((after, &[]));
        let values: Vec<String> = own.into_iter().chain(values.iter().cloned()).collect();
        rest = next;
        match member(operation, option, &values)? {
            Found::Members(found) => {
                members.retain(|(name, _)| found.iter().all(|(other, _)| other != name));
                members.extend(found);
            }
            Found::Other if OF_EVERY_COMMAND.contains(&[" ", option, " "].concat()) => {}
            Found::Other => left_out.push(option.to_owned()),
        }
    }
    let body = JsonTree::from(JsonContent::Object(members));
    Request::read(operation, &body).map_err(CommandFault::Request)?;
    Ok(Command {
        operation: operation.to_owned(),
        body,
        left_out,
    })
}

fn unknown(words: &[String]) -> CommandFault {
    let words: Vec<&str> = words.iter().take(3).map(String::as_str).collect();
    CommandFault::Unknown(words.join(" ").chars().take(80).collect())
}

/// What an option is.
enum Found {
    /// Members of the request.
    Members(Vec<(String, JsonTree)>),
    /// Something else.
    Other,
}

fn member(operation: &str, option: &str, values: &[String]) -> Result<Found, CommandFault> {
    if option == "--cli-input-json" {
        let JsonContent::Object(members) = json(option, values)?.content else {
            return Err(wrong(option, "a JSON object"));
        };
        return Ok(Found::Members(members));
    }
    let Some(input) = shapes::input(operation) else {
        return Ok(Found::Other);
    };
    for (name, of) in shapes::members(input) {
        let mut own = String::from("--");
        names::join(&mut own, name, "-");
        let is_off = of == Type::Bool && option.strip_prefix("--no-") == own.strip_prefix("--");
        if own == option || is_off {
            let value = value(option, of, is_off, values)?;
            return Ok(Found::Members(vec![(name.to_owned(), value)]));
        }
    }
    Ok(Found::Other)
}

fn wrong(option: &str, expected: &'static str) -> CommandFault {
    CommandFault::Value {
        option: option.to_owned(),
        expected,
    }
}

fn value(option: &str, of: Type, is_off: bool, values: &[String]) -> Result<JsonTree, CommandFault> {
    let is_json = |text: &str| text.trim_start().starts_with(['{', '[']);
    match (of, values) {
        (Type::Bool, []) => Ok((!is_off).into()),
        (Type::Bool, _) => Err(wrong(option, "no value; --no-… is its opposite")),
        (_, [text]) if text.starts_with("file://") || text.starts_with("fileb://") => {
            Err(wrong(option, "its value in the command; the file is not here"))
        }
        (Type::Text | Type::Word(_), [text]) => Ok(text.as_str().into()),
        (Type::Int | Type::Long | Type::Real | Type::Time, [_]) => {
            let number = json(option, values)?;
            match number.content {
                JsonContent::Number(_) => Ok(number),
                _ => Err(wrong(option, "a number")),
            }
        }
        (Type::Structure(_) | Type::List(_) | Type::Map(_), [text]) if is_json(text) => json(option, values),
        (Type::List(code), [_, ..]) if matches!(Type::of(code), Type::Text | Type::Word(_)) => {
            let mut words: Vec<JsonTree> = Vec::new();
            for value in values {
                words.extend(value.split(',').map(JsonTree::from));
            }
            Ok(words.into())
        }
        (Type::Map(code), [_, ..]) if Type::of(code) == Type::Text => {
            let mut pairs = Vec::new();
            for pair in values.join(",").split(',') {
                let Some((name, value)) = pair.split_once('=') else {
                    return Err(wrong(option, "NAME=VALUE, or JSON"));
                };
                pairs.push((name.to_owned(), value.into()));
            }
            Ok(JsonContent::Object(pairs).into())
        }
        (Type::Text | Type::Word(_), _) => Err(wrong(option, "one value")),
        _ => Err(wrong(option, "JSON")),
    }
}

fn json(option: &str, values: &[String]) -> Result<JsonTree, CommandFault> {
    let [text] = values else {
        return Err(wrong(option, "one value"));
    };
    JsonTree::parse(text).map_err(|_| wrong(option, "JSON"))
}

#[cfg(test)]
mod tests;

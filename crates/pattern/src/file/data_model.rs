//! Patterns in a `dynamodb_data_model.json` of AWS's DynamoDB MCP server: each has a command of the AWS CLI.
//!
//! The members of an access pattern are those of awslabs.dynamodb-mcp-server 2.1.8, in its
//! `prompts/json_generation_guide.md`. A pattern without a request has a `reason` instead. Must not know how tables are
//! written.

use hashrange_code::{command, read_command};
use hashrange_files::{TableDefinition, data_model_out};
use hashrange_values::Item;
use hashrange_wire::{JsonTree, Operation};

use super::parts::{PatternsRead, PatternsWritten, add_words, beside_requests, named, text};
use crate::Pattern;

/// The member that identifies a file.
pub(super) const MARK: &str = "access_patterns";
/// Members in which people find the name of a pattern, the best first.
const NAMES: [&str; 4] = ["description", "name", "pattern", "pattern_id"];
/// The members of an access pattern that are read, and those that the command repeats.
const KNOWN: [&str; 6] = [
    "pattern",
    "description",
    "table",
    "index",
    "dynamodb_operation",
    "implementation",
];

pub(super) fn write(patterns: &[Pattern], tables: &[(&TableDefinition, &[Item])]) -> PatternsWritten {
    let mut left_out = beside_requests(patterns, false);
    let mut trees = Vec::new();
    for (place, pattern) in patterns.iter().enumerate() {
        let mut members: Vec<(&str, JsonTree)> = vec![
            ("pattern", (place + 1).to_string().as_str().into()),
            ("description", pattern.name.as_str().into()),
        ];
        match request(pattern) {
            Ok((body, command)) => {
                for (name, member) in [("table", "TableName"), ("index", "IndexName")] {
                    members.extend(body.member(member).map(|value| (name, value.clone())));
                }
                members.push(("dynamodb_operation", pattern.operation.name().into()));
                members.push(("implementation", command.as_str().into()));
            }
            Err(why) => {
                left_out.push(named(&pattern.name, &why));
                members.push(("reason", why.as_str().into()));
            }
        }
        trees.push(JsonTree::object(members));
    }
    let written = data_model_out(tables, trees);
    add_words(&written.left_out, &mut left_out);
    PatternsWritten {
        text: written.text,
        left_out,
    }
}

fn request(pattern: &Pattern) -> Result<(JsonTree, String), String> {
    let body = JsonTree::parse(&pattern.body).map_err(|error| error.to_string())?;
    let command = command(pattern.operation.name(), &body).map_err(|reason| reason.to_string())?;
    Ok((body, command))
}

pub(super) fn read(file: &JsonTree) -> PatternsRead {
    let mut read = PatternsRead::default();
    let patterns = file.member(MARK).map(JsonTree::elements).unwrap_or_default();
    for (place, tree) in patterns.iter().enumerate() {
        let name = NAMES.iter().map(|name| text(tree, name)).find(|name| !name.is_empty());
        let name = name.map_or_else(|| format!("{MARK}[{place}]"), str::to_owned);
        match pattern(tree, &name) {
            Ok((pattern, options)) => {
                for option in options {
                    read.left_out.push(named(&name, &option));
                }
                for (member, _) in tree.members() {
                    if !KNOWN.contains(&member.as_str()) {
                        read.left_out.push(named(&name, member));
                    }
                }
                read.patterns.push(pattern);
            }
            Err(why) => read.left_out.push(named(&name, &why)),
        }
    }
    read
}

/// The pattern, and the options of its command that are no part of its request.
fn pattern(tree: &JsonTree, name: &str) -> Result<(Pattern, Vec<String>), String> {
    let command = text(tree, "implementation");
    if command.is_empty() {
        let why = match text(tree, "reason") {
            "" => "it has no request".to_owned(),
            reason => format!("it has no request: {reason}"),
        };
        return Err(why);
    }
    let command = read_command(command).map_err(|fault| fault.to_string())?;
    let operation =
        Operation::from_name(&command.operation).ok_or_else(|| format!("there is no {} here", command.operation))?;
    Ok((
        Pattern::of(name.to_owned(), operation, command.body.to_json()),
        command.left_out,
    ))
}

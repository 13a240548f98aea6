//! Test lists: requests as tests of a language, each with what it must return and what it may cost.
//!
//! Tests that read stand first, so that no test changes what another one counts. Owns the names of tests and the walk
//! over the rules of a language. Must not know where requests come from.

mod javascript;
mod python;
mod rules;
mod rust;

use hashrange_wire::{JsonContent, JsonTree};

use self::rules::{ITEMS, Rules};
use crate::draft::{Draft, Style};
use crate::language::Language;
use crate::reason::Reason;
use crate::request::{Request, Service};
use crate::shapes::{input, member};

/// The longest identifier of a test, in bytes.
const LONGEST: usize = 60;

/// A request as a test.
#[derive(Clone, Copy, Debug)]
pub struct Test<'a> {
    /// Its name, for people.
    pub name: &'a str,
    /// The operation.
    pub operation: &'a str,
    /// The body of the request.
    pub body: &'a JsonTree,
    /// The number of items that it must return, if that matters.
    pub returns: Option<u64>,
    /// The most units of one call, of the table and its indexes together, in decimal digits: `2.5`.
    pub budget: Option<&'a str>,
}

/// A file of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestList {
    /// Its text.
    pub text: String,
    /// The tests that it does not have, by their places among all, with the reasons.
    pub left_out: Vec<(usize, Reason)>,
}

/// Writes tests as a file for `cargo test`, `node:test` or pytest. `None` for other languages.
#[must_use]
pub fn test_list(language: Language, tests: &[Test<'_>]) -> Option<TestList> {
    let rules = match language {
        Language::Python => &python::RULES,
        Language::JavaScript => &javascript::RULES,
        Language::Rust => &rust::RULES,
        _ => return None,
    };
    let bodies: Vec<JsonTree> = tests.iter().map(with_capacity).collect();
    let (mut written, mut left_out, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (place, (test, body)) in tests.iter().zip(&bodies).enumerate() {
        match one(rules, test, body, &mut names) {
            Ok(one) => written.push(one),
            Err(reason) => left_out.push((place, reason)),
        }
    }
    let writes = written.iter().filter(|(request, _)| !is_read(request)).count();
    let mut text = head(rules, &written, writes);
    for reads in [true, false] {
        for (request, test) in &written {
            if is_read(request) == reads {
                text.push_str(test);
            }
        }
    }
    for (place, _) in &left_out {
        let Some(test) = tests.get(*place) else { continue };
        let mut line = Draft::new();
        line.escapes = rules.escapes;
        line.all(&["\n", rules.comment, "Cannot be written: "]);
        line.quote(test.name);
        line.add("\n");
        text.push_str(&line.finish().unwrap_or_default());
    }
    Some(TestList { text, left_out })
}

/// A test with its request.
type Written<'a> = (Request<'a>, String);

fn one<'a>(rules: &Rules, test: &Test<'a>, body: &'a JsonTree, names: &mut Vec<String>) -> Result<Written<'a>, Reason> {
    let request = Request::read(test.operation, body)?;
    if request.service != Service::Tables {
        return Err(Reason::Operation(test.operation.to_owned()));
    }
    let mut out = draft(rules);
    let [reads, writes] = rules.prefixes;
    let prefix = if is_read(&request) { reads } else { writes };
    let name = unique(&[prefix, &identifier(test.name)].concat(), names);
    let [none, before, after] = rules.numbers;
    let number = |number: Option<&str>, out: &mut Draft| match number {
        Some(number) => out.all(&[before, number, after]),
        None => out.add(none),
    };
    fill(rules.test, &mut out, &mut |mark, out| match mark {
        b'n' => out.add(&name),
        b's' => out.quote(test.name),
        b'c' => (rules.call)(&request, out),
        b'f' => out.add(found(rules, test.operation)),
        b'k' => out.add(capacity(rules, &request)),
        b'r' => number(test.returns.map(|returns| returns.to_string()).as_deref(), out),
        _ => number(test.budget, out),
    });
    let text = out.finish()?;
    names.push(name);
    Ok((request, text))
}

fn draft(rules: &Rules) -> Draft {
    let mut out = Draft::new();
    (out.unit, out.escapes) = (rules.unit, rules.escapes);
    out
}

fn head(rules: &Rules, written: &[Written<'_>], writes: usize) -> String {
    let requests: Vec<&Request<'_>> = written.iter().map(|(request, _)| request).collect();
    let mut out = draft(rules);
    fill(rules.head, &mut out, &mut |mark, out| match (mark, writes) {
        (b'i', _) => (rules.imports)(&requests, out),
        (_, 0) => out.add("No test writes."),
        (_, writes) => out.all(&[
            "Tests that write: ",
            &writes.to_string(),
            ", after all others. What they write stays: a second run can find it. Run one test at a time.",
        ]),
    });
    // Neither imports nor words can be refused.
    out.finish().unwrap_or_default()
}

/// Writes a text, and passes its marks.
fn fill(text: &str, out: &mut Draft, mark: &mut dyn FnMut(u8, &mut Draft)) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('@') {
        out.add(before);
        match after.as_bytes().first() {
            Some(b'@') => out.add("@"),
            Some(b'(') => out.begin("", Style::AllCommas),
            Some(b'|') => out.item(),
            Some(b')') => out.end(""),
            Some(found) => mark(*found, out),
            None => {}
        }
        rest = after.get(1..).unwrap_or_default();
    }
    out.add(rest);
}

/// The body, which asks for the consumed capacity if the test has a budget.
fn with_capacity(test: &Test<'_>) -> JsonTree {
    const NAME: &str = "ReturnConsumedCapacity";
    let is_asked = test
        .body
        .member(NAME)
        .and_then(JsonTree::text)
        .is_some_and(|word| word != "NONE");
    let mut body = test.body.clone();
    let is_known = input(test.operation).is_some_and(|of| member(of, NAME).is_some());
    if let JsonContent::Object(members) = &mut body.content
        && test.budget.is_some()
        && is_known
        && !is_asked
    {
        members.retain(|(name, _)| name != NAME);
        members.push((NAME.to_owned(), "TOTAL".into()));
    }
    body
}

fn capacity(rules: &Rules, request: &Request<'_>) -> &'static str {
    let [reported, none] = rules.capacity;
    let is_reported = member(request.value.of, "ReturnConsumedCapacity").is_some();
    if is_reported { reported } else { none }
}

fn found(rules: &Rules, operation: &str) -> &'static str {
    let word = [" ", operation, " "].concat();
    let group = ITEMS.iter().position(|group| group.contains(&word));
    rules
        .found
        .get(group.unwrap_or(ITEMS.len()))
        .copied()
        .unwrap_or_default()
}

/// Whether a request changes nothing. A statement of PartiQL reads if it begins with SELECT.
fn is_read(request: &Request<'_>) -> bool {
    let reads = [
        "Get",
        "Query",
        "Scan",
        "Search",
        "BatchGet",
        "TransactGet",
        "Describe",
        "List",
    ];
    reads.iter().any(|start| request.operation.starts_with(start)) || {
        let statements = statements(request);
        let is_select = |text: &&str| {
            text.trim_start()
                .get(..6)
                .is_some_and(|word| word.eq_ignore_ascii_case("select"))
        };
        !statements.is_empty() && statements.iter().all(is_select)
    }
}

fn statements<'a>(request: &Request<'a>) -> Vec<&'a str> {
    let mut statements = vec![request.value.text("Statement")];
    for name in ["Statements", "TransactStatements"] {
        for one in request.value.list(name) {
            statements.push(one.text("Statement"));
        }
    }
    statements.retain(|statement| !statement.is_empty());
    statements
}

/// The name in small ASCII letters, digits and underscores.
fn identifier(name: &str) -> String {
    let mut out = String::new();
    for character in name.chars() {
        if out.len() >= LONGEST {
            break;
        }
        if character.is_ascii_alphanumeric() {
            out.push(character.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
    }
    let out = out.trim_end_matches('_');
    if out.is_empty() { "pattern" } else { out }.to_owned()
}

/// The name, with a number if another test has it.
fn unique(name: &str, others: &[String]) -> String {
    let mut number = others.len();
    let mut unique = name.to_owned();
    while others.contains(&unique) {
        number += 1;
        unique = [name, "_", &number.to_string()].concat();
    }
    unique
}

#[cfg(test)]
mod tests;

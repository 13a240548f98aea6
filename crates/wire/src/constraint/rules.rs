//! Builds the lists of failed constraints:
//! `2 validation errors detected: Value '…' at '…' failed to satisfy constraint: …`.
//!
//! Skips values of the wrong kind: the type check reports them.

use std::fmt;

use super::echo::{lower_first, quoted, quoted_json};
use super::structure::{Kind, Member, NAME_PATTERN, Presence, Rule, Shape, Structure, Words};
use super::types::whole_number;
use crate::json::{Fields, Node, Token};
use crate::reference::{is_of_names, is_table_name, table_name_of};

/// The maximum number of failures in one response of the service (observed: constraint-list).
const MOST_FINDINGS: usize = 10;

/// Checks a request body against its shape. The error is the service's message. If `is_second`, the message has the
/// older code's wording.
pub(crate) fn check_rules(shape: &Shape, root: &Fields<'_>, is_second: bool) -> Result<(), String> {
    let mut findings = Findings {
        texts: Vec::new(),
        one_choice: shape.one_choice,
        choices: 0,
        is_second,
    };
    findings.structure(&shape.structure, root, None)?;
    findings.report()
}

/// The path of a value, printed as `keySchema.1.member.attributeName`, or with `{:#}` in the members' original
/// spelling.
#[derive(Clone, Copy)]
struct Trail<'a> {
    parent: Option<&'a Trail<'a>>,
    part: TrailPart<'a>,
}

#[derive(Clone, Copy)]
enum TrailPart<'a> {
    /// A member of a structure.
    Member(&'static str),
    /// An element of a list, counted from 1.
    Element(usize),
    /// The value of a map under this key.
    Entry(&'a str),
}

impl Trail<'_> {
    fn to<'a>(&'a self, part: TrailPart<'a>) -> Trail<'a> {
        Trail {
            parent: Some(self),
            part,
        }
    }
}

impl fmt::Display for Trail<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(out)?;
            out.write_str(".")?;
        }
        match self.part {
            TrailPart::Member(name) if out.alternate() => out.write_str(name),
            TrailPart::Member(name) => out.write_str(&lower_first(name)),
            TrailPart::Element(place) => write!(out, "{place}.member"),
            TrailPart::Entry(key) => write!(out, "{key}.member"),
        }
    }
}

struct Findings {
    texts: Vec<String>,
    one_choice: bool,
    choices: usize,
    /// Whether to use the older code's wording.
    is_second: bool,
}

impl Findings {
    fn report(&mut self) -> Result<(), String> {
        self.texts.truncate(MOST_FINDINGS);
        match self.texts.len() {
            0 => Ok(()),
            1 => Err(format!("1 validation error detected: {}", self.texts.join("; "))),
            count => Err(format!("{count} validation errors detected: {}", self.texts.join("; "))),
        }
    }

    fn structure(
        &mut self,
        structure: &Structure,
        fields: &Fields<'_>,
        parent: Option<&Trail<'_>>,
    ) -> Result<(), String> {
        for member in structure.members {
            let given = fields.get(member.name);
            // Most members are absent and optional.
            if given.is_none() && member.presence == Presence::Optional && !member.alone {
                continue;
            }
            let trail = Trail {
                parent,
                part: TrailPart::Member(member.name),
            };
            match (given, member.presence) {
                (Some(value), _) => {
                    for rule in member.rules {
                        self.rule(rule, member, value, &trail)?;
                    }
                    self.inside(&member.kind, value, &trail)?;
                }
                (None, Presence::Optional) => {}
                (None, Presence::NotNull) => self.find("null", &trail, "Member must not be null"),
                (None, Presence::Parameter) => {
                    let name = member.name;
                    return Err(format!(
                        "The parameter '{name}' is required but was not present in the request"
                    ));
                }
            }
            if member.alone && !self.is_second {
                self.report()?;
            }
            // The message lists at most ten failures. The check stops there, so a body with a million bad elements
            // takes no longer than one with ten.
            if self.is_full() {
                break;
            }
        }
        Ok(())
    }

    /// Checks the structures inside a value.
    fn inside(&mut self, kind: &Kind, value: Node<'_>, trail: &Trail<'_>) -> Result<(), String> {
        match kind {
            Kind::Structure(structure) => self.structure(structure, &Fields::of(value), Some(trail))?,
            Kind::List(of) if holds_members(of) => {
                for (index, element) in value.elements().enumerate() {
                    if self.is_full() {
                        break;
                    }
                    self.inside(of, element, &trail.to(TrailPart::Element(index + 1)))?;
                }
            }
            Kind::Map { of, .. } if holds_members(of) => {
                let mut entries: Vec<_> = value.members().collect();
                if matches!(of, Kind::Structure(_)) {
                    // The service reports the last entry of the body first (observed: last-entry-first, of conditions
                    // without an expression).
                    entries.reverse();
                }
                for (key, entry) in entries {
                    if self.is_full() {
                        break;
                    }
                    self.inside(of, entry, &trail.to(TrailPart::Entry(key)))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.texts.len() >= MOST_FINDINGS
    }

    fn rule(&mut self, rule: &Rule, member: &Member, value: Node<'_>, trail: &Trail<'_>) -> Result<(), String> {
        let name = member.name;
        match *rule {
            Rule::NameLength if length(member, value).is_some_and(|length| !(3..=255).contains(&length)) => {
                return Err(format!(
                    "{name} must be at least 3 characters long and at most 255 characters long"
                ));
            }
            Rule::AtLeastUnnamed(least) if whole_number(value).is_some_and(|number| number < least) => {
                let text = "failed to satisfy constraint: Member must have value greater than or equal to";
                self.texts.push(format!("Value at '{name}' {text} {least}"));
            }
            Rule::LengthUnnamed(least, most) => {
                let comparison = match length(member, value) {
                    Some(length) if length < least => format!("greater than or equal to {least}"),
                    Some(length) if length > most => format!("less than or equal to {most}"),
                    _ => return Ok(()),
                };
                let text = "failed to satisfy constraint: Member must have length";
                self.texts.push(format!("Value at '{trail:#}' {text} {comparison}"));
            }
            Rule::TableNames { as_json } => self.table_names(as_json, member, value, trail),
            Rule::NotEmptyUnnamed if !self.is_second && length(member, value) == Some(0) => {
                let text = "failed to satisfy constraint: Member must have length greater than or equal to 1";
                return Err(format!("1 validation error detected: Value at '{name}' {text}"));
            }
            Rule::OneOf(_) | Rule::OneOfUnnamed(_) if self.one_choice && self.choices > 0 => {}
            Rule::OneOfUnnamed(words) if !self.is_second => {
                let Some(text) = foreign(words, value) else {
                    return Ok(());
                };
                if words.is_alone {
                    return Err(text);
                }
                self.choices += 1;
                self.texts.push(text);
            }
            _ => {
                if let Some(constraint) = broken(rule, member, value) {
                    self.choices += usize::from(matches!(rule, Rule::OneOf(_)));
                    self.find(quoted(value, &member.kind), trail, constraint);
                }
            }
        }
        Ok(())
    }

    /// Checks the keys of a map that are table names. BatchGetItem prints the map as JSON. BatchWriteItem reports them
    /// only if no other failure exists (observed: batch-table-names).
    fn table_names(&mut self, as_json: bool, member: &Member, value: Node<'_>, trail: &Trail<'_>) {
        if value.members().all(|(key, _)| is_table_name(table_name_of(key))) || !(as_json || self.texts.is_empty()) {
            return;
        }
        let shown = if as_json {
            quoted_json(value)
        } else {
            quoted(value, &member.kind)
        };
        let lengths = length_constraints(3, 255);
        let pattern = format!("Member must satisfy regular expression pattern: {NAME_PATTERN}");
        self.find(
            shown,
            trail,
            format_args!("Map keys must satisfy constraint: [{lengths}, {pattern}]"),
        );
    }

    fn find(&mut self, shown: impl fmt::Display, trail: &Trail<'_>, constraint: impl fmt::Display) {
        self.texts.push(format!(
            "Value {shown} at '{trail}' failed to satisfy constraint: {constraint}"
        ));
    }
}

/// Returns the service's message for a value that breaks the rule; `None` for a valid value.
fn broken(rule: &Rule, member: &Member, value: Node<'_>) -> Option<String> {
    match *rule {
        Rule::Pattern => {
            let name = subject(member, value)?;
            // If one character is sufficient, an empty name only fails the length constraint
            // (observed: constraint-short-names).
            let only_short =
                name.is_empty() && matches!(member.rules.first(), Some(Rule::MinLength(1) | Rule::NotEmptyUnnamed));
            (!only_short && !is_name(name))
                .then(|| format!("Member must satisfy regular expression pattern: {NAME_PATTERN}"))
        }
        Rule::Form(is_of, pattern) => {
            let text = value.text()?;
            (!is_of(text)).then(|| format!("Member must satisfy regular expression pattern: {pattern}"))
        }
        Rule::NotEmptyUnnamed => broken(&Rule::MinLength(1), member, value),
        Rule::MinLength(least) => {
            let short = length(member, value)? < least;
            short.then(|| format!("Member must have length greater than or equal to {least}"))
        }
        Rule::MaxLength(most) => {
            let long = length(member, value)? > most;
            long.then(|| format!("Member must have length less than or equal to {most}"))
        }
        Rule::AtLeast(least) => {
            let low = whole_number(value)? < least;
            low.then(|| format!("Member must have value greater than or equal to {least}"))
        }
        Rule::AtMost(most) => {
            let high = whole_number(value)? > most;
            high.then(|| format!("Member must have value less than or equal to {most}"))
        }
        Rule::OneOf(words) | Rule::OneOfUnnamed(&Words { taken: words, .. }) => {
            let foreign = !words.contains(&value.text()?);
            foreign.then(|| format!("Member must satisfy enum value set: [{}]", words.join(", ")))
        }
        // The form of the nested list is inferred: constraint-nested-lists, from other lists of the service.
        Rule::EachLength(least, most) => value
            .elements()
            .filter_map(Node::text)
            .any(|text| !(least..=most).contains(&text.chars().count()))
            .then(|| format!("Member must satisfy constraint: [{}]", length_constraints(least, most))),
        Rule::EachEntryLength(least, most) => value
            .members()
            .any(|(_, entry)| !(least..=most).contains(&entry.elements().count()))
            .then(|| {
                format!(
                    "Map value must satisfy constraint: [{}]",
                    length_constraints(least, most)
                )
            }),
        Rule::NameLength | Rule::AtLeastUnnamed(_) | Rule::LengthUnnamed(..) | Rule::TableNames { .. } => None,
    }
}

/// Returns the service's message for a word outside the set. The message names neither the word nor the member.
fn foreign(words: &Words, value: Node<'_>) -> Option<String> {
    let foreign = !words.taken.contains(&value.text()?);
    foreign.then(|| {
        format!(
            "Failed to satisfy constraint: Member must satisfy enum value set: [{}]",
            words.shown
        )
    })
}

fn length_constraints(least: usize, most: usize) -> String {
    format!(
        "Member must have length less than or equal to {most}, Member must have length greater than or equal to {least}"
    )
}

/// Whether values of this kind contain structures, and therefore rules.
fn holds_members(kind: &Kind) -> bool {
    match kind {
        Kind::Structure(_) => true,
        Kind::List(of) | Kind::Map { of, .. } => holds_members(of),
        _ => false,
    }
}

/// The text that a rule for names checks: a table's name instead of its ARN.
fn subject<'t>(member: &Member, value: Node<'t>) -> Option<&'t str> {
    let text = value.text()?;
    Some(if matches!(member.kind, Kind::TableReference) {
        table_name_of(text)
    } else {
        text
    })
}

fn length(member: &Member, value: Node<'_>) -> Option<usize> {
    match value.token() {
        Token::List => Some(value.elements().count()),
        Token::Object => Some(value.members().count()),
        _ => subject(member, value).map(characters),
    }
}

fn characters(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_of_names)
}

//! The lists of failed constraints: `2 validation errors detected: Value '…' at '…' failed to satisfy constraint: …`.
//!
//! Values of the wrong kind are passed over: the type check answers for them.

use std::fmt;

use super::{Kind, Member, NAME_PATTERN, Presence, Rule, Shape, Structure};
use crate::json::{Node, Token};
use crate::reference::table_name_of;

/// Most failures the service lists in one answer (observed).
const MOST_FINDINGS: usize = 10;

/// Holds a request body against its shape; the error is the service's message.
pub(crate) fn check_rules(shape: &Shape, root: Node<'_>) -> Result<(), String> {
    let mut findings = Findings { texts: Vec::new(), one_choice: shape.one_choice, choices: 0 };
    findings.structure(&shape.structure, root, None)?;
    findings.report()
}

/// The whole number a JSON number stands for, fractions cut off as the service does (observed).
pub(crate) fn whole_number(node: Node<'_>) -> Option<i64> {
    let Token::Number(digits) = node.token() else { return None };
    if let Ok(whole) = digits.parse::<i64>() {
        return Some(whole);
    }
    let cut = digits.parse::<f64>().ok().filter(|_| digits.contains(['.', 'e', 'E']))?.trunc();
    // Every whole number below 2^53 is exact; beyond that the text of the cut value is.
    format!("{cut:.0}").parse().ok()
}

/// Where a value stands, printed as `keySchema.1.member.attributeName`.
#[derive(Clone, Copy)]
struct Trail<'a> {
    parent: Option<&'a Trail<'a>>,
    name: &'static str,
    place: Place<'a>,
}

/// Where a value stands inside its member.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// It is the member.
    Whole,
    /// Place in a list, from 1.
    Element(usize),
    /// Name in a map.
    Entry(&'a str),
}

impl fmt::Display for Trail<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            write!(out, "{parent}.")?;
        }
        let mut rest = self.name.chars();
        if let Some(first) = rest.next() {
            write!(out, "{}{}", first.to_ascii_lowercase(), rest.as_str())?;
        }
        match self.place {
            Place::Whole => Ok(()),
            Place::Element(place) => write!(out, ".{place}.member"),
            Place::Entry(name) => write!(out, ".{name}.member"),
        }
    }
}

struct Findings {
    texts: Vec<String>,
    one_choice: bool,
    choices: usize,
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

    fn structure(&mut self, structure: &Structure, node: Node<'_>, parent: Option<&Trail<'_>>) -> Result<(), String> {
        for member in structure.members {
            let trail = Trail { parent, name: member.name, place: Place::Whole };
            match (node.member(member.name), member.presence) {
                (Some(value), _) => self.member(member, value, &trail)?,
                (None, Presence::Optional) => {}
                (None, Presence::NotNull) => self.find("null", &trail, "Member must not be null"),
                (None, Presence::Parameter) => {
                    let name = member.name;
                    return Err(format!("The parameter '{name}' is required but was not present in the request"));
                }
            }
            if member.alone {
                self.report()?;
            }
            // Nothing beyond the tenth is shown: a body with a million bad elements costs no more than one with ten.
            if self.texts.len() >= MOST_FINDINGS {
                break;
            }
        }
        Ok(())
    }

    fn member(&mut self, member: &Member, value: Node<'_>, trail: &Trail<'_>) -> Result<(), String> {
        for rule in member.rules {
            self.rule(rule, member, value, trail)?;
        }
        match &member.kind {
            Kind::Structure(structure) => self.structure(structure, value, Some(trail)),
            Kind::List(Kind::Structure(structure)) => {
                let elements = value.elements().enumerate();
                self.each(structure, elements.map(|(index, node)| (Place::Element(index + 1), node)), trail)
            }
            Kind::Map { of: Kind::Structure(structure), .. } => {
                // The last entry of the body is reported first (observed).
                let mut entries: Vec<_> = value.members().map(|(name, node)| (Place::Entry(name), node)).collect();
                entries.reverse();
                self.each(structure, entries.into_iter(), trail)
            }
            _ => Ok(()),
        }
    }

    fn each<'t>(
        &mut self,
        structure: &Structure,
        values: impl Iterator<Item = (Place<'t>, Node<'t>)>,
        trail: &Trail<'_>,
    ) -> Result<(), String> {
        for (place, node) in values {
            if self.texts.len() >= MOST_FINDINGS {
                break;
            }
            self.structure(structure, node, Some(&Trail { place, ..*trail }))?;
        }
        Ok(())
    }

    fn rule(&mut self, rule: &Rule, member: &Member, value: Node<'_>, trail: &Trail<'_>) -> Result<(), String> {
        let name = member.name;
        match *rule {
            Rule::NameLength if length(member, value).is_some_and(|length| !(3..=255).contains(&length)) => {
                return Err(format!("{name} must be at least 3 characters long and at most 255 characters long"));
            }
            Rule::AtLeastUnnamed(least) if whole_number(value).is_some_and(|number| number < least) => {
                let text = "failed to satisfy constraint: Member must have value greater than or equal to";
                self.texts.push(format!("Value at '{name}' {text} {least}"));
            }
            Rule::NotEmptyUnnamed if length(member, value) == Some(0) => {
                let text = "failed to satisfy constraint: Member must have length greater than or equal to 1";
                return Err(format!("1 validation error detected: Value at '{name}' {text}"));
            }
            Rule::OneOf(_) | Rule::OneOfUnnamed { .. } if self.one_choice && self.choices > 0 => {}
            Rule::OneOfUnnamed { words, shown } if value.text().is_some_and(|word| !words.contains(&word)) => {
                self.choices += 1;
                self.texts.push(format!("Failed to satisfy constraint: Member must satisfy enum value set: [{shown}]"));
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

    fn find(&mut self, shown: impl fmt::Display, trail: &Trail<'_>, constraint: impl fmt::Display) {
        self.texts.push(format!("Value {shown} at '{trail}' failed to satisfy constraint: {constraint}"));
    }
}

/// What the service says of a value that breaks the rule; `None` for one that keeps it.
fn broken(rule: &Rule, member: &Member, value: Node<'_>) -> Option<String> {
    match *rule {
        Rule::Pattern => {
            let name = subject(member, value)?;
            // Where one character is enough, an empty name is only too short (observed).
            let only_short = name.is_empty() && matches!(member.rules.first(), Some(Rule::MinLength(1)));
            (!only_short && !is_name(name))
                .then(|| format!("Member must satisfy regular expression pattern: {NAME_PATTERN}"))
        }
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
        Rule::OneOf(words) => {
            let foreign = !words.contains(&value.text()?);
            foreign.then(|| format!("Member must satisfy enum value set: [{}]", words.join(", ")))
        }
        // The form of the nested list is inferred from the service's other lists.
        Rule::EachLength(least, most) => value
            .elements()
            .filter_map(Node::text)
            .any(|text| !(least..=most).contains(&text.chars().count()))
            .then(|| format!("Member must satisfy constraint: [Member must have length less than or equal to {most}, Member must have length greater than or equal to {least}]")),
        Rule::NameLength | Rule::AtLeastUnnamed(_) | Rule::NotEmptyUnnamed | Rule::OneOfUnnamed { .. } => None,
    }
}

/// The text a rule about names looks at.
fn subject<'t>(member: &Member, value: Node<'t>) -> Option<&'t str> {
    let text = value.text()?;
    Some(if matches!(member.kind, Kind::TableReference) { table_name_of(text) } else { text })
}

fn length(member: &Member, value: Node<'_>) -> Option<usize> {
    match value.token() {
        Token::List => Some(value.elements().count()),
        _ => subject(member, value).map(|text| text.chars().count()),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

/// A value as the service prints it in its lists: Java's own text of the object, in quotes.
fn quoted(value: Node<'_>, kind: &Kind) -> String {
    let mut text = String::from("'");
    print(value, kind, &mut text);
    text.push('\'');
    text
}

fn print(value: Node<'_>, kind: &Kind, out: &mut String) {
    match kind {
        Kind::List(of) => {
            out.push('[');
            for (index, element) in value.elements().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                print(element, of, out);
            }
            out.push(']');
        }
        Kind::Structure(structure) => {
            out.push_str(structure.class);
            out.push('(');
            for (index, member) in structure.members.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                out.push_str(&Trail { parent: None, name: member.name, place: Place::Whole }.to_string());
                out.push('=');
                if let Some(value) = value.member(member.name) {
                    print(value, &member.kind, out);
                }
            }
            out.push(')');
        }
        _ => match whole_number(value) {
            Some(number) => out.push_str(&number.to_string()),
            None => out.push_str(value.text().unwrap_or("")),
        },
    }
}

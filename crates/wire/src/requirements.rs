//! The constraints of every operation as plain data, for comparison with a model of the API.
//!
//! Owns their flat form only: the constraints are those that requests are checked against. Must not know models.

use crate::constraint::{Kind, Member, Presence, Rule, Structure, absent};
use crate::operation::{OTHER_REGIONS, Operation};
use crate::reader::Reader;
use crate::request::Request;
use crate::transfer::{TransferOperation, TransferRequest};

/// The constraints on one member of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requirement {
    /// The member: `Projection.NonKeyAttributes[]`. `[]` is an element of a list, `{}` a value of a map.
    pub path: String,
    /// The type, by its name in AWS's models: `string`, `list`, `structure`; empty for an attribute value.
    pub kind: &'static str,
    /// Whether a request without it is refused by these constraints.
    pub is_required: bool,
    /// The smallest length or number.
    pub min: Option<i64>,
    /// The largest length or number.
    pub max: Option<i64>,
    /// The pattern of a text.
    pub pattern: Option<&'static str>,
    /// The allowed words of a text.
    pub words: &'static [&'static str],
    /// Whether the request stores a member of its first level; others are checked only.
    pub is_stored: bool,
}

/// What this crate knows of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirements {
    /// The members that it reads, at every depth, and the members that it refuses by name.
    Read(Vec<Requirement>, &'static [&'static str]),
    /// Every request is refused, because its resource cannot exist.
    Refused,
}

/// The requirements of an operation; `None` for one that this crate does not know.
#[must_use]
pub fn requirements(operation: &str) -> Option<Requirements> {
    let mut found = Vec::new();
    if let Some(transfer) = TransferOperation::from_name(operation) {
        add_structure(&mut found, "", &TransferRequest::shape(transfer).structure);
        for member in &mut found {
            member.is_stored = TransferRequest::stores(transfer, &member.path);
        }
    } else if let Some(known) = Operation::from_name(operation) {
        add_structure(&mut found, "", &Request::shape(Reader::of(known)).structure);
        for member in &mut found {
            member.is_stored = Request::stores(known, &member.path);
        }
    } else {
        return absent(operation).map(|_| Requirements::Refused);
    }
    let refused: &[&str] = match operation {
        "CreateTable" | "UpdateTable" => &OTHER_REGIONS,
        _ => &[],
    };
    Some(Requirements::Read(found, refused))
}

fn add_structure(found: &mut Vec<Requirement>, path: &str, structure: &Structure) {
    for member in structure.members {
        let dot = if path.is_empty() { "" } else { "." };
        add(
            found,
            &format!("{path}{dot}{}", member.name),
            &member.kind,
            Some(member),
        );
    }
}

fn add(found: &mut Vec<Requirement>, path: &str, kind: &Kind, member: Option<&Member>) {
    let mut requirement = Requirement {
        path: path.to_owned(),
        kind: name_of(kind),
        is_required: member.is_some_and(|member| member.presence != Presence::Optional),
        ..Requirement::default()
    };
    for rule in member.into_iter().flat_map(|member| member.rules) {
        apply(&mut requirement, rule);
    }
    found.push(requirement);
    match kind {
        Kind::List(of) => add(found, &format!("{path}[]"), of, None),
        Kind::Map { of, .. } => add(found, &format!("{path}{{}}"), of, None),
        Kind::Structure(structure) => add_structure(found, path, structure),
        _ => {}
    }
}

fn name_of(kind: &Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::TableReference => "string",
        Kind::Integer => "integer",
        Kind::Long => "long",
        Kind::Decimal => "double",
        Kind::Boolean => "boolean",
        Kind::Blob => "blob",
        Kind::AttributeValue => "",
        Kind::List(_) => "list",
        Kind::Map { .. } => "map",
        Kind::Structure(_) => "structure",
    }
}

fn apply(requirement: &mut Requirement, rule: &Rule) {
    let length = |length: usize| i64::try_from(length).ok();
    // The largest length that a rule can name stands for no limit.
    let most = |most: usize| length(most).filter(|_| most != usize::MAX);
    match *rule {
        Rule::Pattern => requirement.pattern = Some(crate::constraint::NAME_PATTERN),
        Rule::Form(_, pattern) => requirement.pattern = Some(pattern),
        Rule::MinLength(least) => requirement.min = length(least),
        Rule::MaxLength(longest) => requirement.max = most(longest),
        Rule::NotEmptyUnnamed => requirement.min = Some(1),
        Rule::NameLength => (requirement.min, requirement.max) = (Some(3), Some(255)),
        Rule::AtLeast(least) | Rule::AtLeastUnnamed(least) => requirement.min = Some(least),
        Rule::AtMost(largest) => requirement.max = Some(largest),
        Rule::OneOf(words) => requirement.words = words,
        Rule::OneOfUnnamed(words) => requirement.words = words.taken,
        Rule::LengthUnnamed(least, longest) => {
            (requirement.min, requirement.max) = (length(least), most(longest));
        }
        // These limit elements and keys, which have no requirement of their own.
        Rule::EachLength(..) | Rule::EachEntryLength(..) | Rule::TableNames { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(operation: &str) -> Vec<Requirement> {
        match requirements(operation) {
            Some(Requirements::Read(found, _)) => found,
            other => panic!("{operation}: {other:?}"),
        }
    }

    #[test]
    fn members_have_their_constraints_at_every_depth() {
        let found = read("GetShardIterator");
        let kind = found.iter().find(|member| member.path == "ShardIteratorType");
        let kind = kind.expect("a member");
        assert!(kind.is_required && kind.words.contains(&"AT_TIMESTAMP"));
        let number = found.iter().find(|member| member.path == "SequenceNumber");
        assert_eq!(
            number.map(|member| (member.min, member.max)),
            Some((Some(21), Some(40)))
        );
        assert!(kind.is_stored && number.is_some_and(|member| member.is_stored));
        let deep = "GlobalSecondaryIndexUpdates[].Create.Projection.ProjectionType";
        assert!(read("UpdateTable").iter().any(|member| member.path == deep));
        assert!(
            read("ExportTableToPointInTime")
                .iter()
                .any(|member| member.path == "FilterSpecification.FilterExpression")
        );
    }

    #[test]
    fn operations_are_read_refused_or_unknown() {
        let Some(Requirements::Read(_, refused)) = requirements("UpdateTable") else {
            panic!("it is read")
        };
        assert!(refused.contains(&"ReplicaUpdates"));
        assert_eq!(requirements("DescribeGlobalTable"), Some(Requirements::Refused));
        assert_eq!(requirements("EnableKinesisStreamingDestination"), None);
    }
}

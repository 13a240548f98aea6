//! The sentences of the Write fan-out card. Must not know signals or the DOM.

use hashrange_protocol::{FanArm, FanOut, RecordView, Resource, WriteEffect};
use hashrange_wire::OperationType;

use crate::views::figures;

/// What is being seen.
pub(super) fn sentence(fan: &FanOut) -> String {
    let is_local = |arm: &&FanArm| matches!(arm.resource, Resource::LocalIndex(_));
    let touched = |arm: &&FanArm| arm.effect != WriteEffect::Unchanged;
    let local = if fan.arms.iter().any(|arm| is_local(&arm)) { " and its local indexes" } else { "" };
    let record = if fan.record.is_some() { ", with a record in the stream" } else { "" };
    let behind: Vec<&FanArm> = fan.arms.iter().filter(|arm| follows(&arm.resource)).collect();
    let later: Vec<&FanArm> = behind.iter().copied().filter(touched).collect();
    let follow = match later.iter().map(|arm| arm.lag).max() {
        None if behind.is_empty() => String::new(),
        None => format!(" No {} needs a change.", kinds(&behind).0),
        Some(lag) => {
            let (one, several) = kinds(&later);
            let indexes = if later.len() == 1 { format!("One {one} follows") } else { format!("{several} follow") };
            format!(" {indexes} within {}.", figures::span(lag))
        }
    };
    let others = match fan.others {
        0 => String::new(),
        1 => " The request wrote one more item of this table.".to_owned(),
        count => format!(" The request wrote {} more items of this table.", figures::count(count as u64)),
    };
    format!("The table{local} changed in one step{record}.{follow}{others}")
}

/// What indexes are called, one of them and several.
fn kinds(arms: &[&FanArm]) -> (&'static str, &'static str) {
    let vectors = arms.iter().filter(|arm| matches!(arm.resource, Resource::VectorIndex(_))).count();
    match vectors {
        0 => ("global index", "Global indexes"),
        _ if vectors == arms.len() => ("vector index", "Vector indexes"),
        _ => ("global or vector index", "Global and vector indexes"),
    }
}

/// The kind and name of an arm.
pub(super) fn place(resource: &Resource, table: &str) -> (&'static str, String) {
    match resource {
        Resource::Table => ("table", table.to_owned()),
        Resource::LocalIndex(name) => ("LSI", name.to_string()),
        Resource::GlobalIndex(name) => ("GSI", name.to_string()),
        Resource::VectorIndex(name) => ("vector index", name.to_string()),
    }
}

/// True for the indexes that a write reaches after a while.
pub(super) fn follows(resource: &Resource) -> bool {
    matches!(resource, Resource::GlobalIndex(_) | Resource::VectorIndex(_))
}

/// What happens on an arm.
pub(super) fn effect(arm: &FanArm) -> &'static str {
    match arm.effect {
        WriteEffect::Unchanged => "nothing changed",
        WriteEffect::Put => "put",
        WriteEffect::Deleted => "delete",
        WriteEffect::Replaced => "replace",
        WriteEffect::Moved => "delete and put",
    }
}

/// A record by what happened to its item.
pub(super) fn record(record: &RecordView) -> &'static str {
    match record.name {
        OperationType::Insert => "INSERT",
        OperationType::Modify => "MODIFY",
        OperationType::Remove => "REMOVE",
    }
}

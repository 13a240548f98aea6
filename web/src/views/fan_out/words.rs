//! The sentences of the Write fan-out card. Must not know signals or the DOM.

use hashrange_insight::{FanArm, FanOut, RecordView, Resource, WriteEffect};
use hashrange_wire::OperationType;

use crate::views::figures;

/// What is being seen.
pub(super) fn sentence(fan: &FanOut) -> String {
    let is_local = |arm: &&FanArm| matches!(arm.resource, Resource::LocalIndex(_));
    let is_later = |arm: &&FanArm| follows(&arm.resource);
    let touched = |arm: &&FanArm| arm.effect != WriteEffect::Unchanged;
    let local = if fan.arms.iter().any(|arm| is_local(&arm)) { " and its local indexes" } else { "" };
    let record = if fan.record.is_some() { ", with a record in the stream" } else { "" };
    let later: Vec<&FanArm> = fan.arms.iter().filter(is_later).filter(touched).collect();
    let follow = match later.iter().map(|arm| arm.lag).max() {
        None if fan.arms.iter().any(|arm| is_later(&arm)) => " No other index had to follow.".to_owned(),
        None => String::new(),
        Some(lag) => {
            let vectors = later.iter().all(|arm| matches!(arm.resource, Resource::VectorIndex(_)));
            let globals = later.iter().all(|arm| matches!(arm.resource, Resource::GlobalIndex(_)));
            let indexes = match (later.len(), globals, vectors) {
                (1, true, _) => "One global index follows",
                (1, _, _) => "One vector index follows",
                (_, true, _) => "Global indexes follow",
                (_, _, true) => "Vector indexes follow",
                _ => "Global and vector indexes follow",
            };
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

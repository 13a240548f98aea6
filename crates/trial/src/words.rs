//! Figures and changes in words.
//!
//! Must not know the outcome of a trial.

use hashrange_engine::{Direction, Units};
use hashrange_values::Item;
use hashrange_wire::{Projection, ProjectionType};
use hashrange_words::{count, counted};

use crate::reshape::plain;
use crate::{Change, IndexChoice};

/// RCU or WCU.
pub(crate) const fn unit(direction: Direction) -> &'static str {
    match direction {
        Direction::Read => "RCU",
        Direction::Write => "WCU",
    }
}

/// Units with their name.
pub(crate) fn units(units: Units, direction: Direction) -> String {
    let half = if units.as_halves() % 2 == 1 { ".5" } else { "" };
    format!("{}{half} {}", count(units.as_halves() / 2), unit(direction))
}

/// The table, or an index by name.
pub(crate) fn place(index: Option<&str>) -> String {
    index.map_or_else(|| "the table".to_owned(), |index| format!("the index {index}"))
}

/// A primary key.
pub(crate) fn key(key: &Item) -> String {
    let pairs: Vec<String> = key
        .iter()
        .map(|(name, value)| format!("{name} = {}", plain(value)))
        .collect();
    pairs.join(", ")
}

/// A projection as AWS names it.
pub(crate) fn projection(projection: &Projection) -> String {
    let kind = projection.projection_type.unwrap_or(ProjectionType::All);
    match &projection.non_key_attributes {
        Some(names) if !names.is_empty() => format!("{kind} ({})", names.join(", ")),
        _ => kind.to_string(),
    }
}

/// The beginning of a sentence about a change.
pub(crate) fn with(change: &Change) -> String {
    match change {
        Change::Provisioned { index, reads, writes } => {
            let read = reads.map(|reads| format!("{} RCU", count(reads)));
            let write = writes.map(|writes| format!("{} WCU", count(writes)));
            let rate: Vec<String> = read.into_iter().chain(write).collect();
            format!("With {} for {}", rate.join(" and "), place(index.as_deref()))
        }
        Change::OnDemand => "With on-demand capacity".to_owned(),
        Change::Suffixes { count: suffixes, .. } => {
            format!("With {}", counted(*suffixes, "suffix"))
        }
        Change::Projection { index, projection: of } => {
            format!("With projection {} for the index {index}", projection(of))
        }
        Change::QueryInstead { index } => match index {
            IndexChoice::Table => "With a Query on the table".to_owned(),
            IndexChoice::Existing(name) => format!("With a Query on the index {name}"),
            IndexChoice::New { name, .. } => format!("With a Query on a new index {name}"),
        },
        Change::Consistency { strong: true } => "With strongly consistent reads".to_owned(),
        Change::Consistency { strong: false } => "With eventually consistent reads".to_owned(),
        Change::HalfSize => "With items half the size".to_owned(),
        Change::Accelerator { on: true } => "With DAX".to_owned(),
        Change::Accelerator { on: false } => "Without DAX".to_owned(),
    }
}

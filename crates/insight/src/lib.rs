//! Read models for people: what a request touched, what it cost and why, and how tables stand.
//!
//! Owns folding the event log into bounded series and reports, and the words of the arithmetic. Must not know the DOM,
//! and changes nothing: it only looks at the engine.

mod capacity_series;
mod collections;
mod insight;
mod report;
mod sum;

pub use capacity_series::{CapacitySeries, Second, TableCapacity};
pub use collections::{Collection, CollectionPage, Collections, Member, collection_of, collections};
pub use hashrange_engine::{
    Consistency, Consumption, Direction, Fate, PageEnd, ReadTrace, Resource, Units, Walked, WriteArm, WriteEffect,
    WriteTrace,
};
pub use insight::Insight;
pub use report::{ReadReport, Report, ReportKind, WriteReport};
pub use sum::SumLine;

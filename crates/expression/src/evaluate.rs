//! The evaluator: read expressions meet items.
//!
//! Conditions are in `evaluate/condition.rs`, updates in `evaluate/update.rs`, parts of items in `evaluate/pick.rs`.
//! Must not know text, tokens or placeholders.

mod condition;
mod pick;
mod update;

pub use condition::compare;
pub use pick::pick;
pub(crate) use pick::pick_sorted;

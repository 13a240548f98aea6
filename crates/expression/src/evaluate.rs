//! The evaluator: applies parsed expressions to items.
//!
//! `evaluate/condition.rs` evaluates conditions, `evaluate/update.rs` applies updates, `evaluate/pick.rs` selects parts
//! of items. Must not know text, tokens or placeholders.

mod condition;
mod pick;
mod update;

pub use condition::compare;
pub use pick::pick;
pub(crate) use pick::pick_sorted;

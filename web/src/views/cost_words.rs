//! A write's cost as text.

use hashrange_wire::ConsumedCapacity;
use hashrange_words::t;

use crate::state::read_run::write_units;

/// `3 WCU: table 1, ByReplies 2`. Only the total if only the table was charged.
#[must_use]
pub fn cost_words(cost: Option<&ConsumedCapacity>) -> String {
    let Some(cost) = cost else { return String::new() };
    let total = format!("{} WCU", write_units(cost.capacity_units));
    let indexes = cost
        .local_secondary_indexes
        .iter()
        .chain(&cost.global_secondary_indexes);
    let arms: Vec<String> = indexes
        .map(|(name, units)| format!("{name} {}", write_units(*units)))
        .collect();
    match cost.table {
        Some(table) if !arms.is_empty() => t!(
            "{total}: table {table}, {join}",
            total,
            table = write_units(table),
            join = arms.join(", ")
        ),
        _ => total,
    }
}

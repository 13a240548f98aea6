//! The single path of every write, from its plan: base row -> stream record -> local entries (same step) -> global
//! queues.
//!
//! The caller determines the new image; from there on all writes take the same path. Must not know costs.

use hashrange_capacity::Factor;
use hashrange_store::RowKey;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;
use smallvec::SmallVec;

use crate::rules::write_cost;
use crate::rules::write_plan::{EntryPlan, ItemPlan, WritePlan};
use crate::rules::write_trace::{self, Applied};
use crate::service::background::passes::{note_write, plan_pass};
use crate::service::background::{partitions, propagation, streams};
use crate::service::fault::Fault;
use crate::state::author::Author;
use crate::state::followers::Arrival;
use crate::state::log::base_change::BaseChange;
use crate::state::log::consumption::Consumption;
use crate::state::log::trace::Trace;
use crate::state::shared_state::SharedState;
use crate::state::span::Span;
use crate::state::table::Table;
use crate::state::task::Task;

/// The cost and the effects of a write.
pub(crate) struct Written {
    pub(crate) consumption: Consumption,
    pub(crate) trace: Option<Trace>,
}

/// When a write reaches each index of its table, in the table's order.
type Arrivals = SmallVec<[Timestamp; 4]>;

/// The cost of a condition check of a transaction.
pub(crate) fn checked(table: &Table, shared: &SharedState, plan: &WritePlan, key: Option<&Item>) -> Written {
    let trace = shared
        .tracing
        .then(|| write_trace::of_check(table, plan, key, shared.now));
    Written {
        consumption: write_cost::checked(shared.context(), table, plan),
        trace,
    }
}

/// Applies the plan to the table it was made for, and returns its cost.
pub(crate) fn apply(table: &mut Table, shared: &mut SharedState, plan: WritePlan, factor: Factor) -> Written {
    shared.writes += 1;
    let consumption = write_cost::used(&plan, table, factor, shared.context());
    let WritePlan {
        key,
        item,
        mut entries,
        author,
    } = plan;
    let followers = arrival(table, shared);
    write_base(table, shared, key, &item, author, followers);
    Fault::Write.may_strike();
    let arrives = write_entries(table, shared, &mut entries, followers);
    let traced = shared.tracing && author == Author::Request;
    let trace = traced.then(|| {
        let (number, now, units) = (shared.writes, shared.now, consumption.total());
        let applied = Applied {
            number,
            now,
            factor,
            units,
            followers,
            arrives: &arrives,
        };
        write_trace::of_write(table, &item, &entries, &applied)
    });
    Written { consumption, trace }
}

/// When a write at the current time reaches the followers of its partition; `None` if they have no lag.
fn arrival(table: &mut Table, shared: &mut SharedState) -> Option<Arrival> {
    let lag = shared.options.physics.replication;
    if lag == Span::exactly(Duration::ZERO) {
        return None;
    }
    Some(table.followers.arrival(shared.now, lag, &mut shared.lags))
}

/// Stores or removes the base row, and records the change in the table's stream.
fn write_base(
    table: &mut Table,
    shared: &mut SharedState,
    key: RowKey,
    item: &ItemPlan,
    author: Author,
    arrival: Option<Arrival>,
) {
    let (now, physics) = (shared.now, &shared.options.physics);
    let (before, after) = item.items();
    table.counters.before_change(&table.items, now, physics.counters);
    table.counters.report_beyond(item.beyond());
    let pass = note_write(table, &key, item, now, physics.expiry.scan);
    let position = table.items.partition_of(&key);
    if let Some((days, _)) = table.settings.recovery {
        let kept_from = now - Duration::from_days(u64::from(days));
        table.history.note(now, kept_from, key.clone(), item.before.clone());
    }
    if let Some(arrival) = arrival {
        table
            .followers
            .keep(key.clone(), table.items.get(&key).cloned(), arrival, now);
    }
    match &item.after {
        Some(row) => {
            table.items.insert(key, row.clone());
        }
        None => {
            table.items.remove(&key);
        }
    }
    if let Some(pass) = pass {
        plan_pass(table, shared, pass);
    }
    if let Some(noted) = &mut shared.log.changes {
        let (before, after) = (before.cloned(), after.cloned());
        noted.push(BaseChange::Item {
            table: table.name.clone(),
            before,
            after,
            by_service: author == Author::Expiry,
        });
    }
    if let Some(stream) = table.stream.as_ref().filter(|stream| stream.enabled) {
        streams::record(shared, &stream.name, position, item, author);
    }
    if after.is_some() && table.partition_bytes(None, position) > shared.options.limits.partition_bytes {
        partitions::full(table, shared, None, position);
    }
}

/// Writes the entries of local indexes, and queues the entries of all others.
fn write_entries(
    table: &mut Table,
    shared: &mut SharedState,
    entries: &mut [EntryPlan],
    arrival: Option<Arrival>,
) -> Arrivals {
    let (now, period) = (shared.now, shared.options.physics.counters);
    let Table {
        name, number, indexes, ..
    } = table;
    let mut arrives = Arrivals::new();
    for (index, entry) in indexes.iter_mut().zip(entries) {
        let rows = std::mem::take(&mut entry.rows);
        arrives.push(if index.is_local() {
            index.counters.before_change(&index.entries, now, period);
            if let Some(arrival) = arrival {
                index.keep_replaced(&rows, arrival, now);
            }
            propagation::apply(index, rows);
            now
        } else if rows.is_empty() {
            now
        } else {
            let lag = shared.options.physics.index_propagation.draw(&mut shared.random);
            let waiting = !index.queue.is_empty();
            let due = index.enqueue(shared.writes, now, lag, rows);
            if !waiting {
                let (table, index) = (name.clone(), index.definition.name.clone());
                shared.agenda.schedule(
                    due,
                    Task::Propagate {
                        table,
                        number: *number,
                        index,
                    },
                );
            }
            due
        });
    }
    arrives
}

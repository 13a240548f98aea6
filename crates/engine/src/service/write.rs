//! The one path every write takes, from its plan: base row -> stream record -> local entries (same step) -> global queues.
//!
//! Who writes decides what the new image is; from there on all writes are alike. Must not know what anything costs.

use hashrange_capacity::Factor;
use hashrange_store::RowKey;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;
use smallvec::SmallVec;

use crate::rules::write_cost;
use crate::rules::write_plan::{EntryPlan, ItemChange, WritePlan};
use crate::rules::write_trace::{self, Applied};
use crate::service::background::passes::{note_write, plan_pass};
use crate::service::background::{partitions, propagation, streams};
use crate::service::fault::Fault;
use crate::state::author::Author;
use crate::state::followers::Arrival;
use crate::state::log::base_change::BaseChange;
use crate::state::log::consumption::Consumption;
use crate::state::log::trace::Trace;
use crate::state::physics::Span;
use crate::state::surroundings::Surroundings;
use crate::state::table::Table;
use crate::state::task::Task;

/// What a write cost and touched.
pub(crate) struct Written {
    pub(crate) consumption: Consumption,
    pub(crate) trace: Option<Trace>,
}

/// When each index of a table has a write, in the table's order.
type Arrivals = SmallVec<[Timestamp; 4]>;

/// Tells what an action of a transaction cost that only checked its item.
pub(crate) fn checked(table: &Table, around: &Surroundings, plan: &WritePlan, key: Option<&Item>) -> Written {
    let trace = around.tracing.then(|| write_trace::of_check(table, plan, key, around.now));
    Written { consumption: write_cost::checked(around.context(), table, plan), trace }
}

/// Writes to the table that the plan was made for, and tells what it cost.
pub(crate) fn apply(table: &mut Table, around: &mut Surroundings, plan: WritePlan, factor: Factor) -> Written {
    around.writes += 1;
    let consumption = write_cost::used(&plan, table, factor, around.context());
    let WritePlan { key, item, mut entries, author } = plan;
    let followers = arrival(table, around);
    write_base(table, around, key, &item, author, followers);
    Fault::Write.may_strike();
    let arrives = write_entries(table, around, &mut entries, followers);
    let traced = around.tracing && author == Author::Request;
    let trace = traced.then(|| {
        let (number, now, units) = (around.writes, around.now, consumption.total());
        let applied = Applied { number, now, factor, units, followers, arrives: &arrives };
        write_trace::of_write(table, &item, &entries, &applied)
    });
    Written { consumption, trace }
}

/// When a write of now reaches the followers of its partition; `None` where they have no lag.
fn arrival(table: &mut Table, around: &mut Surroundings) -> Option<Arrival> {
    let lag = around.options.physics.replication;
    if lag == Span::exactly(Duration::ZERO) {
        return None;
    }
    Some(table.followers.arrival(around.now, lag, &mut around.lags))
}

/// Stores or removes the base row, and records the change in the table's stream.
fn write_base(
    table: &mut Table,
    around: &mut Surroundings,
    key: RowKey,
    item: &ItemChange,
    author: Author,
    arrival: Option<Arrival>,
) {
    let (now, physics) = (around.now, &around.options.physics);
    let (before, after) = item.items();
    table.counters.before_change(&table.items, now, physics.counters);
    table.counters.tell_beyond(item.beyond());
    let pass = note_write(table, &key, item, now, physics.expiry.scan);
    let position = table.items.partition_of(&key);
    if let Some((days, _)) = table.settings.recovery {
        let kept_from = now - Duration::from_days(u64::from(days));
        table.history.note(now, kept_from, key.clone(), item.before.clone());
    }
    if let Some(arrival) = arrival {
        table.followers.keep(key.clone(), table.items.get(&key).cloned(), arrival, now);
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
        plan_pass(table, around, pass);
    }
    if let Some(noted) = &mut around.log.changes {
        let (before, after) = (before.cloned(), after.cloned());
        noted.push(BaseChange::Item { table: table.name.clone(), before, after, by_service: author == Author::Expiry });
    }
    if let Some(stream) = table.stream.as_ref().filter(|stream| stream.enabled) {
        streams::record(around, &stream.name, position, item, author);
    }
    if after.is_some() && table.partition_bytes(None, position) > around.options.limits.partition_bytes {
        partitions::full(table, around, None, position);
    }
}

/// Writes the entries of local indexes, and queues those of all others.
fn write_entries(
    table: &mut Table,
    around: &mut Surroundings,
    entries: &mut [EntryPlan],
    arrival: Option<Arrival>,
) -> Arrivals {
    let (now, period) = (around.now, around.options.physics.counters);
    let Table { name, number, indexes, .. } = table;
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
            let lag = around.options.physics.index_propagation.draw(&mut around.random);
            let waiting = !index.queue.is_empty();
            let due = index.enqueue(around.writes, now, lag, rows);
            if !waiting {
                let (table, index) = (name.clone(), index.definition.name.clone());
                around.agenda.schedule(due, Task::Propagate { table, number: *number, index });
            }
            due
        });
    }
    arrives
}

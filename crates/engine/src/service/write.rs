//! The one path every write takes, from its plan: base row -> stream record -> local entries (same step) -> global queues.
//!
//! Who writes decides what the new image is; from there on all writes are alike. Must not know what anything costs.

use hashrange_capacity::Factor;
use hashrange_store::RowKey;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, Text};
use smallvec::SmallVec;

use crate::rules::write_cost;
use crate::rules::write_plan::{EntryPlan, ItemChange, WritePlan};
use crate::rules::write_trace::{self, Applied};
use crate::service::background::passes::{note_write, plan_pass};
use crate::service::background::propagation::{self, enqueue};
use crate::service::background::{partitions, streams};
use crate::service::engine::Engine;
use crate::service::fault::Fault;
use crate::state::author::Author;
use crate::state::followers::Arrival;
use crate::state::log::base_change::BaseChange;
use crate::state::log::consumption::Consumption;
use crate::state::log::trace::Trace;
use crate::state::physics::Span;
use crate::state::table::Table;

/// What a write cost and touched.
pub(crate) struct Written {
    pub(crate) consumption: Consumption,
    pub(crate) trace: Option<Trace>,
}

/// When each index of a table has a write, in the table's order.
type Arrivals = SmallVec<[Timestamp; 4]>;

/// Tells what an action of a transaction cost that only checked its item.
pub(crate) fn checked(engine: &Engine, plan: &WritePlan, key: Option<&Item>) -> Written {
    let trace = engine.around.tracing.then(|| write_trace::of_check(plan, key, engine.around.now));
    Written { consumption: write_cost::checked(engine.around.context(), plan), trace }
}

/// Writes, and tells what it cost.
pub(crate) fn apply(engine: &mut Engine, plan: WritePlan, factor: Factor) -> Written {
    engine.around.writes += 1;
    let number = engine.around.writes;
    let used = |table: &Table| write_cost::used(&plan, table, factor, engine.around.context());
    let consumption = engine.catalogue.get(&plan.table).map_or_else(|| write_cost::of_table_alone(&plan, factor), used);
    let WritePlan { table: name, key, item, mut entries, author } = plan;
    let followers = arrival(engine, &name);
    write_base(engine, &name, key, &item, (author, followers));
    Fault::Write.may_strike();
    let arrives = write_entries(engine, &name, &mut entries, followers);
    let tracing = engine.around.tracing && author == Author::Request;
    let units = consumption.total();
    let applied = Applied { number, now: engine.around.now, factor, units, followers, arrives: &arrives };
    let table = engine.catalogue.get(&name).filter(|_| tracing);
    let trace = table.map(|table| write_trace::of_write(table, &item, &entries, &applied));
    Written { consumption, trace }
}

/// When a write of now reaches the followers of its partition; `None` where they have no lag.
fn arrival(engine: &mut Engine, name: &str) -> Option<Arrival> {
    let (now, lag) = (engine.around.now, engine.around.options.physics.replication);
    if lag == Span::exactly(Duration::ZERO) {
        return None;
    }
    Some(engine.catalogue.get_mut(name)?.followers.arrival(now, lag, &mut engine.around.lags))
}

/// Stores or removes the base row, and records the change in the table's stream.
fn write_base(
    engine: &mut Engine,
    name: &str,
    key: RowKey,
    item: &ItemChange,
    (author, arrival): (Author, Option<Arrival>),
) {
    let (now, physics, limit) =
        (engine.around.now, engine.around.options.physics, engine.around.options.limits.partition_bytes);
    let (before, after) = item.items();
    let Some(table) = engine.catalogue.get_mut(name) else { return };
    table.counters.before_change(&table.items, now, physics.counters);
    table.counters.tell_beyond(item.beyond());
    let pass =
        note_write(table, &key, (before.map(|item| &**item), after.map(|item| &**item)), now, physics.expiry.scan);
    let stream = table.stream.as_ref().filter(|stream| stream.enabled);
    let position = table.items.partition_of(&key);
    let stream = stream.map(|stream| (stream.name.clone(), position));
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
    let full = after.is_some() && table.partition_bytes(None, position) > limit;
    if let Some(pass) = pass {
        plan_pass(engine, name, pass);
    }
    if let Some(noted) = &mut engine.around.log.changes {
        let (before, after) = (before.cloned(), after.cloned());
        noted.push(BaseChange::Item { table: Text::from(name), before, after, by_service: author == Author::Expiry });
    }
    if let Some((stream, partition)) = stream {
        streams::record(engine, &stream, partition, (before, after), author);
    }
    if full {
        partitions::full(engine, name, None, position);
    }
}

/// Writes the entries of local indexes, and queues those of all others.
fn write_entries(engine: &mut Engine, name: &Text, entries: &mut [EntryPlan], arrival: Option<Arrival>) -> Arrivals {
    let (now, period, number) = (engine.around.now, engine.around.options.physics.counters, engine.around.writes);
    let Some(table) = engine.catalogue.get_mut(name) else { return Arrivals::new() };
    let mut arrives = Arrivals::new();
    for (index, entry) in table.indexes.iter_mut().zip(entries) {
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
            let lag = engine.around.options.physics.index_propagation.draw(&mut engine.around.random);
            enqueue(&mut engine.around.agenda, (name, table.number), index, rows, (number, now, lag))
        });
    }
    arrives
}

//! Expiry: scanners find expired items, and the items are deleted a while later, free of charge
//! (documented: ttl-expiry).

use hashrange_capacity::Factor;
use hashrange_store::RowKey;

use crate::rules::write_plan::WritePlan;
use crate::service::background::backfill::{AT_ONCE, UNDELAYED_STEP};
use crate::service::background::passes::{plan_all_passes, plan_pass};
use crate::service::write;
use crate::state::author::Author;
use crate::state::expiry::{Expiry, MOST_FOUND, expired_from};
use crate::state::log::event::EventKind;
use crate::state::shared_state::SharedState;
use crate::state::table::Table;
use crate::state::task::Task;

/// The maximum number of items whose expiry times one step stores: a fraction of a millisecond of work.
const MOST_GATHERED: usize = 512;
/// The maximum number of items that an event lists. It counts all items.
const MOST_NAMED: usize = 64;

/// Stores the expiry times of the items after a key, a bounded number at a time, and plans the passes that find them. A
/// small table is ready at once; a larger one takes a moment (a model), in which requests find their turn.
pub(crate) fn gather(table: &mut Table, shared: &mut SharedState, generation: u64, after: Option<&RowKey>) {
    let now = shared.now;
    let Some(expiry) = current(&mut table.expiry, generation) else {
        return;
    };
    let is_small = table.items.len() as u64 <= AT_ONCE;
    let most = if is_small { usize::MAX } else { MOST_GATHERED };
    let last = expiry.gather(&table.items, after, most, now);
    plan_all_passes(table, shared);
    if let Some(after) = last {
        let task = Task::GatherExpiring {
            table: table.name.clone(),
            number: table.number,
            generation,
            after,
        };
        shared.agenda.schedule(now + UNDELAYED_STEP, task);
    }
}

/// One pass: finds expired items and schedules their deletion.
pub(super) fn scan(table: &mut Table, shared: &mut SharedState, generation: u64, partition: u32) {
    let (now, physics) = (shared.now, shared.options.physics.expiry);
    // Deletion takes longer with indexes or a stream (observed: ttl-delays-seen).
    let slow = !table.indexes.is_empty() || table.stream.as_ref().is_some_and(|stream| stream.enabled);
    let (name, number) = (table.name.clone(), table.number);
    let Some(expiry) = current(&mut table.expiry, generation) else {
        return;
    };
    expiry.plan(partition, None);
    let found = expiry.find(partition, now);
    let mut next = expiry.next_pass(partition, now, physics.scan);
    if let Some(pass) = next.as_mut().filter(|_| found.len() == MOST_FOUND) {
        // More items have expired. Requests find their turn before the next pass.
        pass.due = pass.due.max(now + UNDELAYED_STEP);
    }
    let span = if slow {
        physics.deletion_with_indexes
    } else {
        physics.deletion
    };
    let key_of =
        |(second, key): &(u64, RowKey)| Some((table.keys.key_of(&table.items.get(key)?.value), expired_from(*second)));
    let items = found.iter().take(MOST_NAMED).filter_map(key_of).collect();
    shared.record(EventKind::ExpiryScanned {
        table: name.clone(),
        partition,
        found: found.len() as u64,
        items,
    });
    for (_, key) in found {
        let due = now + span.draw(&mut shared.random);
        shared.agenda.schedule(
            due,
            Task::DeleteExpired {
                table: name.clone(),
                number,
                generation,
                key,
            },
        );
    }
    if let Some(pass) = next {
        plan_pass(table, shared, pass);
    }
}

/// Deletes a found item, unless it was changed meanwhile (documented: ttl-expiry).
pub(super) fn delete(table: &mut Table, shared: &mut SharedState, generation: u64, key: RowKey) {
    let now = shared.now;
    let Some(expiry) = current(&mut table.expiry, generation) else {
        return;
    };
    expiry.forget_unlisted();
    let before = table.items.get(&key).cloned();
    let Some(row) = before.filter(|row| expiry.has_expired(&row.value, now)) else {
        return;
    };
    let expired = expiry.moment_of(&row.value).unwrap_or(now);
    let item_key = table.keys.key_of(&row.value);
    let plan = WritePlan::of(table, key, Some(row), None, Author::Expiry);
    // The deletion is not charged (documented: ttl-expiry).
    write::apply(table, shared, plan, Factor::Write);
    shared.record(EventKind::Expired {
        table: table.name.clone(),
        key: item_key,
        expired,
        write: shared.writes,
    });
}

/// Ends all deletions, if TTL is still disabled.
pub(super) fn stop(table: &mut Table, shared: &mut SharedState, generation: u64) {
    let ends = |expiry: &mut Expiry| expiry.generation == generation && !expiry.enabled;
    if let Some(expiry) = table.expiry.take_if(ends) {
        expiry.discard(&mut shared.remains);
    }
}

/// The TTL setting of a table, if it still has this generation.
fn current(expiry: &mut Option<Expiry>, generation: u64) -> Option<&mut Expiry> {
    expiry.as_mut().filter(|expiry| expiry.generation == generation)
}

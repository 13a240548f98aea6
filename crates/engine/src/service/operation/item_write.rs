//! A write of one item, planned: what PutItem, UpdateItem, DeleteItem, the members of batches and transactions and the
//! statements that write have in common.
//!
//! Planned without a table, judged against table and item as they stand, applied last. Judging changes nothing, so a
//! transaction judges all its writes before it applies the first. Must not know how a request spells its parameters.

use std::sync::Arc;

use hashrange_capacity::Factor;
use hashrange_expression::{Applied, Condition, Projection, Update};
use hashrange_store::{Row, RowKey};
use hashrange_values::{Item, List, MAX_NESTING, Map, Path};
use hashrange_wire::{
    ItemCollectionMetrics, Response, ReturnConsumedCapacity, ReturnItemCollectionMetrics, ReturnValues,
    ReturnValuesOnConditionCheckFailure, ServiceError, StatementFault, ValidationError, WriteItemResponse,
};
use smallvec::smallvec;

use crate::rules::expressions::{holds, refuse};
use crate::rules::index_keys::{self, Updated};
use crate::rules::item_write::{Action, ItemWrite};
use crate::rules::metered::Asked;
use crate::rules::origin::Origin;
use crate::rules::outcome::{Done, Outcome, Refused};
use crate::rules::{admission, collection, item_checks};
use crate::service::engine::Engine;
use crate::service::payment;
use crate::service::write::{self, Write, Written};
use crate::state::author::Author;
use crate::state::log::consumption::Consumption;
use crate::state::log::event::{Stop, StopCause};
use crate::state::rows::{ItemRow, measured};
use crate::state::table::Table;

/// A write that its table has nothing against.
pub(crate) struct Checked {
    pub(crate) write: ItemWrite,
    key: RowKey,
    /// Bytes of the item to put; an update's are not known yet.
    size: u32,
}

/// A write that may go ahead.
pub(crate) struct Judged {
    pub(crate) write: Write,
    /// The primary key; a put has it in its item.
    pub(super) key: Option<Item>,
    /// The paths an update is about, whether or not something changed there.
    touched: Vec<Path>,
    /// Nothing is written: the condition was all.
    check_only: bool,
}

/// What a write within a larger request did.
pub(crate) struct Part {
    pub(crate) written: Written,
    pub(crate) metrics: Option<ItemCollectionMetrics>,
}

/// What the caller wants to hear of a write.
pub(crate) struct Report {
    pub(crate) values: Option<ReturnValues>,
    pub(crate) capacity: Option<ReturnConsumedCapacity>,
    pub(crate) metrics: Option<ReturnItemCollectionMetrics>,
}

impl ItemWrite {
    /// Performs a write that is a request of its own.
    pub(crate) fn perform(
        self,
        engine: &mut Engine,
        report: &Report,
        wrap: fn(WriteItemResponse) -> Response,
    ) -> Outcome {
        let table_name = self.table_name.clone();
        let judged = self.judge(engine, Origin::Single)?;
        judged.admit(engine)?;
        let (response, written) = judged.commit(engine, &table_name, report);
        Ok(Done::charged(wrap(response), written.consumption, written.trace))
    }

    /// Holds the write against its table and the item as it stands, and changes nothing.
    pub(crate) fn judge(self, engine: &Engine, origin: Origin) -> Result<Judged, Box<Refused>> {
        self.check(engine, origin)?.judge(engine, origin)
    }

    /// Holds the write against its table alone: what can be said without the item.
    pub(crate) fn check(self, engine: &Engine, origin: Origin) -> Result<Checked, ServiceError> {
        let table = engine.catalogue.usable(&self.table_name)?;
        let limit = engine.options.limits.item_bytes;
        let (key, size) = match &self.action {
            Action::Put(item) | Action::Insert(item) => item_checks::item(table, item, limit, origin)?,
            Action::Update { key, .. } | Action::Delete { key } | Action::ConditionCheck { key } => {
                (item_checks::key(table, key)?, 0)
            }
        };
        if let Action::Update { update: Some(update), .. } = &self.action {
            check_keys_untouched(table, update)?;
            index_keys::given(table, &key, update)?;
            item_checks::paths(table, update.targets().chain(update.reads()))?;
        }
        item_checks::paths(table, self.condition.iter().flat_map(Condition::mentions))?;
        Ok(Checked { write: self, key, size })
    }

    /// The refusal of a write whose condition did not hold. It is paid for like the write it stopped.
    fn condition_failed(
        &self,
        engine: &Engine,
        table: &Table,
        before: Option<ItemRow>,
        row_key: &RowKey,
    ) -> Box<Refused> {
        let before_item = before.as_ref().map(|row| &*row.value);
        let stopped = |attempted: Option<&Item>| {
            let before = before.as_ref().map(|row| table.billed(&row.value, row.size));
            let sizes = (before, attempted.map(|item| table.billed(item, measured(item))));
            write::stopped(engine, &table.name, row_key, sizes)
        };
        let consumption = match &self.action {
            Action::Put(item) | Action::Insert(item) => stopped(Some(item)),
            Action::Update { key, update } => {
                let attempted = applied(before_item, key, update.as_ref()).ok();
                stopped(attempted.as_ref().map(|applied| &applied.item))
            }
            Action::Delete { .. } | Action::ConditionCheck { .. } => stopped(None),
        };
        // Where there is no throughput nobody looks at conditions (inferred: both are paid for).
        let asked = Asked { item: Some(self.action.key()), units: Some(consumption.total()) };
        if let Err(error) = admission::admit_stopped(engine.context(), table, row_key, asked) {
            return error.into();
        }
        if matches!(self.action, Action::Insert(_)) {
            return Refused::charged(ServiceError::DuplicateItem, smallvec![consumption]);
        }
        let item = before
            .map(|row| row.value)
            .filter(|_| self.on_failure == Some(ReturnValuesOnConditionCheckFailure::AllOld));
        Refused::charged(ServiceError::ConditionalCheckFailed { item }, smallvec![consumption])
    }
}

impl Checked {
    /// Holds the write against the item as it stands, and changes nothing.
    pub(crate) fn judge(self, engine: &Engine, origin: Origin) -> Result<Judged, Box<Refused>> {
        let Self { write, key, size } = self;
        let table = engine.catalogue.usable(&write.table_name)?;
        // Members of batches meet it later: they are left, not refused.
        if origin != Origin::Batch && engine.under_way.has(table, &key, engine.now) {
            let stop = Stop { table: table.name.clone(), cause: StopCause::Conflict };
            return Err(Refused::with_stops(ServiceError::TransactionConflict, List::from([stop])));
        }
        let before = table.items.get(&key).cloned();
        let standing = before.as_ref().map(|row| &*row.value);
        let taken = matches!(write.action, Action::Insert(_)) && before.is_some();
        if taken || !holds(write.condition.as_ref(), standing) {
            return Err(write.condition_failed(engine, table, before, &key));
        }
        let table_name = table.name.clone();
        let judged = |key_item, before, after, touched| Judged {
            write: Write { table: table_name, key, before, after, author: Author::Request },
            key: key_item,
            touched,
            check_only: false,
        };
        let judged = match write.action {
            Action::Put(mut item) | Action::Insert(mut item) => {
                item.shrink();
                judged(None, before, Some(Row { value: Arc::new(item), size }), Vec::new())
            }
            Action::Update { key, update } => {
                let measure = Measure { limit: engine.options.limits.item_bytes, origin };
                let (after, touched) = updated(table, standing, &key, update.as_ref(), measure)?;
                judged(Some(key), before, after, touched)
            }
            Action::Delete { key } => judged(Some(key), before, None, Vec::new()),
            Action::ConditionCheck { key } => {
                let after = before.clone();
                Judged { check_only: true, ..judged(Some(key), before, after, Vec::new()) }
            }
        };
        collection::check_growth(table, engine.options.limits.item_collection_bytes, judged.write.items())?;
        Ok(judged)
    }
}

impl Judged {
    /// Refuses a write of an item that a transaction is at work on.
    pub(super) fn check_conflict(&self, engine: &Engine) -> Result<(), ServiceError> {
        let Write { table, key, .. } = &self.write;
        let taken = engine.catalogue.get(table).is_some_and(|table| engine.under_way.has(table, key, engine.now));
        if taken { Err(ServiceError::TransactionConflict) } else { Ok(()) }
    }

    /// Refuses a write that there is no throughput for.
    pub(crate) fn admit(&self, engine: &Engine) -> Result<(), ServiceError> {
        match engine.catalogue.get(&self.write.table) {
            Some(table) => admission::admit_write(engine.context(), table, &self.write),
            None => Ok(()),
        }
    }

    /// Writes, and answers as the caller asked.
    pub(crate) fn commit(self, engine: &mut Engine, table_name: &str, report: &Report) -> (WriteItemResponse, Written) {
        let attributes = self.attributes(report.values);
        let Part { written, metrics } = self.commit_part(engine, Factor::Write, report.metrics);
        let consumed_capacity = written.consumption.report(table_name, report.capacity);
        (WriteItemResponse { attributes, consumed_capacity, item_collection_metrics: metrics }, written)
    }

    /// Writes as one of several: what it cost is reported with the others.
    pub(crate) fn commit_part(
        self,
        engine: &mut Engine,
        factor: Factor,
        metrics: Option<ReturnItemCollectionMetrics>,
    ) -> Part {
        let Self { write, key, check_only, .. } = self;
        if check_only {
            let written = write::checked(engine, &write, key.as_ref());
            payment::pay(engine, &written.consumption);
            return Part { written, metrics: None };
        }
        let about = metrics.is_some().then(|| (write.table.clone(), write.after.clone()));
        let written = write::apply(engine, write, factor);
        payment::pay(engine, &written.consumption);
        let metrics = about.and_then(|(name, after)| {
            let key = key.as_ref().or(after.as_ref().map(|row| &*row.value))?;
            let limit = engine.options.limits.item_collection_bytes;
            collection::metrics(engine.catalogue.get(&name)?, key, limit, metrics)
        });
        Part { written, metrics }
    }

    /// The primary key, or the item that holds it.
    pub(crate) fn key(&self) -> Option<&Item> {
        self.key.as_ref().or(self.write.items().1.map(|item| &**item))
    }

    /// What it would pay if another action stopped it.
    pub(crate) fn prepared(&self, engine: &Engine) -> Consumption {
        let Write { table, key, .. } = &self.write;
        let [before, after] = engine.catalogue.get(table).map_or([None; 2], |table| self.write.billed(table));
        write::stopped(engine, table, key, (before, after))
    }

    /// Bytes of the larger of the two images; nothing stands for an absent one.
    pub(crate) fn bytes(&self) -> u32 {
        let size = |row: &Option<ItemRow>| row.as_ref().map_or(0, |row| row.size);
        size(&self.write.before).max(size(&self.write.after))
    }

    /// The image of the item the caller asked for.
    fn attributes(&self, asked: Option<ReturnValues>) -> Option<Arc<Item>> {
        let picked = |item: &Map| {
            let picked = Projection::new(self.touched.clone()).apply(item);
            (!picked.is_empty()).then(|| Arc::new(picked))
        };
        let (before, after) = self.write.items();
        match asked? {
            ReturnValues::None => None,
            ReturnValues::AllOld => before.cloned(),
            ReturnValues::AllNew => after.cloned(),
            ReturnValues::UpdatedOld => picked(before?),
            ReturnValues::UpdatedNew => picked(after?),
        }
    }
}

/// Refuses an update of the primary key, or of something within it (found by public suites).
fn check_keys_untouched(table: &Table, update: &Update) -> Result<(), ServiceError> {
    for target in update.targets() {
        if table.keys.contains(&target.path.attribute) {
            return Err(ValidationError::UpdateOfKey(target.path.attribute.clone()).into());
        }
    }
    Ok(())
}

/// The item after the update; a missing item starts as its key alone.
fn applied(before: Option<&Item>, key: &Item, update: Option<&Update>) -> Result<Applied, ServiceError> {
    let Some(update) = update else {
        return Ok(Applied { item: before.unwrap_or(key).clone(), touched: Vec::new() });
    };
    match before {
        Some(item) => update.apply(item),
        None => update.apply_new(key),
    }
    .map_err(|error| refuse(&error))
}

/// How large an updated item may become, and how that is measured.
#[derive(Clone, Copy)]
struct Measure {
    limit: usize,
    origin: Origin,
}

/// The item as an update leaves it, and the paths the update is about.
fn updated(
    table: &Table,
    before: Option<&Item>,
    key: &Item,
    update: Option<&Update>,
    measure: Measure,
) -> Result<(Option<ItemRow>, Vec<Path>), ServiceError> {
    let Applied { mut item, touched } = applied(before, key, update)?;
    let size = measured(&item);
    check_result(table, (&item, size), Updated { before, update }, measure)?;
    item.shrink();
    // Only clearing what is not there creates nothing (observed).
    let creates = before.is_some() || !update.is_some_and(Update::only_clears);
    Ok((creates.then(|| Row { value: Arc::new(item), size }), touched))
}

fn check_result(
    table: &Table,
    (item, size): (&Item, u32),
    updated: Updated<'_>,
    measure: Measure,
) -> Result<(), ServiceError> {
    index_keys::of_result(table, item, updated)?;
    if item.iter().any(|(_, value)| value.nesting() >= MAX_NESTING) {
        return Err(match measure.origin {
            // Statements say it in fewer words (observed).
            Origin::Statement => StatementFault::Nesting.into(),
            _ => ValidationError::NestingLevels.into(),
        });
    }
    if size as usize > measure.limit {
        return Err(ValidationError::ItemSizeToUpdate.into());
    }
    Ok(())
}

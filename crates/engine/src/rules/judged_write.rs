//! A write of one item, judged: what PutItem, UpdateItem, DeleteItem, the members of batches and transactions and the
//! statements that write have in common.
//!
//! Judged against its table first, then against the item as it stands. Judging changes nothing, so a transaction judges
//! all its writes before it applies the first. Must not know how a request spells its parameters.

use std::sync::Arc;

use hashrange_expression::{Condition, Projection};
use hashrange_store::{Row, RowKey};
use hashrange_values::{Item, List, Map, Path};
use hashrange_wire::{ReturnValues, ReturnValuesOnConditionCheckFailure, ServiceError};
use smallvec::smallvec;

use crate::rules::expressions::holds;
use crate::rules::item_write::{Action, ItemWrite};
use crate::rules::metered::Asked;
use crate::rules::origin::Origin;
use crate::rules::outcome::Refused;
use crate::rules::updated_item::{Measure, applied, check_keys_untouched, updated};
use crate::rules::write_plan::WritePlan;
use crate::rules::{admission, collection, index_keys, item_checks, write_cost};
use crate::state::author::Author;
use crate::state::context::Context;
use crate::state::log::consumption::Consumption;
use crate::state::log::event::{Stop, StopCause};
use crate::state::rows::{ItemRow, measured};
use crate::state::table::Table;
use crate::state::under_way::UnderWay;

/// A write that its table has nothing against.
pub(crate) struct Checked {
    pub(crate) write: ItemWrite,
    key: RowKey,
    /// Bytes of the item to put; an update's are not known yet.
    size: u32,
}

/// A write that may go ahead.
pub(crate) struct Judged {
    pub(crate) plan: WritePlan,
    /// The primary key; a put has it in its item.
    pub(crate) key: Option<Item>,
    /// The paths an update is about, whether or not something changed there.
    touched: Vec<Path>,
    /// Nothing is written: the condition was all.
    pub(crate) check_only: bool,
}

impl ItemWrite {
    /// Holds the write against its table alone: what can be said without the item.
    pub(crate) fn check(self, table: &Table, context: Context<'_>, origin: Origin) -> Result<Checked, ServiceError> {
        let limit = context.options.limits.item_bytes;
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
        context: Context<'_>,
        table: &Table,
        before: Option<ItemRow>,
        row_key: &RowKey,
    ) -> Box<Refused> {
        let before_item = before.as_ref().map(|row| &*row.value);
        let stopped = |attempted: Option<&Item>| {
            let before = before.as_ref().map(|row| table.billed(&row.value, row.size));
            let sizes = [before, attempted.map(|item| table.billed(item, measured(item)))];
            write_cost::stopped(context, table, row_key, sizes)
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
        if let Err(error) = admission::admit_stopped(context, table, row_key, asked) {
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
    pub(crate) fn judge(
        self,
        table: &Table,
        under_way: &UnderWay,
        context: Context<'_>,
        origin: Origin,
    ) -> Result<Judged, Box<Refused>> {
        let Self { write, key, size } = self;
        // Members of batches meet it later: they are left, not refused.
        if origin != Origin::Batch && under_way.has(table, &key, context.now) {
            let stop = Stop { table: table.name.clone(), cause: StopCause::Conflict };
            return Err(Refused::with_stops(ServiceError::TransactionConflict, List::from([stop])));
        }
        let before = table.items.get(&key).cloned();
        let standing = before.as_ref().map(|row| &*row.value);
        let taken = matches!(write.action, Action::Insert(_)) && before.is_some();
        if taken || !holds(write.condition.as_ref(), standing) {
            return Err(write.condition_failed(context, table, before, &key));
        }
        let plan = |key, before, after| WritePlan::of(table, key, before, after, Author::Request);
        let judged = |plan, key| Judged { plan, key, touched: Vec::new(), check_only: false };
        let judged = match write.action {
            Action::Put(mut item) | Action::Insert(mut item) => {
                item.shrink();
                judged(plan(key, before, Some(Row { value: Arc::new(item), size })), None)
            }
            Action::Update { key: item_key, update } => {
                let measure = Measure { limit: context.options.limits.item_bytes, origin };
                let (after, touched) = updated(table, standing, &item_key, update.as_ref(), measure)?;
                Judged { touched, ..judged(plan(key, before, after), Some(item_key)) }
            }
            Action::Delete { key: item_key } => judged(plan(key, before, None), Some(item_key)),
            Action::ConditionCheck { key: item_key } => {
                Judged { check_only: true, ..judged(WritePlan::check(table, key, before), Some(item_key)) }
            }
        };
        collection::check_growth(table, context.options.limits.item_collection_bytes, judged.plan.item.images())?;
        Ok(judged)
    }
}

impl Judged {
    /// The primary key, or the item that holds it.
    pub(crate) fn key(&self) -> Option<&Item> {
        self.key.as_ref().or(self.plan.item.items().1.map(|item| &**item))
    }

    /// What it would pay if another action stopped it.
    pub(crate) fn prepared(&self, context: Context<'_>, table: &Table) -> Consumption {
        write_cost::stopped(context, table, &self.plan.key, self.plan.item.billed)
    }

    /// The image of the item the caller asked for.
    pub(crate) fn attributes(&self, asked: Option<ReturnValues>) -> Option<Arc<Item>> {
        let picked = |item: &Map| {
            let picked = Projection::new(self.touched.clone()).apply(item);
            (!picked.is_empty()).then(|| Arc::new(picked))
        };
        let (before, after) = self.plan.item.items();
        match asked? {
            ReturnValues::None => None,
            ReturnValues::AllOld => before.cloned(),
            ReturnValues::AllNew => after.cloned(),
            ReturnValues::UpdatedOld => picked(before?),
            ReturnValues::UpdatedNew => picked(after?),
        }
    }
}

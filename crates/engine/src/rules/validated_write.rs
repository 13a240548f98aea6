//! A checked write of one item, shared by PutItem, UpdateItem, DeleteItem, batches, transactions and statements that
//! write.
//!
//! The checks use first the table, then the current item. They change nothing, so a transaction checks all its writes
//! before it applies the first. Must not know how a request spells its parameters.

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
use crate::state::transaction_locks::TransactionLocks;

/// A write that is valid for its table.
pub(crate) struct Checked {
    pub(crate) write: ItemWrite,
    key: RowKey,
    /// Bytes of the item to put; unknown for an update.
    size: u32,
}

/// A write that passed its checks.
pub(crate) struct Validated {
    pub(crate) plan: WritePlan,
    /// The primary key. For a put, the item contains it.
    pub(crate) key: Option<Item>,
    /// The paths that an update names, changed or not.
    touched: Vec<Path>,
    /// Whether only the condition is checked, and nothing is written.
    pub(crate) check_only: bool,
}

impl ItemWrite {
    /// Checks the write against its table, without the item.
    pub(crate) fn check(self, table: &Table, context: Context<'_>, origin: Origin) -> Result<Checked, ServiceError> {
        let limit = context.options.limits.item_bytes;
        let (key, size) = match &self.action {
            Action::Put(item) | Action::Insert(item) => item_checks::item(table, item, limit, origin)?,
            Action::Update { key, .. } | Action::Delete { key } | Action::ConditionCheck { key } => {
                (item_checks::key(table, key)?, 0)
            }
        };
        if let Action::Update {
            update: Some(update), ..
        } = &self.action
        {
            check_keys_untouched(table, update)?;
            index_keys::given(table, &key, update)?;
            item_checks::paths(table, update.targets().chain(update.reads()))?;
        }
        item_checks::paths(table, self.condition.iter().flat_map(Condition::mentions))?;
        Ok(Checked { write: self, key, size })
    }

    /// Whether the current item satisfies the condition.
    fn condition_holds(&self, current: Option<&Arc<Item>>) -> bool {
        let foreseen = self.foreseen.as_ref().and_then(|verdict| verdict.on(current));
        foreseen.unwrap_or_else(|| holds(self.condition.as_ref(), current.map(|item| &**item)))
    }

    /// The refusal of a write whose condition does not hold. It is charged like the write.
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
        // Without throughput, the write is throttled before its condition counts (inferred: throttled-before-condition,
        // both are paid for).
        let asked = Asked {
            item: Some(self.action.key()),
            units: Some(consumption.total()),
        };
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
    /// Checks the write against the current item. Changes nothing.
    pub(crate) fn validate(
        self,
        table: &Table,
        transaction_locks: &TransactionLocks,
        context: Context<'_>,
        origin: Origin,
    ) -> Result<Validated, Box<Refused>> {
        // Members of batches check the lock later: a locked item is returned as unprocessed, not refused.
        if origin != Origin::Batch && transaction_locks.holds(table, &self.key, context.now) {
            return Err(conflict(table));
        }
        let before = table.items.get(&self.key).cloned();
        let taken = matches!(self.write.action, Action::Insert(_)) && before.is_some();
        if taken || !self.write.condition_holds(before.as_ref().map(|row| &row.value)) {
            return Err(self.write.condition_failed(context, table, before, &self.key));
        }
        let measure = Measure {
            limit: context.options.limits.item_bytes,
            origin,
        };
        let validated = self.planned(table, before, measure)?;
        collection::check_growth(
            table,
            context.options.limits.item_collection_bytes,
            validated.plan.item.images(),
        )?;
        Ok(validated)
    }

    /// Plans the write for the current item.
    fn planned(self, table: &Table, before: Option<ItemRow>, measure: Measure) -> Result<Validated, ServiceError> {
        let Self { write, key, size } = self;
        let plan = |key, before, after| WritePlan::of(table, key, before, after, Author::Request);
        let validated = |plan, key| Validated {
            plan,
            key,
            touched: Vec::new(),
            check_only: false,
        };
        Ok(match write.action {
            Action::Put(mut item) | Action::Insert(mut item) => {
                item.shrink();
                let value = Arc::new(item);
                validated(plan(key, before, Some(Row { value, size })), None)
            }
            Action::Update { key: item_key, update } => {
                let current = before.as_ref().map(|row| &*row.value);
                let (after, touched) = updated(table, current, &item_key, update.as_ref(), measure)?;
                Validated {
                    touched,
                    ..validated(plan(key, before, after), Some(item_key))
                }
            }
            Action::Delete { key: item_key } => validated(plan(key, before, None), Some(item_key)),
            Action::ConditionCheck { key: item_key } => Validated {
                check_only: true,
                ..validated(WritePlan::check(table, key, before), Some(item_key))
            },
        })
    }
}

/// The refusal of a write whose item a transaction has locked.
fn conflict(table: &Table) -> Box<Refused> {
    let stop = Stop {
        table: table.name.clone(),
        cause: StopCause::Conflict,
    };
    Refused::with_stops(ServiceError::TransactionConflict, List::from([stop]))
}

impl Validated {
    /// The primary key, or the item that contains it.
    pub(crate) fn key(&self) -> Option<&Item> {
        self.key.as_ref().or(self.plan.item.items().1.map(|item| &**item))
    }

    /// The capacity that the write consumes if another action cancels the transaction.
    pub(crate) fn prepared(&self, context: Context<'_>, table: &Table) -> Consumption {
        write_cost::stopped(context, table, &self.plan.key, self.plan.item.billed)
    }

    /// The requested attributes of the item before or after the write.
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

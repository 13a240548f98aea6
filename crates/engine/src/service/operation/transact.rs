//! A planned transaction: its writes all happen in one step or not at all, and its reads see the same state.
//! TransactWriteItems, TransactGetItems and statement transactions share it.
//!
//! Must not know how a request spells its members.

use hashrange_capacity::{CapacityKind, Consistency, Factor, Tally, Units, What, read_units};
use hashrange_values::{List, Text};
use hashrange_wire::{
    CancellationReason, ItemCollectionMetrics, ReturnItemCollectionMetrics, ServiceError, ValidationError,
    table_name_of,
};

use crate::rules::item_write::ItemWrite;
use crate::rules::origin::Origin;
use crate::rules::outcome::Refused;
use crate::rules::read::foreseen::Foreseen;
use crate::rules::validated_write::{Checked, Validated};
use crate::rules::{admission, item_checks};
use crate::service::engine::Engine;
use crate::service::operation::item_write::Part;
use crate::service::operation::lookup::{Found, Lookup};
use crate::service::payment;
use crate::state::catalogue::Catalogue;
use crate::state::log::consumption::{Charges, Consumption, Direction};
use crate::state::log::event::Stop;
use crate::state::log::ledger::Ledger;
use crate::state::log::trace::{Fate, PartitionRead, ReadTrace, Trace, Walked};
use crate::state::tokens::{Token, Touched};

/// An action of a transaction that writes.
pub(crate) struct Planned {
    pub(crate) write: ItemWrite,
    /// Bytes the request sends for it: the item, or the key and the values of its expressions.
    pub(crate) bytes: usize,
}

/// A read of a transaction, and the table as the request names it: name or ARN.
#[derive(Clone, Copy)]
pub(crate) struct Read<'a> {
    pub(crate) table_name: &'a str,
    pub(crate) lookup: Lookup<'a>,
}

/// An action that passed its checks, and the table as the request names it.
struct Ready {
    table_name: Text,
    validated: Validated,
}

/// The effects of one action.
pub(crate) struct Member {
    pub(crate) consumption: Consumption,
    pub(crate) trace: Option<Trace>,
    pub(crate) metrics: Option<ItemCollectionMetrics>,
}

/// An executed transaction that writes.
pub(crate) struct Transacted {
    /// One for each action, in order.
    pub(crate) members: Vec<Member>,
    /// Whether the transaction was a repetition: nothing was written, the items were only read again.
    pub(crate) replayed: bool,
}

/// Adds to each write what is known about its condition.
pub(crate) fn recall(plan: &mut [Planned], foreseen: &Foreseen) {
    for (place, planned) in plan.iter_mut().enumerate() {
        planned.write.foreseen = foreseen.of_write(place);
    }
}

/// Executes all writes, or none.
///
/// Order of checks (observed: transaction-check-order): token, tables, duplicate items, size, then action by action.
pub(crate) fn write(
    engine: &mut Engine,
    plan: Vec<Planned>,
    origin: Origin,
    token: Option<Token>,
    metrics: Option<ReturnItemCollectionMetrics>,
) -> Result<Transacted, Box<Refused>> {
    if let Some(token) = &token
        && let Some(touched) = engine.shared.tokens.find(token, engine.shared.now)?
    {
        let members = touched.iter().map(|touched| read_again(engine, touched)).collect();
        return Ok(Transacted {
            members,
            replayed: true,
        });
    }
    for planned in &plan {
        engine.catalogue.usable(&planned.write.table_name)?;
    }
    let keys = plan
        .iter()
        .map(|planned| (planned.write.table_name.as_str(), planned.write.action.key()));
    item_checks::distinct(&engine.catalogue, keys, ValidationError::TransactionDuplicate)?;
    let bytes = plan.iter().map(|planned| planned.bytes as u64).sum();
    if bytes > engine.shared.options.limits.transaction_bytes {
        return Err(ValidationError::TransactionPayload { bytes }.into());
    }
    let ready = validate(engine, plan, origin)?;
    if let Some(token) = token {
        let touched = ready
            .iter()
            .filter_map(|action| touched(&engine.catalogue, action))
            .collect();
        engine.shared.tokens.remember(
            token,
            touched,
            engine.shared.now,
            engine.shared.options.physics.transaction,
        );
    }
    keep(engine, &ready);
    let mut members = Vec::with_capacity(ready.len());
    for Ready { table_name, validated } in ready {
        let table = engine.catalogue.usable_mut(&table_name)?;
        let Part { written, metrics } =
            validated.commit(table, &mut engine.shared, Factor::TransactionalWrite, metrics);
        members.push(Member {
            consumption: written.consumption,
            trace: written.trace,
            metrics,
        });
    }
    Ok(Transacted {
        members,
        replayed: false,
    })
}

/// Locks every item of the transaction for a while, including items that it only checks.
fn keep(engine: &mut Engine, ready: &[Ready]) {
    let (now, work) = (engine.shared.now, engine.shared.options.physics.transaction);
    if work.is_zero() {
        return;
    }
    let item = |action: &Ready| {
        Some((
            engine.catalogue.get(&action.table_name)?.number,
            action.validated.plan.key.clone(),
        ))
    };
    engine
        .shared
        .transaction_locks
        .lock(ready.iter().filter_map(item), now + work, now);
}

/// Executes all reads, or none.
pub(crate) fn read(engine: &mut Engine, reads: &[Read<'_>]) -> Result<Vec<Found>, Box<Refused>> {
    for read in reads {
        engine.catalogue.usable(read.table_name)?;
    }
    let keys = reads.iter().map(|read| (read.table_name, read.lookup.key));
    item_checks::distinct(&engine.catalogue, keys, ValidationError::TransactionDuplicate)?;
    let mut cancellation = Cancellation::default();
    let mut found = Vec::new();
    for Read { table_name, lookup } in reads {
        match engine
            .catalogue
            .usable(table_name)
            .and_then(|table| lookup.perform(table, &engine.shared))
        {
            Ok(one) => {
                cancellation.none();
                found.push(one);
            }
            Err(error) => cancellation.take(Refused::charged(error, Charges::new()), table_name)?,
        }
    }
    cancellation.only_faults();
    cancellation.finish(Ledger::default)?;
    if found.iter().map(|found| found.bytes).sum::<u64>() > engine.shared.options.limits.transaction_bytes {
        return Err(ValidationError::TransactionSize.into());
    }
    for one in &found {
        if let Some(table) = engine.catalogue.get_mut(&one.consumption.table) {
            payment::pay(table, engine.shared.context(), &one.consumption);
        }
    }
    Ok(found)
}

/// Checks every action against the current state. Nothing changes before all are valid.
fn validate(engine: &Engine, plan: Vec<Planned>, origin: Origin) -> Result<Vec<Ready>, Box<Refused>> {
    let context = engine.shared.context();
    let mut cancellation = Cancellation::default();
    let mut all = Vec::with_capacity(plan.len());
    for checked in check(engine, plan, origin)? {
        let table_name = checked.write.table_name.clone();
        let table = engine.catalogue.usable(&table_name)?;
        let validated = checked
            .validate(table, &engine.shared.transaction_locks, context, origin)
            .and_then(|validated| {
                admission::admit_write(context, table, &validated.plan)?;
                Ok(validated)
            });
        match validated {
            Ok(validated) => {
                cancellation.none();
                all.push(Ok(Ready { table_name, validated }));
            }
            Err(refused) => {
                let used = refused.consumption.clone();
                cancellation.take(refused, &table_name)?;
                all.push(Err(Spent { table_name, used }));
            }
        }
    }
    cancellation.finish(|| prepared(engine, &all))?;
    Ok(all.into_iter().filter_map(Result::ok).collect())
}

/// The capacity that a refused action consumed.
struct Spent {
    table_name: Text,
    used: Charges,
}

/// Checks every action against its table before any is checked against its item. If one has a fault, no condition is
/// checked (observed: transaction-fault-first).
fn check(engine: &Engine, plan: Vec<Planned>, origin: Origin) -> Result<Vec<Checked>, Box<Refused>> {
    let mut cancellation = Cancellation::default();
    let mut all = Vec::with_capacity(plan.len());
    for Planned { write, .. } in plan {
        let table_name = write.table_name.clone();
        let table = engine.catalogue.usable(&table_name);
        match table.and_then(|table| write.check(table, engine.shared.context(), origin)) {
            Ok(checked) => {
                cancellation.none();
                all.push(checked);
            }
            Err(error) => cancellation.take(error.into(), &table_name)?,
        }
    }
    cancellation.finish(Ledger::default)?;
    Ok(all)
}

/// The capacity consumed to prepare the actions: each is charged once if a condition cancels the transaction (a model).
fn prepared(engine: &Engine, actions: &[Result<Ready, Spent>]) -> Ledger {
    let mut ledger = Ledger::default();
    for action in actions {
        match action {
            Ok(Ready { table_name, validated }) => {
                if let Some(table) = engine.catalogue.get(table_name) {
                    ledger.add(table_name, &validated.prepared(engine.shared.context(), table));
                }
            }
            Err(Spent { table_name, used }) => used.iter().for_each(|used| ledger.add(table_name, used)),
        }
    }
    ledger
}

/// Why a transaction is cancelled, action by action.
#[derive(Default)]
struct Cancellation {
    reasons: Vec<CancellationReason>,
    stops: List<Stop>,
}

impl Cancellation {
    /// Records an action that can proceed.
    fn none(&mut self) {
        self.reasons.push(CancellationReason::None);
    }

    /// Records why an action cannot proceed. Some faults refuse the request itself instead
    /// (observed: transaction-refusals).
    fn take(&mut self, refused: Box<Refused>, table_name: &str) -> Result<(), Box<Refused>> {
        self.stops
            .extend(Stop::of(&refused.error, &table_name_of(table_name).into()));
        let reason = match &refused.error {
            ServiceError::ConditionalCheckFailed { item } => {
                CancellationReason::ConditionalCheckFailed { item: item.clone() }
            }
            ServiceError::DuplicateItem => CancellationReason::DuplicateItem,
            ServiceError::TransactionConflict => CancellationReason::TransactionConflict,
            ServiceError::Throttled(throttled) => throttled.cancellation(),
            ServiceError::ItemCollectionSizeLimitExceeded => CancellationReason::ItemCollectionSizeLimitExceeded,
            ServiceError::Validation(error) if !refuses_request(error) => {
                // Reports only the first fault (observed: transaction-fault-first).
                let first = !self
                    .reasons
                    .iter()
                    .any(|reason| matches!(reason, CancellationReason::Validation(_)));
                if first {
                    CancellationReason::Validation(error.clone())
                } else {
                    CancellationReason::None
                }
            }
            _ => return Err(refused),
        };
        self.reasons.push(reason);
        Ok(())
    }

    /// If an action has a fault, drops the other reasons: the service does not check items then
    /// (inferred: transaction-get-faults, from transactions that write).
    fn only_faults(&mut self) {
        let is_fault = |reason: &CancellationReason| matches!(reason, CancellationReason::Validation(_));
        if self.reasons.iter().any(is_fault) {
            self.stops.clear();
            self.reasons
                .iter_mut()
                .filter(|reason| !is_fault(reason))
                .for_each(|one| *one = CancellationReason::None);
        }
    }

    fn finish(self, prepared: impl FnOnce() -> Ledger) -> Result<(), Box<Refused>> {
        let failed = |reason: &CancellationReason| {
            matches!(
                reason,
                CancellationReason::ConditionalCheckFailed { .. } | CancellationReason::DuplicateItem
            )
        };
        if self.reasons.iter().all(|reason| *reason == CancellationReason::None) {
            return Ok(());
        }
        let charged = self.reasons.iter().any(failed);
        let consumption = if charged {
            prepared().into_consumption()
        } else {
            Charges::new()
        };
        let refused = Refused::charged(ServiceError::TransactionCanceled(self.reasons), consumption);
        Err(Box::new(Refused {
            stops: self.stops,
            ..*refused
        }))
    }
}

/// The faults that refuse the request rather than cancel the transaction (observed: transaction-refusals).
fn refuses_request(error: &ValidationError) -> bool {
    matches!(
        error,
        ValidationError::EmptyKey { .. }
            | ValidationError::EmptyIndexKey { .. }
            | ValidationError::EmptyIndexKeyByUpdate { .. }
            | ValidationError::ItemSize
    )
}

/// The part of an action that the token of a transaction stores.
fn touched(catalogue: &Catalogue, Ready { table_name, validated }: &Ready) -> Option<Touched> {
    let table = catalogue.get(table_name)?;
    let key = validated.key().map(|item| table.keys.key_of(item)).unwrap_or_default();
    Some(Touched {
        table: table.name.clone(),
        key,
        bytes: validated.plan.item.bytes().into(),
    })
}

/// Reads an item again when a transaction is repeated, with a transactional read (documented: transactions-guide).
fn read_again(engine: &Engine, touched: &Touched) -> Member {
    let units = read_units(touched.bytes, Consistency::Transactional);
    let consumption = Consumption::of_table(&touched.table, Direction::Read, units);
    let trace = engine
        .shared
        .tracing
        .then(|| Trace::Read(Box::new(trace_again(engine, touched, units))));
    Member {
        consumption,
        trace,
        metrics: None,
    }
}

fn trace_again(engine: &Engine, touched: &Touched, units: Units) -> ReadTrace {
    let mut tally = Tally::new(CapacityKind::Read);
    tally.add(touched.bytes);
    let table = engine.catalogue.get(&touched.table);
    let partition = table
        .and_then(|table| Some(table.items.partition_of(&table.row_key(&touched.key)?)))
        .unwrap_or_default();
    let size = u32::try_from(touched.bytes).unwrap_or(u32::MAX);
    let walked = Walked {
        key: touched.key.clone(),
        size,
        fate: Fate::Returned,
        fetched: None,
    };
    let read = PartitionRead {
        partition,
        line: tally.each_alone(What::RepeatedTransactionItems),
    };
    ReadTrace::of_one(&touched.table, Consistency::Transactional, Some(walked), read, units)
}

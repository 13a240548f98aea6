//! Settings that are metrics: their values last until a setting changes.
//!
//! Must not know when they are sampled.

use std::sync::Arc;

use hashrange_engine::{Engine, EventKind, IndexKind, TableView};
use hashrange_values::Text;
use hashrange_wire::{OnDemandThroughput, Operation, ProvisionedThroughput};

use super::dimensions::Dimensions;
use super::metric::Metric;

/// Read and write units per second.
type Rate = (u64, u64);

/// The current settings.
#[derive(Clone, Debug, Default)]
pub(super) struct Lasting {
    values: Arc<Vec<Value>>,
    /// The quotas of account and table at the last reading; `None` before the first.
    quotas: Option<(u64, u64)>,
    /// Whether an event can have changed them.
    stale: bool,
}

hashrange_checkpoint::fields!(Lasting { values, quotas, stale });

/// A setting: its dimensions, its metric and its value.
pub(super) type Value = (Dimensions, Metric, u64);

impl Lasting {
    /// The settings at the last reading.
    pub(super) fn values(&self) -> Arc<Vec<Value>> {
        Arc::clone(&self.values)
    }

    /// Checks whether an event can have changed settings.
    pub(super) fn note(&mut self, event: &EventKind) {
        self.stale |= match event {
            EventKind::Table { .. } | EventKind::Index { .. } | EventKind::Scaled { .. } => true,
            EventKind::Request(request) => !is_of_items(request.operation),
            EventKind::Backfilled { .. }
            | EventKind::ExpiryScanned { .. }
            | EventKind::Expired { .. }
            | EventKind::PartitionSplit { .. }
            | EventKind::IndexCaughtUp { .. } => false,
        };
    }

    /// Reads the current settings again if they can have changed.
    pub(super) fn take_in(&mut self, engine: &Engine) {
        let limits = &engine.options().limits;
        let quotas = Some((limits.account_units, limits.table_units));
        if self.stale || self.quotas != quotas {
            *self = Self {
                values: Arc::new(values(engine)),
                quotas,
                stale: false,
            };
        }
    }
}

/// Whether an operation concerns items, and so does not change settings.
fn is_of_items(operation: Operation) -> bool {
    use Operation as O;
    matches!(
        operation,
        O::PutItem
            | O::UpdateItem
            | O::DeleteItem
            | O::GetItem
            | O::Query
            | O::Scan
            | O::BatchGetItem
            | O::BatchWriteItem
            | O::TransactGetItems
            | O::TransactWriteItems
            | O::ExecuteStatement
            | O::BatchExecuteStatement
            | O::ExecuteTransaction
            | O::GetRecords
    )
}

/// The settings of every table and index, and the account's.
fn values(engine: &Engine) -> Vec<Value> {
    let mut values = Vec::new();
    let (mut largest, mut all): (Rate, Rate) = ((0, 0), (0, 0));
    for table in engine.tables() {
        let of_table = of_table(&mut values, table);
        largest = (largest.0.max(of_table.0), largest.1.max(of_table.1));
        all = (all.0 + of_table.0, all.1 + of_table.1);
    }
    let limits = &engine.options().limits;
    let percent = |units: u64, of: u64| units.saturating_mul(100).checked_div(of).unwrap_or(0);
    let account = [
        (Metric::TableCount, engine.tables().len() as u64),
        (Metric::AccountMaxReads, limits.account_units),
        (Metric::AccountMaxWrites, limits.account_units),
        (Metric::AccountMaxTableLevelReads, limits.table_units),
        (Metric::AccountMaxTableLevelWrites, limits.table_units),
        (
            Metric::AccountProvisionedReadCapacityUtilization,
            percent(all.0, limits.account_units),
        ),
        (
            Metric::AccountProvisionedWriteCapacityUtilization,
            percent(all.1, limits.account_units),
        ),
        (
            Metric::MaxProvisionedTableReadCapacityUtilization,
            percent(largest.0, limits.table_units),
        ),
        (
            Metric::MaxProvisionedTableWriteCapacityUtilization,
            percent(largest.1, limits.table_units),
        ),
    ];
    values.extend(account.map(|(metric, value)| (Dimensions::default(), metric, value)));
    values
}

/// The units per second of the table and its indexes together.
fn of_table(values: &mut Vec<Value>, table: TableView<'_>) -> Rate {
    let name = table.name();
    let mut sum = of_resource(values, (name, None), table.throughput(), table.on_demand_limits());
    for index in table
        .indexes()
        .filter(|index| index.definition().kind == IndexKind::Global)
    {
        let of = (name, Some(&index.definition().name));
        let rate = of_resource(values, of, index.throughput(), index.on_demand_limits());
        sum = (sum.0 + rate.0, sum.1 + rate.1);
    }
    sum
}

fn of_resource(
    values: &mut Vec<Value>,
    (table, index): (&Text, Option<&Text>),
    rate: Option<ProvisionedThroughput>,
    limits: OnDemandThroughput,
) -> Rate {
    let limit = |units: Option<i64>| units.and_then(|units| u64::try_from(units).ok());
    let settings = [
        (
            Metric::ProvisionedReadCapacityUnits,
            rate.map(|rate| rate.read_capacity_units),
        ),
        (
            Metric::ProvisionedWriteCapacityUnits,
            rate.map(|rate| rate.write_capacity_units),
        ),
        (
            Metric::OnDemandMaxReadRequestUnits,
            limit(limits.max_read_request_units),
        ),
        (
            Metric::OnDemandMaxWriteRequestUnits,
            limit(limits.max_write_request_units),
        ),
    ];
    let known = settings
        .into_iter()
        .filter_map(|(metric, value)| Some((metric, value?)));
    values.extend(known.map(|(metric, value)| (Dimensions::resource(table, index), metric, value)));
    rate.map_or((0, 0), |rate| (rate.read_capacity_units, rate.write_capacity_units))
}

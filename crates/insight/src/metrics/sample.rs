//! Settings that are metrics: sampled, since they last while no event tells of them.

use hashrange_engine::{Engine, IndexKind, TableView};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{OnDemandThroughput, ProvisionedThroughput};

use super::{Dimensions, Metric, Metrics};

/// Read and write units a second.
type Rate = (u64, u64);

impl Metrics {
    /// Samples the settings of every table and index, and the account's.
    pub(super) fn sample(&mut self, engine: &Engine) {
        let at = engine.now();
        let (mut largest, mut all): (Rate, Rate) = ((0, 0), (0, 0));
        for table in engine.tables() {
            let of_table = self.sample_table(table, at);
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
            (Metric::AccountProvisionedReadCapacityUtilization, percent(all.0, limits.account_units)),
            (Metric::AccountProvisionedWriteCapacityUtilization, percent(all.1, limits.account_units)),
            (Metric::MaxProvisionedTableReadCapacityUtilization, percent(largest.0, limits.table_units)),
            (Metric::MaxProvisionedTableWriteCapacityUtilization, percent(largest.1, limits.table_units)),
        ];
        for (metric, value) in account {
            self.count(Dimensions::default(), metric, at, value);
        }
    }

    /// Units a second of the table and its indexes together.
    fn sample_table(&mut self, table: TableView<'_>, at: Timestamp) -> Rate {
        let name = table.name();
        let mut sum = self.sample_rate((name, None), table.throughput(), table.on_demand_limits(), at);
        for index in table.indexes().filter(|index| index.definition().kind == IndexKind::Global) {
            let of = (name, Some(&index.definition().name));
            let rate = self.sample_rate(of, index.throughput(), index.on_demand_limits(), at);
            sum = (sum.0 + rate.0, sum.1 + rate.1);
        }
        sum
    }

    fn sample_rate(
        &mut self,
        (table, index): (&Text, Option<&Text>),
        rate: Option<ProvisionedThroughput>,
        limits: OnDemandThroughput,
        at: Timestamp,
    ) -> Rate {
        let limit = |units: Option<i64>| units.and_then(|units| u64::try_from(units).ok());
        let settings = [
            (Metric::ProvisionedReadCapacityUnits, rate.map(|rate| rate.read_capacity_units)),
            (Metric::ProvisionedWriteCapacityUnits, rate.map(|rate| rate.write_capacity_units)),
            (Metric::OnDemandMaxReadRequestUnits, limit(limits.max_read_request_units)),
            (Metric::OnDemandMaxWriteRequestUnits, limit(limits.max_write_request_units)),
        ];
        for (metric, value) in settings {
            if let Some(value) = value {
                self.count(Dimensions::resource(table, index), metric, at, value);
            }
        }
        rate.map_or((0, 0), |rate| (rate.read_capacity_units, rate.write_capacity_units))
    }
}

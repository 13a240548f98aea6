//! Current throughput: the units that a table or global index may use, its burst credit, and on-demand limits.

use hashrange_engine::{Direction, Engine, Reserve};
use hashrange_wire::BillingMode;

/// The current throughput of a table or global index. The remaining units are meaningful while throttling is on.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CapacityState {
    /// The billing mode.
    pub billing: BillingMode,
    /// Provisioned units per second, reads and writes; `None` on demand.
    pub provisioned: Option<(u64, u64)>,
    /// Maximum units per second on demand, reads and writes, if limited.
    pub limits: (Option<u64>, Option<u64>),
    /// Reads: units per second, burst credit, previous peak, ceilings.
    pub reads: Reserve,
    /// Writes: units per second, burst credit, previous peak, ceilings.
    pub writes: Reserve,
}

impl CapacityState {
    /// The state of a table, or of one of its global indexes. `None` if it does not exist.
    #[must_use]
    pub fn of(engine: &Engine, table: &str, index: Option<&str>) -> Option<Self> {
        let view = engine.table(table)?;
        let (rate, limits) = match index {
            None => (view.throughput(), view.on_demand_limits()),
            Some(name) => {
                let index = view.indexes().find(|index| index.definition().name == name)?;
                (index.throughput(), index.on_demand_limits())
            }
        };
        let limit = |units: Option<i64>| units.and_then(|units| u64::try_from(units).ok());
        Some(Self {
            billing: view.billing(),
            provisioned: rate.map(|rate| (rate.read_capacity_units, rate.write_capacity_units)),
            limits: (
                limit(limits.max_read_request_units),
                limit(limits.max_write_request_units),
            ),
            reads: engine.reserve(table, index, Direction::Read)?,
            writes: engine.reserve(table, index, Direction::Write)?,
        })
    }
}

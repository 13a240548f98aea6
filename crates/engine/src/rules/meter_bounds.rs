//! How the bounds of a meter follow from throughput, physics and quotas.
//!
//! Must not know remaining units.

use hashrange_capacity::Refill;
use hashrange_wire::{ProvisionedThroughput, ThrottleCause};

use crate::state::bounds::Bounds;
use crate::state::context::Context;
use crate::state::log::consumption::Direction;
use crate::state::meter::Meter;
use crate::state::partition_units::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};
use crate::state::throttling::Throttling;
use crate::state::throughput::Throughput;

impl Bounds {
    /// The bounds of a resource with this throughput and this number of partitions.
    pub(crate) fn of(
        throughput: &Throughput,
        meter: &Meter,
        direction: Direction,
        partitions: usize,
        context: Context<'_>,
    ) -> Self {
        let (options, now) = (context.options, context.now);
        let physics = options.physics.throttling;
        let burst = physics.burst.seconds();
        let ceiling = match direction {
            Direction::Read => PARTITION_READ_UNITS,
            Direction::Write => PARTITION_WRITE_UNITS,
        };
        let bounds = |budget, cause| Self {
            budget,
            cause,
            ceiling: Refill::new(ceiling, 1),
            share: None,
            peak_window: physics.peak_window.micros(),
        };
        let Some(rate) = throughput.in_force() else {
            let peak = meter.peak(direction, physics.peak_window.micros(), now);
            let (units, cause) = on_demand(throughput, direction, peak, options.limits.table_units);
            return bounds(Refill::new(units, 1), cause);
        };
        let units = units(rate, direction);
        let budget = Refill::new(units, burst);
        let shared_by = u64::try_from(partitions).unwrap_or(u64::MAX);
        let share = (physics.mode == Throttling::Split).then_some(Refill { shared_by, ..budget });
        Self {
            share,
            ..bounds(budget, ThrottleCause::ProvisionedThroughput)
        }
    }
}

/// The on-demand units per second, and the reason for the bound: twice the previous peak
/// (documented: on-demand-throughput), the quota of a table, or the configured limit. Demand above the peak's bound is
/// reported as exceeding the partitions: no other reason fits (inferred: on-demand-above-peak).
fn on_demand(throughput: &Throughput, direction: Direction, peak: u64, quota: u64) -> (u64, ThrottleCause) {
    let at_once = units(throughput.warm.units, direction).max(peak.saturating_mul(2));
    let limit = match direction {
        Direction::Read => throughput.on_demand.max_read_request_units,
        Direction::Write => throughput.on_demand.max_write_request_units,
    };
    let limit = limit.and_then(|units| u64::try_from(units).ok()).unwrap_or(u64::MAX);
    let all = [
        (at_once, ThrottleCause::KeyRangeThroughput),
        (quota, ThrottleCause::AccountLimit),
        (limit, ThrottleCause::MaxOnDemandThroughput),
    ];
    let [first, second, third] = all;
    let smaller = |one: (u64, ThrottleCause), other: (u64, ThrottleCause)| if other.0 <= one.0 { other } else { one };
    smaller(smaller(first, second), third)
}

fn units(rate: ProvisionedThroughput, direction: Direction) -> u64 {
    match direction {
        Direction::Read => rate.read_capacity_units,
        Direction::Write => rate.write_capacity_units,
    }
}

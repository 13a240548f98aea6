//! The throughput of a table or of a global secondary index over time: its rate, its budget of decreases, the on-demand
//! limits, and its warm throughput.
//!
//! Must not know its table, nor the duration of a change.

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{LimitExceeded, OnDemandThroughput, ProvisionedThroughput, WarmThroughput};

use crate::state::limits::Limits;

/// The throughput that a new on-demand table or index serves at once (documented: on-demand-throughput).
pub(crate) const ON_DEMAND_WARM: ProvisionedThroughput = ProvisionedThroughput {
    read_capacity_units: 12_000,
    write_capacity_units: 4_000,
};

const DAY: Duration = Duration::from_days(1);

/// The throughput of one resource.
#[derive(Clone, Debug)]
pub(crate) struct Throughput {
    /// Units per second; `None` on demand.
    pub(crate) rate: Option<ProvisionedThroughput>,
    /// The throughput that applies instead during a switch of billing.
    held: Option<Held>,
    /// The pending rate.
    pub(crate) pending: Option<ProvisionedThroughput>,
    pub(crate) last_increase: Option<Timestamp>,
    pub(crate) last_decrease: Option<Timestamp>,
    /// Number of decreases on the day of the last one.
    decreases: u32,
    decreased_on: u64,
    /// Maximum units per second on demand. Absent members mean no limit.
    pub(crate) on_demand: OnDemandThroughput,
    pub(crate) warm: Warm,
}

hashrange_checkpoint::fields!(Throughput {
    rate,
    held,
    pending,
    last_increase,
    last_decrease,
    decreases,
    decreased_on,
    on_demand,
    warm
});

/// The throughput from before a switch of billing. It applies until the switch ends (documented: mode-switching).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    Provisioned(ProvisionedThroughput),
    OnDemand,
}

hashrange_checkpoint::variants!(Held { Provisioned(inner), OnDemand });

/// The throughput that a resource can serve at once: the most it ever had (observed: warm-throughput-seen), or more if
/// requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Warm {
    pub(crate) units: ProvisionedThroughput,
    /// The pending units.
    pub(crate) pending: Option<ProvisionedThroughput>,
    /// Whether it was raised before. The next raise is quick (observed: warm-throughput-seen).
    pub(crate) raised: bool,
}

hashrange_checkpoint::fields!(Warm { units, pending, raised });

impl Throughput {
    /// The throughput of a new resource.
    pub(crate) fn new(rate: Option<ProvisionedThroughput>, on_demand: Option<OnDemandThroughput>) -> Self {
        Self {
            rate,
            held: None,
            pending: None,
            last_increase: None,
            last_decrease: None,
            decreases: 0,
            decreased_on: 0,
            on_demand: on_demand.unwrap_or_default(),
            warm: Warm {
                units: rate.unwrap_or(ON_DEMAND_WARM),
                pending: None,
                raised: false,
            },
        }
    }

    /// Decreases since midnight UTC.
    pub(crate) fn decreases_today(&self, now: Timestamp) -> u32 {
        if day_of(now) == self.decreased_on {
            self.decreases
        } else {
            0
        }
    }

    /// Refuses a decrease that the day's budget does not allow.
    pub(crate) fn check_decrease(
        &self,
        to: ProvisionedThroughput,
        now: Timestamp,
        limits: &Limits,
    ) -> Result<(), LimitExceeded> {
        let today = self.decreases_today(now);
        let Some(last) = self
            .last_decrease
            .filter(|_| self.lowers(to) && today >= limits.decreases)
        else {
            return Ok(());
        };
        let next = (last + limits.decrease_wait).min(now.floor_to(DAY) + DAY);
        if now >= next {
            return Ok(());
        }
        Err(LimitExceeded::Decreases {
            free: limits.decreases,
            wait_seconds: limits.decrease_wait.seconds(),
            today,
            last: last.calendar().long_text(),
            next: next.calendar().long_text(),
        })
    }

    /// Starts a change of the rate. Descriptions report the times at once, and the rest when the change is complete
    /// (observed: throughput-changes).
    pub(crate) fn begin(&mut self, to: ProvisionedThroughput, now: Timestamp) {
        self.stamp(to, now);
        self.pending = Some(to);
    }

    /// The rate that limits requests; `None` on demand.
    pub(crate) fn in_force(&self) -> Option<ProvisionedThroughput> {
        match self.held {
            Some(Held::Provisioned(rate)) => Some(rate),
            Some(Held::OnDemand) => None,
            None => self.rate,
        }
    }

    fn hold(&mut self) {
        let held = self.in_force().map_or(Held::OnDemand, Held::Provisioned);
        self.held = Some(held);
    }

    /// Ends a switch of billing.
    pub(crate) fn let_go(&mut self) {
        self.held = None;
    }

    /// Ends a change of the rate.
    pub(crate) fn finish(&mut self, now: Timestamp) {
        self.let_go();
        let Some(to) = self.pending.take() else { return };
        if self.lowers(to) {
            self.decreases = self.decreases_today(now) + 1;
            self.decreased_on = day_of(now);
        }
        self.stamp(to, now);
        self.rate = Some(to);
        self.warm.units = larger(self.warm.units, to);
    }

    /// Switches the resource to provisioned billing with this rate.
    pub(crate) fn provision(&mut self, rate: ProvisionedThroughput) {
        self.hold();
        self.rate = Some(rate);
        self.pending = None;
        self.on_demand = OnDemandThroughput::default();
    }

    /// Switches the resource to on-demand billing.
    pub(crate) fn release(&mut self) {
        self.hold();
        self.rate = None;
        self.pending = None;
        self.on_demand = OnDemandThroughput::default();
    }

    /// Raises the warm throughput to at least that of a new on-demand resource (documented: mode-switching).
    pub(crate) fn warm_up(&mut self) {
        self.warm.units = larger(self.warm.units, ON_DEMAND_WARM);
    }

    /// Changes the limits of on-demand use, member by member. The value -1 removes a limit
    /// (observed: on-demand-limits).
    pub(crate) fn limit(&mut self, asked: OnDemandThroughput) {
        let merged = |old: Option<i64>, asked: Option<i64>| match asked {
            Some(-1) => None,
            Some(units) => Some(units),
            None => old,
        };
        let old = self.on_demand;
        self.on_demand = OnDemandThroughput {
            max_read_request_units: merged(old.max_read_request_units, asked.max_read_request_units),
            max_write_request_units: merged(old.max_write_request_units, asked.max_write_request_units),
        };
    }

    /// Units a second that a background writer may use.
    pub(crate) fn write_units(&self) -> u64 {
        self.rate
            .map_or(self.warm.units.write_capacity_units, |rate| rate.write_capacity_units)
    }

    fn lowers(&self, to: ProvisionedThroughput) -> bool {
        self.rate.is_some_and(|rate| {
            to.read_capacity_units < rate.read_capacity_units || to.write_capacity_units < rate.write_capacity_units
        })
    }

    fn stamp(&mut self, to: ProvisionedThroughput, now: Timestamp) {
        let Some(rate) = self.rate else { return };
        if to.read_capacity_units > rate.read_capacity_units || to.write_capacity_units > rate.write_capacity_units {
            self.last_increase = Some(now);
        }
        if self.lowers(to) {
            self.last_decrease = Some(now);
        }
    }
}

impl Warm {
    /// The requested units. An absent member keeps its current value (observed: warm-throughput-seen).
    pub(crate) fn asked(self, asked: WarmThroughput) -> ProvisionedThroughput {
        let units = |asked: Option<i64>, now: u64| asked.map_or(now, |units| u64::try_from(units).unwrap_or(0));
        ProvisionedThroughput {
            read_capacity_units: units(asked.read_units_per_second, self.units.read_capacity_units),
            write_capacity_units: units(asked.write_units_per_second, self.units.write_capacity_units),
        }
    }

    /// Ends a change.
    pub(crate) fn finish(&mut self) {
        if let Some(units) = self.pending.take() {
            self.units = larger(self.units, units);
            self.raised = true;
        }
    }
}

/// The larger of both, separately for reads and writes.
fn larger(one: ProvisionedThroughput, other: ProvisionedThroughput) -> ProvisionedThroughput {
    ProvisionedThroughput {
        read_capacity_units: one.read_capacity_units.max(other.read_capacity_units),
        write_capacity_units: one.write_capacity_units.max(other.write_capacity_units),
    }
}

fn day_of(now: Timestamp) -> u64 {
    now.seconds() / DAY.seconds()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(read: u64, write: u64) -> ProvisionedThroughput {
        ProvisionedThroughput {
            read_capacity_units: read,
            write_capacity_units: write,
        }
    }

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    fn change(throughput: &mut Throughput, to: ProvisionedThroughput, now: Timestamp) -> Result<(), LimitExceeded> {
        throughput.check_decrease(to, now, &Limits::aws())?;
        throughput.begin(to, now);
        throughput.finish(now);
        Ok(())
    }

    #[test]
    fn four_decreases_a_day_then_one_an_hour_after_the_last() {
        let mut throughput = Throughput::new(Some(rate(10, 10)), None);
        let start = at("2026-10-08T21:00:00Z");
        for units in [9, 8, 7, 6] {
            change(&mut throughput, rate(units, units), start).unwrap();
        }
        assert_eq!(throughput.decreases_today(start), 4);
        let refused = change(&mut throughput, rate(20, 5), start).unwrap_err().to_string();
        assert!(refused.contains("Number of decreases today: 4. Last decrease at Thursday, October 8, 2026 at 9:00:00 PM Coordinated Universal Time. Next decrease can be made at Thursday, October 8, 2026 at 10:00:00 PM Coordinated Universal Time."), "{refused}");
        change(&mut throughput, rate(7, 6), start).unwrap();
        assert!(change(&mut throughput, rate(6, 6), start + Duration::from_minutes(59)).is_err());
        change(&mut throughput, rate(6, 6), start + Duration::from_hours(1)).unwrap();
        assert_eq!(throughput.decreases_today(start), 5);
        assert!(change(&mut throughput, rate(5, 6), at("2026-10-08T22:59:59Z")).is_err());
        change(&mut throughput, rate(5, 6), at("2026-10-09T00:00:00Z")).unwrap();
        assert_eq!(throughput.decreases_today(at("2026-10-09T00:00:00Z")), 1);
    }

    #[test]
    fn up_and_down_at_once_is_one_decrease() {
        let now = at("2026-10-08T21:00:00Z");
        let mut throughput = Throughput::new(Some(rate(40, 40)), None);
        change(&mut throughput, rate(30, 60), now).unwrap();
        assert_eq!(
            (throughput.decreases_today(now), throughput.last_increase),
            (1, Some(now))
        );
        change(&mut throughput, rate(31, 60), now).unwrap();
        assert_eq!(throughput.decreases_today(now), 1);
        assert_eq!(throughput.warm.units, rate(40, 60), "what it ever had");
    }

    #[test]
    fn limits_of_on_demand_use_merge() {
        let mut throughput = Throughput::new(None, None);
        let asked = |read, write| OnDemandThroughput {
            max_read_request_units: read,
            max_write_request_units: write,
        };
        throughput.limit(asked(Some(1_000), Some(500)));
        throughput.limit(asked(Some(2_000), None));
        assert_eq!(throughput.on_demand, asked(Some(2_000), Some(500)));
        throughput.limit(asked(Some(-1), None));
        assert_eq!(throughput.on_demand, asked(None, Some(500)));
    }
}

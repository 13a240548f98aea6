//! The billing mode of a table, and when it changed.

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{BillingMode, BillingModeSummary};

/// The billing of a table and of its indexes, which follow it.
#[derive(Clone, Debug)]
pub(crate) struct Billing {
    /// The current mode, or the pending mode: descriptions report the new mode at once (observed: billing-switch-seen).
    pub(crate) mode: BillingMode,
    /// When the table last became an on-demand table.
    pub(crate) on_demand_since: Option<Timestamp>,
    /// Switches to on-demand.
    switches: Vec<Timestamp>,
}

hashrange_checkpoint::fields!(Billing {
    mode,
    on_demand_since,
    switches
});

impl Billing {
    /// The billing of a new table.
    pub(crate) fn new(mode: BillingMode, now: Timestamp) -> Self {
        let on_demand_since = (mode == BillingMode::PayPerRequest).then_some(now);
        Self {
            mode,
            on_demand_since,
            switches: Vec::new(),
        }
    }

    /// Switches to on-demand in the last 24 hours.
    pub(crate) fn switches_in_day(&self, now: Timestamp) -> usize {
        self.switches
            .iter()
            .filter(|moment| now - **moment < Duration::from_days(1))
            .count()
    }

    /// Starts a switch.
    pub(crate) fn begin(&mut self, mode: BillingMode, now: Timestamp) {
        self.mode = mode;
        if mode == BillingMode::PayPerRequest {
            self.switches.push(now);
        }
    }

    /// Ends a switch.
    pub(crate) fn finish(&mut self, now: Timestamp) {
        if self.mode == BillingMode::PayPerRequest {
            self.on_demand_since = Some(now);
        }
    }

    /// The summary in descriptions; `None` for a table that was always provisioned (observed: table-description).
    pub(crate) fn summary(&self) -> Option<BillingModeSummary> {
        let on_demand = self.mode == BillingMode::PayPerRequest;
        (on_demand || self.on_demand_since.is_some()).then(|| BillingModeSummary {
            billing_mode: self.mode,
            // In whole milliseconds (observed: table-description).
            last_update_to_pay_per_request_date_time: self.on_demand_since.map(Timestamp::as_epoch_millis_f64),
        })
    }
}

//! Checks the table's throughput and billing.

use hashrange_wire::{
    BillingMode, Busy, KeySchemaError, LimitExceeded, ProvisionedThroughput, ServiceError, UpdateTableError,
};

use crate::rules::rate_checks;
use crate::service::operation::update_table::effect::Effect;
use crate::service::operation::update_table::validation::Validation;
use crate::state::table::RateChange;

const CHANGE: &str = "change table IOPS";

impl Validation<'_> {
    /// Checks the throughput and billing of the table.
    pub(super) fn rate(&mut self) -> Result<(), ServiceError> {
        match (self.request.billing_mode, self.request.provisioned_throughput) {
            (Some(BillingMode::PayPerRequest), _) => self.switch_to_on_demand(),
            (_, Some(rate)) => self.change_rate(rate),
            _ => Ok(()),
        }
    }

    fn switch_to_on_demand(&mut self) -> Result<(), ServiceError> {
        match self.table.rate_change {
            // A switch back during a switch to provisioned has no effect, like a repeated current mode
            // (observed: billing-switch-seen).
            Some(RateChange::Billing {
                from: BillingMode::PayPerRequest,
            }) => {
                self.effects.push(Effect::Nothing);
                return Ok(());
            }
            Some(_) => return Err(Busy::Rate(self.table.name.clone()).into()),
            None if self.table.billing.mode == BillingMode::PayPerRequest => {
                self.effects.push(Effect::Nothing);
                return Ok(());
            }
            None => {}
        }
        self.no_other_change()?;
        let most = self.engine.shared.options.limits.on_demand_switches;
        if self.table.billing.switches_in_day(self.engine.shared.now) >= most as usize {
            return Err(LimitExceeded::ToOnDemand(most).into());
        }
        self.effects.push(Effect::ToOnDemand);
        Ok(())
    }

    fn change_rate(&mut self, rate: ProvisionedThroughput) -> Result<(), ServiceError> {
        if self.table.rate_change.is_some() {
            return Err(Busy::Rate(self.table.name.clone()).into());
        }
        let on_demand = self.table.billing.mode == BillingMode::PayPerRequest;
        if on_demand && self.request.billing_mode.is_none() {
            return Err(KeySchemaError::ThroughputWithPayPerRequest.into());
        }
        self.no_other_change()?;
        if on_demand {
            self.effects.push(Effect::ToProvisioned(rate));
            return Ok(());
        }
        if self.table.throughput.rate == Some(rate) {
            let (read, write) = (rate.read_capacity_units, rate.write_capacity_units);
            return Err(UpdateTableError::SameThroughput {
                index: None,
                read,
                write,
            }
            .into());
        }
        self.table
            .throughput
            .check_decrease(rate, self.engine.shared.now, &self.engine.shared.options.limits)?;
        self.effects.push(Effect::Rate(rate));
        Ok(())
    }

    fn no_other_change(&self) -> Result<(), Busy> {
        self.no_stream_change(CHANGE)?;
        self.no_class_change(CHANGE)?;
        self.no_index_change(CHANGE)
    }

    /// Checks the quotas of the table and its indexes together.
    pub(super) fn check_quotas(&self) -> Result<(), ServiceError> {
        let (mut asked, mut given_back) = (Vec::new(), Vec::new());
        for effect in &self.effects {
            let (index, rate) = match effect {
                Effect::Rate(rate) | Effect::ToProvisioned(rate) => (None, *rate),
                Effect::IndexRate(index, rate) | Effect::IndexToProvisioned(index, rate) => (Some(index), *rate),
                Effect::CreateIndex(new) => match new.throughput.rate {
                    Some(rate) => (Some(&new.definition.name), rate),
                    None => continue,
                },
                _ => continue,
            };
            rate_checks::resource(&self.engine.shared.options, index, rate)?;
            asked.push(rate);
            let now = match index {
                None => self.table.throughput.rate,
                Some(index) => self.table.index(index).and_then(|index| index.throughput.rate),
            };
            given_back.extend(now);
        }
        rate_checks::account(&self.engine.catalogue, &self.engine.shared.options, &asked, &given_back)
    }
}

//! DescribeLimits: the account's quotas of provisioned throughput, regardless of use.

use hashrange_wire::{DescribeLimitsResponse, Response};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;

pub(super) fn perform(engine: &Engine) -> Outcome {
    let limits = &engine.shared.options.limits;
    let response = Response::DescribeLimits(DescribeLimitsResponse {
        account_max_read_capacity_units: limits.account_units,
        account_max_write_capacity_units: limits.account_units,
        table_max_read_capacity_units: limits.table_units,
        table_max_write_capacity_units: limits.table_units,
    });
    Ok(Done::about(response, None))
}

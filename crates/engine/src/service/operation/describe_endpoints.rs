//! DescribeEndpoints: the Region's one endpoint, to be remembered for a day. Where this service really listens is not
//! known here.

use hashrange_wire::{DescribeEndpointsResponse, Response};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;

/// A day (documented by example).
const CACHE_MINUTES: u64 = 1_440;

#[inline(never)]
pub(super) fn perform(engine: &Engine) -> Outcome {
    let address = format!("dynamodb.{}.amazonaws.com", engine.around.options.region);
    let response = DescribeEndpointsResponse { address, cache_period_in_minutes: CACHE_MINUTES };
    Ok(Done::about(Response::DescribeEndpoints(response), None))
}

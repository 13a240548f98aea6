//! DescribeEndpoints: the Region's endpoint, cacheable for a day. The real address of this service is unknown here.

use hashrange_wire::{DescribeEndpointsResponse, Response};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;

/// The cache period of one day (documented: describe-endpoints, by example).
const CACHE_MINUTES: u64 = 1_440;

pub(super) fn perform(engine: &Engine) -> Outcome {
    let address = format!("dynamodb.{}.amazonaws.com", engine.shared.options.region);
    let response = DescribeEndpointsResponse {
        address,
        cache_period_in_minutes: CACHE_MINUTES,
    };
    Ok(Done::about(Response::DescribeEndpoints(response), None))
}

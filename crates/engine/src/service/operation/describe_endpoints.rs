//! DescribeEndpoints: the Region's endpoint, cacheable for a day. The real address of this service is unknown here.

use hashrange_wire::{DescribeEndpointsResponse, Endpoint, Response};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;

/// The cache period of one day (documented: describe-endpoints, by example).
const CACHE_MINUTES: u64 = 1_440;

pub(super) fn perform(engine: &Engine) -> Outcome {
    let address = format!("dynamodb.{}.amazonaws.com", engine.shared.options.region);
    let endpoint = Endpoint {
        address,
        cache_period_in_minutes: CACHE_MINUTES,
    };
    let response = DescribeEndpointsResponse {
        endpoints: vec![endpoint],
    };
    Ok(Done::about(Response::DescribeEndpoints(response), None))
}

//! DescribeEndpoints: returns the Region's endpoint.

use super::body::{Asked, members};
use super::told::told;

members! {
    /// DescribeEndpoints.
    DescribeEndpointsRequest = DESCRIBE_ENDPOINTS {}
}

/// Response to DescribeEndpoints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeEndpointsResponse {
    /// The Region's endpoint.
    pub endpoints: Vec<Endpoint>,
}

/// An endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endpoint {
    /// Its host name.
    pub address: String,
    /// The time for which a client may store it, in minutes.
    pub cache_period_in_minutes: u64,
}

static DESCRIBE_ENDPOINTS: Asked = Asked::of("DescribeEndpointsRequest");

told! {
    answer DescribeEndpointsResponse {
        "Endpoints" endpoints,
    }
}

told! {
    part Endpoint {
        "Address" address,
        "CachePeriodInMinutes" cache_period_in_minutes,
    }
}

//! DescribeEndpoints: tells the Region's endpoint.

use super::body::{Asked, members};

members! {
    /// DescribeEndpoints.
    DescribeEndpointsRequest = DESCRIBE_ENDPOINTS {}
}

/// Answer to DescribeEndpoints: the Region's one endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeEndpointsResponse {
    /// Its host name.
    pub address: String,
    /// How long a client may remember it.
    pub cache_period_in_minutes: u64,
}

static DESCRIBE_ENDPOINTS: Asked = Asked::of("DescribeEndpointsRequest");

//! DescribeEndpoints: returns the Region's endpoint.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::json::Writer;

members! {
    /// DescribeEndpoints.
    DescribeEndpointsRequest = DESCRIBE_ENDPOINTS {}
}

/// Response to DescribeEndpoints: the Region's one endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeEndpointsResponse {
    /// Its host name.
    pub address: String,
    /// The time for which a client may store it, in minutes.
    pub cache_period_in_minutes: u64,
}

static DESCRIBE_ENDPOINTS: Asked = Asked::of("DescribeEndpointsRequest");

impl Answer for DescribeEndpointsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("Endpoints");
        out.list(|out| {
            out.element();
            out.object(|out| {
                out.text_member("Address", &self.address);
                out.count_member("CachePeriodInMinutes", self.cache_period_in_minutes);
            });
        });
    }
}

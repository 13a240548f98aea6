//! DescribeScalingActivities: tells what auto scaling did. Everything is on one page: neither a number of results nor a
//! place to go on from is looked at.

use super::body::{Asked, members};
use crate::constraint::{MAX_RESULTS, NAMESPACE, NEXT_TOKEN, SOME_DIMENSION, SOME_RESOURCE};
use crate::shape::{ScalableDimension, ScalingActivity, ServiceNamespace};

members! {
    /// DescribeScalingActivities.
    DescribeScalingActivitiesRequest = DESCRIBE_SCALING_ACTIVITIES {
        /// The service; there is but one here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        /// This resource only.
        "ResourceId" resource_id: Option<String>,
        /// This dimension only.
        "ScalableDimension" scalable_dimension: Option<ScalableDimension>,
    }
}

/// Answer to DescribeScalingActivities: the newest first, all on one page.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeScalingActivitiesResponse {
    /// The activities.
    pub scaling_activities: Vec<ScalingActivity>,
}

static DESCRIBE_SCALING_ACTIVITIES: Asked = Asked::of("DescribeScalingActivitiesRequest").members(&[
    NAMESPACE,
    SOME_RESOURCE,
    SOME_DIMENSION,
    MAX_RESULTS,
    NEXT_TOKEN,
]);

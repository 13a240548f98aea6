//! DescribeScalingActivities: lists the activities of auto scaling on one page. It ignores the page size and the token.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{MAX_RESULTS, NAMESPACE, NEXT_TOKEN, SOME_DIMENSION, SOME_RESOURCE};
use crate::shape::{ScalableDimension, ScalingActivity, ServiceNamespace};

members! {
    /// DescribeScalingActivities.
    DescribeScalingActivitiesRequest = DESCRIBE_SCALING_ACTIVITIES {
        /// The service namespace. Only one exists here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        /// Lists only the activities of this resource.
        "ResourceId" resource_id: Option<String>,
        /// Lists only the activities of this dimension.
        "ScalableDimension" scalable_dimension: Option<ScalableDimension>,
    }
}

/// Response to DescribeScalingActivities: all on one page, the latest first.
#[derive(Clone, Debug, Default, PartialEq)]
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

told! {
    answer DescribeScalingActivitiesResponse {
        "ScalingActivities" scaling_activities,
    }
}

told! {
    part ScalingActivity {
        "ActivityId" activity_id,
        "ServiceNamespace" = "dynamodb",
        .. resource,
        "Description" description,
        "Cause" cause,
        "StartTime" start_time,
        "EndTime" start_time,
        "StatusCode" status_code,
        "StatusMessage" status_message,
    }
}

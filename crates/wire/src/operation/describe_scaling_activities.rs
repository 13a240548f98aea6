//! DescribeScalingActivities: lists the activities of auto scaling on one page. It ignores the page size and the token.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{MAX_RESULTS, NAMESPACE, NEXT_TOKEN, SOME_DIMENSION, SOME_RESOURCE};
use crate::json::answer::scaling::resource;
use crate::json::{Writer, objects};
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

impl Answer for DescribeScalingActivitiesResponse {
    fn write(&self, out: &mut Writer) {
        out.key("ScalingActivities");
        objects(out, &self.scaling_activities, activity);
    }
}

fn activity(out: &mut Writer, activity: &ScalingActivity) {
    out.text_member("ActivityId", &activity.activity_id);
    resource(out, &activity.resource);
    out.text_member("Description", &activity.description);
    out.text_member("Cause", &activity.cause);
    out.decimal_member("StartTime", activity.start_time);
    out.decimal_member("EndTime", activity.start_time);
    out.text_member("StatusCode", activity.status_code.as_str());
    out.text_member("StatusMessage", &activity.status_message);
}

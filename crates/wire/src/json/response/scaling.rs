//! Answers about auto scaling.

use crate::json::objects::objects;
use crate::json::writer::Writer;
use crate::operation::Value as _;
use crate::request::Response;
use crate::shape::{ScalableResource, ScalableTarget, ScalingActivity, ScalingAlarm, ScalingPolicy};

/// Writes the members of an answer about auto scaling. Other answers have their own place and write nothing here.
pub(crate) fn write(out: &mut Writer, response: &Response) {
    match response {
        Response::RegisterScalableTarget(response) => {
            out.text_member("ScalableTargetARN", &response.scalable_target_arn);
        }
        Response::PutScalingPolicy(response) => {
            out.text_member("PolicyARN", &response.policy_arn);
            alarms(out, &response.alarms);
        }
        Response::DescribeScalableTargets(response) => {
            out.key("ScalableTargets");
            objects(out, &response.scalable_targets, target);
        }
        Response::DescribeScalingPolicies(response) => {
            out.key("ScalingPolicies");
            objects(out, &response.scaling_policies, policy);
        }
        Response::DescribeScalingActivities(response) => {
            out.key("ScalingActivities");
            objects(out, &response.scaling_activities, activity);
        }
        _ => {}
    }
}

fn alarms(out: &mut Writer, list: &[ScalingAlarm]) {
    out.key("Alarms");
    objects(out, list, |out, alarm| {
        out.text_member("AlarmName", &alarm.name);
        out.text_member("AlarmARN", &alarm.arn);
    });
}

fn resource(out: &mut Writer, resource: &ScalableResource) {
    out.text_member("ServiceNamespace", "dynamodb");
    out.text_member("ResourceId", &resource.resource_id);
    out.text_member("ScalableDimension", resource.scalable_dimension.as_str());
}

fn target(out: &mut Writer, target: &ScalableTarget) {
    resource(out, &target.resource);
    out.count_member("MinCapacity", u64::from(target.min_capacity));
    out.count_member("MaxCapacity", u64::from(target.max_capacity));
    out.text_member("RoleARN", &target.role_arn);
    out.decimal_member("CreationTime", target.creation_time);
    out.text_member("ScalableTargetARN", &target.scalable_target_arn);
}

fn policy(out: &mut Writer, policy: &ScalingPolicy) {
    out.text_member("PolicyARN", &policy.policy_arn);
    out.text_member("PolicyName", &policy.policy_name);
    resource(out, &policy.resource);
    out.text_member("PolicyType", "TargetTrackingScaling");
    policy.target_tracking.write(out, "TargetTrackingScalingPolicyConfiguration");
    alarms(out, &policy.alarms);
    out.decimal_member("CreationTime", policy.creation_time);
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

//! Auto scaling of provisioned throughput: the part of Application Auto Scaling that is about tables and indexes, a
//! service of its own to its clients. Its namespace is always `dynamodb` here.

use super::closed_set::closed_set;

closed_set! {
    /// What is scaled of a table or index.
    ScalableDimension {
        /// A table's reads.
        TableReads = "dynamodb:table:ReadCapacityUnits",
        /// A table's writes.
        TableWrites = "dynamodb:table:WriteCapacityUnits",
        /// An index's reads.
        IndexReads = "dynamodb:index:ReadCapacityUnits",
        /// An index's writes.
        IndexWrites = "dynamodb:index:WriteCapacityUnits",
    }
}

closed_set! {
    /// The metric a policy tracks: consumed of provisioned units in percent.
    ScalingMetric {
        /// Of reads.
        Reads = "DynamoDBReadCapacityUtilization",
        /// Of writes.
        Writes = "DynamoDBWriteCapacityUtilization",
    }
}

closed_set! {
    /// How a change of capacity went.
    ScalingStatus {
        /// The change was made, or is on its way.
        Successful = "Successful",
        /// It was refused.
        Failed = "Failed",
    }
}

/// A table's or index's throughput in one direction.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ScalableResource {
    /// `table/T` or `table/T/index/I`.
    pub resource_id: String,
    /// What of it.
    pub scalable_dimension: ScalableDimension,
}

/// RegisterScalableTarget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterScalableTargetRequest {
    /// What is scaled.
    pub resource: ScalableResource,
    /// Fewest units a second; as it was when left out.
    pub min_capacity: Option<u32>,
    /// Most units a second; as it was when left out.
    pub max_capacity: Option<u32>,
}

/// Answer to RegisterScalableTarget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterScalableTargetResponse {
    /// The target's resource name.
    pub scalable_target_arn: String,
}

/// DeregisterScalableTarget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeregisterScalableTargetRequest {
    /// What is not scaled any more.
    pub resource: ScalableResource,
}

/// Answer to DeregisterScalableTarget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeregisterScalableTargetResponse;

/// Which targets, policies or activities a list is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScalingFilter {
    /// These resources; all when empty.
    pub resource_ids: Vec<String>,
    /// This dimension.
    pub scalable_dimension: Option<ScalableDimension>,
    /// Policies of these names; all when empty.
    pub policy_names: Vec<String>,
}

/// DescribeScalableTargets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeScalableTargetsRequest {
    /// Which.
    pub filter: ScalingFilter,
}

/// Answer to DescribeScalableTargets: all on one page.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeScalableTargetsResponse {
    /// The targets.
    pub scalable_targets: Vec<ScalableTarget>,
}

/// Something that is scaled.
#[derive(Clone, Debug, PartialEq)]
pub struct ScalableTarget {
    /// What.
    pub resource: ScalableResource,
    /// Fewest units a second.
    pub min_capacity: u32,
    /// Most units a second.
    pub max_capacity: u32,
    /// The role it is scaled by.
    pub role_arn: String,
    /// Epoch seconds of its registration.
    pub creation_time: f64,
    /// Its resource name.
    pub scalable_target_arn: String,
}

/// PutScalingPolicy, with a policy that tracks a target.
#[derive(Clone, Debug, PartialEq)]
pub struct PutScalingPolicyRequest {
    /// The policy's name.
    pub policy_name: String,
    /// What it scales.
    pub resource: ScalableResource,
    /// The target to track.
    pub target_tracking: TargetTracking,
}

/// A target to track.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TargetTracking {
    /// Percent of provisioned units that should be consumed, 20 to 90.
    pub target_value: f64,
    /// The metric tracked.
    pub metric: ScalingMetric,
    /// Seconds after an increase before the next.
    pub scale_out_cooldown: Option<u32>,
    /// Seconds after a change before a decrease.
    pub scale_in_cooldown: Option<u32>,
    /// Whether capacity is never decreased.
    pub disable_scale_in: Option<bool>,
}

hashrange_checkpoint::by_serde!(TargetTracking);

/// Answer to PutScalingPolicy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutScalingPolicyResponse {
    /// The policy's resource name.
    pub policy_arn: String,
    /// Names of the alarms made for it.
    pub alarms: Vec<ScalingAlarm>,
}

/// An alarm that sets a policy going.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalingAlarm {
    /// Its name.
    pub name: String,
    /// Its resource name.
    pub arn: String,
}

/// DeleteScalingPolicy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteScalingPolicyRequest {
    /// The policy's name.
    pub policy_name: String,
    /// What it scales.
    pub resource: ScalableResource,
}

/// Answer to DeleteScalingPolicy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeleteScalingPolicyResponse;

/// DescribeScalingPolicies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeScalingPoliciesRequest {
    /// Which.
    pub filter: ScalingFilter,
}

/// Answer to DescribeScalingPolicies: all on one page.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeScalingPoliciesResponse {
    /// The policies.
    pub scaling_policies: Vec<ScalingPolicy>,
}

/// A policy.
#[derive(Clone, Debug, PartialEq)]
pub struct ScalingPolicy {
    /// Its name.
    pub policy_name: String,
    /// Its resource name.
    pub policy_arn: String,
    /// What it scales.
    pub resource: ScalableResource,
    /// The target it tracks.
    pub target_tracking: TargetTracking,
    /// The alarms made for it.
    pub alarms: Vec<ScalingAlarm>,
    /// Epoch seconds of its making.
    pub creation_time: f64,
}

/// DescribeScalingActivities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeScalingActivitiesRequest {
    /// Which.
    pub filter: ScalingFilter,
}

/// Answer to DescribeScalingActivities: the newest first, all on one page.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeScalingActivitiesResponse {
    /// The activities.
    pub scaling_activities: Vec<ScalingActivity>,
}

/// A change of capacity, made or tried.
#[derive(Clone, Debug, PartialEq)]
pub struct ScalingActivity {
    /// Tells it from all others.
    pub activity_id: String,
    /// What was scaled.
    pub resource: ScalableResource,
    /// What was done.
    pub description: String,
    /// Why.
    pub cause: String,
    /// Epoch seconds of it.
    pub start_time: f64,
    /// How it went.
    pub status_code: ScalingStatus,
    /// More about that.
    pub status_message: String,
}

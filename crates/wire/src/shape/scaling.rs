//! Auto scaling of provisioned throughput: the part of Application Auto Scaling for tables and indexes. To its clients
//! it is a separate service.

use super::closed_set::closed_set;
use crate::operation::members;

closed_set! {
    /// The services whose resources are scaled; only DynamoDB is supported.
    #[derive(Default)]
    ServiceNamespace {
        /// Tables and indexes.
        #[default]
        DynamoDb = "dynamodb",
    }
}

closed_set! {
    /// How a policy scales tables and indexes.
    #[derive(Default)]
    PolicyType {
        /// By tracking a target.
        #[default]
        TargetTrackingScaling = "TargetTrackingScaling",
    }
}

closed_set! {
    /// Which throughput of a table or index is scaled.
    #[derive(Default)]
    ScalableDimension {
        /// A table's reads.
        #[default]
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
    /// The metric that a policy tracks: consumed units as a percentage of provisioned units.
    #[derive(Default)]
    ScalingMetric {
        /// The utilization of reads.
        #[default]
        Reads = "DynamoDBReadCapacityUtilization",
        /// The utilization of writes.
        Writes = "DynamoDBWriteCapacityUtilization",
    }
}

closed_set! {
    /// The outcome of a change of capacity.
    #[derive(Default)]
    ScalingStatus {
        /// The change was made, or is pending.
        #[default]
        Successful = "Successful",
        /// The change was refused.
        Failed = "Failed",
    }
}

members! {
    /// A table's or index's throughput in one direction.
    #[derive(Eq, serde::Serialize, serde::Deserialize)]
    ScalableResource {
        /// `table/T` or `table/T/index/I`.
        "ResourceId" resource_id: String,
        /// Which throughput of the resource.
        "ScalableDimension" scalable_dimension: ScalableDimension,
    }
}

/// A scalable target: a resource that auto scaling manages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScalableTarget {
    /// The resource.
    pub resource: ScalableResource,
    /// The minimum units per second.
    pub min_capacity: u32,
    /// The maximum units per second.
    pub max_capacity: u32,
    /// The ARN of the role that scales it.
    pub role_arn: String,
    /// Epoch seconds of its registration.
    pub creation_time: f64,
    /// Its ARN.
    pub scalable_target_arn: String,
}

/// A target to track.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TargetTracking {
    /// Percent of provisioned units that should be consumed, 20 to 90.
    pub target_value: f64,
    /// The tracked metric.
    pub metric: ScalingMetric,
    /// The minimum time between two increases, in seconds.
    pub scale_out_cooldown: Option<u32>,
    /// The minimum time between a change and a decrease, in seconds.
    pub scale_in_cooldown: Option<u32>,
    /// Whether capacity is never decreased.
    pub disable_scale_in: Option<bool>,
}

hashrange_checkpoint::by_serde!(TargetTracking);

/// An alarm that triggers a policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScalingAlarm {
    /// Its name.
    pub name: String,
    /// Its ARN.
    pub arn: String,
}

/// A scaling policy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScalingPolicy {
    /// Its name.
    pub policy_name: String,
    /// Its ARN.
    pub policy_arn: String,
    /// The resource that it scales.
    pub resource: ScalableResource,
    /// The target that it tracks.
    pub target_tracking: TargetTracking,
    /// The alarms created for it.
    pub alarms: Vec<ScalingAlarm>,
    /// Epoch seconds of its creation.
    pub creation_time: f64,
}

/// A change of capacity that was made or attempted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScalingActivity {
    /// The unique id of the activity.
    pub activity_id: String,
    /// The scaled resource.
    pub resource: ScalableResource,
    /// A description of the activity.
    pub description: String,
    /// The cause of the activity.
    pub cause: String,
    /// Epoch seconds of the activity.
    pub start_time: f64,
    /// The outcome of the activity.
    pub status_code: ScalingStatus,
    /// Details of the outcome.
    pub status_message: String,
}

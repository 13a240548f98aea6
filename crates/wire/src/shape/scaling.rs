//! Auto scaling of provisioned throughput: the part of Application Auto Scaling that is about tables and indexes, a
//! service of its own to its clients.

use super::closed_set::closed_set;
use crate::operation::members;

closed_set! {
    /// The services whose resources are scaled, as far as they are known here.
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
    /// What is scaled of a table or index.
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
    /// The metric a policy tracks: consumed of provisioned units in percent.
    #[derive(Default)]
    ScalingMetric {
        /// Of reads.
        #[default]
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

members! {
    /// A table's or index's throughput in one direction.
    #[derive(Eq, serde::Serialize, serde::Deserialize)]
    ScalableResource {
        /// `table/T` or `table/T/index/I`.
        "ResourceId" resource_id: String,
        /// What of it.
        "ScalableDimension" scalable_dimension: ScalableDimension,
    }
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

/// A target to track.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
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

/// An alarm that sets a policy going.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalingAlarm {
    /// Its name.
    pub name: String,
    /// Its resource name.
    pub arn: String,
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

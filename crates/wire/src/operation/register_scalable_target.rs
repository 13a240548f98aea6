//! RegisterScalableTarget: registers the throughput of a table or index to be scaled.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{DIMENSION, Kind, Member, NAMESPACE, RESOURCE, Rule};
use crate::shape::{ScalableResource, ServiceNamespace};

members! {
    /// RegisterScalableTarget.
    RegisterScalableTargetRequest = REGISTER_SCALABLE_TARGET {
        /// The service namespace. Only one exists here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        /// The minimum units per second. Unchanged if left out.
        "MinCapacity" min_capacity: Option<u32>,
        /// The maximum units per second. Unchanged if left out.
        "MaxCapacity" max_capacity: Option<u32>,
        ..
        /// The resource to scale.
        resource: ScalableResource,
    }
}

/// Response to RegisterScalableTarget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterScalableTargetResponse {
    /// The target's ARN.
    pub scalable_target_arn: String,
}

static REGISTER_SCALABLE_TARGET: Asked = Asked::of("RegisterScalableTargetRequest").members(&[
    NAMESPACE,
    RESOURCE,
    DIMENSION,
    Member::optional("MinCapacity", Kind::Integer).with(&[Rule::AtLeast(0)]),
    Member::optional("MaxCapacity", Kind::Integer).with(&[Rule::AtLeast(0)]),
]);

told! {
    answer RegisterScalableTargetResponse {
        "ScalableTargetARN" scalable_target_arn,
    }
}

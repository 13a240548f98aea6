//! DeleteScalingPolicy: deletes a scaling policy.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{DIMENSION, NAMESPACE, POLICY, RESOURCE};
use crate::shape::{ScalableResource, ServiceNamespace};

members! {
    /// DeleteScalingPolicy.
    DeleteScalingPolicyRequest = DELETE_SCALING_POLICY {
        /// The policy's name.
        "PolicyName" policy_name: String,
        /// The service namespace. Only one exists here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        ..
        /// The resource that it scales.
        resource: ScalableResource,
    }
}

/// Response to DeleteScalingPolicy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeleteScalingPolicyResponse;

static DELETE_SCALING_POLICY: Asked =
    Asked::of("DeleteScalingPolicyRequest").members(&[POLICY, NAMESPACE, RESOURCE, DIMENSION]);

told! {
    answer DeleteScalingPolicyResponse {}
}

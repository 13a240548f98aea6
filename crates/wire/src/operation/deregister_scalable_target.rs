//! DeregisterScalableTarget: ends the scaling of throughput.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{DIMENSION, NAMESPACE, RESOURCE};
use crate::shape::{ScalableResource, ServiceNamespace};

members! {
    /// DeregisterScalableTarget.
    DeregisterScalableTargetRequest = DEREGISTER_SCALABLE_TARGET {
        /// The service namespace. Only one exists here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        ..
        /// The resource to deregister.
        resource: ScalableResource,
    }
}

/// Response to DeregisterScalableTarget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeregisterScalableTargetResponse;

static DEREGISTER_SCALABLE_TARGET: Asked =
    Asked::of("DeregisterScalableTargetRequest").members(&[NAMESPACE, RESOURCE, DIMENSION]);

told! {
    answer DeregisterScalableTargetResponse {}
}

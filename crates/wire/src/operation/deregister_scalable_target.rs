//! DeregisterScalableTarget: ends the scaling of throughput.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{DIMENSION, NAMESPACE, RESOURCE};
use crate::json::Writer;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeregisterScalableTargetResponse;

static DEREGISTER_SCALABLE_TARGET: Asked =
    Asked::of("DeregisterScalableTargetRequest").members(&[NAMESPACE, RESOURCE, DIMENSION]);

impl Answer for DeregisterScalableTargetResponse {
    fn write(&self, _: &mut Writer) {}
}

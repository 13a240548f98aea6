//! DeregisterScalableTarget: ends the scaling of throughput.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{DIMENSION, NAMESPACE, RESOURCE};
use crate::json::Writer;
use crate::shape::{ScalableResource, ServiceNamespace};

members! {
    /// DeregisterScalableTarget.
    DeregisterScalableTargetRequest = DEREGISTER_SCALABLE_TARGET {
        /// The service; there is but one here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        ..
        /// What is not scaled any more.
        resource: ScalableResource,
    }
}

/// Answer to DeregisterScalableTarget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeregisterScalableTargetResponse;

static DEREGISTER_SCALABLE_TARGET: Asked =
    Asked::of("DeregisterScalableTargetRequest").members(&[NAMESPACE, RESOURCE, DIMENSION]);

impl Answer for DeregisterScalableTargetResponse {
    fn write(&self, _: &mut Writer) {}
}

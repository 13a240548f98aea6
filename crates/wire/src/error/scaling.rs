//! Refusals of requests about auto scaling. Texts are seen in reports of its users unless said otherwise.

use crate::shape::ScalableResource;

/// Why a request about auto scaling is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScalingError {
    /// A policy for something that is not registered.
    #[error("No scalable target registered for service namespace: dynamodb, resource ID: {}, scalable dimension: {}", .0.resource_id, .0.scalable_dimension.as_str())]
    NotRegistered(ScalableResource),
    /// Something that is not registered is to be so no more.
    #[error("No scalable target found for service namespace: dynamodb, resource ID: {}, scalable dimension: {}", .0.resource_id, .0.scalable_dimension.as_str())]
    NoTarget(ScalableResource),
    /// A policy that is not there.
    #[error("No scaling policy found for service namespace: dynamodb, resource ID: {}, scalable dimension: {}, policy name: {policy}", .resource.resource_id, .resource.scalable_dimension.as_str())]
    NoPolicy {
        /// What it would scale.
        resource: ScalableResource,
        /// Its name.
        policy: String,
    },
    /// A table or index that is not there.
    #[error("DynamoDB {what} does not exist: {resource_id}")]
    NoResource {
        /// `table` or `index`.
        what: &'static str,
        /// The resource named.
        resource_id: String,
    },
    /// A resource that the dimension is not of (words not known).
    #[error("Unsupported service namespace, resource type or scalable dimension")]
    Unsupported,
    /// A new target without both bounds (words not known).
    #[error("Minimum capacity and maximum capacity must be specified for a new scalable target")]
    BoundsMissing,
    /// Bounds the wrong way round (words not known).
    #[error("Maximum capacity cannot be less than minimum capacity")]
    Bounds,
    /// A target out of its range, which is documented (words not known).
    #[error("Target value must be between 20 and 90 for predefined metric {0}")]
    TargetValue(&'static str),
    /// A metric of the other direction (words not known).
    #[error("Predefined metric {0} is not supported for the scalable dimension")]
    Metric(&'static str),
    /// A second policy for one target (words not known).
    #[error("Only one target tracking scaling policy for a given metric specification is allowed.")]
    SecondPolicy,
}

impl ScalingError {
    /// The exception's name.
    #[must_use]
    pub fn exception(&self) -> &'static str {
        match self {
            Self::NotRegistered(_) | Self::NoTarget(_) | Self::NoPolicy { .. } => "ObjectNotFoundException",
            _ => "ValidationException",
        }
    }
}

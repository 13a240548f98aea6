//! Errors of the auto scaling operations. The texts come from reports of users unless a comment states otherwise.

use crate::shape::ScalableResource;

/// An error of an auto scaling operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScalingError {
    /// A scaling policy for a resource that is not registered.
    #[error("No scalable target registered for service namespace: dynamodb, resource ID: {}, scalable dimension: {}", .0.resource_id, .0.scalable_dimension.as_str())]
    NotRegistered(ScalableResource),
    /// Deregistration of a resource that is not registered.
    #[error("No scalable target found for service namespace: dynamodb, resource ID: {}, scalable dimension: {}", .0.resource_id, .0.scalable_dimension.as_str())]
    NoTarget(ScalableResource),
    /// The policy does not exist.
    #[error("No scaling policy found for service namespace: dynamodb, resource ID: {}, scalable dimension: {}, policy name: {policy}", .resource.resource_id, .resource.scalable_dimension.as_str())]
    NoPolicy {
        /// The policy's resource.
        resource: ScalableResource,
        /// The policy's name.
        policy: String,
    },
    /// The table or index does not exist.
    #[error("DynamoDB {what} does not exist: {resource_id}")]
    NoResource {
        /// `table` or `index`.
        what: &'static str,
        /// The requested resource.
        resource_id: String,
    },
    /// A resource that does not match the dimension (text unknown).
    #[error("Unsupported service namespace, resource type or scalable dimension")]
    Unsupported,
    /// A new target without both bounds (text unknown).
    #[error("Minimum capacity and maximum capacity must be specified for a new scalable target")]
    BoundsMissing,
    /// A minimum above the maximum (text unknown).
    #[error("Maximum capacity cannot be less than minimum capacity")]
    Bounds,
    /// A target value out of its range, which is documented: auto-scaling-policies (text unknown).
    #[error("Target value must be between 20 and 90 for predefined metric {0}")]
    TargetValue(&'static str),
    /// A metric of the other direction (text unknown).
    #[error("Predefined metric {0} is not supported for the scalable dimension")]
    Metric(&'static str),
    /// A second policy for one target (text unknown).
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

//! DescribeScalableTargets: lists the registered scalable targets on one page. It ignores the page size and the token.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, MAX_RESULTS, Member, NAMESPACE, NEXT_TOKEN, SOME_DIMENSION};
use crate::shape::{ScalableDimension, ScalableTarget, ServiceNamespace};

members! {
    /// DescribeScalableTargets.
    DescribeScalableTargetsRequest = DESCRIBE_SCALABLE_TARGETS {
        /// The service namespace. Only one exists here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        /// Lists only the targets of these resources. All if empty.
        "ResourceIds" resource_ids: Option<Vec<String>>,
        /// Lists only the targets of this dimension.
        "ScalableDimension" scalable_dimension: Option<ScalableDimension>,
    }
}

/// Response to DescribeScalableTargets: all on one page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DescribeScalableTargetsResponse {
    /// The targets.
    pub scalable_targets: Vec<ScalableTarget>,
}

static DESCRIBE_SCALABLE_TARGETS: Asked = Asked::of("DescribeScalableTargetsRequest").members(&[
    NAMESPACE,
    Member::optional("ResourceIds", Kind::List(&Kind::Text)),
    SOME_DIMENSION,
    MAX_RESULTS,
    NEXT_TOKEN,
]);

told! {
    answer DescribeScalableTargetsResponse {
        "ScalableTargets" scalable_targets,
    }
}

told! {
    part ScalableTarget {
        "ServiceNamespace" = "dynamodb",
        .. resource,
        "MinCapacity" min_capacity,
        "MaxCapacity" max_capacity,
        "RoleARN" role_arn,
        "CreationTime" creation_time,
        "ScalableTargetARN" scalable_target_arn,
    }
}

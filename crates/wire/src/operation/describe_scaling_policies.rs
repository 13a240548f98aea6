//! DescribeScalingPolicies: lists the scaling policies on one page. It ignores the page size and the token.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, MAX_RESULTS, Member, NAMESPACE, NEXT_TOKEN, SOME_DIMENSION, SOME_RESOURCE};
use crate::shape::{ScalableDimension, ScalingPolicy, ServiceNamespace};

members! {
    /// DescribeScalingPolicies.
    DescribeScalingPoliciesRequest = DESCRIBE_SCALING_POLICIES {
        /// The service namespace. Only one exists here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        /// Lists only the policies of this resource.
        "ResourceId" resource_id: Option<String>,
        /// Lists only the policies of this dimension.
        "ScalableDimension" scalable_dimension: Option<ScalableDimension>,
        /// Lists only the policies with these names. All if empty.
        "PolicyNames" policy_names: Option<Vec<String>>,
    }
}

/// Response to DescribeScalingPolicies: all on one page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DescribeScalingPoliciesResponse {
    /// The policies.
    pub scaling_policies: Vec<ScalingPolicy>,
}

static DESCRIBE_SCALING_POLICIES: Asked = Asked::of("DescribeScalingPoliciesRequest").members(&[
    Member::optional("PolicyNames", Kind::List(&Kind::Text)),
    NAMESPACE,
    SOME_RESOURCE,
    SOME_DIMENSION,
    MAX_RESULTS,
    NEXT_TOKEN,
]);

told! {
    answer DescribeScalingPoliciesResponse {
        "ScalingPolicies" scaling_policies,
    }
}

told! {
    part ScalingPolicy {
        "PolicyARN" policy_arn,
        "PolicyName" policy_name,
        "ServiceNamespace" = "dynamodb",
        .. resource,
        "PolicyType" = "TargetTrackingScaling",
        "TargetTrackingScalingPolicyConfiguration" target_tracking,
        "Alarms" alarms,
        "CreationTime" creation_time,
    }
}

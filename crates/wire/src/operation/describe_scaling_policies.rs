//! DescribeScalingPolicies: lists the scaling policies on one page. It ignores the page size and the token.

use super::answer::Answer;
use super::body::{Asked, members};
use super::member::Value;
use crate::constraint::{Kind, MAX_RESULTS, Member, NAMESPACE, NEXT_TOKEN, SOME_DIMENSION, SOME_RESOURCE};
use crate::json::answer::scaling::{alarms, resource};
use crate::json::{Writer, objects};
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
#[derive(Clone, Debug, PartialEq)]
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

impl Answer for DescribeScalingPoliciesResponse {
    fn write(&self, out: &mut Writer) {
        out.key("ScalingPolicies");
        objects(out, &self.scaling_policies, policy);
    }
}

fn policy(out: &mut Writer, policy: &ScalingPolicy) {
    out.text_member("PolicyARN", &policy.policy_arn);
    out.text_member("PolicyName", &policy.policy_name);
    resource(out, &policy.resource);
    out.text_member("PolicyType", "TargetTrackingScaling");
    Value::write(&policy.target_tracking, out, "TargetTrackingScalingPolicyConfiguration");
    alarms(out, &policy.alarms);
    out.decimal_member("CreationTime", policy.creation_time);
}

//! DescribeScalingPolicies: tells which targets are tracked. Everything is on one page: neither a number of results nor a
//! place to go on from is looked at.

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
        /// The service; there is but one here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        /// This resource only.
        "ResourceId" resource_id: Option<String>,
        /// This dimension only.
        "ScalableDimension" scalable_dimension: Option<ScalableDimension>,
        /// Policies of these names only; all when empty.
        "PolicyNames" policy_names: Option<Vec<String>>,
    }
}

/// Answer to DescribeScalingPolicies: all on one page.
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

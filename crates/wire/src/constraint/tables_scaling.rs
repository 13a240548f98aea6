//! The shapes of requests about auto scaling, as tables.
//!
//! Of the namespaces, dimensions and metrics of Application Auto Scaling only those of tables are known here.

use super::structure::{Kind, Member, Rule, Shape, Structure};
use crate::shape::{ScalableDimension, ScalingMetric};

const fn shape(class: &'static str, members: &'static [Member]) -> Shape {
    Shape { structure: Structure { class, members }, one_choice: false }
}

const NAMESPACE: Member = Member::required("ServiceNamespace", Kind::Text).with(&[Rule::OneOf(&["dynamodb"])]);
const RESOURCE: Member = Member::required("ResourceId", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(1_600)]);
const SOME_RESOURCE: Member =
    Member::optional("ResourceId", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(1_600)]);
const RESOURCES: Member = Member::optional("ResourceIds", Kind::List(&Kind::Text));
const DIMENSION: Member =
    Member::required("ScalableDimension", Kind::Text).with(&[Rule::OneOf(ScalableDimension::WORDS)]);
const SOME_DIMENSION: Member =
    Member::optional("ScalableDimension", Kind::Text).with(&[Rule::OneOf(ScalableDimension::WORDS)]);
const POLICY: Member = Member::required("PolicyName", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(256)]);
const MAX_RESULTS: Member = Member::optional("MaxResults", Kind::Integer).with(&[Rule::AtLeast(0)]);
const NEXT_TOKEN: Member = Member::optional("NextToken", Kind::Text);

static METRIC: Structure = Structure {
    class: "PredefinedMetricSpecification",
    members: &[Member::required("PredefinedMetricType", Kind::Text).with(&[Rule::OneOf(ScalingMetric::WORDS)])],
};
static TRACKING: Structure = Structure {
    class: "TargetTrackingScalingPolicyConfiguration",
    members: &[
        Member::required("TargetValue", Kind::Decimal),
        Member::required("PredefinedMetricSpecification", Kind::Structure(&METRIC)),
        Member::optional("ScaleOutCooldown", Kind::Integer).with(&[Rule::AtLeast(0)]),
        Member::optional("ScaleInCooldown", Kind::Integer).with(&[Rule::AtLeast(0)]),
        Member::optional("DisableScaleIn", Kind::Boolean),
    ],
};

pub(crate) static REGISTER_SCALABLE_TARGET: Shape = shape(
    "RegisterScalableTargetRequest",
    &[
        NAMESPACE,
        RESOURCE,
        DIMENSION,
        Member::optional("MinCapacity", Kind::Integer).with(&[Rule::AtLeast(0)]),
        Member::optional("MaxCapacity", Kind::Integer).with(&[Rule::AtLeast(0)]),
    ],
);
pub(crate) static DEREGISTER_SCALABLE_TARGET: Shape =
    shape("DeregisterScalableTargetRequest", &[NAMESPACE, RESOURCE, DIMENSION]);
pub(crate) static PUT_SCALING_POLICY: Shape = shape(
    "PutScalingPolicyRequest",
    &[
        POLICY,
        NAMESPACE,
        RESOURCE,
        DIMENSION,
        Member::optional("PolicyType", Kind::Text).with(&[Rule::OneOf(&["TargetTrackingScaling"])]),
        Member::required("TargetTrackingScalingPolicyConfiguration", Kind::Structure(&TRACKING)),
    ],
);
pub(crate) static DELETE_SCALING_POLICY: Shape =
    shape("DeleteScalingPolicyRequest", &[POLICY, NAMESPACE, RESOURCE, DIMENSION]);
pub(crate) static DESCRIBE_SCALABLE_TARGETS: Shape =
    shape("DescribeScalableTargetsRequest", &[NAMESPACE, RESOURCES, SOME_DIMENSION, MAX_RESULTS, NEXT_TOKEN]);
pub(crate) static DESCRIBE_SCALING_POLICIES: Shape = shape(
    "DescribeScalingPoliciesRequest",
    &[
        Member::optional("PolicyNames", Kind::List(&Kind::Text)),
        NAMESPACE,
        SOME_RESOURCE,
        SOME_DIMENSION,
        MAX_RESULTS,
        NEXT_TOKEN,
    ],
);
pub(crate) static DESCRIBE_SCALING_ACTIVITIES: Shape =
    shape("DescribeScalingActivitiesRequest", &[NAMESPACE, SOME_RESOURCE, SOME_DIMENSION, MAX_RESULTS, NEXT_TOKEN]);

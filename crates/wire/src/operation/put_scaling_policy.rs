//! PutScalingPolicy: sets a target for throughput to track.

use super::body::{Asked, members};
use super::body_member::{BodyMember as _, Value};
use super::told::told;
use crate::constraint::{DIMENSION, Kind, Member, NAMESPACE, POLICY, RESOURCE, Rule, Structure};
use crate::json::request::members::{needed, truth, word};
use crate::json::{Node, Writer};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{PolicyType, ScalableResource, ScalingAlarm, ScalingMetric, ServiceNamespace, TargetTracking};

members! {
    /// PutScalingPolicy, with a policy that tracks a target.
    PutScalingPolicyRequest = PUT_SCALING_POLICY {
        /// The policy's name.
        "PolicyName" policy_name: String,
        /// How it scales.
        "PolicyType" policy_type: PolicyType,
        /// The service namespace. Only one exists here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        /// The target to track.
        "TargetTrackingScalingPolicyConfiguration" target_tracking: TargetTracking,
        ..
        /// The resource that it scales.
        resource: ScalableResource,
    }
}

/// Response to PutScalingPolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PutScalingPolicyResponse {
    /// The policy's ARN.
    pub policy_arn: String,
    /// The alarms created for it.
    pub alarms: Vec<ScalingAlarm>,
}

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

static PUT_SCALING_POLICY: Asked = Asked::of("PutScalingPolicyRequest").members(&[
    POLICY,
    NAMESPACE,
    RESOURCE,
    DIMENSION,
    Member::optional("PolicyType", Kind::Text).with(&[Rule::OneOf(PolicyType::WORDS)]),
    Member::required("TargetTrackingScalingPolicyConfiguration", Kind::Structure(&TRACKING)),
]);

/// Not declared with `members!`, because the metric is in a nested structure.
impl Value for TargetTracking {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let metric = needed(node, "PredefinedMetricSpecification")?;
        let seconds = |name: &str| {
            node.member(name)
                .map(|node| Value::read(reader, name, node))
                .transpose()
        };
        Ok(Self {
            target_value: Value::read(reader, name, needed(node, "TargetValue")?)?,
            metric: word(needed(metric, "PredefinedMetricType")?, ScalingMetric::from_wire)?,
            scale_out_cooldown: seconds("ScaleOutCooldown")?,
            scale_in_cooldown: seconds("ScaleInCooldown")?,
            disable_scale_in: node.member("DisableScaleIn").map(truth).transpose()?,
        })
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.object(|out| {
            out.decimal_member("TargetValue", self.target_value);
            out.key("PredefinedMetricSpecification");
            out.inline_object(|out| out.text_member("PredefinedMetricType", self.metric.as_str()));
            self.scale_out_cooldown.write(out, "ScaleOutCooldown");
            self.scale_in_cooldown.write(out, "ScaleInCooldown");
            self.disable_scale_in.write(out, "DisableScaleIn");
        });
    }
}

told! {
    answer PutScalingPolicyResponse {
        "PolicyARN" policy_arn,
        "Alarms" alarms,
    }
}

told! {
    part ScalingAlarm {
        "AlarmName" name,
        "AlarmARN" arn,
    }
}

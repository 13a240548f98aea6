//! DescribeScalableTargets: lists the registered scalable targets on one page. It ignores the page size and the token.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, MAX_RESULTS, Member, NAMESPACE, NEXT_TOKEN, SOME_DIMENSION};
use crate::json::answer::scaling::resource;
use crate::json::{Writer, objects};
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
#[derive(Clone, Debug, PartialEq)]
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

impl Answer for DescribeScalableTargetsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("ScalableTargets");
        objects(out, &self.scalable_targets, target);
    }
}

fn target(out: &mut Writer, target: &ScalableTarget) {
    resource(out, &target.resource);
    out.count_member("MinCapacity", u64::from(target.min_capacity));
    out.count_member("MaxCapacity", u64::from(target.max_capacity));
    out.text_member("RoleARN", &target.role_arn);
    out.decimal_member("CreationTime", target.creation_time);
    out.text_member("ScalableTargetARN", &target.scalable_target_arn);
}

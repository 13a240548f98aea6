//! DescribeScalableTargets: tells what is registered to be scaled. Everything is on one page: neither a number of results
//! nor a place to go on from is looked at.

use super::body::{Asked, members};
use crate::constraint::{Kind, MAX_RESULTS, Member, NAMESPACE, NEXT_TOKEN, SOME_DIMENSION};
use crate::shape::{ScalableDimension, ScalableTarget, ServiceNamespace};

members! {
    /// DescribeScalableTargets.
    DescribeScalableTargetsRequest = DESCRIBE_SCALABLE_TARGETS {
        /// The service; there is but one here.
        "ServiceNamespace" service_namespace: ServiceNamespace,
        /// These resources only; all when empty.
        "ResourceIds" resource_ids: Option<Vec<String>>,
        /// This dimension only.
        "ScalableDimension" scalable_dimension: Option<ScalableDimension>,
    }
}

/// Answer to DescribeScalableTargets: all on one page.
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

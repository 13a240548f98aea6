//! Members that auto scaling requests share.
//!
//! Knows only the namespaces, dimensions and metrics of Application Auto Scaling that belong to tables.

use super::structure::{Kind, Member, Rule};
use crate::shape::{ScalableDimension, ServiceNamespace};

pub(crate) const NAMESPACE: Member =
    Member::required("ServiceNamespace", Kind::Text).with(&[Rule::OneOf(ServiceNamespace::WORDS)]);
pub(crate) const RESOURCE: Member =
    Member::required("ResourceId", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(1_600)]);
pub(crate) const SOME_RESOURCE: Member =
    Member::optional("ResourceId", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(1_600)]);
pub(crate) const DIMENSION: Member =
    Member::required("ScalableDimension", Kind::Text).with(&[Rule::OneOf(ScalableDimension::WORDS)]);
pub(crate) const SOME_DIMENSION: Member =
    Member::optional("ScalableDimension", Kind::Text).with(&[Rule::OneOf(ScalableDimension::WORDS)]);
pub(crate) const POLICY: Member =
    Member::required("PolicyName", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(256)]);
pub(crate) const MAX_RESULTS: Member = Member::optional("MaxResults", Kind::Integer).with(&[Rule::AtLeast(0)]);

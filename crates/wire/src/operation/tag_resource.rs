//! TagResource: attaches tags to a table or a stream.

use super::body::{Asked, members};
use super::resource_arn::{RESOURCE_ARN, check_arn};
use super::step::Step;
use super::tag::{TAGS, Tag};
use super::told::told;
use crate::error::SettingError;
use crate::json::Node;
use crate::json::request::members::invalid;
use crate::reader::Reader;
use crate::rejection::Rejection;

members! {
    /// TagResource.
    TagResourceRequest = TAG_RESOURCE {
        /// The table's ARN.
        "ResourceArn" resource_arn: String,
        /// Tags to set. They replace existing tags with the same key.
        "Tags" tags: Vec<Tag>,
    }
}

/// Response to TagResource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagResourceResponse;

static TAG_RESOURCE: Asked = Asked::of("TagResourceInput").members(&[RESOURCE_ARN, TAGS]).then(&[
    Step::Judge(check_arn),
    Step::Read("Tags"),
    Step::Judge(has_tags),
]);

fn has_tags(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let tags = root.member("Tags").and_then(|tags| tags.elements().next());
    tags.map(drop).ok_or_else(|| invalid(SettingError::NoTags))
}

// The response has no body (observed: tags-seen).
told! {
    answer TagResourceResponse without body
}

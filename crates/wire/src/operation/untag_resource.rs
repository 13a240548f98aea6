//! UntagResource: removes tags from a table or a stream.

use super::body::{Asked, members};
use super::resource_arn::{RESOURCE_ARN, check_arn};
use super::step::Step;
use super::tag::tag_key;
use super::told::told;
use crate::constraint::{Kind, Member};
use crate::error::SettingError;
use crate::json::Node;
use crate::json::request::members::invalid;
use crate::reader::Reader;
use crate::rejection::Rejection;

members! {
    /// UntagResource.
    UntagResourceRequest = UNTAG_RESOURCE {
        /// The table's ARN.
        "ResourceArn" resource_arn: String,
        /// Keys of the tags to remove. Missing tags cause no error.
        "TagKeys" tag_keys: Vec<String>,
    }
}

/// Response to UntagResource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UntagResourceResponse;

static UNTAG_RESOURCE: Asked = Asked::of("UntagResourceInput")
    .members(&[RESOURCE_ARN, Member::optional("TagKeys", Kind::List(&Kind::Text))])
    .then(&[Step::Judge(check_arn), Step::Judge(check_keys), Step::Read("TagKeys")]);

fn check_keys(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let keys = root.member("TagKeys").filter(|keys| keys.elements().next().is_some());
    let keys = keys.ok_or_else(|| invalid(SettingError::NoTagKeys))?;
    keys.elements().try_for_each(|key| tag_key(key).map(drop))
}

// The response has no body (observed: tags-seen).
told! {
    answer UntagResourceResponse without body
}

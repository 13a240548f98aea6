//! ListTagsOfResource: tells a table's tags.

use super::answer::Answer;
use super::body::{Asked, members};
use super::member::Value;
use super::resource_arn::{RESOURCE_ARN, check_table_arn};
use super::step::Step;
use super::tag::Tag;
use crate::constraint::NEXT_TOKEN;
use crate::json::Writer;

members! {
    /// ListTagsOfResource. A token to go on from is not looked at: the first page is the whole (observed).
    ListTagsOfResourceRequest = LIST_TAGS_OF_RESOURCE {
        /// The table's resource name.
        "ResourceArn" resource_arn: String,
    }
}

/// Answer to ListTagsOfResource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListTagsOfResourceResponse {
    /// The tags.
    pub tags: Vec<Tag>,
}

static LIST_TAGS_OF_RESOURCE: Asked =
    Asked::of("ListTagsOfResourceInput").members(&[RESOURCE_ARN, NEXT_TOKEN]).then(&[Step::Judge(check_table_arn)]);

impl Answer for ListTagsOfResourceResponse {
    fn write(&self, out: &mut Writer) {
        Value::write(&self.tags, out, "Tags");
    }
}

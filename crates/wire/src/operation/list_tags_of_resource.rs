//! ListTagsOfResource: lists the tags of a table or a stream.

use super::body::{Asked, members};
use super::resource_arn::{RESOURCE_ARN, check_arn};
use super::step::Step;
use super::tag::Tag;
use super::told::told;
use crate::constraint::NEXT_TOKEN;

members! {
    /// ListTagsOfResource. It ignores the token, because the first page lists all tags (observed: tags-seen).
    ListTagsOfResourceRequest = LIST_TAGS_OF_RESOURCE {
        /// The table's ARN.
        "ResourceArn" resource_arn: String,
    }
}

/// Response to ListTagsOfResource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListTagsOfResourceResponse {
    /// The tags.
    pub tags: Vec<Tag>,
    /// The token for the next page. Always absent here.
    pub next_token: Option<String>,
}

static LIST_TAGS_OF_RESOURCE: Asked = Asked::of("ListTagsOfResourceInput")
    .members(&[RESOURCE_ARN, NEXT_TOKEN])
    .then(&[Step::Judge(check_arn)]);

told! {
    answer ListTagsOfResourceResponse {
        "Tags" tags,
        "NextToken" next_token,
    }
}

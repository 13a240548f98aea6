//! Tags: TagResource, UntagResource, ListTagsOfResource.

use super::table_settings::Tag;

/// TagResource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagResourceRequest {
    /// The table's resource name.
    pub resource_arn: String,
    /// Tags to set; those with a key that is there already are replaced.
    pub tags: Vec<Tag>,
}

/// Answer to TagResource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagResourceResponse;

/// UntagResource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UntagResourceRequest {
    /// The table's resource name.
    pub resource_arn: String,
    /// Keys of the tags to take off; those that are not there count as taken off.
    pub tag_keys: Vec<String>,
}

/// Answer to UntagResource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UntagResourceResponse;

/// ListTagsOfResource. A token to go on from is not looked at: the first page is the whole (observed).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListTagsOfResourceRequest {
    /// The table's resource name.
    pub resource_arn: String,
}

/// Answer to ListTagsOfResource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListTagsOfResourceResponse {
    /// The tags.
    pub tags: Vec<Tag>,
}

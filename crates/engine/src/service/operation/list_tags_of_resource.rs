//! ListTagsOfResource: the tags of a table or a stream, all on one page. Tags of a pending change are not included yet
//! (observed: tags-seen).

use hashrange_wire::{ListTagsOfResourceRequest, ListTagsOfResourceResponse, Response};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::tag_change::tagged;

pub(super) fn perform(engine: &Engine, request: &ListTagsOfResourceRequest) -> Outcome {
    let (tags, table) = tagged(engine, &request.resource_arn)?;
    let response = Response::ListTagsOfResource(ListTagsOfResourceResponse {
        tags: tags.list(),
        next_token: None,
    });
    Ok(Done::about(response, Some(table)))
}

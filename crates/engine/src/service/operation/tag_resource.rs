//! TagResource: sets tags of a table or a stream.

use hashrange_wire::{Response, TagResourceRequest, TagResourceResponse};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::tag_change::{TagChange, change};

pub(super) fn perform(engine: &mut Engine, request: TagResourceRequest) -> Outcome {
    let table = change(
        engine,
        &request.resource_arn,
        TagChange {
            set: request.tags,
            remove: Vec::new(),
        },
    )?;
    let response = Response::TagResource(TagResourceResponse);
    Ok(Done::about(response, Some(table)))
}

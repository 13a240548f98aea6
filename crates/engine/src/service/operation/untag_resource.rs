//! UntagResource: removes tags from a table or a stream. Missing tags count as removed (observed: tags-seen).

use hashrange_wire::{Response, UntagResourceRequest, UntagResourceResponse};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::tag_change::{TagChange, change};

pub(super) fn perform(engine: &mut Engine, request: UntagResourceRequest) -> Outcome {
    let table = change(
        engine,
        &request.resource_arn,
        TagChange {
            set: Vec::new(),
            remove: request.tag_keys,
        },
    )?;
    let response = Response::UntagResource(UntagResourceResponse);
    Ok(Done::about(response, Some(table)))
}

//! UntagResource: takes tags off a table. Those that are not there count as taken off (observed).

use hashrange_wire::{Response, UntagResourceRequest, UntagResourceResponse};

use super::tag_change::{TagChange, change};
use super::{Done, Outcome};
use crate::Engine;

#[inline(never)]
pub(super) fn perform(engine: &mut Engine, request: UntagResourceRequest) -> Outcome {
    let table = change(engine, &request.resource_arn, TagChange { set: Vec::new(), remove: request.tag_keys })?;
    let response = Response::UntagResource(UntagResourceResponse);
    Ok(Done::about(response, Some(table)))
}

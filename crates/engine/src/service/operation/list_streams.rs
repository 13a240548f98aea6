//! ListStreams: the streams that can be read, including those of deleted tables (observed: stream-lists). Their order
//! is a model.

use hashrange_values::Text;
use hashrange_wire::{ListStreamsRequest, ListStreamsResponse, Response, table_name_of};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::state::stream::name::StreamName;

/// The default number of streams on a page (documented: streams-api).
const MOST: usize = 100;

pub(super) fn perform(engine: &Engine, request: &ListStreamsRequest) -> Outcome {
    let start = request
        .exclusive_start_stream_arn
        .as_deref()
        .map(StreamName::from_arn)
        .transpose()?;
    let table = request
        .table_name
        .as_deref()
        .map(|name| Text::from(table_name_of(name)));
    let most = request.limit.map_or(MOST, |asked| asked as usize);
    let wanted = |name: &&StreamName| table.as_ref().is_none_or(|table| name.table == *table);
    let mut found = engine.shared.streams.after(start.as_ref()).filter(wanted);
    let streams: Vec<_> = found
        .by_ref()
        .take(most)
        .map(|name| name.summary(&engine.shared.options))
        .collect();
    let last = found.next().and(streams.last()).map(|stream| stream.stream_arn.clone());
    let response = ListStreamsResponse {
        last_evaluated_stream_arn: last,
        streams,
    };
    Ok(Done::about(Response::ListStreams(response), table))
}

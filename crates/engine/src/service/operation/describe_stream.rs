//! DescribeStream: a stream and its shards, page by page in the order of their names.

use hashrange_wire::{
    DescribeStreamRequest, DescribeStreamResponse, Response, SequenceNumberRange, ShardDescription, ShardFilter,
    ShardFilterType,
};

use crate::rules::describe;
use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::{Shard, ShardId};

/// The default number of shards on a page (documented: streams-api).
const MOST: usize = 100;

pub(super) fn perform(engine: &Engine, request: &DescribeStreamRequest) -> Outcome {
    let name = StreamName::from_arn(&request.stream_arn)?;
    let log = engine.shared.streams.named(&name, &request.stream_arn)?;
    let filter = request.shard_filter.as_ref();
    // An invalid shard name is compared like a valid one (observed: stream-shard-names).
    let starts_after = |id: ShardId| {
        request
            .exclusive_start_shard_id
            .as_ref()
            .is_none_or(|start| id.to_string() > *start)
    };
    let mut found = log
        .shards()
        .filter(|(id, shard)| starts_after(*id) && is_wanted(filter, shard));
    let most = request.limit.map_or(MOST, |asked| asked as usize);
    let shards: Vec<_> = found.by_ref().take(most).map(described).collect();
    let last = found.next().and(shards.last()).map(|shard| shard.shard_id.clone());
    let response = DescribeStreamResponse {
        summary: name.summary(&engine.shared.options),
        stream_status: log.status,
        stream_view_type: log.view,
        creation_request_date_time: log.created.as_epoch_seconds_f64(),
        key_schema: describe::key_schema(&log.keys),
        shards,
        last_evaluated_shard_id: last,
    };
    Ok(Done::about(Response::DescribeStream(response), Some(name.table)))
}

fn is_wanted(filter: Option<&ShardFilter>, shard: &Shard) -> bool {
    match filter {
        None => true,
        Some(ShardFilter {
            kind: ShardFilterType::ChildShards,
            shard_id,
        }) => shard.parent.is_some() && shard.parent == ShardId::parse(shard_id),
    }
}

fn described((id, shard): (ShardId, &Shard)) -> ShardDescription {
    ShardDescription {
        shard_id: id.to_string(),
        sequence_number_range: SequenceNumberRange {
            starting_sequence_number: shard.starting.to_string(),
            ending_sequence_number: shard.ending.map(|(last, _)| last.to_string()),
        },
        parent_shard_id: shard.parent.map(|parent| parent.to_string()),
    }
}

//! GetShardIterator: a position in a shard, for GetRecords.

use hashrange_time::Timestamp;
use hashrange_wire::{
    GetShardIteratorRequest, GetShardIteratorResponse, ResourceNotFound, Response, ServiceError, ShardIteratorType,
    StreamError,
};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::backup::moment;
use crate::state::stream::iterator::ShardIterator;
use crate::state::stream::log::StreamLog;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::{SequenceNumber, Shard, ShardId};

pub(super) fn perform(engine: &Engine, request: &GetShardIteratorRequest) -> Outcome {
    let stream = StreamName::from_arn(&request.stream_arn)?;
    let log = engine.shared.streams.named(&stream, &request.stream_arn)?;
    let found = ShardId::parse(&request.shard_id).and_then(|id| Some((id, log.shard(id)?)));
    let (id, shard) = found.ok_or(ResourceNotFound::Shard)?;
    let place = place(request, log, shard, engine.shared.now)?;
    let table = stream.table.clone();
    let iterator = ShardIterator {
        stream,
        shard: id,
        place,
        issued: engine.shared.now,
    };
    let response = GetShardIteratorResponse {
        shard_iterator: iterator.encode(&engine.shared.options),
    };
    Ok(Done::about(Response::GetShardIterator(response), Some(table)))
}

fn place(
    request: &GetShardIteratorRequest,
    log: &StreamLog,
    shard: &Shard,
    now: Timestamp,
) -> Result<SequenceNumber, ServiceError> {
    let beside = || {
        let text = request.sequence_number.as_deref().ok_or(StreamError::SequenceNumber)?;
        let number = SequenceNumber::parse(text)?;
        let last = shard.ending.map_or(log.last(), |(last, _)| last);
        // Refuses numbers that the shard never had (a model: the service's text is unknown).
        if number < shard.starting || number > last {
            return Err(StreamError::SequenceNumber.into());
        }
        if shard.has_trimmed(number) {
            Err(ServiceError::TrimmedDataAccess)
        } else {
            Ok(number)
        }
    };
    match request.shard_iterator_type {
        ShardIteratorType::TrimHorizon => Ok(shard.horizon()),
        ShardIteratorType::Latest => Ok(log.last().next()),
        ShardIteratorType::AtSequenceNumber => beside(),
        ShardIteratorType::AfterSequenceNumber => beside().map(SequenceNumber::next),
        ShardIteratorType::AtTimestamp => {
            let from = request.timestamp.map(moment).ok_or(StreamError::TimestampMissing)?;
            if from.millis() > now.millis() {
                return Err(StreamError::TimestampAhead.into());
            }
            // Without a record from then on, reading begins after the latest one (a model: undocumented).
            Ok(shard.first_since(from).unwrap_or(log.last().next()))
        }
    }
}

//! GetRecords: the records of a shard from a position on, and the position after them.

use hashrange_store::Placement;
use hashrange_wire::{
    GetRecordsRequest, GetRecordsResponse, Record, ResourceNotFound, Response, ServiceError, StreamError,
    StreamViewType,
};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::state::stream::iterator::ShardIterator;
use crate::state::stream::meter::ShardMeter;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::Change;

/// The default number of records in one response (documented: streams-api).
const MOST_RECORDS: usize = 1_000;
/// The maximum bytes of records in one response (documented: streams-api).
const MOST_BYTES: u64 = 1024 * 1024;

pub(super) fn perform(engine: &mut Engine, request: &GetRecordsRequest) -> Outcome {
    let iterator = ShardIterator::decode(&request.shard_iterator).ok_or(StreamError::Iterator)?;
    if iterator.has_expired(engine.shared.now) {
        return Err(ServiceError::ExpiredIterator.into());
    }
    let ShardIterator {
        stream,
        shard: id,
        place,
        ..
    } = iterator;
    let log = engine
        .shared
        .streams
        .named(&stream, &stream.arn(&engine.shared.options))?;
    let shard = log.shard(id).ok_or(ResourceNotFound::Shard)?;
    if shard.has_trimmed(place) {
        return Err(ServiceError::TrimmedDataAccess.into());
    }
    let (limits, now) = (engine.shared.options.limits, engine.shared.now);
    let metered = engine.shared.context().throttles();
    let meter = shard.meter.unwrap_or_else(|| ShardMeter::new(&limits, now));
    if metered && !meter.admits(&limits, now) {
        return Err(ServiceError::ShardReadsExceeded.into());
    }
    let most = request.limit.map_or(MOST_RECORDS, |asked| asked as usize);
    let mut bytes = 0;
    let fits = |change: &&Change| {
        let first = bytes == 0;
        bytes += change.bytes;
        first || bytes <= MOST_BYTES
    };
    let changes: Vec<&Change> = shard.from(place).take(most).take_while(fits).collect();
    let read = changes.iter().map(|change| change.bytes).sum();
    let place = changes.last().map_or(place, |last| last.sequence.next());
    let drained = shard.ending.is_some() && shard.from(place).next().is_none();
    let records = changes
        .into_iter()
        .map(|change| record(engine, &stream, log.view, change))
        .collect();
    if metered && let Some(shard) = engine.shared.streams.get_mut(&stream).and_then(|log| log.shard_mut(id)) {
        shard.meter.get_or_insert(meter).take(&limits, read, now);
    }
    let table = stream.table.clone();
    let next = ShardIterator {
        stream,
        shard: id,
        place,
        issued: engine.shared.now,
    };
    let next_shard_iterator = (!drained).then(|| next.encode(&engine.shared.options));
    let response = GetRecordsResponse {
        records,
        next_shard_iterator,
    };
    Ok(Done::about(Response::GetRecords(response), Some(table)))
}

fn record(engine: &Engine, stream: &StreamName, view: StreamViewType, change: &Change) -> Record {
    let parts = [
        stream.table.as_bytes(),
        stream.label.as_bytes(),
        &change.sequence.0.to_be_bytes(),
    ];
    Record {
        event_id: format!("{:032x}", Placement::of(parts).as_u128()),
        event_name: change.name,
        aws_region: engine.shared.options.region.clone(),
        approximate_creation_date_time: change.at.seconds(),
        keys: change.keys.clone(),
        new_image: change.new.clone(),
        old_image: change.old.clone(),
        sequence_number: change.sequence.to_string(),
        size_bytes: change.bytes,
        stream_view_type: view,
        by_service: change.by_service,
    }
}

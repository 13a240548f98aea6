//! Folds events into metrics.

use hashrange_engine::{
    Consumption, Direction, Event, EventKind, Exception, RequestEvent, Resource, Stop, StopCause, Units,
};
use hashrange_time::Timestamp;
use hashrange_values::{Text, sort, to_set};
use hashrange_wire::{CapacityDirection, Operation, ServiceError, ThrottleCause, Throttled};

use super::dimensions::Dimensions;
use super::kept::Metrics;
use super::metric::Metric;

impl Metrics {
    /// Folds an event.
    pub fn fold(&mut self, event: &Event) {
        let at = event.at;
        self.sample_until(at);
        self.lasting.note(&event.kind);
        match &event.kind {
            EventKind::Request(request) => self.request(at, request),
            EventKind::Expired { table, .. } => {
                self.count(Dimensions::table(table), Metric::TimeToLiveDeletedItemCount, at, 1);
            }
            EventKind::Backfilled {
                table,
                index,
                units,
                passed,
                items,
                throttled,
                ..
            } => {
                let of = Dimensions::resource(table, Some(index));
                let percent = passed.saturating_mul(100).checked_div(*items).unwrap_or(100).min(100);
                self.add(of.clone(), Metric::OnlineIndexConsumedWriteCapacity, at, *units);
                self.count(of.clone(), Metric::OnlineIndexPercentageProgress, at, percent);
                if *throttled {
                    self.count(of, Metric::OnlineIndexThrottleEvents, at, 1);
                }
            }
            EventKind::Table { table, status: None } => self.forget(table),
            EventKind::Table { .. }
            | EventKind::Index { .. }
            | EventKind::ExpiryScanned { .. }
            | EventKind::PartitionSplit { .. }
            | EventKind::Scaled { .. }
            | EventKind::IndexCaughtUp { .. } => {}
        }
    }

    fn request(&mut self, at: Timestamp, request: &RequestEvent) {
        for consumption in &request.consumption {
            self.consumption(at, consumption);
        }
        for stop in &request.stops {
            self.stop(at, stop);
        }
        self.conflicts(at, request);
        self.throttled_requests(at, request);
        self.errors(at, request);
        self.returned(at, request);
    }

    /// Counts consumed units. The units of a local index count as its table's (documented: cloudwatch-metrics).
    fn consumption(&mut self, at: Timestamp, consumption: &Consumption) {
        let metric = match consumption.direction {
            Direction::Read => Metric::ConsumedReadCapacityUnits,
            Direction::Write => Metric::ConsumedWriteCapacityUnits,
        };
        let mut own = Units::ZERO;
        for arm in consumption.arms() {
            match &arm.resource {
                Resource::Table | Resource::LocalIndex(_) => own += arm.units,
                Resource::VectorIndex(index) => self.vector_bytes(at, consumption, index, arm.bytes),
                Resource::GlobalIndex(index) => {
                    self.add(
                        Dimensions::resource(&consumption.table, Some(index)),
                        metric,
                        at,
                        arm.units,
                    );
                }
            }
        }
        if consumption.searched().is_none() {
            self.add(Dimensions::table(&consumption.table), metric, at, own);
        }
    }

    /// Counts the bytes of a vector index, which is charged by bytes and not by units (documented: vector-metrics).
    fn vector_bytes(&mut self, at: Timestamp, consumption: &Consumption, index: &Text, bytes: u64) {
        let metric = match consumption.direction {
            Direction::Read => Metric::VectorSearchRequestBytes,
            Direction::Write => Metric::VectorWriteRequestBytes,
        };
        self.count(Dimensions::resource(&consumption.table, Some(index)), metric, at, bytes);
    }

    fn stop(&mut self, at: Timestamp, stop: &Stop) {
        let of = Dimensions::table(&stop.table);
        match &stop.cause {
            StopCause::Condition => self.count(of, Metric::ConditionalCheckFailedRequests, at, 1),
            StopCause::Conflict => {}
            StopCause::Throttled(throttled) => self.throttled(at, &stop.table, throttled),
        }
    }

    /// Counts transaction conflicts. The sum is the number of conflicting items, and each refused request is a sample
    /// (documented: cloudwatch-metrics).
    fn conflicts(&mut self, at: Timestamp, request: &RequestEvent) {
        let conflicts = request.stops.iter().filter(|stop| stop.cause == StopCause::Conflict);
        let mut tables: Vec<&Text> = conflicts.map(|stop| &stop.table).collect();
        sort(&mut tables);
        for items in tables.chunk_by(|one, other| one == other) {
            if let [table, ..] = items {
                self.count(
                    Dimensions::table(table),
                    Metric::TransactionConflict,
                    at,
                    items.len() as u64,
                );
            }
        }
    }

    /// Counts one event for each table or index that lacked throughput (documented: cloudwatch-metrics).
    fn throttled(&mut self, at: Timestamp, table: &Text, throttled: &Throttled) {
        for reason in throttled.reasons() {
            let index = reason.index.as_deref().map(Text::from);
            let of = Dimensions::resource(table, index.as_ref());
            let all = match reason.direction {
                CapacityDirection::Read => Metric::ReadThrottleEvents,
                CapacityDirection::Write => Metric::WriteThrottleEvents,
            };
            self.count(of.clone(), all, at, 1);
            self.count(of, by_cause(reason.direction, reason.cause), at, 1);
        }
    }

    /// Counts throttled requests. A request counts once, even if several members were throttled. A batch counts only if
    /// all of it failed (documented: cloudwatch-metrics).
    fn throttled_requests(&mut self, at: Timestamp, request: &RequestEvent) {
        if is_batch(request.operation) && request.error.is_none() {
            return;
        }
        let throttled = request.stops.iter().filter(|stop| is_throttled(stop));
        for table in to_set(throttled.map(|stop| &stop.table)) {
            self.count(
                Dimensions::operation(table, request.operation),
                Metric::ThrottledRequests,
                at,
                1,
            );
        }
    }

    fn errors(&mut self, at: Timestamp, request: &RequestEvent) {
        let Some(error) = request.error.as_deref().and_then(Exception::error) else {
            return;
        };
        if error.status() >= 500 {
            for table in request.tables() {
                self.count(
                    Dimensions::operation(table, request.operation),
                    Metric::SystemErrors,
                    at,
                    1,
                );
            }
        } else if !is_counted_elsewhere(error, &request.stops) {
            self.count(Dimensions::default(), Metric::UserErrors, at, 1);
        }
    }

    fn returned(&mut self, at: Timestamp, request: &RequestEvent) {
        let (Some(table), None) = (request.tables().next(), &request.error) else {
            return;
        };
        let of = Dimensions::operation(table, request.operation);
        match request.operation {
            Operation::Query | Operation::Scan | Operation::ExecuteStatement => {
                self.count(of, Metric::ReturnedItemCount, at, request.returned.count);
            }
            Operation::GetRecords => {
                self.count(of.clone(), Metric::ReturnedRecordsCount, at, request.returned.count);
                self.count(of, Metric::ReturnedBytes, at, request.returned.bytes);
            }
            _ => {}
        }
    }
}

fn by_cause(direction: CapacityDirection, cause: ThrottleCause) -> Metric {
    use CapacityDirection::{Read, Write};
    match (direction, cause) {
        (Read, ThrottleCause::ProvisionedThroughput) => Metric::ReadProvisionedThroughputThrottleEvents,
        (Write, ThrottleCause::ProvisionedThroughput) => Metric::WriteProvisionedThroughputThrottleEvents,
        (Read, ThrottleCause::KeyRangeThroughput) => Metric::ReadKeyRangeThroughputThrottleEvents,
        (Write, ThrottleCause::KeyRangeThroughput) => Metric::WriteKeyRangeThroughputThrottleEvents,
        (Read, ThrottleCause::MaxOnDemandThroughput) => Metric::ReadMaxOnDemandThroughputThrottleEvents,
        (Write, ThrottleCause::MaxOnDemandThroughput) => Metric::WriteMaxOnDemandThroughputThrottleEvents,
        (Read, ThrottleCause::AccountLimit) => Metric::ReadAccountLimitThrottleEvents,
        (Write, ThrottleCause::AccountLimit) => Metric::WriteAccountLimitThrottleEvents,
    }
}

fn is_batch(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::BatchGetItem | Operation::BatchWriteItem | Operation::BatchExecuteStatement
    )
}

fn is_throttled(stop: &Stop) -> bool {
    matches!(stop.cause, StopCause::Throttled(_))
}

/// Whether an error is no user error. Throttling and false conditions are not user errors, conflicts are
/// (documented: cloudwatch-metrics). A transaction canceled only because of throttling and conditions is none either
/// (inferred: metrics-canceled).
fn is_counted_elsewhere(error: &ServiceError, stops: &[Stop]) -> bool {
    match error {
        ServiceError::Throttled(_)
        | ServiceError::ConditionalCheckFailed { .. }
        | ServiceError::ChangedTooSoon { .. }
        | ServiceError::ShardReadsExceeded => true,
        ServiceError::TransactionCanceled(reasons) => {
            let stopped = reasons.iter().filter(|reason| reason.code() != "None").count();
            let elsewhere = stops
                .iter()
                .filter(|stop| !matches!(stop.cause, StopCause::Conflict))
                .count();
            stopped == elsewhere
        }
        _ => false,
    }
}

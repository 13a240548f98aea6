//! What a request leaves behind in its service, and so which requests a journal must hold.
//!
//! Must not know how records are written.

use hashrange_engine::Throttling;
use hashrange_journal::Entry;
use hashrange_wire::{Operation, ServiceError};

use crate::{Answer, Settings, operation_of, target_of};

/// What a request left behind in its service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing that a later answer depends on.
    Nothing,
    /// It was paid for: a read, or a write whose condition failed.
    Cost,
    /// It may have changed something.
    Change,
}

/// Refusals that are paid for (documented). Every other refusal leaves nothing behind.
const PAID_REFUSALS: [&str; 3] =
    ["ConditionalCheckFailedException", "DuplicateItemException", "TransactionCanceledException"];

/// What an operation leaves behind that is answered. Every operation stands here: one that is new is not compiled before somebody
/// has decided. One that may write, as a statement does, is taken for one that writes: a record too many does no harm.
fn leaves(operation: Operation) -> Mark {
    use Operation as Of;
    match operation {
        Of::CreateTable | Of::DeleteTable | Of::UpdateTable | Of::UpdateTimeToLive => Mark::Change,
        Of::PutItem | Of::UpdateItem | Of::DeleteItem | Of::BatchWriteItem | Of::TransactWriteItems => Mark::Change,
        Of::ExecuteStatement | Of::BatchExecuteStatement | Of::ExecuteTransaction => Mark::Change,
        Of::TagResource | Of::UntagResource | Of::PutResourcePolicy | Of::DeleteResourcePolicy => Mark::Change,
        Of::UpdateContributorInsights | Of::UpdateContinuousBackups => Mark::Change,
        Of::CreateBackup | Of::DeleteBackup | Of::RestoreTableFromBackup | Of::RestoreTableToPointInTime => {
            Mark::Change
        }
        Of::RegisterScalableTarget | Of::DeregisterScalableTarget => Mark::Change,
        Of::PutScalingPolicy | Of::DeleteScalingPolicy => Mark::Change,
        Of::GetItem | Of::BatchGetItem | Of::TransactGetItems | Of::Query | Of::Scan => Mark::Cost,
        // A search takes nothing of any throughput; reads of a stream do where shards are metered (`Rule::mark`).
        Of::SearchVectors | Of::GetShardIterator | Of::GetRecords | Of::DescribeStream | Of::ListStreams => {
            Mark::Nothing
        }
        Of::DescribeTable | Of::ListTables | Of::DescribeTimeToLive | Of::ListTagsOfResource => Mark::Nothing,
        Of::DescribeLimits | Of::DescribeEndpoints | Of::GetResourcePolicy => Mark::Nothing,
        Of::DescribeContributorInsights | Of::ListContributorInsights => Mark::Nothing,
        Of::DescribeContinuousBackups | Of::DescribeBackup | Of::ListBackups => Mark::Nothing,
        Of::ListExports | Of::ListImports | Of::ListGlobalTables => Mark::Nothing,
        Of::DescribeKinesisStreamingDestination | Of::DescribeScalableTargets => Mark::Nothing,
        Of::DescribeScalingPolicies | Of::DescribeScalingActivities => Mark::Nothing,
    }
}

/// What a request with this target and this answer left behind.
#[must_use]
pub fn mark_of(settings: &Settings, target: &str, answer: &Answer) -> Mark {
    let rule = Rule::of(settings, Keeps::Marked(Mark::Cost));
    operation_of(target).map_or(Mark::Nothing, |operation| rule.mark(operation, answer.exception))
}

/// Whether a refusal can stand in a journal.
pub(crate) fn is_paid_refusal(error: &ServiceError) -> bool {
    PAID_REFUSALS.contains(&error.exception())
}

/// Which requests a journal keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Those that left at least this mark: what later answers depend on.
    Marked(Mark),
    /// Every one, answered or refused: what people see of events depends on all of them.
    Everything,
}

/// Which requests a journal holds while the service is set up as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    keeps: Keeps,
    /// Whether reads of a stream take something of their shard.
    shards_metered: bool,
}

impl Rule {
    /// With an accelerator reads are held whatever the mark: they fill it.
    pub(crate) fn of(settings: &Settings, keeps: Keeps) -> Self {
        let keeps = match keeps {
            Keeps::Marked(least) if settings.dax.is_some() => Keeps::Marked(least.min(Mark::Cost)),
            keeps => keeps,
        };
        Self { keeps, shards_metered: settings.physics.throttling.mode != Throttling::Off }
    }

    fn mark(self, operation: Operation, exception: Option<&str>) -> Mark {
        let metered = self.shards_metered && operation == Operation::GetRecords;
        match exception {
            _ if tells(operation) && !metered => Mark::Nothing,
            Some(exception) if PAID_REFUSALS.contains(&exception) => Mark::Cost,
            Some(_) => Mark::Nothing,
            None if metered => Mark::Cost,
            None => leaves(operation),
        }
    }

    /// What it holds of a request for an operation that met this exception, or none.
    pub(crate) fn entry(self, operation: Operation, exception: Option<&str>, body: String) -> Option<Entry> {
        let (mark, operation) = (self.mark(operation, exception), operation.name().to_owned());
        match (self.keeps, exception) {
            (Keeps::Everything, Some(exception)) if mark == Mark::Nothing => {
                Some(Entry::Refused { operation, body, exception: exception.to_owned() })
            }
            (Keeps::Everything, _) => Some(Entry::Request { operation, body }),
            (Keeps::Marked(least), _) => {
                (mark != Mark::Nothing && mark >= least).then_some(Entry::Request { operation, body })
            }
        }
    }

    /// What it holds of a request that was answered.
    pub(crate) fn entry_of(self, target: &str, body: &[u8], answer: &Answer) -> Option<Entry> {
        // A body that is no text is never taken, and leaves no mark.
        let body = str::from_utf8(body).ok()?.to_owned();
        let Some(operation) = operation_of(target) else { return self.unknown(target, body, answer) };
        self.entry(operation, answer.exception, body)
    }

    /// An operation that is not simulated, by the name that leads to the same target again.
    fn unknown(self, target: &str, body: String, answer: &Answer) -> Option<Entry> {
        let (_, name) = target.split_once('.')?;
        let held = self.keeps == Keeps::Everything && target_of(name) == target;
        let exception = answer.exception.filter(|_| held)?.to_owned();
        Some(Entry::Refused { operation: name.to_owned(), body, exception })
    }
}

/// Whether an operation only tells something of the service.
fn tells(operation: Operation) -> bool {
    leaves(operation) == Mark::Nothing
}

/// Whether a record is something that people undo and do again by itself: a request that was answered and changed or cost
/// something, or other settings. A load is undone as a whole.
#[must_use]
pub fn is_step(entry: &Entry) -> bool {
    match entry {
        Entry::Request { operation, .. } => Operation::from_name(operation).is_none_or(|operation| !tells(operation)),
        Entry::Settings { .. } => true,
        Entry::Refused { .. }
        | Entry::Load { .. }
        | Entry::Sent { .. }
        | Entry::LoadEnd
        | Entry::Advance { .. }
        | Entry::Return { .. } => false,
    }
}

//! The effect of a request on its service, which determines the requests that a journal must contain.
//!
//! Must not know how records are written.

use hashrange_engine::Throttling;
use hashrange_journal::Entry;
use hashrange_wire::{Operation, ServiceError};

use crate::{Answer, Settings, operation_of, target_of};

/// The effect of a request on its service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Impact {
    /// No effect on later responses.
    Nothing,
    /// The request consumed capacity: a read, or a write whose condition failed.
    Cost,
    /// The request may have changed something.
    Change,
}

/// Refusals that consume capacity (documented: capacity-units). Every other refusal has no effect.
const PAID_REFUSALS: [&str; 3] = [
    "ConditionalCheckFailedException",
    "DuplicateItemException",
    "TransactionCanceledException",
];

/// The effect of a successful operation. The list is complete: a new operation does not compile without an entry. An
/// operation that can write, such as a statement, counts as a write, because an unnecessary record does no harm.
fn leaves(operation: Operation) -> Impact {
    use Operation as Of;
    match operation {
        Of::CreateTable | Of::DeleteTable | Of::UpdateTable | Of::UpdateTimeToLive => Impact::Change,
        Of::PutItem | Of::UpdateItem | Of::DeleteItem | Of::BatchWriteItem | Of::TransactWriteItems => Impact::Change,
        Of::ExecuteStatement | Of::BatchExecuteStatement | Of::ExecuteTransaction => Impact::Change,
        Of::TagResource | Of::UntagResource | Of::PutResourcePolicy | Of::DeleteResourcePolicy => Impact::Change,
        Of::UpdateContributorInsights | Of::UpdateContinuousBackups => Impact::Change,
        Of::CreateBackup | Of::DeleteBackup | Of::RestoreTableFromBackup | Of::RestoreTableToPointInTime => {
            Impact::Change
        }
        Of::RegisterScalableTarget | Of::DeregisterScalableTarget => Impact::Change,
        Of::PutScalingPolicy | Of::DeleteScalingPolicy => Impact::Change,
        Of::GetItem | Of::BatchGetItem | Of::TransactGetItems | Of::Query | Of::Scan => Impact::Cost,
        // A search consumes no throughput, but the metrics of its index count its bytes.
        Of::SearchVectors => Impact::Cost,
        // Reads of a stream consume throughput if shards are metered (`Rule::impact`).
        Of::GetShardIterator | Of::GetRecords | Of::DescribeStream | Of::ListStreams => Impact::Nothing,
        Of::DescribeTable | Of::ListTables | Of::DescribeTimeToLive | Of::ListTagsOfResource => Impact::Nothing,
        Of::DescribeLimits | Of::DescribeEndpoints | Of::GetResourcePolicy => Impact::Nothing,
        Of::DescribeContributorInsights | Of::ListContributorInsights => Impact::Nothing,
        Of::DescribeContinuousBackups | Of::DescribeBackup | Of::ListBackups => Impact::Nothing,
        Of::ListExports | Of::ListImports | Of::ListBulkOperations | Of::ListGlobalTables => Impact::Nothing,
        Of::DescribeKinesisStreamingDestination | Of::DescribeScalableTargets => Impact::Nothing,
        Of::DescribeScalingPolicies | Of::DescribeScalingActivities => Impact::Nothing,
    }
}

/// The effect of a request with this target and this response.
#[must_use]
pub fn impact_of(settings: &Settings, target: &str, answer: &Answer) -> Impact {
    let rule = Rule::of(settings, Keeps::Marked(Impact::Cost));
    operation_of(target).map_or(Impact::Nothing, |operation| rule.impact(operation, answer.exception))
}

/// Whether a journal can contain this refusal.
pub(crate) fn is_paid_refusal(error: &ServiceError) -> bool {
    PAID_REFUSALS.contains(&error.exception())
}

/// Selects the requests that a journal contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Requests with at least this effect. Later responses depend on them.
    Marked(Impact),
    /// Every request, successful or refused, because the visible events depend on all of them.
    Everything,
}

/// The selection of requests that a journal contains under the current settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    keeps: Keeps,
    /// Whether reads of a stream consume throughput of their shard.
    shards_metered: bool,
}

impl Rule {
    /// Creates the rule. With an accelerator, reads are always recorded, because they fill its caches.
    pub(crate) fn of(settings: &Settings, keeps: Keeps) -> Self {
        let keeps = match keeps {
            Keeps::Marked(least) if settings.dax.is_some() => Keeps::Marked(least.min(Impact::Cost)),
            keeps => keeps,
        };
        Self {
            keeps,
            shards_metered: settings.physics.throttling.mode != Throttling::Off,
        }
    }

    fn impact(self, operation: Operation, exception: Option<&str>) -> Impact {
        let metered = self.shards_metered && operation == Operation::GetRecords;
        match exception {
            _ if only_reports(operation) && !metered => Impact::Nothing,
            Some(exception) if PAID_REFUSALS.contains(&exception) => Impact::Cost,
            Some(_) => Impact::Nothing,
            None if metered => Impact::Cost,
            None => leaves(operation),
        }
    }

    /// The entry for a request for an operation, with its exception if it was refused.
    pub(crate) fn entry(self, operation: Operation, exception: Option<&str>, body: String) -> Option<Entry> {
        let (impact, operation) = (self.impact(operation, exception), operation.name().to_owned());
        match (self.keeps, exception) {
            (Keeps::Everything, Some(exception)) if impact == Impact::Nothing => Some(Entry::Refused {
                operation,
                body,
                exception: exception.to_owned(),
            }),
            (Keeps::Everything, _) => Some(Entry::Request { operation, body }),
            (Keeps::Marked(least), _) => {
                (impact != Impact::Nothing && impact >= least).then_some(Entry::Request { operation, body })
            }
        }
    }

    /// The entry for a handled request.
    pub(crate) fn entry_of(self, target: &str, body: &[u8], answer: &Answer) -> Option<Entry> {
        // A request whose body is not text is never executed, and is not recorded.
        let body = str::from_utf8(body).ok()?.to_owned();
        let Some(operation) = operation_of(target) else {
            return self.unknown(target, body, answer);
        };
        self.entry(operation, answer.exception, body)
    }

    /// The entry for an operation that is not simulated. Its name must lead to the same target at replay.
    fn unknown(self, target: &str, body: String, answer: &Answer) -> Option<Entry> {
        let (_, name) = target.split_once('.')?;
        let held = self.keeps == Keeps::Everything && target_of(name) == target;
        let exception = answer.exception.filter(|_| held)?.to_owned();
        Some(Entry::Refused {
            operation: name.to_owned(),
            body,
            exception,
        })
    }
}

/// Whether a successful operation changes nothing and costs nothing.
fn only_reports(operation: Operation) -> bool {
    leaves(operation) == Impact::Nothing
}

/// Whether a record alone is a step of undo and redo: a successful request that changed or cost something, or a change
/// of settings. A load is undone as a whole, and so is a step of several records.
#[must_use]
pub fn is_step(entry: &Entry) -> bool {
    match entry {
        Entry::Request { operation, .. } => {
            Operation::from_name(operation).is_none_or(|operation| !only_reports(operation))
        }
        Entry::Settings { .. } => true,
        Entry::Refused { .. }
        | Entry::Load { .. }
        | Entry::Sent { .. }
        | Entry::LoadEnd
        | Entry::StepBegin
        | Entry::StepEnd
        | Entry::Advance { .. }
        | Entry::Return { .. } => false,
    }
}

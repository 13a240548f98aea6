//! A read of many items, planned: what Query, Scan and the statements that select have in common.
//!
//! Planned without a table, then walked. Must not know how a request spells its parameters.

use hashrange_expression::{Condition, KeyCondition, Projection};
use hashrange_store::KeyRange;
use hashrange_values::Item;
use hashrange_wire::{QueryResponse, Response, ReturnConsumedCapacity, Select, ValidationError};

use super::{Done, Outcome, item_checks};
use crate::Engine;
use crate::read::{Slice, Sweep, Target, consistency, key_range, resume_query, resume_scan, segment_range, select};

/// A read of many items of one table or index.
pub(crate) struct RangeRead<'a> {
    /// The table, as the request names it: name or ARN.
    pub(crate) table_name: &'a str,
    pub(crate) index_name: Option<&'a str>,
    pub(crate) consistent: Option<bool>,
    pub(crate) which: Which<'a>,
    pub(crate) filter: Option<Condition>,
    pub(crate) projection: Option<Projection>,
    pub(crate) select: Option<Select>,
    pub(crate) limit: Option<u32>,
    pub(crate) start_key: Option<&'a Item>,
    pub(crate) capacity: Option<ReturnConsumedCapacity>,
}

/// Which items are read.
pub(crate) enum Which<'a> {
    /// Those of one partition key value, in sort key order or against it.
    Collection { conditions: &'a KeyCondition, forward: bool },
    /// All, or one segment of so many.
    Everything { segment: Option<(u32, u32)> },
}

impl RangeRead<'_> {
    /// Reads one page.
    pub(crate) fn perform(self, engine: &Engine, wrap: fn(QueryResponse) -> Response) -> Outcome {
        let table = engine.catalogue.usable(self.table_name)?;
        let target = Target::find(table, self.index_name, self.consistent)?;
        let filter = self.filter.as_ref();
        let range = match &self.which {
            Which::Collection { conditions, .. } => {
                check_count(conditions, target)?;
                let range = key_range(conditions, target.keys())?;
                check_filter(filter, target)?;
                item_checks::paths(table, filter.into_iter().flat_map(Condition::mentions))?;
                range
            }
            Which::Everything { segment } => segment_range(*segment),
        };
        let answer = select(target, self.select, self.projection, filter)?;
        let (range, collection, forward) = match self.which {
            Which::Collection { conditions, forward } => {
                let range = resume_query(target, range, conditions, self.start_key, forward)?;
                (range, collection_range(conditions, target), forward)
            }
            Which::Everything { segment } => {
                let range = resume_scan(target, range, self.start_key, segment)?;
                item_checks::paths(table, filter.into_iter().flat_map(Condition::mentions))?;
                (range, None, true)
            }
        };
        let sweep = Sweep {
            target,
            slices: &[Slice { range, collection }],
            forward,
            limit: self.limit,
            filter,
            filter_entries: false,
            answer: &answer,
            consistency: consistency(self.consistent),
        };
        let swept = sweep.read(engine);
        let response = QueryResponse {
            items: (!answer.count_only).then_some(swept.items),
            count: swept.count,
            scanned_count: swept.scanned,
            last_evaluated_key: swept.last_key,
            consumed_capacity: swept.consumption.report(self.table_name, self.capacity),
        };
        Ok(Done::charged_all(wrap(response), vec![swept.consumption], swept.traces))
    }
}

/// More conditions than the key has attributes are refused before their attributes are looked at (observed).
fn check_count(conditions: &KeyCondition, target: Target<'_>) -> Result<(), ValidationError> {
    let (given, keys) = (conditions.terms.len(), target.keys().len());
    if given > keys.max(2) {
        return Err(ValidationError::KeyConditionCount);
    }
    if given > keys { Err(ValidationError::KeyConditionNotSupported) } else { Ok(()) }
}

/// A Query's filter must leave the keys it reads by to the key condition.
fn check_filter(filter: Option<&Condition>, target: Target<'_>) -> Result<(), ValidationError> {
    let names = filter.into_iter().flat_map(Condition::attributes);
    match names.into_iter().find(|name| target.keys().contains(name)) {
        Some(name) => Err(ValidationError::FilterOnKey(name.clone())),
        None => Ok(()),
    }
}

/// The range of all rows with the same partition key value.
fn collection_range(conditions: &KeyCondition, target: Target<'_>) -> Option<KeyRange> {
    let keys = target.keys();
    let partition = |name: &str| keys.partition.iter().any(|key| key.name == name);
    let terms = conditions.terms.iter().filter(|term| partition(&term.attribute)).cloned().collect();
    key_range(&KeyCondition { terms }, keys).ok()
}

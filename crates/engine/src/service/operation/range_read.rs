//! A planned read of many items, shared by Query, Scan and statements that select.
//!
//! The plan needs no table. Must not know how a request spells its parameters.

use hashrange_expression::{Condition, KeyCondition, Projection};
use hashrange_index::KeyAttribute;
use hashrange_store::KeyRange;
use hashrange_values::Item;
use hashrange_wire::{
    QueryResponse, Response, ReturnConsumedCapacity, SearchError, Select, ServiceError, ValidationError,
};
use smallvec::smallvec;

use crate::rules::item_checks;
use crate::rules::outcome::{Done, Outcome};
use crate::rules::read::foreseen::{Filter, Foreseen, Foresight};
use crate::rules::read::range::{key_range, segment_range};
use crate::rules::read::selection::{Answer, select};
use crate::rules::read::start_key::{check_query_start, check_scan_start, resume_query, resume_scan};
use crate::rules::read::sweep::{Slice, Sweep, Swept};
use crate::rules::read::target::{ReadTarget, consistency};
use crate::service::engine::Engine;
use crate::service::payment;
use crate::state::context::Context;

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
    /// The items of one partition key value, in ascending or descending sort key order.
    Collection {
        conditions: &'a KeyCondition,
        forward: bool,
    },
    /// Everything, or one of several segments.
    Everything { segment: Option<(u32, u32)> },
}

impl RangeRead<'_> {
    /// The filter and the items of the page, if applying it is expensive. `None` for a read that will be refused.
    pub(crate) fn foresee(self, engine: &Engine) -> Option<Foresight> {
        self.filter.as_ref()?;
        let table = engine.catalogue.usable(self.table_name).ok()?;
        let target = ReadTarget::find(table, self.index_name).ok()?;
        self.check_index(target).ok()?;
        let plan = self.plan(target).ok()?;
        let everything = Plan {
            answer: Answer::default(),
            ..plan
        };
        let context = Context {
            tracing: false,
            ..engine.shared.context()
        };
        let swept = self.sweep(target, &everything, None, context).ok()?;
        Foresight::of(self.filter, swept.items)
    }

    fn sweep(
        &self,
        target: ReadTarget<'_>,
        plan: &Plan,
        filter: Option<Filter<'_>>,
        context: Context<'_>,
    ) -> Result<Swept, ServiceError> {
        let sweep = Sweep {
            target,
            slices: std::slice::from_ref(&plan.slice),
            forward: plan.forward,
            limit: self.limit,
            filter,
            answer: &plan.answer,
            consistency: consistency(self.consistent),
        };
        sweep.read(context)
    }

    /// Reads one page.
    pub(crate) fn perform(
        self,
        engine: &mut Engine,
        foreseen: &Foreseen,
        wrap: fn(QueryResponse) -> Response,
    ) -> Outcome {
        let (table, context) = (engine.catalogue.usable_mut(self.table_name)?, engine.shared.context());
        let target = ReadTarget::find(table, self.index_name)?;
        self.check_index(target)?;
        let plan = self.plan(target)?;
        let filter = self.filter.as_ref().map(|condition| Filter { condition, foreseen });
        let mut swept = self.sweep(target, &plan, filter, context)?;
        let last_key = swept.last_key.take().filter(|_| self.can_go_on(target));
        payment::pay(table, context, &swept.consumption);
        let response = QueryResponse {
            items: (!plan.answer.count_only).then_some(swept.items),
            count: swept.count,
            scanned_count: swept.scanned,
            last_evaluated_key: last_key,
            consumed_capacity: swept.consumption.report(self.table_name, self.capacity),
        };
        Ok(Done::charged_all(
            wrap(response),
            smallvec![swept.consumption],
            swept.traces,
        ))
    }

    /// Whether a page can return a key to continue. False for a Query of a table without a sort key: it reads at most
    /// one item. The service refuses its starting key (observed: start-key-checks), so a page with that item must not
    /// return one (inferred: start-key-single-item).
    fn can_go_on(&self, target: ReadTarget<'_>) -> bool {
        let one = matches!(self.which, Which::Collection { .. }) && target.index.is_none();
        !(one && target.keys().sort.is_empty())
    }

    /// Refuses a read that the index does not support. Vector indexes have a search operation of their own. Which of
    /// their refusals comes first differs between Query and Scan (observed: vector-read-order).
    fn check_index(&self, target: ReadTarget<'_>) -> Result<(), ServiceError> {
        match &self.which {
            Which::Everything { .. } if target.is_vector_index() => {
                target.check_readable()?;
                Err(SearchError::Scan.into())
            }
            Which::Collection { .. } if target.is_vector_index() => {
                target.check_consistency(self.consistent)?;
                Err(SearchError::Query.into())
            }
            _ => {
                target.check_consistency(self.consistent)?;
                Ok(target.check_readable()?)
            }
        }
    }

    /// Checks the read against its target. The order of the checks is the service's (observed: read-check-order), and
    /// differs between Query and Scan.
    fn plan(&self, target: ReadTarget<'_>) -> Result<Plan, ServiceError> {
        let filter = self.filter.as_ref();
        let select = |filter| select(target, self.select, self.projection.clone(), filter);
        let projected = || item_checks::paths(target.table, self.projection.iter().flat_map(Projection::mentions));
        let plan = match &self.which {
            Which::Collection { conditions, forward } => {
                check_count(conditions, target)?;
                check_query_start(target, conditions, self.start_key)?;
                let range = key_range(conditions, target.keys())?;
                let range = resume_query(target, range, conditions, self.start_key, *forward)?;
                projected()?;
                check_filter(filter, target)?;
                let collection = collection_range(conditions, target);
                Plan {
                    slice: Slice { range, collection },
                    forward: *forward,
                    answer: select(filter)?,
                }
            }
            Which::Everything { segment } => {
                check_scan_start(target, self.start_key)?;
                let answer = select(None)?;
                let range = resume_scan(target, segment_range(*segment), self.start_key, *segment)?;
                projected()?;
                Plan {
                    slice: Slice {
                        range,
                        collection: None,
                    },
                    forward: true,
                    answer,
                }
            }
        };
        item_checks::paths(target.table, filter.into_iter().flat_map(Condition::mentions))?;
        Ok(plan)
    }
}

/// The range of a read, and what it returns.
struct Plan {
    slice: Slice,
    forward: bool,
    answer: Answer,
}

/// Refuses more conditions than key attributes before checking their attributes (observed: key-condition-count, for
/// keys of two; a second condition on a key of one is refused with the attributes).
fn check_count(conditions: &KeyCondition, target: ReadTarget<'_>) -> Result<(), ValidationError> {
    match (conditions.terms.len(), target.keys().len()) {
        (given, keys) if given <= keys.max(2) => Ok(()),
        (given, keys) => Err(ValidationError::KeyConditionsBeyondKeys { given, keys }),
    }
}

/// A Query's filter must not name the keys that the key condition uses.
fn check_filter(filter: Option<&Condition>, target: ReadTarget<'_>) -> Result<(), ValidationError> {
    let Some(filter) = filter else { return Ok(()) };
    let filtered = |key: &&KeyAttribute| filter.attributes().any(|name| *name == key.name);
    match target.keys().attributes().find(filtered) {
        Some(key) => Err(ValidationError::FilterOnKey(key.name.clone())),
        None => Ok(()),
    }
}

/// The range of all rows with the same partition key value.
fn collection_range(conditions: &KeyCondition, target: ReadTarget<'_>) -> Option<KeyRange> {
    let keys = target.keys();
    let partition = |name: &str| keys.partition.iter().any(|key| key.name == name);
    let terms = conditions
        .terms
        .iter()
        .filter(|term| partition(&term.attribute))
        .cloned()
        .collect();
    key_range(&KeyCondition { terms }, keys).ok()
}

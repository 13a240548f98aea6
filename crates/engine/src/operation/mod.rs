//! The operations, one file each: named checks in the service's order, then the effect.
//!
//! Order of checks (observed): shape and constraints (in `wire`, before the engine), expressions, table, keys, sizes,
//! condition. A refusal leaves everything as it was.

mod backup;
mod batch_execute_statement;
mod batch_get_item;
mod batch_write_item;
mod continuous_backups;
mod create_table;
mod delete_item;
mod delete_resource_policy;
mod delete_scaling_policy;
mod delete_table;
mod deregister_scalable_target;
mod describe_contributor_insights;
mod describe_endpoints;
mod describe_limits;
mod describe_scalable_targets;
mod describe_scaling_activities;
mod describe_scaling_policies;
mod describe_stream;
mod describe_table;
mod describe_time_to_live;
mod execute_statement;
mod execute_transaction;
mod get_item;
mod get_records;
mod get_resource_policy;
mod get_shard_iterator;
mod index_keys;
mod item_checks;
mod item_write;
mod legacy;
mod list_contributor_insights;
mod list_streams;
mod list_tables;
mod list_tags_of_resource;
mod lookup;
mod metrics_by_table;
mod nothing_here;
mod origin;
mod policy_owner;
mod put_item;
mod put_resource_policy;
mod put_scaling_policy;
mod query;
mod range_read;
mod rate_checks;
mod refusal;
mod register_scalable_target;
mod restore;
mod scalable;
mod scan;
mod search_vectors;
mod setting_checks;
mod tag_change;
mod tag_resource;
mod transact;
mod transact_get_items;
mod transact_write_items;
mod untag_resource;
mod update_contributor_insights;
mod update_item;
mod update_table;
mod update_time_to_live;

use hashrange_expression::{
    Condition, ExpressionError, ExpressionKind, Projection, Scope, parse_condition, parse_projection,
};
use hashrange_time::Timestamp;
use hashrange_values::{Item, List, Map, Text};
use hashrange_wire::{
    ExpressionAttributeNames, Operation, Request, Response, ServiceError, ValidationError, WriteItemResponse,
    table_name_of,
};

use smallvec::smallvec;

use item_write::Report;
use origin::Origin;

use crate::event::{Returned, Stop};
use crate::trace::Trace;
use crate::{Charges, Consumption, Engine};

pub(crate) use create_table::uuid;
pub(crate) use item_checks::{empty_kind, key_size};
pub(crate) use item_write::{Action, ItemWrite};
pub use transact_write_items::first_fault;

/// A request that was answered.
pub(crate) struct Done {
    pub(crate) response: Response,
    /// The table it is about, when nothing was charged.
    pub(crate) about: Option<Text>,
    /// One for each table charged.
    pub(crate) consumption: Charges,
    /// One for each item or page touched, when traces are on.
    pub(crate) traces: List<Trace>,
    /// Members that were stopped.
    pub(crate) stops: List<Stop>,
}

/// A request that was refused.
pub(crate) struct Refused {
    pub(crate) error: ServiceError,
    /// A failed condition is paid for (documented).
    pub(crate) consumption: Charges,
    /// Members that were stopped; left empty by requests without members.
    pub(crate) stops: List<Stop>,
}

pub(crate) type Outcome = Result<Done, Box<Refused>>;

impl Done {
    /// An answer about a table, or about none, that used no capacity.
    pub(crate) fn about(response: Response, table: Option<Text>) -> Self {
        Self { response, about: table, consumption: Charges::new(), traces: List::new(), stops: List::new() }
    }

    /// An answer that used capacity of one table.
    pub(crate) fn charged(response: Response, consumption: Consumption, trace: Option<Trace>) -> Self {
        Self::charged_all(response, smallvec![consumption], trace.into_iter().collect())
    }

    /// The same, with members that were stopped.
    pub(crate) fn with_stops(self, stops: List<Stop>) -> Self {
        Self { stops, ..self }
    }

    /// An answer that used capacity of several tables.
    pub(crate) fn charged_all(response: Response, consumption: Charges, traces: List<Trace>) -> Self {
        Self { response, about: None, consumption, traces, stops: List::new() }
    }
}

impl Refused {
    /// What stopped the request or its members.
    pub(crate) fn stopped(&self) -> List<Stop> {
        if !self.stops.is_empty() {
            return self.stops.clone();
        }
        let table = match (&self.error, self.consumption.first()) {
            (_, Some(used)) => used.table.clone(),
            (ServiceError::Throttled(throttled), None) => table_of(&throttled.first.resource).into(),
            _ => return List::new(),
        };
        Stop::of(&self.error, &table).into_iter().collect()
    }

    /// A refusal of a request whose members were stopped.
    pub(crate) fn with_stops(error: ServiceError, stops: List<Stop>) -> Box<Self> {
        Box::new(Self { error, consumption: Charges::new(), stops })
    }

    /// A refusal that used capacity all the same.
    pub(crate) fn charged(error: ServiceError, consumption: Charges) -> Box<Self> {
        Box::new(Self { error, consumption, stops: List::new() })
    }
}

impl<E: Into<ServiceError>> From<E> for Box<Refused> {
    fn from(error: E) -> Self {
        Self::new(Refused { error: error.into(), consumption: Charges::new(), stops: List::new() })
    }
}

/// Performs the request.
///
/// Operations a first look at the page does without are never inlined here, so that the page can load them later.
pub(crate) fn perform(engine: &mut Engine, request: Request) -> Outcome {
    match request {
        Request::CreateTable(request) => create_table::perform(engine, request),
        Request::DeleteTable(request) => delete_table::perform(engine, &request),
        Request::DescribeTable(request) => describe_table::perform(engine, &request),
        Request::ListTables(request) => list_tables::perform(engine, &request),
        Request::PutItem(request) => put_item::perform(engine, request),
        Request::GetItem(request) => get_item::perform(engine, &request),
        Request::UpdateItem(request) => update_item::perform(engine, request),
        Request::DeleteItem(request) => delete_item::perform(engine, request),
        Request::Query(request) => query::perform(engine, &request),
        Request::Scan(request) => scan::perform(engine, &request),
        Request::SearchVectors(request) => search_vectors::perform(engine, &request),
        Request::BatchGetItem(request) => batch_get_item::perform(engine, request),
        Request::BatchWriteItem(request) => batch_write_item::perform(engine, request),
        Request::TransactGetItems(request) => transact_get_items::perform(engine, &request),
        Request::TransactWriteItems(request) => transact_write_items::perform(engine, request),
        Request::UpdateTable(request) => update_table::perform(engine, &request),
        Request::UpdateTimeToLive(request) => update_time_to_live::perform(engine, request),
        Request::DescribeTimeToLive(request) => describe_time_to_live::perform(engine, &request),
        Request::TagResource(request) => tag_resource::perform(engine, request),
        Request::UntagResource(request) => untag_resource::perform(engine, request),
        Request::ListTagsOfResource(request) => list_tags_of_resource::perform(engine, &request),
        Request::DescribeLimits(_) => describe_limits::perform(engine),
        Request::DescribeEndpoints(_) => describe_endpoints::perform(engine),
        Request::UpdateContributorInsights(request) => update_contributor_insights::perform(engine, &request),
        Request::DescribeContributorInsights(request) => describe_contributor_insights::perform(engine, &request),
        Request::ListContributorInsights(request) => list_contributor_insights::perform(engine, &request),
        Request::UpdateContinuousBackups(request) => continuous_backups::update(engine, &request),
        Request::DescribeContinuousBackups(request) => continuous_backups::describe(engine, &request),
        Request::ListBackups(request) => backup::list(engine, &request),
        Request::CreateBackup(request) => backup::create(engine, request),
        Request::DescribeBackup(request) => backup::describe(engine, &request),
        Request::DeleteBackup(request) => backup::delete(engine, &request),
        Request::RestoreTableFromBackup(request) => restore::from_backup(engine, &request),
        Request::RestoreTableToPointInTime(request) => restore::to_point_in_time(engine, &request),
        Request::ListExports(_) => nothing_here::list_exports(),
        Request::ListImports(_) => nothing_here::list_imports(),
        Request::ListGlobalTables(_) => nothing_here::list_global_tables(),
        Request::DescribeKinesisStreamingDestination(request) => nothing_here::streaming_destinations(engine, &request),
        Request::PutResourcePolicy(request) => put_resource_policy::perform(engine, request),
        Request::DeleteResourcePolicy(request) => delete_resource_policy::perform(engine, &request),
        Request::GetResourcePolicy(request) => get_resource_policy::perform(engine, &request),
        Request::ExecuteStatement(request) => execute_statement::perform(engine, &request),
        Request::BatchExecuteStatement(request) => batch_execute_statement::perform(engine, &request),
        Request::ExecuteTransaction(request) => execute_transaction::perform(engine, &request),
        Request::ListStreams(request) => list_streams::perform(engine, &request),
        Request::DescribeStream(request) => describe_stream::perform(engine, &request),
        Request::GetShardIterator(request) => get_shard_iterator::perform(engine, &request),
        Request::GetRecords(request) => get_records::perform(engine, &request),
        Request::RegisterScalableTarget(request) => register_scalable_target::perform(engine, &request),
        Request::DeregisterScalableTarget(request) => deregister_scalable_target::perform(engine, &request),
        Request::PutScalingPolicy(request) => put_scaling_policy::perform(engine, &request),
        Request::DeleteScalingPolicy(request) => delete_scaling_policy::perform(engine, &request),
        Request::DescribeScalableTargets(request) => describe_scalable_targets::perform(engine, &request),
        Request::DescribeScalingPolicies(request) => describe_scaling_policies::perform(engine, &request),
        Request::DescribeScalingActivities(request) => describe_scaling_activities::perform(engine, &request),
    }
}

/// The table of a resource name, be it the table's or an index's.
fn table_of(arn: &str) -> &str {
    table_name_of(arn.split_once("/index/").map_or(arn, |(table, _)| table))
}

/// What a request answered with, as far as it is counted.
pub(crate) fn returned(response: &Response) -> Returned {
    let items = |count: u64| Returned { count, ..Returned::default() };
    match response {
        Response::Query(page) | Response::Scan(page) => items(u64::from(page.count)),
        Response::SearchVectors(found) => items(found.results.len() as u64),
        Response::ExecuteStatement(page) => items(page.items.len() as u64),
        Response::GetRecords(page) => Returned {
            count: page.records.len() as u64,
            bytes: page.records.iter().map(|record| record.size_bytes).sum(),
            newest: page.records.last().map(|record| Timestamp::from_seconds(record.approximate_creation_date_time)),
        },
        _ => Returned::default(),
    }
}

/// An expression's error in the service's terms.
pub(crate) fn refuse(error: &ExpressionError) -> ServiceError {
    ValidationError::Expression {
        message: error.to_string(),
        parameter: error.kind.map(ExpressionKind::parameter),
        span: error.span.map(|span| (span.start, span.end)),
    }
    .into()
}

/// The condition of a write, if it has one. Placeholders left over are refused here.
fn condition(text: Option<&str>, scope: &mut Scope<'_>) -> Result<Option<Condition>, ServiceError> {
    text.map(|text| parse_condition(ExpressionKind::Condition, text, scope)).transpose().map_err(|error| refuse(&error))
}

/// The condition of a write that has no other expression.
fn condition_alone(
    text: Option<&str>,
    names: Option<&ExpressionAttributeNames>,
    values: Option<&Map>,
) -> Result<Option<Condition>, ServiceError> {
    if text.is_none() && names.is_none() && values.is_none() {
        return Ok(None);
    }
    let mut scope = scope(names, values)?;
    let condition = condition(text, &mut scope)?;
    if condition.is_some() {
        all_used(&scope)?;
    }
    Ok(condition)
}

/// The projection of a read that has no other expression.
fn projection_alone(
    text: Option<&str>,
    names: Option<&ExpressionAttributeNames>,
) -> Result<Option<Projection>, ServiceError> {
    if text.is_none() && names.is_none() {
        return Ok(None);
    }
    let mut scope = scope(names, None)?;
    let projection = text.map(|text| parse_projection(text, &mut scope)).transpose();
    let projection = projection.map_err(|error| refuse(&error))?;
    if projection.is_some() {
        all_used(&scope)?;
    }
    Ok(projection)
}

/// The placeholders of a request, checked on their own.
fn scope<'a>(names: Option<&'a ExpressionAttributeNames>, values: Option<&'a Map>) -> Result<Scope<'a>, ServiceError> {
    let scope = Scope::new(names, values);
    scope.check().map_err(|error| refuse(&error))?;
    Ok(scope)
}

/// An expression's refusal in the envelope of its operation, as the first reader words it: what the second gets has faults
/// that come before expressions.
fn enveloped(operation: Operation, error: ServiceError) -> ServiceError {
    match error {
        ServiceError::Validation(ValidationError::Expression { message, parameter, span }) => {
            let message = hashrange_wire::enveloped(operation, message);
            ValidationError::Expression { message, parameter, span }.into()
        }
        error => error,
    }
}

/// Refuses placeholders that no expression used. Where no expression stands at all, members of transactions may have
/// them (observed), and of requests the codec refuses them.
fn all_used(scope: &Scope<'_>) -> Result<(), ServiceError> {
    scope.finish().map_err(|error| refuse(&error))
}

/// True when there is no condition, or the item meets it. A missing item is an empty one to a condition.
fn holds(condition: Option<&Condition>, item: Option<&Item>) -> bool {
    let empty = Map::new();
    condition.is_none_or(|condition| condition.matches(item.unwrap_or(&empty)))
}

/// Performs a write of one item on its own.
fn written(engine: &mut Engine, write: ItemWrite, report: &Report, wrap: fn(WriteItemResponse) -> Response) -> Outcome {
    let table_name = write.table_name.clone();
    let judged = write.judge(engine, Origin::Single)?;
    judged.admit(engine)?;
    let (response, written) = judged.commit(engine, &table_name, report);
    Ok(Done::charged(wrap(response), written.consumption, written.trace))
}

//! Requests: from a body to a typed request and back.
//!
//! The order of refusals is the service's: JSON of the wrong kind, then the shape's constraints, then values and
//! combinations of parameters. Must not know tables: what depends on a schema is the engine's.

mod absent;
mod backup;
mod batch;
mod checkpoint;
mod encode;
mod encode_batch;
mod encode_setting;
mod encode_table;
mod encode_transact;
mod index;
mod item;
mod legacy;
mod members;
mod parameters;
mod policy;
mod policy_action;
mod read;
mod scaling;
mod search;
mod setting;
mod statement;
mod stream;
mod table;
mod table_settings;
mod transact;
mod update_table;

use members::{mistyped, refusal, table_name};

use super::tape::{Node, Tape};
use crate::constraint::{self, Shape};
use crate::reader::Reader;
use crate::rejection::{Rejection, SerializationError, SerializationReason};
use crate::request::{Operation, Request};
use crate::shape::{
    DescribeContinuousBackupsRequest, DescribeEndpointsRequest, DescribeKinesisStreamingDestinationRequest,
    DescribeLimitsRequest, DescribeTimeToLiveRequest,
};

pub use absent::{is_absent, refuse_absent};
pub use encode::{encode_request, encode_request_pretty};

/// Reads the body of a request.
///
/// # Errors
/// A [`Rejection`] with the service's own words when the body is not the operation's request or breaks its constraints.
/// Of a transaction an earlier action may have to be told instead, which takes more than reading: see
/// [`Rejection::Transaction`].
pub fn decode(operation: Operation, body: &[u8]) -> Result<Request, Rejection> {
    let tape = parse(body)?;
    let root = tape.root();
    let is_keyless = operation == Operation::UpdateItem && root.member("Key").is_none();
    let reader = if is_keyless || tape.is_deep() { Reader::second(operation) } else { Reader::of(operation) };
    if operation == Operation::SearchVectors {
        object(root)?;
        search::check_members(body, root)?;
    }
    read_as(constraint::shape_for(reader), root, reader.is_second, |root| build(reader, root))
}

fn parse(body: &[u8]) -> Result<Tape<'_>, Rejection> {
    Tape::parse_bytes(body).map_err(|error| {
        let reason = SerializationReason::Syntax(error.reason);
        SerializationError { reason, path: String::new(), offset: error.offset }.into()
    })
}

fn object(root: Node<'_>) -> Result<(), Rejection> {
    if root.is_object() {
        return Ok(());
    }
    let reason = SerializationReason::NotAnObject;
    Err(SerializationError { reason, path: String::new(), offset: root.offset() }.into())
}

/// Reads a body of this shape.
fn read_as<T>(
    shape: &'static Shape,
    root: Node<'_>,
    is_second: bool,
    build: impl FnOnce(Node<'_>) -> Result<T, Rejection>,
) -> Result<T, Rejection> {
    object(root)?;
    let outcome = constraint::check_rules(shape, root, is_second).map_err(refusal).and_then(|()| build(root));
    // Kinds are judged first by the service, but only a request that failed has to be looked at for them: building
    // fails on every value of the wrong kind.
    outcome.map_err(|rejection| match constraint::check_types(&shape.structure, root) {
        Err(mismatch) => mistyped(&mismatch),
        Ok(()) => rejection,
    })
}

/// Holds a typed request against everything [`decode`] checks, for callers that never had a body.
///
/// # Errors
/// As [`decode`].
pub fn check(request: &Request) -> Result<(), Rejection> {
    decode(request.operation(), encode_request(request).as_bytes()).map(drop)
}

/// As in the engine, what a first look at the page does without is never inlined: it can be loaded later.
fn build(reader: Reader, root: Node<'_>) -> Result<Request, Rejection> {
    Ok(match reader.operation {
        Operation::CreateTable => table::create_table(root)?.into(),
        Operation::DeleteTable => table::delete_table(root)?.into(),
        Operation::DescribeTable => table::describe_table(root)?.into(),
        Operation::ListTables => table::list_tables(root)?.into(),
        Operation::PutItem => item::put_item(reader, root)?.into(),
        Operation::GetItem => item::get_item(reader, root)?.into(),
        Operation::UpdateItem => item::update_item(reader, root)?.into(),
        Operation::DeleteItem => item::delete_item(reader, root)?.into(),
        Operation::Query => read::query(reader, root)?.into(),
        Operation::Scan => read::scan(reader, root)?.into(),
        Operation::SearchVectors => search::search_vectors(root)?.into(),
        Operation::BatchGetItem => batch::batch_get_item(reader, root)?.into(),
        Operation::BatchWriteItem => batch::batch_write_item(reader, root)?.into(),
        Operation::TransactGetItems => transact::transact_get_items(reader, root)?.into(),
        Operation::TransactWriteItems => transact::transact_write_items(reader, root)?.into(),
        Operation::UpdateTable => update_table::update_table(root)?.into(),
        Operation::UpdateTimeToLive => setting::update_time_to_live(root)?.into(),
        Operation::DescribeTimeToLive => DescribeTimeToLiveRequest { table_name: table_name(root)? }.into(),
        Operation::TagResource => setting::tag_resource(root)?.into(),
        Operation::UntagResource => setting::untag_resource(root)?.into(),
        Operation::ListTagsOfResource => setting::list_tags_of_resource(root)?.into(),
        Operation::UpdateContributorInsights => setting::update_contributor_insights(root)?.into(),
        Operation::DescribeContributorInsights => setting::describe_contributor_insights(root)?.into(),
        Operation::ListContributorInsights => setting::list_contributor_insights(root)?.into(),
        Operation::UpdateContinuousBackups => backup::update_continuous_backups(root)?.into(),
        Operation::DescribeContinuousBackups => {
            DescribeContinuousBackupsRequest { table_name: table_name(root)? }.into()
        }
        Operation::CreateBackup => backup::create_backup(root)?.into(),
        Operation::DescribeBackup => backup::describe_backup(root)?.into(),
        Operation::DeleteBackup => backup::delete_backup(root)?.into(),
        Operation::RestoreTableFromBackup => backup::restore_from_backup(root)?.into(),
        Operation::RestoreTableToPointInTime => backup::restore_to_point_in_time(root)?.into(),
        Operation::ListBackups => backup::list_backups(root)?.into(),
        Operation::DescribeKinesisStreamingDestination => {
            DescribeKinesisStreamingDestinationRequest { table_name: table_name(root)? }.into()
        }
        Operation::PutResourcePolicy => setting::put_resource_policy(root)?.into(),
        Operation::DeleteResourcePolicy => setting::delete_resource_policy(root)?.into(),
        Operation::GetResourcePolicy => setting::get_resource_policy(root)?.into(),
        Operation::DescribeLimits => DescribeLimitsRequest.into(),
        Operation::DescribeEndpoints => DescribeEndpointsRequest.into(),
        Operation::ListExports => setting::list_exports(root)?.into(),
        Operation::ListImports => setting::list_imports(root)?.into(),
        Operation::ListGlobalTables => setting::list_global_tables(root)?.into(),
        Operation::ExecuteStatement => statement::execute_statement(root)?.into(),
        Operation::BatchExecuteStatement => statement::batch_execute_statement(root)?.into(),
        Operation::ExecuteTransaction => statement::execute_transaction(root)?.into(),
        Operation::ListStreams => stream::list_streams(root)?.into(),
        Operation::DescribeStream => stream::describe_stream(root)?.into(),
        Operation::GetShardIterator => stream::get_shard_iterator(root)?.into(),
        Operation::GetRecords => stream::get_records(root)?.into(),
        Operation::RegisterScalableTarget => scaling::register_scalable_target(root)?.into(),
        Operation::DeregisterScalableTarget => scaling::deregister_scalable_target(root)?.into(),
        Operation::PutScalingPolicy => scaling::put_scaling_policy(root)?.into(),
        Operation::DeleteScalingPolicy => scaling::delete_scaling_policy(root)?.into(),
        Operation::DescribeScalableTargets => scaling::describe_scalable_targets(root)?.into(),
        Operation::DescribeScalingPolicies => scaling::describe_scaling_policies(root)?.into(),
        Operation::DescribeScalingActivities => scaling::describe_scaling_activities(root)?.into(),
    })
}

#[cfg(test)]
mod batch_tests;
#[cfg(test)]
mod round_trips;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wrong_kinds;

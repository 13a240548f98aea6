//! The constraints of requests as data, and the interpreters that check a request against them.
//!
//! `tables_*` hold members that several requests share, in the notation of `structure`: name, kind, rules. `types`
//! produces SerializationExceptions. `rules` produces the list of failed constraints, and `echo` prints values in it.
//! Must not know typed requests: it sees only JSON and tables.

mod echo;
mod rules;
mod structure;
mod tables_absent;
mod tables_control;
mod tables_item;
mod tables_legacy;
mod tables_read;
mod tables_scaling;
mod tables_statement;
mod tables_stream;
mod tables_transfer;
mod types;

pub(crate) use rules::check_rules;
pub(crate) use structure::{Kind, Member, NAME, NAME_PATTERN, Presence, Rule, Shape, Structure};
pub(crate) use tables_absent::{Absent, absent};
pub(crate) use tables_control::{
    BACKUP_ARN, BULK_OPERATION_ARN, EXPECTED_REVISION, EXPORT_ARN, IMPORT_ARN, INDEX_NAME as INDEX_NAME_OF_CONTROL,
    LISTED_TABLE_ARN, LISTED_TABLE_NAME, NEXT_TOKEN, SOME_TABLE_NAME, TABLE_NAME as TABLE_NAME_OF_CONTROL,
};
pub(crate) use tables_item::{
    CONDITION, CONSISTENT_READ, EXPRESSION_NAMES, EXPRESSION_VALUES, KEY, MEMBERS_OF_TRANSACTION, PROJECTION,
    RETURN_CONSUMED_CAPACITY, RETURN_METRICS, RETURN_ON_FAILURE, RETURN_VALUES, TABLE_NAME, TABLE_NAME_FIRST,
    TABLE_NAME_OF_WRITE, VALUES,
};
pub(crate) use tables_legacy::{
    ATTRIBUTE_UPDATES, ATTRIBUTES_TO_GET, CONDITIONAL_OPERATOR, CONDITIONAL_OPERATOR_OF_QUERY,
    CONDITIONAL_OPERATOR_OF_WRITE, EXPECTED, KEY_CONDITIONS, QUERY_FILTER, SCAN_FILTER,
};
pub(crate) use tables_read::{FILTER, INDEX_NAME, SELECT, START_KEY};
pub(crate) use tables_scaling::{DIMENSION, MAX_RESULTS, NAMESPACE, POLICY, RESOURCE, SOME_DIMENSION, SOME_RESOURCE};
pub(crate) use tables_statement::{PARAMETERS, STATEMENT};
pub(crate) use tables_stream::{SHARD_ID, STREAM_ARN};
pub(crate) use tables_transfer::{BUCKET, BUCKET_OWNER, CLIENT_TOKEN};
pub(crate) use types::{Mismatch, check_item_types, check_member_types, check_types, check_value_types, whole_number};

#[cfg(test)]
mod tests;

//! Requests about backups and restores: from their members, and as bodies.

use super::encode_table::{encryption_member, global_index, local_index as write_local_index, throughput_member};
use super::index::{global_index as read_global_index, local_index, vector_index};
use super::members::{count, fields, list, needed, string, table_name, truth, word, wrong_kind};
use super::table_settings::{encryption, on_demand_throughput, throughput};
use crate::json::table_parts::{objects, on_demand_member, vector_index as write_vector_index};
use crate::json::tape::{Node, Token};
use crate::json::writer::Writer;
use crate::rejection::Rejection;
use crate::shape::{
    BackupTypeFilter, BillingMode, CreateBackupRequest, DeleteBackupRequest, DescribeBackupRequest, ListBackupsRequest,
    RestoreOverrides, RestoreTableFromBackupRequest, RestoreTableToPointInTimeRequest,
};

#[inline(never)]
pub(super) fn create_backup(root: Node<'_>) -> Result<CreateBackupRequest, Rejection> {
    Ok(CreateBackupRequest { table_name: table_name(root)?, backup_name: string(needed(root, "BackupName")?)? })
}

#[inline(never)]
pub(super) fn describe_backup(root: Node<'_>) -> Result<DescribeBackupRequest, Rejection> {
    Ok(DescribeBackupRequest { backup_arn: string(needed(root, "BackupArn")?)? })
}

#[inline(never)]
pub(super) fn delete_backup(root: Node<'_>) -> Result<DeleteBackupRequest, Rejection> {
    Ok(DeleteBackupRequest { backup_arn: string(needed(root, "BackupArn")?)? })
}

#[inline(never)]
pub(super) fn list_backups(root: Node<'_>) -> Result<ListBackupsRequest, Rejection> {
    Ok(ListBackupsRequest {
        table_name: root.member("TableName").map(string).transpose()?,
        limit: root.member("Limit").map(count).transpose()?,
        time_range_lower_bound: root.member("TimeRangeLowerBound").map(seconds).transpose()?,
        time_range_upper_bound: root.member("TimeRangeUpperBound").map(seconds).transpose()?,
        exclusive_start_backup_arn: root.member("ExclusiveStartBackupArn").map(string).transpose()?,
        backup_type: root.member("BackupType").map(|node| word(node, BackupTypeFilter::from_wire)).transpose()?,
    })
}

#[inline(never)]
pub(super) fn restore_from_backup(root: Node<'_>) -> Result<RestoreTableFromBackupRequest, Rejection> {
    Ok(RestoreTableFromBackupRequest {
        target_table_name: string(needed(root, "TargetTableName")?)?,
        backup_arn: string(needed(root, "BackupArn")?)?,
        overrides: overrides(root)?,
    })
}

#[inline(never)]
pub(super) fn restore_to_point_in_time(root: Node<'_>) -> Result<RestoreTableToPointInTimeRequest, Rejection> {
    Ok(RestoreTableToPointInTimeRequest {
        source_table_arn: root.member("SourceTableArn").map(string).transpose()?,
        source_table_name: root.member("SourceTableName").map(string).transpose()?,
        target_table_name: string(needed(root, "TargetTableName")?)?,
        use_latest_restorable_time: root.member("UseLatestRestorableTime").map(truth).transpose()?,
        restore_date_time: root.member("RestoreDateTime").map(seconds).transpose()?,
        overrides: overrides(root)?,
    })
}

fn overrides(root: Node<'_>) -> Result<RestoreOverrides, Rejection> {
    let mut overrides = RestoreOverrides::default();
    for (name, node) in fields(root) {
        match name {
            "BillingModeOverride" => overrides.billing_mode = Some(word(node, BillingMode::from_wire)?),
            "GlobalSecondaryIndexOverride" => {
                overrides.global_secondary_indexes = Some(list(node, read_global_index)?);
            }
            "LocalSecondaryIndexOverride" => overrides.local_secondary_indexes = Some(list(node, local_index)?),
            "VectorIndexOverride" => overrides.vector_indexes = Some(list(node, vector_index)?),
            "ProvisionedThroughputOverride" => overrides.provisioned_throughput = Some(throughput(node)?),
            "OnDemandThroughputOverride" => overrides.on_demand_throughput = Some(on_demand_throughput(node)?),
            "SSESpecificationOverride" => overrides.sse_specification = Some(encryption(node)?),
            _ => {}
        }
    }
    Ok(overrides)
}

/// Epoch seconds, with a fraction.
fn seconds(node: Node<'_>) -> Result<f64, Rejection> {
    let Token::Number(digits) = node.token() else { return Err(wrong_kind(node)) };
    digits.parse().map_err(|_| wrong_kind(node))
}

pub(super) fn write_create(out: &mut Writer, request: &CreateBackupRequest) {
    out.text_member("TableName", &request.table_name);
    out.text_member("BackupName", &request.backup_name);
}

pub(super) fn write_list(out: &mut Writer, request: &ListBackupsRequest) {
    out.optional_text("TableName", request.table_name.as_deref());
    if let Some(limit) = request.limit {
        out.count_member("Limit", u64::from(limit));
    }
    optional_seconds(out, "TimeRangeLowerBound", request.time_range_lower_bound);
    optional_seconds(out, "TimeRangeUpperBound", request.time_range_upper_bound);
    out.optional_text("ExclusiveStartBackupArn", request.exclusive_start_backup_arn.as_deref());
    out.optional_text("BackupType", request.backup_type.map(|word| word.as_str()));
}

pub(super) fn write_restore(out: &mut Writer, request: &RestoreTableFromBackupRequest) {
    out.text_member("TargetTableName", &request.target_table_name);
    out.text_member("BackupArn", &request.backup_arn);
    write_overrides(out, &request.overrides);
}

pub(super) fn write_restore_to_moment(out: &mut Writer, request: &RestoreTableToPointInTimeRequest) {
    out.optional_text("SourceTableArn", request.source_table_arn.as_deref());
    out.optional_text("SourceTableName", request.source_table_name.as_deref());
    out.text_member("TargetTableName", &request.target_table_name);
    out.optional_boolean("UseLatestRestorableTime", request.use_latest_restorable_time);
    optional_seconds(out, "RestoreDateTime", request.restore_date_time);
    write_overrides(out, &request.overrides);
}

fn write_overrides(out: &mut Writer, overrides: &RestoreOverrides) {
    out.optional_text("BillingModeOverride", overrides.billing_mode.map(|word| word.as_str()));
    if let Some(indexes) = &overrides.global_secondary_indexes {
        out.key("GlobalSecondaryIndexOverride");
        objects(out, indexes, global_index);
    }
    if let Some(indexes) = &overrides.local_secondary_indexes {
        out.key("LocalSecondaryIndexOverride");
        objects(out, indexes, write_local_index);
    }
    if let Some(indexes) = &overrides.vector_indexes {
        out.key("VectorIndexOverride");
        objects(out, indexes, write_vector_index);
    }
    throughput_member(out, "ProvisionedThroughputOverride", overrides.provisioned_throughput);
    on_demand_member(out, "OnDemandThroughputOverride", overrides.on_demand_throughput);
    encryption_member(out, "SSESpecificationOverride", overrides.sse_specification.as_ref());
}

fn optional_seconds(out: &mut Writer, name: &str, seconds: Option<f64>) {
    if let Some(seconds) = seconds {
        out.decimal_member(name, seconds);
    }
}

//! The description of a backup in responses.

use super::table::{encryption, index_head};
use crate::json::objects::objects;
use crate::json::writer::Writer;
use crate::operation::member::Member as _;
use crate::shape::{BackupDescription, BackupDetails, BillingMode, ProvisionedThroughputDescription, TableDescription};

pub(crate) fn details(out: &mut Writer, details: &BackupDetails) {
    out.text_member("BackupArn", &details.backup_arn);
    out.text_member("BackupName", &details.backup_name);
    out.count_member("BackupSizeBytes", details.backup_size_bytes);
    out.text_member("BackupStatus", details.backup_status.as_str());
    out.text_member("BackupType", details.backup_type.as_str());
    out.decimal_member("BackupCreationDateTime", details.backup_creation_date_time);
    out.optional_decimal("BackupExpiryDateTime", details.backup_expiry_date_time);
}

pub(crate) fn described(out: &mut Writer, backup: &BackupDescription) {
    out.key("BackupDescription");
    out.object(|out| {
        out.key("BackupDetails");
        out.object(|out| details(out, &backup.backup_details));
        out.key("SourceTableDetails");
        out.object(|out| source(out, &backup.source));
        out.key("SourceTableFeatureDetails");
        out.object(|out| features(out, backup));
    });
}

fn source(out: &mut Writer, table: &TableDescription) {
    // Written for every table, unlike in the table's own description (observed: backups-seen).
    let mode = table
        .billing_mode_summary
        .map_or(BillingMode::Provisioned, |summary| summary.billing_mode);
    out.text_member("BillingMode", mode.as_str());
    out.count_member("ItemCount", table.item_count);
    table.key_schema.write(out, "KeySchema");
    table.on_demand_throughput.write(out, "OnDemandThroughput");
    rate(out, &table.provisioned_throughput);
    out.text_member("TableArn", &table.table_arn);
    out.optional_decimal("TableCreationDateTime", table.creation_date_time);
    out.text_member("TableId", &table.table_id);
    out.text_member("TableName", &table.table_name);
    out.count_member("TableSizeBytes", table.table_size_bytes);
}

fn rate(out: &mut Writer, rate: &ProvisionedThroughputDescription) {
    out.key("ProvisionedThroughput");
    out.inline_object(|out| {
        out.count_member("ReadCapacityUnits", rate.read_capacity_units);
        out.count_member("WriteCapacityUnits", rate.write_capacity_units);
    });
}

/// Writes each member only if it has a value (observed: backups-seen).
fn features(out: &mut Writer, backup: &BackupDescription) {
    let table = &backup.source;
    if !table.local_secondary_indexes.is_empty() {
        out.key("LocalSecondaryIndexes");
        objects(out, &table.local_secondary_indexes, |out, index| {
            index_head(out, &index.index_name, &index.key_schema, &index.projection);
        });
    }
    if !table.global_secondary_indexes.is_empty() {
        out.key("GlobalSecondaryIndexes");
        objects(out, &table.global_secondary_indexes, |out, index| {
            index_head(out, &index.index_name, &index.key_schema, &index.projection);
            rate(out, &index.provisioned_throughput);
            index.on_demand_throughput.write(out, "OnDemandThroughput");
        });
    }
    if let Some(specification) = table.stream_specification.filter(|stream| stream.stream_enabled) {
        specification.write(out, "StreamDescription");
    }
    if let Some(attribute) = &backup.expires_by {
        out.key("TimeToLiveDescription");
        out.inline_object(|out| {
            out.text_member("AttributeName", attribute);
            out.text_member("TimeToLiveStatus", "ENABLED");
        });
    }
    if let Some(description) = &table.sse_description {
        encryption(out, description);
    }
    if !table.vector_indexes.is_empty() {
        out.key("VectorIndexes");
        objects(out, &table.vector_indexes, |out, index| index.index.write(out));
    }
}

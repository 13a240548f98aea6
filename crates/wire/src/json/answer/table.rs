//! A table's description in responses.

use crate::json::objects::objects;
use crate::json::writer::Writer;
use crate::operation::member::Member as _;
use crate::shape::{
    BillingModeSummary, GlobalSecondaryIndexDescription, KeySchemaElement, LocalSecondaryIndexDescription, Projection,
    ProvisionedThroughputDescription, RestoreSummary, SseDescription, TableDescription, VectorIndexDescription,
    WarmThroughputDescription,
};

pub(crate) fn table(out: &mut Writer, name: &str, table: &TableDescription) {
    out.key(name);
    out.object(|out| {
        out.text_member("TableName", &table.table_name);
        out.text_member("TableStatus", table.table_status.as_str());
        if !table.attribute_definitions.is_empty() {
            table.attribute_definitions.write(out, "AttributeDefinitions");
        }
        if !table.key_schema.is_empty() {
            table.key_schema.write(out, "KeySchema");
        }
        out.optional_decimal("CreationDateTime", table.creation_date_time);
        billing(out, table.billing_mode_summary.as_ref());
        throughput(out, &table.provisioned_throughput);
        out.count_member("TableSizeBytes", table.table_size_bytes);
        out.count_member("ItemCount", table.item_count);
        out.text_member("TableArn", &table.table_arn);
        out.text_member("TableId", &table.table_id);
        if !table.local_secondary_indexes.is_empty() {
            out.key("LocalSecondaryIndexes");
            objects(out, &table.local_secondary_indexes, local_index);
        }
        if !table.global_secondary_indexes.is_empty() {
            out.key("GlobalSecondaryIndexes");
            objects(out, &table.global_secondary_indexes, global_index);
        }
        settings(out, table);
        restore(out, table.restore_summary.as_ref());
        if !table.vector_indexes.is_empty() {
            out.key("VectorIndexes");
            objects(out, &table.vector_indexes, described_vector_index);
        }
    });
}

/// Writes the summary only while the table is being restored. Afterwards the member is absent, never false
/// (observed: restoring-table).
fn restore(out: &mut Writer, summary: Option<&RestoreSummary>) {
    if let Some(summary) = summary {
        out.key("RestoreSummary");
        out.object(|out| {
            out.optional_text("SourceBackupArn", summary.source_backup_arn.as_deref());
            out.text_member("SourceTableArn", &summary.source_table_arn);
            out.decimal_member("RestoreDateTime", summary.restore_date_time);
            out.optional_boolean("RestoreInProgress", Some(true));
        });
    }
}

/// Writes the billing mode under two names. The models of SDKs have only the first (observed: throughput-mode-name).
fn billing(out: &mut Writer, summary: Option<&BillingModeSummary>) {
    let Some(summary) = summary else { return };
    let names = [
        ("BillingModeSummary", "BillingMode"),
        ("TableThroughputModeSummary", "TableThroughputMode"),
    ];
    for (name, mode) in names {
        out.key(name);
        out.object(|out| {
            out.text_member(mode, summary.billing_mode.as_str());
            let since = summary.last_update_to_pay_per_request_date_time;
            out.optional_decimal("LastUpdateToPayPerRequestDateTime", since);
        });
    }
}

fn settings(out: &mut Writer, table: &TableDescription) {
    table.stream_specification.write(out, "StreamSpecification");
    out.optional_text("LatestStreamLabel", table.latest_stream_label.as_deref());
    out.optional_text("LatestStreamArn", table.latest_stream_arn.as_deref());
    if let Some(description) = &table.sse_description {
        encryption(out, description);
    }
    if let Some(summary) = &table.table_class_summary {
        out.key("TableClassSummary");
        out.object(|out| {
            out.text_member("TableClass", summary.table_class.as_str());
            out.optional_decimal("LastUpdateDateTime", summary.last_update_date_time);
        });
    }
    out.optional_boolean("DeletionProtectionEnabled", Some(table.deletion_protection_enabled));
    table.on_demand_throughput.write(out, "OnDemandThroughput");
    warm(out, table.warm_throughput.as_ref());
}

pub(crate) fn encryption(out: &mut Writer, encryption: &SseDescription) {
    out.key("SSEDescription");
    out.object(|out| {
        out.text_member("Status", encryption.status.as_str());
        out.optional_text("SSEType", encryption.sse_type.map(|word| word.as_str()));
        out.optional_text("KMSMasterKeyArn", encryption.kms_master_key_arn.as_deref());
    });
}

fn warm(out: &mut Writer, warm: Option<&WarmThroughputDescription>) {
    if let Some(warm) = warm {
        out.key("WarmThroughput");
        out.object(|out| {
            out.count_member("ReadUnitsPerSecond", warm.read_units_per_second);
            out.count_member("WriteUnitsPerSecond", warm.write_units_per_second);
            out.text_member("Status", warm.status.as_str());
        });
    }
}

/// The first members in the description of every local and global index.
pub(crate) fn index_head(out: &mut Writer, name: &str, keys: &Vec<KeySchemaElement>, projection: &Projection) {
    out.text_member("IndexName", name);
    keys.write(out, "KeySchema");
    projection.write(out, "Projection");
}

fn local_index(out: &mut Writer, index: &LocalSecondaryIndexDescription) {
    index_head(out, &index.index_name, &index.key_schema, &index.projection);
    out.count_member("IndexSizeBytes", index.index_size_bytes);
    out.count_member("ItemCount", index.item_count);
    out.text_member("IndexArn", &index.index_arn);
}

fn global_index(out: &mut Writer, index: &GlobalSecondaryIndexDescription) {
    index_head(out, &index.index_name, &index.key_schema, &index.projection);
    out.text_member("IndexStatus", index.index_status.as_str());
    out.optional_boolean("Backfilling", index.backfilling);
    throughput(out, &index.provisioned_throughput);
    out.count_member("IndexSizeBytes", index.index_size_bytes);
    out.count_member("ItemCount", index.item_count);
    out.text_member("IndexArn", &index.index_arn);
    index.on_demand_throughput.write(out, "OnDemandThroughput");
    warm(out, index.warm_throughput.as_ref());
}

fn described_vector_index(out: &mut Writer, index: &VectorIndexDescription) {
    index.index.write(out);
    out.text_member("IndexStatus", index.index_status.as_str());
    out.optional_boolean("Backfilling", index.backfilling);
    out.count_member("IndexSizeBytes", index.index_size_bytes);
    out.count_member("ItemCount", index.item_count);
    out.text_member("IndexArn", &index.index_arn);
}

fn throughput(out: &mut Writer, throughput: &ProvisionedThroughputDescription) {
    out.key("ProvisionedThroughput");
    out.object(|out| {
        out.optional_decimal("LastIncreaseDateTime", throughput.last_increase_date_time);
        out.optional_decimal("LastDecreaseDateTime", throughput.last_decrease_date_time);
        out.count_member("NumberOfDecreasesToday", throughput.number_of_decreases_today);
        out.count_member("ReadCapacityUnits", throughput.read_capacity_units);
        out.count_member("WriteCapacityUnits", throughput.write_capacity_units);
    });
}

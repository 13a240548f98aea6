//! A table's description in responses.

use crate::json::request::members::{count, list, needed, string, truth, word};
use crate::json::{Node, Writer, objects};
use crate::operation::body::write_part;
use crate::operation::body_member::{BodyMember as _, Value, boxed};
use crate::operation::told::{self, told};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    BillingModeSummary, GlobalSecondaryIndexDescription, IndexStatus, LocalSecondaryIndexDescription,
    ProvisionedThroughputDescription, RestoreSummary, SseDescription, TableClassSummary, TableDescription, VectorIndex,
    VectorIndexDescription, WarmThroughputDescription,
};

told! {
    TableDescription {
        "TableName" table_name,
        "TableStatus" table_status,
        "AttributeDefinitions" attribute_definitions => is_empty,
        "KeySchema" key_schema => is_empty,
        "CreationDateTime" creation_date_time,
        "BillingModeSummary" billing_mode_summary,
        "ProvisionedThroughput" provisioned_throughput,
        "TableSizeBytes" table_size_bytes,
        "ItemCount" item_count,
        "TableArn" table_arn,
        "TableId" table_id,
        "LocalSecondaryIndexes" local_secondary_indexes => is_empty,
        "GlobalSecondaryIndexes" global_secondary_indexes => is_empty,
        "StreamSpecification" stream_specification,
        "LatestStreamLabel" latest_stream_label,
        "LatestStreamArn" latest_stream_arn,
        "SSEDescription" sse_description,
        "TableClassSummary" table_class_summary,
        "DeletionProtectionEnabled" deletion_protection_enabled,
        "OnDemandThroughput" on_demand_throughput,
        "WarmThroughput" warm_throughput,
        "RestoreSummary" restore_summary,
        "VectorIndexes" vector_indexes => is_empty,
    }
}

boxed!(TableDescription);

impl Value for TableDescription {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let mut table = Self::default();
        told::read(&mut table, reader, node)?;
        Ok(table)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        write_part(out, self, true);
    }
}

told! {
    part RestoreSummary {
        "SourceBackupArn" source_backup_arn,
        "SourceTableArn" source_table_arn,
        "RestoreDateTime" restore_date_time,
        "RestoreInProgress" restore_in_progress,
    }
}

told! {
    BillingModeSummary {
        "BillingMode" billing_mode,
        "LastUpdateToPayPerRequestDateTime" last_update_to_pay_per_request_date_time,
    }
}

/// Written under two names. The models of SDKs have only the first (observed: throughput-mode-name).
impl Value for BillingModeSummary {
    const IS_DETAIL: bool = true;

    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let mut summary = Self::default();
        told::read(&mut summary, reader, node)?;
        Ok(summary)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.object(|out| told::write(out, &[], self));
        out.key("TableThroughputModeSummary");
        out.object(|out| {
            out.text_member("TableThroughputMode", self.billing_mode.as_str());
            let since = self.last_update_to_pay_per_request_date_time;
            since.write(out, "LastUpdateToPayPerRequestDateTime");
        });
    }
}

told! {
    part SseDescription {
        "Status" status,
        "SSEType" sse_type,
        "KMSMasterKeyArn" kms_master_key_arn,
    }
}

told! {
    part TableClassSummary {
        "TableClass" table_class,
        "LastUpdateDateTime" last_update_date_time,
    }
}

told! {
    part WarmThroughputDescription {
        "ReadUnitsPerSecond" read_units_per_second,
        "WriteUnitsPerSecond" write_units_per_second,
        "Status" status,
    }
}

told! {
    part ProvisionedThroughputDescription {
        "LastIncreaseDateTime" last_increase_date_time,
        "LastDecreaseDateTime" last_decrease_date_time,
        "NumberOfDecreasesToday" number_of_decreases_today,
        "ReadCapacityUnits" read_capacity_units,
        "WriteCapacityUnits" write_capacity_units,
    }
}

told! {
    part LocalSecondaryIndexDescription {
        "IndexName" index_name,
        "KeySchema" key_schema,
        "Projection" projection,
        "IndexSizeBytes" index_size_bytes,
        "ItemCount" item_count,
        "IndexArn" index_arn,
    }
}

told! {
    part GlobalSecondaryIndexDescription {
        "IndexName" index_name,
        "KeySchema" key_schema,
        "Projection" projection,
        "IndexStatus" index_status,
        "Backfilling" backfilling,
        "ProvisionedThroughput" provisioned_throughput,
        "IndexSizeBytes" index_size_bytes,
        "ItemCount" item_count,
        "IndexArn" index_arn,
        "OnDemandThroughput" on_demand_throughput,
        "WarmThroughput" warm_throughput,
    }
}

/// Not declared with `told!`, because the requested index has no default.
impl Value for Vec<VectorIndexDescription> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, |node| {
            Ok(VectorIndexDescription {
                index: VectorIndex::read(reader, node)?,
                index_status: word(needed(node, "IndexStatus")?, IndexStatus::from_wire)?,
                backfilling: node.member("Backfilling").map(truth).transpose()?,
                index_size_bytes: node.member("IndexSizeBytes").map_or(Ok(0), count)?,
                item_count: node.member("ItemCount").map_or(Ok(0), count)?,
                index_arn: string(needed(node, "IndexArn")?)?,
            })
        })
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, |out, index| {
            index.index.write(out);
            Value::write(&index.index_status, out, "IndexStatus");
            index.backfilling.write(out, "Backfilling");
            Value::write(&index.index_size_bytes, out, "IndexSizeBytes");
            Value::write(&index.item_count, out, "ItemCount");
            Value::write(&index.index_arn, out, "IndexArn");
        });
    }
}

//! Requests that define or change tables, as bodies.

use crate::json::table_parts::{
    attribute_definitions, key_schema, objects, on_demand_throughput, projection, stream, vector_index, warm_throughput,
};
use crate::json::writer::Writer;
use crate::operation::Value;
use crate::shape::{
    CreateTableRequest, GlobalSecondaryIndex, GlobalSecondaryIndexUpdate, LocalSecondaryIndex, ProvisionedThroughput,
    SseSpecification, UpdateTableRequest, VectorIndexUpdate,
};

pub(super) fn create_table(out: &mut Writer, request: &CreateTableRequest) {
    out.text_member("TableName", &request.table_name);
    attribute_definitions(out, &request.attribute_definitions);
    key_schema(out, &request.key_schema);
    if let Some(indexes) = &request.local_secondary_indexes {
        out.key("LocalSecondaryIndexes");
        objects(out, indexes, local_index);
    }
    if let Some(indexes) = &request.global_secondary_indexes {
        out.key("GlobalSecondaryIndexes");
        objects(out, indexes, global_index);
    }
    out.optional_text("BillingMode", request.billing_mode.map(|word| word.as_str()));
    throughput(out, request.provisioned_throughput);
    out.optional_boolean("DeletionProtectionEnabled", request.deletion_protection_enabled);
    stream(out, "StreamSpecification", request.stream_specification.as_ref());
    encryption(out, request.sse_specification.as_ref());
    out.optional_text("TableClass", request.table_class.map(|word| word.as_str()));
    if let Some(tags) = &request.tags {
        Value::write(tags, out, "Tags");
    }
    on_demand_throughput(out, request.on_demand_throughput);
    warm_throughput(out, request.warm_throughput);
    out.optional_text("ResourcePolicy", request.resource_policy.as_deref());
    if let Some(indexes) = &request.vector_indexes {
        out.key("VectorIndexes");
        objects(out, indexes, vector_index);
    }
}

pub(super) fn update_table(out: &mut Writer, request: &UpdateTableRequest) {
    out.text_member("TableName", &request.table_name);
    if let Some(definitions) = &request.attribute_definitions {
        attribute_definitions(out, definitions);
    }
    out.optional_text("BillingMode", request.billing_mode.map(|word| word.as_str()));
    throughput(out, request.provisioned_throughput);
    if let Some(updates) = &request.global_secondary_index_updates {
        out.key("GlobalSecondaryIndexUpdates");
        objects(out, updates, index_update);
    }
    stream(out, "StreamSpecification", request.stream_specification.as_ref());
    encryption(out, request.sse_specification.as_ref());
    out.optional_text("TableClass", request.table_class.map(|word| word.as_str()));
    out.optional_boolean("DeletionProtectionEnabled", request.deletion_protection_enabled);
    on_demand_throughput(out, request.on_demand_throughput);
    warm_throughput(out, request.warm_throughput);
    if let Some(updates) = &request.vector_index_updates {
        out.key("VectorIndexUpdates");
        objects(out, updates, vector_update);
    }
}

fn vector_update(out: &mut Writer, update: &VectorIndexUpdate) {
    match update {
        VectorIndexUpdate::Create(index) => {
            out.key("Create");
            out.object(|out| vector_index(out, index));
        }
        VectorIndexUpdate::Delete { index_name } => {
            out.key("Delete");
            out.inline_object(|out| out.text_member("IndexName", index_name));
        }
    }
}

fn index_update(out: &mut Writer, update: &GlobalSecondaryIndexUpdate) {
    match update {
        GlobalSecondaryIndexUpdate::Update(action) => {
            out.key("Update");
            out.object(|out| {
                out.text_member("IndexName", &action.index_name);
                throughput(out, action.provisioned_throughput);
                on_demand_throughput(out, action.on_demand_throughput);
                warm_throughput(out, action.warm_throughput);
            });
        }
        GlobalSecondaryIndexUpdate::Create(index) => {
            out.key("Create");
            out.object(|out| global_index(out, index));
        }
        GlobalSecondaryIndexUpdate::Delete { index_name } => {
            out.key("Delete");
            out.inline_object(|out| out.text_member("IndexName", index_name));
        }
    }
}

pub(super) fn local_index(out: &mut Writer, index: &LocalSecondaryIndex) {
    out.text_member("IndexName", &index.index_name);
    key_schema(out, &index.key_schema);
    projection(out, &index.projection);
}

pub(super) fn global_index(out: &mut Writer, index: &GlobalSecondaryIndex) {
    out.text_member("IndexName", &index.index_name);
    key_schema(out, &index.key_schema);
    projection(out, &index.projection);
    throughput(out, index.provisioned_throughput);
    on_demand_throughput(out, index.on_demand_throughput);
    warm_throughput(out, index.warm_throughput);
}

fn throughput(out: &mut Writer, throughput: Option<ProvisionedThroughput>) {
    throughput_member(out, "ProvisionedThroughput", throughput);
}

pub(super) fn throughput_member(out: &mut Writer, name: &str, throughput: Option<ProvisionedThroughput>) {
    if let Some(units) = throughput {
        out.key(name);
        out.inline_object(|out| {
            out.count_member("ReadCapacityUnits", units.read_capacity_units);
            out.count_member("WriteCapacityUnits", units.write_capacity_units);
        });
    }
}

fn encryption(out: &mut Writer, setting: Option<&SseSpecification>) {
    encryption_member(out, "SSESpecification", setting);
}

pub(super) fn encryption_member(out: &mut Writer, name: &str, setting: Option<&SseSpecification>) {
    if let Some(setting) = setting {
        out.key(name);
        out.inline_object(|out| {
            out.optional_boolean("Enabled", setting.enabled);
            out.optional_text("SSEType", setting.sse_type.map(|word| word.as_str()));
            out.optional_text("KMSMasterKeyId", setting.kms_master_key_id.as_deref());
        });
    }
}

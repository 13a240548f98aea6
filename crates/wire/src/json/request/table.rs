//! The control plane's requests, from their members. What depends on several members is the engine's to check.

use hashrange_values::KeyType;

use super::index::{global_index, key_schema_element, local_index, vector_index};
use super::members::{fields, invalid, list, name_member, needed, refusal, string, truth, word};
use super::policy;
use super::policy_action::Owner;
use super::table_settings::{encryption, on_demand_throughput, stream, table_class, throughput, warm_throughput};
use crate::json::tape::Node;
use crate::operation::{Operation, Value};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{AttributeDefinition, BillingMode, CreateTableRequest};

pub(super) fn create_table(root: Node<'_>) -> Result<CreateTableRequest, Rejection> {
    let mut request = CreateTableRequest::default();
    let mut throughput_mode = None;
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "AttributeDefinitions" => request.attribute_definitions = list(node, attribute_definition)?,
            "KeySchema" => request.key_schema = list(node, key_schema_element)?,
            "LocalSecondaryIndexes" => request.local_secondary_indexes = Some(list(node, local_index)?),
            "GlobalSecondaryIndexes" => request.global_secondary_indexes = Some(list(node, global_index)?),
            "BillingMode" => request.billing_mode = Some(word(node, BillingMode::from_wire)?),
            "TableThroughputMode" => throughput_mode = Some(word(node, BillingMode::from_wire)?),
            "ProvisionedThroughput" => request.provisioned_throughput = Some(throughput(node)?),
            "DeletionProtectionEnabled" => request.deletion_protection_enabled = Some(truth(node)?),
            "StreamSpecification" => request.stream_specification = Some(stream(node)?),
            "SSESpecification" => request.sse_specification = Some(encryption(node)?),
            "TableClass" => request.table_class = Some(table_class(node)?),
            "Tags" => request.tags = Some(Value::read(Reader::of(Operation::CreateTable), name, node)?),
            "OnDemandThroughput" => request.on_demand_throughput = Some(on_demand_throughput(node)?),
            "WarmThroughput" => request.warm_throughput = Some(warm_throughput(node)?),
            "ResourcePolicy" => {
                request.resource_policy = Some(policy::read(&string(node)?, Owner::Table).map_err(invalid)?.text)
            }
            "VectorIndexes" => request.vector_indexes = Some(list(node, vector_index)?),
            _ => refuse_absent(name)?,
        }
    }
    // Another name for the same, which counts where the first is absent; the models of SDKs do not have it (observed).
    request.billing_mode = request.billing_mode.or(throughput_mode);
    Ok(request)
}

/// Members about other Regions. Ignoring them would answer a request with less than it asked for; the words are this
/// project's, not the service's.
pub(super) fn refuse_absent(name: &str) -> Result<(), Rejection> {
    match name {
        "ReplicaUpdates"
        | "MultiRegionConsistency"
        | "GlobalTableWitnessUpdates"
        | "GlobalTableSettingsReplicationMode"
        | "GlobalTableSourceArn" => {
            Err(refusal(format!("The parameter {name} is not supported here: there is only one Region.")))
        }
        _ => Ok(()),
    }
}

pub(super) fn attribute_definition(node: Node<'_>) -> Result<AttributeDefinition, Rejection> {
    let key_type = |word: &str| match word {
        "S" => Some(KeyType::S),
        "N" => Some(KeyType::N),
        "B" => Some(KeyType::B),
        _ => None,
    };
    Ok(AttributeDefinition {
        attribute_name: name_member(node, "AttributeName")?,
        attribute_type: word(needed(node, "AttributeType")?, key_type)?,
    })
}

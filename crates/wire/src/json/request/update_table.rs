//! UpdateTable, from its members. What depends on several of them, or on the table, is the engine's to check.

use super::index::{global_index, vector_index};
use super::members::{fields, refusal, string, truth, word};
use super::members::{list, needed};
use super::table::{attribute_definition, refuse_absent};
use super::table_settings::{encryption, on_demand_throughput, stream, table_class, throughput, warm_throughput};
use crate::json::tape::Node;
use crate::rejection::Rejection;
use crate::shape::{
    BillingMode, GlobalSecondaryIndexUpdate, UpdateGlobalSecondaryIndexAction, UpdateTableRequest, VectorIndexUpdate,
};

#[inline(never)]
pub(super) fn update_table(root: Node<'_>) -> Result<UpdateTableRequest, Rejection> {
    let mut request = UpdateTableRequest::default();
    let mut throughput_mode = None;
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "AttributeDefinitions" => request.attribute_definitions = Some(list(node, attribute_definition)?),
            "BillingMode" => request.billing_mode = Some(word(node, BillingMode::from_wire)?),
            "TableThroughputMode" => throughput_mode = Some(word(node, BillingMode::from_wire)?),
            "ProvisionedThroughput" => request.provisioned_throughput = Some(throughput(node)?),
            "GlobalSecondaryIndexUpdates" => {
                request.global_secondary_index_updates = Some(list(node, index_update)?);
            }
            "StreamSpecification" => request.stream_specification = Some(stream(node)?),
            "SSESpecification" => request.sse_specification = Some(encryption(node)?),
            "TableClass" => request.table_class = Some(table_class(node)?),
            "DeletionProtectionEnabled" => request.deletion_protection_enabled = Some(truth(node)?),
            "OnDemandThroughput" => request.on_demand_throughput = Some(on_demand_throughput(node)?),
            "WarmThroughput" => request.warm_throughput = Some(warm_throughput(node)?),
            "VectorIndexUpdates" => request.vector_index_updates = Some(list(node, vector_update)?),
            _ => refuse_absent(name)?,
        }
    }
    // Another name for the same, which counts where the first is absent; the models of SDKs do not have it (observed).
    request.billing_mode = request.billing_mode.or(throughput_mode);
    Ok(request)
}

fn index_update(node: Node<'_>) -> Result<GlobalSecondaryIndexUpdate, Rejection> {
    let actions = ["Update", "Create", "Delete"].map(|name| node.member(name));
    let said = |text: &str| refusal(format!("One or more parameter values were invalid: {text}"));
    match actions {
        [Some(update), None, None] => Ok(GlobalSecondaryIndexUpdate::Update(update_action(update)?)),
        [None, Some(create), None] => Ok(GlobalSecondaryIndexUpdate::Create(Box::new(global_index(create)?))),
        [None, None, Some(delete)] => {
            Ok(GlobalSecondaryIndexUpdate::Delete { index_name: string(needed(delete, "IndexName")?)? })
        }
        [None, None, None] => Err(said(
            "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, \
             GlobalSecondaryIndexUpdate.Delete must not be null",
        )),
        _ => Err(said("Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object")),
    }
}

/// One action an entry; that of none has words inferred from those of global indexes.
fn vector_update(node: Node<'_>) -> Result<VectorIndexUpdate, Rejection> {
    let said = |text: &str| refusal(format!("One or more parameter values were invalid: {text}"));
    match ["Create", "Delete"].map(|name| node.member(name)) {
        [Some(create), None] => Ok(VectorIndexUpdate::Create(Box::new(vector_index(create)?))),
        [None, Some(delete)] => Ok(VectorIndexUpdate::Delete { index_name: string(needed(delete, "IndexName")?)? }),
        [None, None] => Err(said("One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null")),
        _ => Err(said("Only one vector index action is allowed per VectorIndexUpdate object")),
    }
}

fn update_action(node: Node<'_>) -> Result<UpdateGlobalSecondaryIndexAction, Rejection> {
    Ok(UpdateGlobalSecondaryIndexAction {
        index_name: string(needed(node, "IndexName")?)?,
        provisioned_throughput: node.member("ProvisionedThroughput").map(throughput).transpose()?,
        on_demand_throughput: node.member("OnDemandThroughput").map(on_demand_throughput).transpose()?,
        warm_throughput: node.member("WarmThroughput").map(warm_throughput).transpose()?,
    })
}

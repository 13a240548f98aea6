//! The settings of a table and of its indexes, from their members: stream, encryption, class, tags, throughput limits.

use super::members::{count, needed, refusal, string, truth, word, wrong_kind};
use crate::json::tape::Node;
use crate::rejection::Rejection;
use crate::shape::{
    OnDemandThroughput, ProvisionedThroughput, SseSpecification, SseType, StreamSpecification, StreamViewType,
    TableClass, WarmThroughput,
};

/// Largest throughput that is looked at at all (observed).
const MOST_UNITS: u64 = 1_000_000_000_000;

pub(super) fn throughput(node: Node<'_>) -> Result<ProvisionedThroughput, Rejection> {
    let units = |name: &str| {
        let units: u64 = count(needed(node, name)?)?;
        if units > MOST_UNITS {
            return Err(refusal(format!("Given value {units} for {name} is out of bounds")));
        }
        Ok(units)
    };
    Ok(ProvisionedThroughput {
        read_capacity_units: units("ReadCapacityUnits")?,
        write_capacity_units: units("WriteCapacityUnits")?,
    })
}

pub(super) fn stream(node: Node<'_>) -> Result<StreamSpecification, Rejection> {
    let enabled = node.member("StreamEnabled").ok_or_else(|| wrong_kind(node))?;
    let view = node.member("StreamViewType").map(|node| word(node, StreamViewType::from_wire)).transpose()?;
    Ok(StreamSpecification { stream_enabled: truth(enabled)?, stream_view_type: view })
}

pub(super) fn encryption(node: Node<'_>) -> Result<SseSpecification, Rejection> {
    structure(node)?;
    Ok(SseSpecification {
        enabled: node.member("Enabled").map(truth).transpose()?,
        sse_type: node.member("SSEType").map(|node| word(node, SseType::from_wire)).transpose()?,
        kms_master_key_id: node.member("KMSMasterKeyId").map(string).transpose()?,
    })
}

/// The class of a table; the one closed set that is refused in words of its own (observed).
pub(super) fn table_class(node: Node<'_>) -> Result<TableClass, Rejection> {
    let text = node.text().ok_or_else(|| wrong_kind(node))?;
    TableClass::from_wire(text).ok_or_else(|| {
        refusal(format!(
            "Invalid table-class parameter provided. Please try again with a valid table-class value: [{}].",
            TableClass::WORDS.join(", ")
        ))
    })
}

pub(super) fn on_demand_throughput(node: Node<'_>) -> Result<OnDemandThroughput, Rejection> {
    structure(node)?;
    Ok(OnDemandThroughput {
        max_read_request_units: node.member("MaxReadRequestUnits").map(count).transpose()?,
        max_write_request_units: node.member("MaxWriteRequestUnits").map(count).transpose()?,
    })
}

pub(super) fn warm_throughput(node: Node<'_>) -> Result<WarmThroughput, Rejection> {
    structure(node)?;
    Ok(WarmThroughput {
        read_units_per_second: node.member("ReadUnitsPerSecond").map(count).transpose()?,
        write_units_per_second: node.member("WriteUnitsPerSecond").map(count).transpose()?,
    })
}

fn structure(node: Node<'_>) -> Result<(), Rejection> {
    if node.is_object() { Ok(()) } else { Err(wrong_kind(node)) }
}

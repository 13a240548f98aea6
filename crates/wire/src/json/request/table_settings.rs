//! The settings of a table and of its indexes, from their members: stream, encryption, class, tags, throughput limits.

use std::collections::BTreeSet;

use super::members::{count, elements, fields, needed, refusal, string, truth, word, wrong_kind};
use crate::error::{ServiceError, SettingError};
use crate::json::tape::Node;
use crate::rejection::Rejection;
use crate::shape::{
    OnDemandThroughput, ProvisionedThroughput, SseSpecification, SseType, StreamSpecification, StreamViewType,
    TableClass, Tag, WarmThroughput,
};

/// Longest key and value of a tag, in characters (documented).
const MOST_KEY_CHARACTERS: usize = 128;
const MOST_VALUE_CHARACTERS: usize = 256;

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

/// Tags, judged one by one in the order given: all of them or none (observed).
pub(super) fn tags(node: Node<'_>) -> Result<Vec<Tag>, Rejection> {
    let mut seen = BTreeSet::new();
    let mut tags = Vec::new();
    for element in elements(node)? {
        let tag = tag(element)?;
        if !seen.insert(tag.key.clone()) {
            return Err(invalid(SettingError::TagTwice(tag.key)));
        }
        tags.push(tag);
    }
    Ok(tags)
}

/// The key of a tag.
pub(super) fn tag_key(node: Option<Node<'_>>) -> Result<String, Rejection> {
    let Some(node) = node else { return Err(invalid(SettingError::TagKey("null".to_owned()))) };
    let key = string(node)?;
    let length = key.chars().count();
    if length == 0 || length > MOST_KEY_CHARACTERS || !is_tag_text(&key) {
        return Err(invalid(SettingError::TagKey(key)));
    }
    if key.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("aws:")) {
        return Err(invalid(SettingError::TagReserved(key)));
    }
    Ok(key)
}

fn tag(node: Node<'_>) -> Result<Tag, Rejection> {
    let mut value = None;
    for (name, node) in fields(node) {
        if name == "Value" {
            value = Some(string(node)?);
        }
    }
    let key = tag_key(node.member("Key"))?;
    let value = value.ok_or_else(|| invalid(SettingError::TagValue("null".to_owned())))?;
    if value.chars().count() > MOST_VALUE_CHARACTERS || !is_tag_text(&value) {
        return Err(invalid(SettingError::TagValue(value)));
    }
    Ok(Tag { key, value })
}

/// Letters and digits of any script, blanks, and a few signs (observed).
fn is_tag_text(text: &str) -> bool {
    text.chars()
        .all(|character| character.is_alphanumeric() || character.is_whitespace() || "+-=._:/@".contains(character))
}

fn structure(node: Node<'_>) -> Result<(), Rejection> {
    if node.is_object() { Ok(()) } else { Err(wrong_kind(node)) }
}

pub(super) fn invalid(error: impl Into<ServiceError>) -> Rejection {
    error.into().into()
}

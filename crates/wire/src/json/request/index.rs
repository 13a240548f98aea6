//! Definitions of indexes, from their members.

use hashrange_values::Text;

use super::members::{count, list, name_member, needed, string, word, wrong_kind};
use super::table_settings::{on_demand_throughput, throughput, warm_throughput};
use crate::json::tape::Node;
use crate::rejection::Rejection;
use crate::shape::{
    DistanceFunction, GlobalSecondaryIndex, KeyRole, KeySchemaElement, LocalSecondaryIndex, Projection, ProjectionType,
    SearchSchemaElement, SearchSchemaElementType, VectorIndex,
};

pub(super) fn key_schema_element(node: Node<'_>) -> Result<KeySchemaElement, Rejection> {
    Ok(KeySchemaElement {
        attribute_name: name_member(node, "AttributeName")?,
        key_type: word(needed(node, "KeyType")?, KeyRole::from_wire)?,
    })
}

pub(super) fn local_index(node: Node<'_>) -> Result<LocalSecondaryIndex, Rejection> {
    Ok(LocalSecondaryIndex {
        index_name: string(needed(node, "IndexName")?)?,
        key_schema: list(needed(node, "KeySchema")?, key_schema_element)?,
        projection: projection(needed(node, "Projection")?)?,
    })
}

pub(super) fn global_index(node: Node<'_>) -> Result<GlobalSecondaryIndex, Rejection> {
    Ok(GlobalSecondaryIndex {
        index_name: string(needed(node, "IndexName")?)?,
        key_schema: list(needed(node, "KeySchema")?, key_schema_element)?,
        projection: projection(needed(node, "Projection")?)?,
        provisioned_throughput: node.member("ProvisionedThroughput").map(throughput).transpose()?,
        on_demand_throughput: node.member("OnDemandThroughput").map(on_demand_throughput).transpose()?,
        warm_throughput: node.member("WarmThroughput").map(warm_throughput).transpose()?,
    })
}

pub(super) fn projection(node: Node<'_>) -> Result<Projection, Rejection> {
    if !node.is_object() {
        return Err(wrong_kind(node));
    }
    let name = |node: Node<'_>| node.text().map(Text::from).ok_or_else(|| wrong_kind(node));
    Ok(Projection {
        projection_type: node.member("ProjectionType").map(|node| word(node, ProjectionType::from_wire)).transpose()?,
        non_key_attributes: node.member("NonKeyAttributes").map(|node| list(node, name)).transpose()?,
    })
}

pub(super) fn vector_index(node: Node<'_>) -> Result<VectorIndex, Rejection> {
    Ok(VectorIndex {
        index_name: string(needed(node, "IndexName")?)?,
        vector_attribute: name_member(needed(node, "VectorAttribute")?, "AttributeName")?,
        search_schema: node.member("SearchSchema").map(|node| list(node, search_schema_element)).transpose()?,
        projection: projection(needed(node, "Projection")?)?,
        dimensions: count(needed(node, "Dimensions")?)?,
        distance_function: word(needed(node, "DistanceFunction")?, DistanceFunction::from_wire)?,
    })
}

fn search_schema_element(node: Node<'_>) -> Result<SearchSchemaElement, Rejection> {
    Ok(SearchSchemaElement {
        attribute_name: name_member(node, "AttributeName")?,
        element_type: word(needed(node, "SearchSchemaElementType")?, SearchSchemaElementType::from_wire)?,
    })
}

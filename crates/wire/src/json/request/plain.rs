//! Requests that plainly keep the rules: a table's name and flat attributes, and nothing beside them to contradict.
//!
//! Owns a shortcut for streams of such requests, which need not be laid out to be judged. Must not know words: what is
//! not plain is judged in full.

use hashrange_values::{AttributeValue, Map};

use crate::json::value::check_attribute_name;
use crate::reference::is_table_name;
use crate::request::Request;
use crate::shape::{DeleteItemRequest, GetItemRequest, PutItemRequest};

/// Whether there is nothing about a request that a rule could refuse. Members that are not named here are words of closed
/// sets and booleans, which are right by their types.
pub(super) fn is_plain(request: &Request) -> bool {
    match request {
        Request::PutItem(PutItemRequest {
            table_name,
            item: attributes,
            condition_expression: None,
            expression_attribute_names: None,
            expression_attribute_values: None,
            expected: None,
            conditional_operator: None,
            return_values: None,
            ..
        })
        | Request::DeleteItem(DeleteItemRequest {
            table_name,
            key: attributes,
            condition_expression: None,
            expression_attribute_names: None,
            expression_attribute_values: None,
            expected: None,
            conditional_operator: None,
            return_values: None,
            ..
        })
        | Request::GetItem(GetItemRequest {
            table_name,
            key: attributes,
            projection_expression: None,
            attributes_to_get: None,
            expression_attribute_names: None,
            ..
        }) => is_table_name(table_name) && is_flat(attributes),
        _ => false,
    }
}

/// Named values of the types that hold no others.
fn is_flat(attributes: &Map) -> bool {
    attributes.iter().all(|(name, value)| check_attribute_name(name).is_ok() && is_scalar(value))
}

fn is_scalar(value: &AttributeValue) -> bool {
    use AttributeValue::{B, Bool, N, Null, S};
    matches!(value, S(_) | N(_) | B(_) | Bool(_) | Null)
}

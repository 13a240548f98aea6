//! Requests that obviously satisfy the constraints: a table name and flat attributes, without other parameters.
//!
//! Owns a shortcut for series of such requests, which skip the tape. Must not know texts: all other requests pass the
//! full check.

use hashrange_values::{AttributeValue, Map};

use crate::json::value::check_attribute_name;
use crate::reference::is_table_name;
use crate::request::Request;
use crate::shape::{DeleteItemRequest, GetItemRequest, PutItemRequest, ReturnValues};

/// Whether no rule can refuse a request. Members that this function does not check are closed sets and booleans. Their
/// types make them valid.
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
            return_values: None | Some(ReturnValues::None | ReturnValues::AllOld),
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
            return_values: None | Some(ReturnValues::None | ReturnValues::AllOld),
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

/// Whether all values have types that do not nest.
fn is_flat(attributes: &Map) -> bool {
    attributes
        .iter()
        .all(|(name, value)| check_attribute_name(name).is_ok() && is_scalar(value))
}

fn is_scalar(value: &AttributeValue) -> bool {
    use AttributeValue::{B, Bool, N, Null, S};
    matches!(value, S(_) | N(_) | B(_) | Bool(_) | Null)
}

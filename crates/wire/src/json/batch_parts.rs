//! Parts of batches that requests and answers share: what was asked for comes back when it was not done.

use std::collections::BTreeMap;

use hashrange_values::{Map, Text};

use super::value::write_map;
use super::writer::Writer;
use crate::shape::{ExpressionAttributeNames, KeysAndAttributes, WriteRequest};

/// Keys to read, by table.
pub(super) fn keys_by_table(out: &mut Writer, tables: &BTreeMap<String, KeysAndAttributes>) {
    out.object(|out| {
        for (table, wanted) in tables {
            out.key(table);
            out.object(|out| keys_and_attributes(out, wanted));
        }
    });
}

fn keys_and_attributes(out: &mut Writer, wanted: &KeysAndAttributes) {
    out.key("Keys");
    out.list(|out| {
        for key in &wanted.keys {
            out.element();
            write_map(out, key);
        }
    });
    if let Some(names) = &wanted.attributes_to_get {
        out.key("AttributesToGet");
        out.strings(names.iter().map(Text::as_str));
    }
    out.optional_text("ProjectionExpression", wanted.projection_expression.as_deref());
    names_member(out, wanted.expression_attribute_names.as_ref());
    out.optional_boolean("ConsistentRead", wanted.consistent_read);
}

/// Attributes, if there are any.
pub(super) fn map_member(out: &mut Writer, name: &str, map: Option<&Map>) {
    if let Some(map) = map {
        out.key(name);
        write_map(out, map);
    }
}

/// Name placeholders.
pub(super) fn names_member(out: &mut Writer, names: Option<&ExpressionAttributeNames>) {
    if let Some(names) = names {
        out.key("ExpressionAttributeNames");
        out.object(|out| {
            for (placeholder, name) in names {
                out.text_member(placeholder, name);
            }
        });
    }
}

/// Items to put and to delete, by table.
pub(super) fn write_requests(out: &mut Writer, tables: &BTreeMap<String, Vec<WriteRequest>>) {
    out.object(|out| {
        for (table, writes) in tables {
            out.key(table);
            out.list(|out| {
                for write in writes {
                    out.element();
                    out.object(|out| write_request(out, write));
                }
            });
        }
    });
}

fn write_request(out: &mut Writer, write: &WriteRequest) {
    let (name, member, map) = match write {
        WriteRequest::Put(item) => ("PutRequest", "Item", item),
        WriteRequest::Delete(key) => ("DeleteRequest", "Key", key),
    };
    out.key(name);
    out.object(|out| {
        out.key(member);
        write_map(out, map);
    });
}

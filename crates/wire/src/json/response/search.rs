//! Answers of SearchVectors, and what writes report of vector indexes.

use std::collections::BTreeMap;

use hashrange_values::{AttributeValue, Item, single_text};

use crate::json::objects::objects;
use crate::json::value::write_value;
use crate::json::writer::Writer;
use crate::shape::SearchVectorsResponse;

pub(super) fn found(out: &mut Writer, response: &SearchVectorsResponse) {
    out.key("SearchResults");
    objects(out, &response.results, |out, result| {
        out.key("Item");
        item(out, &result.item, &response.vector_attribute);
        out.decimal_member("Score", f64::from(result.score));
    });
    // Not the table's name, and the same for TOTAL and INDEXES. The second member repeats the first, and is not in the
    // models of SDKs (all observed).
    if let Some(bytes) = response.search_request_bytes {
        out.key("ConsumedCapacity");
        out.inline_object(|out| {
            decimal(out, "VectorSearchRequestBytes", bytes);
            decimal(out, "VectorSearchUnits", bytes);
        });
    }
}

/// Bytes charged for writes of vector indexes, by index; nothing where there are none (observed).
pub(super) fn write_bytes(out: &mut Writer, bytes: &BTreeMap<String, u64>) {
    if bytes.is_empty() {
        return;
    }
    out.key("VectorIndexes");
    out.object(|out| {
        for (index, of_index) in bytes {
            out.key(index);
            out.inline_object(|out| decimal(out, "VectorWriteRequestBytes", *of_index));
        }
    });
}

fn decimal(out: &mut Writer, name: &str, whole: u64) {
    out.key(name);
    out.display(format_args!("{whole}.0"));
}

/// An entry. Its vector is told as the index keeps it: 32-bit floating point, in the shortest digits (observed).
fn item(out: &mut Writer, item: &Item, vector: &str) {
    out.object(|out| {
        for (name, value) in item.iter() {
            out.key(name);
            match value {
                AttributeValue::L(elements) if name == vector => out.typed("{\"L\":", |out| {
                    out.list(|out| {
                        for element in elements {
                            out.element();
                            single(out, element);
                        }
                    });
                }),
                _ => write_value(out, value),
            }
        }
    });
}

fn single(out: &mut Writer, element: &AttributeValue) {
    match element {
        AttributeValue::N(number) => out.typed("{\"N\":", |out| out.string(&single_text(number.to_f32()))),
        other => write_value(out, other),
    }
}

//! Consumed capacity in responses, of tables and their indexes.

use std::collections::BTreeMap;

use crate::json::objects::objects;
use crate::json::writer::Writer;
use crate::shape::{ConsumedCapacity, UnitsName};

pub(crate) fn capacity(out: &mut Writer, consumed: Option<&ConsumedCapacity>) {
    let Some(consumed) = consumed else { return };
    out.key("ConsumedCapacity");
    out.object(|out| capacity_members(out, consumed));
}

/// Writes one object per table.
pub(crate) fn capacities(out: &mut Writer, consumed: Option<&[ConsumedCapacity]>) {
    let Some(consumed) = consumed else { return };
    out.key("ConsumedCapacity");
    objects(out, consumed, capacity_members);
}

fn capacity_members(out: &mut Writer, consumed: &ConsumedCapacity) {
    out.text_member("TableName", &consumed.table_name);
    units(out, consumed.capacity_units, consumed.named);
    if let Some(of_table) = consumed.table {
        out.key("Table");
        out.inline_object(|out| units(out, of_table, consumed.named));
    }
    arms(
        out,
        "LocalSecondaryIndexes",
        &consumed.local_secondary_indexes,
        consumed.named,
    );
    arms(
        out,
        "GlobalSecondaryIndexes",
        &consumed.global_secondary_indexes,
        consumed.named,
    );
    vector_bytes(out, &consumed.vector_write_bytes);
}

/// Writes the units, and repeats them under the name that transactions use (observed: capacity-shapes-seen).
fn units(out: &mut Writer, units: f64, named: Option<UnitsName>) {
    out.decimal_member("CapacityUnits", units);
    if let Some(name) = named {
        out.decimal_member(name.as_str(), units);
    }
}

fn arms(out: &mut Writer, name: &str, arms: &BTreeMap<String, f64>, named: Option<UnitsName>) {
    if arms.is_empty() {
        return;
    }
    out.key(name);
    out.object(|out| {
        for (index, of_index) in arms {
            out.key(index);
            out.inline_object(|out| units(out, *of_index, named));
        }
    });
}

/// Writes the bytes charged for writes of vector indexes, by index. Omits the member if there are none
/// (observed: vector-write-bytes).
fn vector_bytes(out: &mut Writer, bytes: &BTreeMap<String, u64>) {
    if bytes.is_empty() {
        return;
    }
    out.key("VectorIndexes");
    out.object(|out| {
        for (index, of_index) in bytes {
            out.key(index);
            out.inline_object(|out| whole_decimal(out, "VectorWriteRequestBytes", *of_index));
        }
    });
}

/// Writes an integer with a decimal point.
pub(crate) fn whole_decimal(out: &mut Writer, name: &str, whole: u64) {
    out.key(name);
    out.display(format_args!("{whole}.0"));
}

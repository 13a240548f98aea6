//! The settings that a table is created with, besides its schema and its throughput: its class, its encryption and its
//! deletion protection. Names those that the target's table lacks.
//!
//! The key of the encryption belongs to the source's account, so the target uses its own. Higher warm throughput has a
//! price, so a copy does not raise it. Must not know requests.

use hashrange_wire::{
    CreateTableRequest, SseSpecification, SseType, TableClass, TableDescription, WarmThroughputDescription,
};

use crate::report::NotCopied;

/// Sets the settings of a table in the request that creates an equal one.
pub(crate) fn set(table: &TableDescription, create: &mut CreateTableRequest) {
    create.table_class = class(table);
    create.deletion_protection_enabled = table.deletion_protection_enabled.then_some(true);
    create.sse_specification = table.sse_description.is_some().then(|| SseSpecification {
        enabled: Some(true),
        sse_type: Some(SseType::Kms),
        ..SseSpecification::default()
    });
}

/// Whether a table has such settings.
pub(crate) fn are_set(table: &TableDescription) -> bool {
    class(table).is_some() || table.deletion_protection_enabled || table.sse_description.is_some()
}

/// The class, if it is not the usual one.
fn class(table: &TableDescription) -> Option<TableClass> {
    let class = table.table_class_summary.map(|summary| summary.table_class);
    class.filter(|class| *class != TableClass::Standard)
}

/// The settings of the source's table that the target's lacks.
pub(crate) fn left_out(source: &TableDescription, target: &TableDescription) -> Vec<NotCopied> {
    let missing = |what: &str| (what.to_owned(), "the target's table does not have it".to_owned());
    let mut parts = Vec::new();
    if class(source).is_some() && class(target) != class(source) {
        parts.push(missing("table class"));
    }
    if source.deletion_protection_enabled && !target.deletion_protection_enabled {
        parts.push(missing("deletion protection"));
    }
    match (key(source), key(target)) {
        (Some(own), Some(other)) if own != other && !own.is_empty() && !other.is_empty() => {
            parts.push((
                "encryption key".to_owned(),
                format!("the target uses {other}, the source {own}"),
            ));
        }
        (Some(_), None) => parts.push(missing("encryption")),
        _ => {}
    }
    let warm = cooler("", source.warm_throughput.as_ref(), target.warm_throughput.as_ref());
    let indexes = source.global_secondary_indexes.iter().filter_map(|own| {
        let mut others = target.global_secondary_indexes.iter();
        let other = others.find(|other| other.index_name == own.index_name)?;
        let of = format!(" of {}", own.index_name);
        cooler(&of, own.warm_throughput.as_ref(), other.warm_throughput.as_ref())
    });
    parts.extend(warm.into_iter().chain(indexes));
    parts.into_iter().map(|(what, why)| NotCopied { what, why }).collect()
}

/// The key of a table that is encrypted with AWS KMS; empty if it is not described.
fn key(table: &TableDescription) -> Option<&str> {
    let encryption = table.sse_description.as_ref()?;
    Some(encryption.kms_master_key_arn.as_deref().unwrap_or_default())
}

/// The warm throughput of the table or an index, if the target has less. A target that describes none has no such limit.
fn cooler(
    of: &str,
    source: Option<&WarmThroughputDescription>,
    target: Option<&WarmThroughputDescription>,
) -> Option<(String, String)> {
    let units = |warm: &WarmThroughputDescription| (warm.read_units_per_second, warm.write_units_per_second);
    let (own, other) = (units(source?), units(target?));
    (own.0 > other.0 || own.1 > other.1).then(|| {
        let why = format!(
            "the target has {} reads and {} writes a second, the source {} and {}. UpdateTable raises it, at a price",
            other.0, other.1, own.0, own.1
        );
        (format!("warm throughput{of}"), why)
    })
}

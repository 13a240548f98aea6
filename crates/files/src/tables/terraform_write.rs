//! Writes tables as Terraform resources of type `aws_dynamodb_table`, with a resource for each policy and for each setting of
//! Contributor Insights.
//!
//! Must not know how they are read.

use hashrange_wire::{
    BillingMode, GlobalSecondaryIndex, KeyRole, KeySchemaElement, LocalSecondaryIndex, OnDemandThroughput, Projection,
    ProvisionedThroughput, SseSpecification, WarmThroughput,
};

use super::definition::TableDefinition;
use super::hcl_text::HclText;
use super::terraform_names::{INSIGHTS, POLICY, TABLE};
use crate::file_fault::LeftOut;

/// Writes a file with these tables, and returns the settings that it cannot express.
pub(super) fn write(tables: &[TableDefinition]) -> (String, Vec<LeftOut>) {
    let (mut out, mut left_out) = (HclText::default(), Vec::new());
    let (mut taken, mut taken_insights) = (Vec::new(), Vec::new());
    for table in tables {
        let create = &table.create;
        let id = resource_id(&create.table_name, &mut taken);
        out.resource(TABLE, &id, |out| write_table(out, table));
        if let Some(policy) = &create.resource_policy {
            out.resource(POLICY, &id, |out| {
                out.plain("resource_arn", format!("{TABLE}.{id}.arn"));
                out.text("policy", policy);
            });
        }
        for insights in &table.insights {
            let index = insights.index.as_deref();
            let words = index.map_or_else(|| id.clone(), |index| format!("{id}_{index}"));
            out.resource(INSIGHTS, &resource_id(&words, &mut taken_insights), |out| {
                out.plain("table_name", format!("{TABLE}.{id}.name"));
                if let Some(index) = index {
                    out.text("index_name", index);
                }
                if let Some(mode) = insights.mode {
                    out.text("mode", mode.as_str());
                }
            });
        }
        if create.vector_indexes.is_some() {
            left_out.push(LeftOut::new(0, format!("{}.VectorIndexes", create.table_name)));
        }
    }
    (out.finish(), left_out)
}

/// A resource's name in Terraform: letters, digits, dashes and underscores, and no digit first
/// (documented: terraform-identifiers). It is unlike those that are taken.
fn resource_id(name: &str, taken: &mut Vec<String>) -> String {
    let word = |character: char| {
        if character.is_ascii_alphanumeric() || character == '-' {
            character
        } else {
            '_'
        }
    };
    let words: String = name.chars().map(word).collect();
    let is_plain = words.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let base = if is_plain { words } else { format!("_{words}") };
    let mut id = base.clone();
    let mut number = 2;
    while taken.contains(&id) {
        id = format!("{base}_{number}");
        number += 1;
    }
    taken.push(id.clone());
    id
}

fn write_table(out: &mut HclText, table: &TableDefinition) {
    let create = &table.create;
    out.text("name", &create.table_name);
    out.text(
        "billing_mode",
        create.billing_mode.unwrap_or(BillingMode::Provisioned).as_str(),
    );
    keys(out, &create.key_schema);
    rates(out, create.provisioned_throughput);
    if let Some(stream) = &create.stream_specification {
        out.plain("stream_enabled", stream.stream_enabled);
        if let Some(images) = stream.stream_view_type {
            out.text("stream_view_type", images.as_str());
        }
    }
    if let Some(class) = create.table_class {
        out.text("table_class", class.as_str());
    }
    if let Some(protected) = create.deletion_protection_enabled {
        out.plain("deletion_protection_enabled", protected);
    }
    for attribute in &create.attribute_definitions {
        out.block("attribute", |out| {
            out.text("name", &attribute.attribute_name);
            out.text("type", attribute.attribute_type.descriptor());
        });
    }
    create
        .local_secondary_indexes
        .iter()
        .flatten()
        .for_each(|index| local_index(out, index));
    create
        .global_secondary_indexes
        .iter()
        .flatten()
        .for_each(|index| global_index(out, index));
    write_settings(out, table);
}

fn write_settings(out: &mut HclText, table: &TableDefinition) {
    let create = &table.create;
    if let Some(attribute) = &table.time_to_live {
        out.block("ttl", |out| {
            out.text("attribute_name", attribute);
            out.plain("enabled", true);
        });
    }
    if table.point_in_time_recovery {
        out.block("point_in_time_recovery", |out| {
            out.plain("enabled", true);
            if let Some(days) = table.recovery_days {
                out.plain("recovery_period_in_days", days);
            }
        });
    }
    if let Some(encryption) = &create.sse_specification {
        write_encryption(out, encryption);
    }
    limits(out, create.on_demand_throughput);
    warm(out, create.warm_throughput);
    if let Some(tags) = &create.tags {
        out.texts("tags", tags.iter().map(|tag| (tag.key.as_str(), tag.value.as_str())));
    }
}

fn write_encryption(out: &mut HclText, encryption: &SseSpecification) {
    out.block("server_side_encryption", |out| {
        out.plain("enabled", encryption.enabled.unwrap_or_default());
        if let Some(key) = &encryption.kms_master_key_id {
            out.text("kms_key_arn", key);
        }
    });
}

/// Writes one attribute for each key part, or blocks if a part has several key attributes.
fn keys(out: &mut HclText, schema: &[KeySchemaElement]) {
    let of_role = |role| schema.iter().filter(move |key| key.key_type == role).count();
    if of_role(KeyRole::Hash) > 1 || of_role(KeyRole::Range) > 1 {
        for key in schema {
            out.block("key_schema", |out| {
                out.text("attribute_name", &key.attribute_name);
                out.text("key_type", key.key_type.as_str());
            });
        }
        return;
    }
    for key in schema {
        let name = if key.key_type == KeyRole::Hash {
            "hash_key"
        } else {
            "range_key"
        };
        out.text(name, &key.attribute_name);
    }
}

fn local_index(out: &mut HclText, index: &LocalSecondaryIndex) {
    out.block("local_secondary_index", |out| {
        out.text("name", &index.index_name);
        for key in index.key_schema.iter().filter(|key| key.key_type == KeyRole::Range) {
            out.text("range_key", &key.attribute_name);
        }
        projection(out, &index.projection);
    });
}

fn global_index(out: &mut HclText, index: &GlobalSecondaryIndex) {
    out.block("global_secondary_index", |out| {
        out.text("name", &index.index_name);
        keys(out, &index.key_schema);
        projection(out, &index.projection);
        rates(out, index.provisioned_throughput);
        limits(out, index.on_demand_throughput);
        warm(out, index.warm_throughput);
    });
}

fn projection(out: &mut HclText, projection: &Projection) {
    if let Some(kind) = projection.projection_type {
        out.text("projection_type", kind.as_str());
    }
    if let Some(names) = &projection.non_key_attributes {
        out.list("non_key_attributes", names.iter().map(|name| name.as_str()));
    }
}

fn rates(out: &mut HclText, throughput: Option<ProvisionedThroughput>) {
    if let Some(throughput) = throughput {
        out.plain("read_capacity", throughput.read_capacity_units);
        out.plain("write_capacity", throughput.write_capacity_units);
    }
}

fn limits(out: &mut HclText, limits: Option<OnDemandThroughput>) {
    let Some(limits) = limits else { return };
    let names = ["max_read_request_units", "max_write_request_units"];
    units(
        out,
        "on_demand_throughput",
        names,
        [limits.max_read_request_units, limits.max_write_request_units],
    );
}

fn warm(out: &mut HclText, warm: Option<WarmThroughput>) {
    let Some(warm) = warm else { return };
    let names = ["read_units_per_second", "write_units_per_second"];
    units(
        out,
        "warm_throughput",
        names,
        [warm.read_units_per_second, warm.write_units_per_second],
    );
}

fn units(out: &mut HclText, block: &str, names: [&str; 2], units: [Option<i64>; 2]) {
    out.block(block, |out| {
        for (name, units) in names.into_iter().zip(units) {
            if let Some(units) = units {
                out.plain(name, units);
            }
        }
    });
}

//! The attributes and blocks of a Terraform table that are read.
//!
//! Must not know how they are read.

use super::build::Names;

/// The kind of the resource.
pub(super) const TABLE: &str = "aws_dynamodb_table";
/// The attributes and blocks of a table that are read, and their members.
pub(super) const NAMES: Names<'_> = &[
    (
        TABLE,
        &[
            "name",
            "billing_mode",
            "hash_key",
            "range_key",
            "key_schema",
            "read_capacity",
            "write_capacity",
            "stream_enabled",
            "stream_view_type",
            "table_class",
            "deletion_protection_enabled",
            "tags",
            "attribute",
            "global_secondary_index",
            "local_secondary_index",
            "ttl",
            "point_in_time_recovery",
            "server_side_encryption",
            "on_demand_throughput",
            "warm_throughput",
        ],
    ),
    ("attribute", &["name", "type"]),
    ("key_schema", &["attribute_name", "key_type"]),
    (
        "global_secondary_index",
        &[
            "name",
            "hash_key",
            "range_key",
            "key_schema",
            "projection_type",
            "non_key_attributes",
            "read_capacity",
            "write_capacity",
            "on_demand_throughput",
            "warm_throughput",
        ],
    ),
    (
        "local_secondary_index",
        &["name", "range_key", "projection_type", "non_key_attributes"],
    ),
    ("ttl", &["enabled", "attribute_name"]),
    ("point_in_time_recovery", &["enabled", "recovery_period_in_days"]),
    ("server_side_encryption", &["enabled", "kms_key_arn"]),
    (
        "on_demand_throughput",
        &["max_read_request_units", "max_write_request_units"],
    ),
    ("warm_throughput", &["read_units_per_second", "write_units_per_second"]),
];

/// Whether a part of a table has this name and is a block.
pub(super) fn is_block(name: &str) -> bool {
    name != TABLE && NAMES.iter().any(|(block, _)| *block == name)
}

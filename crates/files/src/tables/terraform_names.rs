//! The attributes and blocks that are read of a Terraform table, and of resources that complete one.
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

/// The kinds of resources that complete a table.
pub(super) const INDEX: &str = "aws_dynamodb_global_secondary_index";
pub(super) const TAG: &str = "aws_dynamodb_tag";
pub(super) const POLICY: &str = "aws_dynamodb_resource_policy";
pub(super) const INSIGHTS: &str = "aws_dynamodb_contributor_insights";
/// These kinds in the order in which they are applied, each with the attribute that names the table.
pub(super) const KINDS: [(&str, &str); 4] = [
    (INDEX, "table_name"),
    (TAG, "resource_arn"),
    (POLICY, "resource_arn"),
    (INSIGHTS, "table_name"),
];
/// The attributes and blocks of these resources that are read, and their members.
pub(super) const BESIDE: Names<'_> = &[
    (
        INDEX,
        &[
            "index_name",
            "key_schema",
            "projection",
            "provisioned_throughput",
            "on_demand_throughput",
            "warm_throughput",
        ],
    ),
    (TAG, &["key", "value"]),
    (POLICY, &["policy"]),
    (INSIGHTS, &["index_name", "mode"]),
    ("key_schema", &["attribute_name", "attribute_type", "key_type"]),
    ("projection", &["projection_type", "non_key_attributes"]),
    (
        "provisioned_throughput",
        &["read_capacity_units", "write_capacity_units"],
    ),
    (
        "on_demand_throughput",
        &["max_read_request_units", "max_write_request_units"],
    ),
    ("warm_throughput", &["read_units_per_second", "write_units_per_second"]),
];

/// Whether a part of a resource has this name and is a block.
pub(super) fn is_block(name: &str) -> bool {
    name != TABLE && NAMES.iter().chain(BESIDE).any(|(block, _)| *block == name)
}

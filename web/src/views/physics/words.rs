//! What each dial is about, in words, and what is known of it.

/// What is known of a dial's usual value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// AWS documents it.
    Documented,
    /// Measured on the real service.
    Observed,
    /// Neither: a model.
    Model,
}

/// A dial in words.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Name of the dial.
    pub name: &'static str,
    /// Its label.
    pub label: &'static str,
    /// What is known.
    pub evidence: Evidence,
}

/// A group of dials.
pub type Group = (&'static str, &'static [Words]);

use Evidence::{Documented, Model, Observed};

const fn dial(name: &'static str, label: &'static str, evidence: Evidence) -> Words {
    Words { name, label, evidence }
}

/// Physics but for what stands above them: throttling's mode and the lag of replicas.
pub const PHYSICS_GROUPS: [Group; 8] = [
    (
        "Tables",
        &[
            dial("table_creation", "CreateTable to ACTIVE", Observed),
            dial("table_creation_with_indexes", "CreateTable to ACTIVE, with global indexes", Observed),
            dial("table_deletion", "DeleteTable to deleted", Observed),
            dial("table_restore", "Restoring a table", Observed),
            dial("table_update.throughput", "New provisioned throughput", Observed),
            dial("table_update.to_on_demand", "To on-demand for the first time", Observed),
            dial("table_update.back_to_on_demand", "To on-demand again", Observed),
            dial("table_update.to_provisioned", "To provisioned", Observed),
            dial("table_update.stream", "Stream on or off", Observed),
            dial("table_update.class", "New table class", Observed),
            dial("table_update.encryption", "Another encryption", Observed),
            dial("table_update.warm", "More warm throughput for the first time", Observed),
            dial("table_update.warm_again", "More warm throughput again", Observed),
            dial("counters", "Age of the counts in descriptions", Documented),
        ],
    ),
    (
        "Global secondary indexes",
        &[
            dial("index_propagation", "Write to index entry", Model),
            dial("index_update.allocation", "Allocating resources for a new index", Observed),
            dial("index_update.backfill", "Backfilling a new index, at least", Observed),
            dial("index_update.backfill_step", "Between two backfill steps", Model),
            dial("index_update.deletion", "Deleting an index", Observed),
            dial("index_update.throughput", "New throughput of an index", Observed),
        ],
    ),
    (
        "Settings",
        &[
            dial("settings.tags", "Tags until they can be read", Observed),
            dial("settings.insights_on", "Contributor Insights on", Observed),
            dial("settings.insights_off", "Contributor Insights off", Observed),
            dial("settings.backups", "Backups of a new table, once it is active", Observed),
            dial("settings.policy", "A policy until it can be read", Observed),
            dial("settings.policy_cooldown", "Between two changes of a policy", Observed),
            dial("settings.protection_cooldown", "Between two changes of deletion protection", Observed),
            dial("settings.expiry_cooldown", "Between two changes of time to live", Observed),
        ],
    ),
    (
        "Expiry",
        &[
            dial("expiry.scan", "Between two scanner passes", Model),
            dial("expiry.deletion", "From found to deleted", Model),
            dial("expiry.deletion_with_indexes", "The same with indexes or a stream", Model),
            dial("expiry.after_disable", "Deletions after time to live is off", Documented),
        ],
    ),
    (
        "Partitions",
        &[
            dial("partitions.split", "Duration of a split", Model),
            dial("partitions.heat", "How long a partition is hot before it is split (0: never)", Model),
        ],
    ),
    ("Transactions", &[dial("transaction", "A transaction locks its items for (0: no conflicts)", Model)]),
    ("Streams", &[dial("shard_life", "How long a shard stays open (0: as long as the stream)", Model)]),
    (
        "Throttling",
        &[
            dial("throttling.burst", "How long unused throughput is kept", Documented),
            dial("throttling.peak_window", "How long a rate must last to count as the previous peak", Model),
        ],
    ),
];

/// Limits.
pub const LIMIT_GROUPS: [Group; 5] = [
    (
        "Limits of the account",
        &[
            dial("tables", "Tables", Documented),
            dial("operations", "Tables being created, changed or deleted at once", Documented),
            dial("operations_with_indexes", "Tables with indexes being created at once", Documented),
            dial("table_units", "Units a second of a table or index", Documented),
            dial("account_units", "Provisioned units a second of all tables", Documented),
            dial("table_names", "Table names ListTables returns", Documented),
        ],
    ),
    (
        "Limits of a table",
        &[
            dial("local_secondary_indexes", "Local secondary indexes", Documented),
            dial("global_secondary_indexes", "Global secondary indexes", Documented),
            dial("vector_indexes", "Vector indexes", Documented),
            dial("non_key_attributes", "Attributes listed by INCLUDE projections", Documented),
            dial("tags", "Tags", Documented),
        ],
    ),
    (
        "Limits of sizes",
        &[
            dial("item_bytes", "An item", Documented),
            dial("item_collection_bytes", "An item collection with local indexes", Documented),
            dial("partition_bytes", "A partition before it is split", Documented),
            dial("page_bytes", "A page of Query or Scan", Documented),
            dial("batch_bytes", "A response of BatchGetItem", Documented),
            dial("transaction_bytes", "A transaction", Documented),
        ],
    ),
    (
        "Limits of streams, while requests are throttled",
        &[
            dial("shard_reads", "Calls of GetRecords a second of a shard", Observed),
            dial("shard_read_bytes", "Bytes of records a second of a shard", Observed),
        ],
    ),
    (
        "Limits of changes",
        &[
            dial("decreases", "Decreases of throughput a day without waiting", Documented),
            dial("decrease_wait", "Between further decreases", Observed),
            dial("on_demand_switches", "Switches to on-demand in 24 hours", Documented),
            dial("encryption_changes", "Changes of encryption in 24 hours without waiting", Observed),
            dial("encryption_wait", "Between further changes of encryption", Observed),
            dial("class_changes", "Changes of the table class in 30 days", Documented),
        ],
    ),
];

/// The accelerator.
pub const DAX_WORDS: [Words; 3] = [
    dial("item_ttl", "Item cache TTL (0: no expiry)", Documented),
    dial("query_ttl", "Query cache TTL (0: no caching)", Documented),
    dial("memory_bytes", "Memory of the cluster", Model),
];

/// How long eventually consistent reads may be behind.
pub const REPLICATION: Words = dial("replication", "Replication lag (0: never stale)", Model);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hashrange_protocol::dials::{DAX, LIMITS, PHYSICS};

    use super::*;

    #[test]
    fn every_dial_has_words_and_all_words_have_a_dial() {
        let of =
            |groups: &[Group]| groups.iter().flat_map(|(_, dials)| *dials).map(|words| words.name).collect::<Vec<_>>();
        let mut physics = of(&PHYSICS_GROUPS);
        physics.extend([REPLICATION.name, "throttling.mode"]);
        let sets: [(Vec<&str>, Vec<&str>); 3] = [
            (physics, PHYSICS.iter().map(|(name, _)| *name).collect()),
            (of(&LIMIT_GROUPS), LIMITS.iter().map(|(name, _)| *name).collect()),
            (DAX_WORDS.iter().map(|words| words.name).collect(), DAX.iter().map(|(name, _)| *name).collect()),
        ];
        for (said, there) in sets {
            assert_eq!(said.len(), there.len());
            assert_eq!(said.into_iter().collect::<BTreeSet<_>>(), there.into_iter().collect::<BTreeSet<_>>());
        }
    }
}

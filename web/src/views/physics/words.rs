//! The description of each setting, and its evidence.

/// The evidence of a setting's default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// AWS documents it.
    Documented,
    /// Measured on the real service.
    Observed,
    /// Neither: it is a model.
    Model,
}

/// The texts for a setting.
#[derive(Clone, Copy, Debug)]
pub struct SettingWords {
    /// Name of the setting.
    pub name: &'static str,
    /// Its label.
    pub label: &'static str,
    /// Its evidence.
    pub evidence: Evidence,
}

/// A group of settings.
pub type GroupWords = (&'static str, &'static [SettingWords]);

use Evidence::{Documented, Model, Observed};

const fn setting(name: &'static str, label: &'static str, evidence: Evidence) -> SettingWords {
    SettingWords { name, label, evidence }
}

/// Physics, except the settings above the groups: the throttling mode and the lag of replicas.
pub const PHYSICS_GROUPS: [GroupWords; 8] = [
    (
        "Tables",
        &[
            setting("table_creation", "CreateTable to ACTIVE", Observed),
            setting(
                "table_creation_with_indexes",
                "CreateTable to ACTIVE, with global indexes",
                Observed,
            ),
            setting("table_deletion", "DeleteTable to deleted", Observed),
            setting("table_restore", "Restoring a table", Observed),
            setting("table_update.throughput", "New provisioned throughput", Observed),
            setting("table_update.to_on_demand", "To on-demand for the first time", Observed),
            setting("table_update.back_to_on_demand", "To on-demand again", Observed),
            setting("table_update.to_provisioned", "To provisioned", Observed),
            setting("table_update.stream", "Turning a stream on or off", Observed),
            setting("table_update.class", "New table class", Observed),
            setting("table_update.encryption", "New encryption settings", Observed),
            setting("table_update.warm", "More warm throughput for the first time", Observed),
            setting("table_update.warm_again", "More warm throughput again", Observed),
            setting("counters", "Age of the counts in descriptions", Documented),
        ],
    ),
    (
        "Global secondary indexes",
        &[
            setting("index_propagation", "Write to index entry", Model),
            setting(
                "index_update.allocation",
                "Allocating resources for a new index",
                Observed,
            ),
            setting("index_update.backfill", "Backfilling a new index, at least", Observed),
            setting("index_update.backfill_step", "Between two backfill steps", Model),
            setting("index_update.deletion", "Deleting an index", Observed),
            setting("index_update.throughput", "New throughput of an index", Observed),
        ],
    ),
    (
        "Settings",
        &[
            setting("settings.tags", "Delay until tags can be read", Observed),
            setting("settings.insights_on", "Contributor Insights on", Observed),
            setting("settings.insights_off", "Contributor Insights off", Observed),
            setting(
                "settings.backups",
                "Backups of a new table, once it is active",
                Observed,
            ),
            setting("settings.policy", "Delay until a policy can be read", Observed),
            setting("settings.policy_cooldown", "Between two changes of a policy", Observed),
            setting(
                "settings.protection_cooldown",
                "Between two changes of deletion protection",
                Observed,
            ),
            setting("settings.expiry_cooldown", "Between two changes of TTL", Observed),
        ],
    ),
    (
        "Expiry",
        &[
            setting("expiry.scan", "Between two scanner passes", Model),
            setting("expiry.deletion", "From detection by a scan to deletion", Model),
            setting(
                "expiry.deletion_with_indexes",
                "The same with indexes or a stream",
                Model,
            ),
            setting("expiry.after_disable", "Deletions after TTL is turned off", Documented),
        ],
    ),
    (
        "Partitions",
        &[
            setting("partitions.split", "Duration of a split", Model),
            setting(
                "partitions.heat",
                "How long a partition is hot before it is split (0: never)",
                Model,
            ),
        ],
    ),
    (
        "Transactions",
        &[setting(
            "transaction",
            "A transaction locks its items for (0: no conflicts)",
            Model,
        )],
    ),
    (
        "Streams",
        &[setting(
            "shard_life",
            "How long a shard stays open (0: as long as the stream)",
            Model,
        )],
    ),
    (
        "Throttling",
        &[
            setting("throttling.burst", "How long unused throughput is saved", Documented),
            setting(
                "throttling.peak_window",
                "How long a rate must last to count as the previous peak",
                Model,
            ),
        ],
    ),
];

/// Limits.
pub const LIMIT_GROUPS: [GroupWords; 5] = [
    (
        "Account limits",
        &[
            setting("tables", "Tables", Documented),
            setting(
                "operations",
                "Tables being created, changed or deleted at once",
                Documented,
            ),
            setting(
                "operations_with_indexes",
                "Tables with indexes being created at once",
                Documented,
            ),
            setting("table_units", "Units a second for a table or index", Documented),
            setting("account_units", "Provisioned units a second for all tables", Documented),
            setting("table_names", "Table names ListTables returns", Documented),
        ],
    ),
    (
        "Table limits",
        &[
            setting("local_secondary_indexes", "Local secondary indexes", Documented),
            setting("global_secondary_indexes", "Global secondary indexes", Documented),
            setting("vector_indexes", "Vector indexes", Documented),
            setting(
                "non_key_attributes",
                "Attributes listed by INCLUDE projections",
                Documented,
            ),
            setting("tags", "Tags", Documented),
        ],
    ),
    (
        "Size limits",
        &[
            setting("item_bytes", "An item", Documented),
            setting(
                "item_collection_bytes",
                "An item collection with local indexes",
                Documented,
            ),
            setting("partition_bytes", "A partition before it is split", Documented),
            setting("page_bytes", "A page of Query or Scan", Documented),
            setting("batch_bytes", "A response of BatchGetItem", Documented),
            setting("transaction_bytes", "A transaction", Documented),
        ],
    ),
    (
        "Stream limits, while requests are throttled",
        &[
            setting("shard_reads", "GetRecords calls a second for each shard", Observed),
            setting("shard_read_bytes", "Record bytes a second for each shard", Observed),
        ],
    ),
    (
        "Limits on changes",
        &[
            setting("decreases", "Throughput decreases a day without waiting", Documented),
            setting("decrease_wait", "Between further decreases", Observed),
            setting("on_demand_switches", "Switches to on-demand in 24 hours", Documented),
            setting(
                "encryption_changes",
                "Encryption changes in 24 hours without waiting",
                Observed,
            ),
            setting("encryption_wait", "Between further encryption changes", Observed),
            setting("class_changes", "Table class changes in 30 days", Documented),
        ],
    ),
];

/// The accelerator.
pub const DAX_WORDS: [SettingWords; 3] = [
    setting("item_ttl", "Item cache TTL (0: no expiry)", Documented),
    setting("query_ttl", "Query cache TTL (0: no caching)", Documented),
    setting("memory_bytes", "Memory of the cluster", Model),
];

/// The maximum lag of eventually consistent reads.
pub const REPLICATION: SettingWords = setting("replication", "Replication lag (0: never stale)", Model);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hashrange_protocol::setting::{DAX, LIMITS, PHYSICS};

    use super::*;

    #[test]
    fn every_setting_has_words_and_all_words_have_a_setting() {
        let of = |groups: &[GroupWords]| {
            groups
                .iter()
                .flat_map(|(_, settings)| *settings)
                .map(|words| words.name)
                .collect::<Vec<_>>()
        };
        let mut physics = of(&PHYSICS_GROUPS);
        physics.extend([REPLICATION.name, "throttling.mode"]);
        let sets: [(Vec<&str>, Vec<&str>); 3] = [
            (physics, PHYSICS.iter().map(|(name, _)| *name).collect()),
            (of(&LIMIT_GROUPS), LIMITS.iter().map(|(name, _)| *name).collect()),
            (
                DAX_WORDS.iter().map(|words| words.name).collect(),
                DAX.iter().map(|(name, _)| *name).collect(),
            ),
        ];
        for (said, there) in sets {
            assert_eq!(said.len(), there.len());
            assert_eq!(
                said.into_iter().collect::<BTreeSet<_>>(),
                there.into_iter().collect::<BTreeSet<_>>()
            );
        }
    }
}

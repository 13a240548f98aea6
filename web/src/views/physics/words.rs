//! The description of each setting, and its evidence.

use hashrange_words::t;

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
pub type GroupWords = (&'static str, Vec<SettingWords>);

use Evidence::{Documented, Model, Observed};

fn setting(name: &'static str, label: &'static str, evidence: Evidence) -> SettingWords {
    SettingWords { name, label, evidence }
}

/// Physics, except the settings above the groups: the throttling mode and the lag of replicas.
#[must_use]
pub fn physics_groups() -> [GroupWords; 8] {
    [
        (t!("Tables"), tables()),
        (t!("Global secondary indexes"), global_secondary_indexes()),
        (t!("Settings"), settings()),
        (t!("Expiry"), expiry()),
        (t!("Partitions"), partitions()),
        (t!("Transactions"), transactions()),
        (t!("Streams"), streams()),
        (t!("Throttling"), throttling()),
    ]
}

fn tables() -> Vec<SettingWords> {
    vec![
        setting("table_creation", t!("CreateTable to ACTIVE"), Observed),
        setting(
            "table_creation_with_indexes",
            t!("CreateTable to ACTIVE, with global indexes"),
            Observed,
        ),
        setting("table_deletion", t!("DeleteTable to deleted"), Observed),
        setting("table_restore", t!("Restoring a table"), Observed),
        setting("table_update.throughput", t!("New provisioned throughput"), Observed),
        setting(
            "table_update.to_on_demand",
            t!("To on-demand for the first time"),
            Observed,
        ),
        setting("table_update.back_to_on_demand", t!("To on-demand again"), Observed),
        setting("table_update.to_provisioned", t!("To provisioned"), Observed),
        setting("table_update.stream", t!("Turning a stream on or off"), Observed),
        setting("table_update.class", t!("New table class"), Observed),
        setting("table_update.encryption", t!("New encryption settings"), Observed),
        setting(
            "table_update.warm",
            t!("More warm throughput for the first time"),
            Observed,
        ),
        setting("table_update.warm_again", t!("More warm throughput again"), Observed),
        setting("counters", t!("Age of the counts in descriptions"), Documented),
    ]
}

fn global_secondary_indexes() -> Vec<SettingWords> {
    vec![
        setting("index_propagation", t!("Write to index entry"), Model),
        setting(
            "index_update.allocation",
            t!("Allocating resources for a new index"),
            Observed,
        ),
        setting(
            "index_update.backfill",
            t!("Backfilling a new index, at least"),
            Observed,
        ),
        setting("index_update.backfill_step", t!("Between two backfill steps"), Model),
        setting("index_update.deletion", t!("Deleting an index"), Observed),
        setting("index_update.throughput", t!("New throughput of an index"), Observed),
    ]
}

fn settings() -> Vec<SettingWords> {
    vec![
        setting("settings.tags", t!("Delay until tags can be read"), Observed),
        setting("settings.insights_on", t!("Contributor Insights on"), Observed),
        setting("settings.insights_off", t!("Contributor Insights off"), Observed),
        setting(
            "settings.backups",
            t!("Backups of a new table, once it is active"),
            Observed,
        ),
        setting("settings.policy", t!("Delay until a policy can be read"), Observed),
        setting(
            "settings.policy_cooldown",
            t!("Between two changes of a policy"),
            Observed,
        ),
        setting(
            "settings.protection_cooldown",
            t!("Between two changes of deletion protection"),
            Observed,
        ),
        setting("settings.expiry_cooldown", t!("Between two changes of TTL"), Observed),
    ]
}

fn expiry() -> Vec<SettingWords> {
    vec![
        setting("expiry.scan", t!("Between two scanner passes"), Model),
        setting("expiry.deletion", t!("From detection by a scan to deletion"), Model),
        setting(
            "expiry.deletion_with_indexes",
            t!("The same with indexes or a stream"),
            Model,
        ),
        setting(
            "expiry.after_disable",
            t!("Deletions after TTL is turned off"),
            Documented,
        ),
    ]
}

fn partitions() -> Vec<SettingWords> {
    vec![
        setting("partitions.split", t!("Duration of a split"), Model),
        setting(
            "partitions.heat",
            t!("How long a partition is hot before it is split (0: never)"),
            Model,
        ),
    ]
}

fn transactions() -> Vec<SettingWords> {
    vec![setting(
        "transaction",
        t!("A transaction locks its items for (0: no conflicts)"),
        Model,
    )]
}

fn streams() -> Vec<SettingWords> {
    vec![setting(
        "shard_life",
        t!("How long a shard stays open (0: as long as the stream)"),
        Model,
    )]
}

fn throttling() -> Vec<SettingWords> {
    vec![
        setting(
            "throttling.burst",
            t!("How long unused throughput is saved"),
            Documented,
        ),
        setting(
            "throttling.peak_window",
            t!("How long a rate must last to count as the previous peak"),
            Model,
        ),
    ]
}

/// Limits.
#[must_use]
pub fn limit_groups() -> [GroupWords; 5] {
    [
        (t!("Account limits"), account_limits()),
        (t!("Table limits"), table_limits()),
        (t!("Size limits"), size_limits()),
        (
            t!("Stream limits, while requests are throttled"),
            stream_limits_while_requests_are_throttled(),
        ),
        (t!("Limits on changes"), limits_on_changes()),
    ]
}

fn account_limits() -> Vec<SettingWords> {
    vec![
        setting("tables", t!("Tables"), Documented),
        setting(
            "operations",
            t!("Tables being created, changed or deleted at once"),
            Documented,
        ),
        setting(
            "operations_with_indexes",
            t!("Tables with indexes being created at once"),
            Documented,
        ),
        setting("table_units", t!("Units a second for a table or index"), Documented),
        setting(
            "account_units",
            t!("Provisioned units a second for all tables"),
            Documented,
        ),
        setting("table_names", t!("Table names ListTables returns"), Documented),
    ]
}

fn table_limits() -> Vec<SettingWords> {
    vec![
        setting("local_secondary_indexes", t!("Local secondary indexes"), Documented),
        setting("global_secondary_indexes", t!("Global secondary indexes"), Documented),
        setting("vector_indexes", t!("Vector indexes"), Documented),
        setting(
            "non_key_attributes",
            t!("Attributes listed by INCLUDE projections"),
            Documented,
        ),
        setting("tags", t!("Tags"), Documented),
    ]
}

fn size_limits() -> Vec<SettingWords> {
    vec![
        setting("item_bytes", t!("An item"), Documented),
        setting(
            "item_collection_bytes",
            t!("An item collection with local indexes"),
            Documented,
        ),
        setting("partition_bytes", t!("A partition before it is split"), Documented),
        setting("page_bytes", t!("A page of Query or Scan"), Documented),
        setting("batch_bytes", t!("A response of BatchGetItem"), Documented),
        setting("transaction_bytes", t!("A transaction"), Documented),
    ]
}

fn stream_limits_while_requests_are_throttled() -> Vec<SettingWords> {
    vec![
        setting("shard_reads", t!("GetRecords calls a second for each shard"), Observed),
        setting("shard_read_bytes", t!("Record bytes a second for each shard"), Observed),
    ]
}

fn limits_on_changes() -> Vec<SettingWords> {
    vec![
        setting(
            "decreases",
            t!("Throughput decreases a day without waiting"),
            Documented,
        ),
        setting("decrease_wait", t!("Between further decreases"), Observed),
        setting(
            "on_demand_switches",
            t!("Switches to on-demand in 24 hours"),
            Documented,
        ),
        setting(
            "encryption_changes",
            t!("Encryption changes in 24 hours without waiting"),
            Observed,
        ),
        setting("encryption_wait", t!("Between further encryption changes"), Observed),
        setting("class_changes", t!("Table class changes in 30 days"), Documented),
    ]
}

/// The accelerator.
#[must_use]
pub fn dax_words() -> [SettingWords; 3] {
    [
        setting("item_ttl", t!("Item cache TTL (0: no expiry)"), Documented),
        setting("query_ttl", t!("Query cache TTL (0: no caching)"), Documented),
        setting("memory_bytes", t!("Memory of the cluster"), Model),
    ]
}

/// The maximum lag of eventually consistent reads.
#[must_use]
pub fn replication() -> SettingWords {
    setting("replication", t!("Replication lag (0: never stale)"), Model)
}

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
                .flat_map(|(_, settings)| settings)
                .map(|words| words.name)
                .collect::<Vec<_>>()
        };
        let mut physics = of(&physics_groups());
        physics.extend([replication().name, "throttling.mode"]);
        let sets: [(Vec<&str>, Vec<&str>); 3] = [
            (physics, PHYSICS.iter().map(|(name, _)| *name).collect()),
            (of(&limit_groups()), LIMITS.iter().map(|(name, _)| *name).collect()),
            (
                dax_words().iter().map(|words| words.name).collect(),
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

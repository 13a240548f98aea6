//! Physics: all durations that the service does not guarantee.
//!
//! The values of `aws` come from measurements of the real service where they exist. The others are a model, and shown
//! as such. `classroom` keeps the order of events and shortens the waits.

use hashrange_time::{Duration, Random};

/// Two bounds. A duration between them is drawn each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Shortest.
    pub shortest: Duration,
    /// Longest.
    pub longest: Duration,
}

hashrange_checkpoint::fields!(Span { shortest, longest });

impl Span {
    /// Always the same duration.
    #[must_use]
    pub const fn exactly(duration: Duration) -> Self {
        Self {
            shortest: duration,
            longest: duration,
        }
    }

    /// Between two bounds, in milliseconds.
    #[must_use]
    pub const fn millis(shortest: u64, longest: u64) -> Self {
        Self {
            shortest: Duration::from_millis(shortest),
            longest: Duration::from_millis(longest),
        }
    }

    /// Draws a duration; draws nothing from the source if both bounds are equal.
    pub(crate) fn draw(self, random: &mut Random) -> Duration {
        if self.shortest == self.longest {
            self.shortest
        } else {
            random.between(self.shortest, self.longest)
        }
    }
}

/// Durations of everything that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Physics {
    /// From CreateTable to ACTIVE without global secondary indexes (observed: table-times, 1 to 6 s).
    pub table_creation: Span,
    /// From CreateTable to ACTIVE with global secondary indexes (observed: table-times, 14 to 22 s).
    pub table_creation_with_indexes: Span,
    /// From DeleteTable until the table no longer exists (observed: table-times, 4 to 6 s).
    pub table_deletion: Span,
    /// Restoring a table from a backup or to a point in time (observed: restore-times, 81 to 721 s, whatever its size).
    pub table_restore: Span,
    /// From a write to its entry in a global secondary index (documented: global-indexes, a fraction of a second; the
    /// bounds are a model).
    pub index_propagation: Span,
    /// From a write to its arrival at the followers of its partition (documented: read-consistency, usually within a
    /// second; the service's makers report tens of milliseconds; the bounds are a model). If zero, eventually
    /// consistent reads are never stale.
    pub replication: Span,
    /// Changes of tables by UpdateTable.
    pub table_update: TableUpdatePhysics,
    /// Changes of global secondary indexes by UpdateTable.
    pub index_update: IndexUpdatePhysics,
    /// Changes of a table's settings.
    pub settings: SettingPhysics,
    /// The expiry of items.
    pub expiry: ExpiryPhysics,
    /// Splits of partitions.
    pub partitions: PartitionPhysics,
    /// How long a shard of a stream stays open (a model: sources report about four hours). If zero, it stays open as
    /// long as its stream is enabled.
    pub shard_life: Span,
    /// Whether and how requests are throttled. No preset enables it: it is a separate option, so that earlier journals
    /// keep their meaning.
    pub throttling: ThrottlingPhysics,
    /// How long a transaction that writes locks its items. Meanwhile other writes and transactional reads of them are
    /// refused (documented: transactions-guide). The duration is a model; 5 to 20 ms are likely. Zero in every preset:
    /// a client that waits for each response before its next request never meets a conflict.
    pub transaction: Duration,
    /// The maximum age of the counts and sizes in descriptions (documented: table-counts, about six hours). If zero,
    /// they are always current.
    pub counters: Duration,
}

hashrange_checkpoint::fields!(Physics {
    table_creation,
    table_creation_with_indexes,
    table_deletion,
    table_restore,
    index_propagation,
    replication,
    table_update,
    index_update,
    settings,
    expiry,
    partitions,
    shard_life,
    throttling,
    transaction,
    counters
});

/// Whether a partition can use the throughput that other partitions do not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throttling {
    /// Throttling is off.
    Off,
    /// Any partition can use the table's throughput, up to the limit of a partition (documented: partition-ceilings).
    Adaptive,
    /// Each partition has an equal share of provisioned throughput and no more, as before 2019
    /// (documented: partitions-2017).
    Split,
}

hashrange_checkpoint::variants!(Throttling { Off, Adaptive, Split });

/// How requests are throttled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrottlingPhysics {
    /// The mode.
    pub mode: Throttling,
    /// How long unused provisioned throughput is stored (documented: partition-ceilings, up to 300 s).
    pub burst: Duration,
    /// How long an on-demand table must serve a rate before the rate counts as its previous peak (a model).
    pub peak_window: Duration,
}

hashrange_checkpoint::fields!(ThrottlingPhysics {
    mode,
    burst,
    peak_window
});

/// How long changes of a table take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableUpdatePhysics {
    /// A change of provisioned throughput (observed: change-times, 1 to 2 s).
    pub throughput: Span,
    /// The first switch to on-demand billing (observed: change-times, 129 to 172 s).
    pub to_on_demand: Span,
    /// A switch to on-demand billing if the table had it before (observed: change-times, 4 to 5 s).
    pub back_to_on_demand: Span,
    /// A switch to provisioned billing (observed: change-times, 60 to 98 s).
    pub to_provisioned: Span,
    /// Enabling or disabling a stream (observed: change-times, 4 to 5 s).
    pub stream: Span,
    /// A change of the table class (observed: change-times, 3.6 to 6.1 s).
    pub class: Span,
    /// A change of the encryption (observed: change-times, 21 to 23 s).
    pub encryption: Span,
    /// The first increase of warm throughput (observed: change-times, 272 to 514 s).
    pub warm: Span,
    /// A later increase of warm throughput (observed: change-times, about 2 s).
    pub warm_again: Span,
}

hashrange_checkpoint::fields!(TableUpdatePhysics {
    throughput,
    to_on_demand,
    back_to_on_demand,
    to_provisioned,
    stream,
    class,
    encryption,
    warm,
    warm_again
});

/// How long changes of a global secondary index take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexUpdatePhysics {
    /// Allocating resources for a new index (observed: index-build-times, 24 to 56 s).
    pub allocation: Span,
    /// The backfill of a new index, even from an empty table (observed: index-build-times, 440 to 490 s). The rows are
    /// spread over this time (a model).
    pub backfill: Span,
    /// Between two steps of a backfill (a model). If zero, the backfill ignores the index's write capacity.
    pub backfill_step: Duration,
    /// Deleting an index (observed: index-build-times, 2.6 to 6 s).
    pub deletion: Span,
    /// A change of throughput (observed: index-build-times, 2 to 6 s).
    pub throughput: Span,
}

hashrange_checkpoint::fields!(IndexUpdatePhysics {
    allocation,
    backfill,
    backfill_step,
    deletion,
    throughput
});

/// How long settings take, and how soon they can be changed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingPhysics {
    /// From a change of tags until it can be read (observed: tags-seen, 1.5 to 1.8 s).
    pub tags: Span,
    /// Enabling Contributor Insights (observed: insights-seen, 1 to 16 s).
    pub insights_on: Span,
    /// Disabling Contributor Insights (observed: insights-seen, 2 s).
    pub insights_off: Span,
    /// From ACTIVE until a new table can be backed up (observed: recovery-seen, 0 to 6 s, mostly 2.6).
    pub backups: Duration,
    /// From a change of a resource-based policy until it can be read (observed: policies-seen, 1 to 2.7 s).
    pub policy: Span,
    /// Minimum time between two changes of a resource-based policy (observed: policies-seen, 15 s).
    pub policy_cooldown: Duration,
    /// Minimum time between two changes of deletion protection (observed: deletion-protection-seen, 15 s).
    pub protection_cooldown: Duration,
    /// Minimum time between two changes of TTL (observed: ttl-setting-seen, between 1,811 and 1,872 s;
    /// documented: ttl-cooldown-documented, an hour).
    pub expiry_cooldown: Duration,
}

hashrange_checkpoint::fields!(SettingPhysics {
    tags,
    insights_on,
    insights_off,
    backups,
    policy,
    policy_cooldown,
    protection_cooldown,
    expiry_cooldown
});

/// When expired items are deleted. The parts are a model. Only the total is known: ten minutes for small tables, half
/// an hour with indexes or a stream (observed: ttl-delays-seen), and up to days (documented: ttl-delay).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpiryPhysics {
    /// Between two passes of a partition's scanner. If zero, it scans continuously.
    pub scan: Duration,
    /// The time from the discovery of an item to its deletion.
    pub deletion: Span,
    /// The same for a table with indexes or a stream.
    pub deletion_with_indexes: Span,
    /// How long deletions continue after TTL is disabled (documented: ttl-after-disable, about 30 minutes).
    pub after_disable: Duration,
}

hashrange_checkpoint::fields!(ExpiryPhysics {
    scan,
    deletion,
    deletion_with_indexes,
    after_disable
});

impl Throttling {
    /// The mode of this name: `off`, `adaptive` or `split`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Off, Self::Adaptive, Self::Split]
            .into_iter()
            .find(|mode| mode.name() == name)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Adaptive => "adaptive",
            Self::Split => "split",
        }
    }
}

impl ThrottlingPhysics {
    const fn new(mode: Throttling) -> Self {
        Self {
            mode,
            burst: Duration::from_seconds(300),
            peak_window: Duration::from_minutes(5),
        }
    }
}

/// When partitions are split, and how long a split takes. All values are a model: the service only mentions minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionPhysics {
    /// From the time when a partition needs a split for size or heat to the end of the split.
    pub split: Span,
    /// How long a partition must stay hot to be split. If zero, traffic is not watched, and no partition is split for
    /// heat.
    pub heat: Duration,
}

hashrange_checkpoint::fields!(PartitionPhysics { split, heat });

impl Physics {
    /// As measured on the real service.
    #[must_use]
    pub const fn aws() -> Self {
        Self {
            table_creation: Span::millis(1_000, 6_000),
            table_creation_with_indexes: Span::millis(14_000, 22_000),
            table_deletion: Span::millis(4_000, 6_000),
            table_restore: Span::millis(81_000, 721_000),
            index_propagation: Span::millis(5, 60),
            replication: Span::millis(5, 30),
            table_update: TableUpdatePhysics {
                throughput: Span::millis(1_000, 2_000),
                to_on_demand: Span::millis(129_000, 172_000),
                back_to_on_demand: Span::millis(4_000, 5_000),
                to_provisioned: Span::millis(60_000, 98_000),
                stream: Span::millis(4_000, 5_000),
                class: Span::millis(3_600, 6_100),
                encryption: Span::millis(21_000, 23_000),
                warm: Span::millis(272_000, 514_000),
                warm_again: Span::millis(2_000, 2_000),
            },
            index_update: IndexUpdatePhysics {
                allocation: Span::millis(24_000, 56_000),
                backfill: Span::millis(440_000, 490_000),
                backfill_step: Duration::from_seconds(1),
                deletion: Span::millis(2_600, 6_000),
                throughput: Span::millis(2_000, 6_000),
            },
            settings: SettingPhysics {
                tags: Span::millis(1_500, 1_800),
                insights_on: Span::millis(1_000, 16_000),
                insights_off: Span::millis(2_000, 2_000),
                backups: Duration::from_millis(2_600),
                policy: Span::millis(1_000, 2_700),
                policy_cooldown: Duration::from_seconds(15),
                protection_cooldown: Duration::from_seconds(15),
                expiry_cooldown: Duration::from_seconds(1_860),
            },
            expiry: ExpiryPhysics {
                scan: Duration::from_minutes(10),
                deletion: Span::millis(1_000, 600_000),
                deletion_with_indexes: Span::millis(60_000, 2_400_000),
                after_disable: Duration::from_minutes(30),
            },
            partitions: PartitionPhysics {
                split: Span::millis(60_000, 180_000),
                heat: Duration::from_minutes(5),
            },
            shard_life: Span::millis(13_800_000, 15_000_000),
            throttling: ThrottlingPhysics::new(Throttling::Off),
            transaction: Duration::ZERO,
            counters: Duration::from_hours(6),
        }
    }

    /// Shortened where waiting teaches nothing, stretched where a process must be visible.
    #[must_use]
    pub const fn classroom() -> Self {
        const SHORT: Span = Span::exactly(Duration::from_millis(400));
        Self {
            table_creation: SHORT,
            table_creation_with_indexes: Span::exactly(Duration::from_millis(900)),
            table_deletion: SHORT,
            table_restore: Span::exactly(Duration::from_seconds(5)),
            index_propagation: Span::millis(200, 500),
            // Stale reads confuse readers who do not look for them; a setting enables them.
            replication: Span::exactly(Duration::ZERO),
            table_update: TableUpdatePhysics {
                throughput: SHORT,
                to_on_demand: Span::exactly(Duration::from_seconds(2)),
                back_to_on_demand: SHORT,
                to_provisioned: Span::exactly(Duration::from_seconds(2)),
                stream: SHORT,
                class: SHORT,
                encryption: SHORT,
                warm: Span::exactly(Duration::from_seconds(2)),
                warm_again: SHORT,
            },
            index_update: IndexUpdatePhysics {
                allocation: Span::exactly(Duration::from_seconds(3)),
                backfill: Span::exactly(Duration::from_seconds(5)),
                backfill_step: Duration::from_millis(100),
                deletion: SHORT,
                throughput: SHORT,
            },
            settings: SettingPhysics {
                tags: SHORT,
                insights_on: SHORT,
                insights_off: SHORT,
                backups: Duration::from_millis(400),
                policy: SHORT,
                policy_cooldown: Duration::ZERO,
                protection_cooldown: Duration::ZERO,
                expiry_cooldown: Duration::ZERO,
            },
            // At least two minutes, so that readers can see expired items that are still readable.
            expiry: ExpiryPhysics {
                scan: Duration::from_minutes(2),
                deletion: Span::millis(120_000, 480_000),
                deletion_with_indexes: Span::millis(120_000, 900_000),
                after_disable: Duration::from_minutes(10),
            },
            partitions: PartitionPhysics {
                split: SHORT,
                heat: Duration::from_seconds(20),
            },
            shard_life: Span::exactly(Duration::from_hours(1)),
            throttling: ThrottlingPhysics::new(Throttling::Off),
            transaction: Duration::ZERO,
            counters: Duration::ZERO,
        }
    }

    /// Nothing takes time.
    #[must_use]
    pub const fn instant() -> Self {
        const NONE: Span = Span::exactly(Duration::ZERO);
        Self {
            table_creation: NONE,
            table_creation_with_indexes: NONE,
            table_deletion: NONE,
            table_restore: NONE,
            index_propagation: NONE,
            replication: NONE,
            table_update: TableUpdatePhysics {
                throughput: NONE,
                to_on_demand: NONE,
                back_to_on_demand: NONE,
                to_provisioned: NONE,
                stream: NONE,
                class: NONE,
                encryption: NONE,
                warm: NONE,
                warm_again: NONE,
            },
            index_update: IndexUpdatePhysics {
                allocation: NONE,
                backfill: NONE,
                backfill_step: Duration::ZERO,
                deletion: NONE,
                throughput: NONE,
            },
            settings: SettingPhysics {
                tags: NONE,
                insights_on: NONE,
                insights_off: NONE,
                backups: Duration::ZERO,
                policy: NONE,
                policy_cooldown: Duration::ZERO,
                protection_cooldown: Duration::ZERO,
                expiry_cooldown: Duration::ZERO,
            },
            expiry: ExpiryPhysics {
                scan: Duration::ZERO,
                deletion: NONE,
                deletion_with_indexes: NONE,
                after_disable: Duration::ZERO,
            },
            partitions: PartitionPhysics {
                split: NONE,
                heat: Duration::ZERO,
            },
            shard_life: Span::exactly(Duration::from_hours(4)),
            throttling: ThrottlingPhysics::new(Throttling::Off),
            transaction: Duration::ZERO,
            counters: Duration::ZERO,
        }
    }

    /// The preset of this name: `aws`, `classroom` or `instant`.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "aws" => Some(Self::aws()),
            "classroom" => Some(Self::classroom()),
            "instant" => Some(Self::instant()),
            _ => None,
        }
    }
}

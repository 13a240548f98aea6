//! Physics: every duration the service does not promise.
//!
//! The values of `aws` come from measurements of the real service where there are any; where there are none they are a
//! model, and shown as such. `classroom` keeps the order of events and shortens the waiting.

use hashrange_time::{Duration, Random};

/// A duration drawn anew each time, between two bounds.
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
        Self { shortest: duration, longest: duration }
    }

    /// Between two bounds, in milliseconds.
    #[must_use]
    pub const fn millis(shortest: u64, longest: u64) -> Self {
        Self { shortest: Duration::from_millis(shortest), longest: Duration::from_millis(longest) }
    }

    /// Draws a duration; takes nothing from the source when there is nothing to choose.
    pub(crate) fn draw(self, random: &mut Random) -> Duration {
        if self.shortest == self.longest { self.shortest } else { random.between(self.shortest, self.longest) }
    }
}

/// Durations of everything that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Physics {
    /// CreateTable to ACTIVE without global secondary indexes (observed: 1 to 6 s).
    pub table_creation: Span,
    /// CreateTable to ACTIVE with them (observed: 14 to 22 s).
    pub table_creation_with_indexes: Span,
    /// DeleteTable to gone (observed: 4 to 6 s).
    pub table_deletion: Span,
    /// Making a table from a backup or a moment (observed: 81 to 721 s, whatever its size).
    pub table_restore: Span,
    /// A write to its entry in a global secondary index (documented: a fraction of a second; the bounds are a model).
    pub index_propagation: Span,
    /// A write to the followers of its partition (documented: usually within a second; told by the service's makers:
    /// tens of milliseconds; the bounds are a model). Zero: eventually consistent reads are never stale.
    pub replication: Span,
    /// Changes of tables by UpdateTable.
    pub table_update: TableUpdatePhysics,
    /// Changes of global secondary indexes by UpdateTable.
    pub index_update: IndexUpdatePhysics,
    /// Changes of what is set beside a table's definition.
    pub settings: SettingPhysics,
    /// The expiry of items.
    pub expiry: ExpiryPhysics,
    /// Splits of partitions.
    pub partitions: PartitionPhysics,
    /// How long a shard of a stream stays open (a model: about four hours are told of). Zero: as long as its stream is on.
    pub shard_life: Span,
    /// Whether and how requests are throttled. No preset does: it is asked for beside them, so that journals written
    /// before stay what they are.
    pub throttling: ThrottlingPhysics,
    /// How long a transaction that writes is at work on its items: other writes and transactional reads of them are refused
    /// meanwhile (that they are is documented, how long is a model; 5 to 20 ms are likely). Zero, as in every preset: nothing is
    /// ever in its way, so that whoever waits for an answer before the next request never meets a conflict.
    pub transaction: Duration,
    /// How old the counts and sizes in descriptions may be (documented: about six hours). Zero: never.
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

/// Who may use throughput that others leave unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throttling {
    /// Nothing is ever throttled.
    Off,
    /// A table's throughput is there for whichever partition needs it, up to what a partition serves (documented).
    Adaptive,
    /// Each partition has its even share of provisioned throughput and no more, as it was before 2019 (documented).
    Split,
}

hashrange_checkpoint::variants!(Throttling { Off, Adaptive, Split });

/// How requests are throttled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrottlingPhysics {
    /// Who may use what.
    pub mode: Throttling,
    /// How long unused provisioned throughput is kept (documented: up to 300 s).
    pub burst: Duration,
    /// How long an on-demand table must serve a rate for it to be its previous peak (a model).
    pub peak_window: Duration,
}

hashrange_checkpoint::fields!(ThrottlingPhysics { mode, burst, peak_window });

/// How long changes of a table take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableUpdatePhysics {
    /// Other provisioned throughput (observed: 1 to 2 s).
    pub throughput: Span,
    /// To on-demand billing for the first time (observed: 129 to 172 s).
    pub to_on_demand: Span,
    /// To on-demand billing when the table had it before (observed: 4 to 5 s).
    pub back_to_on_demand: Span,
    /// To provisioned billing (observed: 60 to 98 s).
    pub to_provisioned: Span,
    /// A stream on or off (observed: 4 to 5 s).
    pub stream: Span,
    /// Another table class (observed: 3.6 to 6.1 s).
    pub class: Span,
    /// Another encryption (observed: 21 to 23 s).
    pub encryption: Span,
    /// More warm throughput for the first time (observed: 272 to 514 s).
    pub warm: Span,
    /// More warm throughput once more (observed: about 2 s).
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
    /// Allocating resources for a new index (observed: 24 to 56 s).
    pub allocation: Span,
    /// Filling it, even from an empty table (observed: 440 to 490 s); the rows are spread over it (a model).
    pub backfill: Span,
    /// Between two steps of filling it (a model). Zero: without regard to its write capacity.
    pub backfill_step: Duration,
    /// Removing it (observed: 2.6 to 6 s).
    pub deletion: Span,
    /// Other throughput (observed: 2 to 6 s).
    pub throughput: Span,
}

hashrange_checkpoint::fields!(IndexUpdatePhysics { allocation, backfill, backfill_step, deletion, throughput });

/// How long settings take, and how soon they can be changed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingPhysics {
    /// Tags until they can be read (observed: 1.5 to 1.8 s).
    pub tags: Span,
    /// Contributor Insights on (observed: 1 to 16 s).
    pub insights_on: Span,
    /// Contributor Insights off (observed: 2 s).
    pub insights_off: Span,
    /// Backups of a new table, once it is ACTIVE (observed: 0 to 6 s, mostly 2.6).
    pub backups: Duration,
    /// A resource-based policy until it can be read (observed: 1 to 2.7 s).
    pub policy: Span,
    /// Between two changes of a resource-based policy (observed: 15 s).
    pub policy_cooldown: Duration,
    /// Between two changes of deletion protection (observed: 15 s).
    pub protection_cooldown: Duration,
    /// Between two changes of time to live (observed: between 1,811 and 1,872 s; documented: an hour).
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

/// When expired items go. All of it a model but its sum: ten minutes for small tables, half an hour with indexes or a
/// stream (observed), and up to days (documented).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpiryPhysics {
    /// Between two passes of a partition's scanner. Zero: it looks all the time.
    pub scan: Duration,
    /// From being found to being deleted.
    pub deletion: Span,
    /// The same with indexes or a stream.
    pub deletion_with_indexes: Span,
    /// How long deletions go on after time to live is switched off (documented: about 30 minutes).
    pub after_disable: Duration,
}

hashrange_checkpoint::fields!(ExpiryPhysics { scan, deletion, deletion_with_indexes, after_disable });

impl Throttling {
    /// The mode of this name: `off`, `adaptive` or `split`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Off, Self::Adaptive, Self::Split].into_iter().find(|mode| mode.name() == name)
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
        Self { mode, burst: Duration::from_seconds(300), peak_window: Duration::from_minutes(5) }
    }
}

/// When partitions are split, and how long that takes. All of it a model: the service only speaks of minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionPhysics {
    /// From the need of a split for size or heat to its end.
    pub split: Span,
    /// How long a partition must stay hot to be split. Zero: traffic is not watched, and nothing is split for it.
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
            partitions: PartitionPhysics { split: Span::millis(60_000, 180_000), heat: Duration::from_minutes(5) },
            shard_life: Span::millis(13_800_000, 15_000_000),
            throttling: ThrottlingPhysics::new(Throttling::Off),
            transaction: Duration::ZERO,
            counters: Duration::from_hours(6),
        }
    }

    /// Shortened where waiting teaches nothing, stretched where a process must be seen.
    #[must_use]
    pub const fn classroom() -> Self {
        const SHORT: Span = Span::exactly(Duration::from_millis(400));
        Self {
            table_creation: SHORT,
            table_creation_with_indexes: Span::exactly(Duration::from_millis(900)),
            table_deletion: SHORT,
            table_restore: Span::exactly(Duration::from_seconds(5)),
            index_propagation: Span::millis(200, 500),
            // Stale answers only confuse who does not look for them; who does can set it.
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
            // Never before two minutes, so that what has expired and can still be read is seen on the way.
            expiry: ExpiryPhysics {
                scan: Duration::from_minutes(2),
                deletion: Span::millis(120_000, 480_000),
                deletion_with_indexes: Span::millis(120_000, 900_000),
                after_disable: Duration::from_minutes(10),
            },
            partitions: PartitionPhysics { split: SHORT, heat: Duration::from_seconds(20) },
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
            partitions: PartitionPhysics { split: NONE, heat: Duration::ZERO },
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

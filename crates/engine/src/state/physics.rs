//! Physics: all durations that the service does not guarantee, in one table.
//!
//! A line of the table is a duration: its name and its value in each preset. The types, their bytes in checkpoints, the
//! presets and the names of the settings come from it. Values in `aws` come from measurements of the real service where
//! they exist. The others are a model, and shown as such. `classroom` keeps the order of events and shortens the waits.

use hashrange_time::Duration;

use crate::state::named_setting::{NamedSetting, Setting};
use crate::state::span::Span;
use crate::state::throttling::Throttling;

/// A value of the table.
macro_rules! value {
    (Span $always:literal) => {
        Span::millis($always, $always)
    };
    (Span $shortest:literal .. $longest:literal) => {
        Span::millis($shortest, $longest)
    };
    (Duration $millis:literal) => {
        Duration::from_millis($millis)
    };
    (Throttling $mode:ident) => {
        Throttling::$mode
    };
}

/// The type of a group of lines. A line outside groups has none.
macro_rules! group {
    ($(#[$doc:meta])*) => {};
    ($(#[$doc:meta])* $group:ident { $($(#[$part_doc:meta])* $part:ident: $kind:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $group {
            $($(#[$part_doc])* pub $part: $kind,)+
        }

        hashrange_checkpoint::fields!($group { $($part),+ });
    };
}

/// Makes everything that follows from the table.
macro_rules! physics {
    ($(
        $(#[$doc:meta])*
        $field:ident
        $(: $kind:ident = $($aws:tt)..+, $($classroom:tt)..+, $($instant:tt)..+;)?
        $(=> $group:ident {$(
            $(#[$part_doc:meta])*
            $part:ident: $part_kind:ident = $($part_aws:tt)..+, $($part_classroom:tt)..+, $($part_instant:tt)..+;
        )+})?
    )+) => {
        /// Durations of everything that takes time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Physics {
            $($(#[$doc])* pub $field: $($kind)? $($group)?,)+
        }

        hashrange_checkpoint::fields!(Physics { $($field),+ });

        $(group! {
            $(#[$doc])*
            $($group { $($(#[$part_doc])* $part: $part_kind,)+ })?
        })+

        impl Physics {
            /// As measured on the real service.
            #[must_use]
            pub const fn aws() -> Self {
                Self {$(
                    $field: $(value!($kind $($aws)..+))?
                        $($group { $($part: value!($part_kind $($part_aws)..+),)+ })?,
                )+}
            }

            /// Shortened where waiting teaches nothing, stretched where a process must be visible.
            #[must_use]
            pub const fn classroom() -> Self {
                Self {$(
                    $field: $(value!($kind $($classroom)..+))?
                        $($group { $($part: value!($part_kind $($part_classroom)..+),)+ })?,
                )+}
            }

            /// Nothing takes time.
            #[must_use]
            pub const fn instant() -> Self {
                Self {$(
                    $field: $(value!($kind $($instant)..+))?
                        $($group { $($part: value!($part_kind $($part_instant)..+),)+ })?,
                )+}
            }
        }

        /// The settings of physics, named after their fields.
        pub const PHYSICS: &[NamedSetting<Physics>] = &[$(
            $((stringify!($field), |of: &mut Physics| Setting::$kind(&mut of.$field)),)?
            $($((
                concat!(stringify!($field), ".", stringify!($part)),
                |of: &mut Physics| Setting::$part_kind(&mut of.$field.$part),
            ),)+)?
        )+];
    };
}

// Each line: name, type, and the values in the presets `aws`, `classroom` and `instant`, in milliseconds.
physics! {
    /// From CreateTable to ACTIVE without global secondary indexes (observed: table-times, 1 to 6 s).
    table_creation: Span = 1_000..6_000, 400, 0;
    /// From CreateTable to ACTIVE with global secondary indexes (observed: table-times, 14 to 22 s).
    table_creation_with_indexes: Span = 14_000..22_000, 900, 0;
    /// From DeleteTable until the table no longer exists (observed: table-times, 4 to 6 s).
    table_deletion: Span = 4_000..6_000, 400, 0;
    /// Restoring a table from a backup or to a point in time (observed: restore-times, 81 to 721 s, whatever its size).
    table_restore: Span = 81_000..721_000, 5_000, 0;
    /// From a write to its entry in a global secondary index (documented: global-indexes, a fraction of a second; the
    /// bounds are a model).
    index_propagation: Span = 5..60, 200..500, 0;
    /// From a write to its arrival at the followers of its partition (documented: read-consistency, usually within a
    /// second; the service's makers report tens of milliseconds; the bounds are a model). If zero, eventually
    /// consistent reads are never stale. Stale reads confuse readers who do not look for them, so `classroom` has none.
    replication: Span = 5..30, 0, 0;
    /// How long changes of a table by UpdateTable take.
    table_update => TableUpdatePhysics {
        /// A change of provisioned throughput (observed: change-times, 1 to 2 s).
        throughput: Span = 1_000..2_000, 400, 0;
        /// The first switch to on-demand billing (observed: change-times, 129 to 172 s).
        to_on_demand: Span = 129_000..172_000, 2_000, 0;
        /// A switch to on-demand billing if the table had it before (observed: change-times, 4 to 5 s).
        back_to_on_demand: Span = 4_000..5_000, 400, 0;
        /// A switch to provisioned billing (observed: change-times, 60 to 98 s).
        to_provisioned: Span = 60_000..98_000, 2_000, 0;
        /// Enabling or disabling a stream (observed: change-times, 4 to 5 s).
        stream: Span = 4_000..5_000, 400, 0;
        /// A change of the table class (observed: change-times, 3.6 to 6.1 s).
        class: Span = 3_600..6_100, 400, 0;
        /// A change of the encryption (observed: change-times, 21 to 23 s).
        encryption: Span = 21_000..23_000, 400, 0;
        /// The first increase of warm throughput (observed: change-times, 272 to 514 s).
        warm: Span = 272_000..514_000, 2_000, 0;
        /// A later increase of warm throughput (observed: change-times, about 2 s).
        warm_again: Span = 2_000, 400, 0;
    }
    /// How long changes of a global secondary index by UpdateTable take.
    index_update => IndexUpdatePhysics {
        /// Allocating resources for a new index (observed: index-build-times, 24 to 56 s).
        allocation: Span = 24_000..56_000, 3_000, 0;
        /// The backfill of a new index, even from an empty table (observed: index-build-times, 440 to 490 s). The rows
        /// are spread over this time (a model).
        backfill: Span = 440_000..490_000, 5_000, 0;
        /// Between two steps of a backfill (a model). If zero, the backfill ignores the index's write capacity.
        backfill_step: Duration = 1_000, 100, 0;
        /// Deleting an index (observed: index-build-times, 2.6 to 6 s).
        deletion: Span = 2_600..6_000, 400, 0;
        /// A change of throughput (observed: index-build-times, 2 to 6 s).
        throughput: Span = 2_000..6_000, 400, 0;
    }
    /// How long changes of a table's settings take, and how soon they can be changed again.
    settings => SettingPhysics {
        /// From a change of tags until it can be read (observed: tags-seen, 1.5 to 1.8 s).
        tags: Span = 1_500..1_800, 400, 0;
        /// Enabling Contributor Insights (observed: insights-seen, 1 to 16 s).
        insights_on: Span = 1_000..16_000, 400, 0;
        /// Disabling Contributor Insights (observed: insights-seen, 2 s).
        insights_off: Span = 2_000, 400, 0;
        /// From ACTIVE until a new table can be backed up (observed: recovery-seen, 0 to 6 s, mostly 2.6).
        backups: Duration = 2_600, 400, 0;
        /// From a change of a resource-based policy until it can be read (observed: policies-seen, 1 to 2.7 s).
        policy: Span = 1_000..2_700, 400, 0;
        /// Minimum time between two changes of a resource-based policy (observed: policies-seen, 15 s).
        policy_cooldown: Duration = 15_000, 0, 0;
        /// Minimum time between two changes of deletion protection (observed: deletion-protection-seen, 15 s).
        protection_cooldown: Duration = 15_000, 0, 0;
        /// Minimum time between two changes of TTL (observed: ttl-setting-seen, between 1,811 and 1,872 s;
        /// documented: ttl-cooldown-documented, an hour).
        expiry_cooldown: Duration = 1_860_000, 0, 0;
    }
    /// When expired items are deleted. The parts are a model. Only the total is known: ten minutes for small tables,
    /// half an hour with indexes or a stream (observed: ttl-delays-seen), and up to days (documented: ttl-delay). In
    /// `classroom` it is at least two minutes, so that readers can see expired items that are still readable.
    expiry => ExpiryPhysics {
        /// Between two passes of a partition's scanner. If zero, it scans continuously.
        scan: Duration = 600_000, 120_000, 0;
        /// The time from the discovery of an item to its deletion.
        deletion: Span = 1_000..600_000, 120_000..480_000, 0;
        /// The same for a table with indexes or a stream.
        deletion_with_indexes: Span = 60_000..2_400_000, 120_000..900_000, 0;
        /// How long deletions continue after TTL is disabled (documented: ttl-after-disable, about 30 minutes).
        after_disable: Duration = 1_800_000, 600_000, 0;
    }
    /// When partitions are split, and how long a split takes. All values are a model: the service only mentions minutes.
    partitions => PartitionPhysics {
        /// From the time when a partition needs a split for size or heat to the end of the split.
        split: Span = 60_000..180_000, 400, 0;
        /// How long a partition must stay hot to be split. If zero, traffic is not watched, and no partition is split
        /// for heat.
        heat: Duration = 300_000, 20_000, 0;
    }
    /// How long a shard of a stream stays open (a model: sources report about four hours). If zero, it stays open as
    /// long as its stream is enabled.
    shard_life: Span = 13_800_000..15_000_000, 3_600_000, 14_400_000;
    /// Whether and how requests are throttled. No preset enables it: it is a separate option, so that earlier journals
    /// keep their meaning.
    throttling => ThrottlingPhysics {
        /// The mode.
        mode: Throttling = Off, Off, Off;
        /// How long unused provisioned throughput is stored (documented: partition-ceilings, up to 300 s).
        burst: Duration = 300_000, 300_000, 300_000;
        /// How long an on-demand table must serve a rate before the rate counts as its previous peak (a model).
        peak_window: Duration = 300_000, 300_000, 300_000;
    }
    /// How long a transaction that writes locks its items. Meanwhile other writes and transactional reads of them are
    /// refused (documented: transactions-guide). The duration is a model; 5 to 20 ms are likely. Zero in every preset:
    /// a client that waits for each response before its next request never meets a conflict.
    transaction: Duration = 0, 0, 0;
    /// The maximum age of the counts and sizes in descriptions (documented: table-counts, about six hours). If zero,
    /// they are always current.
    counters: Duration = 21_600_000, 0, 0;
}

impl Physics {
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

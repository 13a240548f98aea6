//! All settings of physics and limits, by name, with their values as text.
//!
//! Journals, options and users share this table. Must not know what a setting does.

use hashrange_dax::Options as DaxOptions;
use hashrange_engine::{Limits, Physics, Span, Throttling};
use hashrange_time::Duration;
use hashrange_values::{AttributeValue, Item, Map};

/// A mutable reference to the field of a setting.
#[derive(Debug)]
pub enum Setting<'a> {
    /// A random duration between two bounds in microseconds: `5..60`, or one number if the bounds are equal.
    Span(&'a mut Span),
    /// A duration in microseconds.
    Duration(&'a mut Duration),
    /// `off`, `adaptive` or `split`.
    Throttling(&'a mut Throttling),
    /// A number.
    Number(&'a mut u64),
    /// A count.
    Count(&'a mut usize),
    /// A small number.
    Small(&'a mut u32),
}

/// The name of a setting, and the function that returns its field.
pub type Named<T> = (&'static str, fn(&mut T) -> Setting<'_>);

impl Setting<'_> {
    /// The value as text.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Span(span) if span.shortest == span.longest => span.shortest.micros().to_string(),
            Self::Span(span) => format!("{}..{}", span.shortest.micros(), span.longest.micros()),
            Self::Duration(duration) => duration.micros().to_string(),
            Self::Throttling(mode) => mode.name().to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Count(count) => count.to_string(),
            Self::Small(number) => number.to_string(),
        }
    }

    /// Sets the value from a text. Returns `None`, without a change, for an invalid text.
    pub fn set(&mut self, text: &str) -> Option<()> {
        let duration = |text: &str| text.parse().ok().map(Duration::from_micros);
        match self {
            Self::Span(span) => {
                let (shortest, longest) = text.split_once("..").unwrap_or((text, text));
                let (shortest, longest) = (duration(shortest)?, duration(longest)?);
                **span = Span {
                    shortest,
                    longest: longest.max(shortest),
                };
            }
            Self::Duration(held) => **held = duration(text)?,
            Self::Throttling(mode) => **mode = Throttling::from_name(text)?,
            Self::Number(number) => **number = text.parse().ok()?,
            Self::Count(count) => **count = text.parse().ok()?,
            Self::Small(number) => **number = text.parse().ok()?,
        }
        Some(())
    }
}

macro_rules! settings {
    ($of:ty: $($kind:ident { $($($field:ident).+,)+ })+) => {
        &[$($((concat!(stringify!($($field).+)), |of: &mut $of| Setting::$kind(&mut of.$($field).+)),)+)+]
    };
}

/// The settings of physics, named after their fields.
pub const PHYSICS: &[Named<Physics>] = settings! { Physics:
    Span {
        table_creation, table_creation_with_indexes, table_deletion, table_restore,
        index_propagation, replication,
        table_update.throughput, table_update.to_on_demand, table_update.back_to_on_demand, table_update.to_provisioned,
        table_update.stream, table_update.class, table_update.encryption, table_update.warm, table_update.warm_again,
        index_update.allocation, index_update.backfill, index_update.deletion, index_update.throughput,
        settings.tags, settings.insights_on, settings.insights_off, settings.policy,
        expiry.deletion, expiry.deletion_with_indexes,
        partitions.split,
        shard_life,
    }
    Duration {
        index_update.backfill_step,
        settings.backups, settings.policy_cooldown, settings.protection_cooldown, settings.expiry_cooldown,
        expiry.scan, expiry.after_disable,
        partitions.heat,
        throttling.burst, throttling.peak_window,
        transaction,
        counters,
    }
    Throttling { throttling.mode, }
};

/// The settings of limits, named after their fields.
pub const LIMITS: &[Named<Limits>] = settings! { Limits:
    Count {
        tables, operations, operations_with_indexes, local_secondary_indexes, global_secondary_indexes, vector_indexes,
        non_key_attributes, item_bytes, table_names, tags,
    }
    Number {
        item_collection_bytes, partition_bytes, page_bytes, batch_bytes, transaction_bytes, table_units, account_units,
        shard_reads, shard_read_bytes,
    }
    Small { decreases, on_demand_switches, encryption_changes, class_changes, }
    Duration { decrease_wait, encryption_wait, }
};

/// The settings of an accelerator, named after its options.
pub const DAX: &[Named<DaxOptions>] = settings! { DaxOptions:
    Duration { item_ttl, query_ttl, }
    Number { memory_bytes, }
};

/// The settings that differ from the defaults.
pub(crate) fn changed<T: Clone>(settings: &[Named<T>], now: &T, usual: &T) -> Map {
    let (mut now, mut usual) = (now.clone(), usual.clone());
    let mut members = Item::new();
    for (name, setting) in settings {
        let text = setting(&mut now).text();
        if text != setting(&mut usual).text() {
            members.insert(*name, AttributeValue::string(&text));
        }
    }
    members
}

/// Changes the named settings and ignores unknown ones. Returns `None` for an invalid value.
pub(crate) fn set_all<T>(settings: &[Named<T>], of: &mut T, members: &Map) -> Option<()> {
    for (name, setting) in settings {
        match members.get(name) {
            Some(AttributeValue::S(text)) => setting(of).set(text)?,
            Some(_) => return None,
            None => {}
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_read_and_set() {
        let (mut physics, mut other) = (Physics::aws(), Physics::classroom());
        for (name, setting) in PHYSICS {
            let text = setting(&mut physics).text();
            setting(&mut other)
                .set(&text)
                .unwrap_or_else(|| panic!("{name}: {text}"));
        }
        assert_eq!(physics, other, "a field without a setting");
        assert_eq!(Setting::Throttling(&mut other.throttling.mode).set("sometimes"), None);
    }

    #[test]
    fn every_limit_has_a_setting() {
        let text = format!("{:?}", Limits::aws());
        let named = LIMITS
            .iter()
            .filter(|(name, _)| text.contains(&format!("{name}: ")))
            .count();
        assert_eq!((named, LIMITS.len()), (LIMITS.len(), text.matches(": ").count()));
    }
}

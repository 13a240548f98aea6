//! Dials: everything about physics and limits that can be set, by name, with its value as text.
//!
//! One table for journals, options and people. Must not know what a dial does.

use hashrange_dax::Options as DaxOptions;
use hashrange_engine::{Limits, Physics, Span, Throttling};
use hashrange_time::Duration;
use hashrange_values::{AttributeValue, Item, Map};

/// What a dial sets.
#[derive(Debug)]
pub enum Dial<'a> {
    /// A duration drawn between two bounds: `5..60`, or one number where they are the same, in microseconds.
    Span(&'a mut Span),
    /// A duration in microseconds.
    Duration(&'a mut Duration),
    /// `off`, `adaptive` or `split`.
    Throttling(&'a mut Throttling),
    /// A number.
    Number(&'a mut u64),
    /// A number of things.
    Count(&'a mut usize),
    /// A small number.
    Small(&'a mut u32),
}

/// A name, and the way to what it sets.
pub type Named<T> = (&'static str, fn(&mut T) -> Dial<'_>);

impl Dial<'_> {
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

    /// Sets it to the value the text says; `None`, and nothing changed, when it says none.
    pub fn set(&mut self, text: &str) -> Option<()> {
        let duration = |text: &str| text.parse().ok().map(Duration::from_micros);
        match self {
            Self::Span(span) => {
                let (shortest, longest) = text.split_once("..").unwrap_or((text, text));
                let (shortest, longest) = (duration(shortest)?, duration(longest)?);
                **span = Span { shortest, longest: longest.max(shortest) };
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

macro_rules! dials {
    ($of:ty: $($kind:ident { $($($field:ident).+,)+ })+) => {
        &[$($((concat!(stringify!($($field).+)), |of: &mut $of| Dial::$kind(&mut of.$($field).+)),)+)+]
    };
}

/// The dials of physics, named as their fields.
pub const PHYSICS: &[Named<Physics>] = dials! { Physics:
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

/// The dials of limits, named as their fields.
pub const LIMITS: &[Named<Limits>] = dials! { Limits:
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

/// The dials of an accelerator, named as its options.
pub const DAX: &[Named<DaxOptions>] = dials! { DaxOptions:
    Duration { item_ttl, query_ttl, }
    Number { memory_bytes, }
};

/// The dials that do not stand as usual.
pub(crate) fn changed<T: Clone>(dials: &[Named<T>], now: &T, usual: &T) -> Map {
    let (mut now, mut usual) = (now.clone(), usual.clone());
    let mut members = Item::new();
    for (name, dial) in dials {
        let text = dial(&mut now).text();
        if text != dial(&mut usual).text() {
            members.insert(*name, AttributeValue::string(&text));
        }
    }
    members
}

/// Sets the dials that are named; dials nobody knows are left alone. `None` for a value that is none.
pub(crate) fn set_all<T>(dials: &[Named<T>], of: &mut T, members: &Map) -> Option<()> {
    for (name, dial) in dials {
        match members.get(name) {
            Some(AttributeValue::S(text)) => dial(of).set(text)?,
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
    fn every_dial_can_be_read_and_set() {
        let (mut physics, mut other) = (Physics::aws(), Physics::classroom());
        for (name, dial) in PHYSICS {
            let text = dial(&mut physics).text();
            dial(&mut other).set(&text).unwrap_or_else(|| panic!("{name}: {text}"));
        }
        assert_eq!(physics, other, "a field without a dial");
        assert_eq!(Dial::Throttling(&mut other.throttling.mode).set("sometimes"), None);
    }

    #[test]
    fn every_limit_has_a_dial() {
        let text = format!("{:?}", Limits::aws());
        let named = LIMITS.iter().filter(|(name, _)| text.contains(&format!("{name}: "))).count();
        assert_eq!((named, LIMITS.len()), (LIMITS.len(), text.matches(": ").count()));
    }
}

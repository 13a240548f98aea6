//! All settings by name: of physics, as the engine lists them, of limits and of an accelerator.
//!
//! Journals, options and users share these tables. Must not know what a setting does.

use hashrange_dax::Options as DaxOptions;
use hashrange_engine::Limits;
pub use hashrange_engine::{NamedSetting, PHYSICS, Setting};
use hashrange_values::{AttributeValue, Item, Map};

macro_rules! settings {
    ($of:ty: $($kind:ident { $($field:ident,)+ })+) => {
        &[$($((stringify!($field), |of: &mut $of| Setting::$kind(&mut of.$field)),)+)+]
    };
}

/// The settings of limits, named after their fields.
pub const LIMITS: &[NamedSetting<Limits>] = settings! { Limits:
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
pub const DAX: &[NamedSetting<DaxOptions>] = settings! { DaxOptions:
    Duration { item_ttl, query_ttl, }
    Number { memory_bytes, }
};

/// The settings that differ from the defaults.
pub(crate) fn changed<T: Clone>(settings: &[NamedSetting<T>], now: &T, usual: &T) -> Map {
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
pub(crate) fn set_all<T>(settings: &[NamedSetting<T>], of: &mut T, members: &Map) -> Option<()> {
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
    use hashrange_engine::Physics;

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

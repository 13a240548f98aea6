//! Limits as a journal keeps them: by name, those that are not the service's own.
//!
//! Must not know what a limit does.

use hashrange_engine::Limits;
use hashrange_time::Duration;
use hashrange_values::{AttributeValue, Item, Map};

/// A limit as text: a number, or microseconds.
trait Amount: Sized {
    fn text(&self) -> String;
    fn parse(text: &str) -> Option<Self>;
}

macro_rules! numbers {
    ($($kind:ty),+) => {
        $(impl Amount for $kind {
            fn text(&self) -> String {
                self.to_string()
            }

            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        })+
    };
}

numbers!(usize, u64, u32);

impl Amount for Duration {
    fn text(&self) -> String {
        self.micros().to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self::from_micros)
    }
}

macro_rules! limits {
    ($($field:ident,)+) => {
        /// The limits that are not the service's, by the name of their field.
        pub(crate) fn to_members(limits: &Limits) -> Map {
            let usual = Limits::aws();
            let mut members = Item::new();
            $(if limits.$field != usual.$field {
                members.insert(stringify!($field), AttributeValue::string(&limits.$field.text()));
            })+
            members
        }

        /// The limits these members say; those without a member are the service's. `None` for a value that is none.
        pub(crate) fn from_members(members: &Map) -> Option<Limits> {
            let mut limits = Limits::aws();
            $(match members.get(stringify!($field)) {
                Some(AttributeValue::S(text)) => limits.$field = Amount::parse(text)?,
                Some(_) => return None,
                None => {}
            })+
            Some(limits)
        }
    };
}

limits! {
    tables,
    operations,
    operations_with_indexes,
    local_secondary_indexes,
    global_secondary_indexes,
    non_key_attributes,
    item_bytes,
    item_collection_bytes,
    page_bytes,
    batch_bytes,
    transaction_bytes,
    table_names,
    table_units,
    account_units,
    decreases,
    decrease_wait,
    on_demand_switches,
    encryption_changes,
    encryption_wait,
    class_changes,
    tags,
}

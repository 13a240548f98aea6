//! The items that another table must come to hold: those of a backup, and those of a restore under way.
//!
//! Must not know how either is asked for.

use std::collections::BTreeMap;

use serde_json::Value;

/// What was backed up, and what is being restored.
#[derive(Clone, Debug, Default)]
pub(super) struct Recovery {
    pub(super) backup: Option<(Value, BTreeMap<String, Value>)>,
    pub(super) restoring: Option<BTreeMap<String, Value>>,
}

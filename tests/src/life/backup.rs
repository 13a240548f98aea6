//! The items that another table must contain: those of a backup, and those of a running restore.
//!
//! Must not know how either is requested.

use std::collections::BTreeMap;

use serde_json::Value;

/// The backup, and the running restore.
#[derive(Clone, Debug, Default)]
pub(super) struct Recovery {
    pub(super) backup: Option<(Value, BTreeMap<String, Value>)>,
    pub(super) restoring: Option<BTreeMap<String, Value>>,
}

//! A new table for a file. Must not know how its key is found.

/// A table that is created, on demand, before items are written into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewTable {
    /// Its name.
    pub name: String,
    /// The attribute that is its partition key. Empty if none is chosen.
    pub partition: String,
    /// The attribute that is its sort key, if it has one.
    pub sort: Option<String>,
}

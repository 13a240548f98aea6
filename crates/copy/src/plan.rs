//! What a copy is asked to do.

/// What a copy is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The tables to copy; all that the source lists, without them.
    pub tables: Option<Vec<String>>,
    /// How many requests are under way at a time at most, and how many segments Scan splits a table into. At least 1.
    pub lanes: usize,
    /// Read units a second at the source at most; unlimited without.
    pub read_units: Option<u64>,
    /// Write units a second at the target at most; unlimited without.
    pub write_units: Option<u64>,
    /// Seed of the random waits before a request is sent again.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { tables: None, lanes: 4, read_units: None, write_units: None, seed: 1 }
    }
}

//! The options of a copy.

/// The options of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The tables to copy; `None` for all tables that the source lists.
    pub tables: Option<Vec<String>>,
    /// Maximum number of concurrent requests, and the number of segments of a Scan. At least 1.
    pub workers: usize,
    /// Maximum read units per second at the source; `None` for no limit.
    pub read_units: Option<u64>,
    /// Maximum write units per second at the target; `None` for no limit.
    pub write_units: Option<u64>,
    /// Seed of the random waits before a request is sent again.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            tables: None,
            workers: 4,
            read_units: None,
            write_units: None,
            seed: 1,
        }
    }
}

//! The progress of a copy, for users.

use std::fmt;

use hashrange_words::{count, counted};

/// The progress of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Its current activity.
    pub activity: Activity,
    /// The current table; `None` while tables are listed.
    pub table: Option<String>,
    /// That table's position in the list, counted from 1.
    pub number: usize,
    /// Number of tables in total.
    pub tables: usize,
    /// Items of that table written so far.
    pub written: u64,
    /// Items of that table read again from the target so far.
    pub checked: u64,
    /// Requests that were sent again because an endpoint throttled them or left items unprocessed.
    pub throttled: u64,
    /// Number of requests that were sent again after a missing or useless response.
    pub repeated: u64,
}

/// An activity of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// It lists the tables of the source.
    Listing,
    /// It describes or creates a table, or waits until one is ACTIVE.
    Preparing,
    /// It reads items and writes them.
    Copying,
    /// It reads the target's items to compare.
    Checking,
    /// It sets TTL, tags, stream and other settings.
    Completing,
    /// Nothing is left.
    Done,
}

impl fmt::Display for Progress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(table) = &self.table else {
            return out.write_str("Listing tables");
        };
        write!(out, "Table {} of {} {table}: ", self.number, self.tables)?;
        match self.activity {
            Activity::Listing | Activity::Preparing => out.write_str("preparing"),
            Activity::Copying => write!(out, "{} written", counted(self.written, "item")),
            Activity::Checking => write!(
                out,
                "{} of {} compared",
                count(self.checked),
                counted(self.written, "item")
            ),
            Activity::Completing => out.write_str("turning on TTL and the stream, adding tags"),
            Activity::Done => write!(out, "done, {}", counted(self.written, "item")),
        }?;
        if self.throttled > 0 {
            write!(out, ", {} throttled", counted(self.throttled, "request"))?;
        }
        if self.repeated > 0 {
            write!(out, ", {} repeated", counted(self.repeated, "request"))?;
        }
        Ok(())
    }
}

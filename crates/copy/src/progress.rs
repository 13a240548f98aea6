//! How far a copy is, for people.

use std::fmt;

/// How far a copy is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it does now.
    pub activity: Activity,
    /// The table it is at; none while tables are listed.
    pub table: Option<String>,
    /// That table's place, counted from 1.
    pub number: usize,
    /// Tables in total.
    pub tables: usize,
    /// Items of that table written so far.
    pub written: u64,
    /// Items of that table read again from the target so far.
    pub checked: u64,
    /// Requests that were sent again because an endpoint throttled them or left items unprocessed.
    pub throttled: u64,
    /// Requests that were sent again because no answer came, or none that helps.
    pub repeated: u64,
}

/// What a copy does.
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
    /// It switches on TTL, tags and stream.
    Completing,
    /// Nothing is left.
    Done,
}

impl fmt::Display for Progress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(table) = &self.table else { return out.write_str("Listing tables") };
        write!(out, "Table {} of {} {table}: ", self.number, self.tables)?;
        match self.activity {
            Activity::Listing | Activity::Preparing => out.write_str("preparing"),
            Activity::Copying => write!(out, "{} items written", self.written),
            Activity::Checking => write!(out, "{} of {} items compared", self.checked, self.written),
            Activity::Completing => out.write_str("switching on TTL, tags and stream"),
            Activity::Done => write!(out, "done, {} items", self.written),
        }?;
        if self.throttled > 0 {
            write!(out, ", {} requests throttled", self.throttled)?;
        }
        if self.repeated > 0 {
            write!(out, ", {} requests repeated", self.repeated)?;
        }
        Ok(())
    }
}

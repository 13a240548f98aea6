//! The rows that were not imported. All are counted. Only as many are listed as a reader could check.

/// Failed rows, with their lines and reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    count: u64,
    listed: Vec<(usize, String)>,
}

impl Failures {
    /// A number of rows. Some of them are listed in the order of the file.
    #[must_use]
    pub fn new(count: u64, listed: Vec<(usize, String)>) -> Self {
        Self { count, listed }
    }

    /// The number of rows.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Line and reason of the listed rows, in the order of the file.
    #[must_use]
    pub fn listed(&self) -> &[(usize, String)] {
        &self.listed
    }

    /// The list as a CSV file.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut out = String::from("line,reason\r\n");
        for (line, reason) in &self.listed {
            out.push_str(&format!("{line},\"{}\"\r\n", reason.replace('"', "\"\"")));
        }
        let unlisted = self.count.saturating_sub(self.listed.len() as u64);
        if unlisted > 0 {
            out.push_str(&format!(",\"{unlisted} more rows are not listed\"\r\n"));
        }
        out
    }
}

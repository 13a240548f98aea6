//! Whether a copy accepts the target's table: an equal one, or one that this copy created.
//!
//! Must not know requests.

use crate::copy_error::CopyError;
use crate::definition::Described;
use crate::report::NotCopied;
use crate::state::TableState;

impl TableState {
    /// Whether this copy created this table, or used it before. Once the id of the target's table is known, no other
    /// table counts.
    fn is_own(&self, target: &Described) -> bool {
        if self.target.is_empty() {
            self.created
        } else {
            self.target == target.id()
        }
    }

    /// Compares the target's table with the source's. A table that this copy created may differ, because some endpoints
    /// do not store projections, or do not describe indexes (documented: alternator-compatibility, of Alternator). Such
    /// differences are noted.
    ///
    /// # Errors
    /// When the table differs and cannot be used.
    pub(crate) fn accept(&mut self, source: &Described, target: &Described) -> Result<(), CopyError> {
        let differences = source.differences(target);
        if differences.is_empty() {
            return Ok(());
        }
        if !self.is_own(target) || !source.has_key_of(target) {
            return Err(CopyError::Schema {
                table: self.name.clone(),
                differences,
            });
        }
        let not_copied = NotCopied {
            what: "schema".to_owned(),
            why: format!("the target describes differently: {}", differences.join(", ")),
        };
        if !self.done && !self.not_copied.contains(&not_copied) {
            self.not_copied.push(not_copied);
        }
        Ok(())
    }
}

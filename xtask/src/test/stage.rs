//! A stage: its name, what it needs, and what it runs.
//!
//! Must not know which stages exist.

use super::run_options::RunOptions;
use super::verdict::Verdict;
use crate::failure::Failure;
use crate::project::Project;
use crate::setup::Part;

/// One stage.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    /// The parts of the machine that it needs.
    pub(crate) parts: &'static [Part],
    /// The stages whose failure makes this stage meaningless.
    pub(crate) needs: &'static [&'static str],
    /// Whether it runs only in the longer tier, or when it is named.
    pub(crate) only_full: bool,
    /// Whether a part that cannot be installed skips the stage, with the reason. Otherwise the stage fails.
    pub(crate) where_possible: bool,
    pub(crate) run: fn(&Project, RunOptions) -> Result<Verdict, Failure>,
}

impl Stage {
    pub(super) const fn new(
        name: &'static str,
        parts: &'static [Part],
        needs: &'static [&'static str],
        run: fn(&Project, RunOptions) -> Result<Verdict, Failure>,
    ) -> Self {
        Self {
            name,
            parts,
            needs,
            only_full: false,
            where_possible: false,
            run,
        }
    }

    pub(super) const fn only_full(self) -> Self {
        Self {
            only_full: true,
            ..self
        }
    }

    pub(super) const fn where_possible(self) -> Self {
        Self {
            where_possible: true,
            ..self
        }
    }
}

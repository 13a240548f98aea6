//! A stage: its name, what it needs, and what it runs.
//!
//! Must not know which stages there are.

use super::manner::Manner;
use super::verdict::Verdict;
use crate::failure::Failure;
use crate::project::Project;
use crate::setup::Part;

/// One stage.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    /// What it needs from the machine.
    pub(crate) parts: &'static [Part],
    /// Stages without which this one says nothing.
    pub(crate) needs: &'static [&'static str],
    /// Whether it runs in the longer tier only, or when it is named.
    pub(crate) only_full: bool,
    pub(crate) run: fn(&Project, Manner) -> Result<Verdict, Failure>,
}

impl Stage {
    pub(super) const fn new(
        name: &'static str,
        parts: &'static [Part],
        needs: &'static [&'static str],
        run: fn(&Project, Manner) -> Result<Verdict, Failure>,
    ) -> Self {
        Self { name, parts, needs, only_full: false, run }
    }

    pub(super) const fn only_full(self) -> Self {
        Self { only_full: true, ..self }
    }
}

//! How a stage ended, and how a program's output becomes that.
//!
//! Must not know which stages there are.

use std::process::Command;

use super::counts::Counts;
use super::manner::Manner;
use crate::failure::Failure;
use crate::run::{self, Captured};

/// How a stage ended.
pub(crate) enum Verdict {
    Passed { counts: Counts, note: String },
    Failed { counts: Counts, output: String },
    Skipped(String),
}

/// A stage that is one check: it passes or it does not.
pub(super) fn check(command: Command, manner: Manner) -> Result<Verdict, Failure> {
    let captured = run::capture(command, manner.verbose)?;
    let counts = if captured.success { Counts::one_passed() } else { Counts::one_failed() };
    Ok(verdict(captured, counts, manner))
}

pub(super) fn verdict(captured: Captured, counts: Counts, manner: Manner) -> Verdict {
    if captured.success && counts.failed == 0 {
        return Verdict::Passed { counts, note: counts.to_string() };
    }
    let output = if manner.verbose { String::new() } else { captured.text };
    Verdict::Failed { counts: counts.at_least_one_failed(), output }
}

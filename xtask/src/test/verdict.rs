//! The result of a stage, and its derivation from a program's output.
//!
//! Must not know which stages exist.

use std::process::Command;

use super::counts::Counts;
use super::run_options::RunOptions;
use crate::failure::Failure;
use crate::run::{self, Captured};

/// The result of a stage.
pub(crate) enum Verdict {
    Passed { counts: Counts, note: String },
    Failed { counts: Counts, output: String },
    Skipped(String),
}

/// Runs a program for a stage that continues only after its success. Its output is needed only after a failure.
///
/// # Errors
/// When it cannot be started or fails. The error includes its complete output.
pub(super) fn require(command: Command, options: RunOptions) -> Result<(), Failure> {
    let line = run::line(&command);
    let captured = run::capture(command, options.verbose)?;
    if captured.success {
        Ok(())
    } else {
        Err(Failure::new(format!("running `{line}`"), captured.text))
    }
}

/// Runs a stage that is a single check.
pub(super) fn check(command: Command, options: RunOptions) -> Result<Verdict, Failure> {
    let captured = run::capture(command, options.verbose)?;
    let counts = if captured.success {
        Counts::one_passed()
    } else {
        Counts::one_failed()
    };
    Ok(verdict(captured, counts, options))
}

pub(super) fn verdict(captured: Captured, counts: Counts, options: RunOptions) -> Verdict {
    if captured.success && counts.failed == 0 {
        return Verdict::Passed {
            counts,
            note: counts.to_string(),
        };
    }
    let output = if options.verbose { String::new() } else { captured.text };
    Verdict::Failed {
        counts: counts.at_least_one_failed(),
        output,
    }
}

//! The stage `deny`: cargo-deny with all of `deny.toml`, and reported problems of crates and npm packages: the
//! advisories of RustSec and npm's audit. If a source of advisories cannot be reached, the check counts as skipped.
//!
//! Must not know the other stages.

use serde_json::Value;

use super::counts::Counts;
use super::native::cargo;
use super::run_options::RunOptions;
use super::verdict::Verdict;
use crate::failure::Failure;
use crate::packages;
use crate::project::Project;
use crate::run::{self, Captured};

/// The minimum severity at which a vulnerability of an npm package fails the stage. All npm packages are tools or
/// test-only.
const AUDIT_LEVEL: &str = "high";

/// The result of one of the checks.
enum Outcome {
    Checked(Captured),
    Unreachable(&'static str),
}

pub(super) fn stage(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let outcomes = [
        policy(project, options)?,
        advisories(project, options)?,
        audit(project, options)?,
    ];
    let (mut counts, mut output, mut unreachable) = (Counts::default(), String::new(), Vec::new());
    for outcome in outcomes {
        match outcome {
            Outcome::Checked(Captured { success, text }) => {
                counts = counts.plus(if success {
                    Counts::one_passed()
                } else {
                    Counts::one_failed()
                });
                output.push_str(&text);
            }
            Outcome::Unreachable(what) => {
                counts = counts.plus(Counts::one_skipped());
                unreachable.push(what);
            }
        }
    }
    if counts.failed > 0 {
        return Ok(Verdict::Failed {
            counts,
            output: if options.verbose { String::new() } else { output },
        });
    }
    let mut note = counts.to_string();
    if !unreachable.is_empty() {
        note = format!("{note} (cannot be reached: {})", unreachable.join(", "));
    }
    Ok(Verdict::Passed { counts, note })
}

/// Licences, banned crates and sources, for every platform and feature.
fn policy(project: &Project, options: RunOptions) -> Result<Outcome, Failure> {
    let command = cargo(project, &["deny", "check", "licenses", "bans", "sources"]);
    run::capture(command, options.verbose).map(Outcome::Checked)
}

fn advisories(project: &Project, options: RunOptions) -> Result<Outcome, Failure> {
    if !run::capture(cargo(project, &["deny", "fetch", "db"]), options.verbose)?.success {
        return Ok(Outcome::Unreachable("RustSec's advisory database"));
    }
    let command = cargo(project, &["deny", "check", "--disable-fetch", "advisories"]);
    run::capture(command, options.verbose).map(Outcome::Checked)
}

fn audit(project: &Project, options: RunOptions) -> Result<Outcome, Failure> {
    let mut command = project.command(packages::NPM);
    command.args(["audit", "--json", "--package-lock-only", "--audit-level", AUDIT_LEVEL]);
    let captured = run::capture(command, options.verbose)?;
    Ok(if is_report(&captured.text) {
        Outcome::Checked(captured)
    } else {
        Outcome::Unreachable("npm's audit")
    })
}

/// Whether npm printed a report. Otherwise it prints the response of a registry without that service.
fn is_report(output: &str) -> bool {
    let json = output.get(output.find('{').unwrap_or_default()..).unwrap_or_default();
    let report = serde_json::Deserializer::from_str(json).into_iter::<Value>().next();
    report.is_some_and(|value| value.is_ok_and(|value| value.get("auditReportVersion").is_some()))
}

#[cfg(test)]
mod tests {
    use super::is_report;

    #[test]
    fn a_report_is_reported_from_an_error() {
        assert!(is_report("{ \"auditReportVersion\": 2, \"vulnerabilities\": {} }\n"));
        assert!(!is_report(
            "npm warn audit 405\n{ \"message\": \"405 Method Not Allowed\" }\nnpm error audit"
        ));
        assert!(!is_report("npm error code ENOTFOUND"));
    }
}

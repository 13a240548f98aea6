//! The stage `deny`: cargo-deny on `deny.toml`, the licences of npm packages, and reported problems of crates and npm
//! packages: the advisories of RustSec and npm's audit. If a source of advisories cannot be reached, the check counts as
//! skipped.
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

/// npm packages with a licence outside the list: the accessibility checker, which only the browser tests start.
const NPM_EXCEPTIONS: [(&str, &str); 2] = [
    ("node_modules/axe-core", "MPL-2.0"),
    ("node_modules/@axe-core/playwright", "MPL-2.0"),
];

/// The result of one of the checks.
enum Outcome {
    Checked(Captured),
    Unreachable(&'static str),
}

pub(super) fn stage(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut outcomes = vec![policy(project, options)?, npm_licences(project)?];
    if options.full {
        outcomes.extend([advisories(project, options)?, audit(project, options)?]);
    }
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

/// Licences of npm packages, which cargo-deny does not see, by the same list.
fn npm_licences(project: &Project) -> Result<Outcome, Failure> {
    let read = |name: &str| {
        let failure = |error: std::io::Error| Failure::new(format!("reading {name}"), error.to_string());
        std::fs::read_to_string(project.path(name)).map_err(failure)
    };
    let refused = refused(&read("deny.toml")?, &read("package-lock.json")?);
    let lines = refused.iter().map(|line| format!("{line}\n"));
    Ok(Outcome::Checked(Captured {
        success: refused.is_empty(),
        text: lines.collect(),
    }))
}

/// The packages of a lock file with a licence that the policy does not allow, each with this licence.
fn refused(policy: &str, lock: &str) -> Vec<String> {
    let policy: toml::Table = policy.parse().unwrap_or_default();
    let allowed = policy.get("licenses").and_then(|table| table.get("allow")?.as_array());
    let may = |licence: &str| allowed.is_some_and(|list| list.iter().any(|name| name.as_str() == Some(licence)));
    let is_allowed = |licence: &str| {
        let inside = licence.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let text = inside.unwrap_or(licence);
        // With parentheses inside, the alternatives would be read wrongly.
        !text.contains(['(', ')']) && text.split(" OR ").any(|sum| sum.split(" AND ").all(may))
    };
    let lock: Value = serde_json::from_str(lock).unwrap_or_default();
    let packages = lock.get("packages").and_then(Value::as_object).into_iter().flatten();
    let refused = packages.filter_map(|(place, package)| {
        let licence = package.get("license").and_then(Value::as_str).unwrap_or("none");
        let is_exception = NPM_EXCEPTIONS.contains(&(place, licence));
        (!is_exception && !is_allowed(licence)).then(|| format!("package-lock.json: {place} has the licence {licence}"))
    });
    refused.collect()
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
    use super::{is_report, refused};

    #[test]
    fn an_npm_package_has_a_licence_of_the_list() {
        let lock = r#"{ "packages": {
            "": { "license": "Apache-2.0 OR MIT" },
            "node_modules/a": { "license": "(GPL-3.0-only OR MIT)" },
            "node_modules/b": { "license": "MIT AND GPL-3.0-only" },
            "node_modules/b/node_modules/e": { "license": "(MIT AND Zlib)" },
            "node_modules/b/node_modules/f": { "license": "(MIT OR Zlib) AND GPL-3.0-only" },
            "node_modules/c": {},
            "node_modules/axe-core": { "license": "MPL-2.0" },
            "node_modules/d": { "license": "MPL-2.0" } } }"#;
        assert_eq!(
            refused("[licenses]\nallow = [\"MIT\", \"Zlib\"]\n", lock),
            [
                "package-lock.json: node_modules/b has the licence MIT AND GPL-3.0-only",
                "package-lock.json: node_modules/b/node_modules/f has the licence (MIT OR Zlib) AND GPL-3.0-only",
                "package-lock.json: node_modules/c has the licence none",
                "package-lock.json: node_modules/d has the licence MPL-2.0",
            ]
        );
        assert_eq!(refused("", lock).len(), 7, "no list allows nothing");
    }

    #[test]
    fn a_report_is_reported_from_an_error() {
        assert!(is_report("{ \"auditReportVersion\": 2, \"vulnerabilities\": {} }\n"));
        assert!(!is_report(
            "npm warn audit 405\n{ \"message\": \"405 Method Not Allowed\" }\nnpm error audit"
        ));
        assert!(!is_report("npm error code ENOTFOUND"));
    }
}

//! Rule: every dependency has a licence that `deny.toml` allows: the crates that this machine and the page compile, and
//! every npm package of `package-lock.json`.
//!
//! It reads licences as SPDX expressions. cargo-deny checks other platforms, licence files and advisories.

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

use super::finding::Finding;
use super::sources::SourceFile;
use crate::failure::Failure;
use crate::project::Project;
use crate::run;

const RULE: &str = "licences";
const POLICY: &str = "deny.toml";
const NPM_LOCK: &str = "package-lock.json";
/// npm packages with a licence outside the list: the accessibility checker, which only the browser tests start.
const NPM_EXCEPTIONS: [(&str, &str); 2] = [("axe-core", "MPL-2.0"), ("@axe-core/playwright", "MPL-2.0")];

/// A dependency and its stated licence.
pub(super) struct Dependency {
    name: String,
    licence: Option<String>,
}

/// The licences that dependencies may have.
struct Policy {
    allowed: Vec<Licensee>,
    /// A crate, and a licence that only this crate may have.
    exceptions: Vec<(String, Licensee)>,
}

pub(super) fn check(files: &[SourceFile], crates: &[Dependency]) -> Vec<Finding> {
    let text = |path: &str| {
        files
            .iter()
            .find(|file| file.path == path)
            .map(|file| file.text.as_str())
    };
    let policy = match text(POLICY).map(Policy::read) {
        Some(Ok(policy)) => policy,
        Some(Err(why)) => return vec![Finding::new(RULE, POLICY, why)],
        None => return vec![Finding::new(RULE, POLICY, "the file is missing")],
    };
    let mut findings = policy.findings("Cargo.lock", crates);
    if let Some(lock) = text(NPM_LOCK) {
        findings.extend(policy.findings(NPM_LOCK, &npm_packages(lock)));
    }
    findings
}

impl Policy {
    fn read(text: &str) -> Result<Self, String> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let licences = table.get("licenses").ok_or("there is no table `licenses`")?;
        let mut exceptions = Vec::new();
        for exception in licences
            .get("exceptions")
            .and_then(toml::Value::as_array)
            .into_iter()
            .flatten()
        {
            let name = exception
                .get("crate")
                .and_then(toml::Value::as_str)
                .ok_or("an exception names no crate")?;
            exceptions.extend(
                licensees(exception)?
                    .into_iter()
                    .map(|licensee| (name.to_owned(), licensee)),
            );
        }
        for (name, licence) in NPM_EXCEPTIONS {
            exceptions.push((name.to_owned(), licensee(licence)?));
        }
        Ok(Self {
            allowed: licensees(licences)?,
            exceptions,
        })
    }

    fn findings(&self, place: &str, dependencies: &[Dependency]) -> Vec<Finding> {
        let found = dependencies.iter().filter_map(|dependency| {
            let why = self.refusal(dependency)?;
            Some(Finding::new(RULE, place, format!("{}: {why}", dependency.name)))
        });
        found.collect()
    }

    /// Why a dependency may not be used, if it may not.
    fn refusal(&self, dependency: &Dependency) -> Option<String> {
        let Some(licence) = &dependency.licence else {
            return Some("states no licence".to_owned());
        };
        // Lax, because older crates write `/` instead of `OR`.
        let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
            return Some(format!("its licence `{licence}` is not an SPDX expression"));
        };
        let own = self
            .exceptions
            .iter()
            .filter(|(name, _)| *name == dependency.name)
            .map(|(_, licensee)| licensee);
        let allowed: Vec<&Licensee> = self.allowed.iter().chain(own).collect();
        let satisfied = expression.evaluate(|required| allowed.iter().any(|licensee| licensee.satisfies(required)));
        (!satisfied).then(|| format!("{POLICY} does not allow its licence, `{licence}`"))
    }
}

fn licensees(table: &toml::Value) -> Result<Vec<Licensee>, String> {
    let names = table
        .get("allow")
        .and_then(toml::Value::as_array)
        .ok_or("a list `allow` is missing")?;
    names
        .iter()
        .map(|name| licensee(name.as_str().unwrap_or_default()))
        .collect()
}

fn licensee(name: &str) -> Result<Licensee, String> {
    Licensee::parse(name).map_err(|error| format!("`{name}` is not an SPDX licence: {error}"))
}

fn npm_packages(lock: &str) -> Vec<Dependency> {
    let lock: Value = serde_json::from_str(lock).unwrap_or_default();
    let packages = lock.get("packages").and_then(Value::as_object);
    let packages = packages.into_iter().flatten().map(|(place, package)| Dependency {
        // For a package inside another's folder, the name follows the last of these.
        name: place.rsplit("node_modules/").next().unwrap_or_default().to_owned(),
        licence: package.get("license").and_then(Value::as_str).map(str::to_owned),
    });
    packages.collect()
}

/// Reads from cargo the crates that this machine and the page compile.
///
/// # Errors
/// When rustc or cargo fails.
pub(super) fn read_crates(project: &Project) -> Result<Vec<Dependency>, Failure> {
    let what = "reading the licences with `cargo metadata`";
    let mut command = project.command("rustc");
    command.arg("-vV");
    let version = run::capture(command, false)?.text;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or_else(|| Failure::new(what, "rustc does not name its host"))?;
    let mut command = project.command("cargo");
    command.args(["metadata", "--format-version", "1", "--quiet"]);
    for platform in [host, "wasm32-unknown-unknown"] {
        command.args(["--filter-platform", platform]);
    }
    let captured = run::capture(command, false)?;
    let json: Option<Value> = captured.text.lines().find_map(|line| serde_json::from_str(line).ok());
    let Some(json) = json.filter(|_| captured.success) else {
        return Err(Failure::new(what, captured.tail(8)));
    };
    let text = |package: &Value, key: &str| package.get(key).and_then(Value::as_str).map(str::to_owned);
    let packages = json.get("packages").and_then(Value::as_array).into_iter().flatten();
    let read = |package| {
        Some(Dependency {
            name: text(package, "name")?,
            licence: text(package, "license"),
        })
    };
    Ok(packages.filter_map(read).collect())
}

#[cfg(test)]
mod tests {
    use super::{Dependency, SourceFile, check};

    const POLICY: &str = "[licenses]\nallow = [\"MIT\", \"Apache-2.0\"]\n\
                          [[licenses.exceptions]]\ncrate = \"fuzzer\"\nallow = [\"NCSA\"]\n";

    fn found(name: &str, licence: Option<&str>) -> usize {
        let licence = licence.map(str::to_owned);
        check(
            &[SourceFile::new("deny.toml", POLICY)],
            &[Dependency {
                name: name.to_owned(),
                licence,
            }],
        )
        .len()
    }

    #[test]
    fn one_alternative_is_enough_and_every_part_of_a_sum_is_needed() {
        assert_eq!(found("a", Some("MIT")), 0);
        assert_eq!(found("a", Some("GPL-3.0-only OR Apache-2.0")), 0);
        assert_eq!(found("a", Some("Apache-2.0/MIT")), 0, "an older spelling of OR");
        assert_eq!(found("a", Some("MIT AND ISC")), 1);
        assert_eq!(found("a", Some("GPL-3.0-only")), 1);
    }

    #[test]
    fn a_licence_is_needed() {
        assert_eq!(found("a", None), 1);
        assert_eq!(found("a", Some("see the file")), 1);
        assert_eq!(check(&[], &[]).len(), 1, "and a policy");
        assert_eq!(
            check(
                &[SourceFile::new("deny.toml", "[licenses]\nallow = [\"MIDDLING\"]")],
                &[]
            )
            .len(),
            1
        );
    }

    #[test]
    fn an_exception_is_for_one_crate() {
        assert_eq!(found("fuzzer", Some("(MIT OR Apache-2.0) AND NCSA")), 0);
        assert_eq!(found("other", Some("(MIT OR Apache-2.0) AND NCSA")), 1);
    }

    #[test]
    fn npm_packages_are_read_from_their_lock_file() {
        let lock = r#"{ "packages": {
            "": { "license": "MIT" },
            "node_modules/a/node_modules/@b/c": { "license": "GPL-3.0-only" },
            "node_modules/axe-core": { "license": "MPL-2.0" } } }"#;
        let files = [
            SourceFile::new("deny.toml", POLICY),
            SourceFile::new("package-lock.json", lock),
        ];
        let findings = check(&files, &[]);
        assert_eq!(findings.len(), 1);
        assert!(findings.iter().all(|finding| finding.message.starts_with("@b/c: ")));
    }
}

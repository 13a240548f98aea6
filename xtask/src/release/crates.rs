//! Packages the crates that a Rust user needs, in the order of publication.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::draft::{Draft, absolute_target, failed, output};
use crate::failure::Failure;
use crate::project::Project;

/// The file that describes the publication of the crates.
const ORDER: &str = "CRATES.txt";

/// A crate that is published.
#[derive(Clone, Debug)]
struct Published {
    name: String,
    /// The project's crates that it needs for compilation.
    needs: Vec<String>,
}

/// Packages every crate that may be published, in order.
///
/// # Errors
/// When cargo refuses a crate, or a crate needs one that is not published.
pub(super) fn package(draft: &Draft<'_>) -> Result<Vec<PathBuf>, Failure> {
    let project = draft.project;
    let names = ordered(published(project)?)?;
    let target = absolute_target(project).join("crates");
    let mut command = project.command("cargo");
    command
        .args(["package", "--locked", "--quiet", "--target-dir"])
        .arg(&target);
    if draft.options.untagged {
        command.arg("--allow-dirty");
    }
    if draft.options.no_build {
        command.arg("--no-verify");
    }
    for name in &names {
        command.args(["--package", name]);
    }
    output(command)?;
    let folder = draft.folder.join("crates");
    fs::create_dir_all(&folder).map_err(|error| failed(&error))?;
    let mut places = Vec::new();
    for name in &names {
        let file = format!("{name}-{}.crate", draft.version);
        let place = folder.join(&file);
        fs::copy(target.join("package").join(file), &place).map_err(|error| failed(&error))?;
        places.push(place);
    }
    fs::write(draft.folder.join(ORDER), order(&names)).map_err(|error| failed(&error))?;
    Ok(places)
}

/// The text about publishing.
fn order(names: &[String]) -> String {
    let packages: Vec<String> = names.iter().map(|name| format!("  --package {name}")).collect();
    format!(
        "Publish the crates from the tag, in this order (cargo waits until each is there):\n\ncargo publish \\\n{}\n",
        packages.join(" \\\n")
    )
}

/// Reads from cargo the crates that may be published.
fn published(project: &Project) -> Result<Vec<Published>, Failure> {
    let mut command = project.command("cargo");
    command.args(["metadata", "--no-deps", "--format-version", "1", "--quiet"]);
    let text = output(command)?;
    let json: Value = serde_json::from_str(text.trim())
        .map_err(|error| Failure::new("reading the crates with `cargo metadata`", error.to_string()))?;
    let packages = json.get("packages").and_then(Value::as_array).into_iter().flatten();
    // The list is absent for `publish = true`.
    Ok(packages
        .filter(|package| package.get("publish") == Some(&Value::Null))
        .filter_map(read)
        .collect())
}

fn read(package: &Value) -> Option<Published> {
    let dependencies = package.get("dependencies")?.as_array()?.iter();
    // Dependencies of tests are not published.
    let needed = dependencies.filter(|one| one.get("path").is_some() && one.get("kind") != Some(&Value::from("dev")));
    let needs = needed
        .filter_map(|one| one.get("name")?.as_str().map(str::to_owned))
        .collect();
    Some(Published {
        name: package.get("name")?.as_str()?.to_owned(),
        needs,
    })
}

/// Orders each crate after the crates that it needs, otherwise by name.
fn ordered(mut left: Vec<Published>) -> Result<Vec<String>, Failure> {
    left.sort_by(|a, b| a.name.cmp(&b.name));
    let (mut done, mut order) = (BTreeSet::new(), Vec::new());
    while !left.is_empty() {
        let Some(next) = left
            .iter()
            .position(|one| one.needs.iter().all(|need| done.contains(need)))
        else {
            let stuck: Vec<&str> = left.iter().map(|one| one.name.as_str()).collect();
            let why = format!("these need crates that are not published: {}", stuck.join(", "));
            return Err(Failure::new("putting the crates in order", why));
        };
        let Published { name, .. } = left.remove(next);
        done.insert(name.clone());
        order.push(name);
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Published, ordered, read};

    fn one(name: &str, needs: &[&str]) -> Published {
        Published {
            name: name.to_owned(),
            needs: needs.iter().map(|need| (*need).to_owned()).collect(),
        }
    }

    #[test]
    fn crates_follow_what_they_need() {
        let crates = vec![one("a", &["c"]), one("b", &[]), one("c", &["b"])];
        assert_eq!(ordered(crates).unwrap(), ["b", "c", "a"]);
        assert!(ordered(vec![one("a", &["private"])]).is_err());
    }

    #[test]
    fn dependencies_of_tests_are_not_needed() {
        let package = json!({ "name": "a", "dependencies": [
            { "name": "b", "path": "/b", "kind": null },
            { "name": "c", "path": "/c", "kind": "dev" },
            { "name": "serde", "kind": null },
        ]});
        assert_eq!(read(&package).unwrap().needs, ["b"]);
    }
}

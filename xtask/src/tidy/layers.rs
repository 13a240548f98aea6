//! Rule: crates depend only on strictly lower layers, so arrows point downward and crates of a layer do not know each
//! other. Only the table below contains the layer of a crate. A new crate needs a line here first.

use std::path::Path;

use serde_json::Value;

use super::finding::Finding;
use crate::failure::Failure;
use crate::project::Project;
use crate::run;

const RULE: &str = "layers";
const PREFIX: &str = "hashrange-";
/// The condition for the target of a page in a manifest.
const WASM: &str = r#"cfg(target_arch = "wasm32")"#;

/// Every crate and its layer, lowest first.
pub(super) const LAYERS: &[(&str, u8)] = &[
    ("checkpoint", 0),
    ("late", 0),
    ("plot", 0),
    ("values", 1),
    ("time", 1),
    ("wire", 2),
    ("expression", 2),
    ("partiql", 2),
    ("capacity", 2),
    ("index", 2),
    ("store", 2),
    ("journal", 2),
    ("signing", 2),
    ("engine", 3),
    ("link", 3),
    ("dax", 3),
    ("workload", 3),
    ("files", 3),
    ("endpoint", 4),
    ("insight", 4),
    ("lesson", 4),
    ("copy", 4),
    ("trial", 5),
    ("assignment", 5),
    ("wasm", 5),
    ("server", 5),
    ("protocol", 6),
    ("host", 7),
    ("past", 7),
    ("web", 8),
    ("tests", 9),
    ("bench", 9),
    ("fuzz", 9),
];

/// A member of the workspace.
#[derive(Default)]
pub(super) struct Crate {
    /// The package's name without the project's prefix.
    pub(super) name: String,
    /// Its folder, relative to the root.
    pub(super) folder: String,
    /// The root files of its targets, relative to the root of the project.
    pub(super) roots: Vec<String>,
    /// The crates that it depends on in any way, including for development.
    pub(super) needs: Vec<String>,
    /// The crates among them that it depends on only for WebAssembly.
    pub(super) only_in_wasm: Vec<String>,
}

/// The layer of a crate, if it has one.
pub(super) fn layer(name: &str) -> Option<u8> {
    LAYERS.iter().find(|(known, _)| *known == name).map(|(_, layer)| *layer)
}

pub(super) fn check(crates: &[Crate]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in crates.iter().filter(|member| !member.folder.starts_with("xtask")) {
        let place = format!("{}/Cargo.toml", member.folder);
        let Some(own) = layer(&member.name) else {
            findings.push(Finding::new(
                RULE,
                place,
                format!("the crate `{}` has no layer in the table of layers.rs", member.name),
            ));
            continue;
        };
        for need in &member.needs {
            if let Some(other) = layer(need).filter(|other| *other >= own) {
                let message = format!(
                    "`{}` (layer {own}) must not depend on `{need}` (layer {other})",
                    member.name
                );
                findings.push(Finding::new(RULE, &place, message));
            }
        }
    }
    findings
}

/// Reads the members of the workspace from cargo.
///
/// # Errors
/// When cargo cannot read a manifest.
pub(super) fn read_crates(project: &Project) -> Result<Vec<Crate>, Failure> {
    let what = "reading the crates with `cargo metadata`";
    let mut command = project.command("cargo");
    command.args(["metadata", "--no-deps", "--format-version", "1", "--quiet"]);
    let captured = run::capture(command, false)?;
    let json: Option<Value> = captured.text.lines().find_map(|line| serde_json::from_str(line).ok());
    let Some(json) = json.filter(|_| captured.success) else {
        return Err(Failure::new(what, captured.tail(8)));
    };
    let packages = json.get("packages").and_then(Value::as_array);
    let mut crates: Vec<Crate> = packages
        .into_iter()
        .flatten()
        .filter_map(|package| read_crate(project.root(), package))
        .collect();
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(crates)
}

fn read_crate(root: &Path, package: &Value) -> Option<Crate> {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let relative = |path: String| {
        let path = Path::new(&path).strip_prefix(root).ok()?;
        Some(path.to_string_lossy().replace('\\', "/"))
    };
    let list = |key: &str| package.get(key).and_then(Value::as_array).into_iter().flatten();
    let manifest = relative(text(package, "manifest_path")?)?;
    let (mut needs, mut elsewhere) = (Vec::new(), Vec::new());
    for dependency in list("dependencies") {
        let Some(name) = text(dependency, "name") else { continue };
        let Some(name) = name.strip_prefix(PREFIX) else {
            continue;
        };
        if text(dependency, "target").as_deref() != Some(WASM) {
            elsewhere.push(name.to_owned());
        }
        needs.push(name.to_owned());
    }
    needs.sort();
    needs.dedup();
    let only_in_wasm = needs.iter().filter(|need| !elsewhere.contains(need)).cloned().collect();
    let name = text(package, "name")?;
    Some(Crate {
        name: name.strip_prefix(PREFIX).unwrap_or(&name).to_owned(),
        folder: manifest.trim_end_matches("/Cargo.toml").to_owned(),
        roots: list("targets")
            .filter_map(|target| relative(text(target, "src_path")?))
            .collect(),
        needs,
        only_in_wasm,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::{Crate, WASM, check, read_crate};

    pub(in crate::tidy) fn member(name: &str, needs: &[&str]) -> Crate {
        let needs = needs.iter().map(|need| (*need).to_owned()).collect();
        Crate {
            name: name.to_owned(),
            folder: format!("crates/{name}"),
            needs,
            ..Crate::default()
        }
    }

    #[test]
    fn arrows_point_downward() {
        assert!(
            check(&[
                member("engine", &["store", "values"]),
                member("tests", &["web", "engine"])
            ])
            .is_empty()
        );
        assert_eq!(check(&[member("values", &["wire"])]).len(), 1);
        assert_eq!(
            check(&[member("store", &["index"])]).len(),
            1,
            "neighbours do not know each other"
        );
    }

    #[test]
    fn a_dependency_of_one_target_is_reported_from_others() {
        let package = json!({
            "name": "hashrange-web",
            "manifest_path": "/project/web/Cargo.toml",
            "targets": [{ "src_path": "/project/web/src/lib.rs" }],
            "dependencies": [
                { "name": "hashrange-wire", "target": null },
                { "name": "hashrange-host", "target": WASM },
                { "name": "hashrange-wire", "target": WASM },
                { "name": "leptos", "target": null },
            ],
        });
        let page = read_crate(Path::new("/project"), &package).unwrap();
        assert_eq!((page.name.as_str(), page.folder.as_str()), ("web", "web"));
        assert_eq!(page.needs, ["host", "wire"]);
        assert_eq!(page.only_in_wasm, ["host"]);
    }

    #[test]
    fn a_room_without_a_layer_is_found() {
        assert_eq!(check(&[member("attic", &[])]).len(), 1);
    }
}

//! Rule: crates depend only on strictly lower layers, so arrows point downward and crates of a layer do not know each
//! other. The table in crates/README.md contains the layers. The page depends on crates of plain data only.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::finding::Finding;
use super::sources::SourceFile;
use crate::failure::Failure;
use crate::project::Project;
use crate::run;

const RULE: &str = "layers";
const PREFIX: &str = "hashrange-";
/// The condition for the target of a page in a manifest.
const WASM: &str = r#"cfg(target_arch = "wasm32")"#;

/// The file whose table contains every crate with its layer.
const README: &str = "crates/README.md";
/// The page, and the crates of plain data that it may use. It communicates with the service by messages only.
const PAGE: &str = "web";
const PLAIN: [&str; 7] = ["late", "plot", "protocol", "time", "values", "wire", "words"];
/// The crate behind the messages. The page's `main.rs` runs it, when the program is in a worker.
const HOST: &str = "host";

/// A member of the workspace.
#[derive(Clone, Default)]
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

pub(super) fn check(files: &[SourceFile], crates: &[Crate]) -> Vec<Finding> {
    let readme = files.iter().find(|file| file.path == README);
    let layers = readme.map_or_else(BTreeMap::new, |file| layers(&file.text));
    let mut findings = Vec::new();
    for member in crates.iter().filter(|member| !member.folder.starts_with("xtask")) {
        let place = format!("{}/Cargo.toml", member.folder);
        let Some(own) = layers.get(member.name.as_str()) else {
            let message = format!("the table has no layer for the crate `{}`", member.name);
            findings.push(Finding::new(RULE, README, message));
            continue;
        };
        for need in &member.needs {
            if let Some(other) = layers.get(need.as_str()).filter(|other| *other >= own) {
                let message = format!(
                    "`{}` (layer {own}) must not depend on `{need}` (layer {other})",
                    member.name
                );
                findings.push(Finding::new(RULE, &place, message));
            }
        }
        if member.name == PAGE {
            findings.extend(needs_of_page(member).map(|need| {
                let message = format!("the page must not depend on `{need}`; on `{HOST}` for WebAssembly only");
                Finding::new(RULE, &place, message)
            }));
        }
    }
    findings.extend(names_of_host(files));
    findings
}

fn layers(readme: &str) -> BTreeMap<&str, u8> {
    readme.lines().filter_map(row).collect()
}

/// A row of the table: the layer, then the crate in backticks.
fn row(line: &str) -> Option<(&str, u8)> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let layer = cells.next()?.parse().ok()?;
    Some((cells.next()?.strip_prefix('`')?.strip_suffix('`')?, layer))
}

/// Crates that the page depends on but must not depend on.
fn needs_of_page(page: &Crate) -> impl Iterator<Item = &String> {
    let is_worker = |need: &str| need == HOST && page.only_in_wasm.iter().any(|need| need == HOST);
    let may = move |need: &str| PLAIN.contains(&need) || is_worker(need);
    page.needs.iter().filter(move |need| !may(need))
}

/// Files of the page that name the host, except its `main.rs`. For other crates, the manifest is enough.
fn names_of_host(files: &[SourceFile]) -> impl Iterator<Item = Finding> {
    let code = files
        .iter()
        .filter(|file| file.path.starts_with("web/src/") && file.path != "web/src/main.rs");
    let named = code.filter(|file| file.text.contains("hashrange_host"));
    named.map(|file| Finding::new(RULE, &file.path, format!("only web/src/main.rs names `{HOST}`")))
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

    use super::{Crate, README, SourceFile, WASM, check, read_crate};

    pub(in crate::tidy) fn member(name: &str, needs: &[&str]) -> Crate {
        let needs = needs.iter().map(|need| (*need).to_owned()).collect();
        Crate {
            name: name.to_owned(),
            folder: format!("crates/{name}"),
            needs,
            ..Crate::default()
        }
    }

    const TABLE: &str = "| layer | crate |\n|---|---|\n| 1 | `values` | numbers |\n| 2 | `store` |\n| 2 | `index` |\n\
                         | 2 | `wire` |\n| 3 | `engine` |\n| 7 | `host` |\n| 8 | `web` |\n";

    fn found(crates: &[Crate]) -> usize {
        check(&[SourceFile::new(README, TABLE)], crates).len()
    }

    #[test]
    fn arrows_point_downward() {
        assert_eq!(found(&[member("engine", &["store", "values"])]), 0);
        assert_eq!(found(&[member("values", &["wire"])]), 1);
        assert_eq!(
            found(&[member("store", &["index"])]),
            1,
            "neighbours do not know each other"
        );
    }

    #[test]
    fn the_page_needs_plain_data_and_in_webassembly_the_host() {
        assert_eq!(found(&[member("web", &["values", "wire"])]), 0);
        let mut page = member("web", &["host"]);
        assert_eq!(found(&[page.clone()]), 1);
        page.only_in_wasm = page.needs.clone();
        assert_eq!(found(&[page]), 0);
        assert_eq!(found(&[member("web", &["engine", "store", "wire"])]), 2);
    }

    #[test]
    fn only_the_entry_point_names_the_host() {
        let text = "fn main() {\n    hashrange_host::run();\n}\n";
        assert_eq!(check(&[SourceFile::new("web/src/main.rs", text)], &[]), []);
        assert_eq!(check(&[SourceFile::new("web/src/app.rs", text)], &[]).len(), 1);
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
    fn a_crate_without_a_layer_is_found() {
        assert_eq!(found(&[member("attic", &[])]), 1);
    }
}

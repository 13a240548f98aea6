//! Rule: rooms depend on strictly lower layers only, so arrows point downward and neighbours do not know each other.
//! The table below is the only place where a room's layer is written; a new room gets its line here first.

use std::path::Path;

use serde_json::Value;

use super::Finding;
use crate::failure::Failure;
use crate::project::Project;
use crate::run;

const RULE: &str = "layers";
const PREFIX: &str = "hashrange-";

/// Every room and its layer, lowest first.
pub(super) const LAYERS: &[(&str, u8)] = &[
    ("values", 0),
    ("time", 0),
    ("plot", 0),
    ("wire", 1),
    ("expression", 1),
    ("partiql", 1),
    ("capacity", 1),
    ("index", 1),
    ("store", 1),
    ("journal", 1),
    ("engine", 2),
    ("dax", 2),
    ("workload", 2),
    ("endpoint", 3),
    ("insight", 3),
    ("wasm", 4),
    ("server", 4),
    ("web", 4),
    ("tests", 5),
    ("bench", 5),
    ("fuzz", 5),
];

/// Borders beyond the layers: the room on the left reaches the rooms on the right only through others.
const HIDDEN: &[(&str, &[&str])] = &[("web", &["store", "expression", "index", "capacity"])];

/// A member of the workspace.
#[derive(Default)]
pub(super) struct Crate {
    /// The package's name without the project's prefix.
    pub(super) room: String,
    /// Its folder, relative to the root.
    pub(super) folder: String,
    /// The root files of its targets, relative to the root of the project.
    pub(super) roots: Vec<String>,
    /// The rooms it depends on in any way, development included.
    pub(super) needs: Vec<String>,
}

/// The layer of a room, if it has one.
pub(super) fn layer(room: &str) -> Option<u8> {
    LAYERS.iter().find(|(name, _)| *name == room).map(|(_, layer)| *layer)
}

pub(super) fn check(crates: &[Crate]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in crates.iter().filter(|member| member.room != "xtask") {
        let place = format!("{}/Cargo.toml", member.folder);
        let Some(own) = layer(&member.room) else {
            findings.push(Finding::new(
                RULE,
                place,
                format!("the room `{}` has no layer in the table of layers.rs", member.room),
            ));
            continue;
        };
        let hidden = HIDDEN.iter().find(|(room, _)| *room == member.room).map_or(&[][..], |(_, rooms)| rooms);
        for need in &member.needs {
            let message = match layer(need) {
                Some(other) if other >= own => {
                    format!("`{}` (layer {own}) must not depend on `{need}` (layer {other})", member.room)
                }
                _ if hidden.contains(&need.as_str()) => {
                    format!("`{}` must not know `{need}`; it is reached through engine and insight", member.room)
                }
                _ => continue,
            };
            findings.push(Finding::new(RULE, &place, message));
        }
    }
    findings
}

/// Asks cargo for the members of the workspace.
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
    let mut crates: Vec<Crate> =
        packages.into_iter().flatten().filter_map(|package| read_crate(project.root(), package)).collect();
    crates.sort_by(|a, b| a.room.cmp(&b.room));
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
    let mut needs: Vec<String> = list("dependencies")
        .filter_map(|dependency| text(dependency, "name")?.strip_prefix(PREFIX).map(str::to_owned))
        .collect();
    needs.sort();
    needs.dedup();
    let name = text(package, "name")?;
    Some(Crate {
        room: name.strip_prefix(PREFIX).unwrap_or(&name).to_owned(),
        folder: manifest.trim_end_matches("/Cargo.toml").to_owned(),
        roots: list("targets").filter_map(|target| relative(text(target, "src_path")?)).collect(),
        needs,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Crate, check};

    pub(in crate::tidy) fn member(room: &str, needs: &[&str]) -> Crate {
        let needs = needs.iter().map(|need| (*need).to_owned()).collect();
        Crate { room: room.to_owned(), folder: format!("crates/{room}"), needs, ..Crate::default() }
    }

    #[test]
    fn arrows_point_downward() {
        assert!(check(&[member("engine", &["store", "values"]), member("tests", &["web", "engine"])]).is_empty());
        assert_eq!(check(&[member("values", &["wire"])]).len(), 1);
        assert_eq!(check(&[member("store", &["index"])]).len(), 1, "neighbours do not know each other");
    }

    #[test]
    fn the_page_reaches_storage_through_others() {
        assert!(check(&[member("web", &["engine", "insight", "plot", "wire"])]).is_empty());
        assert_eq!(check(&[member("web", &["store", "capacity"])]).len(), 2);
    }

    #[test]
    fn a_room_without_a_layer_is_found() {
        assert_eq!(check(&[member("attic", &[])]).len(), 1);
    }
}

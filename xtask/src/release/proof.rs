//! Installs each artefact in an empty folder outside the project and uses it once, as a user would.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use super::archive;
use super::draft::{Draft, absolute_target, failed, output};
use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;
use crate::running_server::RunningServer;
use crate::static_files::StaticFiles;

/// A site below a path is the harder case.
const BASE: &str = "/some/sub-path/";
const UNIT: &str = "hashrange-server.service";

/// An empty folder outside the project, deleted when it is dropped.
pub(super) struct Ground {
    folder: PathBuf,
}

impl Ground {
    pub(super) fn new() -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("hashrange-release-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| failed(&error))?;
        Ok(Self { folder })
    }

    /// Creates an empty folder in it.
    fn part(&self, name: &str) -> Result<PathBuf, Failure> {
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder).map_err(|error| failed(&error))?;
        Ok(folder)
    }

    /// Extracts an archive into its own folder with the program that users have. Returns the only folder of the
    /// archive.
    fn unpacked(&self, part: &str, archive: &Path) -> Result<PathBuf, Failure> {
        let folder = self.part(part)?;
        extract(archive, &folder)?;
        let mut entries = fs::read_dir(&folder).map_err(|error| failed(&error))?;
        let first = entries.next().transpose().map_err(|error| failed(&error))?;
        first
            .map(|entry| entry.path())
            .ok_or_else(|| Failure::new("unpacking an archive", "it is empty"))
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn extract(archive: &Path, folder: &Path) -> Result<(), Failure> {
    let mut command = Command::new("tar");
    command.arg("-xzf").arg(archive).arg("-C").arg(folder);
    output(command).map(drop)
}

/// Runs a script of `tests/release` in Node.
fn script(project: &Project, name: &str, words: &[&str]) -> Result<(), Failure> {
    let mut command = project.command("node");
    command.arg(project.path("tests/release").join(name)).args(words);
    output(command).map(drop)
}

/// Serves the page from its archive. The index must name existing files, and its WebAssembly must compile.
pub(super) fn site(ground: &Ground, draft: &Draft<'_>, archive: &Path) -> Result<String, Failure> {
    let server = StaticFiles::bind(ground.unpacked("site", archive)?, 0, BASE)?;
    let url = server.url();
    thread::spawn(move || server.serve());
    script(draft.project, "site.mjs", &[url.as_str()])?;
    Ok("served from its archive, every file of the index answers".to_owned())
}

/// Installs the package into a new project, and puts and gets an item.
pub(super) fn package(ground: &Ground, draft: &Draft<'_>, archive: &Path) -> Result<String, Failure> {
    let folder = ground.part("package")?;
    let manifest = r#"{ "name": "fresh", "private": true, "type": "module" }"#;
    fs::write(folder.join("package.json"), manifest).map_err(|error| failed(&error))?;
    fs::copy(
        draft.project.path("tests/release/package.mjs"),
        folder.join("package.mjs"),
    )
    .map_err(|error| failed(&error))?;
    let mut install = Command::new("npm");
    install
        .args(["install", "--offline", "--no-audit", "--no-fund"])
        .arg(archive)
        .current_dir(&folder);
    output(install)?;
    let mut node = Command::new("node");
    node.arg("package.mjs").current_dir(&folder);
    output(node)?;
    if !folder.join("node_modules/hashrange/THIRD-PARTY.txt").is_file() {
        return Err(Failure::new("looking at the npm package", "it has no THIRD-PARTY.txt"));
    }
    Ok("installed into a fresh project, an item is put and read back".to_owned())
}

/// Starts the server from its archive. An item must survive a restart. Checks the unit and the container file if the
/// machine has the programs for it.
pub(super) fn server(ground: &Ground, draft: &Draft<'_>, archive: &Path) -> Result<String, Failure> {
    let folder = ground.unpacked("server", archive)?;
    let program = folder.join("hashrange-server");
    let mut version = Command::new(&program);
    version.arg("--version");
    let text = output(version)?;
    if text.trim() != format!("hashrange-server {}", draft.version) {
        return Err(Failure::new(
            "asking the server for its version",
            format!("it says `{}`", text.trim()),
        ));
    }
    let data = ground.part("data")?;
    for job in ["put", "get"] {
        let mut command = Command::new(&program);
        command.arg("--data-dir").arg(&data);
        let running = RunningServer::start(command)?;
        script(draft.project, "server.mjs", &[running.url.as_str(), job])?;
    }
    let unit = verify_unit(ground, &folder)?;
    let container = lint_container(&folder)?;
    Ok(format!(
        "an item survives a restart; unit {unit}, container file {container}"
    ))
}

/// Verifies the unit with systemd, with the path of the extracted program.
fn verify_unit(ground: &Ground, folder: &Path) -> Result<&'static str, Failure> {
    if on_path("systemd-analyze").is_none() {
        return Ok("not checked (no systemd-analyze)");
    }
    let text = fs::read_to_string(folder.join(UNIT)).map_err(|error| failed(&error))?;
    let place = ground.part("unit")?.join(UNIT);
    let there = folder.join("hashrange-server");
    let text = text.replace("/usr/local/bin/hashrange-server", &there.to_string_lossy());
    fs::write(&place, text).map_err(|error| failed(&error))?;
    let mut command = Command::new("systemd-analyze");
    command.arg("verify").arg(&place);
    let said = output(command)?;
    // For an unknown setting it prints a warning and ends with success.
    if said.contains(UNIT) {
        Err(Failure::new("verifying the systemd unit", said))
    } else {
        Ok("verified")
    }
}

/// Checks that the container file copies existing files, and runs hadolint on it if that is installed.
fn lint_container(folder: &Path) -> Result<&'static str, Failure> {
    let place = folder.join("Containerfile");
    let text = fs::read_to_string(&place).map_err(|error| failed(&error))?;
    for line in text.lines().filter_map(|line| line.strip_prefix("COPY ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (_, sources) = words.split_last().unwrap_or((&"", &[]));
        if let Some(missing) = sources.iter().find(|source| !folder.join(source).is_file()) {
            return Err(Failure::new(
                "reading the container file",
                format!("it copies `{missing}`, which is not there"),
            ));
        }
    }
    if on_path("hadolint").is_none() {
        return Ok("copies what is there (no hadolint)");
    }
    let mut command = Command::new("hadolint");
    command.arg(place);
    output(command)?;
    Ok("linted")
}

/// Creates a new project that depends on the packaged crates. Its test embeds the engine.
pub(super) fn crates(ground: &Ground, draft: &Draft<'_>, packaged: &[PathBuf]) -> Result<String, Failure> {
    let folder = ground.part("crates")?;
    let vendor = ground.part("crates/vendor")?;
    let mut patches = String::new();
    for place in packaged {
        extract(place, &vendor)?;
        let stem = place.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = stem.trim_end_matches(&format!("-{}", draft.version));
        patches.push_str(&format!("{name} = {{ path = \"vendor/{stem}\" }}\n"));
    }
    let manifest = format!(
        "[package]\nname = \"fresh\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dev-dependencies]\n\
         hashrange-endpoint = \"{}\"\n\n[patch.crates-io]\n{patches}",
        draft.version
    );
    let example = vendor.join(format!("hashrange-endpoint-{}/examples/embed.rs", draft.version));
    let write = || {
        fs::write(folder.join("Cargo.toml"), manifest)?;
        // Uses the tested versions, so that nothing has to be downloaded.
        fs::copy(draft.project.path("Cargo.lock"), folder.join("Cargo.lock"))?;
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("src/lib.rs"), "//! Nothing: the test is what counts.\n")?;
        fs::create_dir_all(folder.join("tests"))?;
        fs::copy(example, folder.join("tests/embed.rs"))
    };
    write().map_err(|error| failed(&error))?;
    let mut test = draft.project.command("cargo");
    test.args(["test", "--offline", "--test", "embed"]).current_dir(&folder);
    test.env("CARGO_TARGET_DIR", absolute_target(draft.project).join("crates"));
    let said = output(test)?;
    if said.contains("1 passed") {
        Ok("a fresh project embeds the engine, its test passes".to_owned())
    } else {
        Err(Failure::new("testing a fresh project", said))
    }
}

/// Checks that the checksums match the files.
pub(super) fn checksums(draft: &Draft<'_>) -> Result<(), Failure> {
    if on_path("sha256sum").is_none() {
        return Ok(());
    }
    let mut command = Command::new("sha256sum");
    command
        .args(["--check", "--quiet", archive::SUMS])
        .current_dir(&draft.folder);
    output(command).map(drop)
}

//! The content of the artefacts: the page's archive, the npm package and the server's archive.

use std::fs;
use std::path::{Path, PathBuf};

use super::archive::{self, ArchiveFile};
use super::draft::{Draft, absolute_target, failed, output};
use crate::build;
use crate::failure::Failure;
use crate::licences;
use crate::package::{self, Effort};
use crate::project::Project;
use crate::run;

const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];
/// Files beside the server's program in its archive, from this folder.
const PACKAGING: &str = "crates/server/packaging";
const BESIDE_SERVER: [&str; 3] = ["README.md", "hashrange-server.service", "Containerfile"];

/// Writes the archive of the page.
pub(super) fn site(draft: &Draft<'_>) -> Result<PathBuf, Failure> {
    let project = draft.project;
    if draft.options.keep_page || draft.options.no_build {
        build::require_release(project)?;
    } else {
        build::build(project)?;
    }
    // Trunk's own working folder is not part of the page.
    let page = archive::files_below(&project.path("dist"))?
        .into_iter()
        .filter(|entry| !entry.name.starts_with(".stage/"));
    let name = format!("hashrange-site-{}", draft.version);
    archive::write(&draft.folder, &name, page.chain(own_licences(project)).collect())
}

/// Packs the npm package as npm publishes it.
pub(super) fn package(draft: &Draft<'_>) -> Result<PathBuf, Failure> {
    let folder = package::folder(draft.project, Effort::Release);
    if draft.options.no_build {
        require(&folder.join("package.json"), "cargo xtask package")?;
    } else {
        package::build(draft.project)?;
    }
    let mut command = draft.project.command("npm");
    command
        .args(["pack", "--offline", "--pack-destination"])
        .arg(&draft.folder)
        .arg(&folder);
    output(command)?;
    Ok(draft.folder.join(format!("hashrange-{}.tgz", draft.version)))
}

/// Writes the archive of the server's program, with the files that an administrator needs.
pub(super) fn server(draft: &Draft<'_>) -> Result<PathBuf, Failure> {
    let project = draft.project;
    if !draft.options.no_build {
        let mut command = project.command("cargo");
        command.args(["build", "--release", "--locked", "--package", "hashrange-server"]);
        run::show(command)?;
    }
    let program = absolute_target(project).join("release/hashrange-server");
    require(&program, "cargo build --release --package hashrange-server")?;
    let target = host(project)?;
    let third_party = absolute_target(project).join("server-licences.txt");
    licences::write(project, "hashrange-server", "hashrange-server", &target, &third_party)?;
    let mut entries = vec![
        ArchiveFile {
            name: "hashrange-server".to_owned(),
            source: program,
            is_program: true,
        },
        ArchiveFile::file("THIRD-PARTY.txt", third_party),
    ];
    let beside = BESIDE_SERVER
        .iter()
        .map(|name| ArchiveFile::file(*name, project.path(PACKAGING).join(name)));
    entries.extend(beside.chain(own_licences(project)));
    archive::write(
        &draft.folder,
        &format!("hashrange-server-{}-{target}", draft.version),
        entries,
    )
}

fn own_licences(project: &Project) -> impl Iterator<Item = ArchiveFile> {
    LICENCES
        .iter()
        .map(move |name| ArchiveFile::file(*name, project.path(name)))
}

/// The target that this machine compiles for.
fn host(project: &Project) -> Result<String, Failure> {
    let mut command = project.command("rustc");
    command.arg("-vV");
    let text = output(command)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| Failure::new("asking rustc for its host", text.clone()))
}

fn require(place: &Path, by_hand: &str) -> Result<(), Failure> {
    let there = fs::metadata(place).map_err(|error| failed(&error).by_hand(by_hand))?;
    if there.len() == 0 {
        Err(Failure::new(
            "putting the release together",
            format!("{} is empty", place.display()),
        ))
    } else {
        Ok(())
    }
}

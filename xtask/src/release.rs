//! `cargo xtask release`: builds every artefact from the tag of a version, installs each and uses it once. This file
//! owns the order and the refusals. `release/` contains the content of each artefact.

mod archive;
mod artefacts;
mod crates;
mod draft;
mod proof;
mod version;

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use lexopt::prelude::*;

use crate::failure::Failure;
use crate::package;
use crate::project::Project;
use crate::setup;
use draft::{Draft, ReleaseOptions, absolute_target, failed, output};
use proof::Ground;

pub(crate) const HELP: &str = "
Usage: cargo xtask release [--untagged] [--only <artefact>]... [--keep-page] [--no-build]
       cargo xtask release --raise <version>

Builds a release from the tag of its version. Installs each artefact in an empty folder and uses it once. Writes
target/releases/<version>/:
  hashrange-site-<version>.tar.gz              the page, for any static host
  hashrange-<version>.tgz                      the npm package
  hashrange-server-<version>-<target>.tar.gz   the server, with systemd unit and container file
  crates/, CRATES.txt                          the crates for crates.io, and the command that publishes them in order
  SHA256SUMS                                   checksums

Refuses a tree with changes, a commit without the tag of its version, and a changelog without the version (RELEASING.md).

Options:
  --untagged         release whatever is checked out
  --only <artefact>  make this one only: site, package, server or crates; may be repeated
  --keep-page        take dist/ as it is
  --no-build         take dist/, target/package/ and the server's program as they are; package crates without compiling them
  --raise <version>  write a new version into every place that has one, and build nothing
";

/// Builds, installs and uses an artefact, and returns a summary.
type Step = fn(&Draft<'_>, &Ground) -> Result<String, Failure>;

const ARTEFACTS: [(&str, Step); 4] = [
    ("site", |draft, ground| {
        proof::site(ground, draft, &artefacts::site(draft)?)
    }),
    ("package", |draft, ground| {
        proof::package(ground, draft, &artefacts::package(draft)?)
    }),
    ("server", |draft, ground| {
        proof::server(ground, draft, &artefacts::server(draft)?)
    }),
    ("crates", |draft, ground| {
        proof::crates(ground, draft, &crates::package(draft)?)
    }),
];

pub(crate) fn start(project: &Project, mut parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let (mut raise, mut only, mut options) = (None, Vec::new(), ReleaseOptions::default());
    while let Some(word) = parser.next()? {
        match word {
            Long("raise") => raise = Some(parser.value()?.string()?),
            Long("only") => only.push(parser.value()?.string()?),
            Long("untagged") => options.untagged = true,
            Long("no-build") => options.no_build = true,
            Long("keep-page") => options.keep_page = true,
            other => return Err(other.unexpected().into()),
        }
    }
    if let Some(unknown) = only
        .iter()
        .find(|name| ARTEFACTS.iter().all(|(artefact, _)| artefact != name))
    {
        return Err(Failure::new(
            "reading the arguments",
            format!("there is no artefact `{unknown}`"),
        ));
    }
    if let Some(version) = raise {
        version::raise(project, &version)?;
        println!("raised to {version}; RELEASING.md says what comes next");
        return Ok(ExitCode::SUCCESS);
    }
    let version = version::of_all_places(project)?;
    if !options.untagged {
        refuse_without_tag(project, &version)?;
    }
    let folder = absolute_target(project).join("releases").join(&version);
    make(
        &Draft {
            project,
            options,
            version,
            folder,
        },
        &only,
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Creates and tests the artefacts in sequence, and writes the checksums.
fn make(draft: &Draft<'_>, only: &[String]) -> Result<(), Failure> {
    if draft.options.no_build {
        setup::ensure(draft.project, &[setup::Part::Packages])?;
    } else {
        setup::ensure(draft.project, setup::PAGE)?;
        setup::ensure(draft.project, package::PARTS)?;
    }
    if draft.folder.exists() {
        fs::remove_dir_all(&draft.folder).map_err(|error| failed(&error))?;
    }
    fs::create_dir_all(&draft.folder).map_err(|error| failed(&error))?;
    let ground = Ground::new()?;
    let mut passed = 0;
    for (name, step) in ARTEFACTS
        .iter()
        .filter(|(name, _)| only.is_empty() || only.iter().any(|one| one == name))
    {
        let begin = Instant::now();
        let words = step(draft, &ground)?;
        println!("{name:<9} ok      {:>6.1} s  {words}", begin.elapsed().as_secs_f32());
        passed += 1;
    }
    let files = archive::checksums(&draft.folder)?;
    proof::checksums(draft)?;
    println!("{files} files with their checksums in {}", draft.folder.display());
    println!("cases: {} passed, 0 failed", passed + 1);
    Ok(())
}

fn refuse_without_tag(project: &Project, version: &str) -> Result<(), Failure> {
    let refusal =
        |why: String| Failure::new("looking for the tag of the release", why).by_hand("cargo xtask release --untagged");
    let git = |words: &[&str]| {
        let mut command = project.command("git");
        command.args(words);
        output(command)
    };
    let changes = git(&["status", "--porcelain"])?;
    if let Some(change) = changes.lines().next() {
        return Err(refusal(format!(
            "the tree has changes, the first is `{}`",
            change.trim()
        )));
    }
    let tag = format!("v{version}");
    if !git(&["tag", "--points-at", "HEAD"])?.lines().any(|line| line == tag) {
        return Err(refusal(format!("the commit that is checked out has no tag `{tag}`")));
    }
    let changelog = fs::read_to_string(project.path("CHANGELOG.md")).map_err(|error| failed(&error))?;
    if version::has_heading(&changelog, version) {
        Ok(())
    } else {
        Err(refusal(format!(
            "CHANGELOG.md has no heading `## [{version}] - <year>-<month>-<day>`"
        )))
    }
}

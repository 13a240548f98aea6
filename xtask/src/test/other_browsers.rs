//! The stages of the browsers whose Debian versions Playwright cannot drive: Firefox and WebKitGTK, through WebDriver.
//! Each runs the tests of the stage `browser`, and a short walk through the release build (`tests/webdriver/walk.mjs`).
//!
//! Must not know what the walk does.

use std::process::Command;
use std::thread;

use super::browser_tests::{self, Driven};
use super::counts::{self, Counts};
use super::run_options::RunOptions;
use super::verdict::{Verdict, verdict};
use crate::browser;
use crate::build;
use crate::failure::Failure;
use crate::firefox;
use crate::project::Project;
use crate::run::{self, Captured};
use crate::static_files::StaticFiles;
use crate::tools;
use crate::webkit;

/// The page is below a path, as in the stage `e2e`.
const BASE: &str = "/some/sub-path/";

pub(super) fn firefox(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let (Some(program), Some(driver)) = (firefox::find(), tools::GECKODRIVER.find()) else {
        return Err(Failure::new("looking for Firefox", "it was there a moment ago"));
    };
    let settings = browser::write_driver_settings(project, browser::FIREFOX, &program)?;
    let driven = Driven {
        cargo: &|| project.command("cargo"),
        variable: "GECKODRIVER",
        driver: &driver,
        settings: Some(&settings),
    };
    let mut command = project.command("node");
    command
        .args(["tests/webdriver/walk.mjs", "firefox"])
        .args([&driver, &program]);
    tests_and_walk(project, options, &driven, command)
}

pub(super) fn webkit(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let Some(found) = webkit::find() else {
        return Err(Failure::new("looking for WebKitGTK", "it was there a moment ago"));
    };
    // The variable for Safari works: the runner starts the default browser of the driver, here WebKitGTK's.
    let driven = Driven {
        cargo: &|| found.on_screen(project, "cargo"),
        variable: "SAFARIDRIVER",
        driver: &found.driver,
        settings: None,
    };
    let mut command = found.on_screen(project, "node");
    command
        .args(["tests/webdriver/walk.mjs", "webkit"])
        .args([&found.driver, &found.browser]);
    tests_and_walk(project, options, &driven, command)
}

fn tests_and_walk(
    project: &Project,
    options: RunOptions,
    driven: &Driven<'_>,
    command: Command,
) -> Result<Verdict, Failure> {
    let (mut all, counts) = browser_tests::run(project, options, driven)?;
    let walk = walk(project, options, command)?;
    let counts = counts.plus(walk_counts(&walk));
    all.success &= walk.success;
    all.text.push_str(&walk.text);
    Ok(verdict(all, counts, options))
}

/// Serves the release build to a walk, and runs the walk.
fn walk(project: &Project, options: RunOptions, mut command: Command) -> Result<Captured, Failure> {
    build::require_release(project)?;
    let server = StaticFiles::bind(project.path("dist"), 0, BASE)?;
    command.env("HASHRANGE_URL", server.url());
    thread::spawn(move || server.serve());
    run::capture(command, options.verbose)
}

/// A walk that ends before its last line counts as failed, whatever it counted.
fn walk_counts(walk: &Captured) -> Counts {
    let (counts, walks) = counts::from_cases(&walk.text);
    if walk.success && walks == 1 {
        counts
    } else {
        counts.at_least_one_failed()
    }
}

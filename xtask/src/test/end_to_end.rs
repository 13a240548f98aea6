//! The stages of the browser tests on the release page: `e2e` as a reader meets it, `busy` on a machine with other work,
//! `delayed` over a slow network. The same specs pass in all three, because nothing in them depends on speed.
//!
//! Must not know the specs.

use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::counts;
use super::run_options::RunOptions;
use super::server_program;
use super::verdict::{Verdict, verdict};
use crate::browser;
use crate::build;
use crate::endpoints;
use crate::failure::Failure;
use crate::project::Project;
use crate::run;
use crate::static_files::StaticFiles;

/// The page is tested below a path, because that is the harder case: a page that works there also works at the root of
/// a host.
const BASE: &str = "/some/sub-path/";

/// How much later every file arrives in the stage `delayed`.
const DELAY: Duration = Duration::from_millis(1_500);

/// How many threads take time from the browser in the stage `busy`.
const BUSY: usize = 2;

pub(super) fn stage(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    specs(project, options, Duration::ZERO)
}

pub(super) fn delayed(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    specs(project, usual(options), DELAY)
}

pub(super) fn busy(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..BUSY {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        let verdict = specs(project, usual(options), Duration::ZERO);
        ended.store(true, Ordering::Relaxed);
        verdict
    })
}

/// The walks of the usual tier: the stage `e2e` of the longer tier has the longer ones.
const fn usual(options: RunOptions) -> RunOptions {
    RunOptions { full: false, ..options }
}

/// Runs all specs on the release page, with every file later by `delay`.
fn specs(project: &Project, options: RunOptions, delay: Duration) -> Result<Verdict, Failure> {
    let Some(browser) = browser::find() else {
        return Err(Failure::new("looking for the browser", "it was there a moment ago"));
    };
    build::require_release(project)?;
    let server = StaticFiles::slow(project.path("dist"), 0, BASE, delay)?;
    let url = server.url();
    thread::spawn(move || server.serve());
    let mut command = project.command("node");
    command
        .args([
            "node_modules/@playwright/test/cli.js",
            "test",
            "--config",
            "tests/e2e/playwright.config.mjs",
        ])
        .env("HASHRANGE_URL", url)
        // Compiled here, so that no test waits for it.
        .env(server_program::VARIABLE, server_program::compile(project)?)
        .env("HASHRANGE_CHROMIUM", &browser.headless);
    if options.full {
        command.env("HASHRANGE_FULL", "1").envs(endpoints::variables(project));
    }
    let captured = run::capture(command, options.verbose)?;
    let counts = counts::from_playwright(&captured.text);
    Ok(verdict(captured, counts, options))
}

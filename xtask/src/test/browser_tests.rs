//! The tests of crates that run in WebAssembly: which crates have such tests, and how a browser receives them.
//! wasm-bindgen's runner sends the tests that request a browser to the browser of the named driver, and all others to
//! Node.
//!
//! Must not know which stages exist.

use std::path::Path;
use std::process::Command;

use super::counts::{self, Counts};
use super::files_below;
use super::run_options::RunOptions;
use super::verdict::{Verdict, verdict};
use crate::browser;
use crate::failure::Failure;
use crate::project::Project;
use crate::run::{self, Captured};

/// The driver of a browser.
pub(super) struct Driven<'a> {
    /// Creates a cargo command.
    pub(super) cargo: &'a dyn Fn() -> Command,
    /// `CHROMEDRIVER`, `GECKODRIVER` or `SAFARIDRIVER`: the variable in which the runner finds the driver.
    pub(super) variable: &'static str,
    pub(super) driver: &'a Path,
    /// A file of capabilities, if the browser needs it.
    pub(super) settings: Option<&'a Path>,
}

pub(super) fn in_chromium(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let Some(browser) = browser::find() else {
        return Err(Failure::new("looking for the browser", "it was there a moment ago"));
    };
    let settings = browser::write_driver_settings(project, browser::CHROMIUM, &browser.program)?;
    let driven = Driven {
        cargo: &|| project.command("cargo"),
        variable: "CHROMEDRIVER",
        driver: &browser.driver,
        settings: Some(&settings),
    };
    let (all, counts) = run(project, options, &driven)?;
    Ok(verdict(all, counts, options))
}

/// Runs the tests of every crate that has any.
pub(super) fn run(project: &Project, options: RunOptions, driven: &Driven<'_>) -> Result<(Captured, Counts), Failure> {
    let crates = [("hashrange-web", "web"), ("hashrange-wasm", "crates/wasm")];
    let mut all = Captured {
        success: true,
        text: String::new(),
    };
    for (package, folder) in crates {
        let targets = targets(&project.path(folder));
        if targets.is_empty() {
            continue;
        }
        let mut command = (driven.cargo)();
        command.args(["test", "--target", "wasm32-unknown-unknown", "--package", package]);
        command.args(targets);
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner");
        command.env(driven.variable, driven.driver);
        if let Some(settings) = driven.settings {
            command.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings);
        }
        let captured = run::capture(command, options.verbose)?;
        all.success &= captured.success;
        all.text.push_str(&captured.text);
    }
    let counts = counts::from_cargo_test(&all.text);
    let counts = if all.success {
        counts
    } else {
        counts.at_least_one_failed()
    };
    Ok((all, counts))
}

/// What cargo compiles of a crate: its own code and its folder `tests`, each only if it has tests for WebAssembly.
fn targets(folder: &Path) -> Vec<&'static str> {
    [("src", ["--lib"].as_slice()), ("tests", &["--test", "*"])]
        .into_iter()
        .filter(|(name, _)| files_below::any(&folder.join(name), &|text| text.contains("wasm_bindgen_test")))
        .flat_map(|(_, words)| words.iter().copied())
        .collect()
}

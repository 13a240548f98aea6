//! The stages of `cargo xtask test`: what each runs, and how its output becomes a verdict.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use super::counts::{self, Counts};
use super::{Manner, javascript, long};
use crate::browser;
use crate::build;
use crate::failure::Failure;
use crate::package;
use crate::project::{Project, on_path};
use crate::run::{self, Captured};
use crate::setup::{self, Part};
use crate::size;
use crate::static_files::StaticFiles;
use crate::tidy;
use crate::tools;

/// How a stage ended.
pub(crate) enum Verdict {
    Passed { counts: Counts, note: String },
    Failed { counts: Counts, output: String },
    Skipped(String),
}

/// One stage.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    /// What it needs from the machine.
    pub(crate) parts: &'static [Part],
    /// Stages without which this one says nothing.
    pub(crate) needs: &'static [&'static str],
    /// Whether it runs in the longer tier only, or when it is named.
    pub(crate) only_full: bool,
    pub(crate) run: fn(&Project, Manner) -> Result<Verdict, Failure>,
}

impl Stage {
    const fn new(
        name: &'static str,
        parts: &'static [Part],
        needs: &'static [&'static str],
        run: fn(&Project, Manner) -> Result<Verdict, Failure>,
    ) -> Self {
        Self { name, parts, needs, only_full: false, run }
    }

    const fn only_full(self) -> Self {
        Self { only_full: true, ..self }
    }
}

const WASM_CHECKERS: &[Part] = &[Part::Checkers, Part::WasmTarget];
const BROWSER_TESTS: &[Part] =
    &[Part::WasmTarget, Part::Tool(tools::WASM_BINDGEN), Part::Tool(tools::WASM_PACK), Part::Browser];

pub(crate) const STAGES: &[Stage] = &[
    Stage::new("format", &[Part::Checkers], &[], format),
    Stage::new("clippy", &[Part::Checkers], &[], clippy),
    Stage::new("clippy32", WASM_CHECKERS, &[], clippy_wasm),
    Stage::new("tidy", &[], &[], tidy),
    Stage::new("unit", &[], &[], unit),
    Stage::new("suite", &[], &[], suite),
    Stage::new("long", &[], &[], long::histories).only_full(),
    Stage::new("doc", &[], &[], doc),
    Stage::new("browser", BROWSER_TESTS, &[], browser_tests),
    Stage::new("wasm", package::PARTS, &[], javascript::suite_in_wasm),
    Stage::new("compat", package::PARTS, &["wasm"], javascript::compat),
    Stage::new("page", setup::PAGE, &[], page),
    Stage::new("size", &[], &["page"], sizes),
    Stage::new("e2e", &[Part::Packages, Part::Browser], &["page"], end_to_end),
];

/// The page is tested below a path, because that is the harder case: what works there works at the root of a host.
const TEST_BASE: &str = "/some/sub-path/";

/// Packages that never run in a page.
const NATIVE_ONLY: [&str; 5] = ["hashrange-bench", "hashrange-fuzz", "hashrange-server", "hashrange-tests", "xtask"];
/// Packages no test needs, one with a database in C to compile, one for libFuzzer: left out of every stage.
const WITHOUT_OUTSIDERS: [&str; 5] = ["--workspace", "--exclude", "hashrange-bench", "--exclude", "hashrange-fuzz"];

/// A stage that is one check: it passes or it does not.
fn check(command: Command, manner: Manner) -> Result<Verdict, Failure> {
    let captured = run::capture(command, manner.verbose)?;
    let counts = if captured.success { Counts::one_passed() } else { Counts::one_failed() };
    Ok(verdict(captured, counts, manner))
}

pub(super) fn verdict(captured: Captured, counts: Counts, manner: Manner) -> Verdict {
    if captured.success && counts.failed == 0 {
        return Verdict::Passed { counts, note: counts.to_string() };
    }
    let output = if manner.verbose { String::new() } else { captured.text };
    Verdict::Failed { counts: counts.at_least_one_failed(), output }
}

pub(super) fn cargo(project: &Project, words: &[&str]) -> Command {
    let mut command = project.command("cargo");
    command.args(words);
    command
}

fn format(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    check(cargo(project, &["fmt", "--all", "--check"]), manner)
}

fn clippy(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let mut command = cargo(project, &["clippy"]);
    command.args(WITHOUT_OUTSIDERS).args(["--all-targets", "--quiet", "--", "-D", "warnings"]);
    check(command, manner)
}

fn clippy_wasm(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let mut command = cargo(project, &["clippy", "--workspace", "--quiet", "--target", "wasm32-unknown-unknown"]);
    for package in NATIVE_ONLY {
        command.args(["--exclude", package]);
    }
    command.args(["--", "-D", "warnings"]);
    check(command, manner)
}

fn tidy(project: &Project, _: Manner) -> Result<Verdict, Failure> {
    let findings = tidy::check(project, false)?;
    if findings.is_empty() {
        let counts = Counts::one_passed();
        return Ok(Verdict::Passed { counts, note: counts.to_string() });
    }
    let output = findings.iter().map(|finding| format!("{finding}\n")).collect();
    Ok(Verdict::Failed { counts: Counts::one_failed(), output })
}

/// The package whose tests are a stage of their own.
pub(super) const TESTS: &str = "hashrange-tests";

/// Runs the tests of that package, or of all the others, with nextest, or with cargo where nextest is not installed. Nextest
/// compiles both at once, so that neither waits for the longest crate of the other.
fn native_tests(project: &Project, of_tests: bool, manner: Manner) -> Result<Captured, Failure> {
    // Without `--tests` the page would be compiled once more, for examples in comments that it does not have.
    let shared = ["--tests", "--no-fail-fast"];
    let command = if has_nextest() {
        let mut command = cargo(project, &["nextest", "run", "--no-tests=pass", "--success-output", "final"]);
        let filter = format!("{}package({TESTS})", if of_tests { "" } else { "not " });
        command.args(shared).args(WITHOUT_OUTSIDERS).args(["--filterset", &filter]);
        command
    } else {
        let mut command = cargo(project, &["test"]);
        if of_tests {
            command.args(["--package", TESTS]);
        } else {
            command.args(WITHOUT_OUTSIDERS).args(["--exclude", TESTS]);
        }
        // The cases of a data-driven test are read from its output, which cargo hides when the test passes.
        command.args(shared).args(["--", "--nocapture"]);
        command
    };
    run::capture(command, manner.verbose)
}

fn has_nextest() -> bool {
    on_path("cargo-nextest").is_some()
}

fn native_counts(output: &str) -> Counts {
    if has_nextest() { counts::from_nextest(output) } else { counts::from_cargo_test(output) }
}

fn unit(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let captured = native_tests(project, false, manner)?;
    let counts = native_counts(&captured.text);
    Ok(verdict(captured, counts, manner))
}

fn suite(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let captured = native_tests(project, true, manner)?;
    let tests = native_counts(&captured.text);
    let (cases, walks) = counts::from_cases(&captured.text);
    let counts = Counts { passed: tests.passed.saturating_sub(walks), ..tests }.plus(cases);
    let note = format!("{} tests, {} cases", tests.passed, cases.passed);
    Ok(match verdict(captured, counts, manner) {
        Verdict::Passed { counts, .. } => Verdict::Passed { counts, note: format!("{counts} ({note})") },
        other => other,
    })
}

/// Only crates with something in a fence are asked: reading all the others for nothing takes minutes.
fn doc(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let mut command = cargo(project, &["test", "--doc", "--no-fail-fast"]);
    let with_examples = crates_with_examples(project);
    if with_examples.is_empty() {
        return Ok(Verdict::Skipped("no documentation comment has an example".to_owned()));
    }
    for name in with_examples {
        command.args(["--package", &format!("hashrange-{name}")]);
    }
    let captured = run::capture(command, manner.verbose)?;
    let counts = counts::from_cargo_test(&captured.text);
    Ok(verdict(captured, counts, manner))
}

fn crates_with_examples(project: &Project) -> Vec<String> {
    let folders = fs::read_dir(project.path("crates")).into_iter().flatten().flatten();
    folders
        .filter(|folder| any_file(&folder.path().join("src"), &has_example))
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .collect()
}

fn browser_tests(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let crates: Vec<&str> =
        ["web", "crates/wasm"].into_iter().filter(|path| has_browser_tests(&project.path(path))).collect();
    if crates.is_empty() {
        return Ok(Verdict::Skipped("no crate has browser tests".to_owned()));
    }
    let Some(browser) = browser::find() else {
        return Err(Failure::new("looking for the browser", "it was there a moment ago"));
    };
    let settings = browser::write_driver_settings(project, &browser.program)?;
    let mut all = Captured { success: true, text: String::new() };
    for folder in crates {
        let mut command = project.command("wasm-pack");
        command
            .args(["test", "--headless", "--chrome", "--chromedriver"])
            .arg(&browser.driver)
            .current_dir(project.path(folder))
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &settings);
        let captured = run::capture(command, manner.verbose)?;
        all.success &= captured.success;
        all.text.push_str(&captured.text);
    }
    let counts = counts::from_cargo_test(&all.text);
    Ok(verdict(all, counts, manner))
}

/// Whether a crate's own code or its `tests` folder has a test that runs in a browser.
fn has_browser_tests(folder: &Path) -> bool {
    ["src", "tests"].iter().any(|name| any_file(&folder.join(name), &|text| text.contains("wasm_bindgen_test")))
}

fn any_file(folder: &Path, is_meant: &dyn Fn(&str) -> bool) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.any(|entry| {
            entry.is_ok_and(|entry| {
                let path = entry.path();
                if path.is_dir() {
                    any_file(&path, is_meant)
                } else {
                    fs::read_to_string(&path).is_ok_and(|text| is_meant(&text))
                }
            })
        })
    })
}

/// Whether a comment of a file has a fence that may hold Rust: any but one of plain text. What else is none, the stage finds
/// out; what it never looked at would pass unseen.
fn has_example(text: &str) -> bool {
    let comments = text.lines().map(str::trim_start).filter(|line| line.starts_with("///") || line.starts_with("//!"));
    let fences = comments.filter_map(|line| line.get(3..)?.trim_start().strip_prefix("```"));
    // Every second one ends what the one before began.
    fences.step_by(2).any(|language| language.trim() != "text")
}

fn page(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    check(build::command(project), manner)
}

fn sizes(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    build::require_release(project)?;
    let size::Weight { report, note, within_ratchets, .. } = size::weigh(&project.path("dist"))?;
    if manner.verbose {
        print!("{report}");
    }
    Ok(if within_ratchets {
        Verdict::Passed { counts: Counts::one_passed(), note }
    } else {
        Verdict::Failed { counts: Counts::one_failed(), output: report }
    })
}

fn end_to_end(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let Some(browser) = browser::find() else {
        return Err(Failure::new("looking for the browser", "it was there a moment ago"));
    };
    build::require_release(project)?;
    let server = StaticFiles::bind(project.path("dist"), 0, TEST_BASE)?;
    let url = server.url();
    thread::spawn(move || server.serve());
    let mut command = project.command("node");
    command
        .args(["node_modules/@playwright/test/cli.js", "test", "--config", "tests/e2e/playwright.config.mjs"])
        .env("HASHRANGE_URL", url)
        .env("HASHRANGE_CHROMIUM", &browser.program);
    if manner.full {
        command.env("HASHRANGE_FULL", "1");
    }
    let captured = run::capture(command, manner.verbose)?;
    let counts = counts::from_playwright(&captured.text);
    Ok(verdict(captured, counts, manner))
}

#[cfg(test)]
mod tests {
    use super::has_example;

    #[test]
    fn fences_are_examples_unless_they_hold_plain_text() {
        assert!(!has_example("//! ```text\n//! a\n//! ```\n//! and so on\nlet x = \"```\";"));
        assert!(has_example("//! ```text\n//! ```\n    /// ```\n    /// assert!(true);\n    /// ```"));
        assert!(has_example("/// ```rust,no_run") && has_example("/// ```compile_fail"));
    }
}

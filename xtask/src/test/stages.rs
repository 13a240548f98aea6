//! The stages of `cargo xtask test`, in order, and what those of the page run.

use std::fs;
use std::path::Path;
use std::thread;

use super::counts::{self, Counts};
use super::manner::Manner;
use super::native::{self, cargo};
use super::stage::Stage;
use super::verdict::{Verdict, check, verdict};
use super::{javascript, long};
use crate::browser;
use crate::build;
use crate::failure::Failure;
use crate::package;
use crate::project::Project;
use crate::run::{self, Captured};
use crate::setup::{self, Part};
use crate::size;
use crate::static_files::StaticFiles;
use crate::tidy;
use crate::tools;

const WASM_CHECKERS: &[Part] = &[Part::Checkers, Part::WasmTarget];
const BROWSER_TESTS: &[Part] =
    &[Part::WasmTarget, Part::Tool(tools::WASM_BINDGEN), Part::Tool(tools::WASM_PACK), Part::Browser];

pub(crate) const STAGES: &[Stage] = &[
    Stage::new("format", &[Part::Checkers], &[], native::format),
    Stage::new("clippy", &[Part::Checkers], &[], native::clippy),
    Stage::new("clippy32", WASM_CHECKERS, &[], native::clippy_wasm),
    Stage::new("tidy", &[], &[], tidy),
    Stage::new("unit", &[], &[], native::unit),
    Stage::new("suite", &[], &[], native::suite),
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

fn tidy(project: &Project, _: Manner) -> Result<Verdict, Failure> {
    let findings = tidy::check(project, false)?;
    if findings.is_empty() {
        let counts = Counts::one_passed();
        return Ok(Verdict::Passed { counts, note: counts.to_string() });
    }
    let output = findings.iter().map(|finding| format!("{finding}\n")).collect();
    Ok(Verdict::Failed { counts: Counts::one_failed(), output })
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

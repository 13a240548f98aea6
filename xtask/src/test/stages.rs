//! The stages of `cargo xtask test` in order, and the commands of the page's stages.

use std::thread;

use super::counts::{self, Counts};
use super::run_options::RunOptions;
use super::stage::Stage;
use super::verdict::{Verdict, require, verdict};
use super::{browser_tests, deny, documentation, javascript, long, native, other_browsers, releasing, server_program};
use crate::browser;
use crate::build;
use crate::endpoints;
use crate::failure::Failure;
use crate::package;
use crate::project::Project;
use crate::run;
use crate::setup::{self, Part};
use crate::size;
use crate::static_files::StaticFiles;
use crate::tidy;
use crate::tools;

const WASM_CHECKERS: &[Part] = &[Part::Checkers, Part::WasmTarget];
const BROWSER_TESTS: &[Part] = &[
    Part::WasmTarget,
    Part::Tool(tools::WASM_BINDGEN),
    Part::Packages,
    Part::Browser,
];
const DENY: &[Part] = &[Part::Tool(tools::CARGO_DENY)];
const FIREFOX: &[Part] = &[
    Part::WasmTarget,
    Part::Tool(tools::WASM_BINDGEN),
    Part::Tool(tools::GECKODRIVER),
    Part::Packages,
    Part::Firefox,
];
const WEBKIT: &[Part] = &[
    Part::WasmTarget,
    Part::Tool(tools::WASM_BINDGEN),
    Part::Packages,
    Part::WebKit,
];

const RELEASE: &[Part] = &[Part::WasmTarget, Part::Packages];

pub(crate) const STAGES: &[Stage] = &[
    Stage::new("format", &[Part::Checkers], &[], native::format),
    Stage::new("clippy", &[Part::Checkers], &[], native::clippy),
    Stage::new("clippy32", WASM_CHECKERS, &[], native::clippy_wasm),
    Stage::new("tidy", &[], &[], tidy),
    Stage::new("unit", &[], &[], native::unit),
    Stage::new("suite", &[], &[], native::suite),
    Stage::new("long", &[], &[], long::histories).only_full(),
    Stage::new("doc", &[], &[], documentation::stage),
    Stage::new("deny", DENY, &[], deny::stage).only_full().where_possible(),
    Stage::new("browser", BROWSER_TESTS, &[], browser_tests::in_chromium),
    Stage::new("wasm", package::PARTS, &[], javascript::suite_in_wasm),
    Stage::new("compat", package::PARTS, &["wasm"], javascript::compat),
    Stage::new("page", setup::PAGE, &[], page),
    Stage::new("size", &[], &["page"], sizes),
    Stage::new("release", RELEASE, &["page"], releasing::release).only_full(),
    Stage::new("e2e", &[Part::Packages, Part::Browser], &["page"], end_to_end),
    Stage::new("firefox", FIREFOX, &["page"], other_browsers::firefox)
        .only_full()
        .where_possible(),
    Stage::new("webkit", WEBKIT, &["page"], other_browsers::webkit)
        .only_full()
        .where_possible(),
];

/// The page is tested below a path, because that is the harder case: a page that works there also works at the root of
/// a host.
const TEST_BASE: &str = "/some/sub-path/";

fn tidy(project: &Project, _: RunOptions) -> Result<Verdict, Failure> {
    let findings = tidy::check(project)?;
    if findings.is_empty() {
        let counts = Counts::one_passed();
        return Ok(Verdict::Passed {
            counts,
            note: counts.to_string(),
        });
    }
    let output = findings.iter().map(|finding| format!("{finding}\n")).collect();
    Ok(Verdict::Failed {
        counts: Counts::one_failed(),
        output,
    })
}

fn page(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    build::page(project, &|command| require(command, options))?;
    let counts = Counts::one_passed();
    Ok(Verdict::Passed {
        counts,
        note: counts.to_string(),
    })
}

fn sizes(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    build::require_release(project)?;
    let size::Weight {
        report,
        note,
        within_budgets,
        ..
    } = size::weigh(&project.path("dist"))?;
    if options.verbose {
        print!("{report}");
    }
    Ok(if within_budgets {
        Verdict::Passed {
            counts: Counts::one_passed(),
            note,
        }
    } else {
        Verdict::Failed {
            counts: Counts::one_failed(),
            output: report,
        }
    })
}

fn end_to_end(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let Some(browser) = browser::find() else {
        return Err(Failure::new("looking for the browser", "it was there a moment ago"));
    };
    build::require_release(project)?;
    let server = StaticFiles::bind(project.path("dist"), 0, TEST_BASE)?;
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
        .env("HASHRANGE_CHROMIUM", &browser.program);
    if options.full {
        command.env("HASHRANGE_FULL", "1").envs(endpoints::variables(project));
    }
    let captured = run::capture(command, options.verbose)?;
    let counts = counts::from_playwright(&captured.text);
    Ok(verdict(captured, counts, options))
}

//! The stages of `cargo xtask test` in order, and the commands of the page's stages.

use super::counts::Counts;
use super::run_options::RunOptions;
use super::stage::Stage;
use super::verdict::{Verdict, require};
use super::{
    browser_tests, code, deny, documentation, end_to_end, exports, javascript, long, native, other_browsers, releasing,
    testlists, wasm_pack,
};
use crate::build;
use crate::failure::Failure;
use crate::package;
use crate::project::Project;
use crate::setup::{self, Part};
use crate::size;
use crate::tidy;
use crate::tools;

const WASM_CHECKERS: &[Part] = &[Part::Checkers, Part::WasmTarget];
const BROWSER_TESTS: &[Part] = &[
    Part::WasmTarget,
    Part::Tool(tools::WASM_BINDGEN),
    Part::Packages,
    Part::Browser,
];
const WASM_PACK: &[Part] = &[
    Part::WasmTarget,
    Part::Tool(tools::WASM_BINDGEN),
    Part::Tool(tools::WASM_PACK),
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

const SPECS: &[Part] = &[Part::Packages, Part::Browser];
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
    Stage::new("exports", &[], &[], exports::stage).only_full(),
    Stage::new("code", &[Part::Packages], &[], code::stage).only_full(),
    Stage::new("testlists", &[Part::Packages], &[], testlists::stage).only_full(),
    Stage::new("deny", DENY, &[], deny::stage).only_full().where_possible(),
    Stage::new("browser", BROWSER_TESTS, &[], browser_tests::in_chromium),
    Stage::new("wasm-pack", WASM_PACK, &[], wasm_pack::stage).only_full(),
    Stage::new("wasm", package::PARTS, &[], javascript::suite_in_wasm),
    Stage::new("compat", package::PARTS, &["wasm"], javascript::compat),
    Stage::new("page", setup::PAGE, &[], page),
    Stage::new("size", &[], &["page"], sizes),
    Stage::new("release", RELEASE, &["page"], releasing::release).only_full(),
    Stage::new("e2e", SPECS, &["page"], end_to_end::stage),
    Stage::new("busy", SPECS, &["page"], end_to_end::busy).only_full(),
    Stage::new("delayed", SPECS, &["page"], end_to_end::delayed).only_full(),
    Stage::new("firefox", FIREFOX, &["page"], other_browsers::firefox)
        .only_full()
        .where_possible(),
    Stage::new("webkit", WEBKIT, &["page"], other_browsers::webkit)
        .only_full()
        .where_possible(),
];

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

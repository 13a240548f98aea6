//! `cargo xtask test`: every check of the project, stage by stage, with times. Shows the output of a failed stage.
//! Later stages still run, so that one run reports everything.

mod browser_tests;
mod code;
mod counts;
mod deny;
mod documentation;
mod end_to_end;
mod exports;
mod failures;
mod files_below;
mod javascript;
mod long;
mod native;
mod other_browsers;
mod releasing;
mod run_options;
mod server_program;
mod stage;
mod stages;
mod testlists;
mod verdict;
mod wasm_pack;

use std::io::Write as _;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use lexopt::prelude::*;

use crate::build;
use crate::failure::Failure;
use crate::project::Project;
use crate::setup::{self, Ahead, Part};
use counts::Counts;
use run_options::RunOptions;
use stage::Stage;
use stages::STAGES;
use verdict::Verdict;

pub(crate) const HELP: &str = "
Usage: cargo xtask test [--full] [--only <stage>]... [--skip <stage>]... [--verbose]

Stages, in order:
  format     cargo fmt --check
  clippy     clippy on this machine's target, warnings are errors; checks the benchmarks and examples too
  clippy32   clippy on wasm32-unknown-unknown for the page, and for every crate with code for WebAssembly only
  tidy       the house rules (cargo xtask tidy)
  unit       the tests of every crate, the inputs of the fuzz targets among them (cargo nextest where it is installed,
             otherwise cargo test)
  suite      the data-driven suite and whatever else lives in tests/
  long       random histories, simulations and lives, many more of each than suite runs (with --full, or when named)
  doc        the documentation of every crate, warnings are errors, and the examples in it
  code       programs for requests, run with AWS's libraries against the server, or parsed (with --full)
  deny       cargo-deny on deny.toml, the licences of npm packages, RustSec's advisories and npm's audit where they can be
             reached (with --full)
  browser    tests in WebAssembly, in headless Chromium and in Node, of crates that have such tests
  wasm-pack  the tests in Chromium once more, by `wasm-pack test --headless --chrome` (with --full)
  wasm       the data-driven suite in WebAssembly, through the JavaScript package in Node, and the same past there
  compat     the package's types, the AWS SDK for JavaScript on package and server, copies to dynalite and back
  page       the release build of the page
  size       the download budgets
  release    every artefact of a release, installed and used once (with --full, or when named)
  e2e        Playwright on the release build
  busy       the same with two busy threads beside it (with --full)
  delayed    the same with every file 1.5 s late (with --full)
  firefox    the tests of stage `browser` in Firefox, and a walk through the release build (with --full)
  webkit     the same in WebKitGTK (with --full)

The last line is `N passed, N failed`. A stage without tests of its own counts as one check.

Options:
  --full          the longer tier: the stages that say so too, more histories in the stage `wasm`, copies of 100,000 items to moto's
                  server and dynoxide too, and e2e with HASHRANGE_FULL=1, which asks the browser tests for every walk at every
                  width
  --only <stage>  run this stage only; may be repeated, or name several with commas
  --skip <stage>  leave this stage out; likewise
  --verbose       show the output of every stage as it comes
";

/// The options of the command line.
pub(crate) struct Choice {
    only: Vec<String>,
    skip: Vec<String>,
    options: RunOptions,
}

impl Choice {
    fn read(mut parser: lexopt::Parser) -> Result<Self, Failure> {
        let (mut only, mut skip) = (Vec::new(), Vec::new());
        let mut options = RunOptions::default();
        while let Some(word) = parser.next()? {
            match word {
                Long("only") => only.extend(stage_names(&parser.value()?.string()?)?),
                Long("skip") => skip.extend(stage_names(&parser.value()?.string()?)?),
                Long("verbose") => options.verbose = true,
                Long("full") => options.full = true,
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(Self { only, skip, options })
    }

    fn wants(&self, stage: &Stage) -> bool {
        let named = |list: &[String]| list.iter().any(|name| name == stage.name);
        let usual = self.only.is_empty() && (self.options.full || !stage.only_full);
        (usual || named(&self.only)) && !named(&self.skip)
    }
}

pub(crate) fn start(project: &Project, parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let choice = Choice::read(parser)?;
    let begin = Instant::now();
    let mut total = Counts::default();
    let mut failed_stages: Vec<&str> = Vec::new();
    let mut failed_tests: Vec<String> = Vec::new();
    thread::scope(|scope| {
        let chosen = || STAGES.iter().filter(|stage| choice.wants(stage));
        let mut ahead = Ahead::begin(scope, project, chosen().flat_map(|stage| stage.parts.iter().copied()));
        // The page takes whatever time other stages leave on a core. Its own stage reports the errors.
        let earlier = chosen().take_while(|stage| stage.name != "page").count();
        let is_ahead = earlier > 0 && chosen().nth(earlier).is_some();
        let mut page = (is_ahead && setup::ensure(project, &[Part::WasmTarget]).is_ok())
            .then(|| scope.spawn(|| drop(build::compile_ahead(project))));
        for stage in chosen() {
            if let Some(compiling) = page.take_if(|_| stage.name == "page") {
                let _ = compiling.join();
            }
            let (counts, names) = run_stage(project, choice.options, stage, (&failed_stages, &mut ahead));
            if counts.failed > 0 {
                failed_stages.push(stage.name);
            }
            failed_tests.extend(names.iter().map(|name| format!("{}: {name}", stage.name)));
            total = total.plus(counts);
        }
    });
    println!("\nall stages together {:.1} s", begin.elapsed().as_secs_f32());
    for name in failed_tests {
        println!("failed test of {name}");
    }
    if !failed_stages.is_empty() {
        println!("failed: {}", failed_stages.join(", "));
    }
    if total.skipped > 0 {
        println!("{} skipped", total.skipped);
    }
    // Programs read the last line, so its form must not change.
    println!("{} passed, {} failed", total.passed, total.failed);
    Ok(if total.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn stage_names(value: &str) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for name in value.split(',') {
        if !STAGES.iter().any(|stage| stage.name == name) {
            return Err(Failure::new(
                "reading the arguments",
                format!("there is no stage `{name}`; --help lists them"),
            ));
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

/// Runs one stage, prints its line, and its output if it failed. Returns its counts and the names of failed tests.
fn run_stage(
    project: &Project,
    options: RunOptions,
    stage: &Stage,
    (failed, ahead): (&[&str], &mut Ahead<'_>),
) -> (Counts, Vec<String>) {
    let missing = stage.needs.iter().find(|need| failed.contains(need));
    // Before the stage's line starts, because set-up prints its own lines.
    let ready = if missing.is_none() {
        ready(project, stage, ahead)
    } else {
        Ok(())
    };
    print!("{:<9} ", stage.name);
    if options.verbose {
        println!();
    }
    // Without a terminal, the line would otherwise stay in the buffer while the stage runs.
    let _ = std::io::stdout().flush();
    let begin = Instant::now();
    let verdict = match missing {
        Some(need) => Verdict::Skipped(format!("needs `{need}`")),
        None => match ready {
            Err(failure) if stage.where_possible => Verdict::Skipped(failure.brief()),
            ready => ready
                .and_then(|()| (stage.run)(project, options))
                .unwrap_or_else(|failure| Verdict::Failed {
                    counts: Counts::one_failed(),
                    output: failure.to_string(),
                }),
        },
    };
    let seconds = begin.elapsed().as_secs_f32();
    match verdict {
        Verdict::Passed { counts, note } => {
            println!("ok      {seconds:>6.1} s  {note}");
            (counts, Vec::new())
        }
        Verdict::Skipped(reason) => {
            println!("skipped           {reason}");
            (Counts::one_skipped(), Vec::new())
        }
        Verdict::Failed { counts, output } => {
            println!("FAILED  {seconds:>6.1} s  {counts}");
            if !options.verbose || !output.is_empty() {
                println!("{}", indented(&failures::without_passes(&output)));
            }
            (counts, failures::names(&output))
        }
    }
}

/// Installs what the stage needs from the machine.
fn ready(project: &Project, stage: &Stage, ahead: &mut Ahead<'_>) -> Result<(), Failure> {
    ahead.wait_for(stage.parts)?;
    setup::ensure(project, stage.parts)
}

fn indented(output: &str) -> String {
    output.trim_end().lines().map(|line| format!("  | {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Choice, STAGES};

    fn choice(words: &[&str]) -> Choice {
        Choice::read(lexopt::Parser::from_args(words)).unwrap()
    }

    fn wanted(words: &[&str]) -> Vec<&'static str> {
        let choice = choice(words);
        STAGES
            .iter()
            .filter(|stage| choice.wants(stage))
            .map(|stage| stage.name)
            .collect()
    }

    #[test]
    fn stages_are_chosen_by_name() {
        assert_eq!(
            wanted(&["--only", "unit,page", "--only=e2e", "--skip", "page"]),
            ["unit", "e2e"]
        );
        assert!(!wanted(&["--skip", "format"]).contains(&"format"));
        assert!(Choice::read(lexopt::Parser::from_args(["--only=units"])).is_err());
    }

    #[test]
    fn the_full_tier_has_every_stage_and_the_usual_one_all_but_the_long_ones() {
        let (usual, full) = (wanted(&[]), wanted(&["--full"]));
        assert_eq!(full.len(), STAGES.len());
        let longer: Vec<&str> = full.iter().copied().filter(|name| !usual.contains(name)).collect();
        assert_eq!(
            longer,
            [
                "long",
                "exports",
                "code",
                "testlists",
                "deny",
                "wasm-pack",
                "release",
                "busy",
                "delayed",
                "firefox",
                "webkit"
            ]
        );
        assert_eq!(
            wanted(&["--only", "long"]),
            ["long"],
            "a stage that is named runs in either tier"
        );
        assert_eq!(wanted(&["--full", "--only", "e2e"]), ["e2e"]);
        assert!(!wanted(&["--full", "--skip", "long"]).contains(&"long"));
    }

    #[test]
    fn flags_are_reported_to_every_stage() {
        let full = choice(&["--full"]).options;
        assert!(full.full && !full.verbose);
        let verbose = choice(&["--verbose"]).options;
        assert!(verbose.verbose && !verbose.full);
    }
}

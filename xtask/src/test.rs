//! `cargo xtask test`: every check of the project, stage by stage, with times.
//! The output of a stage is shown when it fails. Later stages run on, so that one run tells everything.

mod counts;
mod failures;
mod javascript;
mod stages;

use std::io::Write as _;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::project::Project;
use crate::setup::{self, Ahead};
use counts::Counts;
use stages::{STAGES, Stage, Verdict};

pub(crate) const HELP: &str = "
Usage: cargo xtask test [--only <stage>]... [--skip <stage>]... [--verbose]

Stages, in order:
  format     cargo fmt --check
  clippy     clippy on this machine's target, warnings are errors
  clippy32   clippy on wasm32-unknown-unknown for everything that runs in the page
  tidy       the house rules (cargo xtask tidy)
  unit       the tests of every crate (cargo nextest where it is installed, otherwise cargo test)
  suite      the data-driven suite and whatever else lives in tests/
  doc        the examples in documentation comments
  browser    wasm-pack test --headless --chrome, for crates that have such tests
  wasm       the data-driven suite in WebAssembly, through the JavaScript package in Node
  compat     the package's types, and the AWS SDK for JavaScript on the package and on the server
  page       the release build of the page
  size       the download budgets
  e2e        Playwright on the release build

The last line is `N passed, N failed`. A stage without tests of its own counts as one check.

Options:
  --only <stage>  run this stage only; may be repeated, or name several with commas
  --skip <stage>  leave this stage out; likewise
  --verbose       show the output of every stage as it comes
";

/// What the command line chose.
pub(crate) struct Choice {
    only: Vec<String>,
    skip: Vec<String>,
    pub(crate) verbose: bool,
}

impl Choice {
    fn wants(&self, stage: &str) -> bool {
        let named = |list: &[String]| list.iter().any(|name| name == stage);
        (self.only.is_empty() || named(&self.only)) && !named(&self.skip)
    }
}

pub(crate) fn start(project: &Project, mut arguments: Arguments) -> Result<ExitCode, Failure> {
    let choice = Choice {
        only: stage_names(&arguments.values("--only")?)?,
        skip: stage_names(&arguments.values("--skip")?)?,
        verbose: arguments.flag("--verbose"),
    };
    arguments.finish()?;
    let begin = Instant::now();
    let mut total = Counts::default();
    let mut failed_stages: Vec<&str> = Vec::new();
    let mut failed_tests: Vec<String> = Vec::new();
    thread::scope(|scope| {
        let chosen = || STAGES.iter().filter(|stage| choice.wants(stage.name));
        let mut ahead = Ahead::begin(scope, project, chosen().flat_map(|stage| stage.parts.iter().copied()));
        for stage in chosen() {
            let (counts, names) = run_stage(project, &choice, stage, (&failed_stages, &mut ahead));
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
    // Machines read the last line: it never says more than this.
    println!("{} passed, {} failed", total.passed, total.failed);
    Ok(if total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn stage_names(values: &[String]) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for name in values.iter().flat_map(|value| value.split(',')) {
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

/// Runs one stage, prints its line, and its output when it failed. Returns its counts and the names of what fell.
fn run_stage(
    project: &Project,
    choice: &Choice,
    stage: &Stage,
    (failed, ahead): (&[&str], &mut Ahead<'_>),
) -> (Counts, Vec<String>) {
    let missing = stage.needs.iter().find(|need| failed.contains(need));
    // Before the stage's line is begun, because set-up prints lines of its own.
    let ready = if missing.is_none() { ready(project, stage, ahead) } else { Ok(()) };
    print!("{:<9} ", stage.name);
    if choice.verbose {
        println!();
    }
    // Without a terminal the line would otherwise stay in the buffer while the stage runs.
    let _ = std::io::stdout().flush();
    let begin = Instant::now();
    let verdict = match missing {
        Some(need) => Verdict::Skipped(format!("needs `{need}`")),
        None => ready
            .and_then(|()| (stage.run)(project, choice.verbose))
            .unwrap_or_else(|failure| Verdict::Failed { counts: Counts::one_failed(), output: failure.to_string() }),
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
            if !choice.verbose || !output.is_empty() {
                println!("{}", indented(&failures::without_passes(&output)));
            }
            (counts, failures::names(&output))
        }
    }
}

/// Makes sure of what the stage needs from the machine.
fn ready(project: &Project, stage: &Stage, ahead: &mut Ahead<'_>) -> Result<(), Failure> {
    ahead.wait_for(stage.parts)?;
    setup::ensure(project, stage.parts)
}

fn indented(output: &str) -> String {
    output.trim_end().lines().map(|line| format!("  | {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Choice, stage_names};

    #[test]
    fn stages_are_chosen_by_name() {
        let only = stage_names(&["unit,page".to_owned(), "e2e".to_owned()]).unwrap();
        let choice = Choice { only, skip: vec!["page".to_owned()], verbose: false };
        assert!(choice.wants("unit") && choice.wants("e2e"));
        assert!(!choice.wants("page") && !choice.wants("format"));
        assert!(stage_names(&["units".to_owned()]).is_err());
    }
}

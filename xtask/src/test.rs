//! `cargo xtask test`: every check of the project, stage by stage, with times.
//! The output of a stage is shown when it fails. Later stages run on, so that one run tells everything.

mod counts;
mod failures;
mod javascript;
mod long;
mod manner;
mod native;
mod stage;
mod stages;
mod verdict;

use std::io::Write as _;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::project::Project;
use crate::setup::{self, Ahead};
use counts::Counts;
use manner::Manner;
use stage::Stage;
use stages::STAGES;
use verdict::Verdict;

pub(crate) const HELP: &str = "
Usage: cargo xtask test [--full] [--only <stage>]... [--skip <stage>]... [--verbose]

Stages, in order:
  format     cargo fmt --check
  clippy     clippy on this machine's target, warnings are errors
  clippy32   clippy on wasm32-unknown-unknown for everything that runs in the page
  tidy       the house rules (cargo xtask tidy)
  unit       the tests of every crate (cargo nextest where it is installed, otherwise cargo test)
  suite      the data-driven suite and whatever else lives in tests/
  long       random histories, simulations and lives, many more of each than suite runs (with --full, or when named)
  doc        the examples in documentation comments
  browser    wasm-pack test --headless --chrome, for crates that have such tests
  wasm       the data-driven suite in WebAssembly, through the JavaScript package in Node, and the same past there
  compat     the package's types, the AWS SDK for JavaScript on package and server, a copy to dynalite and back
  page       the release build of the page
  size       the download budgets
  e2e        Playwright on the release build

The last line is `N passed, N failed`. A stage without tests of its own counts as one check.

Options:
  --full          the longer tier: the stage `long` too, more histories in the stage `wasm`, and e2e with HASHRANGE_FULL=1,
                  which asks the browser tests for every walk at every width
  --only <stage>  run this stage only; may be repeated, or name several with commas
  --skip <stage>  leave this stage out; likewise
  --verbose       show the output of every stage as it comes
";

/// What the command line chose.
pub(crate) struct Choice {
    only: Vec<String>,
    skip: Vec<String>,
    manner: Manner,
}

impl Choice {
    fn read(arguments: &mut Arguments) -> Result<Self, Failure> {
        Ok(Self {
            only: stage_names(&arguments.values("--only")?)?,
            skip: stage_names(&arguments.values("--skip")?)?,
            manner: Manner { verbose: arguments.flag("--verbose"), full: arguments.flag("--full") },
        })
    }

    fn wants(&self, stage: &Stage) -> bool {
        let named = |list: &[String]| list.iter().any(|name| name == stage.name);
        let usual = self.only.is_empty() && (self.manner.full || !stage.only_full);
        (usual || named(&self.only)) && !named(&self.skip)
    }
}

pub(crate) fn start(project: &Project, mut arguments: Arguments) -> Result<ExitCode, Failure> {
    let choice = Choice::read(&mut arguments)?;
    arguments.finish()?;
    let begin = Instant::now();
    let mut total = Counts::default();
    let mut failed_stages: Vec<&str> = Vec::new();
    let mut failed_tests: Vec<String> = Vec::new();
    thread::scope(|scope| {
        let chosen = || STAGES.iter().filter(|stage| choice.wants(stage));
        let mut ahead = Ahead::begin(scope, project, chosen().flat_map(|stage| stage.parts.iter().copied()));
        for stage in chosen() {
            let (counts, names) = run_stage(project, choice.manner, stage, (&failed_stages, &mut ahead));
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
    manner: Manner,
    stage: &Stage,
    (failed, ahead): (&[&str], &mut Ahead<'_>),
) -> (Counts, Vec<String>) {
    let missing = stage.needs.iter().find(|need| failed.contains(need));
    // Before the stage's line is begun, because set-up prints lines of its own.
    let ready = if missing.is_none() { ready(project, stage, ahead) } else { Ok(()) };
    print!("{:<9} ", stage.name);
    if manner.verbose {
        println!();
    }
    // Without a terminal the line would otherwise stay in the buffer while the stage runs.
    let _ = std::io::stdout().flush();
    let begin = Instant::now();
    let verdict = match missing {
        Some(need) => Verdict::Skipped(format!("needs `{need}`")),
        None => ready
            .and_then(|()| (stage.run)(project, manner))
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
            if !manner.verbose || !output.is_empty() {
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
    use super::{Arguments, Choice, STAGES};

    fn choice(words: &[&str]) -> Choice {
        let mut arguments = Arguments::new(words.iter().map(|word| (*word).to_owned()).collect());
        let choice = Choice::read(&mut arguments).unwrap();
        arguments.finish().unwrap();
        choice
    }

    fn wanted(words: &[&str]) -> Vec<&'static str> {
        let choice = choice(words);
        STAGES.iter().filter(|stage| choice.wants(stage)).map(|stage| stage.name).collect()
    }

    #[test]
    fn stages_are_chosen_by_name() {
        assert_eq!(wanted(&["--only", "unit,page", "--only=e2e", "--skip", "page"]), ["unit", "e2e"]);
        assert!(!wanted(&["--skip", "format"]).contains(&"format"));
        let mut unknown = Arguments::new(vec!["--only=units".to_owned()]);
        assert!(Choice::read(&mut unknown).is_err());
    }

    #[test]
    fn the_full_tier_has_every_stage_and_the_usual_one_all_but_the_long_ones() {
        let (usual, full) = (wanted(&[]), wanted(&["--full"]));
        assert!(!usual.contains(&"long") && full.contains(&"long"));
        assert_eq!(full.len(), STAGES.len());
        assert_eq!(usual.len() + 1, full.len());
        assert_eq!(wanted(&["--only", "long"]), ["long"], "a stage that is named runs in either tier");
        assert_eq!(wanted(&["--full", "--only", "e2e"]), ["e2e"]);
        assert!(!wanted(&["--full", "--skip", "long"]).contains(&"long"));
    }

    #[test]
    fn flags_are_told_to_every_stage() {
        let full = choice(&["--full"]).manner;
        assert!(full.full && !full.verbose);
        let verbose = choice(&["--verbose"]).manner;
        assert!(verbose.verbose && !verbose.full);
    }
}

//! `cargo xtask evidence --against <endpoint>`: sends the specs with evidence to a third-party endpoint, and lists the
//! differences, entry by entry. Uses only its own tables, and deletes them afterwards.
//! `cargo xtask evidence --models <folder>`: lists what AWS's models have and this project does not know.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a command: speaks to a terminal and to an endpoint"
)]

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use hashrange_tests::aws_model;
use hashrange_tests::evidence::{Comparison, Plan, entries};
use hashrange_tests::foreign::{Foreign, Names};
use hashrange_tests::runner::run;

/// The exit code after Ctrl-C (documented: posix-exit-codes).
const CANCELLED: u8 = 130;

#[derive(Default)]
struct Options {
    endpoint: Option<String>,
    models: Option<PathBuf>,
    profile: Option<String>,
    region: Option<String>,
    entries: Vec<String>,
    yes: bool,
}

fn main() -> ExitCode {
    match options().and_then(|options| start(&options)) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--against" => options.endpoint = Some(value()?),
            "--models" => options.models = Some(value()?.into()),
            "--profile" => options.profile = Some(value()?),
            "--region" => options.region = Some(value()?),
            "--entry" => options.entries.push(value()?),
            "--yes" => options.yes = true,
            _ => return Err(format!("`{word}` is not understood")),
        }
    }
    Ok(options)
}

/// Prints the differences that are not known, and known ones that are gone.
fn compare_models(folder: &Path) -> Result<ExitCode, String> {
    let differences = aws_model::compare(folder)?;
    for difference in &differences.new {
        println!("{difference}");
    }
    for gone in &differences.gone {
        println!("no longer differs, remove it from tests/aws-model.txt: {gone}");
    }
    println!(
        "{} new differences; {} known ones, with their reasons in tests/aws-model.txt.",
        differences.new.len(),
        differences.known
    );
    let agrees = differences.new.is_empty() && differences.gone.is_empty();
    Ok(if agrees { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn start(options: &Options) -> Result<ExitCode, String> {
    if let Some(folder) = &options.models {
        return compare_models(folder);
    }
    let endpoint = options
        .endpoint
        .as_ref()
        .ok_or("--against names the endpoint, http://127.0.0.1:8000 for example")?;
    let mut entries = entries();
    if let Some(unknown) = options.entries.iter().find(|id| !entries.contains_key(*id)) {
        return Err(format!("tests/evidence.toml has no entry `{unknown}`"));
    }
    entries.retain(|id, specs| !specs.is_empty() && (options.entries.is_empty() || options.entries.contains(id)));
    // Two runs at the same time have different names.
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_millis();
    let prefix = format!("hashrange_evidence_{now:x}_");
    let plan = Plan::of(entries.values().flatten(), &Names::new(&prefix));
    for (spec, reason) in &plan.left_out {
        println!("not sendable: {spec}: {}", reason.lines().next().unwrap_or_default());
    }
    println!("{plan}\nEvery table's name begins with {prefix}");
    if !options.yes && !confirmed(endpoint).map_err(|error| error.to_string())? {
        println!("Nothing was sent.");
        return Ok(ExitCode::SUCCESS);
    }
    let whom = (options.profile.as_deref(), options.region.as_deref());
    let mut service = Foreign::new(endpoint, whom, &prefix).map_err(|error| error.to_string())?;
    service.greet()?;
    let (differences, left) = send(&plan, &mut service);
    if service.is_stopped() {
        println!("Stopped.");
        return Ok(ExitCode::from(CANCELLED));
    }
    let comparison = Comparison {
        plan: &plan,
        differences,
    };
    report(&comparison, &entries);
    for table in &left {
        println!("not deleted: {table}");
    }
    Ok(if comparison.differences.is_empty() && left.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn confirmed(endpoint: &str) -> io::Result<bool> {
    print!("Send them to {endpoint}? [y/N] ");
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Sends the specs in sequence. Returns the differences, and the tables that could not be deleted.
fn send(plan: &Plan, service: &mut Foreign) -> (BTreeMap<String, String>, Vec<String>) {
    let (mut differences, mut left) = (BTreeMap::new(), Vec::new());
    for (number, (name, spec)) in plan.specs.iter().enumerate() {
        let outcome = run(spec, service);
        left.extend(service.delete_tables());
        if service.is_stopped() {
            break;
        }
        println!(
            "{}/{} {name}: {}",
            number + 1,
            plan.specs.len(),
            if outcome.is_ok() { "agrees" } else { "differs" }
        );
        if let Err(difference) = outcome {
            differences.insert(name.clone(), difference);
        }
    }
    (differences, left)
}

fn report(comparison: &Comparison<'_>, entries: &BTreeMap<String, Vec<String>>) {
    println!();
    for (id, specs) in entries {
        for (spec, difference) in comparison.of(specs) {
            println!("{id}: {spec} differs\n  {}", difference.replace('\n', "\n  "));
        }
    }
    let [agree, differ, unsent] = comparison.counts(entries);
    let specs = comparison.plan.specs.len();
    println!("{} of {specs} specs agree.", specs - comparison.differences.len());
    println!("{agree} entries agree, {differ} differ, {unsent} have no spec that could be sent.");
}

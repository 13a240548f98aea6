//! The command `copy`: tables from one endpoint or file to another.
//!
//! The crate `copy` decides what to send next; this is its driver. Owns the two ends, the state file, and messages to
//! the user. Must not know tables.

mod copy_failure;
mod drive;
mod end;
mod folder;
mod options;
mod output;
mod source_file;
mod state_file;
mod target_file;

use std::io::{self, Write as _};
use std::path::Path;

use hashrange_copy::{Copy, Plan, Report};
use hashrange_endpoint::Replayed;
use hashrange_words::plural;

use crate::clock;
pub use copy_failure::CopyFailure;
use drive::{Driven, drive};
use end::{End, from_end, to_end};
pub(crate) use options::parse;
pub use options::{COPY_HELP, CopyOptions};
use output::print_line;
use source_file::SourceFile;
use state_file::StateFile;
use target_file::TargetFile;

/// Runs the copy. Reports progress on standard error, and the outcome on standard output.
///
/// # Errors
/// When the copy fails or is incomplete. The state file then contains the progress.
pub async fn run(options: &CopyOptions) -> Result<(), CopyFailure> {
    if options.help {
        return Ok(write!(io::stdout(), "{COPY_HELP}")?);
    }
    let state = StateFile::of(options);
    let kept = state.read()?;
    let from = from_end(options)?;
    let mut to = to_end(options, kept.is_some())?;
    let plan = plan(options);
    let mut copy = match &kept {
        Some(text) => Copy::resume(&plan, &options.from, &options.to, text).map_err(|error| state.wrong(error))?,
        None => Copy::begin(&plan, &options.from, &options.to),
    };
    if kept.is_some() {
        print_line(&format!("Resuming from {}", state.path().display()))?;
    }
    let driven = drive(&mut copy, (from, &mut to), &state).await?;
    match (driven, copy.outcome()) {
        (Driven::Cancelled, _) | (_, None) => Err(CopyFailure::Cancelled {
            state: state.path().to_owned(),
        }),
        (Driven::ToTheEnd, Some(Err(error))) => Err(CopyFailure::Copy {
            error,
            state: state.path().to_owned(),
        }),
        (Driven::ToTheEnd, Some(Ok(report))) => {
            to.finish()?;
            state.remove()?;
            Ok(print_report(&report)?)
        }
    }
}

/// Writes the tables of a service in this process to a new workspace file. Prints what was written.
///
/// # Errors
/// When the file cannot be written, or the user cancels it. Nothing is left behind then.
pub(crate) async fn write_out(service: Replayed, from: &Path, to: &Path) -> Result<(), CopyFailure> {
    let options = CopyOptions {
        from: from.display().to_string(),
        to: to.display().to_string(),
        state: Some(folder::beside(to, ".state")),
        ..CopyOptions::default()
    };
    let state = StateFile::of(&options);
    let mut copy = Copy::begin(&plan(&options), &options.from, &options.to);
    let mut target = End::Target(Box::new(TargetFile::open(to, false)?));
    let source = End::Source(Box::new(SourceFile::of(service)));
    let driven = drive(&mut copy, (source, &mut target), &state).await;
    let outcome = match (driven, copy.outcome()) {
        (Ok(Driven::ToTheEnd), Some(Ok(report))) => target.finish().and_then(|()| Ok(print_report(&report)?)),
        (Ok(Driven::ToTheEnd), Some(Err(error))) => Err(CopyFailure::NotWritten(error)),
        (Ok(_), _) => Err(CopyFailure::Stopped),
        (Err(error), _) => Err(error),
    };
    state.remove()?;
    target_file::remove_part(to)?;
    outcome
}

fn plan(options: &CopyOptions) -> Plan {
    Plan {
        tables: (!options.tables.is_empty()).then(|| options.tables.clone()),
        workers: options.workers,
        read_units: options.read_units,
        write_units: options.write_units,
        seed: clock::now().micros() ^ u64::from(std::process::id()),
    }
}

fn print_report(report: &Report) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for table in &report.tables {
        let word = plural(table.items, "item");
        writeln!(
            out,
            "{}: {} {word} copied and compared, digest {}",
            table.name,
            table.items,
            table.digest.text()
        )?;
        for not_copied in &table.not_copied {
            writeln!(out, "  not copied: {} ({})", not_copied.what, not_copied.why)?;
        }
    }
    let word = plural(report.tables.len() as u64, "table");
    writeln!(out, "Copied {} {word}.", report.tables.len())
}

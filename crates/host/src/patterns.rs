//! Runs access patterns against the design of a workspace, in slices, and makes the bill of a month. Also patterns as
//! files.
//!
//! Must not know who keeps the patterns, nor who shows the board.

use hashrange_bill::{Bill, Line, Money, Note, Terms};
use hashrange_pattern::{
    Board, Limit, Pattern, PatternsFormat, Run, read_patterns, usage, usage_of_requests, write_patterns,
};
use hashrange_protocol::WorkspaceId;
use hashrange_protocol::call::CallResult;
use hashrange_protocol::pattern::{BillLine, BillReading, PatternBoard, PatternRow};

use crate::call::STRETCH_MS;
use crate::files::tables_with_items;
use crate::host::{Host, Platform};

/// The maximum number of patterns of a board.
const MOST: usize = 1_000;
/// The calls between two looks at the clock.
const STEP: usize = 64;
/// The seed of the key values of a play.
const SEED: u64 = 1;

impl<W: Platform> Host<W> {
    /// Runs each pattern once.
    ///
    /// # Errors
    /// If the workspace is closed, there are too many patterns, or the terms make no sense.
    pub(crate) async fn patterns(
        &self,
        id: WorkspaceId,
        patterns: &[Pattern],
        terms: &Terms,
    ) -> Result<CallResult, String> {
        if patterns.len() > MOST {
            return Err(format!("A board has at most {MOST} patterns."));
        }
        let board = self.within(id, |workspace| Board::of(workspace.core.engine()));
        let board = board.ok_or_else(|| "The workspace was closed.".to_owned())?;
        let (mut runs, mut until) = (Vec::new(), self.platform().millis() + STRETCH_MS);
        for pattern in patterns {
            runs.push(board.run(pattern));
            if self.platform().millis() > until {
                self.platform().rest(0).await;
                until = self.platform().millis() + STRETCH_MS;
            }
        }
        let bill = bill_of(&board, patterns, &runs, terms)?;
        let rows = patterns.iter().zip(runs).map(|(pattern, run)| PatternRow {
            month: month_of(&board, pattern, &run, terms),
            run,
        });
        let rows = rows.collect();
        Ok(CallResult::Board(Box::new(PatternBoard { rows, bill })))
    }

    /// Plays the patterns together at multiples of their rates, with progress.
    ///
    /// # Errors
    /// If the workspace is closed, there are too many patterns, or the reader stops it.
    pub(crate) async fn limit_of_patterns(&self, id: WorkspaceId, patterns: &[Pattern]) -> Result<CallResult, String> {
        if patterns.len() > MOST {
            return Err(format!("A board has at most {MOST} patterns."));
        }
        let limit = self.within(id, |workspace| Limit::new(workspace.core.engine(), patterns, SEED));
        let mut limit = limit.ok_or_else(|| "The workspace was closed.".to_owned())?;
        while !limit.is_over() {
            let until = self.platform().millis() + STRETCH_MS;
            while !limit.is_over() && self.platform().millis() < until {
                let mut budget = STEP;
                limit.step(&mut budget);
            }
            let hundredths = limit.multiple();
            self.goes_on(&format!(
                "Playing {}.{:02} times the rates, {} % done",
                hundredths / 100,
                hundredths % 100,
                limit.progress() / 10
            ))?;
            self.platform().rest(0).await;
        }
        Ok(CallResult::Held(Box::new(limit.found().clone())))
    }

    /// Writes patterns to a file.
    ///
    /// # Errors
    /// If the workspace is closed.
    pub(crate) fn patterns_file(
        &self,
        id: WorkspaceId,
        patterns: &[Pattern],
        format: PatternsFormat,
    ) -> Result<CallResult, String> {
        let written = self.within(id, |workspace| {
            let core = &workspace.core;
            write_patterns(format, patterns, &Board::of(core.engine()), &|| tables_with_items(core))
        });
        let written = written.ok_or("The workspace was closed.")?;
        Ok(CallResult::File {
            name: format.file_name().to_owned(),
            bytes: written.text.into_bytes(),
            left_out: written.left_out,
        })
    }

    /// The patterns of a file.
    ///
    /// # Errors
    /// Why the file cannot be read.
    pub(crate) fn found_patterns(text: &str) -> Result<CallResult, String> {
        let read = read_patterns(text)?;
        Ok(CallResult::Patterns {
            patterns: read.patterns,
            left_out: read.left_out,
        })
    }
}

fn bill_of(board: &Board, patterns: &[Pattern], runs: &[Run], terms: &Terms) -> Result<BillReading, String> {
    let bill = Bill::of(&usage(board.engine(), patterns, runs), terms).map_err(|error| error.text().to_owned())?;
    Ok(BillReading {
        total: bill.total.text(),
        lines: bill.lines.iter().map(|line| line_of(&bill, line)).collect(),
        notes: notes_of(&bill),
    })
}

/// The notes of the bill. The sampling is not that of a measured day, so this says what it is.
fn notes_of(bill: &Bill) -> Vec<String> {
    let hours = bill.terms.hours;
    let own = format!(
        "model: each pattern ran once. Its units are counted for the calls of a day, and the day for {hours} hours. Calls that \
         would be throttled are counted too."
    );
    let others = bill.notes.iter().filter(|note| !matches!(note, Note::Scaled { .. }));
    std::iter::once(own).chain(others.map(Note::text)).collect()
}

fn line_of(bill: &Bill, line: &Line) -> BillLine {
    let of = match &line.index {
        Some(index) => format!("{}.{index}", line.table),
        None => line.table.clone(),
    };
    let steps = bill.explanation(line);
    BillLine {
        of,
        title: line.charge.title().to_owned(),
        amount: line.amount.map(Money::text),
        steps: steps
            .into_iter()
            .map(|step| (step.label, step.detail, step.value))
            .collect(),
    }
}

fn month_of(board: &Board, pattern: &Pattern, run: &Run, terms: &Terms) -> Option<String> {
    pattern.rate?;
    let bill = Bill::of(&usage_of_requests(board.engine(), pattern, run), terms).ok()?;
    (!bill.lines.is_empty()).then(|| bill.total.text())
}

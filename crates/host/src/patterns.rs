//! Runs access patterns against the design of a workspace, or against one change of it, in slices. Also patterns as files.
//!
//! Must not know who keeps the patterns, what a month costs, nor who shows the board.

use hashrange_engine::Engine;
use hashrange_pattern::{Board, Day, DayPlay, Limit, Pattern, PatternsFormat, Run, read_patterns, write_patterns};
use hashrange_protocol::WorkspaceId;
use hashrange_protocol::call::CallResult;
use hashrange_protocol::pattern::{BoardQuestion, Days, DesignChange, PatternBoard, PatternList, PatternRow};
use hashrange_trial::Redesign;
use hashrange_wire::{decode, encode_request};

use crate::call::STRETCH_MS;
use crate::files::tables_with_items;
use crate::host::{Host, Platform};
use crate::pattern_bill::{Month, bill_of, month_of, terms_of, total_of, totals_of};

/// The maximum number of patterns of a board.
const MOST: usize = 1_000;
/// The calls between two looks at the clock.
const STEP: usize = 64;
/// The seed of the key values of a play.
pub(crate) const SEED: u64 = 1;

/// The service and the patterns of a design. A pattern that the design no longer sends has no rate, and does not run.
struct Design {
    engine: Engine,
    patterns: Vec<Pattern>,
    /// Whether each pattern is sent.
    sent: Vec<bool>,
}

impl<W: Platform> Host<W> {
    /// Runs each pattern once, against the design and, if a change is tried, also against the design as it is.
    ///
    /// # Errors
    /// If the workspace is closed, there are too many patterns, or the change or the terms do not apply.
    pub(crate) async fn patterns(&self, id: WorkspaceId, question: BoardQuestion) -> Result<CallResult, String> {
        let terms = terms_of(&question.terms)?;
        let (day, day_before) = question.days.map_or((None, None), |days| (Some(days.day), days.before));
        let before = match &question.what_if {
            Some(_) => {
                let (board, _, runs, day) = self.runs(id, (question.patterns.clone(), None), day_before).await?;
                Some((runs, total_of(&board, Month::of(&day, &question.terms), &terms)?))
            }
            None => None,
        };
        let of = (question.patterns, question.what_if);
        let (board, patterns, runs, day) = self.runs(id, of, day).await?;
        let bill = bill_of(&board, Month::of(&day, &question.terms), &terms)?;
        let plans = totals_of(&board, Month::of(&day, &question.terms), &terms)?;
        let rows = patterns.iter().zip(runs).map(|(pattern, run)| PatternRow {
            month: month_of(&board, pattern, &run, &terms),
            run,
        });
        let rows = rows.collect();
        Ok(CallResult::Board(Box::new(PatternBoard {
            rows,
            bill,
            before,
            plans,
        })))
    }

    /// The runs of patterns against a design. Without a measured day, the day is that of the runs.
    async fn runs(
        &self,
        id: WorkspaceId,
        of: (PatternList, Option<DesignChange>),
        day: Option<Day>,
    ) -> Result<(Board, Vec<Pattern>, Vec<Run>, Day), String> {
        let design = self.design(id, of).await?;
        let board = Board::of(&design.engine);
        let (mut runs, mut until) = (Vec::new(), self.platform().millis() + STRETCH_MS);
        for (pattern, sent) in design.patterns.iter().zip(&design.sent) {
            runs.push(if *sent { board.run(pattern) } else { Run::default() });
            if self.platform().millis() > until {
                self.platform().rest(0).await;
                until = self.platform().millis() + STRETCH_MS;
            }
        }
        let day = day.unwrap_or_else(|| Day::of_runs(&design.patterns, &runs));
        Ok((board, design.patterns, runs, day))
    }

    /// Plays the patterns together at multiples of their rates, with progress.
    ///
    /// # Errors
    /// If the workspace is closed, there are too many patterns, the change does not apply, or the reader stops it.
    pub(crate) async fn limit_of_patterns(
        &self,
        id: WorkspaceId,
        of: (PatternList, Option<DesignChange>),
    ) -> Result<CallResult, String> {
        let design = self.design(id, of).await?;
        let mut limit = Limit::new(&design.engine, &design.patterns, SEED);
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
    /// If the workspace is closed, or the patterns are none.
    pub(crate) fn patterns_file(
        &self,
        id: WorkspaceId,
        patterns: &PatternList,
        format: PatternsFormat,
    ) -> Result<CallResult, String> {
        let patterns = patterns.patterns()?;
        let written = self.within(id, |workspace| {
            let core = &workspace.core;
            write_patterns(format, &patterns, &Board::of(core.engine()), &|| {
                tables_with_items(core)
            })
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
            patterns: PatternList::of(&read.patterns),
            left_out: read.left_out,
        })
    }

    /// Measures a day; if a change is tried, also that of the design as it is.
    ///
    /// # Errors
    /// As [`limit_of_patterns`](Self::limit_of_patterns).
    pub(crate) async fn day_of_patterns(
        &self,
        id: WorkspaceId,
        (patterns, what_if): (PatternList, Option<DesignChange>),
    ) -> Result<CallResult, String> {
        let before = match &what_if {
            Some(_) => Some(self.day(id, (patterns.clone(), None)).await?),
            None => None,
        };
        let day = self.day(id, (patterns, what_if)).await?;
        Ok(CallResult::Day(Box::new(Days { day, before })))
    }

    /// Plays a minute of each hour of a day, with progress.
    async fn day(&self, id: WorkspaceId, of: (PatternList, Option<DesignChange>)) -> Result<Day, String> {
        let design = self.design(id, of).await?;
        let mut play = DayPlay::new(&design.engine, &design.patterns, SEED);
        while !play.is_over() {
            let until = self.platform().millis() + STRETCH_MS;
            while !play.is_over() && self.platform().millis() < until {
                play.step(&mut { STEP });
            }
            self.goes_on(&format!("Playing a minute of each hour, {} of 24 done", play.hours()))?;
            self.platform().rest(0).await;
        }
        Ok(play.day().clone())
    }

    /// The service and the patterns with a change.
    async fn design(
        &self,
        id: WorkspaceId,
        (list, what_if): (PatternList, Option<DesignChange>),
    ) -> Result<Design, String> {
        let patterns = list.patterns()?;
        if patterns.len() > MOST {
            return Err(format!("A board has at most {MOST} patterns."));
        }
        let closed = || "The workspace was closed.".to_owned();
        let Some(change) = what_if else {
            let engine = self.within(id, |workspace| workspace.core.engine().clone());
            return Ok(Design {
                engine: engine.ok_or_else(closed)?,
                sent: vec![true; patterns.len()],
                patterns,
            });
        };
        let redesign = self.within(id, |workspace| Redesign::begin(workspace.core.timeline(), &change));
        let mut redesign = redesign.ok_or_else(closed)?.map_err(|reason| reason.to_string())?;
        let mut until = self.platform().millis() + STRETCH_MS;
        while !redesign.step(STEP).map_err(|reason| reason.to_string())? {
            if self.platform().millis() > until {
                self.platform().rest(0).await;
                until = self.platform().millis() + STRETCH_MS;
            }
        }
        Ok(reshaped(&redesign, patterns))
    }
}

/// The design with a change that is made.
fn reshaped(redesign: &Redesign, mut patterns: Vec<Pattern>) -> Design {
    let mut sent = Vec::new();
    for pattern in &mut patterns {
        // A body that is no request is refused when it runs.
        let request = decode(pattern.operation, pattern.body.as_bytes());
        let reshaped = request.map(|request| redesign.reshape(request));
        sent.push(!matches!(reshaped, Ok(None)));
        match reshaped {
            Ok(Some(request)) => pattern.body = encode_request(&request),
            Ok(None) => pattern.rate = None,
            Err(_) => {}
        }
    }
    Design {
        engine: redesign.engine().clone(),
        patterns,
        sent,
    }
}

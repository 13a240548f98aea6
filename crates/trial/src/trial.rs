//! A trial: runs the subject again without the change and with it, each in a separate engine.
//!
//! Must not know who shows it.

use hashrange_endpoint::{Observer, Timeline};
use hashrange_engine::Budget;
use serde::{Deserialize, Serialize};

use crate::figures::Figures;
use crate::make::making;
use crate::outcome::Outcome;
use crate::plan;
use crate::reshape::reshaped;
use crate::side::Side;
use crate::subject::{Found, What};
use crate::{Change, NotApplicable, Note, Subject};

/// How far a trial is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The progress in thousandths.
    pub permille: u32,
    /// Whether nothing is left to do.
    pub over: bool,
}

/// A trial in progress.
#[derive(Clone, Debug)]
pub struct Trial {
    change: Change,
    noun: String,
    without: Without,
    with: Side,
    notes: Vec<Note>,
    outcome: Option<Outcome>,
    trouble: Option<NotApplicable>,
}

/// The side without the change: run again, or known from another trial of the same subject.
#[derive(Clone, Debug)]
enum Without {
    Runs(Box<Side>),
    Known(Box<Figures>),
}

/// The start of a subject: the service at its time.
#[derive(Clone, Debug)]
pub(crate) struct Baseline {
    pub(crate) base: Timeline<()>,
    pub(crate) found: Found,
}

impl Baseline {
    /// # Errors
    /// When the subject does not exist, or its past is not in memory.
    pub(crate) fn of<W: Observer>(timeline: &Timeline<W>, subject: Subject) -> Result<Self, NotApplicable> {
        let found = subject.find(timeline)?;
        let mut base = timeline.aside(found.before)?;
        base.end_load();
        base.set_tracing(true);
        base.advance(found.at, Budget::UNBOUNDED);
        Ok(Self { base, found })
    }

    /// The side without a change.
    pub(crate) fn without(&self) -> Side {
        let Found {
            what,
            beside,
            after,
            lasts,
            ..
        } = &self.found;
        Side::new(self.base.clone(), what.clone(), Vec::new()).beside((beside, *after), *lasts)
    }

    /// The subject's name in sentences.
    pub(crate) fn noun(&self) -> String {
        match &self.found.what {
            What::Request(request) => request.operation().name().to_owned(),
            What::Load { plan, .. } => match plan::directions(plan) {
                (true, false) => "reads",
                (false, _) => "writes",
                (true, true) => "requests",
            }
            .to_owned(),
        }
    }
}

impl Trial {
    /// Begins a trial. The timeline does not change.
    ///
    /// # Errors
    /// When the change does not apply.
    pub fn begin<W: Observer>(timeline: &Timeline<W>, subject: Subject, change: Change) -> Result<Self, NotApplicable> {
        let baseline = Baseline::of(timeline, subject)?;
        let without = Without::Runs(Box::new(baseline.without()));
        Self::on(&baseline, change, without)
    }

    /// Begins a trial whose result without the change is known.
    pub(crate) fn beside(
        baseline: &Baseline,
        change: Change,
        (without, stopped): (&Figures, bool),
    ) -> Result<Self, NotApplicable> {
        let mut trial = Self::on(baseline, change, Without::Known(Box::new(without.clone())))?;
        trial.with.stop_after(baseline.found.lasts.filter(|_| stopped));
        Ok(trial)
    }

    fn on(baseline: &Baseline, change: Change, without: Without) -> Result<Self, NotApplicable> {
        let (engine, settings) = (baseline.base.engine(), baseline.base.settings());
        let what = reshaped((engine, settings), &baseline.found.what, &change)?;
        let making = making((engine, settings), &baseline.found.what, &change)?;
        let mut with = Side::new(baseline.base.clone(), what, making.jobs)
            .beside((&baseline.found.beside, baseline.found.after), None);
        with.make_short()?;
        Ok(Self {
            change,
            noun: baseline.noun(),
            without,
            with,
            notes: making.notes,
            outcome: None,
            trouble: None,
        })
    }

    /// Continues, with a budget of requests, jobs or background steps.
    pub fn step(&mut self, budget: usize) -> Progress {
        let mut budget = budget.max(1);
        if let Without::Runs(side) = &mut self.without {
            // This side has no change that the service could refuse.
            let _ = side.step(&mut budget);
            if let Some(figures) = side.figures() {
                let figures = Box::new(figures.clone());
                let until = side.stopped_after();
                self.with.stop_after(until);
                self.without = Without::Known(figures);
            }
        }
        if matches!(self.without, Without::Known(_))
            && self.trouble.is_none()
            && let Err(trouble) = self.with.step(&mut budget)
        {
            self.trouble = Some(trouble);
        }
        self.conclude();
        self.progress()
    }

    fn conclude(&mut self) {
        if let (None, Without::Known(without), Some(with)) = (&self.outcome, &self.without, self.with.figures()) {
            let sides = ((**without).clone(), with.clone());
            self.outcome = Some(Outcome::of(self.change.clone(), &self.noun, sides, self.notes.clone()));
        }
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let over = self.outcome.is_some() || self.trouble.is_some();
        let permille = match &self.without {
            Without::Runs(side) => side.progress() / 2,
            Without::Known(_) => 500 + self.with.progress() / 2,
        };
        Progress {
            permille: if over { 1_000 } else { permille.min(999) },
            over,
        }
    }

    /// Its outcome, when it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Why it ended without an outcome, if the service refused the change.
    #[must_use]
    pub fn trouble(&self) -> Option<&NotApplicable> {
        self.trouble.as_ref()
    }

    /// Runs the trial to its end.
    ///
    /// # Errors
    /// Stops if the service refuses the change.
    pub fn run(mut self) -> Result<Outcome, NotApplicable> {
        while !self.step(4_096).over {}
        match (self.outcome, self.trouble) {
            (Some(outcome), _) => Ok(outcome),
            (None, trouble) => Err(trouble.unwrap_or(NotApplicable::NoSubject)),
        }
    }
}

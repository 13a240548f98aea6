//! Trials of the page: what-if runs, advice, and previews of indexes. Each runs in a separate engine, in bounded
//! slices, in turn with the others.
//!
//! A trial ends when its workspace is no longer in front, or on request. Must not change a timeline, nor know what a
//! trial finds.

use hashrange_endpoint::{Kind, Timeline};
use hashrange_engine::{EventKind, RequestEvent};
use hashrange_journal::Entry;
use hashrange_protocol::trial::{Happened, NotApplicable, Tried, Wanted};
use hashrange_protocol::{Answer, News, Progress, WorkspaceId};
use hashrange_trial::{Advising, Subject, Trial, preview};

use crate::core::{Core, Seen};
use crate::errand::Errand;
use crate::host::{Host, HostState, Platform};
use crate::trials::{Asked, Begun, Trials, Work};

/// Real time of one slice before messages are read again, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// Number of requests and background steps between two clock checks.
const STEPS: usize = 16;

/// The result of a slice.
enum Turn {
    /// There are no more trials.
    Nothing,
    /// A trial advanced, possibly with news.
    Went(Option<(u64, Tried)>),
}

impl<W: Platform> Host<W> {
    /// Starts a trial of the workspace in front. It replaces a trial with the same number.
    pub(crate) fn try_aside(&self, id: WorkspaceId, number: u64, wanted: Wanted) {
        if id != self.front() || id == WorkspaceId::NONE {
            return;
        }
        let idle = self.state(|state| {
            let trials = &mut state.trials;
            trials.stop(number);
            let (work, reported) = (Work::Waits(wanted), f64::MIN);
            trials.queue.push_back(Asked {
                number,
                workspace: id,
                work,
                reported,
                advised: <_>::default(),
            });
            !std::mem::replace(&mut trials.running, true)
        });
        if idle {
            self.spawn(|host| host.perform(Errand::Trials));
        }
    }

    pub(crate) async fn go_on_with_trials(self) {
        loop {
            let until = self.platform().millis() + STRETCH_MS;
            match self.state(|state| state.try_next(until, || self.platform().millis())) {
                Turn::Nothing => return,
                Turn::Went(Some((number, tried))) => self.post(&news_of(number, tried)),
                Turn::Went(None) => {}
            }
            self.platform().rest(0).await;
        }
    }
}

/// The news of a trial: its answer if it is over, otherwise its progress.
fn news_of(number: u64, tried: Tried) -> News {
    if tried.is_over() {
        let answer = Box::new(Answer::Trial(tried));
        News::Answer { number, answer }
    } else {
        let progress = Box::new(Progress::Trial(tried));
        News::Progress { number, progress }
    }
}

impl HostState {
    /// Continues the next trial, until this real time.
    fn try_next(&mut self, until: f64, clock: impl Fn() -> f64) -> Turn {
        let front = self.front;
        self.trials.queue.retain(|asked| asked.workspace == front);
        let next = self
            .open
            .get(&front)
            .and_then(|workspace| Some((workspace, self.trials.queue.pop_front()?)));
        let Some((workspace, mut asked)) = next else {
            self.trials = Trials::default();
            return Turn::Nothing;
        };
        let tried = asked.go_on(&workspace.core, until, &clock);
        let number = asked.number;
        if !tried.is_over() {
            let is_reported = asked.is_reported(&tried, clock());
            self.trials.queue.push_back(asked);
            return Turn::Went(is_reported.then_some((number, tried)));
        }
        Turn::Went(Some((number, tried)))
    }
}

impl Asked {
    /// Continues the trial, and returns its result so far.
    fn go_on(&mut self, core: &Core, until: f64, clock: &impl Fn() -> f64) -> Tried {
        if let Work::Waits(wanted) = &self.work {
            match begin(core, wanted) {
                Ok(work) => self.work = work,
                Err(tried) => return tried,
            }
        }
        loop {
            let tried = match &mut self.work {
                Work::Waits(_) => return Tried::Running(0),
                Work::Begun(trial) => trial.go_on(),
            };
            if tried.is_over() || clock() >= until {
                return tried;
            }
        }
    }
}

impl Begun for Trial {
    fn go_on(&mut self) -> Tried {
        let progress = self.step(STEPS);
        match (self.outcome(), self.trouble()) {
            (Some(outcome), _) => Tried::Outcome(Box::new(outcome.clone())),
            (None, Some(trouble)) => Tried::NotApplicable(trouble.to_string()),
            (None, None) => Tried::Running(progress.permille),
        }
    }
}

impl Begun for Advising {
    fn go_on(&mut self) -> Tried {
        let progress = self.step(STEPS);
        let permille = if progress.over {
            1_000
        } else {
            progress.permille.min(999)
        };
        Tried::Advised {
            permille,
            advised: Box::new(self.advised().clone()),
        }
    }
}

/// Starts the requested trial.
///
/// # Errors
/// The final result, if there is nothing to continue.
fn begin(core: &Core, wanted: &Wanted) -> Result<Work, Tried> {
    let timeline = core.timeline();
    let begun = match wanted {
        Wanted::Change { of, change } => subject_of(core, *of)
            .and_then(|subject| Trial::begin(timeline, subject, change.clone()))
            .map(|trial| Work::Begun(Box::new(trial))),
        Wanted::Advice { of } => subject_of(core, *of)
            .and_then(|subject| Advising::begin(timeline, subject))
            .map(|advising| Work::Begun(Box::new(advising))),
        Wanted::Preview {
            table,
            keys,
            projection,
        } => match preview(timeline, table, keys, projection) {
            Some(seen) => return Err(Tried::Preview(Box::new(seen))),
            None => Err(NotApplicable::NoTable { table: table.clone() }),
        },
    };
    begun.map_err(|why| Tried::NotApplicable(why.to_string()))
}

fn subject_of(core: &Core, of: Happened) -> Result<Subject, NotApplicable> {
    let timeline = core.timeline();
    let subject = match of {
        Happened::Record(record) => Some(Subject::Request { record }),
        Happened::Load(back) => {
            let before = usize::try_from(back).ok().and_then(|back| back.checked_add(1));
            before
                .and_then(|before| timeline.loads().count().checked_sub(before))
                .and_then(|at| load_at(timeline, at))
        }
        Happened::Event(number) => of_event(core, number),
    };
    subject.ok_or(NotApplicable::NoSubject)
}

/// The load at this position among all loads of the timeline, from 0.
fn load_at(timeline: &Timeline<Seen>, at: usize) -> Option<Subject> {
    let outlines = (1..=timeline.end()).filter_map(|place| timeline.outline_at(place));
    let load = outlines.filter(|outline| outline.kind == Kind::Load).nth(at)?;
    Some(Subject::Load { record: load.sequence })
}

/// The load that sent the request of an event, or the record of a manual request. Several equal requests can have the
/// same virtual time. Their order then identifies the request.
fn of_event(core: &Core, number: u64) -> Option<Subject> {
    let mut events = core.engine().events_since(number.checked_sub(1)?);
    let event = events.next().filter(|event| event.sequence == number)?;
    let EventKind::Request(request) = &event.kind else {
        return None;
    };
    let timeline = core.timeline();
    if let Some(sender) = request.sender {
        return load_at(timeline, usize::try_from(sender.load.get()).ok()?.checked_sub(1)?);
    }
    let (at, name) = (event.at, request.operation.name());
    let alike = |other: &RequestEvent| other.sender.is_none() && other.operation == request.operation;
    let later = events.take_while(|later| later.at == at);
    let later = later
        .filter(|later| matches!(&later.kind, EventKind::Request(other) if alike(other)))
        .count();
    let records = (1..=timeline.place())
        .rev()
        .filter_map(|place| timeline.record_at(place));
    let then = records
        .skip_while(|record| record.at > at)
        .take_while(|record| record.at == at);
    let named = then.filter(|record| {
        let (Entry::Request { operation, .. } | Entry::Refused { operation, .. }) = &record.entry else {
            return false;
        };
        operation == name
    });
    named
        .map(|record| Subject::Request {
            record: record.sequence,
        })
        .nth(later)
}

//! A play: a scene on its way, and what comes next. Time is the scene's own, so that the same scene makes the same requests
//! at the same moments wherever it is played.
//!
//! Owns the clock of the scene and the figures of answers. A load is one move, and goes at its own times. Must not know who
//! carries the moves out.

use std::collections::VecDeque;

use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{Request, Response, ServiceError};

use super::{Caption, Figure, Scene, Step};
use crate::load::{LoadPlan, LoadTally};

/// How often it is looked whether a figure has its value.
const LOOK: Duration = Duration::from_millis(50);
/// Looks after which it is given up: the caption that follows tells.
const MOST_LOOKS: u32 = 20_000;
/// Passes after every caption, so that no two have one moment.
const BREATH: Duration = Duration::from_millis(1);

/// What is to be done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// Let time pass up to this moment.
    Wait(Timestamp),
    /// Send a request now, and tell `Play::answered` what came of it.
    Send(Box<Request>),
    /// Begin a load now, send all of its requests at their times, and tell `Play::loaded` what came of it.
    Load {
        /// What it is drawn from.
        plan: Box<LoadPlan>,
        /// Its seed.
        seed: u64,
    },
    /// Show a caption.
    Say(Caption),
    /// It is over: look at the checks.
    End,
}

/// A scene on its way. It can be cloned and goes on from there.
#[derive(Clone, Debug)]
pub struct Play {
    steps: VecDeque<Step>,
    of: usize,
    start: Timestamp,
    /// The scene's time, and how far the service was told to go.
    at: Timestamp,
    told: Timestamp,
    looks: u32,
    expected: Option<bool>,
    tally: Tally,
}

/// What came of requests.
#[derive(Clone, Debug, Default)]
struct Tally {
    sent: u64,
    answered: u64,
    throttled: u64,
    count: u64,
    first: Item,
    refusal: &'static str,
}

impl Play {
    /// The scene from its beginning, at this moment.
    #[must_use]
    pub fn new(scene: &Scene, start: Timestamp) -> Self {
        let steps = VecDeque::from(scene.steps());
        Self {
            of: steps.len(),
            steps,
            start,
            at: start,
            told: start,
            looks: 0,
            expected: None,
            tally: Tally::default(),
        }
    }

    /// The share that is done, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        1.0 - self.steps.len() as f64 / (self.of as f64).max(1.0)
    }

    /// Whether nothing is left to be done.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.steps.is_empty()
    }

    /// What is next. `ask` tells figures of the service.
    pub fn next(&mut self, ask: impl Fn(&Figure) -> String) -> Move {
        loop {
            if self.at > self.told {
                self.told = self.at;
                return Move::Wait(self.at);
            }
            match self.steps.pop_front() {
                None => return Move::End,
                Some(Step::Pass(span)) => self.at += span,
                Some(Step::At(span)) => self.at = self.at.max(self.start + span),
                Some(Step::Until(figure, value)) => self.look(figure, value, &ask),
                Some(Step::Send { request, answered }) => {
                    self.expected = answered;
                    return Move::Send(request);
                }
                Some(Step::Load { mut plan, seed }) => {
                    plan.from = self.at;
                    return Move::Load { plan, seed };
                }
                Some(Step::Say(caption)) => {
                    self.at += BREATH;
                    return Move::Say(caption);
                }
            }
        }
    }

    fn look(&mut self, figure: Figure, value: &'static str, ask: impl Fn(&Figure) -> String) {
        if self.looks < MOST_LOOKS && self.figure(&figure, ask) != value {
            self.looks += 1;
            self.at += LOOK;
            self.steps.push_front(Step::Until(figure, value));
        } else {
            self.looks = 0;
        }
    }

    /// Takes note of a load that has ended, and of when that was.
    pub fn loaded(&mut self, tally: &LoadTally, at: Timestamp) {
        let LoadTally { sent, answered, throttled, .. } = *tally;
        self.tally =
            Tally { sent, answered, throttled, first: std::mem::take(&mut self.tally.first), ..Tally::default() };
        self.at = self.at.max(at);
        self.told = self.at;
    }

    /// Takes note of an answer.
    ///
    /// # Errors
    /// When a request that must be answered was refused, or the other way round: the service is not the one the scene was
    /// made for.
    pub fn answered(&mut self, answer: &Result<Response, ServiceError>) -> Result<(), String> {
        match answer {
            Ok(response) => {
                self.tally.answered += 1;
                self.tally.note(response);
            }
            Err(error) => {
                self.tally.throttled += u64::from(matches!(error, ServiceError::Throttled(_)));
                self.tally.refusal = error.exception();
            }
        }
        match (self.expected, answer) {
            (Some(true), Err(error)) => Err(error.to_string()),
            (Some(false), Ok(_)) => Err("the service answered what it should have refused".to_owned()),
            _ => Ok(()),
        }
    }

    /// The value of a figure; those that no answer tells are asked of `ask`.
    pub fn figure(&self, figure: &Figure, ask: impl Fn(&Figure) -> String) -> String {
        match figure {
            Figure::Sent => self.tally.sent.to_string(),
            Figure::Answered => self.tally.answered.to_string(),
            Figure::Throttled => self.tally.throttled.to_string(),
            Figure::Count => self.tally.count.to_string(),
            Figure::Value(name) => self.tally.first.get(name.as_str()).map_or_else(String::new, shown),
            Figure::Refusal => self.tally.refusal.to_owned(),
            other => ask(other),
        }
    }
}

impl Tally {
    fn note(&mut self, response: &Response) {
        let (count, first) = match response {
            Response::Query(page) => (page.count, page.items.as_ref().and_then(|items| items.first())),
            Response::Scan(page) => (page.count, page.items.as_ref().and_then(|items| items.first())),
            Response::GetItem(got) => (u32::from(got.item.is_some()), got.item.as_ref()),
            _ => return,
        };
        self.count = u64::from(count);
        self.first = first.map(|item| (**item).clone()).unwrap_or_default();
    }
}

fn shown(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => text.to_string(),
        AttributeValue::N(number) => number.to_string(),
        _ => String::new(),
    }
}

//! Converts acts to moves, and records their results.
//!
//! Must not know the learner's choices.

use hashrange_time::Duration;
use hashrange_wire::{JsonTree, Operation};
use hashrange_workload::Figure;

use super::{BREATH, Move, Phase, Play};
use crate::bounds::{MOST_LOOKS, MOST_LOOKS_IN_ALL, MOST_PAGES};
use crate::{Act, Condition, Must, Service, Task, kept};

/// How often a condition is checked.
const LOOK: Duration = Duration::from_millis(50);

impl Play {
    /// The next move. Call it again after each move except `Stop` and `End`.
    pub fn next(&mut self, service: &dyn Service) -> Move {
        loop {
            self.judge_quietly(service);
            if let Some(moment) = self.back.take() {
                return Move::Back(moment);
            }
            if self.at > self.reported {
                self.reported = self.at;
                return Move::Wait(self.at);
            }
            if let Some(act) = self.queue.pop_front() {
                match self.act(act, service) {
                    Some(next) => return next,
                    None => continue,
                }
            }
            match self.phase {
                Phase::Beginning => self.enter(),
                Phase::Coming => {
                    self.phase = Phase::Shown;
                    self.tally.begin_step();
                    (self.moment, self.before) = (self.reported, self.tally.clone());
                    // The learner's actions come after the time to which the player goes back.
                    self.at += BREATH;
                }
                Phase::Running => {
                    self.phase = Phase::Replied;
                    return Move::Stop;
                }
                Phase::Shown | Phase::Replied => return Move::Stop,
                Phase::Over => return Move::End,
            }
        }
    }

    fn act(&mut self, act: Act, service: &dyn Service) -> Option<Move> {
        match act {
            Act::Pass(span) => self.at += span,
            Act::At(span) => self.at = self.at.max(self.start + span),
            Act::Until(condition) => self.look(condition, service),
            Act::Row(requests) => self.tally.begin_row(requests),
            Act::Keep(name, sum) => {
                let value = self.scope(service).value(&sum).to_string();
                self.tally.keep(&name, value);
            }
            Act::Send { operation, body, must } => {
                self.must = must;
                let body = self.with_kept(&body);
                return Some(Move::Send { operation, body });
            }
            Act::Pages { operation, body } => {
                let body = self.with_kept(&body);
                self.tally.begin_row(MOST_PAGES);
                self.must = Must::Answered;
                self.pages = Some((operation, body.clone()));
                return Some(Move::Send { operation, body });
            }
            Act::Set { name, value } => return Some(Move::Set { name, value }),
            Act::Load { mut plan, seed } => {
                plan.from = self.at;
                return Some(Move::Load { plan, seed });
            }
        }
        None
    }

    /// The body of a request with the values that the lesson stored.
    fn with_kept(&self, body: &str) -> String {
        let value = |name: &str| self.tally.figure(&Figure::Kept(name.to_owned())).unwrap_or_default();
        kept::put(body, value)
    }

    fn look(&mut self, condition: Condition, service: &dyn Service) {
        let scope = self.scope(service);
        let (holds, now) = (condition.holds(&scope), condition.now(&scope));
        if holds || self.looks == MOST_LOOKS || self.looked == MOST_LOOKS_IN_ALL {
            self.looks = 0;
            if !holds {
                self.trouble = Some(format!("an `until` never becomes true: {now}"));
            }
        } else {
            (self.looks, self.looked) = (self.looks + 1, self.looked + 1);
            self.at += LOOK;
            self.queue.push_front(Act::Until(condition));
        }
    }

    /// Records a response. Of a refusal, records the exception and the text.
    ///
    /// # Errors
    /// When a request that must succeed was refused, or the reverse.
    pub fn answered(&mut self, operation: Operation, refused: Option<(&str, &str)>, body: &str) -> Result<(), String> {
        let before = if self.pages.is_some() {
            self.tally.counts()
        } else {
            (0, 0)
        };
        let is_first = self.tally.figure(&Figure::Sent).as_deref() == Some("0");
        self.tally.note(operation, refused, body);
        if self.phase == Phase::Shown && refused.is_none() {
            self.tally.note_by_hand(operation);
        }
        if let Some((operation, body)) = self.pages.take() {
            self.tally.gather(if is_first { (0, 0) } else { before });
            self.next_page(operation, &body);
        }
        self.touched |= self.phase == Phase::Shown;
        let must = std::mem::replace(&mut self.must, Must::Either);
        let wrong = match (must, refused) {
            (Must::Answered, Some((exception, message))) => {
                format!("{} is refused with {exception}: {message}", operation.name())
            }
            (Must::Refused, None) => format!("{} succeeds but should be refused", operation.name()),
            _ => return Ok(()),
        };
        self.trouble = Some(wrong.clone());
        Err(wrong)
    }

    /// Sends the same read again, from its LastEvaluatedKey.
    fn next_page(&mut self, operation: Operation, body: &str) {
        let sent = self
            .tally
            .figure(&Figure::Sent)
            .and_then(|sent| sent.parse::<u64>().ok());
        let Some(key) = self
            .tally
            .last_key()
            .cloned()
            .filter(|_| sent.unwrap_or(0) < MOST_PAGES)
        else {
            self.tally.end_row();
            return;
        };
        let next = JsonTree::parse(body)
            .ok()
            .and_then(|body| body.with("ExclusiveStartKey", key));
        let Some(next) = next.map(|next| next.to_json()) else {
            return;
        };
        self.pages = Some((operation, next.clone()));
        self.queue.push_front(Act::Send {
            operation,
            body: next,
            must: Must::Answered,
        });
    }

    /// Starts the run that the learner predicted.
    pub(super) fn run(&mut self) {
        self.at += BREATH;
        self.phase = Phase::Running;
        let after = self.step().map(|step| step.after.clone()).unwrap_or_default();
        self.queue.extend(after);
    }

    fn judge_quietly(&mut self, service: &dyn Service) {
        let has_goal = self
            .step()
            .is_some_and(|step| matches!(step.task, Task::Do(_) | Task::Drag(..)));
        if has_goal && self.phase == Phase::Shown && self.touched {
            self.judge(service);
        }
    }
}

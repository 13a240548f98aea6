//! The learner's choices: picks, numbers, attempts, settings; and whether a goal is reached.
//!
//! Must not know how acts become moves.

use super::{BREATH, Phase, Play};
use crate::scope::Scope;
use crate::turn::with_turns;
use crate::{Act, Kind, Must, Service, Task, To, Turn, Turned, Words, load};
use hashrange_values::real;

/// A prepared attempt in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It reaches the goal.
    Solve,
    /// It does not reach the goal.
    Near,
}

/// A condition of a goal, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The condition.
    pub words: String,
    /// Whether it is true.
    pub holds: bool,
    /// The current value; `not sent yet` if it depends on a request or load of the step and none has ended.
    pub now: String,
}

/// The state of a goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// Each condition, in order: whether it is true.
    pub each: Vec<bool>,
    /// The words for the way in which it fails.
    pub misses: Vec<Words>,
}

impl Judgement {
    /// Whether the goal is reached.
    #[must_use]
    pub fn is_met(&self) -> bool {
        !self.each.is_empty() && self.each.iter().all(|holds| *holds)
    }
}

impl Play {
    /// Picks a choice, by its number in the file from 1; returns whether it can be picked. Then the step runs.
    pub fn pick(&mut self, number: usize) -> bool {
        let words = self.question().and_then(|question| {
            let pick = question.picks().get(number.checked_sub(1)?)?;
            Some(pick.words.shown())
        });
        self.choose(To::Pick(number), words)
    }

    /// Submits a number as the answer; returns whether the step asks for one. Then the step runs.
    pub fn say(&mut self, number: f64) -> bool {
        let asked = self
            .question()
            .is_some_and(|question| matches!(question.kind, Kind::Number { .. }));
        self.choose(To::Right, asked.then(|| number.to_string()))
    }

    fn choose(&mut self, to: To, words: Option<String>) -> bool {
        let Some(words) = words.filter(|_| self.phase == Phase::Shown) else {
            return false;
        };
        self.tally.picked = words;
        self.chosen = Some(to);
        self.run();
        true
    }

    /// The learner's choice, as it was shown, or their number.
    #[must_use]
    pub fn picked(&self) -> &str {
        &self.tally.picked
    }

    /// The learner's answer, before it is judged.
    #[must_use]
    pub const fn chosen(&self) -> Option<To> {
        self.chosen
    }

    /// Copies the answer of another play of the same step. The run is the same for every answer.
    pub fn choose_again(&mut self, other: &Self) {
        self.chosen = other.chosen;
        self.tally.picked.clone_from(&other.tally.picked);
    }

    fn question(&self) -> Option<&crate::Question> {
        self.step()?.question()
    }

    /// The picks that are right after the run, by position from 1. There is exactly one, unless the service is no
    /// longer the lesson's own.
    #[must_use]
    pub fn right(&self, service: &dyn Service) -> Vec<usize> {
        let Some(Kind::Picks { picks, answer }) = self.question().map(|question| &question.kind) else {
            return Vec::new();
        };
        let scope = self.scope(service);
        let reported = answer.as_ref().map(|answer| scope.value(answer));
        let is_right = |pick: &crate::Pick| match (&pick.right, &reported) {
            (Some(condition), _) => condition.holds(&scope),
            (None, Some(reported)) => pick
                .words
                .figures()
                .next()
                .and_then(|(_, _, said)| said)
                .is_some_and(|said| reported.is(said)),
            (None, None) => false,
        };
        picks
            .iter()
            .zip(1..)
            .filter(|(pick, _)| is_right(pick))
            .map(|(_, number)| number)
            .collect()
    }

    /// The learner's answer, once the step has run.
    #[must_use]
    pub fn answer(&self, service: &dyn Service) -> Option<To> {
        let chosen = self.chosen?;
        match &self.question()?.kind {
            Kind::Picks { .. } => Some(chosen),
            Kind::Number { answer, within } => {
                let said = real(&self.tally.picked)?;
                Some(within.side(said, self.scope(service).value(answer).number()?))
            }
        }
    }

    /// The reply to the learner's answer.
    #[must_use]
    pub fn reply(&self, service: &dyn Service) -> Option<&Words> {
        let to = self.answer(service)?;
        self.question()?.reply(to)
    }

    /// Makes a prepared attempt of the file; returns whether the file has one.
    pub fn attempt(&mut self, attempt: Attempt) -> bool {
        let Some(goal) = self
            .step()
            .and_then(crate::Step::goal)
            .filter(|_| self.phase == Phase::Shown)
        else {
            return false;
        };
        let (acts, values) = match attempt {
            Attempt::Solve => (goal.solve.clone(), goal.solve_turn.clone()),
            Attempt::Near => (goal.near.clone(), goal.near_turn.clone()),
        };
        if !values.is_empty() {
            return self.turn(&values);
        }
        if self.touched {
            self.again();
        }
        self.touched = true;
        self.queue.extend(acts);
        true
    }

    /// Goes back to the start of the step; returns whether there is something to undo.
    pub fn again(&mut self) -> bool {
        if self.phase != Phase::Shown || !self.touched {
            return false;
        }
        (self.at, self.reported) = (self.moment + BREATH, self.moment);
        self.back = Some(self.moment);
        self.tally = self.before.clone();
        self.queue.clear();
        (self.touched, self.met) = (false, false);
        true
    }

    /// Moves sliders, and sends the step's load or request with their values from the start of the step. Returns whether
    /// the step has these sliders.
    pub fn turn(&mut self, values: &[(String, u64)]) -> bool {
        let Some(Task::Drag(turns, _)) = self.step().map(|step| &step.task) else {
            return false;
        };
        let Some(act) = turned_act(turns, values).filter(|_| self.phase == Phase::Shown) else {
            return false;
        };
        self.again();
        self.met = false;
        self.touched = true;
        self.queue.push_back(act);
        true
    }

    /// The conditions of the step's goal in words, in their current state.
    #[must_use]
    pub fn wanted(&self, service: &dyn Service) -> Vec<Wanted> {
        let scope = self.scope(service);
        let value = |sum: &crate::Expression| scope.value(sum).to_string();
        let goal = self.step().and_then(crate::Step::goal);
        let one = |condition: &crate::Condition| Wanted {
            words: crate::wanted::words(condition, &value),
            holds: self.holds(condition, &scope),
            now: match condition {
                _ if self.is_early(condition) => "not sent yet".to_owned(),
                crate::Condition::Compare(left, ..) => crate::wanted::shown(&scope.value(left)),
                _ => condition.now(&scope),
            },
        };
        goal.map(|goal| goal.conditions.iter().map(|(_, condition)| one(condition)).collect())
            .unwrap_or_default()
    }

    /// Whether a condition depends on a request or load of this step, and none has ended.
    fn is_early(&self, condition: &crate::Condition) -> bool {
        self.tally.ended == self.before.ended && condition.is_of_requests()
    }

    /// Whether a condition of the goal is true.
    fn holds(&self, condition: &crate::Condition, scope: &Scope<'_>) -> bool {
        !self.is_early(condition) && condition.holds(scope)
    }

    /// A condition in words, in its current state.
    #[must_use]
    pub fn words_of(&self, condition: &crate::Condition, service: &dyn Service) -> String {
        let scope = self.scope(service);
        crate::wanted::words(condition, &|sum| scope.value(sum).to_string())
    }

    /// Whether the learner did something since the step began.
    #[must_use]
    pub const fn is_touched(&self) -> bool {
        self.touched
    }

    /// Judges the goal of the step. A reached goal stays reached until a setting is changed again.
    pub fn judge(&mut self, service: &dyn Service) -> Judgement {
        let judgement = {
            let scope = self.scope(service);
            let Some(goal) = self.step().and_then(crate::Step::goal) else {
                return Judgement::default();
            };
            let misses = goal
                .misses
                .iter()
                .filter(|miss| miss.when.holds(&scope))
                .map(|miss| miss.words.clone());
            Judgement {
                each: goal
                    .conditions
                    .iter()
                    .map(|(_, condition)| self.holds(condition, &scope))
                    .collect(),
                misses: misses.collect(),
            }
        };
        self.met |= judgement.is_met();
        judgement
    }
}

/// The load or request of sliders with these values. `None` if there is no such slider.
fn turned_act(turns: &[Turn], values: &[(String, u64)]) -> Option<Act> {
    let known = |name: &str| turns.iter().find(|turn| turn.name == name);
    let clamped = |turn: &Turn, value: u64| value.clamp(turn.from, turn.to);
    if values.iter().any(|(name, _)| known(name).is_none()) {
        return None;
    }
    match turns.first()?.turned.clone()? {
        Turned::Load(mut plan, seed) => {
            for (name, value) in values {
                let turn = known(name)?;
                load::turned(&mut plan, name, clamped(turn, *value)).then_some(())?;
            }
            Some(Act::Load { plan, seed })
        }
        Turned::Request(operation, body) => {
            let value = |turn: &Turn| {
                let chosen = values.iter().rev().find(|(name, _)| *name == turn.name);
                chosen.map_or(turn.from, |(_, value)| clamped(turn, *value))
            };
            Some(Act::Send {
                operation,
                body: with_turns(&body, turns, value),
                must: Must::Either,
            })
        }
    }
}

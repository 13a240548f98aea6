//! What the learner chooses: picks, numbers, attempts, settings; and whether a goal is reached.
//!
//! Must not know how acts become moves.

use super::{BREATH, Phase, Play};
use crate::{Act, Kind, Service, Task, To, Words, load};

/// An attempt that a file has ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It reaches the goal.
    Solve,
    /// It does not.
    Near,
}

/// A condition of a goal, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// What must be so.
    pub words: String,
    /// Whether it is.
    pub holds: bool,
    /// What there is instead.
    pub now: String,
}

/// How a goal stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// Each condition, in order: whether it holds.
    pub each: Vec<bool>,
    /// What is said of the way in which it fails.
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
    /// Picks a choice, by its place in the file from 1; whether it can be picked. Then the step runs.
    pub fn pick(&mut self, number: usize) -> bool {
        let words = self.question().and_then(|question| {
            let pick = question.picks().get(number.checked_sub(1)?)?;
            Some(pick.words.shown())
        });
        self.choose(To::Pick(number), words)
    }

    /// Says a number; whether one is asked for. Then the step runs.
    pub fn say(&mut self, number: f64) -> bool {
        let asked = self.question().is_some_and(|question| matches!(question.kind, Kind::Number { .. }));
        self.choose(To::Right, asked.then(|| number.to_string()))
    }

    fn choose(&mut self, to: To, words: Option<String>) -> bool {
        let Some(words) = words.filter(|_| self.phase == Phase::Shown) else { return false };
        self.tally.picked = words;
        self.chosen = Some(to);
        self.run();
        true
    }

    /// What the learner chose, as it was shown, or the number they said.
    #[must_use]
    pub fn picked(&self) -> &str {
        &self.tally.picked
    }

    /// Which answer the learner gave, before it is judged.
    #[must_use]
    pub const fn chosen(&self) -> Option<To> {
        self.chosen
    }

    /// Takes the answer of another play of the same step, as if it had been given here: the run is the same for each.
    pub fn choose_again(&mut self, other: &Self) {
        self.chosen = other.chosen;
        self.tally.picked.clone_from(&other.tally.picked);
    }

    fn question(&self) -> Option<&crate::Question> {
        self.step()?.question()
    }

    /// The picks that the run made right, by place from 1. One, unless the service is not the lesson's own any more.
    #[must_use]
    pub fn right(&self, service: &dyn Service) -> Vec<usize> {
        let Some(Kind::Picks { picks, answer }) = self.question().map(|question| &question.kind) else {
            return Vec::new();
        };
        let scope = self.scope(service);
        let told = answer.as_ref().map(|answer| scope.value(answer));
        let is_right = |pick: &crate::Pick| match (&pick.right, &told) {
            (Some(condition), _) => condition.holds(&scope),
            (None, Some(told)) => {
                pick.words.figures().next().and_then(|(_, _, said)| said).is_some_and(|said| told.is(said))
            }
            (None, None) => false,
        };
        picks.iter().zip(1..).filter(|(pick, _)| is_right(pick)).map(|(_, number)| number).collect()
    }

    /// Which answer it was, once the step has run.
    #[must_use]
    pub fn answer(&self, service: &dyn Service) -> Option<To> {
        let chosen = self.chosen?;
        match &self.question()?.kind {
            Kind::Picks { .. } => Some(chosen),
            Kind::Number { answer, within } => {
                let said: f64 = self.tally.picked.parse().ok()?;
                Some(within.side(said, self.scope(service).value(answer).number()?))
            }
        }
    }

    /// What is said to the learner's answer.
    #[must_use]
    pub fn reply(&self, service: &dyn Service) -> Option<&Words> {
        let to = self.answer(service)?;
        self.question()?.reply(to)
    }

    /// Makes an attempt that the file has ready; whether it has one.
    pub fn attempt(&mut self, attempt: Attempt) -> bool {
        let Some(goal) = self.step().and_then(crate::Step::goal).filter(|_| self.phase == Phase::Shown) else {
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

    /// Goes back to where the step began; whether there is something to go back from.
    pub fn again(&mut self) -> bool {
        if self.phase != Phase::Shown || !self.touched {
            return false;
        }
        (self.at, self.told) = (self.moment + BREATH, self.moment);
        self.back = Some(self.moment);
        self.tally = self.before.clone();
        self.queue.clear();
        (self.touched, self.met) = (false, false);
        true
    }

    /// Turns settings of the step's load, and sends it from where the step began; whether there are such settings.
    pub fn turn(&mut self, values: &[(String, u64)]) -> bool {
        let Some(Task::Drag(turns, _)) = self.step().map(|step| &step.task) else { return false };
        let Some((mut plan, seed)) = turns.first().and_then(|turn| turn.load.clone()) else { return false };
        for (name, value) in values {
            let Some(turn) = turns.iter().find(|turn| turn.name == *name) else { return false };
            if !load::turned(&mut plan, name, (*value).clamp(turn.from, turn.to)) {
                return false;
            }
        }
        if self.phase != Phase::Shown {
            return false;
        }
        self.again();
        self.met = false;
        self.touched = true;
        self.queue.push_back(Act::Load { plan, seed });
        true
    }

    /// The conditions of the step's goal in words, as things stand.
    #[must_use]
    pub fn wanted(&self, service: &dyn Service) -> Vec<Wanted> {
        let scope = self.scope(service);
        let value = |sum: &crate::Expression| scope.value(sum).to_string();
        let goal = self.step().and_then(crate::Step::goal);
        let one = |condition: &crate::Condition| Wanted {
            words: crate::wanted::words(condition, &value),
            holds: condition.holds(&scope),
            now: match condition {
                crate::Condition::Compare(left, ..) => crate::wanted::value_or_nothing(&scope.value(left).to_string()),
                _ => condition.now(&scope),
            },
        };
        goal.map(|goal| goal.conditions.iter().map(|(_, condition)| one(condition)).collect()).unwrap_or_default()
    }

    /// A condition in words, as things stand.
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

    /// Judges the goal of the step as things stand. Once it is reached it stays so, until something is turned again.
    pub fn judge(&mut self, service: &dyn Service) -> Judgement {
        let judgement = {
            let scope = self.scope(service);
            let Some(goal) = self.step().and_then(crate::Step::goal) else { return Judgement::default() };
            let misses = goal.misses.iter().filter(|miss| miss.when.holds(&scope)).map(|miss| miss.words.clone());
            Judgement {
                each: goal.conditions.iter().map(|(_, condition)| condition.holds(&scope)).collect(),
                misses: misses.collect(),
            }
        };
        self.met |= judgement.is_met();
        judgement
    }
}

//! The screen of a lesson: words with their figures, the question with its result, the current goal.
//!
//! Must not know how acts are executed.

use hashrange_lesson::{Act, Kind, Part, Phase, Play, Task, Turn, Words};
use hashrange_protocol as protocol;
use hashrange_protocol::{Ending, FigureText, Focus, Goal, GoalCondition, Pick, Predicted, Sent, Shown, Speed, Word};
use hashrange_time::Timestamp;

use super::playing::Playing;
use super::sent::name_keys;
use super::service_figures::ServiceFigures;
use super::table::table_of;
use crate::core::Core;

/// The screen of a play at a stop.
fn screen(play: &Play, playing: &Playing, core: &Core) -> Shown {
    match play.step() {
        Some(step) => Shown::Step(Box::new(protocol::Step {
            number: play.place(),
            name: step.name.clone(),
            title: figure_text(play, &step.title.1, core),
            say: figure_text(play, &step.say.1, core),
            sent: sent(play, playing, core),
            focus: focus(step, (play, playing), core),
            task: task(step, play, &playing.turned, core),
        })),
        None => Shown::Ending(ending(play, playing, core)),
    }
}

/// The requests of the step so far.
fn sent(play: &Play, playing: &Playing, core: &Core) -> Sent {
    let mut sent = playing.sent.of(play.place());
    name_keys(&mut sent.groups, core.service());
    sent
}

/// The screen of a stop after the given one. Words from before a run are not repeated after it, because their figures
/// belong to the earlier time.
pub(crate) fn screen_after(before: Option<&Shown>, play: &Play, playing: &Playing, core: &Core) -> Shown {
    let mut now = screen(play, playing, core);
    if let (Shown::Step(step), Some(Shown::Step(before))) = (&mut now, before)
        && step.number == before.number
    {
        step.title.clone_from(&before.title);
        step.say.clone_from(&before.say);
        if let (Some(ask), Some(asked)) = (ask_of(&mut step.task), ask_of(&mut before.task.clone())) {
            ask.clone_from(asked);
        }
    }
    now
}

/// The question of a task, if it has one.
fn ask_of(task: &mut protocol::Task) -> Option<&mut FigureText> {
    match task {
        protocol::Task::Pick { ask, .. } | protocol::Task::Number { ask, .. } => Some(ask),
        _ => None,
    }
}

/// Words with their current figures.
fn figure_text(play: &Play, words: &Words, core: &Core) -> FigureText {
    let piece = |(text, expected): (String, Option<String>)| match expected {
        None => Word::Text(text),
        Some(expected) if expected.is_empty() => Word::Figure {
            found: text.clone(),
            expected: text,
        },
        Some(expected) => Word::Figure { found: text, expected },
    };
    play.with_figures(words, &ServiceFigures(core))
        .into_iter()
        .map(piece)
        .collect()
}

/// When the step of a play began: the time of the last stop of an earlier step.
fn began(play: &Play, playing: &Playing) -> Timestamp {
    let earlier = playing.stops.iter().rev();
    let last = earlier.into_iter().find(|stop| stop.play.place() < play.place());
    last.map_or(Timestamp::EPOCH, |stop| stop.moment)
}

fn focus(step: &hashrange_lesson::Step, (play, playing): (&Play, &Playing), core: &Core) -> Focus {
    let table = table_of(step, play.lesson(), core);
    let partition = |part: &Part| match part {
        Part::Partition(key) | Part::Key(key) => {
            let place = hashrange_workload::Figure::Place(key.clone());
            let shown = core
                .insight()
                .figure_of(core.engine(), core.timeline().dax(), &table, &place);
            shown.strip_prefix('P').and_then(|number| number.parse().ok())
        }
        _ => None,
    };
    Focus {
        partitions: step.show.iter().map(partition).collect(),
        parts: step.show.clone(),
        pace: step.pace.map(speed_of),
        follow: step.follow.clone(),
        table,
        began: began(play, playing),
    }
}

/// The speed of a pace.
pub(crate) fn speed_of(pace: hashrange_lesson::Pace) -> Speed {
    let per_mille = u64::from(pace.of) * 1_000 / u64::from(pace.over.max(1));
    Speed::from_per_mille(u32::try_from(per_mille).unwrap_or(u32::MAX))
}

fn task(step: &hashrange_lesson::Step, play: &Play, turned: &[(String, u64)], core: &Core) -> protocol::Task {
    match &step.task {
        Task::Watch => protocol::Task::Watch,
        Task::Predict(question) => {
            let ask = figure_text(play, &question.ask, core);
            match &question.kind {
                Kind::Picks { .. } => {
                    let picks = picks(question, play, (&play.lesson().id, &step.name), core);
                    let right = picks.iter().any(|pick| pick.picked && pick.right == Some(true));
                    protocol::Task::Pick {
                        ask,
                        picks,
                        outcome: outcome(play, right, core),
                    }
                }
                Kind::Number { answer, .. } => {
                    let right = play.answer(&ServiceFigures(core)) == Some(hashrange_lesson::To::Right);
                    let is_over = play.phase() == Phase::Replied;
                    let said = is_over.then(|| {
                        (
                            play.picked().to_owned(),
                            play.value(answer, &ServiceFigures(core)).to_string(),
                        )
                    });
                    protocol::Task::Number {
                        ask,
                        said,
                        outcome: outcome(play, right, core),
                    }
                }
            }
        }
        Task::Do(_) => protocol::Task::Do(goal(play, core)),
        Task::Drag(turns, _) => {
            let turn = |turn: &Turn| {
                let now = turned
                    .iter()
                    .find(|(name, _)| *name == turn.name)
                    .map(|(_, value)| *value);
                let value = now.or_else(|| turn.value()).unwrap_or(turn.from);
                protocol::Turn {
                    name: turn.name.clone(),
                    from: turn.from,
                    to: turn.to,
                    value,
                }
            };
            protocol::Task::Drag {
                turns: turns.iter().map(turn).collect(),
                goal: goal(play, core),
            }
        }
    }
}

/// The choices in the order in which they are shown.
fn picks(question: &hashrange_lesson::Question, play: &Play, (id, step): (&str, &str), core: &Core) -> Vec<Pick> {
    let is_over = play.phase() == Phase::Replied;
    let right = if is_over {
        play.right(&ServiceFigures(core))
    } else {
        Vec::new()
    };
    let pick = |place: usize| {
        let number = place + 1;
        Some(Pick {
            number,
            words: question.picks().get(place)?.words.shown(),
            picked: is_over && play.chosen() == Some(hashrange_lesson::To::Pick(number)),
            right: is_over.then(|| right.contains(&number)),
        })
    };
    question.order(id, step).into_iter().filter_map(pick).collect()
}

fn outcome(play: &Play, right: bool, core: &Core) -> Option<Predicted> {
    if play.phase() != Phase::Replied {
        return None;
    }
    let reply = play
        .reply(&ServiceFigures(core))
        .map(|words| figure_text(play, words, core))
        .unwrap_or_default();
    Some(Predicted { right, reply })
}

/// The goal of a step in its current state.
pub(crate) fn goal(play: &Play, core: &Core) -> Goal {
    let Some(goal) = play.step().and_then(hashrange_lesson::Step::goal) else {
        return Goal::default();
    };
    let judgement = play.clone().judge(&ServiceFigures(core));
    let met = play.is_met() || (play.is_touched() && judgement.is_met());
    let wanted = play.wanted(&ServiceFigures(core)).into_iter();
    let misses = judgement.misses.iter().filter(|_| play.is_touched() && !met);
    Goal {
        conditions: wanted
            .map(|one| GoalCondition {
                words: one.words,
                holds: one.holds,
                now: one.now,
            })
            .collect(),
        met,
        hint: figure_text(play, &goal.hint, core),
        done: if met {
            figure_text(play, &goal.done, core)
        } else {
            FigureText::new()
        },
        misses: misses.map(|words| figure_text(play, words, core)).collect(),
        solution: solution(play, goal, core),
        touched: play.is_touched(),
    }
}

fn solution(play: &Play, goal: &hashrange_lesson::Goal, core: &Core) -> Vec<(String, String)> {
    let acts = goal.solve.iter().filter_map(|act| match act {
        Act::Send { operation, body, .. } | Act::Pages { operation, body } => {
            Some((operation.name().to_owned(), body.clone()))
        }
        Act::Until(condition) => Some((String::new(), play.words_of(condition, &ServiceFigures(core)))),
        _ => None,
    });
    let turns = goal
        .solve_turn
        .iter()
        .map(|(name, value)| (name.clone(), value.to_string()));
    acts.chain(turns).collect()
}

fn ending(play: &Play, playing: &Playing, core: &Core) -> Ending {
    let lesson = play.lesson();
    let all = |list: &[(usize, Words)]| list.iter().map(|(_, words)| figure_text(play, words, core)).collect();
    let skipped = playing.skipped();
    let answers: Vec<bool> = playing
        .stops
        .iter()
        .filter(|stop| stop.play.place() >= skipped)
        .filter_map(|stop| was_right(&stop.screen))
        .collect();
    Ending {
        learned: all(&lesson.learned),
        tries: all(&lesson.tries),
        next: lesson.next.clone(),
        predicted: (answers.iter().filter(|right| **right).count(), answers.len()),
        skipped,
    }
}

/// Whether the learner was right, if the screen has a result.
fn was_right(screen: &Shown) -> Option<bool> {
    let Shown::Step(step) = screen else { return None };
    match &step.task {
        protocol::Task::Pick { outcome, .. } | protocol::Task::Number { outcome, .. } => {
            outcome.as_ref().map(|outcome| outcome.right)
        }
        _ => None,
    }
}

impl Playing {
    /// The lesson as a page shows it. The goal of the shown stop is evaluated again after a change.
    pub(crate) fn shown(&mut self, core: &Core, revision: u64) -> protocol::Lesson {
        let shown = self.screen_shown(core, revision);
        protocol::Lesson {
            id: self.lesson.id.clone(),
            title: self.lesson.title.shown(),
            course: self.lesson.course.title().to_owned(),
            promise: self.lesson.promise.shown(),
            language: self.language.clone(),
            steps: self.lesson.steps.len(),
            reached: self
                .stops
                .last()
                .map_or(0, |stop| (stop.play.place() + 1).min(self.lesson.steps.len())),
            shown,
            playing: self.playing,
            can_go_back: self.shown > 0 && !self.playing,
            can_go_on: self.can_go_on(),
            trouble: self.trouble.clone(),
        }
    }

    /// Keeps the requests of the learner at the shown stop, for a return to it.
    fn keep_sent(&mut self, sent: Sent) {
        let stop = self.stops.get_mut(self.shown);
        if let Some(Shown::Step(step)) = stop.map(|stop| &mut stop.screen) {
            step.sent = sent;
        }
    }

    fn screen_shown(&mut self, core: &Core, revision: u64) -> Shown {
        let Some(stop) = self.stops.get(self.shown) else {
            return Shown::Nothing;
        };
        let mut screen = stop.screen.clone();
        if let Shown::Step(step) = &mut screen
            && matches!(step.task, protocol::Task::Do(_) | protocol::Task::Drag { .. })
            && !self.playing
        {
            let now = match &self.judged {
                Some((of, goal)) if *of == revision => goal.clone(),
                _ => goal(self.play_shown(), core),
            };
            self.judged = Some((revision, now.clone()));
            if self.is_last() && now.met {
                let _ = self.play.judge(&ServiceFigures(core));
                self.note_goal(core.engine().now());
            }
            put_goal(&mut step.task, now, &self.turned);
            if self.is_last() {
                // The learner can create the table that the step is about.
                if let Some(current) = self.play.step() {
                    step.focus = focus(current, (&self.play, self), core);
                }
                step.sent = sent(&self.play, self, core);
                self.keep_sent(step.sent.clone());
            }
        }
        screen
    }
}

fn put_goal(task: &mut protocol::Task, now: Goal, turned: &[(String, u64)]) {
    match task {
        protocol::Task::Do(goal) => *goal = now,
        protocol::Task::Drag { turns, goal } => {
            *goal = now;
            for turn in turns {
                if let Some((_, value)) = turned.iter().find(|(name, _)| *name == turn.name) {
                    turn.value = *value;
                }
            }
        }
        _ => {}
    }
}

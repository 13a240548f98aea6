//! The lines of a step.
//!
//! Owns the rules for combining them. Must not know other steps.

use hashrange_values::real;

use super::sliders;
use crate::bounds::{MOST_CONDITIONS, Sums, held};
use crate::fault::cut;
use crate::nearest::nearest;
use crate::{
    Act, Claim, Condition, Expression, Fault, Goal, Kind, Miss, Pace, Part, Pick, Question, Reply, Step, Task, To,
    Turn, Turned, Within, Words, Wrong, act,
};

/// First words of the lines of a step, without acts.
pub(super) const WORDS: [&str; 19] = [
    "title",
    "show",
    "pace",
    "follow",
    "say",
    "claim",
    "ask",
    "ask-number",
    "pick",
    "answer",
    "when",
    "goal",
    "hint",
    "done",
    "solve",
    "near",
    "miss",
    "turn",
    "step",
];

/// A step so far.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) name: String,
    line: usize,
    title: Option<(usize, Words)>,
    show: Option<Vec<Part>>,
    pace: Option<Pace>,
    follow: Option<String>,
    say: Option<(usize, Words)>,
    claims: Vec<Claim>,
    before: Vec<Act>,
    after: Vec<Act>,
    ask: Option<(usize, Words, bool)>,
    picks: Vec<Pick>,
    answer: Option<(Expression, Within)>,
    replies: Vec<Reply>,
    goal: Goal,
    turns: Vec<Turn>,
    /// The request that the sliders change.
    turned: Option<Turned>,
    /// Whether one of its lines cannot be read. That line may contain a missing part.
    pub(super) broken: bool,
}

impl Draft {
    pub(super) fn new(line: usize, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            line,
            ..Self::default()
        }
    }

    /// Reads a line; `None` if its first word is not a word of a step.
    pub(super) fn line(&mut self, line: usize, word: &str, rest: &str, sums: &mut Sums) -> Option<Result<(), Wrong>> {
        if word == ">" && self.turns.iter().any(|turn| rest.contains(&turn.mark())) {
            let request = act::turned(rest, &self.turns, sums);
            return Some(request.and_then(|request| once(&mut self.turned, word, request)));
        }
        if let Some(acts) = act::read(word, rest, sums) {
            let list = if self.ask.is_some() {
                &mut self.after
            } else {
                &mut self.before
            };
            return Some(acts.map(|acts| list.extend(acts)));
        }
        Some(match word {
            "title" => Words::read(rest).and_then(|words| once(&mut self.title, word, (line, words))),
            "say" => Words::read(rest).and_then(|words| once(&mut self.say, word, (line, words))),
            "show" => parts(rest).and_then(|parts| once(&mut self.show, word, parts)),
            "pace" => pace(rest).and_then(|pace| once(&mut self.pace, word, pace)),
            "follow" => once(&mut self.follow, word, rest.trim_matches('"').to_owned()),
            "claim" => claim(line, rest).map(|claim| self.claims.push(claim)),
            "ask" | "ask-number" | "pick" | "answer" | "when" => self.question(line, word, rest),
            "goal" | "hint" | "done" | "miss" => self.goal(line, word, rest),
            "solve" | "near" => self.attempt(word, rest, sums),
            "turn" => sliders::turn(line, rest).map(|turn| self.turns.push(turn)),
            _ => return None,
        })
    }

    fn question(&mut self, line: usize, word: &str, rest: &str) -> Result<(), Wrong> {
        match word {
            "ask" | "ask-number" => once(&mut self.ask, word, (line, Words::read(rest)?, word == "ask-number")),
            "pick" => {
                let (words, right) = match rest.split_once(" | ") {
                    Some((words, right)) => (words, Some(Condition::read(right)?)),
                    None => (rest, None),
                };
                self.picks.push(Pick {
                    line,
                    words: Words::read(words)?,
                    right,
                });
                Ok(())
            }
            "answer" => {
                let (sum, within) = rest.split_once(" within ").unwrap_or((rest, "0"));
                let (number, percent) = within
                    .trim()
                    .strip_suffix('%')
                    .map_or((within, false), |number| (number, true));
                let form = Wrong::Form {
                    word: "answer",
                    form: "answer <figure> within 50 (or 10%)",
                };
                let number = real(number.trim()).ok_or(form)?;
                let within = if percent {
                    Within::Percent(number)
                } else {
                    Within::Count(number)
                };
                once(&mut self.answer, word, (Expression::read(sum)?, within))
            }
            _ => {
                let form = Wrong::Form {
                    word: "when",
                    form: "when 1 | reply (or when right|low|high | reply)",
                };
                let (to_words, words) = rest.split_once(" | ").ok_or_else(|| form.clone())?;
                let to = match to_words.trim() {
                    "right" => To::Right,
                    "low" => To::Low,
                    "high" => To::High,
                    number => To::Pick(number.parse().map_err(|_| form)?),
                };
                if self.replies.iter().any(|reply| reply.to == to) {
                    return Err(Wrong::Twice {
                        word: format!("when {}", to_words.trim()),
                    });
                }
                self.replies.push(Reply {
                    line,
                    to,
                    words: Words::read(words)?,
                });
                Ok(())
            }
        }
    }

    fn goal(&mut self, line: usize, word: &str, rest: &str) -> Result<(), Wrong> {
        match word {
            "goal" => {
                if self.goal.line == 0 {
                    self.goal.line = line;
                }
                for words in rest.split(" ; ") {
                    self.room_for_condition()?;
                    self.goal
                        .conditions
                        .push((words.trim().to_owned(), Condition::read(words)?));
                }
            }
            "hint" if self.goal.hint.is_empty() => self.goal.hint = Words::read(rest)?,
            "done" if self.goal.done.is_empty() => self.goal.done = Words::read(rest)?,
            "miss" => {
                let form = Wrong::Form {
                    word: "miss",
                    form: "miss <condition> | what would have to be true",
                };
                let (when, words) = rest.split_once(" | ").ok_or(form)?;
                self.room_for_condition()?;
                self.goal.misses.push(Miss {
                    line,
                    when: Condition::read(when)?,
                    words: Words::read(words)?,
                });
            }
            _ => return Err(Wrong::Twice { word: word.to_owned() }),
        }
        Ok(())
    }

    /// Checks that the step may have another `goal` condition or `miss` line.
    fn room_for_condition(&self) -> Result<(), Wrong> {
        let found = self.goal.conditions.len() + self.goal.misses.len() + 1;
        held("`goal` and `miss` conditions of a step", found as u64, MOST_CONDITIONS)
    }

    fn attempt(&mut self, word: &str, rest: &str, sums: &mut Sums) -> Result<(), Wrong> {
        let is_solve = word == "solve";
        let (first, tail) = rest.split_once(' ').unwrap_or((rest, ""));
        if let Some(acts) = act::read(first, tail.trim(), sums) {
            let list = if is_solve {
                &mut self.goal.solve
            } else {
                &mut self.goal.near
            };
            list.extend(acts?);
            return Ok(());
        }
        let form = Wrong::Form {
            word: if is_solve { "solve" } else { "near" },
            form: "solve > Query {…} (or near; any line that makes something happen), or solve suffixes=10 with `turn`",
        };
        let values = rest.split(' ').map(|one| {
            let (name, value) = one.split_once('=')?;
            Some((name.to_owned(), value.parse().ok()?))
        });
        let values = values.collect::<Option<Vec<_>>>().ok_or(form)?;
        let list = if is_solve {
            &mut self.goal.solve_turn
        } else {
            &mut self.goal.near_turn
        };
        list.extend(values);
        Ok(())
    }

    /// The step, if its lines go together.
    pub(super) fn finish(mut self) -> Result<Step, Vec<Fault>> {
        let mut faults = Vec::new();
        if self.title.is_none() {
            faults.push(self.missing("the title of this step", "title Scattered by hash"));
        }
        if self.say.is_none() {
            faults.push(self.missing("what this step says", "say The table has {items = 4} items."));
        }
        if self.show.is_none() {
            faults.push(self.missing("what is on stage in this step", "show partitions, result"));
        }
        let task = self.task().unwrap_or_else(|fault| {
            faults.push(fault);
            Task::Watch
        });
        match (self.title, self.say, self.show) {
            (Some(title), Some(say), Some(show)) if faults.is_empty() => Ok(Step {
                line: self.line,
                name: self.name,
                show,
                pace: self.pace,
                follow: self.follow,
                title,
                say,
                claims: self.claims,
                before: self.before,
                after: self.after,
                task,
            }),
            _ if self.broken => Err(Vec::new()),
            _ => Err(faults),
        }
    }

    fn missing(&self, what: &'static str, example: &'static str) -> Fault {
        Fault {
            line: self.line,
            wrong: Wrong::Missing { what, example },
        }
    }

    fn task(&mut self) -> Result<Task, Fault> {
        let goal = std::mem::take(&mut self.goal);
        let has_goal = !goal.conditions.is_empty();
        if let Some((line, ask, by_number)) = self.ask.take() {
            if has_goal || !self.turns.is_empty() {
                let wrong = Wrong::TwoTasks { word: "ask".to_owned() };
                return Err(Fault { line, wrong });
            }
            let kind = if by_number { self.number()? } else { self.choice()? };
            return Ok(Task::Predict(Question {
                line,
                ask,
                kind,
                replies: std::mem::take(&mut self.replies),
            }));
        }
        if !self.picks.is_empty() || !self.replies.is_empty() || self.answer.is_some() {
            return Err(self.missing("the question", "ask How many partitions does it ask?"));
        }
        if self.turns.is_empty() {
            if has_goal {
                return Ok(Task::Do(goal));
            }
            let idle = goal.solve.is_empty() && goal.near.is_empty() && goal.hint.is_empty() && goal.misses.is_empty();
            return if idle {
                Ok(Task::Watch)
            } else {
                Err(self.missing("the goal", "goal throttled = 0"))
            };
        }
        if !has_goal {
            return Err(self.missing("the goal", "goal throttled = 0"));
        }
        self.drag(goal)
    }

    /// The answer to a question for a number.
    fn number(&mut self) -> Result<Kind, Fault> {
        match self.answer.take() {
            Some((answer, within)) => Ok(Kind::Number { answer, within }),
            None => Err(self.missing("what the run reports", "answer throttled within 10%")),
        }
    }

    /// The picks. Each pick needs a rule for being right.
    fn choice(&mut self) -> Result<Kind, Fault> {
        let picks = std::mem::take(&mut self.picks);
        if picks.len() < 2 || picks.len() > 5 {
            return Err(self.missing("two to five picks", "pick {throttled = 200} of them"));
        }
        let answer = self.answer.take().map(|(answer, _)| answer);
        let has_reason =
            |pick: &Pick| pick.right.is_some() || (answer.is_some() && pick.words.figures().next().is_some());
        if let Some(pick) = picks.iter().find(|pick| !has_reason(pick)) {
            return Err(Fault {
                line: pick.line,
                wrong: Wrong::Missing {
                    what: "when this pick is right (a figure in braces and an `answer` line, or a condition)",
                    example: "pick In one partition | asked = 1",
                },
            });
        }
        Ok(Kind::Picks { picks, answer })
    }

    fn drag(&mut self, goal: Goal) -> Result<Task, Fault> {
        let turns = std::mem::take(&mut self.turns);
        let turned = self.turned.take().or_else(|| sliders::take_last_load(&mut self.before));
        let turned = turned.ok_or_else(|| {
            self.missing(
                "the load that is turned",
                "load rate=100 seconds=5 table=T partition=K keys=a:1",
            )
        })?;
        sliders::task(turns, &turned, goal)
    }
}

fn once<T>(held: &mut Option<T>, word: &str, value: T) -> Result<(), Wrong> {
    if held.is_some() {
        return Err(Wrong::Twice { word: word.to_owned() });
    }
    *held = Some(value);
    Ok(())
}

fn parts(rest: &str) -> Result<Vec<Part>, Wrong> {
    let part = |words: &str| {
        let words = words.trim();
        Part::read(words).ok_or_else(|| {
            let word = words.split(' ').next().unwrap_or_default();
            let near = match Part::WORDS.iter().find(|(known, _)| *known == word) {
                Some((known, "")) => Some((*known).to_owned()),
                Some((known, of)) => Some(format!("{known} {of}")),
                None => nearest(word, Part::WORDS.iter().map(|(known, _)| *known)),
            };
            Wrong::Part { name: cut(words), near }
        })
    };
    rest.split(',').map(part).collect()
}

fn pace(rest: &str) -> Result<Pace, Wrong> {
    let (of, over) = rest.split_once('/').unwrap_or((rest, "1"));
    match (of.trim().parse(), over.trim().parse()) {
        (Ok(of), Ok(over)) if of > 0 && over > 0 => Ok(Pace { of, over }),
        _ => Err(Wrong::Form {
            word: "pace",
            form: "pace 1/20 (twenty times slower), or pace 60",
        }),
    }
}

fn claim(line: usize, rest: &str) -> Result<Claim, Wrong> {
    let form = Wrong::Form {
        word: "claim",
        form: "claim key-008, key-009 | throttled = 200",
    };
    let (ids, written) = rest.split_once(" | ").ok_or(form)?;
    let ids = ids
        .split([',', ' '])
        .filter(|id| !id.is_empty())
        .map(str::to_owned)
        .collect();
    Ok(Claim {
        line,
        ids,
        written: written.trim().to_owned(),
        then: Condition::read(written)?,
    })
}

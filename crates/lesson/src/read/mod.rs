//! Reads a lesson's file: one element per line, `#` for comments.
//!
//! Owns the head and the ending, and reports every error with its line. Must not know what a lesson teaches.

mod begin;
mod sliders;
mod step;

use crate::bounds::{MOST_BYTES, MOST_FAULTS, MOST_SETTINGS, MOST_STEPS, Sums, held};
use crate::fault::cut;
use crate::nearest::nearest;
use crate::{Course, Fault, Lesson, Setting, Words, Wrong, act};
use begin::Begin;
use step::Draft;

/// First words of the head and the ending.
const HEAD: [&str; 9] = [
    "lesson", "course", "minutes", "needs", "promise", "setting", "learned", "try", "next",
];

/// Reads a lesson.
///
/// # Errors
/// Everything that is wrong, in the order of lines; of a file with more than `MOST_FAULTS` faults, the first ones.
pub fn read(text: &str) -> Result<Lesson, Vec<Fault>> {
    let mut reader = Reader::default();
    if text.len() > MOST_BYTES {
        let wrong = Wrong::TooMuch {
            what: "bytes in a file",
            found: text.len() as u64,
            most: MOST_BYTES as u64,
        };
        return Err(vec![Fault { line: 1, wrong }]);
    }
    for (line, words) in text.lines().zip(1..).map(|(words, line)| (line, words.trim_end())) {
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        if let Err(wrong) = reader.line(line, words) {
            reader.note(line, words, wrong);
            if reader.faults.len() == MOST_FAULTS {
                return Err(reader.faults);
            }
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    head: Head,
    begin: Begin,
    steps: Vec<Draft>,
    sums: Sums,
    faults: Vec<Fault>,
}

/// The head and the ending so far.
#[derive(Default)]
struct Head {
    id: Option<String>,
    course: Option<Course>,
    title: Option<Words>,
    minutes: Option<u32>,
    needs: Vec<String>,
    promise: Option<Words>,
    settings: Vec<Setting>,
    learned: Vec<(usize, Words)>,
    tries: Vec<(usize, Words)>,
    next: Option<String>,
    lines: Vec<(&'static str, usize)>,
}

impl Reader {
    /// Notes an error once, at its line. The lines after a broken `step` line belong to the step that it begins.
    fn note(&mut self, line: usize, words: &str, wrong: Wrong) {
        let begins = words.split(' ').next() == Some("step")
            || matches!(&wrong, Wrong::Word { near: Some(near), .. } if near == "step");
        if begins {
            self.steps.push(Draft::new(line, ""));
        }
        self.faults.push(Fault { line, wrong });
        if let Some(step) = self.steps.last_mut() {
            step.broken = true;
        }
    }

    fn line(&mut self, line: usize, words: &str) -> Result<(), Wrong> {
        let (word, rest) = words
            .split_once(' ')
            .map_or((words, ""), |(word, rest)| (word, rest.trim()));
        if word == "step" {
            return self.step(line, rest);
        }
        // Within a step a setting is an act.
        let is_act = word == "setting" && !self.steps.is_empty();
        if let Some(word) = HEAD.into_iter().find(|known| *known == word && !is_act) {
            return self.head.line(line, word, rest);
        }
        match self.steps.last_mut() {
            Some(step) => {
                if begin::WORDS.contains(&word) {
                    return Err(Wrong::InsideStep { word: word.to_owned() });
                }
                match step.line(line, word, rest, &mut self.sums) {
                    Some(read) => read,
                    None => Err(unknown(word)),
                }
            }
            None if word == "title" => {
                self.head.lines.push(("title", line));
                once(&mut self.head.title, word, Words::read(rest)?)
            }
            None if begin::WORDS.contains(&word) => self.begin.line(word, words, &mut self.sums),
            None => match act::read(word, rest, &mut self.sums) {
                Some(acts) => acts.map(|acts| self.begin.more.extend(acts)),
                None if step::WORDS.contains(&word) => Err(Wrong::OutsideStep { word: word.to_owned() }),
                None => Err(unknown(word)),
            },
        }
    }

    fn step(&mut self, line: usize, name: &str) -> Result<(), Wrong> {
        if name.is_empty() {
            return Err(Wrong::Form {
                word: "step",
                form: "step <name>",
            });
        }
        if self.steps.iter().any(|step| step.name == name) {
            return Err(Wrong::SameStep { name: cut(name) });
        }
        if self.steps.len() == MOST_STEPS {
            let found = self.steps.len() as u64 + 1;
            return Err(Wrong::TooMuch {
                what: "steps",
                found,
                most: MOST_STEPS as u64,
            });
        }
        self.steps.push(Draft::new(line, name));
        Ok(())
    }

    fn finish(mut self) -> Result<Lesson, Vec<Fault>> {
        let (mut steps, has_steps) = (Vec::new(), !self.steps.is_empty());
        for draft in std::mem::take(&mut self.steps) {
            match draft.finish() {
                Ok(step) => steps.push(step),
                Err(faults) => self.faults.extend(faults),
            }
        }
        let Head {
            id,
            course,
            title,
            minutes,
            needs,
            promise,
            settings,
            learned,
            tries,
            next,
            lines,
        } = self.head;
        self.faults.extend(missing(&self.faults, &lines, has_steps));
        let (table, making) = self.begin.finish();
        match (id, course, title, minutes, promise) {
            (Some(id), Some(course), Some(title), Some(minutes), Some(promise)) if self.faults.is_empty() => {
                Ok(Lesson {
                    id,
                    course,
                    title,
                    minutes,
                    needs,
                    promise,
                    settings,
                    table,
                    making,
                    steps,
                    learned,
                    tries,
                    next,
                    lines,
                })
            }
            _ => {
                hashrange_values::sort_by(&mut self.faults, |one, other| one.line.cmp(&other.line));
                Err(self.faults)
            }
        }
    }
}

impl Head {
    fn line(&mut self, line: usize, word: &'static str, rest: &str) -> Result<(), Wrong> {
        self.lines.push((word, line));
        match word {
            "lesson" => once(&mut self.id, word, name(rest)?),
            "course" => {
                let form = Wrong::Form {
                    word: "course",
                    form: "course keys|lsi|gsi|ttl|managing",
                };
                once(&mut self.course, word, Course::read(rest).ok_or(form)?)
            }
            "minutes" => {
                let minutes = rest.parse().ok().filter(|minutes| (1..=60).contains(minutes));
                once(
                    &mut self.minutes,
                    word,
                    minutes.ok_or(Wrong::Form {
                        word: "minutes",
                        form: "minutes 6",
                    })?,
                )
            }
            "promise" => once(&mut self.promise, word, Words::read(rest)?),
            "next" => once(&mut self.next, word, name(rest)?),
            "needs" => {
                self.needs
                    .extend(rest.split([',', ' ']).filter(|one| !one.is_empty()).map(str::to_owned));
                Ok(())
            }
            "setting" => {
                let form = Wrong::Form {
                    word: "setting",
                    form: "setting <name> <value>",
                };
                let (name, value) = rest.split_once(' ').ok_or(form)?;
                held("`setting` lines", self.settings.len() as u64 + 1, MOST_SETTINGS)?;
                self.settings.push(Setting {
                    line,
                    name: name.to_owned(),
                    value: value.trim().to_owned(),
                });
                Ok(())
            }
            "learned" => {
                self.learned.push((line, Words::read(rest)?));
                Ok(())
            }
            _ => {
                self.tries.push((line, Words::read(rest)?));
                Ok(())
            }
        }
    }
}

/// A name that a link can contain.
fn name(words: &str) -> Result<String, Wrong> {
    let fits = !words.is_empty()
        && words.len() <= 60
        && words
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let form = Wrong::Form {
        word: "lesson",
        form: "lesson keys-1 (small letters, digits and hyphens)",
    };
    if fits { Ok(words.to_owned()) } else { Err(form) }
}

fn once<T>(held: &mut Option<T>, word: &str, value: T) -> Result<(), Wrong> {
    if held.is_some() {
        return Err(Wrong::Twice { word: word.to_owned() });
    }
    *held = Some(value);
    Ok(())
}

/// The missing parts of a file. A part whose line is unreadable or misspelt is reported already.
fn missing(faults: &[Fault], lines: &[(&'static str, usize)], has_steps: bool) -> Vec<Fault> {
    let unknown: Vec<String> = faults.iter().filter_map(|fault| unknown_in(&fault.wrong)).collect();
    let misspelt = |known: &str| {
        unknown
            .iter()
            .any(|word| nearest(word, std::iter::once(known)).is_some())
    };
    let parts = [
        ("lesson", "the lesson's name", "lesson keys-1"),
        ("course", "the course", "course keys"),
        ("title", "the title", "title A key decides where an item goes"),
        ("minutes", "how long it takes", "minutes 6"),
        ("promise", "what it shows", "promise One sentence."),
    ];
    let is_missing = |word: &str| !lines.iter().any(|(known, _)| *known == word) && !misspelt(word);
    let of_head = parts.into_iter().filter(|(word, ..)| is_missing(word));
    let step = (!has_steps).then_some(("step", "a step", "step hash"));
    let fault = |(_, what, example)| Fault {
        line: 1,
        wrong: Wrong::Missing { what, example },
    };
    step.into_iter().chain(of_head).map(fault).collect()
}

/// The unknown first word of a line.
fn unknown_in(wrong: &Wrong) -> Option<String> {
    match wrong {
        Wrong::Word { word, .. } => Some(word.clone()),
        _ => None,
    }
}

fn unknown(word: &str) -> Wrong {
    let known = HEAD
        .into_iter()
        .chain(begin::WORDS)
        .chain(step::WORDS)
        .chain(act::WORDS);
    Wrong::Word {
        word: word.chars().take(40).collect(),
        near: nearest(word, known.chain(["step"])),
    }
}

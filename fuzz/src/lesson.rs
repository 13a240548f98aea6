//! Lesson files and translations: what a file may cause is bounded, and a file that can be read can be played to its end.

use std::sync::Arc;

use hashrange_lesson::{Attempt, Lesson, MOST_FAULTS, Move, Play, Service, lint, read, read_translation};
use hashrange_time::Timestamp;
use hashrange_workload::Figure;

/// Maximum number of moves of a play: the bounds of requests and of checks, each with the time that it waits.
const MOST_MOVES: usize = 250_000;
/// Maximum bytes of an error. It quotes only the start of what is wrong.
const MOST_WORDS: usize = 4_000;

/// The first byte selects the kind of file, and the rest is the file.
pub fn lesson(data: &[u8]) {
    let Some((choice, text)) = crate::choice_of_text(data) else {
        return;
    };
    let faults = if choice % 2 == 0 {
        read(text).map(|lesson| play(&Arc::new(lesson))).err()
    } else {
        read_translation(text).err().map(|faults| faults.into_iter().collect())
    };
    let Some(faults) = faults else { return };
    assert!(
        !faults.is_empty() && faults.len() <= MOST_FAULTS + 10,
        "{}",
        faults.len()
    );
    assert!(faults.iter().all(|fault| fault.wrong.to_string().len() <= MOST_WORDS));
}

/// A service that knows no figure.
struct Empty(Timestamp);

impl Service for Empty {
    fn figure(&self, _: &str, _: &Figure) -> String {
        String::new()
    }

    fn now(&self) -> Timestamp {
        self.0
    }
}

/// Plays a lesson, and counts the moves. Every request has an empty answer.
pub(crate) fn play(lesson: &Arc<Lesson>) {
    let _ = lint(lesson);
    let start = Timestamp::from_seconds(1_571_820_000);
    let (mut service, mut play) = (Empty(start), Play::new(Arc::clone(lesson), start));
    let mut attempted = None;
    for moves in 0.. {
        assert!(moves <= MOST_MOVES, "the lesson does not end");
        match play.next(&service) {
            Move::Wait(to) => service.0 = service.0.max(to),
            Move::Send { operation, .. } => {
                let _ = play.answered(operation, None, "{}");
            }
            Move::Load { plan, .. } => {
                service.0 += plan.span;
                play.passed(service.0);
            }
            Move::Set { .. } | Move::Back(_) => {}
            Move::Stop if play.pick(1) || play.say(0.0) || play.go_on() => {}
            Move::Stop if attempted != Some(play.place()) => {
                attempted = Some(play.place());
                play.attempt(Attempt::Solve);
            }
            Move::Stop | Move::End => return,
        }
    }
}

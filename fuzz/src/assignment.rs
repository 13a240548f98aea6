//! Assignments as links, and hand-ins: bounded before anything runs, and judged in a bounded number of slices.

use hashrange_assignment::{Assignment, HandIn, InsightObserver, Judging, LessonResult, handed_out, received};
use hashrange_endpoint::{Observer, Settings};
use hashrange_engine::Engine;
use hashrange_insight::Insight;

/// The assignment that hand-ins are judged against.
const TEXT: &str = include_str!("../../tests/tests/lessons/assignment.txt");
/// Maximum number of slices of the judge for an input of a fuzzer, each with a few hundred steps of work.
const MOST_SLICES: usize = 200_000;

/// An observer that collects figures only.
#[derive(Clone, Debug, Default)]
struct Seen(Insight);

impl Observer for Seen {
    fn observe(&mut self, engine: &Engine) {
        self.0.observe(engine);
    }
}

impl InsightObserver for Seen {
    fn insight(&self) -> &Insight {
        &self.0
    }
}

/// The first byte selects the case: the rest is the text of a link, or a text that gets a link.
pub fn assignment(data: &[u8]) {
    let Some((choice, text)) = crate::choice_of_text(data) else {
        return;
    };
    let link = if choice % 2 == 0 {
        text.to_owned()
    } else {
        let Ok(link) = handed_out(text) else { return };
        link
    };
    let Ok(text) = received(&link) else { return };
    let assignment = Assignment::read(&text).expect("what was received is an assignment");
    assert_eq!(
        received(&handed_out(&text).expect("a link")).as_deref(),
        Ok(text.as_str())
    );
    crate::lesson::play(assignment.lesson());
}

/// The first byte selects the case: the rest is a file, or a journal that gets the file around it. The bytes can also be
/// the result of a lesson.
pub fn hand_in(data: &[u8]) {
    if let Ok(result) = LessonResult::read(data) {
        assert_eq!(LessonResult::read(result.to_text().as_bytes()), Ok(result));
    }
    let assignment = Assignment::read(TEXT).expect("an assignment");
    let hand_in = match crate::choice(data) {
        Some((choice, file)) if choice % 2 == 0 => HandIn::from_bytes(file).ok(),
        Some((_, journal)) => Some(HandIn {
            learner: "Kim".to_owned(),
            lesson: "orders-1".to_owned(),
            mark: assignment.mark(),
            journal: journal.to_vec(),
        }),
        None => None,
    };
    let Some(hand_in) = hand_in else { return };
    assert_eq!(HandIn::from_bytes(&hand_in.to_bytes()), Ok(hand_in.clone()));
    let settings = Settings::of_preset("classroom").expect("a preset");
    let mut judging = Judging::<Seen>::new(&assignment, &settings, &hand_in);
    let mut slices = 0;
    while judging.go_on().is_none() {
        slices += 1;
        assert!(slices <= MOST_SLICES, "the judge does not end");
    }
}

//! Makes the page follow the step of a lesson. It shows the step's table, the part of the stage that the step names
//! first, and the views of other parts.
//!
//! The reader's own choice stays until the next stop. Must not know how the stage draws.

use hashrange_protocol::{Focus, Lesson, Part, Stage, Task};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_words::t;
use leptos::prelude::*;

use super::learner::{LearnerState, step};
use crate::components::{Button, When};
use crate::effect::effect;
use crate::memo::Memo;
use crate::preferences::{LiveCard, Preferences};
use crate::session::{Selection, Tab, use_selection};
use crate::stage::{Subject, facts};
use crate::views::stage::{StageContext, use_stage};

/// A stop of a lesson: its step, and whether its question was answered.
#[derive(Clone, Debug, Default, PartialEq)]
struct Stop {
    lesson: String,
    number: usize,
    is_over: bool,
    focus: Focus,
}

impl Stop {
    fn of(lesson: &Lesson) -> Option<Self> {
        let step = step(lesson)?;
        let is_over = match &step.task {
            Task::Pick { outcome, .. } | Task::Number { outcome, .. } => outcome.is_some(),
            Task::Watch | Task::Do(_) | Task::Drag { .. } => false,
        };
        Some(Self {
            lesson: lesson.id.clone(),
            number: step.number,
            is_over,
            focus: step.focus.clone(),
        })
    }
}

/// Follows the lesson in front while the page exists.
pub fn follow_focus(learner: LearnerState) {
    let (selection, stage) = (use_selection(), use_stage());
    let stop = learner.part(|lesson| Some(Stop::of(lesson)));
    choose_table(learner, selection, stop);
    let front = learner.session.workspace();
    let of_step = |stop: &Stop| (stop.focus.parts.clone(), stop.focus.began);
    let shown = Memo::new(move |_| match stop.with(|stop| stop.as_ref().map(of_step)) {
        Some(shown) => shown,
        // Its picture fits a phone, as that of a lesson does.
        None if front.get().is_welcome() => (vec![Part::Partitions], Timestamp::EPOCH),
        None => Default::default(),
    });
    effect(move || stage.show(shown.get()));
    choose_part(learner, stage, stop);
    effect(move || {
        let first = stop.with(|stop| stop.as_ref().and_then(|stop| stop.focus.parts.first().cloned()));
        let shows_capacity = stop.with(|stop| {
            stop.as_ref()
                .is_some_and(|stop| stop.focus.parts.contains(&Part::Capacity))
        });
        if first == Some(Part::Collections) {
            selection.tab.set(Tab::Collections);
        }
        if shows_capacity {
            Preferences::open(LiveCard::Capacity).set(true);
        }
    });
}

/// The button that follows a request with the step's key on the stage, when there is one.
#[component]
pub fn FollowButton(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let stage = use_stage();
    let key = learner.of_step(|step| step.focus.follow.clone());
    let found = Memo::new(move |_| {
        let key = key.get();
        let is_of = |of: &Text| **of == *key;
        let find = |stage: &Stage| {
            stage
                .passing
                .iter()
                .rfind(|one| one.key.as_ref().is_some_and(is_of))
                .map(|one| one.number)
        };
        stage.with(find).flatten().filter(|_| !key.is_empty())
    });
    let follow = move |()| {
        if let Some(number) = found.get_untracked() {
            stage.chosen.set(Some(Subject::Request(number)));
        }
    };
    let is_found = Memo::new(move |_| found.with(Option::is_some));
    view! {
        <When holds=move || is_found.get()>
            <Button on_press=follow>{move || t!("Follow a request of {key}", key = key.get())}</Button>
        </When>
    }
}

/// Selects the step's table when it exists.
fn choose_table(learner: LearnerState, selection: Selection, stop: Memo<Option<Stop>>) {
    let table = Memo::new(move |_| stop.with(|stop| stop.as_ref().map(|stop| (stop.number, stop.focus.table.clone()))));
    let there = Memo::new(move |_| {
        let tables = learner.session.known_tables()?;
        let (_, name) = table.get()?;
        Some(tables.iter().any(|table| table.table_name == name))
    });
    effect(move || {
        if let Some((_, name)) = table.get().filter(|_| there.get() == Some(true))
            && selection.table.with_untracked(|chosen| chosen.as_ref() != Some(&name))
        {
            selection.choose(&name, None);
        }
    });
}

/// Selects the part that the step names first. For partitions, selects the throttling one when there is one. For the
/// result, selects the latest request.
fn choose_part(learner: LearnerState, stage: StageContext, stop: Memo<Option<Stop>>) {
    let is_local = move |focus: &Focus, index: &str| {
        let table = learner.session.table(&focus.table);
        table.is_some_and(|table| table.local_secondary_indexes.iter().any(|one| one.index_name == index))
    };
    let playing = learner.part(|lesson| Some(lesson.playing));
    let of_part = Memo::new(move |_| {
        stop.with(|stop| {
            let stop = stop.as_ref()?;
            let part = subject(&stop.focus, |index| is_local(&stop.focus, index));
            Some((stop.clone(), part))
        })
    });
    // The first partition that throttles in a step stays selected.
    let refusing = Memo::new(move |before: Option<&Option<(Stop, Subject)>>| {
        let stop = stop.get()?;
        if stop.focus.parts.first() != Some(&Part::Partitions) {
            return None;
        }
        let stays = before.and_then(|before| before.clone()).filter(|(of, _)| *of == stop);
        stays.or_else(|| Some((stop, stage.with(facts::refusing).flatten()?)))
    });
    let newest = Memo::new(move |before: Option<&Option<u64>>| {
        let shows = stop.with(|stop| stop.as_ref()?.focus.parts.first().cloned()) == Some(Part::Result);
        if !shows || playing.get() || !learner.session.is_settled().get() {
            return before.copied().flatten().filter(|_| shows);
        }
        stage
            .with(|stage| stage.passing.last().map(|passing| passing.number))
            .flatten()
    });
    effect(move || {
        let Some((stop, part)) = of_part.get() else { return };
        let part = refusing
            .get()
            .map(|(_, subject)| subject)
            .or_else(|| newest.get().map(Subject::Request))
            .or(part);
        match part {
            Some(part) => stage.expect(&stop.focus.table, part),
            None => stage.chosen.set(None),
        }
    });
}

/// The subject of the part that a step names first. `None` if the stage has no such part.
fn subject(focus: &Focus, is_local: impl Fn(&str) -> bool) -> Option<Subject> {
    let of_index = |name: &String| {
        // Entries of a local index are drawn with the items of the table.
        if is_local(name) {
            Subject::Table
        } else {
            Subject::Index(Text::from(name.as_str()))
        }
    };
    Some(match focus.parts.first()? {
        Part::Table | Part::Partitions | Part::Followers | Part::Collections => Subject::Table,
        Part::Index(name) | Part::Build(name) | Part::Entry(name, _) => of_index(name),
        Part::Partition(_) | Part::Key(_) => match focus.partitions.first().copied().flatten() {
            Some(number) => Subject::Partition { index: None, number },
            None => Subject::Table,
        },
        Part::Pipe(name) => Subject::Pipe(Text::from(name.as_str())),
        Part::Stream | Part::Record => Subject::Stream,
        Part::Expiry => Subject::Expiry,
        Part::Dax => Subject::Accelerator,
        Part::Capacity => Subject::Requests,
        Part::Tray => focus.parts.iter().find_map(|part| match part {
            Part::Index(name) | Part::Build(name) => Some(Subject::Tray(Text::from(name.as_str()))),
            _ => None,
        })?,
        Part::Result => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[Part], partitions: &[Option<u32>]) -> Option<Subject> {
        let focus = Focus {
            parts: parts.to_vec(),
            partitions: partitions.to_vec(),
            ..Focus::default()
        };
        subject(&focus, |index| index == "Local")
    }

    #[test]
    fn the_first_part_of_a_step_is_chosen_on_the_stage() {
        let key = Part::Partition("121212".to_owned());
        let third = Subject::Partition { index: None, number: 3 };
        assert_eq!(shown(&[key.clone(), Part::Capacity], &[Some(3), None]), Some(third));
        assert_eq!(shown(&[key], &[None]), Some(Subject::Table));
        let index = |name: &str| Part::Index(name.to_owned());
        assert_eq!(
            shown(&[index("ByCity")], &[None]),
            Some(Subject::Index(Text::from("ByCity")))
        );
        assert_eq!(shown(&[index("Local")], &[None]), Some(Subject::Table));
        assert_eq!(
            shown(&[Part::Tray, index("ByCity")], &[]),
            Some(Subject::Tray(Text::from("ByCity")))
        );
        assert_eq!([shown(&[Part::Result], &[]), shown(&[], &[])], [None, None]);
    }
}

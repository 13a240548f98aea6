//! The requests of a step. The reader chooses the one that the stage shows, so that a refusal, another table or an earlier
//! page of a Scan can be looked at.
//!
//! Must not know how the stage draws a request.

use hashrange_protocol::SentGroup;
use leptos::prelude::*;

use super::learner::LearnerState;
use crate::components::When;
use crate::session::use_selection;
use crate::stage::{Subject, words};
use crate::state::figures::{count, units};
use crate::views::stage::use_stage;

/// The list. It is absent in a step that sent nothing.
#[component]
pub fn StepRequests(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let sent = learner.of_step(|step| Some(step.sent.clone()));
    let is_any = move || sent.with(|sent| !sent.is_empty());
    let list = move || sent.get().into_iter().map(line).collect_view();
    view! {
        <When holds=is_any>
            <div class="lesson-sent">
                <h4 id="lesson-sent">"Requests of this step"</h4>
                <ol aria-labelledby="lesson-sent">{list}</ol>
            </div>
        </When>
    }
}

/// A group. The stage can show its latest request if the service read it.
fn line(group: SentGroup) -> impl IntoView {
    let (selection, stage) = (use_selection(), use_stage());
    let (name, result) = reported(&group);
    let (number, table, is_refused) = (group.number, group.table, group.refused.is_some());
    let is_unread = number.is_none() || table.is_empty();
    let shown = move || {
        number.is_some()
            && stage
                .with(|stage| stage.answer.as_ref().map(|one| one.number))
                .flatten()
                == number
    };
    let choose = move |_| {
        let Some(number) = number else { return };
        if selection.table.with_untracked(|shown| shown.as_ref() != Some(&table)) {
            selection.choose(&table, None);
        }
        stage.dismissed.set(None);
        stage.expect(&table, Subject::Request(number));
    };
    view! {
        <li>
            <button
                type="button"
                class:lesson-refused=is_refused
                aria-pressed=move || shown().to_string()
                prop:disabled=is_unread
                on:click=choose
            >
                <span>{name}</span>
                " "
                <span>{result}</span>
            </button>
        </li>
    }
}

/// The name and the result of a group: `2 × Scan Thread`, `5 items, 500 RCU`.
fn reported(group: &SentGroup) -> (String, String) {
    let times = if group.times > 1 {
        format!("{} × ", count(group.times.into()))
    } else {
        String::new()
    };
    let index = group
        .index
        .as_ref()
        .map(|index| format!(" {index}"))
        .unwrap_or_default();
    let name = format!("{times}{} {}{index}", group.operation.name(), group.table);
    let result = match (&group.refused, group.returned) {
        (Some(exception), _) => format!("× {exception}"),
        (None, Some(returned)) => format!("{}, {} RCU", words::items(returned), units(group.units)),
        (None, None) if group.units.is_zero() => "succeeded".to_owned(),
        (None, None) => format!("{} WCU", units(group.units)),
    };
    (name, result)
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::Units;
    use hashrange_wire::Operation;

    use super::*;

    #[test]
    fn a_group_is_named_with_its_sums_or_its_exception() {
        let scan = SentGroup {
            operation: Operation::Scan,
            table: "Thread".to_owned(),
            index: None,
            refused: None,
            times: 2,
            returned: Some(5),
            units: Units::whole(500),
            number: Some(7),
        };
        let of = |group: &SentGroup| {
            let (name, result) = reported(group);
            format!("{name}: {result}")
        };
        assert_eq!(of(&scan), "2 × Scan Thread: 5 items, 500 RCU");
        let refused = SentGroup {
            operation: Operation::Query,
            index: Some("ByDate".to_owned()),
            refused: Some("ValidationException".to_owned()),
            times: 1,
            ..scan.clone()
        };
        assert_eq!(of(&refused), "Query Thread ByDate: × ValidationException");
        let put = SentGroup {
            operation: Operation::PutItem,
            returned: None,
            units: Units::whole(3),
            times: 1,
            ..scan
        };
        assert_eq!(of(&put), "PutItem Thread: 3 WCU");
    }
}

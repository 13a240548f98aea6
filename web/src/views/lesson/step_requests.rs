//! The requests of a step, above the picture. The reader chooses the one that the stage shows, so that a refusal, another
//! table or an earlier page of a Scan can be looked at.
//!
//! Must not know how the stage draws a request.

use hashrange_protocol::SentGroup;
use hashrange_wire::Operation;
use hashrange_words::t;
use leptos::prelude::*;

use super::use_lesson;
use crate::components::When;
use crate::session::use_selection;
use crate::stage::{Subject, words};
use crate::state::figures::{count, units};
use crate::views::stage::use_stage;

/// The list of the step that is shown, if any. It has the room of a line before a request is sent, so that the picture
/// moves only for a second line.
#[component]
pub fn StepRequests() -> impl IntoView {
    let sent = use_lesson().of_step(|step| Some(Some(step.sent.clone())));
    let is_step = move || sent.with(Option::is_some);
    let list = move || {
        let groups = sent.get().unwrap_or_default().groups;
        let mut tables = groups
            .iter()
            .map(|group| &group.table)
            .filter(|table| !table.is_empty());
        let first = tables.next();
        let one_table = tables.all(|table| Some(table) == first);
        groups.into_iter().map(|group| line(group, one_table)).collect_view()
    };
    let rest = move || {
        let (none, earlier) = sent.with(|sent| {
            sent.as_ref()
                .map_or((false, 0), |sent| (sent.groups.is_empty(), sent.earlier))
        });
        match (none, earlier) {
            (true, _) => t!("none yet").to_owned(),
            (false, 0) => String::new(),
            (false, earlier) => format!("{} earlier", count(earlier.into())),
        }
    };
    view! {
        <When holds=is_step>
            <div class="step-requests">
                <h3 id="step-requests">{t!("Requests of this step")}</h3>
                <span class="step-rest">{rest}</span>
                <ol aria-labelledby="step-requests">{list}</ol>
            </div>
        </When>
    }
}

/// A group. The stage can show its latest request if the service read it. `one_table` is whether all groups have its table.
fn line(group: SentGroup, one_table: bool) -> impl IntoView {
    let (selection, stage) = (use_selection(), use_stage());
    let (name, result) = reported(&group, one_table);
    let (number, table, is_refused) = (group.number, group.table, group.refused.is_some());
    let is_unread = number.is_none() || table.is_empty();
    let shown = move || {
        let answer = stage.with(|stage| stage.answer.as_ref().map(|one| one.number));
        number.is_some() && answer.flatten() == number
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
                class="btn"
                class:step-refused=is_refused
                aria-pressed=move || shown().to_string()
                prop:disabled=is_unread
                on:click=choose
            >
                <span>{name}</span>
                " "
                <b>{result}</b>
            </button>
        </li>
    }
}

/// The name and the result of a group: `Query EC2 of LastPostIndex`, `5 items, 500 RCU`.
fn reported(group: &SentGroup, one_table: bool) -> (String, String) {
    let mut name = String::new();
    if group.times > 1 {
        name = format!("{} × ", count(group.times.into()));
    }
    name += group.operation.map_or("requests", Operation::name);
    let of = [
        group.index.as_ref(),
        Some(&group.table).filter(|table| !one_table && !table.is_empty()),
    ];
    for (before, part) in [(" ", group.key.as_ref())]
        .into_iter()
        .chain(of.map(|part| (" of ", part)))
    {
        if let Some(part) = part {
            name += before;
            name += part;
        }
    }
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

    use super::*;

    #[test]
    fn a_group_is_named_with_its_sums_or_its_exception() {
        let scan = SentGroup {
            operation: Some(Operation::Scan),
            table: "Thread".to_owned(),
            key: None,
            index: None,
            refused: None,
            times: 2,
            returned: Some(5),
            units: Units::whole(500),
            number: Some(7),
        };
        let of = |group: &SentGroup, one_table| {
            let (name, result) = reported(group, one_table);
            format!("{name}: {result}")
        };
        assert_eq!(of(&scan, true), "2 × Scan: 5 items, 500 RCU");
        let refused = SentGroup {
            operation: Some(Operation::Query),
            index: Some("ByDate".to_owned()),
            refused: Some("ValidationException".to_owned()),
            times: 1,
            ..scan.clone()
        };
        assert_eq!(of(&refused, false), "Query of ByDate of Thread: × ValidationException");
        let put = SentGroup {
            operation: Some(Operation::PutItem),
            key: Some("S3".to_owned()),
            returned: None,
            units: Units::whole(3),
            times: 1,
            ..scan
        };
        assert_eq!(of(&put, true), "PutItem S3: 3 WCU");
    }
}

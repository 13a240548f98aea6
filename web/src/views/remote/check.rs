//! The design check: sends the workspace's reads to the workspace and to an endpoint, and shows the results side by
//! side.
//!
//! Must not know how they are compared: the engine does that.

use hashrange_protocol::call::{Call, CallResult, CheckedRead, ReadOutcome};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::fields::{EndpointFields, remember, typed};
use crate::components::{Button, ButtonKind, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::Calling;
use crate::signal::RwSignal;
use crate::views::files::progress::CallProgress;

fn heads() -> [&'static str; 6] {
    [
        t!("Request"),
        t!("Items here"),
        t!("Items there"),
        t!("Units here"),
        t!("Units there"),
        t!("What differs"),
    ]
}

/// The form, and the table.
#[component]
pub fn CheckForm() -> impl IntoView {
    let (calling, form) = (Calling::new(), typed());
    let trouble = RwSignal::new(String::new());
    let rows = RwSignal::new(Vec::<CheckedRead>::new());
    let check = move |()| {
        let endpoint = form.get_untracked();
        remember(&endpoint);
        trouble.set(String::new());
        spawn_local(async move {
            match calling.run(Call::DesignCheck(endpoint)).await {
                Some(CallResult::Compared(compared)) => drop(rows.try_set(compared)),
                Some(CallResult::Refused(words)) => drop(trouble.try_set(words)),
                _ => drop(trouble.try_set(t!("The engine did not respond. Try again.").to_owned())),
            }
        });
    };
    let empty = Signal::derive(move || calling.is_running().get() || form.with(|form| form.url.trim().is_empty()));
    let any = Memo::new(move |_| rows.with(|rows| !rows.is_empty()));
    view! {
        <section class="remote-form" aria-label=t!("Design check")>
            <h3>{t!("Compare with an endpoint")}</h3>
            <p class="view-note">
                {t!("The page sends the latest reads of this workspace to the workspace and to the endpoint. Reads at the endpoint are real. Neither side changes.")}
            </p>
            <EndpointFields form />
            <Button kind=ButtonKind::Primary disabled=empty on_press=check>{t!("Compare")}</Button>
            <CallProgress calling />
            <p class="field-error" role="alert">{move || trouble.get()}</p>
            <When holds=move || any.get()>
                <div class="outcomes" tabindex="0" role="region" aria-label=t!("Reads on both sides")>
                    <table>
                        <caption class="visually-hidden">{t!("Reads on both sides")}</caption>
                        <thead><tr>{heads().map(|head| view! { <th scope="col">{head}</th> })}</tr></thead>
                        <tbody>{move || rows.with(|rows| rows.iter().map(row).collect_view())}</tbody>
                    </table>
                </div>
            </When>
        </section>
    }
}

fn row(read: &CheckedRead) -> impl IntoView + use<> {
    let [request, here, there, units_here, units_there, notes] = cells(read);
    view! {
        <tr>
            <th scope="row">{request}</th>
            <td class="num">{here}</td>
            <td class="num">{there}</td>
            <td class="num">{units_here}</td>
            <td class="num">{units_there}</td>
            <td>{notes}</td>
        </tr>
    }
}

fn cells(read: &CheckedRead) -> [String; 6] {
    let items = |outcome: &ReadOutcome| outcome.refusal.clone().unwrap_or_else(|| outcome.items.to_string());
    let units = |outcome: &ReadOutcome| outcome.units.map_or_else(|| "–".to_owned(), halves);
    let notes = if read.notes.is_empty() {
        t!("No difference.").to_owned()
    } else {
        read.notes.join(" ")
    };
    [
        read.request.clone(),
        items(&read.here),
        items(&read.there),
        units(&read.here),
        units(&read.there),
        notes,
    ]
}

fn halves(units: u64) -> String {
    format!("{}{}", units / 2, if units.is_multiple_of(2) { "" } else { ".5" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_both_sides_and_what_differs() {
        let here = ReadOutcome {
            refusal: None,
            items: 3,
            units: Some(3),
        };
        let there = ReadOutcome {
            units: None,
            ..here.clone()
        };
        let notes = vec!["The endpoint reports no consumed capacity.".to_owned()];
        let read = CheckedRead {
            request: "Query T".to_owned(),
            here,
            there,
            notes,
        };
        assert_eq!(
            cells(&read),
            [
                "Query T",
                "3",
                "3",
                "1.5",
                "–",
                "The endpoint reports no consumed capacity."
            ]
        );
    }
}

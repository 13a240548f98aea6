//! The form that copies the workspace in front to an endpoint, or an endpoint into a new workspace.
//!
//! Must not know how a copy works: the engine drives it.

use hashrange_protocol::call::{Call, CallResult, CopiedTable, CopyForm as Wanted};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::fields::{EndpointFields, remember, typed};
use crate::components::{Button, ButtonKind, When};
use crate::derived::{MaybeProp, Signal};
use crate::session::Calling;
use crate::signal::{ReadSignal, RwSignal};
use crate::views::fields::TextField;

/// The state of a copy.
#[derive(Clone, Debug, Default, PartialEq)]
enum CopyState {
    #[default]
    Nothing,
    Running,
    Copied(Vec<CopiedTable>),
    Failed(String),
}

/// The form.
#[component]
pub fn CopyForm() -> impl IntoView {
    let calling = Calling::new();
    // Without this view, nobody could stop the copy.
    on_cleanup(move || calling.stop());
    let (form, limit) = (typed(), RwSignal::new(String::new()));
    let state = RwSignal::new(CopyState::default());
    let begin = move |outward: bool| {
        let endpoint = form.get_untracked();
        remember(&endpoint);
        let Ok(units) = limit.with_untracked(|typed| units_of(typed)) else {
            return;
        };
        let wanted = Wanted {
            endpoint,
            outward,
            tables: Vec::new(),
            read_units: units,
            write_units: units,
        };
        state.set(CopyState::Running);
        spawn_local(async move {
            let now = match calling.run(Call::Copy(wanted)).await {
                Some(CallResult::Copied(tables)) => CopyState::Copied(tables),
                Some(CallResult::Refused(words)) => CopyState::Failed(words),
                _ => CopyState::Failed(t!("The engine did not respond.").to_owned()),
            };
            state.try_set(now);
        });
    };
    let busy = calling.is_running();
    let invalid = move || limit.with(|typed| units_of(typed)).is_err();
    let empty = Signal::derive(move || busy.get() || invalid() || form.with(|form| form.url.trim().is_empty()));
    view! {
        <section class="remote-form" aria-label=t!("Copy tables")>
            <h3>{t!("Copy to or from an endpoint")}</h3>
            <p class="view-note">
                {t!("A copy includes the tables with their indexes, items, TTL, streams, tags and settings. At the end, both sides are compared item by item. A copy adds to existing tables and deletes nothing.")}
            </p>
            <EndpointFields form />
            <TextField
                label=t!("Maximum capacity units a second")
                value=limit
                on_input=move |typed: String| limit.set(typed)
                placeholder=t!("unlimited")
                error=MaybeProp::derive(move || limit.with(|typed| units_of(typed)).err().map(str::to_owned))
                mono=true
            />
            <div class="remote-ways">
                <Button kind=ButtonKind::Primary disabled=empty on_press=move |()| begin(true)>{t!("Copy this workspace to it")}</Button>
                <Button disabled=empty on_press=move |()| begin(false)>{t!("Copy it into a new workspace")}</Button>
                <When holds=move || busy.get()><Button on_press=move |()| calling.stop()>{t!("Stop")}</Button></When>
            </div>
            <div role="status">{move || state.with(|state| shown(state, calling.words()))}</div>
        </section>
    }
}

/// The typed limit in capacity units a second; `None` without a limit.
fn units_of(typed: &str) -> Result<Option<u64>, &'static str> {
    match typed.trim() {
        "" => Ok(None),
        digits => match digits.parse() {
            Ok(0) | Err(_) => Err(t!("Enter a whole number of at least 1, or leave the field empty.")),
            Ok(units) => Ok(Some(units)),
        },
    }
}

fn shown(state: &CopyState, progress: ReadSignal<String>) -> AnyView {
    match state {
        CopyState::Nothing => ().into_any(),
        CopyState::Running => {
            let words = move || {
                let words = progress.get();
                if words.is_empty() {
                    "Connecting.".to_owned()
                } else {
                    format!("{words}.")
                }
            };
            view! { <p>{words}</p> }.into_any()
        }
        CopyState::Failed(words) => view! { <p class="field-error">{words.clone()}</p> }.into_any(),
        CopyState::Copied(tables) => {
            let lines = tables
                .iter()
                .map(|table| view! { <li>{line(table)}</li> })
                .collect_view();
            view! {
                <p><strong>{t!("Copied and compared: {tables, plural, one {# table} other {# tables}}.", tables = tables.len())}</strong></p>
                <ul class="remote-copied">{lines}</ul>
            }
            .into_any()
        }
    }
}

fn line(table: &CopiedTable) -> String {
    let not_copied = table
        .not_copied
        .iter()
        .map(|reason| format!(" {}", t!("Not copied: {reason}.", reason)))
        .collect::<String>();
    let digest: String = table.digest.chars().take(12).collect();
    t!(
        "{table}: {items, plural, one {# item} other {# items}}, digest {digest}… on both sides.{not_copied}",
        table = table.name,
        items = table.items,
        digest,
        not_copied
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_is_no_number_is_not_taken_for_none() {
        assert_eq!(units_of("  "), Ok(None));
        assert_eq!(units_of(" 50 "), Ok(Some(50)));
        for wrong in ["1,000", "50 WCU", "0", "-1"] {
            assert!(units_of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_copied_table_is_reported_with_what_it_lacks() {
        let not_copied = vec!["TTL: the target does not know it".to_owned()];
        let table = CopiedTable {
            name: "T".to_owned(),
            items: 3,
            digest: "0123456789abcdef".to_owned(),
            not_copied,
        };
        let words = "T: 3 items, digest 0123456789ab… on both sides. Not copied: TTL: the target does not know it.";
        assert_eq!(line(&table), words);
    }
}

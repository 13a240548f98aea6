//! The Events card: all events as text, latest first. A click on a line shows its subject, and does not move time.

use hashrange_protocol::{LogCategory, LogLine, LogLines, LogLinesQuestion};
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use super::fields::{Options, Select, TextInput};
use super::live_shell::CardTexts;
use super::trial::{EventWhy, reports_of_throttling};
use crate::components::{Button, ButtonKind, Csv, Each, ExportButtons, When};
use crate::derived::Signal;
use crate::selection::{Selection, Tab};
use crate::session::{Session, use_reading, use_selection, use_session};
use crate::signal::RwSignal;
use crate::state::figures;

/// Initial number of lines, and the number of additional lines per click.
const FIRST_SHOWN: usize = 100;
const MORE_SHOWN: usize = 300;
/// Number of lines drawn initially, more than fit. The others are drawn on scrolling.
const DRAWN: usize = 20;

hashrange_late::late!(page:
    /// The body of the card.
    pub fn body(texts: CardTexts) -> AnyView { drawn(texts) }
);

fn drawn(texts: CardTexts) -> AnyView {
    texts.follow(|| {
        let sentence = t!("Requests and background work of DynamoDB, each with its virtual time.");
        (t!("newest first").to_owned(), sentence.to_owned())
    });
    view! { <EventList /> }.into_any()
}

/// The filters and the lines.
#[component]
pub fn EventList() -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let kind = RwSignal::new(None::<LogCategory>);
    let text = RwSignal::new(String::new());
    let shown = RwSignal::new(FIRST_SHOWN);
    let reported = use_reading(move || {
        Some(LogLinesQuestion {
            kind: kind.get(),
            text: text.get(),
            most: shown.get(),
        })
    });
    let scrolled = RwSignal::new(false);
    let lines = move || {
        let drawn = if scrolled.get() { usize::MAX } else { DRAWN };
        reported.with(|reported| {
            reported
                .iter()
                .flat_map(|reported| &reported.lines)
                .take(drawn)
                .cloned()
                .collect::<Vec<_>>()
        })
    };
    let list = NodeRef::<html::Ol>::new();
    let scroll = move |_| scrolled.set(list.get_untracked().is_some_and(|list| list.scroll_top() > 0));
    let is_full = move || reported.with(|reported| reported.as_ref().is_some_and(|reported| reported.is_full));
    let choose = move |word: String| {
        kind.set(
            LogCategory::ALL
                .into_iter()
                .find(|(_, known)| *known == word)
                .map(|(kind, _)| kind),
        );
    };
    view! {
        <div class="events-filter">
            <Select
                label=t!("Kind of event")
                options=kinds()
                value=Signal::derive(move || kind.get().map_or("", LogCategory::word).to_owned())
                on_change=choose
            />
            <TextInput
                label=t!("Filter events by text")
                value=text
                on_input=move |typed: String| text.set(typed)
                placeholder=t!("filter by text")
            />
        </div>
        <p class="events-count">
            <span>{move || reported.with(|reported| reported.as_ref().map(count))}</span>
            <ExportButtons name="events" csv=move |()| reported.with_untracked(|reported| csv(reported.as_ref())) />
        </p>
        <ol class="events" aria-label=t!("Events, newest first") tabindex="0" node_ref=list on:scroll=scroll>
            <Each each=lines key=|line| line.sequence let:line>
                <EventLine line session selection />
            </Each>
        </ol>
        <When holds=is_full>
            <Button kind=ButtonKind::Quiet on_press=move |()| shown.update(|shown| *shown += MORE_SHOWN)>{t!("Show more")}</Button>
        </When>
    }
}

fn kinds() -> Options {
    let all = std::iter::once((String::new(), t!("all kinds").to_owned()));
    all.chain(
        LogCategory::ALL
            .into_iter()
            .map(|(_, word)| (word.to_owned(), word.to_owned())),
    )
    .collect()
}

/// The number of lines.
fn count(reported: &LogLines) -> String {
    match reported.lines.len() {
        0 => t!("No matching events.").to_owned(),
        many if reported.is_full => t!("The latest {many} events.", many),
        many => format!(
            "{}.",
            t!("{number, plural, one {# event} other {# events}}", number = many)
        ),
    }
}

/// The lines as CSV.
fn csv(reported: Option<&LogLines>) -> String {
    let mut csv = Csv::new(&["time", "kind", "event", "table", "index"]);
    for line in reported.into_iter().flat_map(|reported| &reported.lines) {
        let name = |name: Option<&str>| name.unwrap_or_default().to_owned();
        let time = figures::moment(line.at, 3);
        let (table, index) = (name(line.table.as_deref()), name(line.index.as_deref()));
        csv.line(&[time, line.kind.word().to_owned(), line.words.clone(), table, index]);
    }
    csv.into_text()
}

/// One line. It is a button if it is about a table.
#[component]
fn EventLine(line: LogLine, session: Session, selection: Selection) -> impl IntoView {
    let number = line.sequence;
    let why = reports_of_throttling(&line).then(|| view! { <EventWhy number /> });
    let LogLine {
        at,
        kind,
        words,
        table,
        index,
        item,
        ..
    } = line;
    let text = view! {
        <time class="event-time">{figures::moment(at, 3)}</time>
        <span class="event-kind" data-kind=kind.word()>{kind.word()}</span>
        <span class="event-words">{words}</span>
    };
    match table {
        Some(table) => {
            let go = move |_| {
                // A deleted table cannot be selected.
                if session.table(&table).is_none() {
                    return;
                }
                selection.choose(&table, index.as_deref());
                if let Some(item) = item.clone() {
                    selection.item.set(Some(item));
                    selection.tab.set(Tab::Items);
                }
            };
            view! { <li><button type="button" class="event" on:click=go>{text}</button>{why}</li> }.into_any()
        }
        None => view! { <li><div class="event">{text}</div>{why}</li> }.into_any(),
    }
}

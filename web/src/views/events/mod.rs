//! The Events card: everything that happened, in words, newest first. A line brings what it is about to the front; it
//! never takes time back.

use hashrange_protocol::{Happening, HappeningKind, Happenings, HappeningsAsk};
use leptos::html;
use leptos::prelude::*;

use super::fields::{Options, Select, TextInput};
use super::figures;
use super::live_shell::Face;
use super::trial::{EventWhy, tells_of_throttling};
use crate::components::{Button, ButtonKind, Csv, Each, ExportButtons};
use crate::selection::{Selection, Tab};
use crate::session::{Session, use_reading, use_selection, use_session};

/// Lines asked for at first, and how many more for each wish.
const FIRST_SHOWN: usize = 100;
const MORE_SHOWN: usize = 300;
/// Lines drawn while the newest are looked at: more than there is room for. The others are drawn when the list is scrolled.
const DRAWN: usize = 20;

/// The body of the card.
pub fn body(face: Face) -> AnyView {
    face.follow(|| {
        let sentence = "Requests and background work of DynamoDB, each with its virtual time.";
        ("newest first".to_owned(), sentence.to_owned())
    });
    view! { <EventList /> }.into_any()
}

/// The filters and the lines.
#[component]
pub fn EventList() -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let kind = RwSignal::new(None::<HappeningKind>);
    let text = RwSignal::new(String::new());
    let shown = RwSignal::new(FIRST_SHOWN);
    let told = use_reading(move || Some(HappeningsAsk { kind: kind.get(), text: text.get(), most: shown.get() }));
    let scrolled = RwSignal::new(false);
    let lines = move || {
        let drawn = if scrolled.get() { usize::MAX } else { DRAWN };
        told.with(|told| told.iter().flat_map(|told| &told.lines).take(drawn).cloned().collect::<Vec<_>>())
    };
    let list = NodeRef::<html::Ol>::new();
    let scroll = move |_| scrolled.set(list.get_untracked().is_some_and(|list| list.scroll_top() > 0));
    let is_full = move || told.with(|told| told.as_ref().is_some_and(|told| told.is_full));
    let choose = move |word: String| {
        kind.set(HappeningKind::ALL.into_iter().find(|(_, known)| *known == word).map(|(kind, _)| kind));
    };
    view! {
        <div class="events-filter">
            <Select
                label="Kind of event"
                options=kinds()
                value=Signal::derive(move || kind.get().map_or("", HappeningKind::word).to_owned())
                on_change=choose
            />
            <TextInput
                label="Filter events by text"
                value=text
                on_input=move |typed: String| text.set(typed)
                placeholder="filter by text"
            />
        </div>
        <p class="events-count">
            <span>{move || told.with(|told| told.as_ref().map(count))}</span>
            <ExportButtons name="events" csv=move |()| told.with_untracked(|told| csv(told.as_ref())) />
        </p>
        <ol class="events" aria-label="Events, newest first" tabindex="0" node_ref=list on:scroll=scroll>
            <Each each=lines key=|line| line.sequence let:line>
                <EventLine line session selection />
            </Each>
        </ol>
        <Show when=is_full>
            <Button kind=ButtonKind::Quiet on_press=move |()| shown.update(|shown| *shown += MORE_SHOWN)>"Show more"</Button>
        </Show>
    }
}

fn kinds() -> Options {
    let all = std::iter::once((String::new(), "all kinds".to_owned()));
    all.chain(HappeningKind::ALL.into_iter().map(|(_, word)| (word.to_owned(), word.to_owned()))).collect()
}

/// How many lines there are.
fn count(told: &Happenings) -> String {
    match told.lines.len() {
        0 => "No matching events.".to_owned(),
        many if told.is_full => format!("The newest {many} events."),
        1 => "1 event.".to_owned(),
        many => format!("{many} events."),
    }
}

/// The lines as a spreadsheet reads them.
fn csv(told: Option<&Happenings>) -> String {
    let mut csv = Csv::new(&["time", "kind", "event", "table", "index"]);
    for line in told.into_iter().flat_map(|told| &told.lines) {
        let name = |name: Option<&str>| name.unwrap_or_default().to_owned();
        let time = figures::moment(line.at, 3);
        let (table, index) = (name(line.table.as_deref()), name(line.index.as_deref()));
        csv.line(&[time, line.kind.word().to_owned(), line.words.clone(), table, index]);
    }
    csv.into_text()
}

/// One line; a button where it is about a table.
#[component]
fn EventLine(line: Happening, session: Session, selection: Selection) -> impl IntoView {
    let number = line.sequence;
    let why = tells_of_throttling(&line).then(|| view! { <EventWhy number /> });
    let Happening { at, kind, words, table, index, item, .. } = line;
    let text = view! {
        <time class="event-time">{figures::moment(at, 3)}</time>
        <span class="event-kind" data-kind=kind.word()>{kind.word()}</span>
        <span class="event-words">{words}</span>
    };
    match table {
        Some(table) => {
            let go = move |_| {
                // What is gone cannot be brought to the front.
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

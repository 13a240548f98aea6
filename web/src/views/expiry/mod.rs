//! The Expiry card: how items past their time to live are found and deleted, what can still be read meanwhile, and why
//! some values never expire.

mod layout;
mod picture;
mod reading;
mod words;

use hashrange_protocol::{ExpiryAsk, ScannerLine};
use hashrange_time::Timestamp;
use hashrange_values::{AttributeValue, Item, Map, Number, Text};
use hashrange_wire::{Request, UpdateItemRequest};
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::picture::{histogram, journey};
use self::reading::{Reading, read};
use super::figures;
use super::live_shell::Face;
use super::live_table::{Figures, FiguresTable};
use super::refusal::{Refusal, Refused};
use super::under_way::UnderWay;
use crate::components::{Button, ModelTag};
use crate::selection::use_selection;
use crate::session::{use_reading, use_session};

/// How long a rescued item lives on.
const RESCUE_SECONDS: u64 = 3_600;

/// The body of the card.
pub fn body(face: Face) -> AnyView {
    let selection = use_selection();
    let answer = use_reading(move || Some(ExpiryAsk { table: selection.table.get()? }));
    let reading = Memo::new(move |_| answer.with(|answer| answer.as_ref()?.as_ref().map(read)));
    // Until the first answer has come nobody knows whether there is a time to live.
    let waits = Memo::new(move |_| selection.table.with(Option::is_some) && answer.with(Option::is_none));
    face.follow(move || {
        reading.with(|reading| match reading {
            None if waits.get() => (String::new(), String::new()),
            None => (String::new(), "TTL is off for this table. Turn it on in Settings.".to_owned()),
            Some(it) => (format!("{}.{}", it.table, it.attribute), it.sentence.clone()),
        })
    });
    let picture = NodeRef::new();
    view! {
        <Show when=move || reading.with(Option::is_some)>
            <h3 class="live-heading">
                "Items by expiry"
                <ModelTag reason="AWS documents that expired items go within a few days; we choose how often a scanner passes and how long a deletion takes" />
            </h3>
            <div node_ref=picture>{journey(reading)} <Rescue reading /> {histogram(reading)}</div>
            <Scanners reading />
            <Never reading />
            <Records reading />
            <FiguresTable title="Items by expiry, as a table" figures=Signal::derive(move || of_dots(reading)) name="expiry" picture />
        </Show>
    }
    .into_any()
}

/// The items in words.
fn of_dots(reading: Memo<Option<Reading>>) -> Figures {
    reading.with(|reading| {
        let row = |dot: &reading::Dot| {
            let expires = figures::moment(dot.expires, 0);
            vec![dot.text.clone(), expires, words::stage(dot.stage)]
        };
        let dots = reading.as_ref().map(|it| it.dots.as_slice()).unwrap_or_default();
        Figures { heads: vec!["item", "expires", "stage"], rows: dots.iter().map(row).collect() }
    })
}

/// Gives an item that has expired another hour.
#[component]
fn Rescue(reading: Memo<Option<Reading>>) -> impl IntoView {
    let session = use_session();
    let refused = RwSignal::new(None::<Refused>);
    let under_way = UnderWay::new();
    let danger = Memo::new(move |_| {
        reading.with(|it| {
            let it = it.as_ref()?;
            let dot = it.in_danger()?;
            Some((it.table.clone(), it.attribute.clone(), dot.key.clone(), dot.text.clone()))
        })
    });
    let press = move |()| {
        let Some((table, attribute, key, _)) = danger.get_untracked().filter(|_| !under_way.waits()) else { return };
        let request = rescue(table, &attribute, key, session.now().get_untracked());
        let number = under_way.begin();
        spawn_local(async move {
            let answer = session.send(request).await;
            if under_way.end(number) {
                refused.set(answer.err().map(Refused::from));
            }
        });
    };
    let words = move || danger.with(|danger| danger.as_ref().map(|danger| format!("Rescue {} for an hour", danger.3)));
    view! {
        <p class="expiry-rescue">
            <Show
                when=move || danger.with(Option::is_some)
                fallback=|| view! { <span>"You can keep an expired item: update its TTL attribute before it is deleted."</span> }
            >
                <Button on_press=press>{words}</Button>
                <span>"UpdateItem before DynamoDB deletes it"</span>
            </Show>
        </p>
        <Refusal refused />
    }
}

/// The update that gives an item another moment.
fn rescue(table: String, attribute: &str, key: Item, now: Timestamp) -> Request {
    let moment = Number::from(i64::try_from(now.seconds() + RESCUE_SECONDS).unwrap_or(i64::MAX));
    let mut values = Map::new();
    values.insert(Text::from(":moment"), AttributeValue::N(moment));
    let names = [(Text::from("#expires"), Text::from(attribute))].into_iter().collect();
    Request::UpdateItem(UpdateItemRequest {
        table_name: table,
        key,
        update_expression: Some("SET #expires = :moment".to_owned()),
        expression_attribute_names: Some(names),
        expression_attribute_values: Some(values),
        ..UpdateItemRequest::default()
    })
}

/// The scanner of each partition.
#[component]
fn Scanners(reading: Memo<Option<Reading>>) -> impl IntoView {
    let rows = move || {
        reading.with(|it| {
            it.as_ref().map(|it| {
                let line = |scanner: &ScannerLine| {
                    let cells = words::scanner(scanner, it.now).map(|cell| view! { <td>{cell}</td> });
                    let name = format!("partition {}", scanner.partition);
                    view! { <tr><th scope="row">{name}</th>{cells.into_iter().collect_view()}</tr> }
                };
                let lines = it.scanners.iter().map(line).collect_view();
                let more = (it.more_scanners > 0).then(
                    || view! { <tr><td colspan="3">{format!("and {} more partitions", it.more_scanners)}</td></tr> },
                );
                (lines, more)
            })
        })
    };
    view! {
        <table class="live-table">
            <caption>"Scanner passes, one scanner per partition"</caption>
            <thead>
                <tr>
                    <th scope="col">"scanner"</th>
                    <th scope="col">"last"</th>
                    <th scope="col">"next"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// Items that never expire, and why.
#[component]
fn Never(reading: Memo<Option<Reading>>) -> impl IntoView {
    let selection = use_selection();
    let never = Memo::new(move |_| {
        reading.with(|it| it.as_ref().map(|it| (it.never.clone(), it.counts[3], it.looked_at)).unwrap_or_default())
    });
    let line = move |(key, text, why): &(Item, String, String)| {
        let key = key.clone();
        view! {
            <li>
                <button type="button" class="expiry-link" on:click=move |_| selection.item.set(Some(key.clone()))>
                    {text.clone()}
                </button>
                " "
                {why.clone()}
            </li>
        }
    };
    let list = move || {
        never.with(|(list, _, looked)| {
            (!list.is_empty()).then(|| {
                let looked = format!("The first of {} items checked:", figures::count(*looked));
                view! {
                    <p class="live-note">{looked}</p>
                    <ul class="expiry-never">{list.iter().map(line).collect_view()}</ul>
                }
            })
        })
    };
    view! {
        <h3 class="live-heading">{move || format!("Never expire: {}", figures::count(never.with(|never| never.1)))}</h3>
        {list}
    }
}

/// What the stream says of deletions by the service.
#[component]
fn Records(reading: Memo<Option<Reading>>) -> impl IntoView {
    let records = Memo::new(move |_| {
        reading.with(|it| it.as_ref().map(|it| (it.records.clone(), it.has_stream)).unwrap_or_default())
    });
    let line = |(key, at): &(String, Timestamp)| {
        let at = figures::moment(*at, 0);
        view! {
            <tr>
                <th scope="row">{key.clone()}</th>
                <td>{at}</td>
                <td>"REMOVE, userIdentity: dynamodb.amazonaws.com"</td>
            </tr>
        }
    };
    let content = move || {
        records.with(|(records, has_stream)| match (records.is_empty(), has_stream) {
            (true, false) => {
                view! { <p class="live-note">"The table has no stream, so no record reports deletions."</p> }.into_any()
            }
            (true, true) => view! { <p class="live-note">"The stream has no TTL deletions."</p> }.into_any(),
            (false, _) => view! {
                <table class="live-table">
                    <tbody>{records.iter().map(line).collect_view()}</tbody>
                </table>
            }
            .into_any(),
        })
    };
    view! {
        <h3 class="live-heading">"Stream records of these deletions"</h3>
        {content}
    }
}

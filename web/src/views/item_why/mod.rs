//! Questions about one item, answered in sentences: why it is or is not in an index, when it expires, whether a read is
//! stale.
//!
//! Must not know how an item is read: nothing is sent, and no capacity is consumed.

use hashrange_protocol::{ItemStatusQuestion, ReplicasQuestion};
use hashrange_values::Item;
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Button, Dialog};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::session::use_reading;
use crate::signal::RwSignal;
use crate::state::item_status;
use crate::views::simulation::OfSimulation;

/// The button that opens the explanations of the selected item.
#[component]
pub fn ItemWhy() -> impl IntoView {
    let selection = use_selection();
    let open = RwSignal::new(false);
    let none = Signal::derive(move || selection.item.with(Option::is_none));
    let title = Signal::derive(|| "Why?".to_owned());
    view! {
        <Button label=t!("Why is this item here, or why not?") disabled=none on_press=move |()| open.set(true)>{t!("Why?")}</Button>
        <Dialog open title>
            {move || {
                let (table, key) = (selection.table.get()?, selection.item.get()?);
                Some(view! {
                    <OfSimulation about=t!("Only a simulation knows the index entries, the expiration and the replicas of an item.")>
                        <Answers table=table.clone() key=key.clone() />
                    </OfSimulation>
                })
            }}
        </Dialog>
    }
}

/// The explanations.
#[component]
fn Answers(table: String, key: Item) -> impl IntoView {
    let (name, primary) = (table.clone(), key.clone());
    let status = use_reading(move || {
        Some(ItemStatusQuestion {
            table: name.clone(),
            key: primary.clone(),
        })
    });
    let copies = use_reading(move || {
        Some(ReplicasQuestion {
            table: table.clone(),
            key: key.clone(),
        })
    });
    let known = Memo::new(move |_| status.get());
    let reported = move || {
        known.with(|known| match known {
            None => ().into_any(),
            Some(None) => view! { <p>{t!("The table has no item with this key.")}</p> }.into_any(),
            Some(Some(item)) => {
                let lines = item_status::indexes(item)
                    .into_iter()
                    .map(|line| view! { <li>{line}</li> })
                    .collect_view();
                view! {
                    <h3>{t!("Why is it in an index, or why not?")}</h3>
                    <ul aria-label=t!("In the indexes")>{lines}</ul>
                    <h3>{t!("When will it be deleted?")}</h3>
                    <p>{item_status::expiry(item)}</p>
                }
                .into_any()
            }
        })
    };
    let stale = Memo::new(move |_| copies.with(|item| item.as_ref()?.as_ref().map(item_status::replicas)));
    let stale = move || {
        stale.get().map(|words| {
            view! {
                <h3>{t!("Would a read be stale now?")}</h3>
                <p>{words}</p>
            }
        })
    };
    view! { <section class="item-why" aria-label=t!("About this item")>{reported} {stale}</section> }
}

//! Tabs: one of several panels, chosen from a row of names. Arrow keys move along the row.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::components::{When, bring_into_view};
use crate::derived::Signal;
use crate::effect::effect_since;
use crate::signal::RwSignal;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The row of names. The `TabPanel`s have the same `scope`, from which their ids are formed.
#[component]
pub fn Tabs<T>(
    /// The subject of the tabs, for assistive technology.
    label: &'static str,
    /// Start of the ids of tabs and panels.
    scope: &'static str,
    /// The tabs with their labels.
    tabs: Vec<(T, &'static str)>,
    /// The current tab.
    chosen: RwSignal<T>,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let order: Vec<T> = tabs.iter().map(|(value, _)| *value).collect();
    let keys = move |event: KeyboardEvent| {
        let count = order.len();
        let Some(here) = order.iter().position(|value| *value == chosen.get_untracked()) else {
            return;
        };
        let target = match event.key().as_str() {
            "ArrowRight" => (here + 1) % count,
            "ArrowLeft" => here.checked_sub(1).unwrap_or(count - 1),
            "Home" => 0,
            "End" => count - 1,
            _ => return,
        };
        event.prevent_default();
        if let Some(value) = order.get(target) {
            chosen.set(*value);
            focus(&tab_id(scope, target));
        }
    };
    keep_in_sight(scope, tabs.iter().map(|(value, _)| *value).collect(), chosen);
    let names = tabs
        .into_iter()
        .enumerate()
        .map(|(at, (value, words))| {
            let on = move || chosen.get() == value;
            view! {
                <button
                    type="button"
                    class="tab"
                    role="tab"
                    id=tab_id(scope, at)
                    data-words=words
                    aria-selected=move || on().to_string()
                    aria-controls=panel_id(scope, at)
                    tabindex=move || if on() { "0" } else { "-1" }
                    on:click=move |_| chosen.set(value)
                >
                    {words}
                </button>
            }
        })
        .collect_view();
    view! {
        <div class="tabs" role="tablist" aria-label=label on:keydown=keys>
            {names}
        </div>
    }
}

/// Scrolls a tab that becomes the current one into view, where the row is wider than the page.
fn keep_in_sight<T>(scope: &'static str, order: Vec<T>, chosen: RwSignal<T>)
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    effect_since(move |before: Option<T>| {
        let now = chosen.get();
        if before.is_some_and(|before| before != now)
            && let Some(at) = order.iter().position(|value| *value == now)
            && let Some(tab) = document().get_element_by_id(&tab_id(scope, at))
        {
            bring_into_view(&tab);
        }
        now
    });
}

/// The panel of the tab at this position in the row. Its children exist only while it is shown.
#[component]
pub fn TabPanel(
    /// Start of the ids, as given to `Tabs`.
    scope: &'static str,
    /// The tab's position in the row, from 0.
    at: usize,
    /// Whether its tab is the current one.
    #[prop(into)]
    shown: Signal<bool>,
    children: ChildrenFn,
) -> impl IntoView {
    let children = StoredValue::new(children);
    view! {
        <section
            class="tab-panel"
            role="tabpanel"
            id=panel_id(scope, at)
            aria-labelledby=tab_id(scope, at)
            prop:hidden=move || !shown.get()
        >
            <When holds=move || shown.get()>{move || children.with_value(|children| children())}</When>
        </section>
    }
}

fn tab_id(scope: &str, at: usize) -> String {
    format!("{scope}-tab-{at}")
}

fn panel_id(scope: &str, at: usize) -> String {
    format!("{scope}-panel-{at}")
}

fn focus(id: &str) {
    if let Some(tab) = document()
        .get_element_by_id(id)
        .and_then(|tab| tab.dyn_into::<HtmlElement>().ok())
    {
        let _ = tab.focus();
    }
}

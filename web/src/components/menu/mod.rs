//! Menus and popovers on the browser's own popover: it closes by Escape, by a click outside, and never under other layers.
//!
//! Owns the place of the layer under its button and the arrow keys inside a menu.

use leptos::ev::{Event, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::{ButtonKind, element_id};

/// Distance of the layer from its button.
const GAP: f64 = 4.0;
/// Width of the widest layer, as the style sheet says it.
const ENOUGH: f64 = 428.0;

/// A button that opens a menu of `MenuItem`s.
#[component]
pub fn Menu(
    /// The words on the button.
    #[prop(into)]
    label: Signal<String>,
    /// The accessible name, where the words on the button do not say it.
    #[prop(optional, into)]
    description: MaybeProp<String>,
    /// The button's weight.
    #[prop(optional)]
    kind: ButtonKind,
    children: Children,
) -> impl IntoView {
    view! {
        <Layer label description kind role="menu">
            {children()}
        </Layer>
    }
}

/// A button that opens a small layer of any content.
#[component]
pub fn Popover(
    /// The words on the button.
    #[prop(into)]
    label: Signal<String>,
    /// The accessible name of button and layer, where the words on the button do not say it.
    #[prop(optional, into)]
    description: MaybeProp<String>,
    /// The button's weight.
    #[prop(optional)]
    kind: ButtonKind,
    children: Children,
) -> impl IntoView {
    view! {
        <Layer label description kind role="dialog">
            {children()}
        </Layer>
    }
}

/// One choice of a menu. Choosing it closes the menu.
#[component]
pub fn MenuItem(
    /// Whether it is the one in force, for menus that choose one of several.
    #[prop(optional, into)]
    checked: MaybeProp<bool>,
    /// Whether it cannot be chosen now.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// Called when it is chosen.
    #[prop(into)]
    on_choose: Callback<()>,
    children: Children,
) -> impl IntoView {
    let choose = move |event: web_sys::MouseEvent| {
        let layer = event
            .current_target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
            .and_then(|item| item.closest("[popover]").ok().flatten())
            .and_then(|layer| layer.dyn_into::<HtmlElement>().ok());
        if let Some(layer) = layer {
            // Fails only for a layer that is closed already.
            let _ = layer.hide_popover();
        }
        on_choose.run(());
    };
    view! {
        <button
            type="button"
            class="menu-item"
            role=move || if checked.get().is_some() { "menuitemradio" } else { "menuitem" }
            aria-checked=move || checked.get().map(|checked| checked.to_string())
            prop:disabled=disabled
            tabindex="-1"
            on:click=choose
        >
            {children()}
        </button>
    }
}

/// Menu items under a heading.
#[component]
pub fn MenuGroup(
    /// The heading.
    #[prop(into)]
    title: Signal<String>,
    children: Children,
) -> impl IntoView {
    let id = element_id("menu-group");
    view! {
        <div class="menu-group" role="group" aria-labelledby=id>
            <p class="menu-heading" id=id.clone()>{title}</p>
            {children()}
        </div>
    }
}

#[component]
fn Layer(
    label: Signal<String>,
    description: MaybeProp<String>,
    kind: ButtonKind,
    role: &'static str,
    children: Children,
) -> impl IntoView {
    let id = element_id("layer");
    let button = NodeRef::<html::Button>::new();
    let layer = NodeRef::<html::Div>::new();
    let shown = RwSignal::new(false);
    let place = move |_: Event| {
        let parts = (button.try_get_untracked().flatten(), layer.try_get_untracked().flatten());
        if let (Some(button), Some(layer)) = parts {
            place_below(&button, &layer);
        }
    };
    let follow = move |_: Event| {
        // This event comes a moment later, when the menu may have left the page.
        let Some(layer) = layer.try_get_untracked().flatten() else { return };
        let open = layer.matches(":popover-open").unwrap_or(false);
        shown.try_set(open);
        if open && role == "menu" {
            focus_neighbour(&layer, Step::First);
        }
    };
    let keys = move |event: KeyboardEvent| {
        let Some(layer) = layer.get_untracked().filter(|_| role == "menu") else { return };
        let step = match event.key().as_str() {
            "ArrowDown" => Step::Next,
            "ArrowUp" => Step::Previous,
            "Home" => Step::First,
            "End" => Step::Last,
            _ => return,
        };
        event.prevent_default();
        focus_neighbour(&layer, step);
    };
    view! {
        <span class="menu">
            <button
                type="button"
                class=kind.class()
                node_ref=button
                popovertarget=id.clone()
                aria-haspopup=role
                aria-expanded=move || shown.get().to_string()
                aria-label=move || description.get()
                title=move || description.get()
            >
                {label}
            </button>
            <div
                class="layer"
                id=id
                popover="auto"
                role=role
                aria-label=move || description.get().unwrap_or_else(|| label.get())
                node_ref=layer
                on:beforetoggle=place
                on:toggle=follow
                on:keydown=keys
            >
                {children()}
            </div>
        </span>
    }
}

/// Puts the layer under its button, flush with the button's edge on the side that has more room; at the window's edge where
/// neither side has enough.
fn place_below(button: &HtmlElement, layer: &HtmlElement) {
    let rect = button.get_bounding_client_rect();
    let width = window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(rect.right());
    let (room_left, room_right) = (rect.right(), width - rect.left());
    let (side, other, distance) = if room_left.max(room_right) < ENOUGH {
        ("left", "right", GAP)
    } else if room_left > room_right {
        ("right", "left", width - rect.right())
    } else {
        ("left", "right", rect.left())
    };
    let style = layer.style();
    // Setting a property of these names cannot fail.
    let _ = style.set_property("top", &format!("{}px", rect.bottom() + GAP));
    let _ = style.set_property(side, &format!("{}px", distance.max(GAP)));
    let _ = style.set_property(other, "auto");
}

enum Step {
    First,
    Last,
    Next,
    Previous,
}

/// Moves the focus among the items of a menu, around its ends.
fn focus_neighbour(layer: &HtmlElement, step: Step) {
    let Ok(found) = layer.query_selector_all("[role^=menuitem]:not([disabled])") else { return };
    let items: Vec<HtmlElement> =
        (0..found.length()).filter_map(|at| found.item(at)?.dyn_into::<HtmlElement>().ok()).collect();
    let active = document().active_element();
    let here = items.iter().position(|item| active.as_ref().is_some_and(|active| active.is_same_node(Some(item))));
    let count = items.len();
    let target = match (step, here) {
        (Step::First, _) | (Step::Next, None) => 0,
        (Step::Last, _) | (Step::Previous, None) => count.saturating_sub(1),
        (Step::Next, Some(here)) => (here + 1) % count.max(1),
        (Step::Previous, Some(here)) => here.checked_sub(1).unwrap_or(count.saturating_sub(1)),
    };
    if let Some(item) = items.get(target) {
        let _ = item.focus();
    }
}

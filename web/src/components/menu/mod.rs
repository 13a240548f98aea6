//! Menus and popovers, based on the browser's popover. It closes by Escape or by a click outside, and is above all
//! other layers.
//!
//! Owns the position of the layer under its button and the arrow keys inside a menu.

use leptos::ev::{Event, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::{ButtonKind, element_id};

use crate::derived::{MaybeProp, Signal};
use crate::signal::RwSignal;

/// Distance of the layer from its button.
const GAP: f64 = 4.0;
/// The height that a layer has at least, if its content needs it.
const ROOM: f64 = 240.0;
/// Width of the widest layer, as in the style sheet.
const ENOUGH: f64 = 428.0;

/// A button that opens a menu of `MenuItem`s.
#[component]
pub fn Menu(
    /// The label of the button.
    #[prop(into)]
    label: Signal<String>,
    /// The accessible name, if the label is not enough.
    #[prop(optional, into)]
    description: MaybeProp<String>,
    /// The button's style.
    #[prop(optional)]
    kind: ButtonKind,
    children: Children,
) -> impl IntoView {
    view! {
        <Layer label description kind shown=RwSignal::new(false) role="menu">
            {children()}
        </Layer>
    }
}

/// A button that opens a small layer of any content.
#[component]
pub fn Popover(
    /// The label of the button.
    #[prop(into)]
    label: Signal<String>,
    /// The accessible name of button and layer, if the label is not enough.
    #[prop(optional, into)]
    description: MaybeProp<String>,
    /// The button's style.
    #[prop(optional)]
    kind: ButtonKind,
    /// Receives whether the layer is shown, for a content that exists only then.
    #[prop(optional)]
    shown: Option<RwSignal<bool>>,
    children: Children,
) -> impl IntoView {
    let shown = shown.unwrap_or_else(|| RwSignal::new(false));
    view! {
        <Layer label description kind shown role="dialog">
            {children()}
        </Layer>
    }
}

/// One choice of a menu. Choosing it closes the menu.
#[component]
pub fn MenuItem(
    /// Whether it is the current choice, for menus that choose one of several.
    #[prop(optional, into)]
    checked: MaybeProp<bool>,
    /// Whether it is disabled.
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
            // Fails only for a layer that is already closed.
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
            prop:disabled=move || disabled.get()
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
            <p class="menu-heading" id=id.clone()>{move || title.get()}</p>
            {children()}
        </div>
    }
}

#[component]
fn Layer(
    label: Signal<String>,
    description: MaybeProp<String>,
    kind: ButtonKind,
    shown: RwSignal<bool>,
    role: &'static str,
    children: Children,
) -> impl IntoView {
    let id = element_id("layer");
    let parts = LayerParts {
        button: NodeRef::new(),
        layer: NodeRef::new(),
        shown,
        is_menu: role == "menu",
    };
    view! {
        <span class="menu">
            <button
                type="button"
                class=kind.class()
                node_ref=parts.button
                popovertarget=id.clone()
                aria-haspopup=role
                aria-expanded=move || parts.shown.get().to_string()
                aria-label=move || description.get()
                title=move || description.get()
            >
                {move || label.get()}
            </button>
            <div
                class="layer"
                id=id
                popover="auto"
                role=role
                aria-label=move || description.get().unwrap_or_else(|| label.get())
                node_ref=parts.layer
                on:beforetoggle=move |_: Event| parts.place()
                on:toggle=move |_: Event| parts.follow()
                on:keydown=move |event| parts.press(&event)
            >
                {children()}
            </div>
        </span>
    }
}

/// A layer with its button.
#[derive(Clone, Copy)]
struct LayerParts {
    button: NodeRef<html::Button>,
    layer: NodeRef<html::Div>,
    shown: RwSignal<bool>,
    is_menu: bool,
}

impl LayerParts {
    /// Positions the layer under its button.
    fn place(self) {
        let parts = (
            self.button.try_get_untracked().flatten(),
            self.layer.try_get_untracked().flatten(),
        );
        if let (Some(button), Some(layer)) = parts {
            place_below(&button, &layer);
        }
    }

    /// Records that the layer was shown or hidden. A menu focuses its first item.
    fn follow(self) {
        // This event arrives later, when the menu may no longer be in the page.
        let Some(layer) = self.layer.try_get_untracked().flatten() else {
            return;
        };
        let open = layer.matches(":popover-open").unwrap_or(false);
        self.shown.try_set(open);
        if open && self.is_menu {
            focus_neighbour(&layer, Step::First);
        }
    }

    /// Moves the focus in a menu by a key.
    fn press(self, event: &KeyboardEvent) {
        let Some(layer) = self.layer.get_untracked().filter(|_| self.is_menu) else {
            return;
        };
        let step = match event.key().as_str() {
            "ArrowDown" => Step::Next,
            "ArrowUp" => Step::Previous,
            "Home" => Step::First,
            "End" => Step::Last,
            _ => return,
        };
        event.prevent_default();
        focus_neighbour(&layer, step);
    }
}

/// Positions the layer under its button, aligned with the button's edge on the side with more space. If neither side
/// has enough, the layer is at the window's edge. It ends inside the window, and scrolls if it is higher.
fn place_below(button: &HtmlElement, layer: &HtmlElement) {
    let rect = button.get_bounding_client_rect();
    let width = window()
        .inner_width()
        .ok()
        .and_then(|width| width.as_f64())
        .unwrap_or(rect.right());
    let (room_left, room_right) = (rect.right(), width - rect.left());
    let (side, other, distance) = if room_left.max(room_right) < ENOUGH {
        ("left", "right", GAP)
    } else if room_left > room_right {
        ("right", "left", width - rect.right())
    } else {
        ("left", "right", rect.left())
    };
    let height = window().inner_height().ok().and_then(|height| height.as_f64());
    let lowest = height.map_or(f64::MAX, |height| height - ROOM);
    let top = (rect.bottom() + GAP).min(lowest).max(GAP);
    let style = layer.style();
    // Cannot fail for properties with these names.
    let _ = style.set_property("top", &format!("{top}px"));
    let _ = style.set_property("max-height", &format!("min(70dvh, 560px, 100dvh - {}px)", top + GAP));
    let _ = style.set_property(side, &format!("{}px", distance.max(GAP)));
    let _ = style.set_property(other, "auto");
}

enum Step {
    First,
    Last,
    Next,
    Previous,
}

/// Moves the focus among the items of a menu, and wraps at its ends.
fn focus_neighbour(layer: &HtmlElement, step: Step) {
    let Ok(found) = layer.query_selector_all("[role^=menuitem]:not([disabled])") else {
        return;
    };
    let items: Vec<HtmlElement> = (0..found.length())
        .filter_map(|at| found.item(at)?.dyn_into::<HtmlElement>().ok())
        .collect();
    let active = document().active_element();
    let here = items
        .iter()
        .position(|item| active.as_ref().is_some_and(|active| active.is_same_node(Some(item))));
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

//! The pane of the stage: its heading, its size buttons, the picture, the details below, and the separator that sets
//! its width.
//!
//! Must not know the content of the picture.

use hashrange_words::t;
use leptos::ev::{KeyboardEvent, keydown};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use crate::components::Button;
use crate::components::focus::{is_typed_into, is_within};
use crate::preferences::{Preferences, STAGE};
use crate::signal::RwSignal;
use crate::views::lesson::step_requests::StepRequests;
use crate::views::live::LiveViews;
use crate::views::stage::{StageInspector, StageView};

/// The pixels by which an arrow key moves the separator.
const STEP: u32 = 24;

/// The size mode of the stage.
#[derive(Clone, Copy, Debug)]
pub struct StageFrame {
    /// Whether it fills the page.
    pub full: RwSignal<bool>,
    /// Whether it is in presentation mode: full screen, with large text.
    pub presenting: RwSignal<bool>,
    pane: NodeRef<html::Section>,
}

impl StageFrame {
    /// Puts the frame into the context.
    #[must_use]
    pub fn provide() -> Self {
        let frame = Self {
            full: RwSignal::new(false),
            presenting: RwSignal::new(false),
            pane: NodeRef::new(),
        };
        provide_context(frame);
        frame
    }

    /// Shows the stage on the full screen, beside the text of a lesson. If the browser refuses, fills the page instead.
    pub fn present(self) {
        self.presenting.set(true);
        if let Some(pane) = self.pane.get_untracked() {
            // Includes the page, so that the lesson, its dialogs and its messages are visible.
            let page = document().document_element();
            let has_lesson = matches!(pane.closest(".app-lesson"), Ok(Some(_)));
            let _ = page
                .filter(|_| has_lesson)
                .unwrap_or_else(|| pane.into())
                .request_fullscreen();
        }
    }

    /// Ends the presentation.
    pub fn leave(self) {
        self.presenting.set(false);
        if document().fullscreen_element().is_some() {
            document().exit_fullscreen();
        }
    }
}

/// The pane.
#[component]
pub fn StagePane() -> impl IntoView {
    let frame = expect_context::<StageFrame>();
    follow_keys(frame);
    let StageFrame { full, presenting, pane } = frame;
    on_cleanup(move || {
        full.set(false);
        frame.leave();
    });
    view! {
        <section class="stage-pane" class:presenting=move || presenting.get() node_ref=pane aria-label=t!("Stage")>
            <header class="stage-head">
                <h2>{t!("Stage")}</h2>
                <span class="spacer"></span>
                <span class="stage-present">{move || {
                    if presenting.get() {
                        view! { <Button keys="Esc" on_press=move |()| frame.leave()>{t!("Exit presentation")}</Button> }
                    } else {
                        view! { <Button on_press=move |()| frame.present()>{t!("Present")}</Button> }
                    }
                }}</span>
                <button
                    type="button"
                    class="btn"
                    aria-pressed=move || full.get().to_string()
                    aria-keyshortcuts="s"
                    hidden=move || presenting.get()
                    on:click=move |_| full.update(|full| *full = !*full)
                >
                    {t!("Stage ⤢")} <kbd>"s"</kbd>
                </button>
            </header>
            <StepRequests />
            <div class="stage-place"><StageView present=presenting /></div>
            <div class="stage-details">
                <StageInspector />
                <LiveViews />
            </div>
        </section>
    }
}

/// Handles keys: `s` switches the full page on and off, and Escape ends it. The end of the browser's full screen ends
/// it too.
fn follow_keys(frame: StageFrame) {
    let keys = window_event_listener(keydown, move |event| {
        let held = event.ctrl_key() || event.meta_key() || event.alt_key();
        match event.key().as_str() {
            "s" if !held && !event.default_prevented() && !is_typed_into(&event) => {
                frame.full.update(|full| *full = !*full);
            }
            // In a dialog, Escape closes the dialog.
            "Escape" if frame.presenting.get_untracked() && !is_within(&event, "dialog") => frame.leave(),
            _ => {}
        }
    });
    let screen = window_event_listener_untyped("fullscreenchange", move |_| {
        if document().fullscreen_element().is_none() {
            frame.presenting.set(false);
        }
    });
    on_cleanup(move || {
        keys.remove();
        screen.remove();
    });
}

/// The separator that sets the width of the stage, by pointer and by arrow keys.
#[component]
pub fn Separator() -> impl IntoView {
    let width = expect_context::<Preferences>().stage;
    let [least, _, most] = STAGE;
    let keys = move |event: KeyboardEvent| {
        let now = width.get_untracked();
        let wanted = match event.key().as_str() {
            "ArrowLeft" => now + STEP,
            "ArrowRight" => now.saturating_sub(STEP),
            "Home" => least,
            "End" => most,
            _ => return,
        };
        event.prevent_default();
        width.set(wanted.clamp(least, most));
    };
    let held = StoredValue::new(false);
    let hold = move |event: PointerEvent| {
        held.set_value(true);
        if let Some(bar) = event.current_target().and_then(|bar| bar.dyn_into::<Element>().ok()) {
            // If the pointer cannot be captured, it moves the bar only while it is above it.
            let _ = bar.set_pointer_capture(event.pointer_id());
        }
    };
    let drag = move |event: PointerEvent| {
        if held.get_value()
            && let Some(inner) = window().inner_width().ok().and_then(|inner| inner.as_f64())
        {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "pixels of a page; the cast saturates"
            )]
            let wanted = (inner - f64::from(event.client_x())) as u32;
            width.set(wanted.clamp(least, most));
        }
    };
    view! {
        <div
            class="separator"
            role="separator"
            tabindex="0"
            aria-label=t!("Width of the stage")
            aria-orientation="vertical"
            aria-valuenow=move || width.get().to_string()
            aria-valuemin=least.to_string()
            aria-valuemax=most.to_string()
            on:keydown=keys
            on:pointerdown=hold
            on:pointermove=drag
            on:pointerup=move |_| held.set_value(false)
        ></div>
    }
}

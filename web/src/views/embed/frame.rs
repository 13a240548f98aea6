//! The way out, and when the page around is told something: that a workspace is there, and how high the page would like to be.
//!
//! Must not know how messages travel.

use hashrange_protocol::{WorkspaceCommand, WorkspaceId};
use leptos::prelude::*;
use web_sys::Element;

use crate::framed::around;
use crate::lessons::{Lessons, use_lessons};
use crate::places::{LINK, base, fragment};
use crate::selection::use_selection;
use crate::session::{Phase, Session, use_session};
use crate::views::share::view::shown;

/// The least height that is asked for, in pixels.
const LEAST: i32 = 240;

/// The way out. A function of its own, which comes with the part that it waits for.
#[inline(never)]
#[must_use]
pub fn way_out() -> AnyView {
    view! { <EmbedFrame /> }.into_any()
}

/// The way out, and the messages while it is there.
#[component]
pub fn EmbedFrame() -> impl IntoView {
    let (session, selection, lessons) = (use_session(), use_selection(), use_lessons());
    say_when_ready(session);
    say_height(session);
    let first = base() + &fragment();
    let address = move || {
        let text = session.link().get().filter(|text| !text.is_empty());
        match (lessons.and_then(Lessons::link), text) {
            (Some(link), _) => link.address(),
            (None, Some(text)) => format!("{}{LINK}{text}", base()),
            (None, None) => first.clone(),
        }
    };
    // What was done here goes along: the link is made while the reader reaches for it.
    let reach = move || session.shelve(WorkspaceCommand::MakeLink { view: shown(session, selection) });
    view! {
        <a
            class="embed-open"
            href=address
            target="_blank"
            rel="noopener"
            on:pointerenter=move |_| reach()
            on:focus=move |_| reach()
        >
            "Open in full"
        </a>
    }
}

/// Says once that a workspace is in front.
fn say_when_ready(session: Session) {
    Effect::new(move |said: Option<bool>| {
        let said = said.unwrap_or_default();
        let front = session.workspace().get();
        let is_there = session.phase().get() == Phase::Ready && front != WorkspaceId::NONE && !front.is_welcome();
        if is_there && !said {
            around::tell_ready();
        }
        said || is_there
    });
}

/// Says how high the page would like to be, whenever that is another height.
fn say_height(session: Session) {
    let told = StoredValue::new(0);
    let look = move || request_animation_frame(move || say_other_height(told));
    let selection = use_selection();
    Effect::new(move || {
        // Another tab or table is another height.
        let _ = selection.line();
        if session.is_settled().get() {
            look();
        }
    });
    let listener = window_event_listener(leptos::ev::resize, move |_| look());
    on_cleanup(move || listener.remove());
}

#[inline(never)]
fn say_other_height(told: StoredValue<i32>) {
    let height = height();
    if told.try_update_value(|told| std::mem::replace(told, height)).is_some_and(|before| before != height) {
        around::tell_height(height);
    }
}

/// The height at which no panel has to be scrolled.
#[inline(never)]
fn height() -> i32 {
    let find = |selector: &str| document().query_selector(selector).ok().flatten();
    let high = |element: Option<Element>| element.map_or(0, |element| element.client_height());
    let whole = |element: Option<Element>| {
        element.filter(|element| element.client_height() > 0).map_or(0, |element| element.scroll_height())
    };
    let scrolled =
        find(".main .tab-panel:not([hidden])").map_or(0, |panel| panel.scroll_height() - panel.client_height());
    let middle = [whole(find(".side")), whole(find(".stage-pane")), whole(find(".main")) + scrolled.max(0)];
    (high(find(".top")) + middle.into_iter().max().unwrap_or_default() + high(find(".clock"))).max(LEAST)
}

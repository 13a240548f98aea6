//! The link to the full page, and the messages to the parent page: that a workspace is in front, and the preferred
//! height.
//!
//! Must not know how messages are sent.

use hashrange_protocol::{WorkspaceCommand, WorkspaceId};
use hashrange_words::t;
use leptos::prelude::*;
use web_sys::Element;

use crate::effect::{effect, effect_since};
use crate::framed::parent_page;
use crate::lessons::{Lessons, use_lessons};
use crate::places::{LINK, base, fragment};
use crate::selection::use_selection;
use crate::session::{Phase, Session, use_session};
use crate::views::share::view::shown;

/// The minimum requested height, in pixels.
const LEAST: i32 = 240;

hashrange_late::late!(page:
    /// The link out of the frame.
    pub fn way_out() -> AnyView { view! { <EmbedFrame /> }.into_any() }
);

/// The link to the full page, and the messages while it exists.
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
    // The link includes what was done here: it is created while the pointer is over it.
    let reach = move || {
        session.run_workspace_command(WorkspaceCommand::MakeLink {
            view: shown(session, selection),
        });
    };
    view! {
        <a
            class="embed-open"
            href=address
            target="_blank"
            rel="noopener"
            on:pointerenter=move |_| reach()
            on:focus=move |_| reach()
        >
            {t!("Open in full")}
        </a>
    }
}

/// Reports once that a workspace is in front.
fn say_when_ready(session: Session) {
    effect_since(move |said: Option<bool>| {
        let said = said.unwrap_or_default();
        let front = session.workspace().get();
        let is_there = session.phase().get() == Phase::Ready && front != WorkspaceId::NONE && !front.is_welcome();
        if is_there && !said {
            parent_page::report_ready();
        }
        said || is_there
    });
}

/// Reports the preferred height when it changes.
fn say_height(session: Session) {
    let reported = StoredValue::new(0);
    let look = move || request_animation_frame(move || say_other_height(reported));
    let selection = use_selection();
    effect(move || {
        // Another tab or table has another height.
        let _ = selection.line();
        if session.is_settled().get() {
            look();
        }
    });
    let listener = window_event_listener(leptos::ev::resize, move |_| look());
    on_cleanup(move || listener.remove());
}

fn say_other_height(reported: StoredValue<i32>) {
    let height = height();
    if reported
        .try_update_value(|reported| std::mem::replace(reported, height))
        .is_some_and(|before| before != height)
    {
        parent_page::report_height(height);
    }
}

/// The height at which no panel has to be scrolled.
fn height() -> i32 {
    let find = |selector: &str| document().query_selector(selector).ok().flatten();
    let high = |element: Option<Element>| element.map_or(0, |element| element.client_height());
    let whole = |element: Option<Element>| {
        element
            .filter(|element| element.client_height() > 0)
            .map_or(0, |element| element.scroll_height())
    };
    let scrolled =
        find(".main .tab-panel:not([hidden])").map_or(0, |panel| panel.scroll_height() - panel.client_height());
    let middle = [
        whole(find(".side")),
        whole(find(".stage-pane")),
        whole(find(".main")) + scrolled.max(0),
    ];
    (high(find(".top")) + middle.into_iter().max().unwrap_or_default() + high(find(".clock"))).max(LEAST)
}

//! Short messages about the latest events. They are read by assistive technology, and removed after a while.

use std::sync::Arc;
use std::time::Duration;

use hashrange_words::t;
use leptos::prelude::*;

use crate::components::Each;
use crate::signal::RwSignal;

/// How long a message is shown. A message about a failure, or with a button, stays until it is closed.
const SHOWN: Duration = Duration::from_secs(6);
/// Maximum number of messages; the oldest is removed first.
const MOST: usize = 4;

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Good,
    /// Information for the reader.
    Notice,
    /// Something failed.
    Bad,
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Self::Good => "toast toast-good",
            Self::Notice => "toast toast-notice",
            Self::Bad => "toast toast-bad",
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Self::Good => "✓",
            Self::Notice => "i",
            Self::Bad => "!",
        }
    }
}

/// What a message offers, as the words of a button and what it does. It outlives the view that showed the message.
type Offer = (&'static str, Arc<dyn Fn() + Send + Sync>);

#[derive(Clone)]
struct Toast {
    number: u64,
    tone: Tone,
    text: String,
    offer: Option<Offer>,
}

/// The handle for showing messages.
#[derive(Clone, Copy, Debug)]
pub struct Toasts {
    shown: RwSignal<Vec<Toast>>,
    said: StoredValue<u64>,
}

impl Default for Toasts {
    fn default() -> Self {
        Self {
            shown: RwSignal::new(Vec::new()),
            said: StoredValue::new(0),
        }
    }
}

impl Toasts {
    /// Shows a message.
    pub fn say(self, tone: Tone, text: impl Into<String>) {
        self.show(tone, text.into(), None);
    }

    /// Shows a message about something that was done, with a button that undoes it.
    pub fn offer_undo(self, text: String, undo: impl Fn() + Send + Sync + 'static) {
        self.offer(text, t!("Undo"), undo);
    }

    /// Shows a message about something that was done, with a button for what can be done next.
    pub fn offer(self, text: String, label: &'static str, act: impl Fn() + Send + Sync + 'static) {
        self.show(Tone::Good, text, Some((label, Arc::new(act))));
    }

    fn show(self, tone: Tone, text: String, offer: Option<Offer>) {
        let stays = tone == Tone::Bad || offer.is_some();
        let number = self.said.get_value() + 1;
        self.said.set_value(number);
        self.shown.update(|shown| {
            if shown.len() == MOST {
                shown.remove(0);
            }
            shown.push(Toast {
                number,
                tone,
                text,
                offer,
            });
        });
        if !stays {
            set_timeout(move || self.close(number), SHOWN);
        }
    }

    fn close(self, number: u64) {
        self.shown
            .try_update(|shown| shown.retain(|toast| toast.number != number));
    }
}

/// The page's toasts.
///
/// Outside the page, as in a test of one view, messages go nowhere.
#[must_use]
pub fn use_toasts() -> Toasts {
    use_context::<Toasts>().unwrap_or_default()
}

/// The area where messages are shown. Use it once in a page.
#[component]
pub fn ToastRegion() -> impl IntoView {
    let toasts = use_toasts();
    view! {
        <div class="toasts" role="status" aria-live="polite">
            <Each each=move || toasts.shown.get() key=|toast| toast.number let:toast>
                <div class=toast.tone.class()>
                    <span class="toast-sign" aria-hidden="true">{toast.tone.sign()}</span>
                    <span class="toast-text">{toast.text.clone()}</span>
                    {toast.offer.clone().map(|(label, act)| {
                        view! {
                            <button
                                type="button"
                                class="btn"
                                on:click=move |_| {
                                    toasts.close(toast.number);
                                    act();
                                }
                            >
                                {label}
                            </button>
                        }
                    })}
                    <button
                        type="button"
                        class="btn btn-quiet"
                        aria-label=t!("Close message")
                        on:click=move |_| toasts.close(toast.number)
                    >
                        "✕"
                    </button>
                </div>
            </Each>
        </div>
    }
}

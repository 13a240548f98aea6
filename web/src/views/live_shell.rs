//! The shell of a live view: its card, folded or not, and the texts above the picture.
//!
//! The shell exists from the start. A body exists only while its card is unfolded, so it is passed as a function. Must
//! not know the content of a card.

use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Card, Source, When};
use crate::derived::Signal;
use crate::effect::effect;
use crate::preferences::{LiveCard, Preferences};
use crate::session::use_session;
use crate::signal::RwSignal;

/// A page of AWS's developer guide.
#[must_use]
pub const fn guide(title: &'static str, page: &'static str) -> Source {
    Source {
        of: "AWS",
        title,
        base: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/",
        page,
    }
}

/// The texts of a card above its picture. Its body sets both.
#[derive(Clone, Copy, Debug)]
pub struct CardTexts {
    /// Its subject, beside the title.
    pub subject: RwSignal<String>,
    /// A description of the picture, in one sentence.
    pub sentence: RwSignal<String>,
}

impl CardTexts {
    /// Updates the texts of the card from a reading, while the body exists.
    pub fn follow(self, said: impl Fn() -> (String, String) + 'static) {
        effect(move || {
            let (subject, sentence) = said();
            self.subject.try_set(subject);
            self.sentence.try_set(sentence);
        });
    }
}

/// A card that draws and computes nothing while it is folded.
#[component]
pub fn LiveShell(
    /// Which card.
    card: LiveCard,
    /// Its title.
    title: &'static str,
    /// Creates its body.
    body: fn(CardTexts) -> AnyView,
) -> impl IntoView {
    let open = Preferences::open(card);
    let texts = CardTexts {
        subject: RwSignal::new(String::new()),
        sentence: RwSignal::new(String::new()),
    };
    let session = use_session();
    // The picture is out of date until every reading has arrived.
    let busy = Signal::derive(move || open.get() && !session.is_settled().get());
    let while_open =
        move |text: RwSignal<String>| Signal::derive(move || if open.get() { text.get() } else { String::new() });
    view! {
        <Card
            id=card.name()
            title
            subject=while_open(texts.subject)
            sentence=while_open(texts.sentence)
            source=(card == LiveCard::Capacity)
                .then_some(guide(t!("Burst and adaptive capacity"), "burst-adaptive-capacity.html"))
            busy
            open
        >
            <When holds=move || open.get()>{move || body(texts)}</When>
        </Card>
    }
}

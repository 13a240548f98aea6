//! The shell of a live view: its card, folded or not, and what its body may say above the picture.
//!
//! The shell is there from the start; bodies come late and only while their card is unfolded, so that they are given as
//! functions. Must not know what a card shows.

use hashrange_engine::Engine;
use hashrange_insight::Insight;
use leptos::prelude::*;

use crate::components::Card;
use crate::preferences::{LiveCard, Preferences};
use crate::session::{use_selection, use_session};

/// What a card says above its picture. Its body sets both.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// What it is about, beside the title.
    pub subject: RwSignal<String>,
    /// What is being seen, in one sentence.
    pub sentence: RwSignal<String>,
}

impl Face {
    /// Lets the card say what a reading says, as long as the body is there.
    pub fn follow(self, said: impl Fn() -> (String, String) + 'static) {
        Effect::new(move || {
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
    /// Makes its body.
    body: fn(Face) -> AnyView,
) -> impl IntoView {
    let open = Preferences::open(card);
    let face = Face { subject: RwSignal::new(String::new()), sentence: RwSignal::new(String::new()) };
    let while_open =
        move |text: RwSignal<String>| Signal::derive(move || if open.get() { text.get() } else { String::new() });
    view! {
        <Card title subject=while_open(face.subject) sentence=while_open(face.sentence) open>
            <Show when=move || open.get()>{move || body(face)}</Show>
        </Card>
    }
}

/// A reading of the selected table, made again after every change and every second of virtual time.
pub fn table_reading<R: PartialEq + Send + Sync + 'static>(
    read: impl Fn(&Insight, &Engine, &str) -> Option<R> + Send + Sync + 'static,
) -> Memo<Option<R>> {
    let (session, selection) = (use_session(), use_selection());
    let second = Memo::new(move |_| session.now().get().seconds());
    Memo::new(move |_| {
        session.revision().track();
        second.track();
        let table = selection.table.get()?;
        session.with_insight(|insight, engine| read(insight, engine, &table))
    })
}

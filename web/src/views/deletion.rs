//! The question before something of a table, or a table, is deleted, and its answer. Asked from outside of what is deleted:
//! that may be gone before the question has closed.

use hashrange_wire::Request;
use leptos::prelude::*;

use crate::components::Confirm;
use crate::session::{Session, use_session};
use crate::views::refusal::Refused;

/// The handle on the question.
#[derive(Clone, Copy)]
pub struct Deletion {
    session: Session,
    asked: RwSignal<bool>,
    doomed: RwSignal<Option<Doomed>>,
    /// Why the service would not, when it did not.
    pub refused: RwSignal<Option<Refused>>,
}

/// What is asked about.
#[derive(Clone, Debug)]
struct Doomed {
    name: String,
    request: Request,
}

impl Deletion {
    /// Nothing is to be deleted yet.
    #[must_use]
    pub fn in_context() -> Self {
        Self {
            session: use_session(),
            asked: RwSignal::new(false),
            doomed: RwSignal::new(None),
            refused: RwSignal::new(None),
        }
    }

    /// Asks whether what has this name shall go, by this request.
    pub fn ask(self, name: String, request: Request) {
        self.doomed.set(Some(Doomed { name, request }));
        self.refused.set(None);
        self.asked.set(true);
    }

    fn title(self) -> String {
        self.doomed.with(|doomed| doomed.as_ref().map(|it| format!("Delete {}?", it.name)).unwrap_or_default())
    }

    /// Whether it is gone.
    fn delete(self) -> bool {
        let request = self.doomed.with_untracked(|doomed| doomed.as_ref().map(|it| it.request.clone()));
        let answer = request.map(|request| self.session.submit(request));
        if let Some(Err(error)) = &answer {
            self.refused.try_set(Some(Refused::from(error)));
        }
        matches!(answer, Some(Ok(_)))
    }
}

/// The question itself.
#[component]
pub fn DeletionQuestion(
    /// What it is about.
    deletion: Deletion,
    /// The words for yes.
    action: &'static str,
    /// What goes along, and what stays.
    note: &'static str,
    /// Called once it is gone.
    #[prop(optional, into)]
    on_done: Option<Callback<()>>,
) -> impl IntoView {
    let confirmed = move |()| {
        if let (true, Some(done)) = (deletion.delete(), on_done) {
            done.run(());
        }
    };
    view! {
        <Confirm
            open=deletion.asked
            title=Signal::derive(move || deletion.title())
            action=Signal::derive(move || action.to_owned())
            on_confirm=confirmed
        >
            <p>{note}</p>
        </Confirm>
    }
}

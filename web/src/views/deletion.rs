//! The question before something of a table, or a table, is deleted, and its answer. Asked from outside of what is deleted:
//! that may be gone before the question has closed.

use hashrange_wire::Request;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::Confirm;
use crate::components::dialog::way_back::WayBack;
use crate::session::{Session, use_session};
use crate::views::refusal::Refused;

/// The handle on the question.
#[derive(Clone, Copy)]
pub struct Deletion {
    session: Session,
    asked: RwSignal<bool>,
    doomed: RwSignal<Option<Doomed>>,
    /// Where the focus was when it was asked.
    way_back: StoredValue<WayBack, LocalStorage>,
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
            way_back: StoredValue::new_local(WayBack::default()),
            refused: RwSignal::new(None),
        }
    }

    /// Asks whether what has this name shall go, by this request.
    pub fn ask(self, name: String, request: Request) {
        self.way_back.set_value(WayBack::from_here());
        self.doomed.set(Some(Doomed { name, request }));
        self.refused.set(None);
        self.asked.set(true);
    }

    fn title(self) -> String {
        self.doomed.with(|doomed| doomed.as_ref().map(|it| format!("Delete {}?", it.name)).unwrap_or_default())
    }

    /// Deletes what was asked about; whether it is gone.
    async fn delete(self) -> bool {
        let doomed = self.doomed.try_get_untracked().flatten();
        let Some(Doomed { request, .. }) = doomed else { return false };
        let answer = self.session.send(request).await;
        answer.map_err(|refused| self.refused.try_set(Some(refused.into()))).is_ok()
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
        spawn_local(async move {
            if deletion.delete().await {
                if let Some(done) = on_done {
                    done.try_run(());
                }
                if let Some(way_back) = deletion.way_back.try_get_value() {
                    way_back.take_when_gone();
                }
            }
        });
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

//! The confirmation before a table, or a part of it, is deleted, and its result. It is outside the deleted element,
//! which can disappear before the dialog has closed.

use hashrange_wire::Request;
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::Confirm;
use crate::components::dialog::focus_return::FocusReturn;
use crate::derived::Signal;
use crate::session::{Session, use_session};
use crate::signal::RwSignal;
use crate::views::refusal::Refused;

/// The handle to the question.
#[derive(Clone, Copy)]
pub struct Deletion {
    session: Session,
    asked: RwSignal<bool>,
    doomed: RwSignal<Option<Doomed>>,
    /// The focus before the question.
    focus_return: StoredValue<FocusReturn, LocalStorage>,
    /// The refusal of the deletion, if the service refused it.
    pub refused: RwSignal<Option<Refused>>,
}

/// The subject of the question.
#[derive(Clone, Debug)]
struct Doomed {
    name: String,
    request: Request,
}

impl Deletion {
    /// A deletion without a subject yet.
    #[must_use]
    pub fn in_context() -> Self {
        Self {
            session: use_session(),
            asked: RwSignal::new(false),
            doomed: RwSignal::new(None),
            focus_return: StoredValue::new_local(FocusReturn::default()),
            refused: RwSignal::new(None),
        }
    }

    /// Asks whether to delete the thing with this name by this request.
    pub fn ask(self, name: String, request: Request) {
        self.focus_return.set_value(FocusReturn::from_here());
        self.doomed.set(Some(Doomed { name, request }));
        self.refused.set(None);
        self.asked.set(true);
    }

    fn title(self) -> String {
        self.doomed.with(|doomed| {
            doomed
                .as_ref()
                .map(|it| t!("Delete {it}?", it = it.name))
                .unwrap_or_default()
        })
    }

    /// Deletes it. Returns whether the deletion succeeded.
    async fn delete(self) -> bool {
        let doomed = self.doomed.try_get_untracked().flatten();
        let Some(Doomed { request, .. }) = doomed else {
            return false;
        };
        let answer = self.session.send(request).await;
        answer
            .map_err(|refused| self.refused.try_set(Some(refused.into())))
            .is_ok()
    }
}

/// The question itself.
#[component]
pub fn DeletionQuestion(
    /// Its deletion.
    deletion: Deletion,
    /// The label of the confirmation.
    action: &'static str,
    /// What is deleted too, and what stays.
    note: &'static str,
    /// Called after the deletion.
    #[prop(optional, into)]
    on_done: Option<Callback<()>>,
) -> impl IntoView {
    let confirmed = move |()| {
        spawn_local(async move {
            if deletion.delete().await {
                if let Some(done) = on_done {
                    done.try_run(());
                }
                if let Some(focus_return) = deletion.focus_return.try_get_value() {
                    focus_return.take_when_gone();
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

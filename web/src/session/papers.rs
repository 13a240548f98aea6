//! The papers of the workspace in front: the page's own state, kept with the workspace and given back when it opens.
//!
//! Changes go to the engine a few times a second, and at once before the workspace in front may become another one.

use std::time::Duration;

use hashrange_protocol::{Command, WorkspaceId};
use leptos::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::kept::Kept;
use super::{Session, use_session};

/// Real time between two times the papers are sent.
const REST: Duration = Duration::from_millis(300);

impl Session {
    /// A part of the papers of the workspace in front, where there is one that can be read.
    #[must_use]
    pub fn paper<T: DeserializeOwned>(self, name: &str) -> Option<T> {
        self.kept_here.try_with_value(|kept| kept.part(name)).flatten()
    }

    /// Bytes of a part of the papers; 0 without one.
    #[must_use]
    pub fn paper_size(self, name: &str) -> usize {
        self.kept_here.try_with_value(|kept| kept.size(name)).unwrap_or_default()
    }

    /// Some parts of the papers as they are, as a text of their own.
    #[must_use]
    pub fn some_papers(self, names: &[&str]) -> String {
        self.kept_here.try_with_value(|kept| kept.only(names)).unwrap_or_default()
    }

    /// Keeps a part with the workspace in front; tells whether it could be kept. One that is too long is left out.
    pub fn keep_paper<T: Serialize>(self, name: &str, part: &T) -> bool {
        let kept = self.put_paper(name, part);
        self.send_papers_soon();
        kept
    }

    /// Takes a part out of the papers.
    pub fn drop_paper(self, name: &str) {
        self.kept_here.try_update_value(|kept| kept.remove(name));
        self.send_papers_soon();
    }

    fn put_paper<T: Serialize>(self, name: &str, part: &T) -> bool {
        if self.workspace.get_untracked() == WorkspaceId::NONE {
            return false;
        }
        self.kept_here.try_update_value(|kept| kept.put(name, part)) == Some(true)
    }

    fn send_papers_soon(self) {
        if self.kept_here.try_update_value(Kept::begins_to_rest) == Some(true) {
            self.send_papers();
            let rested = move || {
                self.kept_here.try_update_value(Kept::has_rested);
                self.send_papers_soon();
            };
            set_timeout(rested, REST);
        }
    }

    /// Sends what the engine was not told.
    pub(super) fn send_papers(self) {
        if let Some(view) = self.kept_here.try_update_value(Kept::take_unsent).flatten() {
            self.tell(Command::Keep { view });
        }
    }

    /// Takes the papers of a workspace that comes to the front; gives their text. Those of the one that is there already,
    /// which was brought back or taken over, stay as they lie here.
    pub(super) fn take_papers(self, workspace: WorkspaceId, view: String) -> String {
        let stays = workspace == self.workspace.get_untracked();
        let text = self.kept_here.try_update_value(|kept| stays.then(|| kept.stay()));
        // Where another one comes, the last changes are still those of the one before.
        self.send_papers();
        text.flatten().unwrap_or_else(|| {
            self.kept_here.try_update_value(|kept| kept.replace(&view));
            view
        })
    }
}

/// A value that belongs to the workspace in front: it is kept with its papers whenever it changes, and becomes what the
/// papers say when another workspace comes to the front.
#[must_use]
pub fn use_paper<T>(name: &'static str) -> RwSignal<T>
where
    T: Serialize + DeserializeOwned + Default + PartialEq + Send + Sync + 'static,
{
    let session = use_session();
    let value = RwSignal::new(session.paper::<T>(name).unwrap_or_default());
    Effect::new(move |shown: Option<WorkspaceId>| {
        let workspace = session.workspace().get();
        value.track();
        if shown.is_none_or(|shown| shown != workspace) {
            value.set(session.paper(name).unwrap_or_default());
        } else if session.paper_size(name) > 0 || value.with_untracked(|value| *value != T::default()) {
            value.with_untracked(|value| session.keep_paper(name, value));
        }
        workspace
    });
    value
}

//! The saved state of the workspace in front: the page's own state, stored with the workspace and restored when it
//! opens.
//!
//! Changes are sent to the engine a few times a second, and at once before another workspace can come to the front.

use std::time::Duration;

use hashrange_protocol::{Command, WorkspaceId};
use hashrange_wire::JsonForm;
use leptos::prelude::*;

use super::kept::Kept;
use super::{Session, use_session};

use crate::effect::effect;
use crate::signal::RwSignal;

/// Real time between two transmissions of the saved state.
const SEND_INTERVAL: Duration = Duration::from_millis(300);

impl Session {
    /// A part of the saved state of the workspace in front. `None` if it is missing or unreadable.
    #[must_use]
    pub fn saved_part<T: JsonForm>(self, name: &str) -> Option<T> {
        self.kept_here.try_with_value(|kept| kept.part(name)).flatten()
    }

    /// The JSON of a part of the saved state. `None` if it is missing.
    #[must_use]
    pub fn saved_json(self, name: &str) -> Option<String> {
        self.kept_here.try_with_value(|kept| kept.json_of(name)).flatten()
    }

    /// The bytes of a part of the saved state; 0 if it is missing.
    #[must_use]
    pub fn saved_part_size(self, name: &str) -> usize {
        self.kept_here
            .try_with_value(|kept| kept.size(name))
            .unwrap_or_default()
    }

    /// Some of the existing parts of the saved state, as a separate text.
    #[must_use]
    pub fn saved_parts(self, names: &[&str]) -> String {
        self.kept_here
            .try_with_value(|kept| kept.only(names))
            .unwrap_or_default()
    }

    /// Stores a part with the workspace in front. Returns whether it fits. A part that is too long is omitted.
    pub fn save_part<T: JsonForm>(self, name: &str, part: &T) -> bool {
        self.save_json(name, part.to_json())
    }

    /// Stores a part that is JSON already, as [`save_part`](Self::save_part).
    pub fn save_json(self, name: &str, json: String) -> bool {
        let kept = self.put_saved_part(name, json);
        self.send_saved_state_soon();
        kept
    }

    /// Removes a part from the saved state.
    pub fn drop_saved_part(self, name: &str) {
        self.kept_here.try_update_value(|kept| kept.remove(name));
        self.send_saved_state_soon();
    }

    fn put_saved_part(self, name: &str, json: String) -> bool {
        if self.workspace.get_untracked() == WorkspaceId::NONE {
            return false;
        }
        self.kept_here.try_update_value(|kept| kept.put(name, json)) == Some(true)
    }

    fn send_saved_state_soon(self) {
        if self.kept_here.try_update_value(Kept::begins_to_rest) == Some(true) {
            self.send_saved_state();
            let rested = move || {
                self.kept_here.try_update_value(Kept::has_rested);
                self.send_saved_state_soon();
            };
            set_timeout(rested, SEND_INTERVAL);
        }
    }

    /// Sends changes that the engine does not have.
    pub(super) fn send_saved_state(self) {
        if let Some(view) = self.kept_here.try_update_value(Kept::take_unsent).flatten() {
            self.post(Command::Keep { view });
        }
    }

    /// Loads the saved state of a workspace that comes to the front, and returns its text. If the workspace is already
    /// in front, because it was restored or taken over, its saved state stays.
    pub(super) fn take_saved_state(self, workspace: WorkspaceId, view: String) -> String {
        let stays = workspace == self.workspace.get_untracked();
        let text = self.kept_here.try_update_value(|kept| stays.then(|| kept.stay()));
        // If another workspace replaces this one, the last changes still belong to this one.
        self.send_saved_state();
        text.flatten().unwrap_or_else(|| {
            self.kept_here.try_update_value(|kept| kept.replace(&view));
            view
        })
    }
}

/// A value that belongs to the workspace in front. It is stored with the saved state whenever it changes. It is read
/// from the saved state when another workspace comes to the front.
#[must_use]
pub fn use_saved_part<T>(name: &'static str) -> RwSignal<T>
where
    T: JsonForm + Default + PartialEq + Send + Sync + 'static,
{
    let session = use_session();
    let value = RwSignal::new(session.saved_part::<T>(name).unwrap_or_default());
    let mut shown = None;
    effect(move || {
        let workspace = session.workspace().get();
        value.track();
        if shown.replace(workspace) != Some(workspace) {
            value.set(session.saved_part(name).unwrap_or_default());
        } else if session.saved_part_size(name) > 0 || value.with_untracked(|value| *value != T::default()) {
            value.with_untracked(|value| session.save_part(name, value));
        }
    });
    value
}

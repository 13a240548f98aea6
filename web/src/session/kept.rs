//! The saved state in the page, and whether the engine has it.
//!
//! Must not know its workspace, nor how it is sent.

use hashrange_wire::JsonForm;

use crate::state::saved_state::SavedState;

/// The saved state, and whether the engine has it.
#[derive(Default)]
pub(super) struct Kept {
    saved_state: SavedState,
    /// Whether there are changes that the engine does not have.
    unsent: bool,
    /// Whether they were just sent.
    resting: bool,
}

impl Kept {
    /// A part, if it is readable.
    pub(super) fn part<T: JsonForm>(&self, name: &str) -> Option<T> {
        self.saved_state.get(name)
    }

    /// The JSON of a part.
    pub(super) fn json_of(&self, name: &str) -> Option<String> {
        self.saved_state.json_of(name).map(str::to_owned)
    }

    /// Some of the existing parts, as a separate text.
    pub(super) fn only(&self, names: &[&str]) -> String {
        self.saved_state.only(names)
    }

    /// The bytes of a part; 0 if it is missing.
    pub(super) fn size(&self, name: &str) -> usize {
        self.saved_state.size(name)
    }

    /// Stores a part, as JSON. Returns whether it fits.
    pub(super) fn put(&mut self, name: &str, json: String) -> bool {
        let put = self.saved_state.put_json(name, json);
        self.unsent |= put != Ok(false);
        put.is_ok()
    }

    /// Removes a part.
    pub(super) fn remove(&mut self, name: &str) {
        self.unsent |= self.saved_state.remove(name);
    }

    /// Whether to send the changes now. A pause follows.
    pub(super) fn begins_to_rest(&mut self) -> bool {
        self.unsent && !std::mem::replace(&mut self.resting, self.unsent)
    }

    /// Ends the pause, so that changes may be sent again.
    pub(super) fn has_rested(&mut self) {
        self.resting = false;
    }

    /// The text, if the engine does not have it. Marks it as sent.
    pub(super) fn take_unsent(&mut self) -> Option<String> {
        std::mem::take(&mut self.unsent).then(|| self.saved_state.text())
    }

    /// The text, which stays while its workspace is restored. It is sent to the engine again.
    pub(super) fn stay(&mut self) -> String {
        self.unsent = true;
        self.saved_state.text()
    }

    /// Replaces the saved state with that of another workspace.
    pub(super) fn replace(&mut self, text: &str) {
        self.saved_state = SavedState::read(text);
    }
}

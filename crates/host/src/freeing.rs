//! Frees the memory of deleted tables, undone states and closed workspaces in slices, so that the page never waits for
//! it.
//!
//! Must not know why something was removed.

use hashrange_protocol::WorkspaceId;

use crate::host::{Host, HostState, Platform};
use crate::workspace::Workspace;

/// Maximum real time of one slice, in milliseconds.
const SLICE_MS: f64 = 8.0;
/// The pages of rows freed between two looks at the clock: less than a millisecond of work.
const PIECES: usize = 8;

impl<W: Platform> Host<W> {
    /// Frees a slice of what open and closed workspaces left. Returns whether more is left.
    pub(crate) fn free_slice(&self) -> bool {
        let begun = self.platform().millis();
        let mut remains = self.state(|state| {
            let mut remains = std::mem::take(&mut state.remains);
            for (_, workspace) in state.open.iter_mut() {
                remains.append(workspace.core.take_remains());
            }
            remains
        });
        while remains.free(PIECES) && self.platform().millis() - begun < SLICE_MS {}
        let is_left = !remains.is_empty();
        self.state(|state| state.remains.append(remains));
        is_left
    }
}

impl HostState {
    /// Closes a workspace. Its memory is freed later.
    pub(crate) fn close(&mut self, id: WorkspaceId) {
        if let Some(Workspace { core, .. }) = self.open.remove(&id) {
            self.remains.append(core.discard());
        }
    }
}

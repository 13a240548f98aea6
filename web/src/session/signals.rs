//! The session's state for views, as signals.

use hashrange_protocol::{
    Card, Job, KeptAside, Lesson, Line, LoadTally, Owner, SaveState, Settings, Speed, State, StorageStatus, Strip,
    WorkspaceCommand, WorkspaceId,
};
use hashrange_time::Timestamp;
use hashrange_wire::TableDescription;
use leptos::prelude::*;

use super::{Notice, Phase, Session};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::signal::{ReadSignal, RwSignal};
use crate::{opening, places};

impl Session {
    /// The present and the clock's state.
    #[must_use]
    pub fn state(self) -> ReadSignal<State> {
        self.state.read_only()
    }

    /// Virtual time, updated a few times a second while it runs.
    #[must_use]
    pub fn now(self) -> Memo<Timestamp> {
        self.now
    }

    /// The position of the present in the history.
    #[must_use]
    pub fn line(self) -> Memo<Line> {
        self.line
    }

    /// Whether virtual time runs.
    #[must_use]
    pub fn running(self) -> Memo<bool> {
        self.running
    }

    /// The wanted speed of virtual time, as a multiple of real time.
    #[must_use]
    pub fn speed(self) -> Memo<Speed> {
        self.speed
    }

    /// The reached speed, if it is lower than the wanted one.
    #[must_use]
    pub fn speed_reached(self) -> Memo<Option<Speed>> {
        self.reached
    }

    /// The finished share of a jump in time, 0 to 1, during a jump.
    #[must_use]
    pub fn jump(self) -> Memo<Option<f64>> {
        self.jump
    }

    /// The time at which the service will next do something by itself.
    #[must_use]
    pub fn next_due(self) -> Memo<Option<Timestamp>> {
        self.next_due
    }

    /// Requests up to the present.
    #[must_use]
    pub fn steps(self) -> Memo<u64> {
        self.steps
    }

    /// Whether every reading on the page is as recent as the clock.
    #[must_use]
    pub fn is_settled(self) -> Memo<bool> {
        self.settled
    }

    /// The events of the timeline.
    #[must_use]
    pub fn strip(self) -> ReadSignal<Strip> {
        self.strip.read_only()
    }

    /// Every table's description, sorted by name. Empty until they are loaded.
    #[must_use]
    pub fn tables(self) -> Memo<Vec<TableDescription>> {
        // Both are created with the session.
        self.tables
            .get_value()
            .map_or_else(|| Memo::new(|_| Vec::new()), |tables| tables.listed)
    }

    /// Every table's description, sorted by name. `None` until they are loaded.
    #[must_use]
    pub fn known_tables(self) -> Option<Vec<TableDescription>> {
        self.tables.try_get_value().flatten()?.known.get()
    }

    /// The description of the table with this name. Follows the table when it is read reactively.
    #[must_use]
    pub fn table(self, name: &str) -> Option<TableDescription> {
        let tables = self.tables.try_get_value().flatten()?;
        tables
            .known
            .with(|tables| tables.as_ref()?.iter().find(|table| table.table_name == name).cloned())
    }

    /// The save state: whether everything is stored in the browser.
    #[must_use]
    pub fn saved(self) -> ReadSignal<SaveState> {
        self.saved.read_only()
    }

    /// Whether this tab or another one owns the workspace.
    #[must_use]
    pub fn owner(self) -> ReadSignal<Owner> {
        self.owner.read_only()
    }

    /// Whether the reader's changes to the workspace in front are lost when the page is left. Not reactive.
    #[must_use]
    pub fn is_at_risk(self) -> bool {
        self.at_risk.get_untracked()
    }

    /// Journals that could not be used and were set aside.
    #[must_use]
    pub fn kept_aside(self) -> ReadSignal<Vec<KeptAside>> {
        self.kept.read_only()
    }

    /// What the browser reports about its storage.
    #[must_use]
    pub fn storage(self) -> ReadSignal<StorageStatus> {
        self.storage.read_only()
    }

    /// The progress of the page's start.
    #[must_use]
    pub fn phase(self) -> ReadSignal<Phase> {
        self.phase.read_only()
    }

    /// The running job.
    #[must_use]
    pub fn job(self) -> ReadSignal<Option<Job>> {
        self.job.read_only()
    }

    /// The latest one-time message, with its sequence number.
    #[must_use]
    pub fn notice(self) -> ReadSignal<Option<(u64, Notice)>> {
        self.notice.read_only()
    }

    /// A problem of the workspace in front.
    #[must_use]
    pub fn trouble(self) -> RwSignal<Option<String>> {
        self.trouble
    }

    /// The results of the latest loads, latest first.
    #[must_use]
    pub fn runs(self) -> ReadSignal<Vec<LoadTally>> {
        self.runs.read_only()
    }

    /// The lesson that is played, if any.
    #[must_use]
    pub fn lesson(self) -> ReadSignal<Option<Lesson>> {
        self.lesson.read_only()
    }

    /// The hash of the current state. Available after a request until anything changes.
    #[must_use]
    pub fn hash(self) -> Signal<Option<String>> {
        Signal::derive(move || self.hash.with(|hash| hash.as_ref().map(|of| of.hash.clone())))
    }

    /// The text of the latest link. Empty text if the workspace is too large for a link.
    #[must_use]
    pub fn link(self) -> RwSignal<Option<String>> {
        self.link
    }

    /// Opens the link of this text, and removes it from the address: a reload does not open it again by itself.
    pub fn open_link(self, text: String) {
        opening::begin(&text);
        places::forget_link();
        self.unfinished_link.set(None);
        self.run_workspace_command(WorkspaceCommand::OpenLink { text });
    }

    /// The text of a link whose opening did not end: the page or the engine was restarted meanwhile.
    #[must_use]
    pub fn unfinished_link(self) -> RwSignal<Option<String>> {
        self.unfinished_link
    }

    /// The current physics and limits. Reactive.
    #[must_use]
    pub fn settings(self) -> Settings {
        self.settings.get()
    }

    /// The workspace in front. Readings of one workspace have no meaning in another.
    #[must_use]
    pub fn workspace(self) -> ReadSignal<WorkspaceId> {
        self.workspace.read_only()
    }

    /// Every workspace, most recently changed first.
    #[must_use]
    pub fn workspaces(self) -> ReadSignal<Vec<Card>> {
        self.workspaces.read_only()
    }

    /// The page's own state that was stored with the workspace in front. Empty if there is none.
    #[must_use]
    pub fn view(self) -> ReadSignal<String> {
        self.view.read_only()
    }
}

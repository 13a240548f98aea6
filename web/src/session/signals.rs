//! What views follow of the session, as signals.

use hashrange_protocol::{
    Card, Job, KeptAside, Lesson, Line, LoadTally, Owner, Room, SaveState, Settings, Speed, State, Strip, WorkspaceId,
};
use hashrange_time::Timestamp;
use hashrange_wire::TableDescription;
use leptos::prelude::*;

use super::{Notice, Phase, Session};

impl Session {
    /// Where the present is, and how time runs.
    #[must_use]
    pub fn state(self) -> ReadSignal<State> {
        self.state.read_only()
    }

    /// Virtual time, told a few times a second while it runs.
    #[must_use]
    pub fn now(self) -> Memo<Timestamp> {
        self.now
    }

    /// Where the present stands among all that happened.
    #[must_use]
    pub fn line(self) -> Memo<Line> {
        self.line
    }

    /// Whether virtual time runs.
    #[must_use]
    pub fn running(self) -> Memo<bool> {
        self.running
    }

    /// How many times faster than real time virtual time is to run.
    #[must_use]
    pub fn speed(self) -> Memo<Speed> {
        self.speed
    }

    /// How many times faster it does run, where that is less.
    #[must_use]
    pub fn speed_reached(self) -> Memo<Option<Speed>> {
        self.reached
    }

    /// The share of a jump in time that is done, 0 to 1, while there is one.
    #[must_use]
    pub fn jump(self) -> Memo<Option<f64>> {
        self.jump
    }

    /// When the service will next do something by itself.
    #[must_use]
    pub fn next_due(self) -> Memo<Option<Timestamp>> {
        self.next_due
    }

    /// Requests up to the present.
    #[must_use]
    pub fn steps(self) -> Memo<u64> {
        self.steps
    }

    /// Whether every reading on the page is as new as the clock.
    #[must_use]
    pub fn is_settled(self) -> Memo<bool> {
        self.settled
    }

    /// What happened along the line.
    #[must_use]
    pub fn strip(self) -> ReadSignal<Strip> {
        self.strip.read_only()
    }

    /// Every table's description, sorted by name; none before they are known.
    #[must_use]
    pub fn tables(self) -> Memo<Vec<TableDescription>> {
        // Both are made with the session.
        self.tables.get_value().map_or_else(|| Memo::new(|_| Vec::new()), |tables| tables.listed)
    }

    /// Every table's description, sorted by name, once they are known.
    #[must_use]
    pub fn known_tables(self) -> Option<Vec<TableDescription>> {
        self.tables.try_get_value().flatten()?.known.get()
    }

    /// The description of the table of this name. Follows the table when it is read reactively.
    #[must_use]
    pub fn table(self, name: &str) -> Option<TableDescription> {
        let tables = self.tables.try_get_value().flatten()?;
        tables.known.with(|tables| tables.as_ref()?.iter().find(|table| table.table_name == name).cloned())
    }

    /// Whether everything is kept in the browser's storage.
    #[must_use]
    pub fn saved(self) -> ReadSignal<SaveState> {
        self.saved.read_only()
    }

    /// Whether this tab or another one owns the workspace.
    #[must_use]
    pub fn owner(self) -> ReadSignal<Owner> {
        self.owner.read_only()
    }

    /// Journals that could not be used and were kept aside.
    #[must_use]
    pub fn kept_aside(self) -> ReadSignal<Vec<KeptAside>> {
        self.kept.read_only()
    }

    /// What the browser says about its storage.
    #[must_use]
    pub fn room(self) -> ReadSignal<Room> {
        self.room.read_only()
    }

    /// How far the start of the page has come.
    #[must_use]
    pub fn phase(self) -> ReadSignal<Phase> {
        self.phase.read_only()
    }

    /// The job that is under way.
    #[must_use]
    pub fn job(self) -> ReadSignal<Option<Job>> {
        self.job.read_only()
    }

    /// What the reader is told once, with a number that counts up.
    #[must_use]
    pub fn notice(self) -> ReadSignal<Option<(u64, Notice)>> {
        self.notice.read_only()
    }

    /// What the reader must know of the workspace in front.
    #[must_use]
    pub fn trouble(self) -> RwSignal<Option<String>> {
        self.trouble
    }

    /// What came of the newest loads, newest first.
    #[must_use]
    pub fn runs(self) -> ReadSignal<Vec<LoadTally>> {
        self.runs.read_only()
    }

    /// The lesson that is played, if one is.
    #[must_use]
    pub fn lesson(self) -> ReadSignal<Option<Lesson>> {
        self.lesson.read_only()
    }

    /// The hash of everything a later answer can depend on, once it was asked for, until anything changes.
    #[must_use]
    pub fn hash(self) -> Signal<Option<String>> {
        Signal::derive(move || self.hash.with(|hash| hash.as_ref().map(|of| of.hash.clone())))
    }

    /// The text of the link that was made last; without letters where the workspace is too large for one.
    #[must_use]
    pub fn link(self) -> RwSignal<Option<String>> {
        self.link
    }

    /// Physics and limits in force. Follows them when it is read reactively.
    #[must_use]
    pub fn settings(self) -> Settings {
        self.settings.get()
    }

    /// The workspace in front. What was read in one means nothing in the next.
    #[must_use]
    pub fn workspace(self) -> ReadSignal<WorkspaceId> {
        self.workspace.read_only()
    }

    /// Every workspace, the one changed last first.
    #[must_use]
    pub fn workspaces(self) -> ReadSignal<Vec<Card>> {
        self.workspaces.read_only()
    }

    /// The page's own state as it was kept with the workspace when that came to the front; empty where none was.
    #[must_use]
    pub fn view(self) -> ReadSignal<String> {
        self.view.read_only()
    }
}

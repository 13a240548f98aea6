//! The messages: commands from the page, and news from the service.

use hashrange_files::ItemsForm;
use hashrange_insight::reading::AnyQuestion;
use hashrange_wire::BulkOperationPerformanceTier;
use hashrange_workload::{LoadPlan, LoadTally};

use crate::{
    Answer, Ask, Card, ClockCommand, KeptAside, Lesson, LessonCommand, LessonFile, Owner, Progress, SaveState, State,
    StorageStatus, Strip, Travel, Window, WorkspaceId,
};

/// The settings of the page for its start.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Hello {
    /// The protocol's version.
    pub version: u32,
    /// Whether the reader prefers reduced motion.
    pub still: bool,
    /// Whether to set the last workspace aside first, because the page stopped at every start.
    pub set_aside: bool,
    /// Whether to open a welcome instead of one of the reader's workspaces.
    pub welcome: bool,
    /// Whether to work in memory only: nothing is stored, and stored data is not read.
    pub unkept: bool,
}

/// A command, and the workspace that it applies to.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Envelope {
    /// The workspace in front when the page sent it.
    pub workspace: WorkspaceId,
    /// The command.
    pub command: Command,
}

/// A command of the page.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Command {
    /// Starts the service. It must be the first command.
    Hello(Hello),
    /// Asks for something; [`News::Answer`] has the same number.
    Ask {
        /// Identifies it.
        number: u64,
        /// What is asked for.
        ask: Box<Ask>,
    },
    /// Stops a call, which then answers at once, or drops a trial, which then has no answer.
    Cancel {
        /// The number of what was asked for.
        number: u64,
    },
    /// Follows a question until `LetGo`; `News::Reading` has the same number.
    Follow {
        /// Identifies this question.
        number: u64,
        /// The question.
        ask: Box<AnyQuestion>,
    },
    /// Ends the subscription to a question.
    LetGo {
        /// The question's number.
        number: u64,
    },
    /// The page has drawn the previous news and can receive more.
    Drawn,
    /// Changes how time runs.
    Clock(ClockCommand),
    /// Shows another window of time in the strip; `News::Strip` returns it.
    Window(Window),
    /// Moves the present along the history.
    Travel(Travel),
    /// Begins or ends a step of undo that consists of several requests. Without its end each request is a step.
    Step {
        /// Whether it begins.
        begins: bool,
    },
    /// Changes physics, limits and accelerator from now on.
    Change {
        /// The settings' text.
        settings: String,
    },
    /// Requests the hash of the state; `News::Hash` returns it.
    Hash,
    /// Begins a load.
    Load {
        /// Its plan.
        plan: Box<LoadPlan>,
        /// The seed.
        seed: u64,
    },
    /// Loads a sample into the workspace.
    Sample {
        /// The sample's id.
        id: String,
    },
    /// Imports a file's items into a table.
    Import(Box<Import>),
    /// Discards what is stored of an interrupted import that waits for its file.
    ForgetImport,
    /// Stops the running job.
    Stop,
    /// Controls the lesson in progress.
    Lesson(LessonCommand),
    /// Manages workspaces.
    Workspace(WorkspaceCommand),
    /// Stores the page's own state with the workspace: forms, results, the selection.
    Keep {
        /// The state as text.
        view: String,
    },
    /// Discards a journal that was set aside.
    DiscardKept {
        /// Its number.
        number: u32,
    },
    /// Requests the bytes of a journal that was set aside; `News::File` returns them.
    DownloadKept {
        /// Its number.
        number: u32,
    },
    /// Reports whether the page is hidden.
    Hidden(bool),
}

/// Commands about workspaces.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum WorkspaceCommand {
    /// Creates a welcome and brings it to the front: a small running service that is not stored.
    Welcome,
    /// Leaves a welcome for the reader's own workspace. Creates that workspace if there is none.
    Own,
    /// Creates an empty workspace.
    New,
    /// Creates a workspace with a sample.
    WithSample(String),
    /// Creates a workspace with a lesson.
    WithLesson(LessonFile),
    /// Opens a workspace.
    Open(WorkspaceId),
    /// Opens the workspace that was in front before.
    Back,
    /// Renames a workspace.
    Rename(WorkspaceId, String),
    /// Copies a workspace and opens the copy.
    Duplicate(WorkspaceId),
    /// Moves a workspace into the bin.
    Delete(WorkspaceId),
    /// Restores a workspace from the bin.
    Restore(WorkspaceId),
    /// Deletes a workspace permanently.
    Erase(WorkspaceId),
    /// Saves a workspace to a file; `News::File` returns it.
    Save(WorkspaceId),
    /// Opens a file.
    OpenFile {
        /// The file's name.
        name: String,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// Takes ownership of the workspace in front from another tab.
    TakeOver,
    /// Creates a link of the workspace in front; `News::Link` returns it.
    MakeLink {
        /// The page's own state that the link shows.
        view: String,
    },
    /// Opens a link in a separate workspace.
    OpenLink {
        /// The link's text, without the address around it.
        text: String,
    },
    /// Opens the workspace in which a lesson is in progress, at the step of the file. Creates one if there is none.
    ToLesson(LessonFile),
}

/// A file of items to be written into a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Import {
    /// The file's name.
    pub name: String,
    /// The table.
    pub table: String,
    /// The CreateTable request to send first, as JSON; `None` if the table exists.
    pub create: Option<String>,
    /// How the items are written.
    pub form: ItemsForm,
    /// Bytes of the whole file.
    pub size: u64,
    /// The beginning of the file, or the whole file if it is short.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
    /// Number of parts after the beginning. Each was sent before as an [`ImportPart`](crate::call::Call::ImportPart).
    pub parts: u32,
    /// The tier of a bulk put: items are written at its rate in virtual time, and a throttled one again until it
    /// succeeds. Without it, they are written as fast as the engine can, and throttled ones fail.
    pub bulk: Option<BulkOperationPerformanceTier>,
}

/// News from the service.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum News {
    /// The workspace is being restored.
    Starting {
        /// The finished share in parts per thousand, if it is known.
        share: Option<u32>,
    },
    /// A workspace is in front.
    Opened {
        /// The workspace.
        workspace: WorkspaceId,
        /// The page's own state, as it was stored; empty if there is none.
        view: String,
        /// A notice for the reader: what was lost, or an unfinished import.
        notice: Option<String>,
    },
    /// The clock, and the position of the present.
    State(State),
    /// How far the answer to something is.
    Progress {
        /// The number of what was asked for.
        number: u64,
        /// How far it is.
        progress: Box<Progress>,
    },
    /// The answer to something.
    Answer {
        /// The number of what was asked for.
        number: u64,
        /// The answer.
        answer: Box<Answer>,
    },
    /// A reading that changed.
    Reading {
        /// The question's number.
        number: u64,
        /// The workspace that was read.
        workspace: WorkspaceId,
        /// The revision that was read.
        revision: u64,
        /// The reading's bytes; `None` if its subject does not exist.
        bytes: Option<serde_bytes::ByteBuf>,
    },
    /// The current physics, limits and accelerator, as the settings' text.
    Settings {
        /// The settings' text.
        text: String,
    },
    /// The events along the timeline.
    Strip(Strip),
    /// The hash of the state.
    Hash {
        /// The hash, in hexadecimal digits.
        hash: String,
        /// The revision of the hashed state, as in [`crate::State::revision`].
        revision: u64,
    },
    /// The latest loads, latest first.
    Loads(Vec<LoadTally>),
    /// The lesson in progress, if there is one.
    Lesson(Option<Lesson>),
    /// The running job, if there is one.
    Job(Option<Job>),
    /// A job has ended.
    JobEnded(JobEnd),
    /// All workspaces, the last changed first.
    Workspaces(Vec<Card>),
    /// Journals that were set aside.
    KeptAside(Vec<KeptAside>),
    /// Whether the workspace in front would survive a reload.
    Saved(SaveState),
    /// Which tab owns the workspace in front.
    Owner(Owner),
    /// Whether the reader's changes to the workspace in front are lost when the page is left.
    AtRisk(bool),
    /// The browser's statements about its storage.
    StorageStatus(StorageStatus),
    /// A file for the reader.
    File {
        /// Its name.
        name: String,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// The text of a link to the workspace in front; empty if the workspace is too large for a link.
    Link {
        /// The text.
        text: String,
    },
    /// A message to the reader, in words.
    Noted(String),
    /// An error, in words.
    Refused(String),
}

/// A running job.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Job {
    /// Its kind.
    pub kind: JobKind,
    /// Its subject, in words.
    pub title: String,
    /// Steps done.
    pub done: u64,
    /// Total number of steps.
    pub of: u64,
    /// The result of an import so far.
    pub import: Option<Imported>,
}

/// The kinds of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum JobKind {
    /// A sample is loaded.
    Sample,
    /// A file is imported.
    Import,
    /// A load is sent.
    Load,
    /// Events from before the workspace was opened are read again.
    Past,
    /// A link is opened: its records are repeated.
    Link,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct JobEnd {
    /// Its kind.
    pub kind: JobKind,
    /// Its subject, in words.
    pub title: String,
    /// Why it could not be finished.
    pub trouble: Option<String>,
    /// Whether the reader stopped it.
    pub stopped: bool,
    /// The result of an import.
    pub import: Option<Imported>,
}

/// The result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Imported {
    /// Items written.
    pub written: u64,
    /// Of these, the ones that replaced items.
    pub replaced: u64,
    /// Rows that failed.
    pub failed: u64,
    /// The first of them, with their lines.
    pub failures: Vec<(usize, String)>,
    /// Write units in halves.
    pub half_units: u64,
    /// Bytes of the file read.
    pub position: u64,
}

//! The messages: commands of the page, and news of the service.

use hashrange_files::{CsvPlan, JsonFormat};
use hashrange_insight::reading::Ask;
use hashrange_workload::{LoadPlan, LoadTally};

use crate::{
    Answered, Card, ClockCommand, KeptAside, Lesson, LessonCommand, LessonFile, Owner, Refused, Room, SaveState, State,
    Strip, Travel, Window, WorkspaceId,
    trial::{Tried, Wanted},
};

/// What the page wants at its start.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Hello {
    /// The protocol's version.
    pub version: u32,
    /// Whether the reader wants as little motion as can be.
    pub still: bool,
    /// Whether the workspace opened last is to be put aside first, since the page stopped at every start.
    pub set_aside: bool,
    /// Whether a welcome is to be in front, and no workspace of the reader's yet.
    pub welcome: bool,
    /// Whether nothing is kept, and nothing that was kept is looked at.
    pub unkept: bool,
}

/// A command with the workspace it is meant for.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Envelope {
    /// The workspace in front when the page sent it.
    pub workspace: WorkspaceId,
    /// What is wanted.
    pub command: Command,
}

/// What the page wants.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Command {
    /// Begins. Nothing else is heard before.
    Hello(Hello),
    /// Sends a request; `News::Answer` carries the same number.
    Request {
        /// Tells this request from others.
        number: u64,
        /// The operation.
        operation: String,
        /// DynamoDB JSON.
        body: String,
    },
    /// Follows a question until it is let go of; `News::Reading` carries the same number.
    Follow {
        /// Tells this question from others.
        number: u64,
        /// The question.
        #[serde(with = "crate::apart")]
        ask: Box<Ask>,
    },
    /// Lets go of a question.
    LetGo {
        /// The question's number.
        number: u64,
    },
    /// The page has drawn what came before: more may come.
    Drawn,
    /// Changes how time runs.
    Clock(#[serde(with = "crate::apart")] ClockCommand),
    /// Shows another window of time in the strip; `News::Strip` brings it.
    Window(#[serde(with = "crate::apart")] Window),
    /// Goes along what happened.
    Travel(#[serde(with = "crate::apart")] Travel),
    /// Changes physics, limits and accelerator from now on, as the settings' text.
    Change {
        /// The settings' text.
        settings: String,
    },
    /// Asks for the hash of the state; `News::Hash` answers.
    Hash,
    /// Begins a load.
    Load {
        /// What it is drawn from.
        #[serde(with = "crate::apart")]
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
    Import(#[serde(with = "crate::apart")] Box<Import>),
    /// Stops the job that is under way.
    Stop,
    /// Does something in the lesson that is played.
    Lesson(#[serde(with = "crate::apart")] LessonCommand),
    /// Asks for something that few visitors want; `News::ErrandDone` carries the same number.
    Errand {
        /// Tells this errand from others.
        number: u64,
        /// The bytes of a [`crate::errand::Errand`].
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// Does something with workspaces.
    Workspace(#[serde(with = "crate::apart")] WorkspaceCommand),
    /// Keeps the page's own state with the workspace: forms, results, what is selected.
    Keep {
        /// The state as text.
        view: String,
    },
    /// Discards a journal that was put aside.
    DiscardKept {
        /// Its number.
        number: u32,
    },
    /// Asks for the bytes of a journal that was put aside; `News::File` brings them.
    DownloadKept {
        /// Its number.
        number: u32,
    },
    /// The page is out of sight, or back.
    Hidden(bool),
    /// Tries something aside; `News::Tried` carries the same number. Another one of the same number takes its place.
    Try {
        /// Tells this trial from others.
        number: u64,
        /// What is tried.
        #[serde(with = "crate::apart")]
        wanted: Box<Wanted>,
    },
    /// Ends a trial that is under way.
    StopTrying {
        /// The trial's number.
        number: u64,
    },
}

/// What can be done with workspaces.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum WorkspaceCommand {
    /// Begins a welcome and puts it in front: a small service that moves, kept nowhere.
    Welcome,
    /// Leaves a welcome for the reader's own workspace, which is begun where there is none yet.
    Own,
    /// Begins an empty one.
    New,
    /// Begins one with a sample.
    WithSample(String),
    /// Begins one with a lesson.
    WithLesson(#[serde(with = "crate::apart")] LessonFile),
    /// Opens one.
    Open(WorkspaceId),
    /// Back to the one that was in front before.
    Back,
    /// Gives one another name.
    Rename(WorkspaceId, String),
    /// Makes a copy of one and opens it.
    Duplicate(WorkspaceId),
    /// Puts one into the bin.
    Delete(WorkspaceId),
    /// Takes one out of the bin.
    Restore(WorkspaceId),
    /// Deletes one for good.
    Erase(WorkspaceId),
    /// Writes one to a file; `News::File` brings it.
    Save(WorkspaceId),
    /// Opens a file.
    OpenFile {
        /// The file's name.
        name: String,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// Takes the one in front over from another tab.
    TakeOver,
    /// Makes a link of the one in front; `News::Link` brings it.
    MakeLink {
        /// The page's own state that the link shows.
        view: String,
    },
    /// Opens a link in a workspace of its own.
    OpenLink {
        /// The link's text, without what stands around it in an address.
        text: String,
    },
}

/// A file of items to be written into a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Import {
    /// The file's name.
    pub name: String,
    /// The table.
    pub table: String,
    /// The CreateTable request that makes it first, as JSON; `None` where it is there.
    pub create: Option<String>,
    /// How the items are written.
    pub form: ImportForm,
    /// The file's bytes.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// How items are written in a file.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum ImportForm {
    /// Lines of values.
    Csv(CsvPlan),
    /// JSON.
    Json(JsonFormat),
}

/// What the service says.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum News {
    /// The workspace is being brought back; the share that is done in parts per thousand, when it is known.
    Starting {
        /// The share.
        share: Option<u32>,
    },
    /// A workspace is in front.
    Opened {
        /// The workspace.
        workspace: WorkspaceId,
        /// The page's own state, as it was kept; empty where none was.
        view: String,
        /// What the reader must know: what was lost, or that an import was not finished.
        notice: Option<String>,
    },
    /// The clock, and where the present is.
    State(State),
    /// The answer to a request.
    Answer {
        /// The request's number.
        number: u64,
        /// The answer or the refusal.
        #[serde(with = "crate::apart")]
        answer: Result<Box<Answered>, Box<Refused>>,
    },
    /// A reading that changed.
    Reading {
        /// The question's number.
        number: u64,
        /// The workspace that was read.
        workspace: WorkspaceId,
        /// The revision that was read.
        revision: u64,
        /// The reading's bytes; none where what is asked about does not exist.
        bytes: Option<serde_bytes::ByteBuf>,
    },
    /// Physics, limits and accelerator in force, as the settings' text.
    Settings {
        /// The settings' text.
        text: String,
    },
    /// What happened along the line.
    Strip(#[serde(with = "crate::apart")] Strip),
    /// The hash of the state.
    Hash {
        /// The hash, in hexadecimal digits.
        hash: String,
        /// The revision of the state it is of, as in [`crate::State::revision`].
        revision: u64,
    },
    /// The newest loads, newest first.
    Loads(#[serde(with = "crate::apart")] Vec<LoadTally>),
    /// The lesson that is played, if one is.
    Lesson(#[serde(with = "crate::apart")] Option<Lesson>),
    /// What an errand came to.
    ErrandDone {
        /// The errand's number.
        number: u64,
        /// The bytes of a [`crate::errand::Done`].
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// The job that is under way, if one is.
    Job(#[serde(with = "crate::apart")] Option<Job>),
    /// A job has ended.
    JobEnded(#[serde(with = "crate::apart")] JobEnd),
    /// Every workspace, the one changed last first.
    Workspaces(#[serde(with = "crate::apart")] Vec<Card>),
    /// Journals put aside.
    KeptAside(#[serde(with = "crate::apart")] Vec<KeptAside>),
    /// Whether the workspace in front would survive a reload.
    Saved(SaveState),
    /// Which tab owns the workspace in front.
    Owner(Owner),
    /// What the browser says about its storage.
    Room(#[serde(with = "crate::apart")] Room),
    /// A file for the reader.
    File {
        /// Its name.
        name: String,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// The text of a link to the workspace in front; without letters where the workspace is too large for one.
    Link {
        /// The text.
        text: String,
    },
    /// Something that the reader should know, in words.
    Noted(String),
    /// Something could not be done, in words.
    Refused(String),
    /// What a trial has come to.
    Tried {
        /// The trial's number.
        number: u64,
        /// What it has come to.
        #[serde(with = "crate::apart")]
        tried: Box<Tried>,
    },
}

/// A job that is under way.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Job {
    /// What it is.
    pub kind: JobKind,
    /// What is worked on, in words.
    pub title: String,
    /// Steps done.
    pub done: u64,
    /// Steps in all.
    pub of: u64,
    /// What came of an import so far.
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
    /// What happened before the workspace was opened is read again.
    Past,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct JobEnd {
    /// What it was.
    pub kind: JobKind,
    /// What was worked on, in words.
    pub title: String,
    /// Why it could not be finished.
    pub trouble: Option<String>,
    /// Whether the reader stopped it.
    pub stopped: bool,
    /// What came of an import.
    pub import: Option<Imported>,
}

/// What came of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Imported {
    /// Items written.
    pub written: u64,
    /// Of them, in the place of others.
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

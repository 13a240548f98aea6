//! Errands: work whose code a page loads when it first needs it.
//!
//! Owns the list of errands. Must not know who performs one, nor where code comes from.

use hashrange_protocol::call::Call;
use hashrange_protocol::{LessonCommand, LessonFile, WorkspaceId};

/// Work whose code arrives late.
#[derive(Debug)]
pub enum Errand {
    /// Runs a call of the page.
    Call(WorkspaceId, u64, Box<Call>),
    /// Opens a lesson in its own workspace.
    BeginLesson(LessonFile),
    /// Opens the workspace in which a lesson is in progress, or starts it.
    GoToLesson(LessonFile),
    /// Continues the lesson of a workspace from its stored line.
    TakeUpLesson(WorkspaceId),
    /// Executes a command of the learner.
    Lesson(WorkspaceId, LessonCommand),
    /// Writes the workspace in front as a link, with the page's own state.
    MakeLink(String),
    /// Opens a link in its own workspace.
    OpenLink(String),
    /// Sends a request to the endpoint of a connection: its workspace, number, operation and body.
    Send(WorkspaceId, u64, String, String),
    /// Continues the queued trials until there are none.
    Trials,
}

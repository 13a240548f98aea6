//! Calls: commands to the engine that have one result.
//!
//! Owns the calls and their results. Must not know who sends a call, nor how it is run.

use hashrange_values::Item;
use hashrange_wire::Operation;
use serde::{Deserialize, Serialize};

pub use hashrange_assignment::{
    AnswerKey, Answered, Came, Class, Counted, Doubt, KeyAnswer, KeyQuestion, Learner, LessonResult, NotResult, Reason,
    Takes, Verdict, handed_out, mark_of, received,
};
pub use hashrange_lesson::{Misconception, Plan, read_plan};

use crate::pattern::{BoardQuestion, Days, DesignChange, Found, PatternBoard, PatternList, PatternsFormat};
use crate::{LessonFault, SavedView};

/// A call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Call {
    /// Checks a lesson's file. Returns [`CallResult::Faults`].
    CheckLesson {
        /// The file's text.
        text: String,
    },
    /// Writes the workspace in front as the text of an assignment. Returns [`CallResult::Words`].
    DraftAssignment,
    /// Creates the learner's hand-in for the assignment in front. Returns [`CallResult::HandIn`].
    HandIn {
        /// The learner's name.
        learner: String,
    },
    /// Writes the result of the lesson in front to a file. Returns [`CallResult::File`].
    ResultOfLesson {
        /// The learner's name.
        learner: String,
    },
    /// Plays a lesson to find what is right. Returns [`CallResult::Key`].
    KeyOfLesson {
        /// The lesson's text.
        text: String,
    },
    /// Connects to an endpoint, and brings its tables to the front. Returns [`CallResult::Remote`].
    Connect {
        /// The endpoint.
        endpoint: EndpointForm,
        /// Whether requests that change data are sent.
        writes: bool,
    },
    /// Requests the state of the connection in front. Returns [`CallResult::Remote`].
    RemoteFacts,
    /// Allows or blocks requests that change data. Returns [`CallResult::Remote`].
    AllowWrites(bool),
    /// Loads the next page of a table of the endpoint. Returns [`CallResult::Remote`].
    LoadMore {
        /// The table.
        table: String,
    },
    /// Copies tables. Returns [`CallResult::Copied`] at the end.
    Copy(CopyForm),
    /// Sends the latest reads of the workspace in front to it and to an endpoint. Returns [`CallResult::Compared`].
    DesignCheck(EndpointForm),
    /// Writes the items of a table, or the entries of an index, to a file. Returns [`CallResult::File`].
    ItemsFile {
        /// The table.
        table: String,
        /// The index.
        index: Option<String>,
        /// The format.
        form: ItemsOut,
    },
    /// Writes tables to a file; all of them if no names are given. Returns [`CallResult::File`].
    TablesFile {
        /// The tables.
        tables: Vec<String>,
        /// The format.
        form: TablesOut,
        /// The saved views of the workspace, for a format that has facets.
        views: Vec<SavedView>,
    },
    /// Lists the tables of a file. Returns [`CallResult::Found`].
    FindTables {
        /// The file's name.
        name: String,
        /// Its text.
        text: String,
    },
    /// Creates tables of a file, and puts the items of a model. Returns [`CallResult::Words`].
    MakeTables {
        /// The file's name.
        name: String,
        /// Its text.
        text: String,
        /// The names of the tables to create.
        tables: Vec<String>,
    },
    /// Sends a part of a file that is too long for one message. The import follows the last part. Returns
    /// [`CallResult::Words`] when the next part may be sent.
    ImportPart {
        /// The file's name.
        name: String,
        /// Its number, from 0.
        number: u32,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// Runs access patterns against the tables in front. Returns [`CallResult::Board`].
    RunPatterns(Box<BoardQuestion>),
    /// Plays access patterns together, to find the multiple of their rates that holds. Returns [`CallResult::Held`].
    LimitOfPatterns {
        /// The patterns.
        patterns: PatternList,
        /// The change of the design that is tried.
        what_if: Option<DesignChange>,
    },
    /// Plays access patterns at a multiple of their rates in a copy of the workspace, up to the first throttle, and brings
    /// the copy to the front. Returns [`CallResult::Words`].
    StageOfPatterns {
        /// The patterns.
        patterns: PatternList,
        /// The multiple, in hundredths.
        multiple: u32,
    },
    /// Measures a day of access patterns. Returns [`CallResult::Day`].
    DayOfPatterns {
        /// The patterns.
        patterns: PatternList,
        /// The change of the design that is tried.
        what_if: Option<DesignChange>,
    },
    /// Writes access patterns to a file. Returns [`CallResult::File`].
    PatternsFile {
        /// The patterns.
        patterns: PatternList,
        /// The format.
        format: PatternsFormat,
    },
    /// Reads the access patterns of a file. Returns [`CallResult::Patterns`].
    FindPatterns {
        /// The file's text.
        text: String,
    },
    /// Looks at items before a change of all of them, without a request. Returns [`CallResult::Items`].
    LookAtItems {
        /// The table.
        table: String,
        /// The primary keys of the items.
        keys: Vec<Item>,
        /// The attribute to change; empty if the items are to be deleted.
        attribute: String,
        /// Its new value as DynamoDB JSON; `None` if it is to be removed.
        value: Option<String>,
    },
    /// Writes a request as a program. Returns [`CallResult::Words`].
    Program {
        /// The identifier of the language.
        language: String,
        /// The operation.
        operation: Operation,
        /// The body.
        body: String,
        /// The address of a service that is not AWS's.
        endpoint: Option<String>,
    },
    /// Writes a table as a program that creates it. Returns [`CallResult::Words`].
    TableProgram {
        /// The identifier of the language.
        language: String,
        /// The table.
        table: String,
        /// The address of a service that is not AWS's.
        endpoint: Option<String>,
    },
    /// Judges a hand-in. Returns [`CallResult::Judged`].
    Judge {
        /// The assignment's text.
        text: String,
        /// The bytes of the hand-in.
        #[serde(with = "serde_bytes")]
        file: Vec<u8>,
    },
}

/// An endpoint as the reader entered it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndpointForm {
    /// Its URL.
    pub url: String,
    /// The Region; empty for the Region in the URL, or for any Region.
    pub region: String,
    /// The id of the access key; empty for an endpoint that accepts any key.
    pub key_id: String,
    /// Its secret.
    pub secret: String,
    /// The session token; empty if there is none.
    pub token: String,
    /// The host that the endpoint has behind a relay, with its port; empty for the host in the URL. Requests are signed
    /// for it.
    pub host: String,
}

/// Omits the secret, so that logs never contain it.
impl std::fmt::Debug for EndpointForm {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "EndpointForm({})", self.url)
    }
}

/// The copy that the reader configured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyForm {
    /// The endpoint.
    pub endpoint: EndpointForm,
    /// Whether the workspace in front is copied to the endpoint; otherwise the endpoint is copied into a new workspace.
    pub outward: bool,
    /// The tables to copy; all tables if the list is empty.
    pub tables: Vec<String>,
    /// The maximum read units per second at the source.
    pub read_units: Option<u64>,
    /// The maximum write units per second at the target.
    pub write_units: Option<u64>,
}

/// The state of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteFacts {
    /// The endpoint's URL.
    pub endpoint: String,
    /// The Region that requests are signed for.
    pub region: String,
    /// Whether it is AWS, where requests cost money.
    pub is_aws: bool,
    /// Whether requests that change data are sent.
    pub writes: bool,
    /// Number of tables that the mirror leaves out, because there are too many or the simulation does not support them.
    pub left_out: usize,
    /// The tables, each with the number of its loaded items, and whether all of its items are loaded.
    pub loaded: Vec<(String, u64, bool)>,
    /// The tables with items that the simulation refuses, each with the number of those items.
    pub refused: Vec<(String, u64)>,
}

/// The result of a read on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadOutcome {
    /// The exception and its text, if it was refused.
    pub refusal: Option<String>,
    /// Items that were returned.
    pub items: u64,
    /// Read units consumed, in halves, if the side reports them.
    pub units: Option<u64>,
}

/// A read of the workspace, sent to both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedRead {
    /// The operation and its table.
    pub request: String,
    /// The workspace's response.
    pub here: ReadOutcome,
    /// The endpoint's response.
    pub there: ReadOutcome,
    /// The differences, and possible reasons; empty if both agree.
    pub notes: Vec<String>,
}

/// How items are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemsOut {
    /// CSV.
    Csv,
    /// JSON.
    Json,
    /// DynamoDB JSON, one item per line.
    DynamoDbJson,
}

/// How tables are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TablesOut {
    /// As DescribeTable describes them.
    DescribeTable,
    /// A CloudFormation template.
    CloudFormation,
    /// Terraform.
    Terraform,
    /// A model of NoSQL Workbench, with the items.
    Workbench,
}

/// A table in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundTable {
    /// Its name.
    pub name: String,
    /// Its keys and indexes, in one line.
    pub facts: String,
    /// The number of its items in the file.
    pub items: u64,
    /// Whether the workspace has a table of this name.
    pub exists: bool,
}

/// A table that was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopiedTable {
    /// Its name.
    pub name: String,
    /// Items that both sides have.
    pub items: u64,
    /// The digest of the items. Both sides have the same one.
    pub digest: String,
    /// The parts of the table that the target lacks.
    pub not_copied: Vec<String>,
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CallResult {
    /// The errors, line by line; empty if the lesson plays.
    Faults(Vec<LessonFault>),
    /// The runs of patterns, and their bill.
    Board(Box<PatternBoard>),
    /// The multiple at which patterns hold.
    Held(Box<Found>),
    /// A measured day.
    Day(Box<Days>),
    /// A file to hand in, and its verdict.
    HandIn {
        /// The file's name.
        name: String,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        /// The verdict.
        verdict: Verdict,
    },
    /// The result of a hand-in.
    Judged {
        /// The learner's name.
        learner: String,
        /// The verdict.
        verdict: Verdict,
    },
    /// The answer key of a lesson.
    Key(Box<AnswerKey>),
    /// The state of the connection in front.
    Remote(RemoteFacts),
    /// Items before a change.
    Items {
        /// The number of those that exist.
        found: u64,
        /// The number of those that the change leaves as they are.
        same: u64,
        /// The first of them: each with its key and the attribute, if it has it.
        first: Vec<Item>,
    },
    /// A file for the reader.
    File {
        /// Its name.
        name: String,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        /// What the format cannot express.
        left_out: Vec<String>,
    },
    /// The tables of a file.
    Found {
        /// The tables.
        tables: Vec<FoundTable>,
        /// Facets of a model, as views of its tables.
        views: Vec<SavedView>,
        /// What was ignored.
        left_out: Vec<String>,
    },
    /// The access patterns of a file.
    Patterns {
        /// The patterns.
        patterns: PatternList,
        /// What was not read.
        left_out: Vec<String>,
    },
    /// Reads, each with both outcomes.
    Compared(Vec<CheckedRead>),
    /// The result of a copy.
    Copied(Vec<CopiedTable>),
    /// A text.
    Words(String),
    /// Why the call failed, in words.
    Refused(String),
}

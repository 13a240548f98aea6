//! Errands: what few visitors ask the engine for. They cross as bytes, so a page starts without the code that reads them.
//!
//! Owns what can be asked and what comes back. Must not know who asks, nor how an errand is run.

use serde::{Deserialize, Serialize};

pub use hashrange_assignment::{Doubt, Reason, Verdict, handed_out, received};

use crate::LessonFault;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Errand {
    /// What is wrong in a lesson's file? [`Done::Faults`] answers.
    CheckLesson {
        /// The file's text.
        text: String,
    },
    /// What the learner hands in for the assignment in front. [`Done::HandIn`] answers.
    HandIn {
        /// The learner's name.
        learner: String,
    },
    /// Connects to an endpoint, and puts its tables in front. [`Done::Remote`] answers.
    Connect {
        /// The endpoint.
        endpoint: EndpointForm,
        /// Whether requests that change something are sent.
        writes: bool,
    },
    /// What is known of the connection in front? [`Done::Remote`] answers.
    RemoteFacts,
    /// Lets requests that change something pass, or holds them back. [`Done::Remote`] answers.
    AllowWrites(bool),
    /// Loads the next page of a table of the endpoint. [`Done::Remote`] answers.
    LoadMore {
        /// The table.
        table: String,
    },
    /// Copies. [`Done::Copied`] answers when it is over.
    Copy(CopyForm),
    /// Sends the newest reads of the workspace in front to it and to an endpoint. [`Done::Compared`] answers.
    DesignCheck(EndpointForm),
    /// How far is the errand that takes long? [`Done::Words`] answers.
    Progress,
    /// Stops it. [`Done::Words`] answers.
    Stop,
    /// Writes the items of a table, or the entries of an index, to a file. [`Done::File`] answers.
    ItemsFile {
        /// The table.
        table: String,
        /// The index.
        index: Option<String>,
        /// The format.
        form: ItemsOut,
    },
    /// Writes tables to a file; all of them without names. [`Done::File`] answers.
    TablesFile {
        /// The tables.
        tables: Vec<String>,
        /// The format.
        form: TablesOut,
    },
    /// What tables does a file hold? [`Done::Found`] answers.
    FindTables {
        /// The file's name.
        name: String,
        /// Its text.
        text: String,
    },
    /// Creates tables of a file, and puts the items of a model. [`Done::Words`] answers.
    MakeTables {
        /// The file's name.
        name: String,
        /// Its text.
        text: String,
        /// The tables that are wanted.
        tables: Vec<String>,
    },
    /// What a hand-in came to. [`Done::Judged`] answers.
    Judge {
        /// The assignment's text.
        text: String,
        /// The bytes of the hand-in.
        #[serde(with = "serde_bytes")]
        file: Vec<u8>,
    },
}

/// An endpoint as the reader names it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndpointForm {
    /// Its URL.
    pub url: String,
    /// The Region; empty for that of the URL, or any.
    pub region: String,
    /// The access key's id; empty for an endpoint that takes any.
    pub key_id: String,
    /// Its secret.
    pub secret: String,
    /// The session token; empty without.
    pub token: String,
}

/// The secret stays out of logs.
impl std::fmt::Debug for EndpointForm {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "EndpointForm({})", self.url)
    }
}

/// A copy as the reader wants it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyForm {
    /// The endpoint.
    pub endpoint: EndpointForm,
    /// Whether the workspace in front is copied to the endpoint; else the endpoint is copied into a new workspace.
    pub outward: bool,
    /// The tables; all of them without any.
    pub tables: Vec<String>,
    /// Read units a second at the source at most.
    pub read_units: Option<u64>,
    /// Write units a second at the target at most.
    pub write_units: Option<u64>,
}

/// What a page says of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteFacts {
    /// The endpoint's URL.
    pub endpoint: String,
    /// The Region that requests are signed for.
    pub region: String,
    /// Whether it is AWS, where requests cost money.
    pub is_aws: bool,
    /// Whether requests that change something are sent.
    pub writes: bool,
    /// Tables that are not in the mirror, because there are too many or the simulation does not know them.
    pub left_out: usize,
    /// The tables: the items loaded of each, and whether these are all.
    pub loaded: Vec<(String, u64, bool)>,
}

/// What a read came to on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadOutcome {
    /// The exception and its words, where it was refused.
    pub refusal: Option<String>,
    /// Items that were returned.
    pub items: u64,
    /// Read units consumed, in halves, where the side reports them.
    pub units: Option<u64>,
}

/// A read of the workspace, sent to both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedRead {
    /// The operation and its table.
    pub request: String,
    /// The workspace's answer.
    pub here: ReadOutcome,
    /// The endpoint's answer.
    pub there: ReadOutcome,
    /// What differs, and why that may be; nothing where both agree.
    pub notes: Vec<String>,
}

/// How items are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemsOut {
    /// CSV.
    Csv,
    /// JSON.
    Json,
    /// DynamoDB JSON, an item a line.
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

/// A table that a file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundTable {
    /// Its name.
    pub name: String,
    /// Its keys and indexes, in a line.
    pub facts: String,
    /// Items that come along.
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
    /// The digest of the items, which is the same on both sides.
    pub digest: String,
    /// What the target lacks.
    pub lacks: Vec<String>,
}

/// What comes back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Done {
    /// What is wrong, line by line; nothing where the lesson plays.
    Faults(Vec<LessonFault>),
    /// A file to hand in, and what the judge says of it.
    HandIn {
        /// The file's name.
        name: String,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        /// What the judge says.
        verdict: Verdict,
    },
    /// What a hand-in came to.
    Judged {
        /// The learner's name.
        learner: String,
        /// What the judge says.
        verdict: Verdict,
    },
    /// What is known of the connection in front.
    Remote(RemoteFacts),
    /// A file for the reader.
    File {
        /// Its name.
        name: String,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        /// What the format cannot say.
        left_out: Vec<String>,
    },
    /// The tables of a file.
    Found {
        /// The tables.
        tables: Vec<FoundTable>,
        /// What was read over.
        left_out: Vec<String>,
    },
    /// Reads, each with both outcomes.
    Compared(Vec<CheckedRead>),
    /// What a copy came to.
    Copied(Vec<CopiedTable>),
    /// Words.
    Words(String),
    /// Why it cannot be done, in words.
    Refused(String),
}

impl Errand {
    /// The bytes that cross.
    #[inline(never)]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        crate::packed(self).unwrap_or_default()
    }

    /// Reads them; `None` for other bytes.
    #[inline(never)]
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        crate::unpacked(bytes)
    }
}

impl Done {
    /// The bytes that cross.
    #[inline(never)]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        crate::packed(self).unwrap_or_default()
    }

    /// Reads them; `None` for other bytes.
    #[inline(never)]
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        crate::unpacked(bytes)
    }
}

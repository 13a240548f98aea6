//! Questions: the list of all readings. A question is plain data and can be sent to where the service runs. Its reading
//! returns as bytes. Two readings are equal exactly if their bytes are.

use hashrange_dax::Accelerator;
use hashrange_engine::Engine;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Insight;

/// The input of a reading.
#[derive(Clone, Copy, Debug)]
pub struct Service<'a> {
    /// The folded event log.
    pub insight: &'a Insight,
    /// The engine.
    pub engine: &'a Engine,
    /// The accelerator before it, if there is one.
    pub dax: Option<&'a Accelerator>,
}

/// A question of a view.
pub trait Question:
    Clone + PartialEq + Serialize + DeserializeOwned + Into<AnyQuestion> + Send + Sync + 'static
{
    /// The type of its reading.
    type Reading: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Reads the service; `None` if the subject does not exist.
    fn read(&self, service: Service<'_>) -> Option<Self::Reading>;
}

/// Lists every question.
macro_rules! questions {
    ($($name:ident,)*) => {
        /// Any question.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        pub enum AnyQuestion { $(#[doc = concat!("See [`", stringify!($name), "`].")] $name($name),)* }

        $(impl From<$name> for AnyQuestion {
            fn from(question: $name) -> Self { Self::$name(question) }
        })*

        impl AnyQuestion {
            /// The names of all questions.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The question's name.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(Self::$name(_) => stringify!($name),)* }
            }

            /// The reading as bytes; `None` if there is none.
            #[must_use]
            pub fn read(&self, service: Service<'_>) -> Option<Vec<u8>> {
                match self { $(Self::$name(question) => read(question, service),)* }
            }
        }
    };
}

/// The bytes of a question's reading.
fn read<Q: Question>(question: &Q, service: Service<'_>) -> Option<Vec<u8>> {
    // Cannot fail: plain data always has bytes.
    question
        .read(service)
        .and_then(|reading| postcard::to_allocvec(&reading).ok())
}

/// Decodes a reading; `None` for bytes of another question.
#[must_use]
pub fn reading_of<R: DeserializeOwned>(bytes: &[u8]) -> Option<R> {
    postcard::from_bytes(bytes).ok()
}

use super::questions::{
    BackupsQuestion, CapacityQuestion, CollectionOverviewQuestion, CollectionsQuestion, ExpiryQuestion,
    IndexBuildQuestion, ItemStatusQuestion, ItemsQuestion, JourneyQuestion, KeyLocationQuestion, LastRequestQuestion,
    LogLinesQuestion, NextEventQuestion, PartitionsQuestion, RecoveryQuestion, RefusalQuestion, ReplicasQuestion,
    ScalingQuestion, SecondRequestsQuestion, SizesQuestion, StageQuestion, StreamQuestion, TablesQuestion,
    TimeToLiveQuestion,
};

// One question per line, in alphabetical order.
questions! {
    BackupsQuestion,
    CapacityQuestion,
    CollectionOverviewQuestion,
    CollectionsQuestion,
    ExpiryQuestion,
    LogLinesQuestion,
    IndexBuildQuestion,
    ItemsQuestion,
    JourneyQuestion,
    KeyLocationQuestion,
    LastRequestQuestion,
    NextEventQuestion,
    PartitionsQuestion,
    SizesQuestion,
    RecoveryQuestion,
    RefusalQuestion,
    ReplicasQuestion,
    ScalingQuestion,
    SecondRequestsQuestion,
    StageQuestion,
    ItemStatusQuestion,
    StreamQuestion,
    TablesQuestion,
    TimeToLiveQuestion,
}

//! Questions: the list of all readings. A question is plain data and crosses to wherever the service runs; its reading
//! comes back as bytes, which are equal exactly when the readings are.

use hashrange_dax::Accelerator;
use hashrange_engine::Engine;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Insight;

/// What a reading is made of.
#[derive(Clone, Copy, Debug)]
pub struct Service<'a> {
    /// What the event log says.
    pub insight: &'a Insight,
    /// The tables as they stand.
    pub engine: &'a Engine,
    /// The accelerator before them, if there is one.
    pub dax: Option<&'a Accelerator>,
}

/// A question of a view.
pub trait Question: Clone + PartialEq + Serialize + DeserializeOwned + Into<Ask> + Send + Sync + 'static {
    /// What it is answered with.
    type Reading: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Reads the service; `None` where what is asked about does not exist.
    fn read(&self, service: Service<'_>) -> Option<Self::Reading>;
}

/// Lists every question.
macro_rules! questions {
    ($($name:ident,)*) => {
        /// Any question.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        pub enum Ask { $(#[doc = concat!("See [`", stringify!($name), "`].")] $name($name),)* }

        $(impl From<$name> for Ask {
            fn from(question: $name) -> Self { Self::$name(question) }
        })*

        impl Ask {
            /// The names of all questions.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The question's name.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(Self::$name(_) => stringify!($name),)* }
            }

            /// The reading as bytes; `None` where there is none.
            #[must_use]
            pub fn read(&self, service: Service<'_>) -> Option<Vec<u8>> {
                match self { $(Self::$name(question) => read(question, service),)* }
            }
        }
    };
}

/// The bytes of a question's reading. Never inlined: the page loads those that a first look does without later.
#[inline(never)]
fn read<Q: Question>(question: &Q, service: Service<'_>) -> Option<Vec<u8>> {
    // Plain data always has bytes.
    question.read(service).and_then(|reading| postcard::to_allocvec(&reading).ok())
}

/// The reading behind the bytes; `None` for bytes of another question.
#[must_use]
pub fn reading_of<R: DeserializeOwned>(bytes: &[u8]) -> Option<R> {
    postcard::from_bytes(bytes).ok()
}

use super::asks::{
    BackupsAsk, CapacityAsk, CollectionOverviewAsk, CollectionsAsk, ExpiryAsk, HappeningsAsk, IndexBuildAsk, ItemsAsk,
    JourneyAsk, LandingAsk, LastRequestAsk, NextEventAsk, PartitionsAsk, QueuesAsk, RecoveryAsk, RefusalAsk,
    ReplicasAsk, ScalingAsk, SecondRequestsAsk, StageAsk, StandingAsk, StreamAsk, TablesAsk, TimeToLiveAsk,
};

// One line a question, in alphabetical order.
questions! {
    BackupsAsk,
    CapacityAsk,
    CollectionOverviewAsk,
    CollectionsAsk,
    ExpiryAsk,
    HappeningsAsk,
    IndexBuildAsk,
    ItemsAsk,
    JourneyAsk,
    LandingAsk,
    LastRequestAsk,
    NextEventAsk,
    PartitionsAsk,
    QueuesAsk,
    RecoveryAsk,
    RefusalAsk,
    ReplicasAsk,
    ScalingAsk,
    SecondRequestsAsk,
    StageAsk,
    StandingAsk,
    StreamAsk,
    TablesAsk,
    TimeToLiveAsk,
}

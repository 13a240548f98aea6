//! The attribute that a table's items expire by.

use hashrange_values::Text;

use super::asks::TimeToLiveAsk;
use super::question::{Question, Service};

/// Time to live of a table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TimeToLive {
    /// The attribute; `None` while it is off.
    pub attribute: Option<Text>,
}

impl Question for TimeToLiveAsk {
    type Reading = TimeToLive;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<TimeToLive> {
        Some(TimeToLive { attribute: engine.table(&self.table)?.expires_by().cloned() })
    }
}

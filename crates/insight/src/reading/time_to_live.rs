//! The TTL attribute of a table.

use hashrange_values::Text;

use super::question::{Question, Service};
use super::questions::TimeToLiveQuestion;

/// Time to live of a table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TimeToLive {
    /// The attribute; `None` while TTL is off.
    pub attribute: Option<Text>,
}

impl Question for TimeToLiveQuestion {
    type Reading = TimeToLive;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<TimeToLive> {
        Some(TimeToLive {
            attribute: engine.table(&self.table)?.expires_by().cloned(),
        })
    }
}

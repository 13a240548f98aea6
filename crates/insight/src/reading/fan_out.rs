//! The newest write of a table, as it fans out.

use super::{Question, Service};
use crate::FanOut;

/// Asks for the newest write of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FanOutAsk {
    /// The table.
    pub table: String,
}

impl Question for FanOutAsk {
    type Reading = FanOut;

    fn read(&self, Service { insight, engine, .. }: Service<'_>) -> Option<FanOut> {
        insight.fan_out(engine, &self.table)
    }
}

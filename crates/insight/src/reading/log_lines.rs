//! The latest lines of the event log that have a kind and contain a text.

use super::question::{Question, Service};
use super::questions::LogLinesQuestion;
use crate::{LogLine, log_lines};

/// The latest lines of the event log.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LogLines {
    /// The lines, latest first.
    pub lines: Vec<LogLine>,
    /// Whether there are as many lines as requested. If so, there can be older ones.
    pub is_full: bool,
}

impl Question for LogLinesQuestion {
    type Reading = LogLines;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<LogLines> {
        let lines = log_lines(engine, self.kind, self.text.trim(), self.most);
        Some(LogLines {
            is_full: lines.len() >= self.most,
            lines,
        })
    }
}

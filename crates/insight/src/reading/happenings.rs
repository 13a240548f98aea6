//! What happened, newest first, of one kind and with a text in it.

use super::asks::HappeningsAsk;
use super::question::{Question, Service};
use crate::{Happening, happenings};

/// The newest lines of the event log.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Happenings {
    /// The lines, newest first.
    pub lines: Vec<Happening>,
    /// Whether there are as many as were asked for, so that older ones may follow.
    pub is_full: bool,
}

impl Question for HappeningsAsk {
    type Reading = Happenings;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Happenings> {
        let lines = happenings(engine, self.kind, self.text.trim(), self.most);
        Some(Happenings { is_full: lines.len() >= self.most, lines })
    }
}

//! The stream of a table, as far as the control plane goes: whether there is one, its view type and its label.
//!
//! Stream records have no place yet; they belong beside this file, fed by `write::apply`.

use hashrange_time::Timestamp;
use hashrange_wire::{StreamSpecification, StreamViewType};

/// The newest stream of a table. It stays known after it is disabled (observed).
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// When it was enabled, as the service writes it: its name among the table's streams.
    pub(crate) label: String,
    /// The images its records carry.
    pub(crate) view: StreamViewType,
    pub(crate) enabled: bool,
}

impl Stream {
    /// A stream that begins now.
    pub(crate) fn new(view: StreamViewType, now: Timestamp) -> Self {
        let label = Timestamp::from_millis(now.millis()).to_string();
        Self { label: label.trim_end_matches('Z').to_owned(), view, enabled: true }
    }

    /// The setting in force; none once it is disabled (observed).
    pub(crate) fn specification(&self) -> Option<StreamSpecification> {
        self.enabled.then_some(StreamSpecification { stream_enabled: true, stream_view_type: Some(self.view) })
    }
}

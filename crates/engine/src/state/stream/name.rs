//! The name of a stream, and the latest stream of a table.
//!
//! Must not know records.

use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use hashrange_wire::{StreamError, StreamSpecification, StreamSummary, StreamViewType};

use crate::state::options::EngineOptions;
use crate::state::resource_name::table_arn;

/// How long records, and closed shards without records, are stored (documented: streams-guide).
pub(crate) const RETENTION: Duration = Duration::from_hours(24);

/// Identifies a stream: the table's name, and the label among the table's streams.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StreamName {
    pub(crate) table: Text,
    /// When it was enabled, as the service writes it.
    pub(crate) label: Text,
}

hashrange_checkpoint::fields!(StreamName { table, label });

/// The newest stream of a table. The table still refers to it after it is disabled (observed: stream-setting-seen).
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    pub(crate) name: StreamName,
    /// The images that its records contain.
    pub(crate) view: StreamViewType,
    pub(crate) enabled: bool,
}

hashrange_checkpoint::fields!(Stream { name, view, enabled });

impl StreamName {
    /// The name of a stream enabled at this time.
    pub(crate) fn at(table: &Text, moment: Timestamp) -> Self {
        let label = Timestamp::from_millis(moment.millis()).to_string();
        Self {
            table: table.clone(),
            label: label.trim_end_matches('Z').into(),
        }
    }

    /// The stream of a resource name. Like those of a table, its Region and account are ignored.
    pub(crate) fn from_arn(arn: &str) -> Result<Self, StreamError> {
        let mut parts = arn.splitn(6, ':');
        let mut next = || parts.next().ok_or(StreamError::Arn);
        let (scheme, _partition, service) = (next()?, next()?, next()?);
        let (_region, _account, resource) = (next()?, next()?, next()?);
        let table = resource
            .strip_prefix("table/")
            .filter(|_| scheme == "arn" && service == "dynamodb");
        let (table, label) = table
            .and_then(|rest| rest.split_once("/stream/"))
            .ok_or(StreamError::Arn)?;
        Ok(Self {
            table: table.into(),
            label: label.into(),
        })
    }

    /// Its resource name.
    pub(crate) fn arn(&self, options: &EngineOptions) -> String {
        format!("{}/stream/{}", table_arn(&self.table, options), self.label)
    }

    /// The stream in responses.
    pub(crate) fn summary(&self, options: &EngineOptions) -> StreamSummary {
        let (table_name, stream_label) = (self.table.to_string(), self.label.to_string());
        StreamSummary {
            stream_arn: self.arn(options),
            table_name,
            stream_label,
        }
    }
}

impl Stream {
    /// The current setting; `None` once it is disabled (observed: stream-setting-seen).
    pub(crate) fn specification(&self) -> Option<StreamSpecification> {
        self.enabled.then_some(StreamSpecification {
            stream_enabled: true,
            stream_view_type: Some(self.view),
        })
    }
}

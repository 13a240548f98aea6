//! All streams of the account, by table and label.

use hashrange_index::KeySchema;
use hashrange_store::Remains;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use hashrange_wire::{ResourceNotFound, StreamStatus, StreamViewType};
use litemap::LiteMap;

use crate::state::span::Span;
use crate::state::stream::log::StreamLog;
use crate::state::stream::name::{Stream, StreamName};

/// Streams that can be read, in ascending order of their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Streams {
    logs: LiteMap<StreamName, StreamLog>,
}

hashrange_checkpoint::fields!(Streams { logs });

impl Streams {
    /// Creates the stream of a table. Two streams of a table never have the same label.
    pub(crate) fn create(&mut self, table: &Text, keys: KeySchema, view: StreamViewType, now: Timestamp) -> Stream {
        let mut moment = now;
        let mut name = StreamName::at(table, moment);
        while self.logs.contains_key(&name) {
            moment += Duration::from_millis(1);
            name = StreamName::at(table, moment);
        }
        self.logs.insert(name.clone(), StreamLog::new(keys, view, now));
        Stream {
            name,
            view,
            enabled: true,
        }
    }

    /// Leaves all records to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        for (_, log) in self.logs {
            log.discard(remains);
        }
    }

    /// The stream that a request names.
    pub(crate) fn named(&self, name: &StreamName, arn: &str) -> Result<&StreamLog, ResourceNotFound> {
        self.logs
            .get(name)
            .ok_or_else(|| ResourceNotFound::Stream { arn: arn.to_owned() })
    }

    /// The stream of this name.
    pub(crate) fn get(&self, name: &StreamName) -> Option<&StreamLog> {
        self.logs.get(name)
    }

    /// The stream of this name, to change it.
    pub(crate) fn get_mut(&mut self, name: &StreamName) -> Option<&mut StreamLog> {
        self.logs.get_mut(name)
    }

    /// The names after this one, in order.
    pub(crate) fn after(&self, name: Option<&StreamName>) -> impl Iterator<Item = &StreamName> {
        let first = name.map_or(0, |name| {
            self.logs.find_index(name).map_or_else(|place| place, |place| place + 1)
        });
        self.logs.keys().skip(first)
    }

    /// Every stream, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&StreamName, &StreamLog)> {
        self.logs.iter()
    }

    /// When the shards of a stream are next continued in new ones, with that stream.
    pub(crate) fn next_roll(&self) -> Option<(Timestamp, &StreamName)> {
        let rolls = self
            .logs
            .iter()
            .filter_map(|(name, log)| Some((log.next_roll()?, name)));
        rolls.min_by_key(|(due, _)| *due)
    }

    /// Rolls the shards of every stream up to this time. New shards live this long.
    pub(crate) fn catch_up(&mut self, now: Timestamp, life: Span) {
        let mut spent = Vec::new();
        for (name, log) in self.logs.iter_mut() {
            if log.catch_up(name, now, life) {
                spent.push(name.clone());
            }
        }
        for name in spent {
            self.drop_if_spent(&name);
        }
    }

    /// Removes a disabled stream without readable records.
    pub(crate) fn drop_if_spent(&mut self, name: &StreamName) {
        let spent = |log: &StreamLog| log.status == StreamStatus::Disabled && log.shards().next().is_none();
        if self.logs.get(name).is_some_and(spent) {
            self.logs.remove(name);
        }
    }
}

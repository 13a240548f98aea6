//! Figures: what a caption may ask for by name. Their values are text, as they are shown.
//!
//! Must not know how they are found out: those of answers are the play's own, the others are asked of whoever plays.

/// Something that can be read from the service, or from its answers, while a scene is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Items of the table.
    Items,
    /// Entries of an index.
    Entries(&'static str),
    /// Changes on their way to a global index.
    Waiting(&'static str),
    /// The stage of the table, or of one of its indexes.
    Status(Option<&'static str>),
    /// Percent of the table that an index has passed while it is being filled.
    Percent(&'static str),
    /// Items an index left out.
    Violations(&'static str),
    /// Writes throttled, of the table or because of one of its indexes.
    ThrottledWrites(Option<&'static str>),
    /// Items past their time to live that can still be read.
    Readable,
    /// Items that time to live deleted.
    Deleted,
    /// Items that will expire.
    Expiring,
    /// Partitions of the table, or of one of its indexes.
    Partitions(Option<&'static str>),
    /// Writes that have not reached both followers of their partition.
    Behind,
    /// Bytes of the item collection of a partition key value, local indexes included.
    Collection(&'static str),
    /// Units of the newest request.
    Cost,
    /// Requests of the newest load, or the newest row of repeated requests, that were sent.
    Sent,
    /// Of them, those that were answered.
    Answered,
    /// Of them, those that were throttled.
    Throttled,
    /// Items in the newest answer.
    Count,
    /// An attribute of the first item in the newest answer.
    Value(&'static str),
    /// The exception of the newest refusal.
    Refusal,
}

impl Figure {
    /// Reads a name, with what it is of behind it: `entries OpenIndex`.
    pub(super) fn read(words: &'static str) -> Option<Self> {
        let (name, of) = words.split_once(' ').map_or((words, None), |(name, of)| (name, Some(of)));
        Some(match name {
            "items" => Self::Items,
            "entries" => Self::Entries(of?),
            "waiting" => Self::Waiting(of?),
            "status" => Self::Status(of),
            "percent" => Self::Percent(of?),
            "violations" => Self::Violations(of?),
            "throttled-writes" => Self::ThrottledWrites(of),
            "readable" => Self::Readable,
            "deleted" => Self::Deleted,
            "expiring" => Self::Expiring,
            "partitions" => Self::Partitions(of),
            "behind" => Self::Behind,
            "collection" => Self::Collection(of?),
            "cost" => Self::Cost,
            "sent" => Self::Sent,
            "answered" => Self::Answered,
            "throttled" => Self::Throttled,
            "count" => Self::Count,
            "value" => Self::Value(of?),
            "refusal" => Self::Refusal,
            _ => return None,
        })
    }
}

//! Figures: what words of a lesson may ask for by name. Their values are text, as they are shown.
//!
//! Owns the one list of them. Must not know how they are found out: those of answers are the play's own, the others are asked
//! of whoever plays.

use hashrange_wire::Operation;

/// Something that can be read from the service, or from its answers, while a lesson is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Items of the table.
    Items,
    /// Entries of an index.
    Entries(String),
    /// Changes on their way to a global index.
    Waiting(String),
    /// The stage of the table, or of one of its indexes.
    Status(Option<String>),
    /// Percent of the table that an index has passed while it is being filled.
    Percent(String),
    /// Items an index left out.
    Violations(String),
    /// Writes throttled, of the table or because of one of its indexes.
    ThrottledWrites(Option<String>),
    /// Reads throttled, of the table or of one of its indexes.
    ThrottledReads(Option<String>),
    /// Items past their time to live that can still be read.
    Readable,
    /// Items that time to live deleted.
    Deleted,
    /// Items that will expire.
    Expiring,
    /// Partitions of the table, or of one of its indexes.
    Partitions(Option<String>),
    /// Writes that have not reached both followers of their partition.
    Behind,
    /// Bytes of the item collection of a partition key value, local indexes included.
    Collection(String),
    /// Units of the newest request.
    Cost,
    /// Units of the newest request in the table itself, or in one of its indexes.
    CostOf(String),
    /// Units of the newest request that was charged: what each request of a load takes.
    Units,
    /// Bytes of the table's items, or of an index's entries.
    Bytes(Option<String>),
    /// Bytes of an item, by its key.
    ItemBytes(String),
    /// Bytes of an entry of an index, by the key of its item.
    EntryBytes(String, String),
    /// Partitions that the newest read asked.
    Asked,
    /// Items that the newest read of a local index fetched from its table.
    Fetched,
    /// The partition that a key is in.
    Place(String),
    /// The partition of an index that a key is in.
    PlaceIn(String, String),
    /// Write units a second of one partition.
    Ceiling,
    /// Read units a second of one partition.
    ReadCeiling,
    /// Write units a second that the table, or one of its indexes, was given.
    Rate(Option<String>),
    /// Read units a second that the table, or one of its indexes, was given.
    ReadRate(Option<String>),
    /// Write units that the table, or one of its indexes, used so far.
    UsedWrites(Option<String>),
    /// Read units that the table, or one of its indexes, used so far.
    UsedReads(Option<String>),
    /// Write units saved for a burst.
    Burst(Option<String>),
    /// Read units saved for a burst.
    ReadBurst(Option<String>),
    /// Indexes of the table.
    Indexes,
    /// Records of the table's stream.
    Records,
    /// Items of the partition with the most of them.
    Fullest(Option<String>),
    /// Items of the partition with the fewest of them.
    Emptiest(Option<String>),
    /// Items of a partition, by its number.
    ItemsIn(u32),
    /// Requests throttled in a partition, by its number.
    ThrottledIn(u32),
    /// The key that took the most units.
    Hottest(Option<String>),
    /// The top contributor that Contributor Insights reports.
    Contributor(Option<String>),
    /// Its share of what all contributors took, in percent.
    Share(Option<String>),
    /// Write units that the filling of an index took.
    Filled(String),
    /// Times the filling of an index was throttled.
    FillThrottles(String),
    /// Reads that the accelerator answered itself.
    Hits,
    /// Reads that the accelerator passed on.
    Misses,
    /// Requests of the newest load, or the newest row of repeated requests, that were sent.
    Sent,
    /// Of them, those that were answered.
    Answered,
    /// Of them, those that were throttled.
    Throttled,
    /// Requests a second of the newest load.
    LoadRate,
    /// Seconds of the newest load.
    LoadSeconds,
    /// Suffixes of the newest load.
    Suffixes,
    /// Items in the newest answer.
    Count,
    /// Items read for the newest answer.
    Scanned,
    /// Whether the newest answer has a key to go on from: `yes` or `no`.
    More,
    /// An attribute of the first item in the newest answer.
    Value(String),
    /// A part of the newest answer, by its path: `Table.TableStatus`, `Items[0].Wins.N`.
    Answer(String),
    /// The exception of the newest refusal.
    Refusal,
    /// The words of the newest refusal.
    Message,
    /// Requests that the learner made by hand since the step's words and that were answered, or those of one operation.
    Requests(Option<String>),
    /// Seconds since the beginning.
    Elapsed,
    /// What was kept under a name before.
    Kept(String),
    /// What the learner picked, or the number they said.
    Picked,
}

/// Why words are no figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureFault {
    /// No figure has this name.
    Unknown(String),
    /// It is a figure of something, and that is missing, or too much.
    Of {
        /// The figure.
        name: &'static str,
        /// What it is of; empty where it stands alone.
        of: &'static str,
    },
}

/// A figure as it is written.
#[derive(Clone, Copy, Debug)]
pub struct FigureWord {
    /// Its name.
    pub name: &'static str,
    /// What stands behind it; in brackets where it may be left out.
    pub of: &'static str,
    /// What it tells.
    pub tells: &'static str,
    make: fn(&str) -> Option<Figure>,
}

impl Figure {
    /// Every figure.
    pub const WORDS: &'static [FigureWord] = WORDS;

    /// Reads a name, with what it is of behind it: `entries OpenIndex`.
    ///
    /// # Errors
    /// When there is no such figure, or it is not followed by what it is of.
    pub fn read(words: &str) -> Result<Self, FigureFault> {
        let words = words.trim();
        let (name, of) = words.split_once(' ').map_or((words, ""), |(name, of)| (name, of.trim()));
        let Some(word) = WORDS.iter().find(|word| word.name == name) else {
            return Err(FigureFault::Unknown(name.to_owned()));
        };
        let fits = match word.of {
            "" => of.is_empty(),
            needed => needed.starts_with('[') || !of.is_empty(),
        };
        let made = if fits { (word.make)(of) } else { None };
        made.ok_or(FigureFault::Of { name: word.name, of: word.of })
    }
}

fn maybe(of: &str) -> Option<String> {
    (!of.is_empty()).then(|| of.to_owned())
}

fn two(of: &str) -> Option<(String, String)> {
    let (one, other) = of.split_once(' ')?;
    Some((one.to_owned(), other.trim().to_owned()))
}

fn requests(of: &str) -> Option<Figure> {
    let known = of.is_empty() || Operation::from_name(of).is_some();
    known.then(|| Figure::Requests(maybe(of)))
}

/// `P5` or `5`.
fn number(of: &str) -> Option<u32> {
    of.strip_prefix('P').unwrap_or(of).parse().ok()
}

macro_rules! words {
    ($($name:literal $of:literal $make:expr, $tells:literal;)+) => {
        &[$(FigureWord { name: $name, of: $of, tells: $tells, make: $make },)+]
    };
}

const WORDS: &[FigureWord] = words! {
    "items" "" |_| Some(Figure::Items), "items of the table";
    "entries" "INDEX" |of| Some(Figure::Entries(of.into())), "entries of an index";
    "waiting" "INDEX" |of| Some(Figure::Waiting(of.into())), "changes on their way to a global index";
    "status" "[INDEX]" |of| Some(Figure::Status(maybe(of))), "ACTIVE, CREATING and so on; empty where there is none";
    "percent" "INDEX" |of| Some(Figure::Percent(of.into())), "how much of the table an index has passed while it is filled";
    "violations" "INDEX" |of| Some(Figure::Violations(of.into())), "items an index left out";
    "throttled-writes" "[INDEX]" |of| Some(Figure::ThrottledWrites(maybe(of))), "writes throttled so far, by the table or by an index";
    "throttled-reads" "[INDEX]" |of| Some(Figure::ThrottledReads(maybe(of))), "reads throttled so far";
    "readable" "" |_| Some(Figure::Readable), "expired items that can still be read";
    "deleted" "" |_| Some(Figure::Deleted), "items that time to live deleted";
    "expiring" "" |_| Some(Figure::Expiring), "items that will expire";
    "partitions" "[INDEX]" |of| Some(Figure::Partitions(maybe(of))), "partitions";
    "behind" "" |_| Some(Figure::Behind), "writes that have not reached both followers";
    "collection" "KEY" |of| Some(Figure::Collection(of.into())), "bytes of an item collection, with local indexes";
    "cost" "" |_| Some(Figure::Cost), "units of the newest request";
    "cost-of" "table|INDEX" |of| Some(Figure::CostOf(of.into())), "units of the newest request in the table or in one index";
    "units" "" |_| Some(Figure::Units), "units of the newest request that was charged: of each request of a load";
    "bytes" "[INDEX]" |of| Some(Figure::Bytes(maybe(of))), "bytes of all items, or of the entries of an index";
    "item-bytes" "KEY[/SORT]" |of| Some(Figure::ItemBytes(of.into())), "bytes of one item";
    "entry-bytes" "INDEX KEY[/SORT]" |of| two(of).map(|(index, key)| Figure::EntryBytes(index, key)), "bytes of the entry of one item, by the item's key";
    "asked" "" |_| Some(Figure::Asked), "partitions the newest read asked";
    "fetched" "" |_| Some(Figure::Fetched), "items the newest read of a local index fetched from the table";
    "place" "KEY[/SORT]" |of| Some(Figure::Place(of.into())), "the partition of a key, as P2";
    "place-in" "INDEX KEY" |of| two(of).map(|(index, key)| Figure::PlaceIn(index, key)), "the partition of a key of an index";
    "ceiling" "" |_| Some(Figure::Ceiling), "write units a second one partition takes";
    "read-ceiling" "" |_| Some(Figure::ReadCeiling), "read units a second one partition takes";
    "rate" "[INDEX]" |of| Some(Figure::Rate(maybe(of))), "write units a second provisioned";
    "read-rate" "[INDEX]" |of| Some(Figure::ReadRate(maybe(of))), "read units a second provisioned";
    "used-writes" "[INDEX]" |of| Some(Figure::UsedWrites(maybe(of))), "write units used so far";
    "used-reads" "[INDEX]" |of| Some(Figure::UsedReads(maybe(of))), "read units used so far";
    "burst" "[INDEX]" |of| Some(Figure::Burst(maybe(of))), "write units saved for a burst";
    "read-burst" "[INDEX]" |of| Some(Figure::ReadBurst(maybe(of))), "read units saved for a burst";
    "indexes" "" |_| Some(Figure::Indexes), "indexes of the table";
    "records" "" |_| Some(Figure::Records), "records of the stream";
    "fullest" "[INDEX]" |of| Some(Figure::Fullest(maybe(of))), "items in the partition with the most";
    "emptiest" "[INDEX]" |of| Some(Figure::Emptiest(maybe(of))), "items in the partition with the fewest";
    "items-in" "PARTITION" |of| number(of).map(Figure::ItemsIn), "items in one partition, by its number";
    "throttled-in" "PARTITION" |of| number(of).map(Figure::ThrottledIn), "requests throttled in one partition of the table";
    "hottest" "[INDEX]" |of| Some(Figure::Hottest(maybe(of))), "the partition key that took the most units";
    "contributor" "[INDEX]" |of| Some(Figure::Contributor(maybe(of))), "the top contributor that Contributor Insights reports; empty while it is off";
    "share" "[INDEX]" |of| Some(Figure::Share(maybe(of))), "its share of what all contributors took, in percent";
    "filled" "INDEX" |of| Some(Figure::Filled(of.into())), "write units the filling of an index took: OnlineIndexConsumedWriteCapacity";
    "fill-throttles" "INDEX" |of| Some(Figure::FillThrottles(of.into())), "times the filling of an index was throttled: OnlineIndexThrottleEvents";
    "hits" "" |_| Some(Figure::Hits), "reads DAX answered from its cache";
    "misses" "" |_| Some(Figure::Misses), "reads DAX passed on to the table";
    "sent" "" |_| Some(Figure::Sent), "requests of the newest load";
    "answered" "" |_| Some(Figure::Answered), "of them, answered";
    "throttled" "" |_| Some(Figure::Throttled), "of them, throttled";
    "load-rate" "" |_| Some(Figure::LoadRate), "requests a second of the newest load";
    "load-seconds" "" |_| Some(Figure::LoadSeconds), "seconds of the newest load";
    "suffixes" "" |_| Some(Figure::Suffixes), "suffixes of the newest load";
    "count" "" |_| Some(Figure::Count), "items in the newest answer";
    "scanned" "" |_| Some(Figure::Scanned), "items read for the newest answer, before a filter";
    "more" "" |_| Some(Figure::More), "yes where the newest answer has a LastEvaluatedKey, else no";
    "value" "ATTRIBUTE" |of| Some(Figure::Value(of.into())), "an attribute of the first item in the newest answer";
    "answer" "PATH" |of| Some(Figure::Answer(of.into())), "a part of the newest answer: Table.TableStatus, Items[0].Wins.N";
    "refusal" "" |_| Some(Figure::Refusal), "the exception of the newest refusal";
    "message" "" |_| Some(Figure::Message), "the words of the newest refusal";
    "requests" "[OPERATION]" |of| requests(of), "requests by hand since the step's words that were answered, or those of one operation";
    "elapsed" "" |_| Some(Figure::Elapsed), "seconds since the beginning of the lesson";
    "kept" "NAME" |of| Some(Figure::Kept(of.into())), "what a `keep` line kept";
    "picked" "" |_| Some(Figure::Picked), "what the learner picked, or the number they said";
};

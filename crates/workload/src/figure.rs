//! Figures: named values that the texts of a lesson show. A value is text, in its displayed form.
//!
//! Owns the list of figures. Must not know how they are computed: the play computes those of responses, the player's
//! service the others.

use hashrange_wire::Operation;

/// A value that can be read from the service, or from its responses, while a lesson is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Items of the table.
    Items,
    /// Entries of an index.
    Entries(String),
    /// Pending changes of a global index.
    Waiting(String),
    /// The status of the table, or of one of its indexes.
    Status(Option<String>),
    /// The backfill progress of an index, in percent of the table.
    Percent(String),
    /// Items that the backfill of an index left out.
    Violations(String),
    /// Throttled writes: of the table, or caused by one of its indexes.
    ThrottledWrites(Option<String>),
    /// Throttled reads, of the table or of one of its indexes.
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
    /// Bytes of the item collection of a partition key value, including local indexes.
    Collection(String),
    /// Capacity units of the latest request.
    Cost,
    /// Capacity units that the latest request consumed in the table, or in one of its indexes.
    CostOf(String),
    /// Capacity units of the latest charged request: the cost of one request of a load.
    Units,
    /// Bytes of the table's items, or of an index's entries.
    Bytes(Option<String>),
    /// Bytes of an item, by its key.
    ItemBytes(String),
    /// Bytes of an entry of an index, by the key of its item.
    EntryBytes(String, String),
    /// Number of partitions that the latest read used.
    Asked,
    /// Items that the latest read of a local index fetched from its table.
    Fetched,
    /// The partition that a key is in.
    Place(String),
    /// The partition of an index that a key is in.
    PlaceIn(String, String),
    /// The maximum write units per second of one partition.
    Ceiling,
    /// The maximum read units per second of one partition.
    ReadCeiling,
    /// Provisioned write units per second of the table, or of one of its indexes.
    Rate(Option<String>),
    /// Provisioned read units per second of the table, or of one of its indexes.
    ReadRate(Option<String>),
    /// Write units that the table, or one of its indexes, consumed so far.
    UsedWrites(Option<String>),
    /// Read units that the table, or one of its indexes, consumed so far.
    UsedReads(Option<String>),
    /// Write units saved for a burst.
    Burst(Option<String>),
    /// Read units saved for a burst.
    ReadBurst(Option<String>),
    /// Indexes of the table.
    Indexes,
    /// Records of the table's stream.
    Records,
    /// The number of items in the partition with the most items.
    Fullest(Option<String>),
    /// The number of items in the partition with the fewest items.
    Emptiest(Option<String>),
    /// Items of a partition, by its number.
    ItemsIn(u32),
    /// Requests throttled in a partition, by its number.
    ThrottledIn(u32),
    /// The key that consumed the most units.
    Hottest(Option<String>),
    /// The top contributor that Contributor Insights reports.
    Contributor(Option<String>),
    /// The top contributor's share of the units of all contributors, in percent.
    Share(Option<String>),
    /// Write units that the backfill of an index consumed.
    Filled(String),
    /// How often the backfill of an index was throttled.
    FillThrottles(String),
    /// Reads that the accelerator served from its cache.
    Hits,
    /// Reads that the accelerator passed on to the table.
    Misses,
    /// Requests sent by the latest load, or by the latest series of repeated requests.
    Sent,
    /// The successful requests among those of `Sent`.
    Answered,
    /// The throttled requests among those of `Sent`.
    Throttled,
    /// Requests a second of the latest load.
    LoadRate,
    /// Seconds of the latest load.
    LoadSeconds,
    /// Suffixes of the latest load.
    Suffixes,
    /// Number of items in the latest response.
    Count,
    /// Number of items read for the latest response.
    Scanned,
    /// Whether the latest response has a last evaluated key: `yes` or `no`.
    More,
    /// An attribute of the first item in the latest response.
    Value(String),
    /// A member of the latest response, by its path: `Table.TableStatus`, `Items[0].Wins.N`.
    Answer(String),
    /// The exception of the latest refused request.
    Refusal,
    /// The message of the latest refused request.
    Message,
    /// Successful manual requests since the step's words were shown, of all operations or of one.
    Requests(Option<String>),
    /// Seconds since the lesson began.
    Elapsed,
    /// The price of a charge in us-east-1, in dollars, for as many units as AWS quotes it.
    Price(String),
    /// A value that the lesson stored under this name.
    Kept(String),
    /// The learner's choice, or the number that the learner entered.
    Picked,
}

/// Why a text does not name a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureFault {
    /// No figure has this name.
    Unknown(String),
    /// The figure's argument is missing or superfluous.
    Of {
        /// The figure.
        name: &'static str,
        /// Its argument; empty if it has none.
        of: &'static str,
    },
}

/// The notation of a figure.
#[derive(Clone, Copy, Debug)]
pub struct FigureWord {
    /// Its name.
    pub name: &'static str,
    /// Its argument; in brackets if it is optional.
    pub of: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    make: fn(&str) -> Option<Figure>,
}

impl Figure {
    /// Every figure.
    pub const WORDS: &'static [FigureWord] = WORDS;

    /// Reads a name with its argument: `entries OpenIndex`.
    ///
    /// # Errors
    /// When there is no such figure, or its argument is wrong.
    pub fn read(words: &str) -> Result<Self, FigureFault> {
        let words = words.trim();
        let (name, of) = words
            .split_once(' ')
            .map_or((words, ""), |(name, of)| (name, of.trim()));
        let Some(word) = WORDS.iter().find(|word| word.name == name) else {
            return Err(FigureFault::Unknown(name.to_owned()));
        };
        let fits = match word.of {
            "" => of.is_empty(),
            needed => needed.starts_with('[') || !of.is_empty(),
        };
        let made = if fits { (word.make)(of) } else { None };
        made.ok_or(FigureFault::Of {
            name: word.name,
            of: word.of,
        })
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

/// What has a price, by the word for it: a million request units, an hour of a capacity unit, a GB-month.
pub const PRICED: [&str; 6] = [
    "write-requests",
    "read-requests",
    "write-hour",
    "read-hour",
    "storage",
    "recovery",
];

fn price(of: &str) -> Option<Figure> {
    PRICED.contains(&of).then(|| Figure::Price(of.to_owned()))
}

/// Parses a partition number: `P5` or `5`.
fn number(of: &str) -> Option<u32> {
    of.strip_prefix('P').unwrap_or(of).parse().ok()
}

macro_rules! words {
    ($($name:literal $of:literal $make:expr, $meaning:literal;)+) => {
        &[$(FigureWord { name: $name, of: $of, meaning: $meaning, make: $make },)+]
    };
}

const WORDS: &[FigureWord] = words! {
    "items" "" |_| Some(Figure::Items), "items of the table";
    "entries" "INDEX" |of| Some(Figure::Entries(of.into())), "entries of an index";
    "waiting" "INDEX" |of| Some(Figure::Waiting(of.into())), "changes that have not reached a global index";
    "status" "[INDEX]" |of| Some(Figure::Status(maybe(of))), "ACTIVE, CREATING and so on; empty where there is none";
    "percent" "INDEX" |of| Some(Figure::Percent(of.into())), "how much of the table the backfill of an index has passed";
    "violations" "INDEX" |of| Some(Figure::Violations(of.into())), "items an index left out";
    "throttled-writes" "[INDEX]" |of| Some(Figure::ThrottledWrites(maybe(of))), "writes throttled so far, by the table or by an index";
    "throttled-reads" "[INDEX]" |of| Some(Figure::ThrottledReads(maybe(of))), "reads throttled so far";
    "readable" "" |_| Some(Figure::Readable), "expired items that can still be read";
    "deleted" "" |_| Some(Figure::Deleted), "items that TTL deleted";
    "expiring" "" |_| Some(Figure::Expiring), "items that will expire";
    "partitions" "[INDEX]" |of| Some(Figure::Partitions(maybe(of))), "partitions";
    "behind" "" |_| Some(Figure::Behind), "writes that have not reached both followers";
    "collection" "KEY" |of| Some(Figure::Collection(of.into())), "bytes of an item collection, with local indexes";
    "cost" "" |_| Some(Figure::Cost), "units of the latest request";
    "cost-of" "table|INDEX" |of| Some(Figure::CostOf(of.into())), "units of the latest request in the table or in one index";
    "units" "" |_| Some(Figure::Units), "units of the latest charged request; for a load, of each request";
    "bytes" "[INDEX]" |of| Some(Figure::Bytes(maybe(of))), "bytes of all items, or of the entries of an index";
    "item-bytes" "KEY[/SORT]" |of| Some(Figure::ItemBytes(of.into())), "bytes of one item";
    "entry-bytes" "INDEX KEY[/SORT]" |of| two(of).map(|(index, key)| Figure::EntryBytes(index, key)), "bytes of the entry of one item, by the item's key";
    "asked" "" |_| Some(Figure::Asked), "partitions that the latest read used";
    "fetched" "" |_| Some(Figure::Fetched), "items that the latest read of a local index fetched from the table";
    "place" "KEY[/SORT]" |of| Some(Figure::Place(of.into())), "the partition of a key, as P2";
    "place-in" "INDEX KEY" |of| two(of).map(|(index, key)| Figure::PlaceIn(index, key)), "the partition of a key of an index";
    "ceiling" "" |_| Some(Figure::Ceiling), "write units a second that one partition accepts";
    "read-ceiling" "" |_| Some(Figure::ReadCeiling), "read units a second that one partition accepts";
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
    "hottest" "[INDEX]" |of| Some(Figure::Hottest(maybe(of))), "the partition key that consumed the most units";
    "contributor" "[INDEX]" |of| Some(Figure::Contributor(maybe(of))), "the top contributor that Contributor Insights reports; empty while it is off";
    "share" "[INDEX]" |of| Some(Figure::Share(maybe(of))), "its share of what all contributors consumed, in percent";
    "filled" "INDEX" |of| Some(Figure::Filled(of.into())), "write units that the backfill of an index consumed: OnlineIndexConsumedWriteCapacity";
    "fill-throttles" "INDEX" |of| Some(Figure::FillThrottles(of.into())), "times the backfill of an index was throttled: OnlineIndexThrottleEvents";
    "hits" "" |_| Some(Figure::Hits), "reads that DAX served from its cache";
    "misses" "" |_| Some(Figure::Misses), "reads that DAX passed on to the table";
    "sent" "" |_| Some(Figure::Sent), "requests of the latest load";
    "answered" "" |_| Some(Figure::Answered), "of them, successful";
    "throttled" "" |_| Some(Figure::Throttled), "of them, throttled";
    "load-rate" "" |_| Some(Figure::LoadRate), "requests a second of the latest load";
    "load-seconds" "" |_| Some(Figure::LoadSeconds), "seconds of the latest load";
    "suffixes" "" |_| Some(Figure::Suffixes), "suffixes of the latest load";
    "count" "" |_| Some(Figure::Count), "items in the latest response";
    "scanned" "" |_| Some(Figure::Scanned), "items read for the latest response, before a filter";
    "more" "" |_| Some(Figure::More), "yes if the latest response has a LastEvaluatedKey, otherwise no";
    "value" "ATTRIBUTE" |of| Some(Figure::Value(of.into())), "an attribute of the first item in the latest response";
    "answer" "PATH" |of| Some(Figure::Answer(of.into())), "a part of the latest response: Table.TableStatus, Items[0].Wins.N";
    "refusal" "" |_| Some(Figure::Refusal), "the exception of the latest refusal";
    "message" "" |_| Some(Figure::Message), "the message of the latest refusal";
    "requests" "[OPERATION]" |of| requests(of), "successful requests by hand since the step's words, or those of one operation";
    "elapsed" "" |_| Some(Figure::Elapsed), "seconds since the start of the lesson";
    "price" "CHARGE" price, "dollars in us-east-1: of a million write-requests or read-requests, of a capacity unit's write-hour or read-hour, of a GB-month of storage or recovery (PITR)";
    "kept" "NAME" |of| Some(Figure::Kept(of.into())), "what a `keep` line stored";
    "picked" "" |_| Some(Figure::Picked), "what the learner picked, or the number they said";
};

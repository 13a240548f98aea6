//! The samples: small tables with items and requests, each of which shows one feature.
//!
//! Owns the list of samples and their names. Their tables and items follow the examples of the project's seed
//! documents; we chose the table throughput. Must not know how requests are executed.

mod saved_request;
pub(crate) mod script;

use hashrange_wire::Request;

pub use saved_request::SavedRequest;
pub use script::{TableScript, expand};

/// A dataset to start from.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Stable name, for links and storage.
    pub id: &'static str,
    /// Its name on screen.
    pub title: &'static str,
    /// What it shows, in one sentence.
    pub description: &'static str,
    /// The tables that it creates. No two samples share one, so any number can be loaded together.
    pub tables: &'static [&'static str],
    parts: &'static [&'static str],
}

impl Sample {
    /// The requests that build the sample: CreateTable, then one PutItem per item.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.script().requests()
    }

    /// Requests that show the purpose of the sample.
    #[must_use]
    pub fn saved_requests(&self) -> Vec<SavedRequest> {
        self.script().saved
    }

    fn script(&self) -> TableScript {
        TableScript::read(self.parts)
    }
}

/// Every sample, in the recommended order.
#[must_use]
pub fn samples() -> &'static [Sample] {
    SAMPLES
}

/// The sample with this id.
#[must_use]
pub fn sample(id: &str) -> Option<&'static Sample> {
    SAMPLES.iter().find(|sample| sample.id == id)
}

const GAME_ITEMS: &str = include_str!("data/game_items.txt");

static SAMPLES: &[Sample] = &[
    Sample {
        id: "thread",
        title: "Forum threads",
        description: "A local secondary index sorts each forum's threads by last post; a draft without a post has no entry.",
        tables: &["Thread"],
        parts: &[include_str!("data/thread.txt")],
    },
    Sample {
        id: "game-scores",
        title: "Game scores",
        description: "A global secondary index turns a table of players into leaderboards; a player without a score has no entry.",
        tables: &["GameScores"],
        parts: &[include_str!("data/game_scores.txt"), GAME_ITEMS],
    },
    Sample {
        id: "session-data",
        title: "Sessions that expire",
        description: "Web sessions with a creation time and an expiration time two hours later, in epoch seconds.",
        tables: &["SessionData"],
        parts: &[include_str!("data/session_data.txt")],
    },
    Sample {
        id: "game-scores-ratio",
        title: "Game scores with wins and losses",
        description: "The leaderboard index also projects wins and losses, so a win ratio needs no read of the table.",
        tables: &["GameScoresRatio"],
        parts: &[include_str!("data/game_scores_ratio.txt"), GAME_ITEMS],
    },
    Sample {
        id: "game-scores-build",
        title: "Game scores before an index",
        description: "Scores to create an index on, including two items that an index on score and time cannot contain.",
        tables: &["GameScoresBuild"],
        parts: &[include_str!("data/game_scores_build.txt"), GAME_ITEMS],
    },
    Sample {
        id: "lsi-fetch-cost",
        title: "What a fetch costs",
        description: "Four items of 300 bytes and an index that projects 200: fetching the rest costs one read each.",
        tables: &["FetchCost"],
        parts: &[include_str!("data/fetch_cost.txt")],
    },
    Sample {
        id: "gsi-read-cost",
        title: "What an index query costs",
        description: "Eight index entries of 2,000 bytes each: the units are rounded once, over the sum.",
        tables: &["ReadCost"],
        parts: &[include_str!("data/read_cost.txt")],
    },
    Sample {
        id: "invoice-sharded",
        title: "Invoices, random suffix",
        description: "A busy invoice spread over suffixes, so that no partition key gets all the writes; reads query every suffix.",
        tables: &["InvoiceTransactionsSharded"],
        parts: &[include_str!("data/invoice_sharded.txt")],
    },
    Sample {
        id: "invoice-calculated",
        title: "Invoices, calculated suffix",
        description: "The suffix is calculated from the source, so a read for one source queries one suffix only.",
        tables: &["InvoiceTransactionsCalculated"],
        parts: &[include_str!("data/invoice_calculated.txt")],
    },
    Sample {
        id: "invoice-header",
        title: "Invoices by country, sharded index",
        description: "An index over few countries, with a random prefix as its partition key to spread the writes.",
        tables: &["InvoiceTransactions"],
        parts: &[include_str!("data/invoice_header.txt")],
    },
    Sample {
        id: "invoice-header-hot",
        title: "Invoices by country, hot index",
        description: "The same index with the country itself as partition key: one key gets nearly every write.",
        tables: &["InvoiceTransactionsHot"],
        parts: &[include_str!("data/invoice_header_hot.txt")],
    },
    Sample {
        id: "orders-migrated",
        title: "Orders moved from SQL",
        description: "A surrogate key that no query uses, and an index to compensate for it: the design to avoid.",
        tables: &["OrdersMigrated"],
        parts: &[include_str!("data/orders_migrated.txt")],
    },
    Sample {
        id: "orders-by-order-id",
        title: "Orders by order number",
        description: "The order number is the key, and a condition prevents a second order with the same number.",
        tables: &["OrdersByOrderId"],
        parts: &[include_str!("data/orders_by_order_id.txt")],
    },
    Sample {
        id: "orders-composite",
        title: "Orders by composite key",
        description: "Customer, product and country make one partition key with many values; the date sorts within it.",
        tables: &["Orders"],
        parts: &[include_str!("data/orders_composite.txt")],
    },
    Sample {
        id: "orders-by-product",
        title: "Orders by product",
        description: "Few products, many orders: on a sale day one partition key gets most of the traffic.",
        tables: &["OrdersByProduct"],
        parts: &[include_str!("data/orders_by_product.txt")],
    },
    Sample {
        id: "offers-cache",
        title: "A popular offer",
        description: "One item that everybody reads: more reads than one partition serves, whatever capacity the table has.",
        tables: &["Offers"],
        parts: &[include_str!("data/offers_cache.txt")],
    },
];

#[cfg(test)]
mod tests;

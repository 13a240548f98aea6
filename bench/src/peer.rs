//! The peer: an embeddable emulator over SQLite, with the feature `peer`. Must not know what is measured.

use dynoxide::{Database, actions};

use crate::service::{PEER, Service};

/// The peer, with its database in memory.
pub(crate) struct Dynoxide(Database);

/// Reads the request, executes it and writes the response, with the peer's own types.
macro_rules! perform {
    ($database:expr, $module:ident, $request:ident, $body:expr) => {{
        let request: actions::$module::$request = serde_json::from_str($body).expect("a request the peer reads");
        let response = $database.$module(request).expect("an answer of the peer");
        serde_json::to_string(&response).expect("JSON")
    }};
}

impl Service for Dynoxide {
    const NAME: &'static str = PEER;

    fn fresh() -> Self {
        Self(Database::memory().expect("a database in memory"))
    }

    fn send(&mut self, operation: &str, body: &str) -> String {
        match operation {
            "CreateTable" => perform!(self.0, create_table, CreateTableRequest, body),
            "PutItem" => perform!(self.0, put_item, PutItemRequest, body),
            "GetItem" => perform!(self.0, get_item, GetItemRequest, body),
            "UpdateItem" => perform!(self.0, update_item, UpdateItemRequest, body),
            "Query" => perform!(self.0, query, QueryRequest, body),
            "Scan" => perform!(self.0, scan, ScanRequest, body),
            "BatchWriteItem" => perform!(self.0, batch_write_item, BatchWriteItemRequest, body),
            "TransactWriteItems" => perform!(self.0, transact_write_items, TransactWriteItemsRequest, body),
            other => panic!("the peer is not asked for {other}"),
        }
    }
}

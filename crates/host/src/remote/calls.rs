//! Calls of an endpoint: signs and sends requests, and returns a text if there is no response.
//!
//! Must not know the purpose of a response.

use hashrange_copy::{Pages, TableOf, table_of};
use hashrange_signing::sign;
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{ErrorBody, GetItemText, JsonTree, ListTablesResponse, ScanText};

use super::connection::ScanPage;
use super::endpoint::Endpoint;
use crate::host::{Host, Platform};

/// The service and its version in the header that names an operation.
const TARGET: &str = "DynamoDB_20120810.";
/// The number of items of a loaded page.
const PAGE: u32 = 1_000;

impl<W: Platform> Host<W> {
    /// Sends a request; returns the status and the body of the response.
    ///
    /// # Errors
    /// Why there is no response, in words.
    pub(super) async fn call(&self, endpoint: &Endpoint, operation: &str, body: &str) -> Result<(u16, String), String> {
        let target = format!("{TARGET}{operation}");
        let plain = [
            ("content-type", "application/x-amz-json-1.0"),
            ("x-amz-target", target.as_str()),
        ];
        let now = Timestamp::default() + Duration::from_millis(self.platform().date());
        let [address, host] = endpoint.addresses(operation);
        let signed = sign(
            &endpoint.credentials,
            &endpoint.region,
            now,
            &host,
            (&plain, body.as_bytes()),
        )
        .map_err(|error| error.to_string())?;
        let mut headers: Vec<(String, String)> = plain
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        headers.extend(signed);
        let sent = self.platform().fetch(&format!("{address}/"), &headers, body).await;
        sent.map_err(|reason| no_answer(endpoint, &reason))
    }

    /// Sends a request that must succeed, and returns the body of the response.
    ///
    /// # Errors
    /// The refusal, or why there is no response.
    pub(super) async fn ask(&self, endpoint: &Endpoint, operation: &str, body: &str) -> Result<String, String> {
        let (status, answer) = self.call(endpoint, operation, body).await?;
        if status == 200 {
            return Ok(answer);
        }
        let ErrorBody { exception, message } = refusal(status, &answer);
        Err(format!(
            "{} refuses {operation} with {exception}: {message}",
            endpoint.address
        ))
    }

    /// The names of all tables.
    ///
    /// # Errors
    /// Like `ask`. Also when the pages do not end, or the reader stopped the call.
    pub(super) async fn list_tables(&self, endpoint: &Endpoint) -> Result<Vec<String>, String> {
        let (mut names, mut pages) = (Vec::new(), Pages::default());
        let mut body = "{}".to_owned();
        loop {
            self.goes_on(&format!("{} tables listed", names.len()))?;
            let answer = self.ask(endpoint, "ListTables", &body).await?;
            let listed = ListTablesResponse::decode(answer.as_bytes())
                .map_err(|error| format!("The response to ListTables is invalid: {error}."))?;
            names.extend(listed.table_names);
            match listed.last_evaluated_table_name {
                Some(last) => {
                    let advances = pages.take_of_list(&last);
                    advances.map_err(|endless| format!("The response to ListTables is invalid: {endless}."))?;
                    body = format!(r#"{{"ExclusiveStartTableName":{}}}"#, quoted(&last));
                }
                None => return Ok(names),
            }
        }
    }

    /// The definition of a table; `None` for one that was deleted meanwhile.
    ///
    /// # Errors
    /// Like `ask`.
    pub(super) async fn describe(&self, endpoint: &Endpoint, table: &str) -> Result<Option<TableOf>, String> {
        let body = format!(r#"{{"TableName":{}}}"#, quoted(table));
        match self.call(endpoint, "DescribeTable", &body).await? {
            (200, answer) => table_of(&answer)
                .map(Some)
                .map_err(|error| format!("DescribeTable of {table}: {error}")),
            (status, answer) => match refusal(status, &answer) {
                ErrorBody { exception, .. } if exception == "ResourceNotFoundException" => Ok(None),
                ErrorBody { exception, message } => Err(format!("DescribeTable of {table}: {exception}: {message}")),
            },
        }
    }

    /// A page of a table's items.
    ///
    /// # Errors
    /// Like `ask`.
    pub(super) async fn scan(
        &self,
        endpoint: &Endpoint,
        table: &str,
        from: Option<&String>,
    ) -> Result<ScanPage, String> {
        let start = from
            .map(|key| format!(r#","ExclusiveStartKey":{key}"#))
            .unwrap_or_default();
        let body = format!(r#"{{"TableName":{},"Limit":{PAGE}{start}}}"#, quoted(table));
        let answer = self.ask(endpoint, "Scan", &body).await?;
        let page = ScanText::decode(answer.as_bytes())
            .map_err(|error| format!("The response to Scan is invalid: {error}."))?;
        Ok(ScanPage {
            items: page.items.into_iter().map(|item| item.0).collect(),
            next: page.last_evaluated_key.map(|key| key.0),
        })
    }
}

/// A text as JSON.
pub(super) fn quoted(text: &str) -> String {
    JsonTree::from(text).to_json()
}

/// The item of a response to GetItem.
pub(super) fn item(answer: &str) -> Option<String> {
    let found = GetItemText::decode(answer.as_bytes()).ok()?;
    found.item.map(|item| item.0)
}

/// The exception and the text of a refusal.
pub(super) fn refusal(status: u16, body: &str) -> ErrorBody {
    ErrorBody::read(body).or_status(status, body)
}

/// The possible reasons why a browser gets no response. The browser does not report which one applies.
fn no_answer(endpoint: &Endpoint, reason: &str) -> String {
    let address = &endpoint.address;
    let permission = if address.is_local() {
        " A page on the internet also needs your permission to reach this machine."
    } else {
        ""
    };
    format!(
        "{address} did not respond ({reason}). It may not be running, may have a certificate that the browser does not \
         trust, or may not allow pages of other origins (CORS). For such endpoints, start: hashrange-server relay --to {address}, \
         enter the relay's URL, and the endpoint's host below it.{permission}"
    )
}

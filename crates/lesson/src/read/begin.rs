//! The beginning of a lesson: its tables and items, in the samples' notation.
//!
//! Owns how they are created. Must not know the steps.

use hashrange_time::Duration;
use hashrange_values::Item;
use hashrange_wire::{BatchWriteItemRequest, Operation, Request, WriteRequest, encode_request, item_from_plain_json};
use hashrange_workload::{Figure, TableScript};

use crate::bounds::Sums;
use crate::table::table_in;
use crate::{Act, Asked, Comparison, Condition, Expression, Must, Operand, Wrong};

/// First words of the lines.
pub(super) const WORDS: [&str; 6] = ["table", "lsi", "gsi", "sets", "item", "items"];
/// Virtual time between two items: about the rate that a small provisioned table accepts.
const PACE: Duration = Duration::from_millis(100);
/// The maximum number of items that are put one by one. More items are written in batches.
const ONE_BY_ONE: usize = 200;
/// Items of a batch.
const BATCH: usize = 25;

/// Tables so far, and the acts after they are created.
#[derive(Default)]
pub(super) struct Begin {
    tables: Vec<TableScript>,
    pub(super) more: Vec<Act>,
}

impl Begin {
    pub(super) fn line(&mut self, word: &str, line: &str, sums: &mut Sums) -> Result<(), Wrong> {
        let rest = line.split_once(' ').map_or("", |(_, rest)| rest);
        let form = form(word);
        match word {
            "table" => self.tables.push(TableScript::default()),
            "item" => {
                sums.items(1)?;
                plain(rest, rest, 1, sums)?;
            }
            "items" => {
                let (count, template) = rest.split_once(' ').ok_or_else(|| form.clone())?;
                let count: u64 = count.parse().map_err(|_| form.clone())?;
                sums.items(count)?;
                plain(rest, template, count, sums)?;
            }
            _ => {}
        }
        let table = self.tables.last_mut().ok_or(Wrong::Missing {
            what: "the table",
            example: "table Orders OrderId:S 100/100",
        })?;
        table.definition(line).ok_or(form)
    }

    /// The first table's name, and all acts.
    pub(super) fn finish(self) -> (String, Vec<Act>) {
        let named = self.tables.first().map(|table| table.name().to_owned());
        let name = named.or_else(|| self.more.iter().find_map(created)).unwrap_or_default();
        let mut acts: Vec<Act> = self.tables.into_iter().flat_map(made).collect();
        acts.extend(self.more);
        (name, acts)
    }
}

/// The table that a request of the beginning creates.
fn created(act: &Act) -> Option<String> {
    match act {
        Act::Send {
            operation: Operation::CreateTable,
            body,
            ..
        } => table_in(body),
        _ => None,
    }
}

/// Whether an item can be read.
fn plain(_line: &str, template: &str, times: u64, sums: &mut Sums) -> Result<(), Wrong> {
    sums.written_out(template, times)?;
    let once = hashrange_workload::expand(template, 1);
    item_from_plain_json(&once, Some(&Item::new())).map_err(|error| Wrong::Json {
        reason: error.to_string(),
    })?;
    Ok(())
}

fn form(word: &str) -> Wrong {
    let (word, form) = match word {
        "table" => ("table", "table Name Key:S [Sort:N] reads/writes"),
        "lsi" => ("lsi", "lsi Name Sort:S keys|all|include A,B"),
        "gsi" => ("gsi", "gsi Name Key:S [Sort:N] keys|all|include A,B reads/writes"),
        "sets" => ("sets", "sets Attribute"),
        "items" => ("items", "items 20 {\"Id\":\"a<n>\",\"Note\":\"<x*900>\"}"),
        _ => ("item", "item {\"Id\":\"a\",\"Wins\":3}"),
    };
    Wrong::Form { word, form }
}

/// The acts that create a table: the lesson waits for it, then writes its items.
fn made(table: TableScript) -> Vec<Act> {
    let (name, many) = (table.name().to_owned(), table.item_count() > ONE_BY_ONE);
    let mut requests = table.requests().into_iter();
    let mut acts: Vec<Act> = requests.next().map(|create| send(&create)).into_iter().collect();
    let status = Expression::Figure(Asked {
        figure: Figure::Status(None),
        table: Some(name.clone()),
    });
    acts.push(Act::Until(Condition::Compare(
        status,
        Comparison::Same,
        Operand::Text("ACTIVE".to_owned()),
    )));
    if many {
        let puts: Vec<WriteRequest> = requests.filter_map(write).collect();
        for batch in puts.chunks(BATCH) {
            let mut request = BatchWriteItemRequest::default();
            request.request_items.insert(name.clone(), batch.to_vec());
            acts.push(send(&request.into()));
            acts.push(Act::Pass(PACE));
        }
        return acts;
    }
    acts.extend(requests.flat_map(|put| [send(&put), Act::Pass(PACE)]));
    acts
}

fn send(request: &Request) -> Act {
    Act::Send {
        operation: request.operation(),
        body: encode_request(request),
        must: Must::Answered,
    }
}

/// A PutItem as a write of a batch.
fn write(request: Request) -> Option<WriteRequest> {
    match request {
        Request::PutItem(put) => Some(WriteRequest::Put(put.item)),
        _ => None,
    }
}

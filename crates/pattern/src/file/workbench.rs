//! Patterns as facets of a NoSQL Workbench model, and back.
//!
//! NoSQL Workbench has access patterns of its own since 3.20.0, but AWS publishes no form of them in files
//! (documented: nosql-workbench). A facet is the older form: the items of a table that answer a question, under a name. A
//! pattern that reads one table becomes the facet of the items that it returns now, and a facet becomes the read that shows
//! its items (a model). Must not know how models are written.

use hashrange_engine::Foreseen;
use hashrange_files::LeftOut;
use hashrange_files::workbench::{self, Facet, Model, ModelTable};
use hashrange_values::{Item, Text, sort};
use hashrange_wire::{Checked, Operation, Request, Response, table_name_of};

use super::parts::{PatternsRead, PatternsWritten, add_words, beside_requests, named};
use crate::{Board, Pattern};

/// The member that identifies a file.
pub(super) const MARK: &str = "DataModel";

pub(super) fn write(patterns: &[Pattern], mut tables: Vec<ModelTable>, board: &Board) -> PatternsWritten {
    let mut left_out = beside_requests(patterns, false);
    for pattern in patterns {
        if let Err(why) = add_facet(pattern, &mut tables, board) {
            left_out.push(named(&pattern.name, why));
        }
    }
    let written = workbench::write(&Model {
        name: "patterns".to_owned(),
        tables,
        ..Model::default()
    });
    add_words(&written.left_out, &mut left_out);
    PatternsWritten {
        text: written.text,
        left_out,
    }
}

/// Adds the facet of a pattern to its table.
///
/// # Errors
/// When the pattern has no facet.
fn add_facet(pattern: &Pattern, tables: &mut [ModelTable], board: &Board) -> Result<(), &'static str> {
    let (table, items) = returned(pattern, board)?;
    let table = tables
        .iter_mut()
        .find(|known| known.definition.create.table_name == table);
    let table = table.ok_or("its table is not here")?;
    if items.is_empty() {
        return Err("it returns no item");
    }
    let keys: Vec<Item> = items.iter().map(|item| table.key_of(item)).collect();
    let parts = table.definition.create.key_schema.len();
    if keys.iter().any(|key| key.len() < parts) {
        return Err("its projection has no primary key");
    }
    let mut attributes: Vec<Text> = Vec::new();
    for (name, _) in items.iter().flat_map(Item::iter) {
        let is_key = table
            .definition
            .create
            .key_schema
            .iter()
            .any(|key| key.attribute_name == *name);
        if !is_key && !attributes.contains(name) {
            attributes.push(name.clone());
        }
    }
    sort(&mut attributes);
    table.facets.push(Facet {
        name: pattern.name.clone(),
        attributes,
        keys,
        ..Facet::default()
    });
    Ok(())
}

/// The table that a pattern reads, and the items that it returns.
fn returned(pattern: &Pattern, board: &Board) -> Result<(String, Vec<Item>), &'static str> {
    const REFUSED: &str = "the service refuses it";
    let request = Checked::decode(pattern.operation, pattern.body.as_bytes()).map_err(|_| REFUSED)?;
    let table = match &*request {
        Request::GetItem(get) => &get.table_name,
        Request::Query(query) => &query.table_name,
        Request::Scan(scan) => &scan.table_name,
        _ => return Err("a facet is a GetItem, a Query or a Scan"),
    };
    let table = table_name_of(table).to_owned();
    let mut engine = board.engine().clone();
    let reply = engine.answer(request, None, &Foreseen::default());
    let items = match reply.outcome.map_err(|_| REFUSED)? {
        Response::GetItem(found) => found.item.iter().map(|item| Item::clone(item)).collect(),
        Response::Query(page) | Response::Scan(page) => {
            page.items.iter().flatten().map(|item| Item::clone(item)).collect()
        }
        _ => Vec::new(),
    };
    Ok((table, items))
}

/// Reads the facets of a model.
///
/// # Errors
/// When the file is not a model, or has no facet.
pub(super) fn read(file: &str) -> Result<PatternsRead, String> {
    let workbench::ModelRead { model, left_out } = workbench::read(file).map_err(|faults| {
        let faults: Vec<LeftOut> = faults.into_iter().map(LeftOut::from).collect();
        let mut words = Vec::new();
        add_words(&faults, &mut words);
        ["The model cannot be read: ", &words.join("; "), "."].concat()
    })?;
    let mut patterns = Vec::new();
    for table in &model.tables {
        for facet in &table.facets {
            let read = workbench::facet_read(table, facet);
            let operation = if read.is_query {
                Operation::Query
            } else {
                Operation::Scan
            };
            patterns.push(Pattern::of(facet.name.clone(), operation, read.body));
        }
    }
    if patterns.is_empty() {
        return Err("The model has no facet. AWS does not publish how models keep other access patterns.".to_owned());
    }
    let mut words = Vec::new();
    add_words(&left_out, &mut words);
    Ok(PatternsRead {
        patterns,
        left_out: words,
    })
}

//! Files of the workspace in front: writes items and tables to files, and reads tables and models of NoSQL Workbench.
//!
//! `hashrange-files` knows the formats; this file walks the tables in bounded slices. Must not know what a page does
//! with a file.

use std::sync::Arc;

use hashrange_engine::{Engine, TableView};
use hashrange_files::{
    CsvColumns, FileFault, ItemsFormat, ItemsWriter, LeftOut, TableDefinition, TablesFormat, TablesWritten,
    TemplateFormat, describe_table_json, foreign_form, tables_in, tables_out, workbench,
};
use hashrange_protocol::call::{CallResult, FoundTable, ItemsOut, TablesOut};
use hashrange_protocol::{SavedView, WorkspaceId};
use hashrange_values::{Item, Text};
use hashrange_wire::{JsonTree, Request, TableDescription, encode_request, item_to_json};
use hashrange_words::counted;

use crate::core::Core;
use crate::host::{Host, Platform};
use crate::table_settings::{definition_of, later_requests};

/// Number of items between two clock checks.
const STRETCH: usize = 2_000;
/// Maximum number of checks of a table that is being created, and the time between two, in milliseconds.
const LOOKS: u32 = 600;
const LOOK_MS: u32 = 50;
/// Maximum number of items of a batch (documented: limits-batches).
const BATCH: usize = 25;

impl<W: Platform> Host<W> {
    /// Writes the items of a table, or the entries of an index, to a file.
    pub(crate) async fn items_file(
        &self,
        id: WorkspaceId,
        table: &str,
        index: Option<&str>,
        form: ItemsOut,
    ) -> Result<CallResult, String> {
        let items = self
            .within(id, |workspace| items_of(&workspace.core, table, index))
            .flatten();
        let items = items.ok_or("This table or index no longer exists.")?;
        let keys = self
            .within(id, |workspace| keys_of(&workspace.core, table))
            .flatten()
            .unwrap_or_default();
        let mut columns = CsvColumns::beginning_with(keys);
        let format = match form {
            ItemsOut::Json => ItemsFormat::Json,
            ItemsOut::DynamoDbJson => ItemsFormat::DynamoDbJson,
            ItemsOut::Csv => {
                for stretch in items.chunks(STRETCH) {
                    stretch.iter().for_each(|item| columns.note(item));
                    self.platform().rest(0).await;
                }
                ItemsFormat::Csv(columns.names())
            }
        };
        let (mut writer, mut bytes) = (ItemsWriter::new(format), Vec::new());
        for (number, stretch) in items.chunks(STRETCH).enumerate() {
            for item in stretch {
                writer
                    .write(item, &mut bytes)
                    .map_err(|no_column| format!("no column has the attribute {}", no_column.0))?;
            }
            self.goes_on(&format!(
                "{} of {} items written",
                number * STRETCH + stretch.len(),
                items.len()
            ))?;
            self.platform().rest(0).await;
        }
        writer.finish(&mut bytes);
        let name = index.map_or_else(|| table.to_owned(), |index| format!("{table}-{index}"));
        let ending = match form {
            ItemsOut::Csv => "csv",
            ItemsOut::Json => "json",
            ItemsOut::DynamoDbJson => "jsonl",
        };
        Ok(CallResult::File {
            name: format!("{name}.{ending}"),
            bytes,
            left_out: Vec::new(),
        })
    }

    /// Writes tables to a file; all tables if no names are given.
    pub(crate) fn tables_file(
        &self,
        id: WorkspaceId,
        names: &[String],
        form: TablesOut,
        views: &[SavedView],
    ) -> Result<CallResult, String> {
        let file = self.within(id, |workspace| tables_file(&workspace.core, names, form, views));
        file.ok_or("The workspace was closed.")?
    }

    /// Creates the tables of a file, and puts the items of a model.
    pub(crate) async fn make_tables(
        &self,
        id: WorkspaceId,
        name: &str,
        text: &str,
        wanted: &[String],
    ) -> Result<CallResult, String> {
        let Read { tables, .. } = read(name, text).map_err(|faults| words_of(&faults))?;
        let chosen = tables
            .into_iter()
            .filter(|table| wanted.contains(&table.definition.create.table_name.to_string()));
        let mut so_far = Made::default();
        let outcome = self.make_each(id, chosen, &mut so_far).await;
        // Changes before a refusal or a stop stay.
        outcome
            .map(|()| CallResult::Words(format!("{so_far}.")))
            .map_err(|why| format!("{why} Before that: {so_far}."))
    }

    async fn make_each(
        &self,
        id: WorkspaceId,
        tables: impl Iterator<Item = TableRead>,
        so_far: &mut Made,
    ) -> Result<(), String> {
        for table in tables {
            let name = table.definition.create.table_name.to_string();
            self.create(id, &table.definition).await?;
            so_far.tables += 1;
            for batch in table.items.chunks(BATCH) {
                for item in batch {
                    self.put(id, &name, item)?;
                    so_far.items += 1;
                }
                self.goes_on(&format!("{name}: {} written", counted(so_far.items, "item")))?;
                self.platform().rest(0).await;
            }
        }
        Ok(())
    }

    /// Creates a table, waits until it accepts its later settings, and applies them; time runs while it waits.
    async fn create(&self, id: WorkspaceId, definition: &TableDefinition) -> Result<(), String> {
        let name = definition.create.table_name.to_string();
        self.do_request(id, &Request::CreateTable(definition.create.clone()))?;
        for _ in 0..LOOKS {
            let ready = self.change(id, |workspace, real| {
                workspace.core.command(real, hashrange_protocol::ClockCommand::Resume);
                is_ready(workspace.core.engine(), definition)
            });
            if ready != Some(false) {
                break;
            }
            self.goes_on(&format!("{name}: being created"))?;
            self.platform().rest(LOOK_MS).await;
        }
        for request in later_requests(definition) {
            self.do_request(id, &request)?;
        }
        Ok(())
    }

    fn put(&self, id: WorkspaceId, table: &str, item: &Item) -> Result<(), String> {
        let table = JsonTree::from(table).to_json();
        self.do_text(
            id,
            "PutItem",
            &format!(r#"{{"TableName":{table},"Item":{}}}"#, item_to_json(item)),
        )
    }

    fn do_request(&self, id: WorkspaceId, request: &Request) -> Result<(), String> {
        self.do_text(id, request.operation().name(), &encode_request(request))
    }

    /// Executes a request in the workspace.
    ///
    /// # Errors
    /// The service's refusal.
    fn do_text(&self, id: WorkspaceId, operation: &str, body: &str) -> Result<(), String> {
        let answer = self.change(id, |workspace, real| {
            workspace.core.dispatch(real, operation, body).answer
        });
        let answer = answer.ok_or("The workspace was closed.")?;
        match answer.exception {
            None => Ok(()),
            Some(exception) => Err(format!("{exception}: {}", answer.message.unwrap_or_default())),
        }
    }
}

/// Whether a table is ACTIVE and accepts its later settings. Recovery can be enabled shortly after the table is ACTIVE
/// (observed: recovery-seen).
fn is_ready(engine: &Engine, definition: &TableDefinition) -> bool {
    let name = &definition.create.table_name;
    let table = engine.table(name);
    let is_active = table.is_none_or(|table| table.status() == hashrange_wire::TableStatus::Active);
    let waits_for_backups =
        definition.point_in_time_recovery && engine.continuous_backups(name).is_some_and(|backups| !backups.enabled);
    is_active && !waits_for_backups
}

/// What was created from a file so far.
#[derive(Default)]
struct Made {
    tables: u64,
    items: u64,
}

impl std::fmt::Display for Made {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (tables, items) = (counted(self.tables, "table"), counted(self.items, "item"));
        write!(out, "{tables} created, {items} written")
    }
}

/// A table of a file, with its items in the file.
struct TableRead {
    definition: TableDefinition,
    items: Vec<Item>,
    views: Vec<SavedView>,
}

/// The content of a file.
struct Read {
    tables: Vec<TableRead>,
    left_out: Vec<LeftOut>,
}

/// Describes the content of a file of tables.
pub(crate) fn found(core: &Core, name: &str, text: &str) -> CallResult {
    match read(name, text) {
        Ok(Read { tables, left_out }) => {
            let found = |table: &TableRead| FoundTable {
                name: table.definition.create.table_name.to_string(),
                facts: facts(&table.definition),
                items: table.items.len() as u64,
                exists: core.engine().table(&table.definition.create.table_name).is_some(),
            };
            let (found, left_out) = (
                tables.iter().map(found).collect(),
                left_out.iter().map(ToString::to_string).collect(),
            );
            let views = tables.into_iter().flat_map(|table| table.views).collect();
            CallResult::Found {
                tables: found,
                views,
                left_out,
            }
        }
        Err(faults) => CallResult::Refused(words_of(&faults)),
    }
}

/// Reads a file. A file with `DataModel` is a NoSQL Workbench model. Every other file is recognized by its format.
fn read(name: &str, text: &str) -> Result<Read, Vec<FileFault>> {
    if let Some(form) = foreign_form(text.as_bytes()) {
        return Err(vec![FileFault::form(form)]);
    }
    if text.contains("\"DataModel\"") {
        let workbench::ModelRead { model, left_out } = workbench::read(text)?;
        let table = |table: workbench::ModelTable| TableRead {
            views: table.facets.iter().map(|facet| view_of(&table, facet)).collect(),
            definition: table.definition,
            items: table.items,
        };
        return Ok(Read {
            tables: model.tables.into_iter().map(table).collect(),
            left_out,
        });
    }
    let read = tables_in(TablesFormat::guess(name, text), text)?;
    let items = read.items;
    let table = |definition: TableDefinition| {
        let own = items.iter().filter(|(table, _)| *table == definition.create.table_name);
        TableRead {
            items: own.map(|(_, item)| item.clone()).collect(),
            definition,
            views: Vec::new(),
        }
    };
    Ok(Read {
        tables: read.tables.into_iter().map(table).collect(),
        left_out: read.left_out,
    })
}

/// A facet as a view of its table.
fn view_of(table: &workbench::ModelTable, facet: &workbench::Facet) -> SavedView {
    let workbench::FacetRead { is_query, body } = workbench::facet_read(table, facet);
    let (name, facet) = (facet.name.clone(), facet.to_json());
    SavedView {
        table: table.definition.create.table_name.to_string(),
        name,
        is_query,
        read: body,
        facet,
    }
}

/// The facet of a view.
fn facet_of(view: &SavedView) -> Option<workbench::Facet> {
    workbench::Facet::from_json(&view.facet)
}

/// The keys and indexes of a table, in one line.
fn facts(definition: &TableDefinition) -> String {
    let keys: Vec<&str> = definition
        .create
        .key_schema
        .iter()
        .map(|key| key.attribute_name.as_str())
        .collect();
    let count = |indexes: usize, kind: &str| match indexes {
        0 => String::new(),
        indexes => format!(", {}", counted(indexes as u64, kind)),
    };
    let global = definition.create.global_secondary_indexes.as_ref().map_or(0, Vec::len);
    let local = definition.create.local_secondary_indexes.as_ref().map_or(0, Vec::len);
    format!(
        "{}{}{}",
        keys.join(", "),
        count(global, "global index"),
        count(local, "local index")
    )
}

fn words_of(faults: &[FileFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn items_of(core: &Core, table: &str, index: Option<&str>) -> Option<Vec<Arc<Item>>> {
    let view = core.engine().table(table)?;
    let items = match index {
        None => view.items().map(|(item, _)| Arc::clone(item)).collect(),
        Some(name) => {
            let index = view.indexes().find(|index| index.definition().name == *name)?;
            index.entries_from(0).map(|(item, _)| Arc::clone(item)).collect()
        }
    };
    Some(items)
}

fn keys_of(core: &Core, table: &str) -> Option<Vec<Text>> {
    let keys = core.engine().table(table)?.keys();
    Some(
        keys.partition
            .iter()
            .chain(&keys.sort)
            .map(|key| key.name.clone())
            .collect(),
    )
}

fn tables_file(core: &Core, names: &[String], form: TablesOut, views: &[SavedView]) -> Result<CallResult, String> {
    let engine = core.engine();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let described: Vec<_> = engine
        .tables()
        .filter(|table| is_wanted(table.name()))
        .filter_map(|table| Some((table, engine.describe(table.name())?)))
        .collect();
    let base = match described.as_slice() {
        [] => return Err("There is no table to export.".to_owned()),
        [(_, only)] => only.table_name.to_string(),
        _ => "tables".to_owned(),
    };
    let definitions = || -> Vec<TableDefinition> {
        let of = |(table, description): &(TableView<'_>, _)| definition_of(engine, *table, description);
        described.iter().map(of).collect()
    };
    let (ending, written) = match form {
        TablesOut::DescribeTable => {
            let text = descriptions_json(described.iter().map(|(_, table)| table));
            let left_out = definitions().iter().flat_map(TableDefinition::not_described).collect();
            ("json", TablesWritten { text, left_out })
        }
        TablesOut::CloudFormation => {
            let written = tables_out(TemplateFormat::CloudFormation, &definitions());
            ("template.json", written)
        }
        TablesOut::Terraform => ("tf", tables_out(TemplateFormat::Terraform, &definitions())),
        TablesOut::Workbench => {
            let model = workbench::Model {
                name: base.clone(),
                tables: definitions()
                    .into_iter()
                    .map(|definition| model_table(core, definition, views))
                    .collect(),
                ..workbench::Model::default()
            };
            ("model.json", workbench::write(&model))
        }
    };
    Ok(CallResult::File {
        name: format!("{base}.{ending}"),
        bytes: written.text.into_bytes(),
        left_out: written.left_out.iter().map(ToString::to_string).collect(),
    })
}

/// Returns one description as an object, several as a list.
fn descriptions_json<'a>(tables: impl Iterator<Item = &'a TableDescription>) -> String {
    let texts: Vec<String> = tables.map(describe_table_json).collect();
    match texts.as_slice() {
        [only] => only.clone(),
        several => format!("[\n{}\n]", several.join(",\n")),
    }
}

/// All tables with their items.
pub(crate) fn tables_with_items(core: &Core) -> Vec<workbench::ModelTable> {
    let engine = core.engine();
    let definition = |table: TableView<'_>| {
        let description = engine.describe(table.name())?;
        Some(definition_of(engine, table, &description))
    };
    engine
        .tables()
        .filter_map(definition)
        .map(|definition| model_table(core, definition, &[]))
        .collect()
}

/// A table of a model, with its items, and with the saved views as facets.
fn model_table(core: &Core, definition: TableDefinition, views: &[SavedView]) -> workbench::ModelTable {
    let name = definition.create.table_name.to_string();
    let items = items_of(core, &name, None).unwrap_or_default();
    workbench::ModelTable {
        facets: views
            .iter()
            .filter(|view| view.table == name)
            .filter_map(facet_of)
            .collect(),
        items: items.iter().map(|item| Item::clone(item)).collect(),
        definition,
        ..workbench::ModelTable::default()
    }
}

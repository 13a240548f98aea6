//! Files of the workspace in front: items and tables written out, tables and models of NoSQL Workbench read in.
//!
//! `hashrange-files` knows the formats; this file walks the tables in bounded stretches. Must not know what a page does with a file.

use std::sync::Arc;

use hashrange_files::{
    CsvColumns, FileFault, ItemsFormat, ItemsWriter, LeftOut, TableDefinition, TablesFormat, TemplateFormat,
    describe_table_json, tables_in, tables_out, workbench,
};
use hashrange_protocol::WorkspaceId;
use hashrange_protocol::errand::{Done, FoundTable, ItemsOut, TablesOut};
use hashrange_values::{Item, Text};
use hashrange_wire::{Request, encode_request, item_to_json};

use crate::core::Core;
use crate::host::Host;
use crate::world::World;

/// Items between two looks at the clock.
const STRETCH: usize = 2_000;
/// Looks at a table that is being created, and the time between two, in milliseconds.
const LOOKS: u32 = 600;
const LOOK_MS: u32 = 50;
/// Items of a batch (documented).
const BATCH: usize = 25;

impl<W: World> Host<W> {
    /// Writes the items of a table, or the entries of an index, to a file.
    pub(crate) async fn items_file(
        &self,
        id: WorkspaceId,
        table: &str,
        index: Option<&str>,
        form: ItemsOut,
    ) -> Result<Done, String> {
        let items = self.within(id, |workspace| items_of(&workspace.core, table, index)).flatten();
        let items = items.ok_or("This table or index is gone.")?;
        let keys = self.within(id, |workspace| keys_of(&workspace.core, table)).flatten().unwrap_or_default();
        let mut columns = CsvColumns::beginning_with(keys);
        let format = match form {
            ItemsOut::Json => ItemsFormat::Json,
            ItemsOut::DynamoDbJson => ItemsFormat::DynamoDbJson,
            ItemsOut::Csv => {
                for stretch in items.chunks(STRETCH) {
                    stretch.iter().for_each(|item| columns.note(item));
                    self.world().rest(0).await;
                }
                ItemsFormat::Csv(columns.names())
            }
        };
        let (mut writer, mut bytes) = (ItemsWriter::new(format), Vec::new());
        for (number, stretch) in items.chunks(STRETCH).enumerate() {
            for item in stretch {
                writer.write(item, &mut bytes).map_err(|no_column| format!("no column for {}", no_column.0))?;
            }
            self.goes_on(&format!("{} of {} items written", number * STRETCH + stretch.len(), items.len()))?;
            self.world().rest(0).await;
        }
        writer.finish(&mut bytes);
        let name = index.map_or_else(|| table.to_owned(), |index| format!("{table}-{index}"));
        let ending = match form {
            ItemsOut::Csv => "csv",
            ItemsOut::Json => "json",
            ItemsOut::DynamoDbJson => "jsonl",
        };
        Ok(Done::File { name: format!("{name}.{ending}"), bytes, left_out: Vec::new() })
    }

    /// Writes tables to a file; all of them without names.
    pub(crate) fn tables_file(&self, id: WorkspaceId, names: &[String], form: TablesOut) -> Result<Done, String> {
        self.within(id, |workspace| tables_file(&workspace.core, names, form)).ok_or("The workspace was closed.")?
    }

    /// Creates the tables of a file, and puts the items of a model.
    pub(crate) async fn make_tables(
        &self,
        id: WorkspaceId,
        name: &str,
        text: &str,
        wanted: &[String],
    ) -> Result<Done, String> {
        let Read { tables, .. } = read(name, text).map_err(|faults| words_of(&faults))?;
        let chosen =
            tables.into_iter().filter(|table| wanted.contains(&table.definition.create.table_name.to_string()));
        let (mut made, mut put) = (0_usize, 0_usize);
        for table in chosen {
            let name = table.definition.create.table_name.to_string();
            self.create(id, &table.definition).await?;
            made += 1;
            for batch in table.items.chunks(BATCH) {
                self.put_batch(id, &name, batch)?;
                put += batch.len();
                self.goes_on(&format!("{name}: {put} items put"))?;
                self.world().rest(0).await;
            }
        }
        let tables = if made == 1 { "1 table".to_owned() } else { format!("{made} tables") };
        let items = if put == 1 { "1 item".to_owned() } else { format!("{put} items") };
        Ok(Done::Words(format!("{tables} created, {items} put.")))
    }

    /// Creates a table, and waits until it is ACTIVE: time runs meanwhile.
    async fn create(&self, id: WorkspaceId, definition: &TableDefinition) -> Result<(), String> {
        let name = definition.create.table_name.to_string();
        self.do_request(id, &Request::CreateTable(definition.create.clone()))?;
        for _ in 0..LOOKS {
            let active = self.change(id, |workspace, real| {
                workspace.core.command(real, hashrange_protocol::ClockCommand::Resume);
                let table = workspace.core.engine().table(&name);
                table.is_none_or(|table| table.status() == hashrange_wire::TableStatus::Active)
            });
            if active != Some(false) {
                break;
            }
            self.goes_on(&format!("{name}: being created"))?;
            self.world().rest(LOOK_MS).await;
        }
        let settings = [
            definition.time_to_live.as_ref().map(|attribute| ("UpdateTimeToLive", ttl(&name, attribute))),
            definition.point_in_time_recovery.then(|| ("UpdateContinuousBackups", recovery(&name))),
        ];
        for (operation, body) in settings.into_iter().flatten() {
            self.do_text(id, operation, &body)?;
        }
        Ok(())
    }

    fn put_batch(&self, id: WorkspaceId, table: &str, items: &[Item]) -> Result<(), String> {
        for item in items {
            let table = serde_json::Value::String(table.to_owned());
            let body = format!(r#"{{"TableName":{table},"Item":{}}}"#, item_to_json(item));
            self.do_text(id, "PutItem", &body)?;
        }
        Ok(())
    }

    fn do_request(&self, id: WorkspaceId, request: &Request) -> Result<(), String> {
        self.do_text(id, request.operation().name(), &encode_request(request))
    }

    /// Does a request in the workspace.
    ///
    /// # Errors
    /// The service's refusal.
    fn do_text(&self, id: WorkspaceId, operation: &str, body: &str) -> Result<(), String> {
        let answer = self.change(id, |workspace, real| workspace.core.dispatch(real, operation, body).answer);
        let answer = answer.ok_or("The workspace was closed.")?;
        match answer.exception {
            None => Ok(()),
            Some(exception) => Err(format!("{exception}: {}", answer.message.unwrap_or_default())),
        }
    }
}

/// A table of a file, with the items that came along.
struct TableRead {
    definition: TableDefinition,
    items: Vec<Item>,
}

/// What a file holds.
struct Read {
    tables: Vec<TableRead>,
    left_out: Vec<LeftOut>,
}

/// What a file of tables holds, for people.
pub(crate) fn found(core: &Core, name: &str, text: &str) -> Done {
    match read(name, text) {
        Ok(Read { tables, left_out }) => {
            let found = |table: &TableRead| FoundTable {
                name: table.definition.create.table_name.to_string(),
                facts: facts(&table.definition),
                items: table.items.len() as u64,
                exists: core.engine().table(&table.definition.create.table_name).is_some(),
            };
            Done::Found { tables: tables.iter().map(found).collect(), left_out: left_out.iter().map(place).collect() }
        }
        Err(faults) => Done::Refused(words_of(&faults)),
    }
}

/// A file with `DataModel` is a model of NoSQL Workbench; every other one is told by its form.
fn read(name: &str, text: &str) -> Result<Read, Vec<FileFault>> {
    if text.contains("\"DataModel\"") {
        let workbench::ModelRead { model, left_out } = workbench::read(text)?;
        let table = |table: workbench::ModelTable| TableRead { definition: table.definition, items: table.items };
        return Ok(Read { tables: model.tables.into_iter().map(table).collect(), left_out });
    }
    let read = tables_in(TablesFormat::guess(name, text), text)?;
    let table = |definition| TableRead { definition, items: Vec::new() };
    Ok(Read { tables: read.tables.into_iter().map(table).collect(), left_out: read.left_out })
}

/// Keys and indexes of a table, in a line.
fn facts(definition: &TableDefinition) -> String {
    let keys: Vec<&str> = definition.create.key_schema.iter().map(|key| key.attribute_name.as_str()).collect();
    let count = |indexes: usize, kind: &str| match indexes {
        0 => String::new(),
        1 => format!(", 1 {kind}"),
        more => format!(", {more} {kind}s"),
    };
    let global = definition.create.global_secondary_indexes.as_ref().map_or(0, Vec::len);
    let local = definition.create.local_secondary_indexes.as_ref().map_or(0, Vec::len);
    format!("{}{}{}", keys.join(", "), count(global, "global index"), count(local, "local index"))
}

fn place(left_out: &LeftOut) -> String {
    if left_out.line == 0 { left_out.path.clone() } else { format!("line {}: {}", left_out.line, left_out.path) }
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
    Some(keys.partition.iter().chain(&keys.sort).map(|key| key.name.clone()).collect())
}

fn tables_file(core: &Core, names: &[String], form: TablesOut) -> Result<Done, String> {
    let engine = core.engine();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let described: Vec<_> = engine
        .tables()
        .filter(|table| is_wanted(table.name()))
        .filter_map(|table| Some((table, engine.describe(table.name())?)))
        .collect();
    let (Some((_, first)), count) = (described.first(), described.len()) else {
        return Err("There is no table to write.".to_owned());
    };
    let base = if count == 1 { first.table_name.to_string() } else { "tables".to_owned() };
    let definitions = || -> Vec<TableDefinition> {
        let of = |(table, description): &(hashrange_engine::TableView<'_>, _)| {
            TableDefinition::of(description, &[], table.expires_by().map(Text::as_str), false)
        };
        described.iter().map(of).collect()
    };
    let (ending, text, left_out) = match form {
        TablesOut::DescribeTable => {
            let texts: Vec<String> = described.iter().map(|(_, table)| describe_table_json(table)).collect();
            let text = if count == 1 { texts.concat() } else { format!("[\n{}\n]", texts.join(",\n")) };
            ("json", text, Vec::new())
        }
        TablesOut::CloudFormation | TablesOut::Terraform => {
            let (ending, format) = match form {
                TablesOut::Terraform => ("tf", TemplateFormat::Terraform),
                _ => ("template.json", TemplateFormat::CloudFormation),
            };
            let written = tables_out(format, &definitions());
            (ending, written.text, written.left_out)
        }
        TablesOut::Workbench => {
            let tables = definitions().into_iter().map(|definition| {
                let name = definition.create.table_name.to_string();
                let items = items_of(core, &name, None).unwrap_or_default();
                workbench::ModelTable {
                    items: items.iter().map(|item| Item::clone(item)).collect(),
                    definition,
                    ..workbench::ModelTable::default()
                }
            });
            let model =
                workbench::Model { name: base.clone(), tables: tables.collect(), ..workbench::Model::default() };
            let written = workbench::write(&model);
            ("model.json", written.text, written.left_out)
        }
    };
    let left_out = left_out.iter().map(place).collect();
    Ok(Done::File { name: format!("{base}.{ending}"), bytes: text.into_bytes(), left_out })
}

fn ttl(table: &str, attribute: &str) -> String {
    let [table, attribute] = [table, attribute].map(|text| serde_json::Value::String(text.to_owned()));
    format!(r#"{{"TableName":{table},"TimeToLiveSpecification":{{"AttributeName":{attribute},"Enabled":true}}}}"#)
}

fn recovery(table: &str) -> String {
    let table = serde_json::Value::String(table.to_owned());
    format!(r#"{{"TableName":{table},"PointInTimeRecoverySpecification":{{"PointInTimeRecoveryEnabled":true}}}}"#)
}
